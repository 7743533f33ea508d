import { cpSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Venue, VenueOptions } from "../../src/assembly/venue/index.ts";
import { HEDGE, ONE_WAY } from "../../src/kernel/core/index.ts";
import { outcry } from "../cli/inProcess.ts";
import { temporaryDirectory } from "../host/temporaryDirectory.ts";
import { Client } from "./client.ts";
import { operate } from "./control.ts";
import { placeLimit } from "./placeLimit.ts";
import { venueOfTest } from "./venueOfTest.ts";

/**
 * Whatever is made of a market in which an account holds one net position: there it holds one, too, and goes
 * through zero by one order.
 */

const NET = { name: "net", positionMode: "one-way" } as const;

function start(options: VenueOptions): Promise<Venue> {
  return venueOfTest({ prices: { btc: 60_000 }, accounts: [NET, { name: "legs" }], ...options });
}

const clientOf = (venue: Pick<Venue, "baseUrl" | "accounts">) =>
  new Client(venue.baseUrl, venue.accounts[0]!);

/** Net buys 0.01, and rests a reduce-only sale. */
async function holdLong(venue: Venue): Promise<void> {
  await placeLimit(venue, 1, { type: "2" });
  await placeLimit(venue, 0, { type: "buy" });
  await placeLimit(venue, 0, { type: "3", price: "61000" });
}

/** It sells 0.03: what its account is then, and what it was filled with. */
async function flip(venue: Venue) {
  await placeLimit(venue, 1, { type: "1", size: "0.03" });
  const { order_id } = await placeLimit(venue, 0, { type: "sell", size: "0.03" });
  await venue.settle();
  venue.engine.audit();
  const { body: positions } = await clientOf(venue).get("account/position/allPosition");
  const { body: resting } = await clientOf(venue).get("order/current");
  const { list } = (await clientOf(venue).get(`order/fills?orderId=${order_id}`)).body;
  return { positions, resting, fills: list };
}

const flipped = {
  positions: [{ side: "SHORT", size: "0.0200" }],
  resting: [],
  fills: [
    { legacyOrdeDirection: "OPEN_SHORT", fillSize: "0.0200" },
    { legacyOrdeDirection: "CLOSE_LONG", fillSize: "0.0100" },
  ],
};

test("a branch, and then a branch of the branch", async () => {
  const venue = await start({});
  await holdLong(venue);
  const branch = await venue.branch();
  const further = await branch.branch();
  const there = await flip(further);
  expect(there).toMatchObject(flipped);
  expect(await flip(branch)).toEqual(there);
  expect(await flip(venue)).toEqual(there);
});

test("a dump, and what is loaded of it", async () => {
  const [data, target] = [temporaryDirectory(), join(temporaryDirectory(), "moved")];
  const venue = await start({ data });
  await holdLong(venue);
  await venue.settle();
  const file = join(temporaryDirectory(), "venue.ndjson");
  expect((await outcry("dump", file, "--data", data)).code).toBe(0);
  expect((await outcry("load", file, "--data", target)).code).toBe(0);
  for (const each of ["master.key", "demo-credentials.json"]) cpSync(join(data, each), join(target, each));
  const loaded = await start({ data: target });
  const { positions, resting } = await flip(loaded);
  const { fills: _, ...rest } = flipped;
  expect({ positions, resting }).toMatchObject(rest);
});

test("its paper account, which is asked by the same words", async () => {
  const venue = await start({});
  const client = clientOf(venue);
  const order = async (type: string, size: string) => {
    const market = { symbol: "cmt_btcusdt", order_type: "0", match_price: "1", type, size };
    const { status, text } = await client.post("sim/order/placeOrder", market);
    expect(status, text).toBe(200);
  };
  await placeLimit(venue, 1, { type: "1", size: "1", price: "59999" });
  await placeLimit(venue, 1, { type: "2", size: "1", price: "60001" });
  await order("buy", "0.01");
  await order("sell", "0.03");
  expect((await client.get("sim/account/position/allPosition")).body).toMatchObject(flipped.positions);
  const { status, body } = await client.post("account/positionMode", { positionMode: "HEDGE" });
  expect([status, body.msg]).toEqual([
    400,
    expect.stringMatching(/cmt_btcusdt on paper has an open position/),
  ]);
  await client.post("sim/order/closePositions", {});
  expect((await client.post("account/positionMode", { positionMode: "HEDGE" })).status).toBe(200);
  const { account } = (await client.get("sim/account/getAccounts")).body;
  expect(account.modeSetting[0]).toMatchObject({ positionMode: "HEDGE" });
});

test("a contest that it takes part in", async () => {
  const START = Date.UTC(2026, 0, 1);
  const at = (minutes: number): string => new Date(START + minutes * 60_000).toISOString();
  const venue = await start({ clock: START });
  await operate(venue, "accounts/open", { name: "blue" });
  await operate(venue, "accounts/settings", { account: "blue", positionMode: "one-way" });
  const rules = {
    ...{ name: "cup", title: "The cup", start: at(20), end: at(30), contracts: ["cmt_btcusdt"] },
    ...{ balance: "10000", leverageMax: 25, limits: { ordersPerMinute: 30 }, operations: ["orders"] },
    score: { return: 1 },
  };
  await operate(venue, "contests/create", { rules: JSON.stringify(rules), teams: "team\nblue\nred\n" });
  const modeOf = async (name: string) => {
    const { account } = await venue.account(name);
    return (await venue.engine.query({ type: "account", account }))!.positionMode;
  };
  expect([await modeOf("blue"), await modeOf("red")]).toEqual([ONE_WAY, HEDGE]);
});
