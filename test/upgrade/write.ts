import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SEMANTICS_VERSION } from "../../src/core/index.ts";
import { startVenue } from "../../src/venue/index.ts";
import { Client } from "../venue/client.ts";
import { accounts } from "./accounts.ts";
import { fixturePath, pack } from "./fixture.ts";

/*
 * Writes the fixture of the rules that this program has, once, before they change:
 *
 *   node test/upgrade/write.ts
 */
const path = fixturePath(SEMANTICS_VERSION);
if (existsSync(path)) throw new Error(`${path} exists: what an old program wrote is never written again`);
const data = mkdtempSync(join(tmpdir(), "outcry-fixture-"));
const crash = mkdtempSync(join(tmpdir(), "outcry-fixture-"));
const venue = await startVenue({ data, prices: { btc: 60_000, eth: 3_000 }, accounts });
const [alice, bob] = venue.accounts.map((key) => new Client(venue.baseUrl, key));
const btc = { symbol: "cmt_btcusdt", order_type: "0", match_price: "0", size: "0.01" };
const eth = { symbol: "cmt_ethusdt" };

async function sent(client: Client | undefined, path: string, body: object): Promise<void> {
  const { status, text } = await client!.post(path, body);
  if (status !== 200) throw new Error(text);
}

await sent(alice, "account/position/changeHoldModel", {
  symbol: "cmt_ethusdt",
  marginMode: 3,
  separatedMode: 1,
});
await sent(alice, "order/placeOrder", { ...btc, client_oid: "long", type: "1", price: "60000" });
await sent(bob, "order/placeOrder", { ...btc, client_oid: "short", type: "2", price: "60000" });
await sent(alice, "order/placeOrder", { ...btc, client_oid: "rests", type: "1", price: "59000" });
await sent(alice, "order/placeOrder", {
  ...btc,
  ...eth,
  marginMode: 3,
  client_oid: "isolated",
  type: "1",
  price: "3000",
});
await sent(bob, "order/placeOrder", { ...btc, ...eth, client_oid: "other-side", type: "2", price: "3000" });
await sent(alice, "order/plan_order", {
  ...btc,
  client_oid: "plan",
  type: "1",
  match_type: "0",
  execute_price: "61000",
  trigger_price: "61000",
});
await venue.step(120_000);
await venue.settle();
cpSync(join(data, "journal"), join(crash, "journal"), { recursive: true });
cpSync(join(data, "master.key"), join(crash, "master.key"));
await venue.stop();
cpSync(join(data, "history.db"), join(crash, "history.db"));
const fixture = { semanticsVersion: SEMANTICS_VERSION, clean: pack(data), crashed: pack(crash) };
writeFileSync(path, `${JSON.stringify(fixture, null, 1)}\n`);
for (const each of [data, crash]) rmSync(each, { recursive: true });
