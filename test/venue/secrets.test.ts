import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startVenue } from "../../src/venue/index.ts";
import { Client } from "./client.ts";

/**
 * Canaries in every place where a secret goes in: none may come out again, in a log, the journal, a snapshot, history, an
 * error or an answer. The one place for them is the credentials file of the owner, readable by nobody else.
 */

const SECRET = "CANARYsecretCANARYsecretCANARY48CANARYsecretCANARY";
const PASSPHRASE = "CANARYpassphraseCANARY";
const ADMIN = "CANARYadminTokenCANARY";
const CANARY = /CANARY/;
const CREDENTIALS_FILE = "demo-credentials.json";

test("secrets stay inside", async () => {
  const data = mkdtempSync(join(tmpdir(), "outcry-secrets-"));
  onTestFinished(() => rmSync(data, { recursive: true, maxRetries: 5 }));
  const logged: string[] = [];
  const note = (...said: unknown[]) => void logged.push(said.map(spelled).join(" "));
  const answered: string[] = [];
  const key = { apiKey: "key-1", secret: SECRET, passphrase: PASSPHRASE };

  const run = async (): Promise<void> => {
    const venue = await startVenue({
      data,
      accounts: [{ name: "one", ...key }],
      adminToken: ADMIN,
      log: { info: note, warn: note, error: note },
    });
    try {
      const right = new Client(venue.baseUrl, key);
      const wrongSecret = new Client(venue.baseUrl, { ...key, secret: `${SECRET}x` });
      const wrongPassphrase = new Client(venue.baseUrl, { ...key, passphrase: `${PASSPHRASE}x` });
      // People put their secret where the key belongs.
      const swapped = new Client(venue.baseUrl, { ...key, apiKey: SECRET });
      for (const client of [right, wrongSecret, wrongPassphrase, swapped]) {
        answered.push((await client.get("account/assets")).text);
        answered.push((await client.get("order/detail?orderId=5")).text);
        answered.push((await client.post("order/placeOrder", { symbol: "cmt_btcusdt", size: "1" })).text);
        answered.push((await client.post("account/bills", "{broken")).text);
      }
      answered.push((await right.get("account/getAccounts")).text);
      answered.push(spelled(venue.gateway.signatureFailures()));
      answered.push(spelled(await venue.engine.query({ type: "keys" })));
      answered.push(spelled(await venue.engine.query({ type: "accounts" })));
    } finally {
      await venue.stop();
    }
  };
  await run();
  await run(); // and again, from a snapshot

  expect(answered.filter((text) => text.includes("40009"))).not.toEqual([]);
  expect(answered.filter((text) => CANARY.test(text))).toEqual([]);
  expect(logged.filter((text) => CANARY.test(text))).toEqual([]);
  const files = filesOf(data);
  expect(files.length).toBeGreaterThan(4);
  expect(
    files.filter((path) => CANARY.test(readFileSync(path, "latin1"))).map((path) => relative(data, path)),
  ).toEqual([CREDENTIALS_FILE]);
  for (const name of [CREDENTIALS_FILE, "master.key"])
    expect(statSync(join(data, name)).mode & 0o777).toBe(0o600);
});

function spelled(value: unknown): string {
  if (value instanceof Error) return `${value.stack}`;
  return JSON.stringify(value, (_, each) =>
    typeof each === "bigint" ? String(each) : each instanceof Error ? `${each.stack}` : each,
  );
}

function filesOf(directory: string): string[] {
  return readdirSync(directory, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
