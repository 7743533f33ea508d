import type { EnginePort } from "../../kernel/engine/index.ts";
import type { CredentialsFile } from "./credentials.ts";
import { isGenerated } from "./credentials.ts";
import { SetUpError } from "./firstStart.ts";
import type { AccountSpec } from "./options.ts";

/** Whether a host to listen on can be reached from this machine only. */
export function isLoopbackHost(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127\.\d+\.\d+\.\d+$/.test(host);
}

/**
 * Refuses generated credentials, new ones or an earlier start's, for a venue that other machines can reach:
 * somebody must have chosen who may enter.
 *
 * @param known the credentials file of an earlier start
 * @throws SetUpError naming the account or key, and what to do
 */
export async function refuseGenerated(
  engine: EnginePort,
  { host, accounts }: { readonly host: string; readonly accounts: readonly AccountSpec[] },
  known: CredentialsFile | undefined,
): Promise<void> {
  for (const { name, apiKey, secret, passphrase } of accounts) {
    if (apiKey !== undefined && secret !== undefined && passphrase !== undefined) continue;
    throw new SetUpError(
      `listening on ${host} opens the venue to other machines, and account ${name} would get generated credentials. ` +
        "Give the three strings of every account (--accounts FILE, or OUTCRY_DEMO_KEY, OUTCRY_DEMO_SECRET, " +
        "OUTCRY_DEMO_PASSPHRASE and the same with _2 and _3), or listen on 127.0.0.1.",
    );
  }
  const generated = (known?.accounts ?? []).filter(isGenerated).map(({ apiKey }) => apiKey);
  const given = new Set(accounts.map(({ apiKey }) => apiKey));
  const live = (await engine.query({ type: "keys" })).find(
    ({ key, disabled }) => !disabled && !given.has(key) && generated.includes(key),
  );
  if (live === undefined) return;
  throw new SetUpError(
    `listening on ${host} opens the venue to other machines, and the generated API key ${live.key} of an earlier start is ` +
      `still valid. Start on 127.0.0.1, run "outcry key disable ${live.key}", and start again; or use a fresh data directory.`,
  );
}
