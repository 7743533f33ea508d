import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Venue } from "../../src/assembly/venue/index.ts";
import { startVenue } from "../../src/assembly/venue/index.ts";
import { EXTERNAL_ACCOUNT, FIRST_USER_ACCOUNT, MOVE_FEE_REFUND } from "../../src/kernel/core/index.ts";
import type { Client } from "../venue/client.ts";
import { look } from "../venue/client.ts";
import { control } from "../venue/control.ts";
import { holder, MASTER_KEY } from "./key-holders.ts";

/**
 * What each wire profile sends where they differ, and where a strict client would notice. One table a
 * profile; each is checked on a venue of that profile and through a key of that profile on a venue of
 * another.
 */

const ALICE = FIRST_USER_ACCOUNT;
const BTC = "cmt_btcusdt";
const order = { symbol: BTC, size: "0.1", type: "1", order_type: "0", match_price: "0", price: "60000" };

interface Table {
  readonly accountTime: "string" | "number";
  readonly isolatedPositionId: "string" | "number";
  readonly billId: "string" | "number";
  readonly billTimes: "string" | "number";
  /** Status and type of an untriggered plan order that closes a long. */
  readonly plan: readonly [string, string];
  /** Of the fill of a taker that opened a long. */
  readonly direction: string;
  /** Fields of a take-profit that was refused. */
  readonly tpSl: readonly string[];
  readonly historyStatuses: readonly string[];
  readonly refund: string;
  /** HTTP status of an order off the grid, by V2 and by V3. */
  readonly refused: readonly [number, number];
}

const seed: Table = {
  accountTime: "string",
  isolatedPositionId: "string",
  billId: "string",
  billTimes: "string",
  plan: ["0", "3"],
  direction: "OPEN_LONG",
  tpSl: ["success", "orderId", "errorMessage"],
  historyStatuses: ["filled"],
  refund: "REFUND_TOKEN_DISCOUNT_FEE",
  refused: [400, 400],
};
const numbers = {
  accountTime: "number",
  isolatedPositionId: "number",
  billId: "number",
  billTimes: "number",
} as const;

const profiles: readonly (readonly [string, Table, newestFirst: boolean])[] = [
  ["seed", seed, false],
  [
    "observed",
    {
      ...seed,
      ...numbers,
      plan: ["UNTRIGGERED", "CLOSE_LONG"],
      direction: "TAKER",
      tpSl: ["success", "orderId"],
      refused: [400, 500],
    },
    true,
  ],
  ["strict-sdk", { ...seed, ...numbers, tpSl: ["success", "orderId"] }, false],
  [
    "seed,history=all,errorMessage=hidden,token=ABC,marketRefusals=500",
    {
      ...seed,
      tpSl: ["success", "orderId"],
      historyStatuses: ["untriggered", "filled"],
      refund: "REFUND_ABC_DISCOUNT_FEE",
      refused: [400, 500],
    },
    false,
  ],
];

/** What every profile sends alike: a strict client rejects any other JSON type. */
async function checkCommon(client: Client): Promise<void> {
  const [position] = (await client.get("account/position/allPosition")).body;
  for (const field of ["size", "leverage", "open_value", "unrealizePnl", "liquidatePrice", "marginSize"]) {
    expect(position[field], field).toBeTypeOf("string");
  }
  for (const field of ["id", "account_id", "coin_id", "contract_id", "created_time", "updated_time"]) {
    expect(position[field], field).toBeTypeOf("number");
  }
  const [fill] = (await client.get("order/fills")).body.list;
  for (const field of ["tradeId", "orderId", "createdTime"]) expect(fill[field], field).toBeTypeOf("number");
  const [ended] = (await client.get("order/history")).body;
  for (const field of ["order_id", "createTime", "price", "price_avg"]) {
    expect(ended[field], field).toBeTypeOf("string");
  }
}

async function tableOf(client: Client): Promise<Table> {
  const { account, collateral } = (await client.get("account/getAccounts")).body;
  const { items } = (await client.post("account/bills", { limit: 100 })).body;
  const refund = items.find(({ transferReason }: { transferReason: string }) =>
    transferReason.startsWith("REFUND"),
  );
  const [waiting] = (await client.get("order/currentPlan")).body;
  const [fill] = (await client.get("order/fills")).body.list;
  const refused = await client.post("order/placeTpSlOrder", {
    symbol: BTC,
    planType: "profit_plan",
    triggerPrice: "100",
    size: "0.1",
    positionSide: "long",
  });
  const times = [account.createdTime, account.updatedTime, collateral[0].created_time];
  expect(new Set(times.map((time) => typeof time)).size).toBe(1);
  expect(items[0].cTime).toEqual(items[0].ctime);
  const history = (await client.get("order/history")).body;
  const byV2 = await client.post("order/placeOrder", { ...order, size: "0.10001" });
  const byV3 = await client.post("/capi/v3/order", {
    ...{ symbol: "BTCUSDT", side: "BUY", positionSide: "LONG", type: "MARKET" },
    ...{ quantity: "0.10001", newClientOrderId: "off-the-grid" },
  });
  expect(byV3.body.code).toBe(-1054);
  return {
    accountTime: typeof account.createdTime as "string",
    isolatedPositionId: typeof collateral[0].isolatedPositionId as "string",
    billId: typeof items[0].billId as "string",
    billTimes: typeof items[0].ctime as "string",
    plan: [waiting.status, waiting.type],
    direction: fill.direction,
    tpSl: Object.keys(refused.body[0]),
    historyStatuses: history.map(({ status }: { status: string }) => status),
    refund: refund.transferReason,
    refused: [byV2.status, byV3.status],
  };
}

async function openStage(wire: string): Promise<Venue> {
  const venue = await startVenue({ prices: { btc: 60_000 }, masterKey: MASTER_KEY, wire, prehistory: 10 });
  const bob = await holder(venue, "bobs", ALICE + 1);
  const alice = await holder(venue, "alices", ALICE);
  await bob.post("order/placeOrder", { ...order, type: "2" });
  await alice.post("order/placeOrder", order);
  const plan = { symbol: BTC, size: "0.1", type: "3", match_type: "1", trigger_price: "61000" };
  expect((await alice.post("order/plan_order", plan)).status).toBe(200);
  const { rejection } = await venue.engine.submit({
    type: "moveMoney",
    movement: MOVE_FEE_REFUND,
    from: EXTERNAL_ACCOUNT,
    to: ALICE,
    amount: 100_000_000n,
  });
  expect(rejection).toBeUndefined();
  return venue;
}

describe.each(profiles)("%s", (name, table, newestFirst) => {
  let own: Venue;
  let other: Venue;
  beforeAll(async () => {
    own = await openStage(name);
    other = await openStage(name === "observed" ? "seed" : "observed");
  });
  afterAll(async () => {
    await own.stop();
    await other.stop();
  });

  test("as the venue's profile", async () => {
    const client = await holder(own, "plain", ALICE);
    expect(await tableOf(client)).toEqual(table);
    await checkCommon(client);
  });

  test("as a key's profile, whatever the venue's", async () => {
    const client = await holder(other, "special", ALICE, { wireProfile: name });
    expect(await tableOf(client)).toEqual(table);
    await checkCommon(client);
  });

  test("a key of the other profile is not touched by the venue's", async () => {
    const client = await holder(own, "seedling", ALICE, { wireProfile: "seed" });
    expect(await tableOf(client)).toEqual(seed);
  });

  test("candles, which anybody may read, follow the venue", async () => {
    const rows = (await look(own.baseUrl, `candles?symbol=${BTC}&granularity=1m`)).body;
    const times = rows.map(([time]: [string]) => Number(time));
    const ascending = times.toSorted((a: number, b: number) => a - b);
    expect(times.length).toBeGreaterThan(5);
    expect(times).toEqual(newestFirst ? ascending.toReversed() : ascending);
  });
});

test("a profile that does not exist is refused, for the venue and for a key", async () => {
  await expect(startVenue({ wire: "sead" })).rejects.toThrow(
    /options.wire must be one of seed, observed, strict-sdk/,
  );
  const venue = await startVenue();
  const refused = await control(venue, "keys/create", { account: "demo-1", wire: "seed,history=some" });
  expect([refused.status, refused.body.code]).toEqual([400, "40020"]);
  const { body } = await control(venue, "keys/create", { account: "demo-1", wire: "seed,history=all" });
  expect(body.apiKey).toMatch(/^ok_/);
  await venue.stop();
});
