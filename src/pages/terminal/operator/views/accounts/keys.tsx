import type { control as answers } from "../../../../../interface/client/index.ts";
import { dateTime } from "../../../format/time.ts";
import { DialogButton } from "../../../parts/dialog.tsx";
import { useAnswer, useOperator } from "../../desk/useOperator.ts";
import { ConfirmButton } from "../../parts/confirm.tsx";
import { Section } from "../../parts/section.tsx";
import { Table } from "../../parts/table.tsx";
import { ChangeKey, ImportKey, NewKey } from "./keyForms.tsx";

/** The API keys of an account: made, changed, taken away. */
export function Keys({ account }: { readonly account: string }) {
  const { data: keys, failure } = useAnswer("GET keys", { account });
  return (
    <Section
      title="API keys"
      failure={failure}
      aside={
        <span className="actions">
          <DialogButton label="New key…" title={`A key for ${account}`}>
            {(close) => <NewKey account={account} onDone={close} />}
          </DialogButton>
          <DialogButton label="Import…" name="Import a key" title={`Import a key for ${account}`}>
            {(close) => <ImportKey account={account} onDone={close} />}
          </DialogButton>
        </span>
      }
    >
      <Table
        name={`API keys of ${account}`}
        isBare
        rows={keys}
        idOf={({ apiKey }) => apiKey}
        empty="No key."
        columns={[
          { title: "Key", text: ({ apiKey }) => apiKey, cell: ({ apiKey }) => <code>{apiKey}</code> },
          { title: "Kind", text: ({ kind }) => kind },
          { title: "Label", text: ({ label }) => label },
          { title: "May", text: ({ permissions }) => permissions.join(", ") },
          { title: "From", text: ({ addresses }) => addresses.join(", ") || "anywhere" },
          {
            title: "Holds from",
            text: ({ activeFrom }) => (activeFrom === 0 ? "the start" : dateTime(activeFrom)),
          },
          { title: "Ends", text: ({ expires }) => (expires === 0 ? "never" : dateTime(expires)) },
          { title: "Wire", text: ({ wire }) => wire || "the venue's" },
          {
            title: "State",
            text: ({ disabled }) => (disabled ? "disabled" : "in use"),
            cell: ({ disabled }) => (disabled ? <span className="warn">disabled</span> : "in use"),
          },
          {
            title: "Change",
            text: () => "",
            cell: (key) => (key.disabled ? null : <KeyActions of={key} />),
          },
        ]}
      />
    </Section>
  );
}

function KeyActions({ of }: { readonly of: answers.KeyView }) {
  const desk = useOperator();
  return (
    <span className="actions">
      <DialogButton label="Change" name={`Change ${of.apiKey}`} className="link" title="Change the key">
        {(close) => <ChangeKey of={of} onDone={close} />}
      </DialogButton>
      <ConfirmButton
        label="Revoke"
        name={`Revoke ${of.apiKey}`}
        title="Revoke the key"
        word="revoke"
        send={() =>
          desk.act("The key is revoked", () => desk.control.call("POST keys/disable", { apiKey: of.apiKey }))
        }
      >
        {of.apiKey} is disabled for good: whoever uses it is refused from now on.
      </ConfirmButton>
    </span>
  );
}
