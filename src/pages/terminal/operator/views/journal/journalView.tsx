import { useEffect, useMemo, useState } from "react";
import { Button } from "react-aria-components";
import type { control as answers } from "../../../../../interface/client/index.ts";
import { Toggle } from "../../../parts/choice.tsx";
import { useStore } from "../../../state/useStore.ts";
import { usePolled } from "../../desk/polled.ts";
import { useOperator } from "../../desk/useOperator.ts";
import { PickField } from "../../parts/fields.tsx";
import { Section } from "../../parts/section.tsx";
import { Table } from "../../parts/table.tsx";
import type { Moment } from "../../parts/typedTime.ts";
import { commandColumns } from "./commandColumns.tsx";
import { EntryDetail } from "./entryDetail.tsx";
import type { JournalFilter } from "./journalFeed.ts";
import { MomentField, PastView } from "./pastView.tsx";
import { delayOf, summaryOf } from "./summary.ts";
import { kindsOf, usersFirst } from "./whose.ts";

const NONE: readonly answers.AccountRow[] = [];

/** Rows that are drawn; the filter searches more. */
const DRAWN_MAX = 300;

const options = (any: string, names: readonly string[]) => [
  ["", any] as const,
  ...names.map((name) => [name, name] as const),
];

/**
 * The journal as it grows: each command with the events that it led to, and when; and back to its beginning.
 */
export function JournalView() {
  const desk = useOperator();
  const { of } = useStore(desk.place);
  const { journal } = desk;
  useEffect(() => journal.watch(), [journal]);
  useEffect(() => {
    if (of !== undefined) journal.filter.set({ ...journal.filter.value, account: of });
  }, [of, journal]);
  const { rows, failure, lost, isLoading } = useStore(journal);
  const filter = useStore(journal.filter);
  const isPaused = useStore(journal.isPaused);
  const [moment, setMoment] = useState<Moment>();
  const [openSeq, setOpenSeq] = useState<number>();
  const { data: accounts = NONE } = usePolled(desk.accounts);
  const { data: contracts = [] } = usePolled(desk.contracts);
  const kindOf = useMemo(() => kindsOf(accounts), [accounts]);
  const open = rows.find(({ seq }) => seq === openSeq);
  const drawn = useMemo(() => rows.slice(0, DRAWN_MAX), [rows]);
  const change = (part: Partial<JournalFilter>) => journal.filter.set({ ...filter, ...part });
  return (
    <div className="op-stack">
      <Section
        title="Journal"
        failure={failure}
        aside={
          moment === undefined && (
            <Button className="button small" onPress={() => journal.isPaused.set(!isPaused)}>
              {isPaused ? "Go on" : "Pause"}
            </Button>
          )
        }
      >
        <div className="op-filters">
          <PickField
            label="Command"
            value={filter.command}
            options={options("Every command", desk.kinds.commands)}
            onChange={(command) => change({ command })}
          />
          {moment === undefined && (
            <PickField
              label="That led to"
              value={filter.event}
              options={options("Any event", desk.kinds.events)}
              onChange={(event) => change({ event })}
            />
          )}
          <PickField
            label="Account"
            value={filter.account}
            options={options(
              "Every account",
              accounts.map(({ name }) => name),
            )}
            onChange={(account) => change({ account })}
          />
          <PickField
            label="Contract"
            value={filter.symbol}
            options={options(
              "Every contract",
              contracts.map(({ symbol }) => symbol),
            )}
            onChange={(symbol) => change({ symbol })}
          />
          <Toggle isSelected={filter.users} onChange={(users) => change({ users })}>
            What touches users
          </Toggle>
          {moment === undefined && (
            <Toggle isSelected={filter.refused} onChange={(refused) => change({ refused })}>
              Refused only
            </Toggle>
          )}
          <MomentField onLook={setMoment} />
          {moment === undefined && lost > 0 && (
            <span className="warn">{lost} were gone before they could be read</span>
          )}
        </div>
        {moment === undefined ? (
          <Table
            name="Journal"
            rows={isLoading ? undefined : drawn}
            idOf={({ seq }) => seq}
            empty="No command that is still kept is like this. New ones appear by themselves."
            toneOf={({ seq, outcome }) =>
              `${outcome === "done" ? "" : "refused"} ${seq === openSeq ? "chosen" : ""}`
            }
            columns={[
              ...commandColumns<answers.JournalEntry>({
                ...{ openSeq, onOpen: setOpenSeq, whatOf: summaryOf },
                touchedBy: ({ accounts: names }) => usersFirst(names, kindOf),
              }),
              {
                title: "Outcome",
                text: ({ outcome }) => outcome,
                cell: ({ outcome }) => (
                  <span className={outcome === "done" ? "muted" : "danger"}>{outcome}</span>
                ),
              },
              { title: "Events", isNumber: true, text: ({ events }) => String(events.length) },
              { title: "In its frame", isNumber: true, text: ({ frame }) => String(frame.count) },
              { title: "Durable after, ms", isNumber: true, text: delayOf },
            ]}
          />
        ) : (
          <PastView
            key={JSON.stringify(moment)}
            moment={moment}
            filter={filter}
            onLeave={() => setMoment(undefined)}
          />
        )}
      </Section>
      {moment === undefined && open !== undefined && (
        <EntryDetail entry={open} onLeave={() => setOpenSeq(undefined)} />
      )}
    </div>
  );
}
