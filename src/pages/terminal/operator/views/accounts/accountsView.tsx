import { useEffect, useState } from "react";
import { Checkbox } from "react-aria-components";
import type { control as answers } from "../../../../../interface/client/index.ts";
import { DialogButton } from "../../../parts/dialog.tsx";
import { Tick } from "../../../parts/icons.tsx";
import { SendButton } from "../../../parts/sending.tsx";
import { useStore } from "../../../state/useStore.ts";
import { hrefOf } from "../../desk/place.ts";
import { useAnswer, useOperator } from "../../desk/useOperator.ts";
import { Figure } from "../../explain/figure.tsx";
import { PickField, TextInput } from "../../parts/fields.tsx";
import { Section } from "../../parts/section.tsx";
import { AccountDetail } from "./accountDetail.tsx";
import { AccountsTable, type AskedAccounts, MANY } from "./accountsTable.tsx";
import { ExportForm } from "./exportForm.tsx";
import { ManyForm } from "./manyForm.tsx";
import { MovementForm } from "./moneyForms.tsx";
import { Pending } from "./pending.tsx";
import { AgentForm, Referrals } from "./referrals.tsx";
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
  const [kind, setKind] = useState<Kind>("user");
  const [chosen, setChosen] = useState<readonly answers.AccountRow[]>([]);
  const isChosen = ({ account }: answers.AccountRow) => chosen.some((each) => each.account === account);
  const leave = (name: string) => setChosen(chosen.filter((each) => each.name !== name));
  const choose = async (asked: AskedAccounts) => {
    const { total, accounts } = await desk.control.call("GET accounts/page", { ...asked, limit: MANY });
    setChosen(accounts);
    if (total > MANY)
      desk.notices.add("bad", `The first ${MANY} of ${total} are selected: one request changes no more.`);
  };
  // To what was opened far down the list.
  useEffect(() => {
    document.getElementById("view")?.scrollTo({ top: 0 });
  }, [of]);
  const isCompared = chosen.length > 1 && chosen.length <= COMPARED_MAX;
  return (
    <div className="op-stack">
      {of !== undefined && <AccountDetail key={of} name={of} />}
      {isCompared && <SideBySide names={chosen.map(({ name }) => name)} onLeave={leave} />}
      <Pending />
      <Referrals />
      {of === undefined && !isCompared && (
        <p className="empty">
          Open an account by its name, tick several to see them side by side, or many to change them together.
        </p>
      )}
      <Section
        title="Accounts"
        aside={
          <span className="actions">
            <DialogButton label="Move money…" title="Move money">
              {(close) => <MovementForm onDone={close} />}
            </DialogButton>
            <DialogButton label="Name an agent…" title="Who brought a user">
              {(close) => <AgentForm onDone={close} />}
            </DialogButton>
            <DialogButton label="Open…" title="Open an account">
              {(close) => <OpenForm onDone={close} />}
            </DialogButton>
          </span>
        }
      >
        <AccountsTable
          kind={kind === "all" ? undefined : kind}
          chosen={of}
          aside={(asked, total) => (
            <>
              <PickField
                label="Kind"
                isLabelUnseen
                value={kind}
                options={KINDS}
                onChange={(picked) => {
                  setKind(picked);
                  setChosen([]);
                }}
              />
              <button
                type="button"
                className="button small"
                onClick={() => (chosen.length > 0 ? setChosen([]) : void choose(asked))}
              >
                {chosen.length > 0 ? "Select none" : "Select all"}
              </button>
              {chosen.length > 0 && (
                <DialogButton label={`Change ${chosen.length}…`} title="Change the selected accounts">
                  {(close) => <ManyForm accounts={chosen} onDone={close} />}
                </DialogButton>
              )}
              {total > 0 && (
                <DialogButton
                  label={chosen.length > 0 ? `Export ${chosen.length}…` : "Export…"}
                  title="Export what accounts did"
                >
                  {(close) =>
                    chosen.length > 0 ? (
                      <ExportForm {...exportOf(chosen)} onDone={close} />
                    ) : (
                      <ExportShown asked={asked} onDone={close} />
                    )
                  }
                </DialogButton>
              )}
            </>
          )}
          columns={[
            {
              title: "Select",
              text: (row) => (isChosen(row) ? "yes" : ""),
              cell: (row) => (
                <SelectBox
                  name={row.name}
                  isSelected={isChosen(row)}
                  onChange={() => (isChosen(row) ? leave(row.name) : setChosen([...chosen, row]))}
                />
              ),
            },
            { title: "Id", sort: "account", isNumber: true, text: ({ account }) => String(account) },
            {
              title: "Name",
              sort: "name",
              text: ({ name }) => name,
              cell: ({ name }) => <a href={hrefOf("accounts", name)}>{name}</a>,
            },
            { title: "Kind", sort: "kind", text: (row) => row.kind },
            {
              title: "Status",
              sort: "status",
              text: ({ status }) => status,
              cell: ({ status }) => <span className={status === "normal" ? "" : "warn"}>{status}</span>,
            },
            money("Equity, USDT", "equity"),
            money("Wallet", "wallet"),
            money("Unrealised", "unrealized"),
            {
              title: "Positions",
              sort: "positions",
              isNumber: true,
              text: ({ positions }) => String(positions ?? ""),
            },
          ]}
        />
      </Section>
    </div>
  );
}

/** Names that are written out; of more their number is. */
const NAMED_MAX = 20;

function exportOf(rows: readonly answers.AccountRow[]) {
  const whose =
    rows.length <= NAMED_MAX ? rows.map(({ name }) => name).join(", ") : `${rows.length} accounts`;
  return { whose, of: { accounts: rows.map(({ account }) => account).join(",") } };
}

/** Exports those that the filter shows; all of a kind by that, however many they are. */
function ExportShown({ asked, onDone }: { readonly asked: AskedAccounts; readonly onDone: () => void }) {
  const { kind, words } = asked;
  const { data, failure } = useAnswer("GET accounts/page", { ...asked, limit: MANY });
  if (data === undefined) return <p className="wait">{failure ?? "Asking…"}</p>;
  const { total, accounts } = data;
  const shown = exportOf(accounts);
  if (words === undefined) {
    const whose = total <= NAMED_MAX ? shown.whose : `All ${total} accounts`;
    return <ExportForm whose={whose} of={kind === undefined ? {} : { kind }} onDone={onDone} />;
  }
  if (total > MANY)
    return (
      <p>
        The filter shows {total} accounts; one export of a selection has at most {MANY}.
      </p>
    );
  return <ExportForm {...shown} onDone={onDone} />;
}

function money(title: string, name: "equity" | "wallet" | "unrealized") {
  return {
    title,
    sort: name,
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
