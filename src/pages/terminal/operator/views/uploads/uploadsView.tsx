import { useState } from "react";
import type { control as answers } from "../../../../../interface/client/index.ts";
import { dateTime } from "../../../format/time.ts";
import { DialogButton } from "../../../parts/dialog.tsx";
import { hrefOf } from "../../desk/place.ts";
import { useAnswer, useNameOf, useNames } from "../../desk/useOperator.ts";
import { PickField } from "../../parts/fields.tsx";
import { Section } from "../../parts/section.tsx";
import { Table } from "../../parts/table.tsx";

type Entry = answers.Uploads[number];

/** What programs uploaded about their own decisions, newest first. */
export function UploadsView() {
  const users = useNames("user");
  const [account, setAccount] = useState("");
  const { data, failure } = useAnswer("GET uploads", account === "" ? {} : { account });
  const nameOf = useNameOf();
  const rows = data?.map((entry, index) => ({ ...entry, index })).toReversed();
  return (
    <Section title="Uploads" failure={failure}>
      <Table
        name="Uploads"
        rows={rows}
        idOf={({ index }) => index}
        empty="No program has uploaded anything about its decisions (uploadAiLog)."
        aside={
          <PickField
            label="Account"
            isLabelUnseen
            value={account}
            options={[["", "Every account"], ...users]}
            onChange={setAccount}
          />
        }
        columns={[
          { title: "Market time, UTC", text: ({ time }) => dateTime(time) },
          {
            title: "Account",
            text: (entry) => nameOf(entry.account),
            cell: (entry) => <a href={hrefOf("accounts", nameOf(entry.account))}>{nameOf(entry.account)}</a>,
          },
          { title: "Order", text: ({ orderId }) => orderId },
          { title: "Stage", text: ({ stage }) => stage },
          { title: "Model", text: ({ model }) => model },
          {
            title: "Explanation",
            text: ({ explanation }) => explanation,
            cell: ({ explanation }) => <span className="op-reason">{explanation}</span>,
          },
          {
            title: "Input and output",
            text: ({ input, output }) => `${JSON.stringify(input)} ${JSON.stringify(output)}`,
            cell: (entry) => (
              <DialogButton
                label="Show"
                name={`Input and output, ${dateTime(entry.time)}, ${nameOf(entry.account)}`}
                title={`${entry.stage}, ${nameOf(entry.account)}`}
                className="link"
              >
                {() => <Upload of={entry} />}
              </DialogButton>
            ),
          },
        ]}
      />
    </Section>
  );
}

function Upload({ of: { input, output } }: { readonly of: Entry }) {
  return (
    <div className="op-explained">
      <h3>Input</h3>
      <pre className="op-code">{JSON.stringify(input, undefined, 2)}</pre>
      <h3>Output</h3>
      <pre className="op-code">{JSON.stringify(output, undefined, 2)}</pre>
    </div>
  );
}
