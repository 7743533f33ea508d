import { useState } from "react";
import { Button } from "react-aria-components";
import { sentenceOf } from "../format/failure.ts";
import { saveText } from "../parts/list/csv.ts";
import { SendButton } from "../parts/sending.tsx";
import type { Strings } from "./ownAccount.ts";

const NAMES = ["apiKey", "secret", "passphrase"] as const;

/** The three strings of a key, which are shown once: to be copied, or kept as a file. */
export function KeyShown({
  strings,
  account,
  label,
  done,
  onDone,
}: {
  readonly strings: Strings;
  readonly account: string;
  readonly label: string;
  /** What the button says that leads on. */
  readonly done: string;
  readonly onDone: () => void | Promise<void>;
}) {
  const [isCopied, setCopied] = useState(false);
  const text = JSON.stringify({ account, baseUrl: location.origin, ...strings }, null, 2);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
  };
  return (
    <section className="join-form" aria-label="The key">
      <p className="warn" role="status">
        Copy it now: secret and passphrase are never shown again.
      </p>
      <dl className="join-strings">
        {NAMES.map((name) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <code>{strings[name]}</code>
            </dd>
          </div>
        ))}
      </dl>
      <div className="join-row">
        <Button className="button" onPress={() => void copy()}>
          {isCopied ? "Copied" : "Copy"}
        </Button>
        <Button
          className="button"
          onPress={() => saveText(`${account}-${label || "key"}.json`, `${text}\n`, "application/json")}
        >
          Save as a file
        </Button>
      </div>
      <SendButton
        label={done}
        send={async () => {
          try {
            await onDone();
            return undefined;
          } catch (error) {
            return sentenceOf(error);
          }
        }}
        onSent={() => undefined}
      />
    </section>
  );
}
