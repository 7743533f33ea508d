import type { ApiKey } from "../../auth/keys.ts";
import type { Services } from "../../serve.ts";
import type { Connection } from "../connection.ts";
import { CLOSE_POLICY } from "../connection.ts";

/** What a private connection looks at from time to time: it ends with its key. */
export function holderBeat(
  { authenticator: { keys }, now }: Services,
  connection: Connection,
  holder: ApiKey,
): () => void {
  return () => {
    const { expires = 0 } = keys.find(holder.key) ?? {};
    if (expires !== 0 && now() >= expires) connection.close(CLOSE_POLICY, "the API key has expired");
  };
}
