import { useState } from "react";
import { Button, Input } from "react-aria-components";
import type { control as answers } from "../../../../../interface/client/index.ts";
import { Cross } from "../../../parts/icons.tsx";
import { useOperator } from "../../desk/useOperator.ts";
import { Section } from "../../parts/section.tsx";
import { CarryingForm } from "./carryingForm.tsx";

/** A tier as it is typed. */
interface TypedTier {
  readonly notionalMax: string;
  readonly maintenanceRate: string;
  readonly leverageMax: string;
}

const COLUMNS = [
  ["notionalMax", "Notional up to, USDT"],
  ["maintenanceRate", "Maintenance rate"],
  ["leverageMax", "Leverage to"],
] as const;

/** The most tiers that control accepts. */
const TIERS_MAX = 32;

/**
 * The margin tiers of a contract: changed, added, taken away; who would be in breach is shown before anything
 * is changed.
 */
export function Tiers({ contract: { symbol, tiers } }: { readonly contract: answers.ContractView }) {
  const { control } = useOperator();
  const present = tiers.map(typedOf);
  const [typed, setTyped] = useState<readonly TypedTier[]>();
  const rows = typed ?? present;
  const change = rows.map(({ notionalMax, maintenanceRate, leverageMax }) => ({
    notionalMax: notionalMax.trim(),
    maintenanceRate: maintenanceRate.trim(),
    leverageMax: leverageMax.trim(),
  }));
  const set = (at: number, field: keyof TypedTier, text: string) =>
    setTyped(rows.map((row, i) => (i === at ? { ...row, [field]: text } : row)));
  return (
    <Section
      title="Margin tiers"
      aside={
        <Button
          className="button small"
          isDisabled={rows.length >= TIERS_MAX}
          onPress={() =>
            setTyped([...rows, rows.at(-1) ?? { notionalMax: "", maintenanceRate: "", leverageMax: "" }])
          }
        >
          Add a tier
        </Button>
      }
    >
      <CarryingForm
        symbol={symbol}
        change={change}
        isSame={JSON.stringify(rows) === JSON.stringify(present)}
        send={(manner) => control.call("POST contracts/change", { symbol, tiers: change, ...manner })}
        onDone={() => setTyped(undefined)}
      >
        <p className="op-pad note">
          A position belongs to the first tier that its notional fits. Bounds and maintenance rates ascend,
          leverage descends.
        </p>
        <table className="rows op-tiers">
          <caption className="unseen">Tiers of {symbol}</caption>
          <thead>
            <tr>
              {COLUMNS.map(([field, title]) => (
                <th key={field} scope="col" className="num">
                  {title}
                </th>
              ))}
              <th scope="col">
                <span className="unseen">Take away</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              <tr key={at}>
                {COLUMNS.map(([field, title]) => (
                  <td key={field} className="num">
                    <Input
                      className="input num"
                      aria-label={`${title}, tier ${at + 1}`}
                      inputMode="decimal"
                      value={row[field]}
                      onChange={({ target }) => set(at, field, target.value)}
                    />
                  </td>
                ))}
                <td>
                  <Button
                    className="close"
                    aria-label={`Take away tier ${at + 1}`}
                    isDisabled={rows.length === 1}
                    onPress={() => setTyped(rows.filter((_, i) => i !== at))}
                  >
                    <Cross />
                  </Button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </CarryingForm>
    </Section>
  );
}

function typedOf({
  notionalMax,
  maintenanceRate,
  leverageMax,
}: answers.ContractView["tiers"][number]): TypedTier {
  return { notionalMax: String(notionalMax), maintenanceRate, leverageMax };
}
