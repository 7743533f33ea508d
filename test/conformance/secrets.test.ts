import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startVenue } from "../../src/assembly/venue/index.ts";
import { temporaryDirectory } from "../host/temporaryDirectory.ts";
import { Client, send } from "../venue/client.ts";
import { control } from "../venue/control.ts";

/** Secrets planted in a key, in headers and in bodies turn up in no log, file, answer or metric. */

const SECRET = "canarySecret7f3a91";
const PASSPHRASE = "canaryPass7f3a91";
const BODY = "canary-in-a-body-7f3a91";
const QUERY = "canary-in-a-query-7f3a91";
const CANARIES = [SECRET, PASSPHRASE, BODY, QUERY];

test("no canary is heard", async () => {
  const data = temporaryDirectory();
  const heard: string[] = [];
  const listen = (fields: object, message: string) =>
    void heard.push(
      message,
      JSON.stringify(fields, (_, value) => (value instanceof Error ? (value.stack ?? "") : value)),
    );
  const venue = await startVenue({
    data,
    requests: "all",
    accounts: [{ name: "alice", apiKey: "canaryKey", secret: SECRET, passphrase: PASSPHRASE }],
    log: { info: listen, warn: listen, error: listen },
  });
  const alice = new Client(venue.baseUrl, venue.accounts[0]!);
  const order = { symbol: "cmt_btcusdt", size: "0.01", type: "1", order_type: "0", match_price: "1" };
  const answers: string[] = [];
  const ask = async (request: ReturnType<Client["sign"]>) => answers.push((await send(request)).text);
  const post = (body: object) => alice.sign("POST", "order/placeOrder", JSON.stringify(body));

  await ask(post({ ...order, note: BODY }));
  await ask(post({ note: BODY }));
  await ask({ ...post(order), body: JSON.stringify({ ...order, note: BODY }) });
  await ask({ ...post(order), body: `{"note":"${BODY}"` });
  const wrong = post({ ...order, note: BODY });
  // The strings in the wrong places, as people paste them.
  for (const headers of [
    { "ACCESS-KEY": SECRET },
    { "ACCESS-SIGN": SECRET },
    { "ACCESS-PASSPHRASE": SECRET },
    { "ACCESS-TIMESTAMP": SECRET },
    { "ACCESS-KEY": PASSPHRASE },
    { "Content-Type": BODY },
  ]) {
    await ask({ ...wrong, headers: { ...wrong.headers, ...headers } });
  }
  await ask(alice.sign("GET", `account/assets?secret=${SECRET}`));
  for (const query of [`secret=${QUERY}`, QUERY, `symbol=cmt_btcusdt&x=${QUERY}=${QUERY}`]) {
    const asked = alice.sign("GET", `account/assets?${query}`);
    await ask(asked);
    await ask({
      ...asked,
      headers: { ...asked.headers, "ACCESS-SIGN": Buffer.alloc(32).toString("base64") },
    });
    for (const path of ["/capi/v2/market/time", "/capi/v2/none", "/v2/ws/public", "/control/none", "/%zz"]) {
      await ask({ ...alice.sign("GET", `${path}?${query}`), headers: {} });
    }
  }
  await control(venue, "keys/import", {
    account: "alice",
    apiKey: "second",
    secret: `${SECRET}2`,
    passphrase: `${PASSPHRASE}2`,
  });
  answers.push(await (await fetch(`${venue.controlUrl}/metrics`)).text());
  answers.push(JSON.stringify((await control(venue, "keys")).body));
  expect(venue.gateway.requestLog.read({ limit: 100 }).entries.length).toBeGreaterThan(8);
  answers.push(JSON.stringify(venue.gateway.requestLog.read({ limit: 100 })));
  await venue.settle();
  await venue.stop();

  for (const canary of CANARIES) {
    expect(answers.join("\n")).not.toContain(canary);
    expect(heard.join("\n")).not.toContain(canary);
  }
  const names = (await readdir(data, { recursive: true, withFileTypes: true })).filter((each) =>
    each.isFile(),
  );
  expect(names.length).toBeGreaterThan(4);
  expect(names.map(({ parentPath }) => parentPath)).toContain(join(data, "requests"));
  for (const { parentPath, name } of names) {
    // The one place where an owner finds the three strings, readable by its owner alone.
    if (name === "demo-credentials.json") continue;
    const bytes = await readFile(join(parentPath, name));
    for (const canary of CANARIES) expect(bytes.includes(canary), `${name}: ${canary}`).toBe(false);
  }
});
