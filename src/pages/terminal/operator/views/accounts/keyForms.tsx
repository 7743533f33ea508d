import { useState } from "react";
import { Button } from "react-aria-components";
import type { control as answers, ControlInput } from "../../../../../interface/client/index.ts";
import { dateTime } from "../../../format/time.ts";
import { Toggle } from "../../../parts/choice.tsx";
import { SendButton } from "../../../parts/sending.tsx";
import { useOperator } from "../../desk/useOperator.ts";
import { TextInput } from "../../parts/fields.tsx";
import { TIME_NOTE, timeOf } from "../../parts/typedTime.ts";

const PERMISSIONS = ["read", "futures", "spot", "direct"] as const;
const STRINGS = ["apiKey", "secret", "passphrase"] as const;

/** The settings of a key, as typed. */
interface Typed {
  readonly label: string;
  readonly permissions: readonly string[];
  readonly addresses: string;
  readonly activeFrom: string;
  readonly expires: string;
}

const NEW: Typed = {
  label: "",
  permissions: ["read", "futures"],
  addresses: "",
  activeFrom: "",
  expires: "",
};

/** @throws Error where a time is none */
function settingsOf({ label, permissions, addresses, activeFrom, expires }: Typed) {
  return {
    label,
    permissions,
    addresses: addresses
      .split(",")
      .map((each) => each.trim())
      .filter(Boolean),
    ...(activeFrom.trim() !== "" && { activeFrom: timeOf(activeFrom, "Holds from") }),
    expires: expires.trim() === "" ? 0 : timeOf(expires, "Ends"),
  };
}

/** Makes a key whose three strings the venue generates. */
export function NewKey({ account, onDone }: { readonly account: string; readonly onDone: () => void }) {
  const desk = useOperator();
  const [typed, setTyped] = useState(NEW);
  const [wire, setWire] = useState("");
  const [made, setMade] = useState<answers.NewKey>();
  if (made !== undefined) return <Shown made={made} onDone={onDone} />;
  return (
    <div className="op-form">
      <SettingsFields typed={typed} onChange={setTyped} from="Holds from" />
      <WireField value={wire} onChange={setWire} />
      <SendButton
        label="Make the key"
        send={() =>
          desk.act(`A key for ${account} is made`, async () => {
            const input: ControlInput<"POST keys/create"> = { account, wire, ...settingsOf(typed) };
            setMade(await desk.control.call("POST keys/create", input));
          })
        }
        onSent={() => undefined}
      />
    </div>
  );
}

/** Imports a key of existing strings, so that a bot's configuration need not change. */
export function ImportKey({ account, onDone }: { readonly account: string; readonly onDone: () => void }) {
  const desk = useOperator();
  const [strings, setStrings] = useState({ apiKey: "", secret: "", passphrase: "" });
  const [typed, setTyped] = useState(NEW);
  const [wire, setWire] = useState("");
  return (
    <div className="op-form">
      {STRINGS.map((name) => (
        <TextInput
          key={name}
          label={name}
          value={strings[name]}
          onChange={(text) => setStrings({ ...strings, [name]: text })}
          isSecret={name !== "apiKey"}
        />
      ))}
      <SettingsFields typed={typed} onChange={setTyped} from="Holds from" />
      <WireField value={wire} onChange={setWire} />
      <SendButton
        label="Import the key"
        isDisabled={STRINGS.some((name) => strings[name] === "")}
        send={() =>
          desk.act(`A key for ${account} is imported`, async () => {
            const input: ControlInput<"POST keys/import"> = {
              account,
              wire,
              ...strings,
              ...settingsOf(typed),
            };
            await desk.control.call("POST keys/import", input);
          })
        }
        onSent={onDone}
      />
    </div>
  );
}

/** Another label, other permissions, addresses or times of a key; its strings stay. */
export function ChangeKey({ of, onDone }: { readonly of: answers.KeyView; readonly onDone: () => void }) {
  const desk = useOperator();
  const [typed, setTyped] = useState<Typed>({
    label: of.label,
    permissions: of.permissions,
    addresses: of.addresses.join(", "),
    activeFrom: "",
    expires: of.expires === 0 ? "" : dateTime(of.expires),
  });
  return (
    <div className="op-form">
      <SettingsFields typed={typed} onChange={setTyped} from="Changes at" />
      <SendButton
        label="Change the key"
        send={() =>
          desk.act("The key is changed", async () => {
            await desk.control.call("POST keys/change", { apiKey: of.apiKey, ...settingsOf(typed) });
          })
        }
        onSent={onDone}
      />
    </div>
  );
}

function SettingsFields({
  typed,
  onChange,
  from,
}: {
  readonly typed: Typed;
  readonly onChange: (typed: Typed) => void;
  /** The name of its first time field. */
  readonly from: string;
}) {
  const { permissions } = typed;
  const write = (field: keyof Typed) => (text: string) => onChange({ ...typed, [field]: text });
  return (
    <>
      <TextInput label="Label" value={typed.label} onChange={write("label")} />
      <fieldset className="op-group" aria-label="Permissions">
        {PERMISSIONS.map((each) => (
          <Toggle
            key={each}
            isSelected={permissions.includes(each)}
            onChange={(isOn) =>
              onChange({
                ...typed,
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
        value={typed.addresses}
        onChange={write("addresses")}
        note="Addresses or CIDR blocks, parted by commas; empty: all."
      />
      <TextInput
        label={`${from}, market time`}
        value={typed.activeFrom}
        onChange={write("activeFrom")}
        note={`${TIME_NOTE}; empty: at once.`}
      />
      <TextInput
        label="Ends, market time"
        value={typed.expires}
        onChange={write("expires")}
        note={`${TIME_NOTE}; empty: never.`}
      />
    </>
  );
}

function WireField({
  value,
  onChange,
}: {
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  return (
    <TextInput
      label="Wire profile"
      value={value}
      onChange={onChange}
      note="seed, observed or strict-sdk, with switches such as seed,history=all; empty: the venue's."
    />
  );
}

/** Shows the three strings, which happens only once. */
function Shown({ made, onDone }: { readonly made: answers.NewKey; readonly onDone: () => void }) {
  return (
    <div className="op-form">
      <p className="warn">Copy them now: secret and passphrase are never shown again.</p>
      <dl className="op-strings">
        {STRINGS.map((name) => (
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
