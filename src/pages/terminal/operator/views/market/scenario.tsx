import { usePolled } from "../../desk/polled.ts";
import { useOperator } from "../../desk/useOperator.ts";
import { Section } from "../../parts/section.tsx";
import { Table } from "../../parts/table.tsx";

const WRONG: readonly string[] = ["refused", "broken"];

/** What the scenario makes happen and expects; nothing where there is none. */
export function Scenario() {
  const { data, failure } = usePolled(useOperator().scenario);
  if (failure === undefined && (data === undefined || data.moments.length === 0)) return null;
  return (
    <Section title="Scenario" failure={failure}>
      <p className="op-pad">{data?.about}</p>
      <Table
        name="Scenario"
        rows={data?.moments.map((moment, nth) => ({ ...moment, nth }))}
        idOf={({ nth }) => String(nth)}
        empty="Nothing happens."
        columns={[
          {
            title: "Market time",
            text: ({ time }) => new Date(time).toISOString().slice(0, 19).replace("T", " "),
          },
          { title: "What", text: ({ what }) => what },
          {
            title: "State",
            text: ({ state }) => state,
            cell: ({ state }) => <span className={WRONG.includes(state) ? "warn" : ""}>{state}</span>,
          },
          { title: "Note", text: ({ note }) => note ?? "" },
        ]}
      />
    </Section>
  );
}
