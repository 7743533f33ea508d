import { useEffect } from "react";
import { Button } from "react-aria-components";
import type { control as answers } from "../../../../../interface/client/index.ts";
import { remedyOf } from "../../../format/failure.ts";
import { clockTime } from "../../../format/time.ts";
import { Choice, Toggle } from "../../../parts/choice.tsx";
import { useStore } from "../../../state/useStore.ts";
import { hrefOf } from "../../desk/place.ts";
import { usePolled } from "../../desk/polled.ts";
import { useOperator } from "../../desk/useOperator.ts";
import { RefusalButton } from "../../explain/refusalExplained.tsx";
import { PickField } from "../../parts/fields.tsx";
import { Section } from "../../parts/section.tsx";
import { Table } from "../../parts/table.tsx";
import { Signatures } from "./signatures.tsx";

const LEVELS = [
  ["errors", "Refused ones"],
  ["all", "All"],
  ["off", "None"],
] as const;

/**
 * What clients asked and what became of it, as it happens; with the reason and the remedy of each refusal.
 */
export function RequestsView() {
  const desk = useOperator();
  const { of } = useStore(desk.place);
  const { requests } = desk;
  useEffect(() => requests.watch(), [requests]);
  useEffect(() => {
    if (of !== undefined) requests.filter.set({ ...requests.filter.value, account: of });
  }, [of, requests]);
  const { rows, failure, lost, isLoading } = useStore(requests);
  const filter = useStore(requests.filter);
  const isPaused = useStore(requests.isPaused);
  const level = useStore(requests.level);
  const { data: accounts = [] } = usePolled(desk.accounts);
  const nameOf = (account: number) =>
    account === 0 ? "" : (accounts.find((row) => row.account === account)?.name ?? String(account));
  const users = accounts.filter(({ kind }) => kind === "user").map(({ name }) => [name, name] as const);
  return (
    <div className="op-stack">
      <Section
        title="Requests"
        failure={failure}
        aside={
          <span className="actions">
            <span className="muted">Logged:</span>
            <Choice
              label="Which requests are logged"
              value={level ?? "errors"}
              options={LEVELS}
              onChange={(next) =>
                void desk.press("The log is set", () =>
                  desk.control.call("POST requests/level", { level: next }),
                )
              }
            />
            <Button className="button small" onPress={() => requests.isPaused.set(!isPaused)}>
              {isPaused ? "Go on" : "Pause"}
            </Button>
          </span>
        }
      >
        <div className="op-filters">
          <PickField
            label="Account"
            value={filter.account}
            options={[["", "Every account"], ...users]}
            onChange={(account) => requests.filter.set({ ...filter, account })}
          />
          <Toggle
            isSelected={filter.refused}
            onChange={(refused) => requests.filter.set({ ...filter, refused })}
          >
            Refused only
          </Toggle>
          {lost > 0 && <span className="warn">{lost} were gone before they could be read</span>}
        </div>
        <Table
          name="Requests"
          rows={isLoading ? undefined : rows}
          idOf={({ id }) => id}
          empty="No request was logged. Set the log to all to see those that succeed."
          toneOf={({ status }) => (status >= 400 ? "refused" : "")}
          columns={[
            { title: "Time, UTC", text: ({ time }) => clockTime(time) },
            {
              title: "Account",
              text: ({ account }) => nameOf(account),
              cell: ({ account }) => {
                const name = nameOf(account);
                return name === "" ? (
                  <span className="faint">none</span>
                ) : (
                  <a href={hrefOf("accounts", name)}>{name}</a>
                );
              },
            },
            { title: "Request", isLong: true, text: ({ method, path }) => `${method} ${path}` },
            { title: "Status", isNumber: true, text: ({ status }) => String(status) },
            { title: "Code", text: ({ code }) => code },
            { title: "Took, ms", isNumber: true, text: ({ tookMs }) => tookMs.toFixed(2) },
            { title: "Program", text: ({ program }) => program },
            {
              title: "Reason and remedy",
              text: reasonOf,
              cell: (row) => <Reason of={row} name={nameOf(row.account)} />,
            },
          ]}
        />
      </Section>
      <Signatures />
    </div>
  );
}

function reasonOf({ reason, code }: answers.RequestEntry): string {
  return [reason, remedyOf(code)].filter(Boolean).join(" ");
}

function Reason({ of, name }: { readonly of: answers.RequestEntry; readonly name: string }) {
  if (of.status < 400) return null;
  return (
    <span className="op-reason">
      {reasonOf(of)} {name !== "" && <RefusalButton account={name} request={of.id} />}
    </span>
  );
}
