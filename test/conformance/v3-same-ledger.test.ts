import { afterAll, beforeAll, expect, test } from "vitest";
import type { Venue } from "../../src/assembly/venue/index.ts";
import { startVenue } from "../../src/assembly/venue/index.ts";
import { FIRST_USER_ACCOUNT } from "../../src/kernel/core/index.ts";
import type { Client } from "../venue/client.ts";
import { clientsOf, done, keyed } from "./traders.ts";

/**
 * One scenario, once through V2 and once through V3: accounts, positions, orders, fills and bills come out
 * the same.
 */

/**
 * What a trader does, in the words of no version. Prices and sizes are decimals; ids come from the answers.
 */
interface Trader {
  leverage(value: string): Promise<void>;
  isolate(symbol: Symbol): Promise<void>;
  order(order: {
    symbol?: Symbol;
    opens: boolean;
    long: boolean;
    size: string;
    price?: string;
    postOnly?: boolean;
    takeProfit?: string;
    stopLoss?: string;
    id: string;
  }): Promise<string>;
  both(rows: readonly { price: string; size: string; id: string }[]): Promise<void>;
  plan(order: { long: boolean; size: string; trigger: string; price?: string; id: string }): Promise<string>;
  protect(order: { takeProfit: boolean; trigger: string; id: string }): Promise<number>;
  move(order: number, trigger: string): Promise<void>;
  cancel(order: string): Promise<void>;
  cancelPlan(order: string): Promise<void>;
  cancelAll(): Promise<void>;
  addMargin(position: number, amount: string): Promise<void>;
  close(symbol: Symbol): Promise<void>;
}
type Symbol = "btc" | "eth";

function v2Trader(client: Client): Trader {
  const name = (symbol: Symbol = "btc") => `cmt_${symbol}usdt`;
  const typeOf = (opens: boolean, long: boolean) => (opens ? (long ? "1" : "2") : long ? "3" : "4");
  const post = (path: string, body: object) => done(client.post(path, body));
  const order = (given: Parameters<Trader["order"]>[0]) => ({
    symbol: name(given.symbol),
    size: given.size,
    type: typeOf(given.opens, given.long),
    order_type: given.postOnly ? "1" : "0",
    match_price: given.price === undefined ? "1" : "0",
    price: given.price,
    presetTakeProfitPrice: given.takeProfit,
    presetStopLossPrice: given.stopLoss,
    client_oid: given.id,
    marginMode: given.symbol === "eth" ? 3 : 1,
  });
  return {
    leverage: (value) =>
      post("account/leverage", { symbol: name(), marginMode: 1, longLeverage: value, shortLeverage: value }),
    isolate: (symbol) => post("account/position/changeHoldModel", { symbol: name(symbol), marginMode: 3 }),
    order: async (given) => (await post("order/placeOrder", order(given))).order_id,
    both: (rows) =>
      post("order/batchOrders", {
        symbol: name(),
        orderDataList: rows.map((row) => order({ opens: true, long: true, ...row })),
      }),
    plan: async ({ long, size, trigger, price, id }) =>
      (
        await post("order/plan_order", {
          symbol: name(),
          size,
          type: typeOf(true, long),
          match_type: price === undefined ? "1" : "0",
          execute_price: price,
          trigger_price: trigger,
          client_oid: id,
        })
      ).order_id,
    protect: async ({ takeProfit, trigger, id }) =>
      (
        await post("order/placeTpSlOrder", {
          symbol: name(),
          planType: takeProfit ? "profit_plan" : "loss_plan",
          triggerPrice: trigger,
          positionSide: "long",
          clientOrderId: id,
        })
      )[0].orderId,
    move: (orderId, triggerPrice) => post("order/modifyTpSlOrder", { orderId, triggerPrice }),
    cancel: (orderId) => post("order/cancel_order", { orderId }),
    cancelPlan: (orderId) => post("order/cancel_plan", { orderId }),
    cancelAll: () => post("order/cancelAllOrders", { symbol: name() }),
    addMargin: (isolatedPositionId, collateralAmount) =>
      post("account/adjustMargin", { isolatedPositionId, collateralAmount }),
    close: (symbol) => post("order/closePositions", { symbol: name(symbol) }),
  };
}

function v3Trader(client: Client): Trader {
  const name = (symbol: Symbol = "btc") => `${symbol.toUpperCase()}USDT`;
  const sides = (opens: boolean, long: boolean) => ({
    side: opens === long ? "BUY" : "SELL",
    positionSide: long ? "LONG" : "SHORT",
  });
  const post = (path: string, body: object) => done(client.post(`/capi/v3/${path}`, body));
  const remove = (path: string) => done(client.delete(`/capi/v3/${path}`));
  const order = (given: Parameters<Trader["order"]>[0]) => ({
    symbol: name(given.symbol),
    ...sides(given.opens, given.long),
    quantity: given.size,
    ...(given.price === undefined
      ? { type: "MARKET" }
      : { type: "LIMIT", price: given.price, timeInForce: given.postOnly ? "POST_ONLY" : "GTC" }),
    tpTriggerPrice: given.takeProfit,
    slTriggerPrice: given.stopLoss,
    newClientOrderId: given.id,
  });
  return {
    leverage: (crossLeverage) => post("account/leverage", { symbol: name(), crossLeverage }),
    isolate: (symbol) => post("account/marginType", { symbol: name(symbol), marginType: "ISOLATED" }),
    order: async (given) => (await post("order", order(given))).orderId,
    both: (rows) =>
      post("batchOrders", { batchOrders: rows.map((row) => order({ opens: true, long: true, ...row })) }),
    plan: async ({ long, size, trigger, price, id }) =>
      (
        await post("algoOrder", {
          symbol: name(),
          ...sides(true, long),
          type: price === undefined ? "STOP_MARKET" : "STOP",
          quantity: size,
          price,
          triggerPrice: trigger,
          clientAlgoId: id,
        })
      ).orderId,
    protect: async ({ takeProfit, trigger, id }) =>
      (
        await post("placeTpSlOrder", {
          symbol: name(),
          planType: takeProfit ? "TAKE_PROFIT" : "STOP_LOSS",
          triggerPrice: trigger,
          positionSide: "LONG",
          clientAlgoId: id,
        })
      )[0].orderId,
    move: (orderId, triggerPrice) => post("modifyTpSlOrder", { orderId, triggerPrice }),
    cancel: (orderId) => remove(`order?orderId=${orderId}`),
    cancelPlan: (orderId) => remove(`algoOrder?orderId=${orderId}`),
    cancelAll: () => remove(`allOpenOrders?symbol=${name()}`),
    addMargin: (isolatedPositionId, amount) =>
      post("account/positionMargin", { isolatedPositionId, amount, type: 1 }),
    close: (symbol) => post("closePositions", { symbol: name(symbol) }),
  };
}

async function scenario(venue: Venue, alice: Trader, bob: Trader): Promise<void> {
  await alice.leverage("10");
  await bob.order({ opens: true, long: false, size: "0.5", price: "60000", id: "b1" });
  await alice.order({ opens: true, long: true, size: "0.2", price: "60000", id: "a1" });
  await alice.order({
    opens: true,
    long: true,
    size: "0.1",
    id: "a2",
    takeProfit: "66000",
    stopLoss: "50000",
  });
  await alice.both([
    { price: "59000", size: "0.01", id: "a3" },
    { price: "58000", size: "0.02", id: "a4" },
  ]);
  const resting = await alice.order({
    opens: true,
    long: true,
    size: "0.01",
    price: "59900",
    postOnly: true,
    id: "a5",
  });
  await alice.cancel(resting);
  const plan = await alice.plan({ long: true, size: "0.05", trigger: "60100", price: "60200", id: "a6" });
  const gone = await alice.plan({ long: true, size: "0.05", trigger: "61000", id: "a7" });
  await alice.cancelPlan(gone);
  await bob.order({ opens: true, long: false, size: "0.03", price: "60100", id: "b2" });
  await bob.order({ opens: true, long: false, size: "0.2", price: "60150", id: "b3" });
  // Takes what is left at 60 000, and trades at 60 100: the plan order fires.
  await alice.order({ opens: true, long: true, size: "0.21", id: "a8" });
  expect(Number(plan)).toBeGreaterThan(0);
  const stop = await alice.protect({ takeProfit: false, trigger: "50500", id: "a9" });
  await alice.move(stop, "51000");
  await bob.order({ opens: false, long: false, size: "0.1", price: "59800", id: "b4" });
  await alice.order({ opens: false, long: true, size: "0.1", price: "59800", id: "a10" });
  await alice.isolate("eth");
  await bob.isolate("eth");
  await bob.order({ symbol: "eth", opens: true, long: true, size: "1", price: "3000", id: "b5" });
  await alice.order({ symbol: "eth", opens: true, long: false, size: "1", price: "3000", id: "a11" });
  const positions = await venue.engine.query({ type: "positions", account: ALICE, contract: undefined });
  await alice.addMargin(positions.find(({ marginMode }) => marginMode === 3)!.position, "25");
  for (const contract of [0, 1]) await venue.engine.submit({ type: "forceFunding", contract, skip: false });
  await alice.cancelAll();
  await bob.close("btc");
  await alice.close("btc");
}

const ALICE = FIRST_USER_ACCOUNT;

/** Everything that is left of the accounts; what names a signed request is not. */
async function left({ engine, history }: Venue): Promise<object> {
  const read = { limit: 1_000 } as const;
  const both = [ALICE, ALICE + 1].map(async (account) => ({
    account: await engine.query({ type: "account", account }),
    assets: await engine.query({ type: "assets", account }),
    positions: await engine.query({ type: "positions", account, contract: undefined }),
    live: await engine.query({ type: "orders", account, contract: undefined, which: "all" }),
    ended: (await history.orders({ account, family: "all", ...read })).rows,
    fills: (await history.fills({ account, ...read })).rows,
    bills: (await history.bills({ account, ...read })).rows,
  }));
  return Promise.all(both);
}

let venues: readonly Venue[];
beforeAll(async () => {
  const open = () =>
    startVenue({ prices: { btc: 60_000, eth: 3_000 }, seed: 1, accounts: keyed("alice", "bob") });
  venues = [await open(), await open()];
});
afterAll(() => Promise.all(venues.map((venue) => venue.stop())));

test("the same scenario leaves the same ledger", async () => {
  const traders = [v2Trader, v3Trader];
  const outcomes: object[] = [];
  for (const [index, venue] of venues.entries()) {
    const [alice, bob] = clientsOf(venue).map(traders[index]!);
    await scenario(venue, alice!, bob!);
    await venue.settle();
    venue.engine.audit();
    outcomes.push(await left(venue));
  }
  const [alice] = outcomes[0] as { fills: unknown[]; bills: unknown[]; ended: unknown[] }[];
  for (const rows of [alice!.fills, alice!.bills, alice!.ended]) expect(rows.length).toBeGreaterThan(5);
  expect(outcomes[1]).toEqual(outcomes[0]);
});
