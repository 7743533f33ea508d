import { usePolled } from "../../desk/polled.ts";
import { useOperator } from "../../desk/useOperator.ts";
import { Section } from "../../parts/section.tsx";
import { Table } from "../../parts/table.tsx";

/** What went on last, newest first. */
export function News() {
  const { data, failure } = usePolled(useOperator().news);
  return (
    <Section title="What goes on" failure={failure}>
      <Table
        name="What goes on"
        rows={data?.news.toReversed()}
        idOf={({ id }) => String(id)}
        empty="Nothing has happened yet."
        columns={[
          {
            title: "Market time",
            text: ({ time }) => new Date(time).toISOString().slice(0, 19).replace("T", " "),
          },
          { title: "About", text: ({ kind }) => kind.replaceAll("-", " ") },
          { title: "What", text: ({ text }) => text },
        ]}
      />
    </Section>
  );
}
