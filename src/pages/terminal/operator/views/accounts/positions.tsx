import type { control as answers } from "../../../../../interface/client/index.ts";
import { big } from "../../../format/decimal.ts";
import { padded } from "../../../parts/list/places.ts";
import { hrefOf } from "../../desk/place.ts";
import { useOperator } from "../../desk/useOperator.ts";
import { amountText } from "../../explain/amount.ts";
import { Figure } from "../../explain/figure.tsx";
import { ConfirmButton } from "../../parts/confirm.tsx";
import { Section } from "../../parts/section.tsx";
import { Table } from "../../parts/table.tsx";

/** What an account holds; one of it or all of it closed. */
export function Positions({ account: { name, positions } }: { readonly account: answers.AccountView }) {
  const desk = useOperator();
  return (
    <Section
      title="Positions"
      aside={
        positions.length > 0 && (
          <ConfirmButton
            label="Close all"
            name={`Close all positions of ${name}`}
            title={`Close all positions of ${name}`}
            word={name}
            send={() =>
              desk.act(
                `Positions of ${name} are closed`,
                () => desk.control.call("POST positions/close", { account: name }),
                leftOf,
              )
            }
          >
            Each is closed at market, by an order of its own.
          </ConfirmButton>
        )
      }
    >
      <Table
        name={`Positions of ${name}`}
        isBare
        rows={positions}
        idOf={({ position }) => position}
        empty="No position."
        columns={[
          {
            title: "Contract",
            text: ({ symbol }) => symbol,
            cell: ({ symbol }) => <a href={hrefOf("contracts", symbol)}>{symbol}</a>,
          },
          {
            title: "Leg",
            text: ({ leg }) => leg,
            cell: ({ leg }) => <span className={`pill ${leg}`}>{leg}</span>,
          },
          { title: "Margin mode", text: ({ marginMode }) => marginMode },
          { title: "Size", isQuantity: true, text: ({ size }) => size },
          { title: "Entry", isQuantity: true, text: ({ entry }) => entry },
          { title: "Break-even", isQuantity: true, text: ({ breakEven }) => breakEven },
          {
            title: "Margin",
            isNumber: true,
            text: ({ margin }) => margin,
            cell: ({ margin }) => amountText(margin),
          },
          { title: "Leverage", isNumber: true, text: ({ leverage }) => leverage },
          { title: "Mark", isQuantity: true, text: ({ mark }) => mark },
          {
            title: "Liquidation",
            isNumber: true,
            text: ({ liquidationPrice }) => liquidationPrice,
            cell: ({ liquidationPrice }, places) => (
              <Figure account={name} name="liquidationPrice" value={padded(liquidationPrice, places)} />
            ),
          },
          {
            title: "Unrealised",
            isNumber: true,
            text: ({ unrealized }) => unrealized,
            cell: ({ unrealized }) => <Figure account={name} name="unrealized" value={unrealized} isSigned />,
          },
          {
            title: "ADL light",
            isNumber: true,
            text: ({ adlLight }) => (adlLight ? `${adlLight} of 5` : ""),
          },
          {
            title: "Id",
            isNumber: true,
            text: ({ position }) => String(position),
          },
          { title: "Close", text: () => "", cell: (row) => <Close account={name} of={row} /> },
        ]}
      />
    </Section>
  );
}

/** What of positions that were to be closed is open still. */
function leftOf(closings: answers.Closings): string | undefined {
  const open = closings.filter(({ left }) => !big(left).eq("0"));
  if (open.length === 0) return undefined;
  const each = open.map(
    ({ left, size, leg, symbol, why = "nobody takes it" }) =>
      `${left} of ${size} of the ${leg} in ${symbol}, ${why}`,
  );
  return `Open still: ${each.join("; ")}.`;
}

function Close({
  account,
  of: { position, symbol, leg },
}: {
  readonly account: string;
  readonly of: answers.AccountPosition;
}) {
  const desk = useOperator();
  const what = `${leg} of ${account} in ${symbol}`;
  return (
    <ConfirmButton
      label="Close"
      name={`Close the ${what}`}
      title={`Close the ${what}`}
      word={leg}
      send={() =>
        desk.act(
          `The ${what} is closed`,
          () => desk.control.call("POST positions/close", { account, position }),
          leftOf,
        )
      }
    >
      It is closed at market.
    </ConfirmButton>
  );
}
