import { cpSync, existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryDirectory } from "../host/temporaryDirectory.ts";
import { Client } from "../venue/client.ts";
import { LIMIT } from "../venue/limitOrder.ts";
import { venueOfTest } from "../venue/venueOfTest.ts";
import { outcry } from "./inProcess.ts";

/** A venue as text, and a new venue of the text. */

async function venueOn(data: string) {
  const venue = await venueOfTest({ data, prices: { btc: 60_000 } });
  const clients = venue.accounts.map((key) => new Client(venue.baseUrl, key));
  const place = (who: number, type: string, price: string) =>
    clients[who]!.post("order/placeOrder", { ...LIMIT, client_oid: `${type}-${price}`, type, price });
  return { venue, clients, place };
}

test("dump of a running venue and of a stopped one; load; the new venue goes on", async () => {
  const data = temporaryDirectory();
  const { venue, place } = await venueOn(data);
  for (const [who, type, price] of [
    [0, "1", "60000"],
    [1, "2", "60000"],
    [0, "1", "59500"],
  ] as const)
    expect((await place(who, type, price)).status).toBe(200);
  await venue.settle();
  const running = await outcry("dump --data", data);
  expect(running.code, running.stderr).toBe(0);
  expect(running.stdout).not.toContain(venue.accounts[0]!.secret);
  await venue.stop();
  const file = join(temporaryDirectory(), "venue.ndjson");
  expect((await outcry("dump", file, "--data", data)).code).toBe(0);
  expect(readFileSync(file, "utf8")).toBe(running.stdout);
  expect(statSync(file).mode & 0o777).toBe(0o600);

  const target = join(temporaryDirectory(), "moved");
  const loaded = await outcry("load", file, "--data", target, "--json");
  expect(loaded.code, loaded.stderr).toBe(0);
  expect(loaded.json()).toMatchObject({ orders: 1, positions: 2, keys: venue.accounts.length });
  expect((await outcry("dump --data", target)).stdout).toBe(running.stdout);
  expect(existsSync(join(target, "master.key"))).toBe(false);
  cpSync(join(data, "master.key"), join(target, "master.key"));
  cpSync(join(data, "demo-credentials.json"), join(target, "demo-credentials.json"));

  const again = await venueOn(target);
  again.venue.engine.audit();
  const [alice] = again.clients;
  expect((await alice!.get("order/current?symbol=cmt_btcusdt")).body).toMatchObject([
    { client_oid: "1-59500" },
  ]);
  expect((await again.place(1, "2", "59500")).status).toBe(200);
  await again.venue.settle();
  expect((await alice!.get("order/fills?symbol=cmt_btcusdt")).body.list).toHaveLength(1);
  const { code, stderr } = await outcry("history rebuild", target);
  expect([code, stderr]).toEqual([5, expect.stringContaining("in use")]);
  await again.venue.stop();
  expect((await outcry("history rebuild", target)).code).toBe(0);
});

test("a load is refused where a market is, and of what is no dump; nothing is made", async () => {
  const data = temporaryDirectory();
  const { venue } = await venueOn(data);
  await venue.stop();
  const file = join(temporaryDirectory(), "venue.ndjson");
  await outcry("dump", file, "--data", data);
  const taken = await outcry("load", file, "--data", data);
  expect([taken.code, taken.stderr]).toEqual([5, expect.stringContaining("holds a market already")]);
  const target = join(temporaryDirectory(), "new");
  writeFileSync(file, readFileSync(file, "utf8").replace('"table":"balances"', '"table":"blances"'));
  const wrong = await outcry("load", file, "--data", target);
  expect([wrong.code, wrong.stderr]).toEqual([
    2,
    expect.stringMatching(/venue\.ndjson cannot be loaded: line \d+: blances\.coin/),
  ]);
  expect(existsSync(target)).toBe(false);
  const none = await outcry("dump --data", target);
  expect([none.code, none.stderr]).toEqual([5, expect.stringContaining("there is no venue in")]);
});
