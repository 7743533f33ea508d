import { useState } from "react";
import { sentenceOf } from "../format/failure.ts";
import { TextInput } from "../operator/parts/fields.tsx";
import { Toggle } from "../parts/choice.tsx";
import { SendButton } from "../parts/sending.tsx";
import { useStore } from "../state/useStore.ts";
import type { OwnAccount, Strings } from "./ownAccount.ts";

const MINUTE_MS = 60_000;

/** What another key may do, from where, and from when. */
export function NewKeyForm({
  own,
  onMade,
}: {
  readonly own: OwnAccount;
  readonly onMade: (strings: Strings, label: string) => void;
}) {
  const { permissions: allowed, keysMax, delayMs } = useStore(own.keys);
  const [label, setLabel] = useState("");
  const [permissions, setPermissions] = useState(allowed as readonly string[]);
  const [addresses, setAddresses] = useState("");
  const [delay, setDelay] = useState("");
  const make = async (): Promise<string | undefined> => {
    const minutes = delay.trim() === "" ? 0 : Number(delay);
    if (!Number.isInteger(minutes)) return `Minutes are a whole number, got '${delay}'.`;
    try {
      const listed = addresses.split(",").map((each) => each.trim());
      const asked = { label: label.trim(), permissions, addresses: listed.filter(Boolean) };
      onMade(await own.create({ ...asked, delayMinutes: minutes }), asked.label);
      return undefined;
    } catch (error) {
      return sentenceOf(error);
    }
  };
  const least = delayMs === 0 ? "" : `; at least ${delayMs / MINUTE_MS}, says the venue`;
  return (
    <div className="join-form">
      <TextInput label="Label" value={label} onChange={setLabel} />
      <fieldset className="join-group">
        <legend className="field-label">It may</legend>
        {allowed.map((each) => (
          <Toggle
            key={each}
            isSelected={permissions.includes(each)}
            onChange={(isOn) =>
              setPermissions(isOn ? [...permissions, each] : permissions.filter((other) => other !== each))
            }
          >
            {each}
          </Toggle>
        ))}
      </fieldset>
      <TextInput
        label="Addresses that may use it"
        value={addresses}
        onChange={setAddresses}
        note="Addresses or CIDR blocks, parted by commas; empty: all."
      />
      <TextInput
        label="Minutes until it is valid"
        value={delay}
        onChange={setDelay}
        note={`Of market time; empty: at once${least}.`}
      />
      <SendButton
        label="Make the key"
        about={JSON.stringify([label, permissions, addresses, delay])}
        send={make}
        onSent={() => undefined}
      />
      <p className="note">At most {keysMax} keys at a time.</p>
    </div>
  );
}
