import { useState } from "react";
import { Button } from "react-aria-components";
import type { control as answers } from "../../../../client/index.ts";
import { dateTime } from "../../../format/time.ts";
import { DialogButton } from "../../../parts/dialog.tsx";
import { SendButton } from "../../../parts/sending.tsx";
import { Toggle } from "../../../parts/toggle.tsx";
import { useAnswer, useOperator } from "../../desk/useOperator.ts";
import { ConfirmButton } from "../../parts/confirm.tsx";
import { TextInput } from "../../parts/fields.tsx";
import { Section } from "../../parts/section.tsx";
import { Table } from "../../parts/table.tsx";

const PERMISSIONS = ["read", "futures", "spot"] as const;

/** The API keys of an account: made, changed, taken away. */
export function Keys({ account }: { readonly account: string }) {
  const { data: keys, failure } = useAnswer("GET keys", { account });
  return (
    <Section
      title="API keys"
      failure={failure}
      aside={
        <DialogButton label="New key…" title={`A key for ${account}`}>
          {(close) => <NewKey account={account} onDone={close} />}
        </DialogButton>
      }
    >
      <Table
        name={`API keys of ${account}`}
        isBare
        rows={keys ?? []}
        idOf={({ apiKey }) => apiKey}
        empty="No key."
        columns={[
          { title: "Key", text: ({ apiKey }) => apiKey, cell: ({ apiKey }) => <code>{apiKey}</code> },
          { title: "Label", text: ({ label }) => label },
          { title: "May", text: ({ permissions }) => permissions.join(", ") },
          { title: "From", text: ({ addresses }) => addresses.join(", ") || "anywhere" },
          { title: "Ends", text: ({ expires }) => (expires === 0 ? "never" : dateTime(expires)) },
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

interface Settings {
  readonly label: string;
  readonly permissions: readonly string[];
  readonly addresses: string;
}

function SettingsFields({
  settings,
  onChange,
}: {
  readonly settings: Settings;
  readonly onChange: (settings: Settings) => void;
}) {
  const { label, permissions, addresses } = settings;
  return (
    <>
      <TextInput label="Label" value={label} onChange={(next) => onChange({ ...settings, label: next })} />
      <fieldset className="op-group" aria-label="Permissions">
        {PERMISSIONS.map((each) => (
          <Toggle
            key={each}
            isSelected={permissions.includes(each)}
            onChange={(isOn) =>
              onChange({
                ...settings,
                permissions: isOn ? [...permissions, each] : permissions.filter((other) => other !== each),
              })
            }
          >
            {each}
          </Toggle>
        ))}
      </fieldset>
      <TextInput
        label="Addresses that may use it"
        value={addresses}
        onChange={(next) => onChange({ ...settings, addresses: next })}
        note="Addresses or CIDR blocks, parted by commas; empty: all."
      />
    </>
  );
}

const sent = ({ label, permissions, addresses }: Settings) => ({
  label,
  permissions,
  addresses: addresses
    .split(",")
    .map((each) => each.trim())
    .filter(Boolean),
});

function NewKey({ account, onDone }: { readonly account: string; readonly onDone: () => void }) {
  const desk = useOperator();
  const [settings, setSettings] = useState<Settings>({
    label: "",
    permissions: ["read", "futures"],
    addresses: "",
  });
  const [made, setMade] = useState<answers.NewKey>();
  if (made !== undefined) return <Shown made={made} onDone={onDone} />;
  return (
    <div className="op-form">
      <SettingsFields settings={settings} onChange={setSettings} />
      <SendButton
        label="Make the key"
        send={() =>
          desk.act(`A key for ${account} is made`, async () => {
            setMade(await desk.control.call("POST keys/create", { account, ...sent(settings) }));
          })
        }
        onSent={() => undefined}
      />
    </div>
  );
}

/** The three strings, this once. */
function Shown({ made, onDone }: { readonly made: answers.NewKey; readonly onDone: () => void }) {
  return (
    <div className="op-form">
      <p className="warn">Copy them now: secret and passphrase are never shown again.</p>
      <dl className="op-strings">
        {(["apiKey", "secret", "passphrase"] as const).map((name) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <code>{made[name]}</code>
            </dd>
          </div>
        ))}
      </dl>
      <Button className="button primary" onPress={onDone}>
        Done
      </Button>
    </div>
  );
}

function ChangeKey({ of, onDone }: { readonly of: answers.KeyView; readonly onDone: () => void }) {
  const desk = useOperator();
  const [settings, setSettings] = useState<Settings>({
    label: of.label,
    permissions: of.permissions,
    addresses: of.addresses.join(", "),
  });
  return (
    <div className="op-form">
      <SettingsFields settings={settings} onChange={setSettings} />
      <SendButton
        label="Change the key"
        send={() =>
          desk.act("The key is changed", () =>
            desk.control.call("POST keys/change", { apiKey: of.apiKey, ...sent(settings) }),
          )
        }
        onSent={onDone}
      />
    </div>
  );
}
