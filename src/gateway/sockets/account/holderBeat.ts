import type { TimeMs } from "../../../core/index.ts";
import { keySettingsAt } from "../../../core/index.ts";
import type { ApiKey } from "../../auth/keys.ts";
import { settingsAt } from "../../auth/keys.ts";
import type { Services } from "../../serve.ts";
import type { Connection } from "../connection.ts";
import { CLOSE_POLICY } from "../connection.ts";

/** What a private connection looks at from time to time: it ends with its key, and when what the key may do has changed. */
export function holderBeat(
  { authenticator: { keys }, now }: Services,
  connection: Connection,
  holder: ApiKey,
): () => void {
  const begun = termsOf(holder, now());
  return () => {
    const key = keys.find(holder.key);
    if (key === undefined) return;
    const { expires } = settingsAt(key, now());
    if (termsOf(key, now()) !== begun)
      connection.close(CLOSE_POLICY, "the API key was changed: connect again");
    if (expires !== 0 && now() >= expires) connection.close(CLOSE_POLICY, "the API key has expired");
  };
}

/** What a change of a key may have taken away, for comparison. */
function termsOf({ view }: ApiKey, now: TimeMs): string {
  const { permissions, addresses } = keySettingsAt(view, now);
  return `${permissions} ${addresses}`;
}
