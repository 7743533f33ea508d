import { useState } from "react";
import { Checkbox } from "react-aria-components";
import type { control as answers } from "../../../../client/index.ts";
import { DialogButton } from "../../../parts/dialog.tsx";
import { Tick } from "../../../parts/icons.tsx";
import { SendButton } from "../../../parts/sending.tsx";
import { useStore } from "../../../state/useStore.ts";
import { hrefOf } from "../../desk/place.ts";
import { usePolled } from "../../desk/polled.ts";
import { useOperator } from "../../desk/useOperator.ts";
import { Figure } from "../../explain/figure.tsx";
import { PickField, TextInput } from "../../parts/fields.tsx";
import { Section } from "../../parts/section.tsx";
import { Table } from "../../parts/table.tsx";
import { AccountDetail } from "./accountDetail.tsx";
import { ExportForm } from "./exportForm.tsx";
import { ManyForm } from "./manyForm.tsx";
import { MovementForm } from "./moneyForms.tsx";
import { Pending } from "./pending.tsx";
import { Referrals } from "./referrals.tsx";
import { SideBySide } from "./sideBySide.tsx";

type Kind = answers.AccountKind | "all";
const KINDS: readonly (readonly [Kind, string])[] = [
  ["user", "Users"],
  ["paper", "Paper accounts"],
  ["house", "House traders"],
  ["system", "The venue's own"],
  ["all", "All"],
];

/** The most accounts side by side; more do not fit a screen. */
const COMPARED_MAX = 6;

/** The accounts; one of them opened; several beside each other; many changed together. */
export function AccountsView() {
  const desk = useOperator();
  const { of } = useStore(desk.place);
  const { data: accounts, failure } = usePolled(desk.accounts);
  const [kind, setKind] = useState<Kind>("user");
  const [selected, setSelected] = useState<readonly string[]>([]);
  const rows = accounts?.filter((row) => kind === "all" || row.kind === kind);
  const chosen = rows?.filter(({ name }) => selected.includes(name)) ?? [];
  const toggle = (name: string) =>
    setSelected(selected.includes(name) ? selected.filter((each) => each !== name) : [...selected, name]);
  /** The selected accounts, else those that the filter shows; all of a kind by that, however many they are. */
  const exported = (shown: readonly answers.AccountRow[]) => {
    const meant = chosen.length > 0 ? chosen : shown;
    const whose = meant.map(({ name }) => name).join(", ");
    if (meant.length < rows!.length)
      return { whose, of: { accounts: meant.map(({ account }) => account).join(",") } };
    return { whose, of: kind === "all" ? {} : { kind } };
  };
  const isCompared = chosen.length > 1 && chosen.length <= COMPARED_MAX;
  return (
    <div className="op-stack">
      <Section
        title="Accounts"
        failure={failure}
        aside={
          <span className="actions">
            <DialogButton label="Move money…" title="Move money">
              {(close) => <MovementForm onDone={close} />}
            </DialogButton>
            <DialogButton label="Open…" title="Open an account">
              {(close) => <OpenForm onDone={close} />}
            </DialogButton>
          </span>
        }
      >
        <Table
          name="Accounts"
          rows={rows}
          idOf={({ account }) => account}
          empty="There is no account of this kind."
          toneOf={({ name }) => (name === of ? "chosen" : "")}
          aside={(shown) => (
            <>
              <PickField label="Kind" isLabelUnseen value={kind} options={KINDS} onChange={setKind} />
              <button
                type="button"
                className="button small"
                onClick={() => setSelected(chosen.length > 0 ? [] : shown.map(({ name }) => name))}
              >
                {chosen.length > 0 ? "Select none" : "Select all"}
              </button>
              {chosen.length > 0 && (
                <DialogButton label={`Change ${chosen.length}…`} title="Change the selected accounts">
                  {(close) => <ManyForm accounts={chosen} onDone={close} />}
                </DialogButton>
              )}
              {shown.length > 0 && (
                <DialogButton
                  label={chosen.length > 0 ? `Export ${chosen.length}…` : "Export…"}
                  title="Export what accounts did"
                >
                  {(close) => <ExportForm {...exported(shown)} onDone={close} />}
                </DialogButton>
              )}
            </>
          )}
          columns={[
            {
              title: "Select",
              text: ({ name }) => (selected.includes(name) ? "yes" : ""),
              cell: ({ name }) => (
                <SelectBox name={name} isSelected={selected.includes(name)} onChange={() => toggle(name)} />
              ),
            },
            { title: "Id", isNumber: true, text: ({ account }) => String(account) },
            {
              title: "Name",
              text: ({ name }) => name,
              cell: ({ name }) => <a href={hrefOf("accounts", name)}>{name}</a>,
            },
            { title: "Kind", text: (row) => row.kind },
            {
              title: "Status",
              text: ({ status }) => status,
              cell: ({ status }) => <span className={status === "normal" ? "" : "warn"}>{status}</span>,
            },
            money("Equity, USDT", "equity"),
            money("Wallet", "wallet"),
            money("Unrealised", "unrealized"),
            { title: "Positions", isNumber: true, text: ({ positions }) => String(positions ?? "") },
          ]}
        />
      </Section>
      <Pending />
      {isCompared && <SideBySide names={chosen.map(({ name }) => name)} onLeave={toggle} />}
      {of !== undefined && <AccountDetail key={of} name={of} />}
      {of === undefined && <Referrals />}
      {of === undefined && !isCompared && (
        <p className="empty">
          Open an account by its name, tick several to see them side by side, or many to change them together.
        </p>
      )}
    </div>
  );
}

function money(title: string, name: "equity" | "wallet" | "unrealized") {
  return {
    title,
    isNumber: true,
    text: (row: answers.AccountRow) => row[name] ?? "",
    cell: (row: answers.AccountRow) => {
      const value = row[name];
      if (value === undefined) return null;
      return <Figure account={row.name} name={name} value={value} isSigned={name === "unrealized"} />;
    },
  };
}

function SelectBox({
  name,
  isSelected,
  onChange,
}: {
  readonly name: string;
  readonly isSelected: boolean;
  readonly onChange: () => void;
}) {
  return (
    <Checkbox className="toggle" aria-label={`Select ${name}`} isSelected={isSelected} onChange={onChange}>
      <span className="toggle-box">{isSelected && <Tick />}</span>
    </Checkbox>
  );
}

function OpenForm({ onDone }: { readonly onDone: () => void }) {
  const desk = useOperator();
  const [name, setName] = useState("");
  const [balance, setBalance] = useState("");
  return (
    <div className="op-form">
      <TextInput label="Name" value={name} onChange={setName} note="Letters, digits, -, _ and ." />
      <TextInput label="First deposit, USDT (optional)" value={balance} onChange={setBalance} isDecimal />
      <SendButton
        label="Open account"
        isDisabled={name === ""}
        send={() =>
          desk.act(`${name} is open`, () =>
            desk.control.call("POST accounts/open", { name, ...(balance !== "" && { balance }) }),
          )
        }
        onSent={() => {
          desk.place.go("accounts", name);
          onDone();
        }}
      />
    </div>
  );
}
