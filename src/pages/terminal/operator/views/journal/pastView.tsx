import { useEffect, useState } from "react";
import { Button } from "react-aria-components";
import type { control as answers, ControlInput } from "../../../../../interface/client/index.ts";
import { sentenceOf } from "../../../format/failure.ts";
import { useOperator } from "../../desk/useOperator.ts";
import { TextInput } from "../../parts/fields.tsx";
import { Table } from "../../parts/table.tsx";
import { type Moment, momentOf } from "../../parts/typedTime.ts";
import { commandColumns } from "./commandColumns.tsx";
import { PastDetail } from "./entryDetail.tsx";
import type { JournalFilter } from "./journalFeed.ts";
import { summaryOf } from "./summary.ts";

const PAGE = 200;

/** Asks from where on the journal is read back. */
export function MomentField({ onLook }: { readonly onLook: (moment: Moment) => void }) {
  const [text, setText] = useState("");
  const [refusal, setRefusal] = useState<string>();
  return (
    <form
      className="op-moment"
      onSubmit={(event) => {
        event.preventDefault();
        const moment = momentOf(text);
        setRefusal(typeof moment === "string" ? moment : undefined);
        if (typeof moment !== "string") onLook(moment);
      }}
    >
      <TextInput label="Back to: a time, UTC, or a command" value={text} onChange={setText} />
      <Button type="submit" className="button small" isDisabled={text.trim() === ""}>
        Look back
      </Button>
      {refusal !== undefined && (
        <span className="danger" role="alert">
          {refusal}
        </span>
      )}
    </form>
  );
}

/** The commands up to a moment, out of the journal's files, a page at a time. */
export function PastView({
  moment,
  filter,
  onLeave,
}: {
  readonly moment: Moment;
  readonly filter: JournalFilter;
  readonly onLeave: () => void;
}) {
  /** Where each page ends, the one shown last. */
  const [pages, setPages] = useState<readonly Moment[]>([moment]);
  const [openSeq, setOpenSeq] = useState<number>();
  const { command, account, symbol, users } = filter;
  const { data, failure } = usePast({
    ...pages.at(-1),
    limit: PAGE,
    users,
    ...(command !== "" && { command }),
    ...(account !== "" && { account }),
    ...(symbol !== "" && { symbol }),
  });
  const open = data?.entries.find(({ seq }) => seq === openSeq);
  return (
    <>
      <div className="op-past">
        <Button
          className="button small"
          isDisabled={data === undefined || data.older === 0}
          onPress={() => setPages([...pages, { until: data?.older ?? 0 }])}
        >
          Older
        </Button>
        <Button
          className="button small"
          isDisabled={pages.length === 1}
          onPress={() => setPages(pages.slice(0, -1))}
        >
          Newer
        </Button>
        <Button className="button small" onPress={onLeave}>
          Back to now
        </Button>
        {data !== undefined && (
          <span className="muted" role="status">
            {data.older === 0
              ? `The journal begins with command ${data.first}.`
              : `Everything after command ${data.older} was looked through.`}
          </span>
        )}
      </div>
      {failure !== undefined && (
        <p className="op-failure danger" role="alert">
          {failure}
        </p>
      )}
      <Table
        name="Past commands"
        rows={data?.entries.toReversed()}
        idOf={({ seq }) => seq}
        empty="None of the commands that were looked through is like this."
        toneOf={({ seq }) => (seq === openSeq ? "chosen" : "")}
        columns={commandColumns<answers.JournalPast["entries"][number]>({
          ...{ openSeq, onOpen: setOpenSeq, touchedBy: ({ accounts }) => accounts },
          whatOf: ({ fields }) => summaryOf({ fields, events: [] }),
        })}
      />
      {open !== undefined && <PastDetail key={open.seq} entry={open} onLeave={() => setOpenSeq(undefined)} />}
    </>
  );
}

/** Asked once: what is past does not change. An answer to an earlier question is dropped. */
function usePast(input: ControlInput<"GET journal/past">): {
  readonly data: answers.JournalPast | undefined;
  readonly failure: string | undefined;
} {
  const { control } = useOperator();
  const asked = JSON.stringify(input);
  const [read, setRead] = useState<{ data?: answers.JournalPast; failure?: string }>({});
  useEffect(() => {
    let isWanted = true;
    setRead({});
    void control.call("GET journal/past", JSON.parse(asked) as typeof input).then(
      (data) => isWanted && setRead({ data }),
      (error: unknown) => isWanted && setRead({ failure: sentenceOf(error) }),
    );
    return () => {
      isWanted = false;
    };
  }, [control, asked]);
  return { data: read.data, failure: read.failure };
}
