import { useEffect, useState } from "react";
import { Button } from "react-aria-components";
import type { OwnKeys } from "../../../interface/wire/selfService.ts";
import { sentenceOf } from "../format/failure.ts";
import { dateTime } from "../format/time.ts";
import { RequestTable } from "../panels/connect/requestTable.tsx";
import { TableHead } from "../parts/tableHead.tsx";
import { useStore } from "../state/useStore.ts";
import { KeyShown } from "./keyShown.tsx";
import { NewKeyForm } from "./newKeyForm.tsx";
import type { OwnAccount, Strings } from "./ownAccount.ts";

/** An account's keys and requests, for whoever has its first key. */
export function OwnPage({ own, onLeave }: { readonly own: OwnAccount; readonly onLeave: () => void }) {
  const keys = useStore(own.keys);
  const requests = useStore(own.requests.rows);
  const [made, setMade] = useState<{ readonly strings: Strings; readonly label: string }>();
  useEffect(() => own.follow(), [own]);
  useEffect(() => own.requests.follow(), [own]);
  return (
    <main className="join">
      <header className="join-row">
        <h1>Account {keys.account}</h1>
        <Button className="button" onPress={onLeave}>
          Sign out
        </Button>
      </header>
      <section aria-labelledby="join-keys">
        <h2 id="join-keys">Keys</h2>
        <KeyTable keys={keys} own={own} />
      </section>
      <section aria-labelledby="join-new">
        <h2 id="join-new">New key</h2>
        {made === undefined ? (
          <NewKeyForm own={own} onMade={(strings, label) => setMade({ strings, label })} />
        ) : (
          <KeyShown {...made} account={keys.account} done="Done" onDone={() => setMade(undefined)} />
        )}
      </section>
      <section className="bot-requests" aria-labelledby="join-requests">
        <h2 id="join-requests">Requests of your programs</h2>
        {requests.length === 0 ? (
          <p className="note">
            Waiting for the first: it shows here within two seconds, accepted or refused, and why.
          </p>
        ) : (
          <RequestTable rows={requests} />
        )}
      </section>
    </main>
  );
}

function KeyTable({ keys, own }: { readonly keys: OwnKeys; readonly own: OwnAccount }) {
  const [refusal, setRefusal] = useState<string>();
  const [asked, setAsked] = useState("");
  const revoke = async (apiKey: string) => {
    setAsked("");
    setRefusal(await own.disable(apiKey).then(() => undefined, sentenceOf));
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
    <section className="join-scroll" tabIndex={0} aria-label="Keys, rows">
      <table className="rows">
        <caption className="unseen">Keys</caption>
        <TableHead
          columns={["Label", "Key", "May", "From", "Valid, market time", "Last used", { unseen: "Revoke" }]}
        />
        <tbody>
          {keys.keys.map(
            ({ apiKey, label, permissions, addresses, activeFrom, disabled, isFirst, lastUsed }) => (
              <tr key={apiKey} className={disabled ? "faint" : ""}>
                <td>{label}</td>
                <td>
                  <code>{apiKey}</code>
                </td>
                <td>{permissions.join(", ")}</td>
                <td>{addresses.length === 0 ? "anywhere" : addresses.join(", ")}</td>
                <td>
                  {disabled ? "revoked" : activeFrom === 0 ? "at once" : `from ${dateTime(activeFrom)}`}
                </td>
                <td>{lastUsed === 0 ? "–" : dateTime(lastUsed)}</td>
                <td>
                  {!disabled && !isFirst && (
                    <Button
                      className="button small"
                      aria-label={asked === apiKey ? `Revoke ${label} for good` : `Revoke ${label}`}
                      onPress={() => (asked === apiKey ? void revoke(apiKey) : setAsked(apiKey))}
                    >
                      {asked === apiKey ? "Revoke for good" : "Revoke"}
                    </Button>
                  )}
                </td>
              </tr>
            ),
          )}
        </tbody>
      </table>
      {refusal !== undefined && (
        <p className="danger" role="alert">
          {refusal}
        </p>
      )}
    </section>
  );
}
