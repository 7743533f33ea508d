import { clockTime } from "../../../format/time.ts";
import { useAnswer } from "../../desk/useOperator.ts";
import { Section } from "../../parts/section.tsx";
import { Table } from "../../parts/table.tsx";

/**
 * Signatures that did not match, with what is wrong with each where it is one of the usual mistakes; nothing
 * where all did.
 */
export function Signatures() {
  const { data = [] } = useAnswer("GET requests/signatures", {});
  if (data.length === 0) return null;
  return (
    <Section title="Signatures that did not match">
      <Table
        name="Signatures that did not match"
        isBare
        rows={data.map((failure, index) => ({ ...failure, index }))}
        idOf={({ index }) => index}
        empty=""
        columns={[
          { title: "Time, UTC", text: ({ time }) => clockTime(time) },
          { title: "Key", text: ({ key }) => key, cell: ({ key }) => <code>{key}</code> },
          { title: "From", text: ({ address }) => address },
          {
            title: "What is wrong",
            isLong: true,
            text: ({ diagnosis }) => diagnosis ?? "not one of the usual mistakes",
            cell: ({ diagnosis }) => (
              <span className="op-reason">
                {diagnosis ?? "Not one of the usual mistakes: compare the texts."}
              </span>
            ),
          },
          {
            title: "The venue signed over",
            text: ({ expectedOver }) => expectedOver,
            cell: ({ expectedOver }) => (
              <span className="op-reason">
                <code>{expectedOver}</code>
              </span>
            ),
          },
          {
            title: "The client signed over",
            text: ({ signedOver }) => signedOver ?? "",
            cell: ({ signedOver }) => (
              <span className="op-reason">
                <code>{signedOver}</code>
              </span>
            ),
          },
        ]}
      />
    </Section>
  );
}
