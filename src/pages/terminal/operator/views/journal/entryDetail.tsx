import { useMemo, useState } from "react";
import { Button } from "react-aria-components";
import type { control as answers } from "../../../../../interface/client/index.ts";
import { sentenceOf } from "../../../format/failure.ts";
import { dateTime } from "../../../format/time.ts";
import { Toggle } from "../../../parts/choice.tsx";
import { Cross } from "../../../parts/icons.tsx";
import { Refusal, useSending } from "../../../parts/sending.tsx";
import { usePolled } from "../../desk/polled.ts";
import { useOperator } from "../../desk/useOperator.ts";
import { JournalAmount } from "../../explain/journalAmount.tsx";
import { meaningOf } from "../../explain/journalAmounts.ts";
import { LiquidationButton } from "../../explain/liquidationExplained.tsx";
import { RefusalButton } from "../../explain/refusalExplained.tsx";
import { Fact, Section } from "../../parts/section.tsx";
import { Table } from "../../parts/table.tsx";
import { isOfHouse, kindsOf } from "./whose.ts";

/** Fields that are times, shown as such. */
const TIMES = /^(?:time|due|at|dueTime|openedTime|createdTime|updatedTime|triggeredTime|activeFrom|expires)$/;

/** A command with all its events, in order. */
export function EntryDetail({
  entry,
  onLeave,
}: {
  readonly entry: answers.JournalEntry;
  readonly onLeave: () => void;
}) {
  const { seq, command, durableAt } = entry;
  return (
    <Section title={`Command ${seq}: ${command}`} aside={<Actions entry={entry} onLeave={onLeave} />}>
      <dl className="op-facts">
        <Moments entry={entry} />
        <Fact name="Durable, by the host" isWide>
          {dateTime(durableAt)} UTC
        </Fact>
        <Became entry={entry} />
      </dl>
      <Asked entry={entry} />
      <Effects entry={entry} />
    </Section>
  );
}

/**
 * A command of the journal's files, which hold what was asked. What it led to is asked for, since it has to
 * be executed again.
 */
export function PastDetail({
  entry,
  onLeave,
}: {
  readonly entry: answers.JournalPast["entries"][number];
  readonly onLeave: () => void;
}) {
  const { seq, command } = entry;
  const { control } = useOperator();
  const [effects, setEffects] = useState<answers.JournalEffects>();
  const asking = useSending(seq);
  const ask = () =>
    control.call("GET journal/effects", { seq }).then((answer) => {
      setEffects(answer);
      return undefined;
    }, sentenceOf);
  return (
    <Section title={`Command ${seq}: ${command}`} aside={<Actions entry={effects} onLeave={onLeave} />}>
      <dl className="op-facts">
        <Moments entry={entry} />
        {effects !== undefined && <Became entry={effects} />}
      </dl>
      <Asked entry={entry} />
      {effects === undefined ? (
        <div className="op-pad">
          <Refusal of={asking} />
          <Button className="button small" onPress={() => void asking.send(ask)}>
            {asking.isBusy ? "Executing it again…" : "Show what it led to"}
          </Button>
        </div>
      ) : (
        <Effects entry={effects} />
      )}
    </Section>
  );
}

/** What can be explained of a command, once it is known what it led to. */
function Actions({
  entry,
  onLeave,
}: {
  readonly entry: answers.JournalEffects | undefined;
  readonly onLeave: () => void;
}) {
  const account = entry?.fields["account"];
  const liquidated = new Set(
    entry?.events.flatMap(({ event, fields }) =>
      event === "liquidationStarted" && typeof fields["account"] === "string" ? [fields["account"]] : [],
    ),
  );
  return (
    <span className="actions">
      {[...liquidated].map((name) => (
        <LiquidationButton key={name} account={name} />
      ))}
      {entry !== undefined && entry.outcome !== "done" && typeof account === "string" && (
        <RefusalButton account={account} />
      )}
      <Button className="close" aria-label="Close the command" onPress={onLeave}>
        <Cross />
      </Button>
    </span>
  );
}

function Moments({ entry: { time, by } }: { readonly entry: Pick<answers.JournalEffects, "time" | "by"> }) {
  return (
    <>
      <Fact name="Market time" isWide>
        {dateTime(time)} UTC
      </Fact>
      {by !== undefined && <Fact name="Operator">{by}</Fact>}
    </>
  );
}

function Became({ entry: { frame, outcome } }: { readonly entry: answers.JournalEffects }) {
  return (
    <>
      <Fact name="Frame">
        {frame.count === 1 ? "alone" : `${frame.count} commands from ${frame.firstSeq}, on the disk together`}
      </Fact>
      <Fact name="Outcome">
        <span className={outcome === "done" ? "" : "danger"}>{outcome}</span>
      </Fact>
    </>
  );
}

function Asked({
  entry: { command, fields },
}: {
  readonly entry: Pick<answers.JournalEffects, "command" | "fields">;
}) {
  return (
    <>
      <h4 className="op-pad">What was asked</h4>
      <Fields record={command} fields={fields} />
    </>
  );
}

function Effects({ entry: { seq, events } }: { readonly entry: answers.JournalEffects }) {
  const { data: accounts } = usePolled(useOperator().accounts);
  const [isWhole, setWhole] = useState(false);
  const { all, others } = useMemo(() => {
    const kindOf = kindsOf(accounts ?? []);
    const numbered = events.map((event, index) => ({ ...event, index }));
    return { all: numbered, others: numbered.filter((event) => !isOfHouse(event, kindOf)) };
  }, [events, accounts]);
  const ownCount = all.length - others.length;
  return (
    <>
      <h4 className="op-pad">What it led to, in order</h4>
      {ownCount > 0 && (
        <div className="op-pad">
          <Toggle isSelected={isWhole} onChange={setWhole}>
            Also the {ownCount} of {all.length} events that are of house traders alone
          </Toggle>
        </div>
      )}
      <Table
        name={`Events of command ${seq}`}
        isBare
        rows={isWhole ? all : others}
        idOf={({ index }) => index}
        empty="Nothing."
        columns={[
          { title: "Event", text: ({ event }) => event },
          {
            title: "Fields",
            text: ({ fields: each }) => JSON.stringify(each),
            cell: ({ event, fields: each }) => <Fields record={event} fields={each} />,
          },
        ]}
      />
    </>
  );
}

/** The fields of a record; an amount opens where it comes from when pressed. */
function Fields({ record, fields }: { readonly record: string; readonly fields: answers.RecordFields }) {
  const entries = Object.entries(fields);
  if (entries.length === 0) return <p className="op-pad muted">Nothing but its kind.</p>;
  const terms = Object.fromEntries(entries.map(([name, value]) => [name, textOf(name, value)]));
  return (
    <dl className="op-terms op-pad">
      {entries.map(([name, value]) => {
        const meaning = typeof value === "string" ? meaningOf(record, name) : undefined;
        return (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {meaning === undefined ? (
                terms[name]
              ) : (
                <JournalAmount
                  record={record}
                  field={name}
                  value={String(value)}
                  meaning={meaning}
                  terms={terms}
                />
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

function textOf(name: string, value: answers.RecordFields[string]): string {
  if (Array.isArray(value)) {
    return (value as readonly answers.RecordFields[]).map((row) => Object.values(row).join(" ")).join("; ");
  }
  if (typeof value === "number" && TIMES.test(name)) return `${dateTime(value)} UTC`;
  return value === true ? "yes" : String(value);
}
