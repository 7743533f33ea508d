import { useState } from "react";
import { Button } from "react-aria-components";
import type { control as answers } from "../../../../../interface/client/index.ts";
import { dateTime } from "../../../format/time.ts";
import { DialogButton } from "../../../parts/dialog.tsx";
import { SendButton } from "../../../parts/sending.tsx";
import { useAnswer, useOperator } from "../../desk/useOperator.ts";
import { ConfirmButton } from "../../parts/confirm.tsx";
import { PickField, TextInput } from "../../parts/fields.tsx";
import { Section } from "../../parts/section.tsx";
import { Table } from "../../parts/table.tsx";

type Row = answers.OperatorsView["operators"][number];

const ROLES = [
  ["read", "read: looks"],
  ["operate", "operate: also market, accounts, money"],
  ["admin", "admin: also keys, operators, stop and reset"],
] as const;

/** Who operates the venue, and what each may. */
export function OperatorsView() {
  const { data, failure } = useAnswer("GET operators", {});
  return (
    <Section
      title="Operators"
      failure={failure}
      aside={
        <DialogButton label="Add…" title="Add an operator">
          {(close) => <AddForm onDone={close} />}
        </DialogButton>
      }
    >
      <Table
        name="Operators"
        isBare
        rows={data?.operators}
        idOf={({ name }) => name}
        empty="Nobody."
        columns={[
          {
            title: "Name",
            text: ({ name }) => name,
            cell: ({ name }) => (name === data?.you ? <strong>{name}, you</strong> : name),
          },
          { title: "Role", text: ({ role }) => role },
          { title: "Added, market time", text: ({ addedTime }) => timeText(addedTime) },
          { title: "Token since, market time", text: ({ tokenTime }) => timeText(tokenTime) },
          { title: "Change", text: () => "", cell: (row) => <Actions of={row} /> },
        ]}
      />
      <p className="op-pad note">
        What each did is in the journal under its name. The first one has the admin token of the venue's own
        files, which another start changes.
      </p>
    </Section>
  );
}

function timeText(time: number | null): string {
  return time === null ? "from the start" : dateTime(time);
}

function Actions({ of: { name, addedTime } }: { readonly of: Row }) {
  const desk = useOperator();
  if (addedTime === null) return null;
  return (
    <span className="actions">
      <DialogButton label="New token" name={`A new token for ${name}`} title={`A new token for ${name}`}>
        {(close) => <RotateForm name={name} onDone={close} />}
      </DialogButton>
      <ConfirmButton
        label="Remove"
        name={`Remove ${name}`}
        title={`Remove ${name}`}
        word={name}
        send={() =>
          desk.act(`${name} operates no longer`, () => desk.control.call("POST operators/remove", { name }))
        }
      >
        Its token is void from now on; what it did stays in the journal under its name.
      </ConfirmButton>
    </span>
  );
}

function AddForm({ onDone }: { readonly onDone: () => void }) {
  const desk = useOperator();
  const [name, setName] = useState("");
  const [role, setRole] = useState<answers.OperatorRole>("read");
  const [token, setToken] = useState<string>();
  if (token !== undefined) return <Token token={token} onDone={onDone} />;
  return (
    <div className="op-form">
      <TextInput label="Name" value={name} onChange={setName} />
      <PickField label="Role" value={role} options={ROLES} onChange={setRole} />
      <SendButton
        label="Add"
        isDisabled={name === ""}
        send={() =>
          desk.act(`${name} may ${role}`, async () => {
            setToken((await desk.control.call("POST operators/add", { name, role })).token);
          })
        }
        onSent={() => undefined}
      />
    </div>
  );
}

function RotateForm({ name, onDone }: { readonly name: string; readonly onDone: () => void }) {
  const desk = useOperator();
  const [token, setToken] = useState<string>();
  if (token !== undefined) return <Token token={token} onDone={onDone} />;
  return (
    <div className="op-form">
      <p>The token that {name} has is void as soon as there is another.</p>
      <SendButton
        label="Make another token"
        send={() =>
          desk.act(`${name} has another token`, async () => {
            setToken((await desk.control.call("POST operators/rotate", { name })).token);
          })
        }
        onSent={() => undefined}
      />
    </div>
  );
}

function Token({ token, onDone }: { readonly token: string; readonly onDone: () => void }) {
  return (
    <div className="op-form">
      <p className="warn">Copy it now: it is never shown again.</p>
      <p>
        <code>{token}</code>
      </p>
      <Button className="button primary" onPress={onDone}>
        Done
      </Button>
    </div>
  );
}
