import { expect, test } from "vitest";
import type { Venue, VenueOptions } from "../../src/assembly/venue/index.ts";
import { temporaryDirectory } from "../host/temporaryDirectory.ts";
import { Client, type Reply } from "./client.ts";
import { RequestSocket } from "./requestSocket.ts";
import { venueOfTest } from "./venueOfTest.ts";

/*
 * Signed operations of the fapi dialect: orders, account and settings, in one-way and in hedge mode, beside
 * what V3 shows of the same account.
 */

const BTC = { symbol: "BTCUSDT" };

async function started(options: VenueOptions = {}): Promise<{ venue: Venue; alice: Client; bob: Client }> {
  const venue = await venueOfTest({
    prices: { btc: 60_000 },
    accounts: [
      { name: "alice", positionMode: "one-way" },
      { name: "bob", positionMode: "hedge" },
    ],
    ...options,
  });
  const [alice, bob] = venue.accounts.map((key) => new Client(venue.baseUrl, key));
  return { venue, alice: alice!, bob: bob! };
}

type Fields = Readonly<Record<string, string | number | boolean>>;

const query = (fields: Fields): string =>
  new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)])).toString();
const at = (path: string, fields: Fields = {}): string => `/fapi/${path}?${query(fields)}`;

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
async function done(reply: Promise<Reply>): Promise<any> {
  const { status, body } = await reply;
  expect(body.code, JSON.stringify(body)).toBeUndefined();
  expect(status).toBe(200);
  return body;
}

async function refused(reply: Promise<Reply>): Promise<{ code: number; msg: string }> {
  const { status, body } = await reply;
  expect(status).toBe(400);
  expect(Object.keys(body)).toEqual(["code", "msg"]);
  return body;
}

async function refusedWith(code: number, reply: Promise<Reply>, msg = expect.any(String)): Promise<void> {
  expect(await refused(reply)).toEqual({ code, msg });
}

const limit = (side: "BUY" | "SELL", price: number, quantity: number, more: Fields = {}): Fields => ({
  ...BTC,
  ...{ side, type: "LIMIT", timeInForce: "GTC", price, quantity, newOrderRespType: "RESULT" },
  ...more,
});
const LONG = { positionSide: "LONG" };
const SHORT = { positionSide: "SHORT" };
/** What a read answers. */
const got = (client: Client, path: string, fields: Fields = {}) => done(client.get(at(path, fields)));
const place = (client: Client, fields: Fields) => client.post(at("v1/order", fields));

test("one-way: an order is placed, read, changed, and cancelled", async () => {
  const { alice } = await started();
  const placed = await done(place(alice, limit("BUY", 59_000, 0.01, { newClientOrderId: "x-1" })));
  expect(placed).toMatchObject({
    ...{ symbol: "BTCUSDT", status: "NEW", clientOrderId: "x-1", side: "BUY", positionSide: "BOTH" },
    ...{ price: "59000.0", origQty: "0.0100", executedQty: "0.0000", cumQty: "0.0000", cumQuote: "0" },
    ...{ type: "LIMIT", origType: "LIMIT", timeInForce: "GTC", reduceOnly: false, stopPrice: "0.0" },
  });
  const { orderId } = placed;
  const read = await got(alice, "v1/order", { ...BTC, orderId });
  expect(read).toMatchObject({ orderId, status: "NEW", time: expect.any(Number) });
  expect(await got(alice, "v1/openOrders", BTC)).toEqual([read]);
  expect(await got(alice, "v1/openOrder", { ...BTC, origClientOrderId: "x-1" })).toEqual(read);
  const change = { ...BTC, orderId, side: "BUY", quantity: 0.02, price: 58_000 };
  const amended = await done(alice.put(at("v1/order", change)));
  expect(amended).toMatchObject({ orderId, price: "58000.0", origQty: "0.0200", status: "NEW" });
  await refusedWith(-5027, alice.put(at("v1/order", change)));
  const canceled = await done(alice.delete(at("v1/order", { ...BTC, origClientOrderId: "x-1" })));
  expect(canceled).toMatchObject({ orderId, status: "CANCELED", origQty: "0.0200" });
  expect(await got(alice, "v1/order", { ...BTC, orderId })).toMatchObject({ status: "CANCELED" });
  await refusedWith(-2011, alice.delete(at("v1/order", { ...BTC, orderId })), "Unknown order sent.");
  await refusedWith(-2013, alice.get(at("v1/order", { ...BTC, orderId: 77 })), "Order does not exist.");
  await refusedWith(-2013, alice.get(at("v1/openOrder", { ...BTC, orderId })));
  expect(await got(alice, "v1/allOrders", BTC)).toMatchObject([{ orderId, status: "CANCELED" }]);
});

test("changes of an order: by the book's price, what is refused, and how they are listed", async () => {
  const { alice, bob } = await started();
  await done(place(bob, limit("BUY", 59_500, 0.02, LONG)));
  await done(place(bob, limit("SELL", 60_500, 0.02, SHORT)));
  const { orderId } = await done(place(alice, limit("BUY", 59_000, 0.01, { newClientOrderId: "mine" })));
  const change = (fields: Fields) => alice.put(at("v1/order", { ...BTC, orderId, side: "BUY", ...fields }));
  expect(await done(change({ quantity: 0.02, priceMatch: "QUEUE" }))).toMatchObject({ price: "59500.0" });
  expect(await done(change({ quantity: 0.01, price: 59_500 }))).toMatchObject({ origQty: "0.0100" });
  await done(place(bob, limit("SELL", 59_500, 0.005, SHORT)));
  const left = await done(change({ quantity: 0.03, price: 59_400 }));
  expect(left).toMatchObject({ status: "PARTIALLY_FILLED", executedQty: "0.0050", origQty: "0.0300" });
  for (const [fields, code] of [
    [{ quantity: 0.04, priceMatch: "OPPONENT_20" }, -5041],
    [{ quantity: 0.04, priceMatch: "QUEUE", price: 59_000 }, -1106],
    [{ quantity: 0.04 }, -1102],
    [{ quantity: 0.04, price: 59_000, reduceOnly: true }, -5047],
    [{ quantity: 0.03, price: 59_400 }, -5027],
  ] as const)
    expect(await refused(change(fields))).toMatchObject({ code });
  const listed = await got(alice, "v1/orderAmendment", { ...BTC, origClientOrderId: "mine" });
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  const told = listed.map(({ amendment: { price, origQty, count } }: any) => [
    ...[count, price.before, price.after, origQty.before, origQty.after],
  ]);
  expect(told).toEqual([
    [3, "59500.0", "59400.0", "0.0100", "0.0300"],
    [2, "59500.0", "59500.0", "0.0200", "0.0100"],
    [1, "59000.0", "59500.0", "0.0100", "0.0200"],
  ]);
  expect(listed[0]).toMatchObject({ orderId, clientOrderId: "mine", symbol: "BTCUSDT", pair: "BTCUSDT" });
  await done(alice.delete(at("v1/order", { ...BTC, orderId })));
  const ended = await got(alice, "v1/orderAmendment", { ...BTC, orderId, limit: 1 });
  expect(ended).toEqual(listed.slice(0, 1));
  const earlier = await got(alice, "v1/orderAmendment", { ...BTC, orderId, endTime: 1 });
  expect(earlier).toEqual([]);
  await refusedWith(-1102, alice.get(at("v1/orderAmendment", BTC)));
  await refusedWith(-2013, bob.get(at("v1/orderAmendment", { ...BTC, orderId })));
});

test("an order is changed as often as exchangeInfo says, over a restart, whichever way asks", async () => {
  const data = temporaryDirectory();
  const before = await started({ data });
  const { symbols } = await done(before.alice.get(at("v1/exchangeInfo")));
  const most = symbols[0].maxMoveOrderLimit;
  const { orderId } = await done(place(before.alice, limit("BUY", 59_000, 0.01)));
  const { engine } = before.venue;
  const { account } = (await engine.query({ type: "accounts" })).find(({ name }) => name === "alice")!;
  const named = {
    type: "amendOrder",
    account,
    order: orderId,
    triggerPrice: 0,
    size: 0,
    clientId: "",
  } as const;
  const changes = Array.from({ length: most - 1 }, (_, i) => ({ ...named, price: 580_000 + (i % 2) }));
  await Promise.all(changes.map((change) => engine.submit(change)));
  await before.venue.stop();

  const { venue, alice } = await started({ data });
  const change = (price: number) => ({ ...BTC, orderId, side: "BUY", quantity: 0.01, price });
  await done(alice.put(at("v1/order", change(59_100))));
  const tooMany = { code: -5026, msg: expect.stringMatching(/modify order limit.* 10000 /) };
  await refusedWith(-5026, alice.put(at("v1/order", change(59_200))), tooMany.msg);
  const batch = JSON.stringify([change(59_200)]);
  expect(await done(alice.put(at("v1/batchOrders", { batchOrders: batch })))).toMatchObject([tooMany]);
  const socket = await RequestSocket.open(venue, alice.key);
  expect(await socket.askSigned("order.modify", change(59_200))).toMatchObject({
    status: 400,
    error: tooMany,
  });
  await socket.listener.close();
  const [last] = await got(alice, "v1/orderAmendment", { ...BTC, orderId, limit: 1 });
  expect(last.amendment.count).toBe(most);
});

test("one-way: an order goes through zero in one trade with one id and one commission", async () => {
  const { alice, bob } = await started();
  const sell = limit("SELL", 60_000, 0.05, SHORT);
  await done(place(bob, sell));
  const market = { ...BTC, type: "MARKET", newOrderRespType: "RESULT" };
  const bought = await done(place(alice, { ...market, side: "BUY", quantity: 0.02 }));
  const filled = { status: "FILLED", avgPrice: "60000.0", executedQty: "0.0200", cumQuote: "1200" };
  expect(bought).toMatchObject(filled);
  await done(place(bob, limit("BUY", 60_300, 0.05, LONG)));
  const before = await got(alice, "v1/userTrades", BTC);
  const turned = await done(place(alice, { ...market, side: "SELL", quantity: 0.03 }));
  expect(turned.executedQty).toBe("0.0300");
  const trades = await got(alice, "v1/userTrades", BTC);
  const own = trades.filter(({ orderId }: { orderId: number }) => orderId === turned.orderId);
  expect(trades).toEqual([...before, ...own]);
  expect(own).toMatchObject([
    {
      ...{ qty: "0.0300", price: "60300.0", quoteQty: "1809", side: "SELL", positionSide: "BOTH" },
      // Of the 0.02 that it closed, before its fee; and the fee of the whole.
      ...{ realizedPnl: "6", commission: "1.0854", buyer: false, maker: false },
    },
  ]);
  const [fromId] = own.map(({ id }: { id: number }) => id);
  expect(await got(alice, "v1/userTrades", { ...BTC, fromId })).toEqual(own);
  const [row] = await got(alice, "v3/positionRisk");
  expect(row).toMatchObject({ positionSide: "BOTH", positionAmt: "-0.0100" });
});

test("hedge mode: both legs, and what each mode refuses of the other", async () => {
  const { alice, bob } = await started();
  await done(place(alice, limit("SELL", 60_000, 0.05)));
  await done(place(bob, limit("BUY", 60_000, 0.03, LONG)));
  await done(place(bob, limit("BUY", 59_000, 0.03, LONG)));
  const rows = await got(bob, "v2/positionRisk", BTC);
  expect(
    rows.map(({ positionSide, positionAmt }: Record<string, string>) => [positionSide, positionAmt]),
  ).toEqual([
    ["BOTH", "0.0000"],
    ["LONG", "0.0300"],
    ["SHORT", "0.0000"],
  ]);
  await refusedWith(-4061, place(bob, limit("BUY", 59_000, 0.01)));
  await refusedWith(-4061, place(alice, limit("BUY", 59_000, 0.01, LONG)));
  await refusedWith(-1106, place(bob, limit("SELL", 61_000, 0.01, { ...LONG, reduceOnly: true })));
  const tooMuch = expect.stringContaining("ReduceOnly Order is rejected.");
  await refusedWith(-2022, place(bob, limit("SELL", 61_000, 0.04, LONG)), tooMuch);
  await done(place(bob, limit("SELL", 60_500, 0.03, LONG)));
  const other = () => bob.post(at("v1/positionSide/dual", { dualSidePosition: "false" }));
  await refusedWith(-4068, other(), expect.stringContaining(" BTCUSDT has an open position"));
  await done(place(alice, limit("BUY", 60_500, 0.03)));
  await refusedWith(-4067, other());
});

test("settings: what stands is refused with the codes that clients know", async () => {
  const { alice } = await started();
  expect(await got(alice, "v1/positionSide/dual")).toEqual({ dualSidePosition: false });
  const dual = (dualSidePosition: string) => alice.post(at("v1/positionSide/dual", { dualSidePosition }));
  const margin = (marginType: string) => alice.post(at("v1/marginType", { ...BTC, marginType }));
  const lever = (leverage: number) => alice.post(at("v1/leverage", { ...BTC, leverage }));
  const success = { code: 200, msg: "success" };
  await refusedWith(-4059, dual("False"));
  expect((await dual("true")).body).toMatchObject(success);
  expect(await got(alice, "v1/positionSide/dual")).toEqual({ dualSidePosition: true });
  expect((await dual("false")).status).toBe(200);
  await refusedWith(-4046, margin("CROSSED"), "No need to change margin type.");
  expect((await margin("ISOLATED")).body).toEqual(success);
  expect(await done(lever(10))).toMatchObject({ leverage: 10, symbol: "BTCUSDT" });
  expect(await got(alice, "v1/symbolConfig", BTC)).toMatchObject([{ marginType: "ISOLATED", leverage: 10 }]);
  await refusedWith(-4028, lever(1000));
  expect(await got(alice, "v1/multiAssetsMargin")).toEqual({ multiAssetsMargin: false });
  await done(place(alice, limit("BUY", 59_000, 0.01)));
  await refusedWith(-4047, margin("CROSSED"));
});

test("orders that the rules refuse have codes and texts of their own", async () => {
  const { alice, bob } = await started();
  const cases: readonly (readonly [Fields, number])[] = [
    [{ ...limit("BUY", 59_000, 0.01), symbol: "NOCOIN" }, -1121],
    [limit("BUY", 59_000.05, 0.01), -1111],
    [limit("BUY", 59_000, 0.00001), -1111],
    [limit("BUY", 59_000, 0), -4003],
    [limit("BUY", 0, 0.01), -4013],
    [limit("BUY", 90_000, 0.01), -4016],
    [limit("SELL", 30_000, 0.01), -4024],
    [limit("BUY", 59_000, 50), -2019],
    [{ ...BTC, side: "BUY", type: "LIMIT", price: 59_000, quantity: 0.01 }, -1102],
    [{ ...BTC, side: "BUY", type: "MARKET", price: 59_000, quantity: 0.01 }, -1106],
    [{ ...BTC, side: "UP", type: "MARKET", quantity: 0.01 }, -1117],
    [{ ...BTC, side: "BUY", type: "ICEBERG", quantity: 0.01 }, -1116],
    [{ ...BTC, side: "SELL", type: "STOP_MARKET", stopPrice: 59_000, quantity: 0.01 }, -4120],
    [limit("SELL", 61_000, 0.01, { reduceOnly: true }), -2022],
    [limit("BUY", 59_000, 0.01, { newClientOrderId: "ä" }), -4015],
    [limit("BUY", 60_100, 0.01, { timeInForce: "GTX" }), -5022],
    [limit("BUY", 60_100, 0.5, { timeInForce: "FOK" }), -5021],
  ];
  await done(place(bob, limit("SELL", 60_050, 0.05, SHORT)));
  const codes: number[] = [];
  for (const [fields] of cases) codes.push((await refused(place(alice, fields))).code);
  expect(codes).toEqual(cases.map(([, code]) => code));
  await done(place(alice, limit("BUY", 59_000, 0.01, { newClientOrderId: "twice" })));
  await refusedWith(-4116, place(alice, limit("BUY", 58_000, 0.01, { newClientOrderId: "twice" })));
});

test("batches: each order by itself, in either spelling", async () => {
  const { alice } = await started();
  const orders = [
    { ...limit("BUY", 59_000, 0.01), price: "59000", quantity: "0.01" },
    { ...limit("BUY", 1, 0.01), symbol: "NOCOIN" },
    { ...limit("BUY", 58_000, 0.01), price: "58000", quantity: "0.01" },
  ];
  const batch = (list: readonly object[]) => at("v1/batchOrders", { batchOrders: JSON.stringify(list) });
  const placed = await done(alice.post(batch(orders)));
  expect(placed).toMatchObject([{ status: "NEW" }, { code: -1121 }, { status: "NEW" }]);
  const [first, , third] = placed;
  const changes = [
    { ...BTC, orderId: first.orderId, side: "BUY", quantity: "0.02", price: "57000" },
    { ...BTC, orderId: 77, side: "BUY", quantity: "0.02", price: "57000" },
  ];
  const changed = await done(alice.put(batch(changes)));
  expect(changed).toMatchObject([{ orderId: first.orderId, price: "57000.0" }, { code: -2013 }]);
  const orderidlist = `[${first.orderId},${third.orderId},77]`;
  const canceled = await done(alice.delete(at("v1/batchOrders", { ...BTC, orderidlist })));
  expect(canceled).toMatchObject([{ status: "CANCELED" }, { status: "CANCELED" }, { code: -2011 }]);
  expect((await alice.delete(at("v1/allOpenOrders", BTC))).body).toEqual({
    code: 200,
    msg: "The operation of cancel all open order is done.",
  });
});

test("the account's sums are those that V3 shows, and add up", async () => {
  const { alice, bob } = await started();
  await done(place(bob, limit("SELL", 60_000, 0.05, SHORT)));
  await done(place(alice, limit("BUY", 60_000, 0.02)));
  await done(place(alice, limit("BUY", 59_000, 0.03)));
  for (const client of [alice, bob]) {
    const account = await got(client, "v3/account");
    const v2 = await got(client, "v2/account");
    const [balance] = (await client.get("/capi/v3/account/balance")).body;
    expect(account.availableBalance).toBe(balance.availableBalance);
    expect(account.totalMarginBalance).toBe(balance.balance);
    expect(account.totalUnrealizedProfit).toBe(balance.unrealizePnl);
    expect(v2).toMatchObject({ ...account, positions: expect.anything(), assets: [account.assets[0]] });
    const [row] = await got(client, "v2/balance");
    expect(row).toMatchObject({ asset: "USDT", balance: account.totalWalletBalance });
    const sum = (name: string) =>
      v2.positions.reduce((all: number, each: Record<string, string>) => all + Number(each[name]), 0);
    expect(sum("initialMargin")).toBeCloseTo(Number(account.totalInitialMargin), 8);
    expect(sum("openOrderInitialMargin")).toBeCloseTo(Number(account.totalOpenOrderInitialMargin), 8);
    const [position] = (await client.get("/capi/v3/account/position/allPosition")).body;
    const [risk] = await got(client, "v3/positionRisk", BTC);
    expect(Math.abs(Number(risk.positionAmt))).toBe(Number(position.size));
    expect(risk.liquidationPrice).toBe(position.liquidatePrice);
    expect(risk.unRealizedProfit).toBe(position.unrealizePnl);
  }
});

test("income, brackets, rates and records", async () => {
  const { alice, bob } = await started();
  await done(place(bob, limit("SELL", 60_000, 0.05, SHORT)));
  await done(place(alice, limit("BUY", 60_000, 0.02)));
  const income = await got(alice, "v1/income");
  expect(income).toMatchObject([
    { incomeType: "TRANSFER", income: "100000" },
    { incomeType: "COMMISSION", income: "-0.72", symbol: "BTCUSDT" },
  ]);
  expect(await got(alice, "v1/income", { incomeType: "COMMISSION" })).toEqual(income.slice(1));
  const [bracket] = await got(alice, "v1/leverageBracket", BTC);
  expect(bracket.brackets[0]).toMatchObject({ bracket: 1, notionalFloor: 0, cum: 0 });
  for (const [i, each] of bracket.brackets.entries()) {
    const lower = bracket.brackets[i - 1];
    if (lower === undefined) continue;
    const step = each.notionalFloor * (each.maintMarginRatio - lower.maintMarginRatio);
    expect(each.cum).toBeCloseTo(lower.cum + step, 6);
  }
  const rates = { makerCommissionRate: "0.0002", takerCommissionRate: "0.0006" };
  expect(await got(alice, "v1/commissionRate", BTC)).toEqual({ ...BTC, ...rates });
  expect(await got(alice, "v1/forceOrders")).toEqual([]);
  expect(await got(alice, "v1/adlQuantile", BTC)).toMatchObject([
    { adlQuantile: { BOTH: expect.any(Number) } },
  ]);
  expect(await got(alice, "v1/accountConfig")).toMatchObject({ canTrade: true, dualSidePosition: false });
});

test("conditional orders: algoOrder, its lists, its trigger", async () => {
  const { venue, alice, bob } = await started();
  const stop = { ...BTC, algoType: "CONDITIONAL", side: "BUY", type: "STOP_MARKET", quantity: 0.01 };
  const onMark = { ...stop, triggerPrice: 60_500, workingType: "MARK_PRICE", clientAlgoId: "stop" };
  const placed = await done(alice.post(at("v1/algoOrder", onMark)));
  expect(placed).toMatchObject({
    ...{ clientAlgoId: "stop", algoStatus: "NEW", orderType: "STOP_MARKET", side: "BUY", quantity: "0.0100" },
    ...{ triggerPrice: "60500.0", workingType: "MARK_PRICE", positionSide: "BOTH", triggerTime: 0 },
  });
  const { algoId } = placed;
  expect(await got(alice, "v1/openAlgoOrders")).toMatchObject([{ algoId, actualOrderId: "" }]);
  expect(await got(alice, "v1/openOrders")).toEqual([]);
  await refusedWith(-2011, alice.delete(at("v1/order", { ...BTC, orderId: algoId })));
  await refusedWith(-2021, alice.post(at("v1/algoOrder", { ...stop, triggerPrice: 59_000 })));
  await done(place(bob, limit("SELL", 60_700, 0.05, SHORT)));
  await venue.feeds.push({ cmt_btcusdt: 60_600_000 });
  const algo = await got(alice, "v1/algoOrder", { algoId });
  expect(algo).toMatchObject({ algoStatus: "FINISHED", actualQty: "0.0100", actualType: "MARKET" });
  const orderId = Number(algo.actualOrderId);
  expect(orderId).not.toBe(algoId);
  expect(await got(alice, "v1/order", { ...BTC, orderId })).toMatchObject({
    ...{ orderId, status: "FILLED", type: "MARKET", origType: "STOP_MARKET", executedQty: "0.0100" },
  });
  expect(await got(alice, "v1/allAlgoOrders", BTC)).toMatchObject([{ algoId, algoStatus: "FINISHED" }]);
  const other = await done(alice.post(at("v1/algoOrder", { ...stop, triggerPrice: 61_500 })));
  expect((await alice.delete(at("v1/algoOrder", { algoId: other.algoId }))).body).toEqual({
    ...{ algoId: other.algoId, clientAlgoId: other.clientAlgoId, code: "200", msg: "success" },
  });
});

test("a triggered order has one id wherever it is shown, and is asked for by that alone", async () => {
  const { venue, alice, bob } = await started();
  await done(place(bob, limit("SELL", 60_700, 0.05, SHORT)));
  await done(place(alice, limit("BUY", 59_000, 0.01)));
  const stop = { ...BTC, side: "BUY", type: "STOP_MARKET", quantity: 0.01, workingType: "MARK_PRICE" };
  const { algoId } = await done(alice.post(at("v1/algoOrder", { ...stop, triggerPrice: 60_500 })));
  await venue.feeds.push({ cmt_btcusdt: 60_600_000 });
  await done(place(alice, { ...BTC, side: "BUY", type: "MARKET", quantity: 0.02 }));
  const { actualOrderId } = await got(alice, "v1/algoOrder", { algoId });
  const orderId = Number(actualOrderId);
  const trades = await got(alice, "v1/userTrades", BTC);
  expect(trades.map(({ qty }: { qty: string }) => qty)).toEqual(["0.0100", "0.0200"]);
  expect(trades[0].orderId).toBe(orderId);
  expect(await got(alice, "v1/userTrades", { ...BTC, orderId })).toEqual([trades[0]]);
  expect(await got(alice, "v1/userTrades", { ...BTC, orderId: algoId })).toEqual([]);
  const orders = await got(alice, "v1/allOrders", BTC);
  expect(orders.map((order: { orderId: number }) => order.orderId).at(1)).toBe(orderId);
  expect(await got(alice, "v1/allOrders", { ...BTC, orderId })).toEqual(orders.slice(1));
  await refusedWith(-2013, alice.get(at("v1/order", { ...BTC, orderId: algoId })));
  await refusedWith(-2011, alice.delete(at("v1/order", { ...BTC, orderId: algoId })));
});

test("a conditional order's client id may be a number as long as an id, and its cancel names it", async () => {
  const { alice } = await started();
  const stop = { ...BTC, side: "BUY", type: "STOP_MARKET", quantity: 0.01, triggerPrice: 60_500 };
  const cancel = (fields: Fields) => alice.delete(at("v1/algoOrder", fields));
  for (const [i, name] of (["clientAlgoId", "algoId"] as const).entries()) {
    const clientAlgoId = `176449359900000${i}`;
    const placed = await done(alice.post(at("v1/algoOrder", { ...stop, clientAlgoId })));
    const named = { [name]: placed[name] };
    expect(await got(alice, "v1/algoOrder", named)).toMatchObject({ algoId: placed.algoId, clientAlgoId });
    expect((await cancel(named)).body).toEqual({
      ...{ algoId: placed.algoId, clientAlgoId, code: "200", msg: "success" },
    });
    await refusedWith(-2011, cancel(named), "Unknown order sent.");
  }
});

test("conditional orders that are refused, by code and by the name of the parameter", async () => {
  const { alice } = await started();
  const stop = { ...BTC, side: "SELL", type: "STOP_MARKET", triggerPrice: 59_000, quantity: 0.01 };
  const trailing = { ...BTC, side: "SELL", type: "TRAILING_STOP_MARKET", quantity: 0.01, callbackRate: 1 };
  const cases: readonly (readonly [Fields, number, string])[] = [
    [{ ...stop, triggerPrice: 0 }, -4006, "triggerPrice"],
    [{ ...stop, triggerPrice: -1 }, -4006, "triggerPrice"],
    [{ ...stop, triggerPrice: 1e13 }, -4007, "triggerPrice"],
    [{ ...stop, triggerPrice: 59_000.05 }, -1111, "triggerPrice"],
    [{ ...stop, triggerPrice: 61_000 }, -2021, "triggerPrice"],
    [{ ...trailing, activatePrice: 59_000 }, -2021, "activatePrice"],
    [{ ...trailing, triggerPrice: 59_000 }, -1106, "triggerprice"],
    [{ ...trailing, callbackRate: 11 }, -1130, "callbackRate"],
    ...["IOC", "FOK", "GTX"].map(
      (timeInForce) => [{ ...stop, type: "STOP", price: 59_000, timeInForce }, -1128, "timeInForce"] as const,
    ),
    [{ ...stop, closePosition: true }, -4137, "Quantity"],
    [{ ...stop, quantity: 0, closePosition: true, reduceOnly: true }, -1106, "reduceonly"],
    [{ ...stop, quantity: 0, closePosition: true, reduceOnly: false }, -4138, "Reduce only"],
    [{ ...stop, reduceOnly: true, selfTradePreventionMode: "EXPIRE_BOTH" }, -1128, "selfTradePrevention"],
  ];
  for (const [fields, code, name] of cases)
    await refusedWith(code, alice.post(at("v1/algoOrder", fields)), expect.stringContaining(name));
  for (const taken of [
    { ...stop, quantity: 0, closePosition: true },
    { ...stop, reduceOnly: true, selfTradePreventionMode: "EXPIRE_MAKER" },
  ])
    expect(await done(alice.post(at("v1/algoOrder", taken)))).toMatchObject({ algoStatus: "NEW" });
  const both = await started({ wire: "seed,conditionalOrders=both" });
  const { triggerPrice: _, ...unpriced } = stop;
  for (const [fields, code, name] of [
    [unpriced, -1102, "stopPrice"],
    [{ ...unpriced, stopPrice: -1 }, -4006, "stopPrice"],
    [{ ...unpriced, stopPrice: 61_000 }, -2021, "stopPrice"],
  ] as const)
    await refusedWith(code, place(both.alice, fields), expect.stringContaining(name));
});

test("what else is refused by a code of its own", async () => {
  const { alice } = await started();
  const market = { ...BTC, side: "BUY", type: "MARKET", quantity: 0.01 };
  for (const timeInForce of ["GTC", "IOC", "FOK"])
    await refusedWith(-1106, place(alice, { ...market, timeInForce }));
  const self = limit("BUY", 59_000, 0.01, { selfTradePreventionMode: "NONE" });
  await refusedWith(-1130, place(alice, self), expect.stringContaining("selfTradePreventionMode"));
  await refusedWith(-4120, alice.post(at("v1/order/test", { ...market, type: "STOP_MARKET" })));
  await refusedWith(-1121, alice.get(at("v1/depth", { symbol: "A".repeat(65) })));
  const cancel = (ids: number) =>
    alice.delete(
      at("v1/batchOrders", { ...BTC, orderIdList: `[${Array.from({ length: ids }, (_, i) => i)}]` }),
    );
  await refusedWith(-4032, cancel(11));
  expect(await done(cancel(10))).toHaveLength(10);
  for (const [batchOrders, code] of [
    ["[]", -4082],
    [JSON.stringify(Array(6).fill(market)), -4082],
    ["{}", -1130],
    ["[1]", -1130],
    ["none", -1130],
  ] as const)
    await refusedWith(code, alice.post(at("v1/batchOrders", { batchOrders })));
  await done(alice.post(at("v1/marginType", { ...BTC, marginType: "ISOLATED" })).then(asIs));
  for (const amount of [0, -1])
    await refusedWith(-4055, alice.post(at("v1/positionMargin", { ...BTC, amount, type: 1 })));
  for (const incomeType of ["REFERRAL_KICKBACK", "INSURANCE_CLEAR"])
    expect(await got(alice, "v1/income", { incomeType })).toEqual([]);
  await refusedWith(-1130, alice.get(at("v1/income", { incomeType: "WAGES" })));
  await refusedWith(-1101, place(alice, { ...limit("BUY", 59_000, 0.01), timeinforce: "IOC" }));
});

/** An acknowledgement has a code, too. */
const asIs = ({ status }: Reply): Reply => ({ status, body: {} }) as Reply;

test("listenKey: with and without parameters, and after its end", async () => {
  const { venue, alice } = await started();
  const key = { "X-MBX-APIKEY": alice.key.apiKey };
  const ask = async (method: string, rest = "") => {
    const response = await fetch(`${venue.baseUrl}/fapi/v1/listenKey${rest}`, { method, headers: key });
    return { status: response.status, body: await response.json() };
  };
  const { listenKey } = (await ask("POST")).body;
  expect(listenKey).toMatch(/^[A-Za-z0-9]{64}$/);
  expect((await ask("POST")).body).toEqual({ listenKey });
  expect((await ask("PUT")).body).toEqual({ listenKey });
  expect((await ask("PUT", `?listenKey=${listenKey}`)).body).toEqual({ listenKey });
  expect((await alice.put(at("v1/listenKey", { listenKey }))).body).toEqual({ listenKey });
  expect((await ask("DELETE")).body).toEqual({});
  const ended = { code: -1125, msg: "This listenKey does not exist." };
  expect(await ask("PUT")).toMatchObject({ status: 400, body: ended });
  expect((await ask("POST")).body).toEqual({ listenKey });
});

test("conditionalOrders=both: a conditional order is an order among others", async () => {
  const { alice } = await started({ wire: "seed,conditionalOrders=both" });
  const stop = { ...BTC, side: "BUY", type: "STOP_MARKET", quantity: 0.01, stopPrice: 60_500 };
  const placed = await done(place(alice, { ...stop, newClientOrderId: "stop" }));
  const { orderId } = placed;
  expect(placed).toMatchObject({
    status: "NEW",
    type: "STOP_MARKET",
    stopPrice: "60500.0",
    clientOrderId: "stop",
  });
  expect(await got(alice, "v1/openOrders", BTC)).toMatchObject([{ orderId, type: "STOP_MARKET" }]);
  expect(await got(alice, "v1/order", { ...BTC, orderId })).toMatchObject({ status: "NEW" });
  expect(await got(alice, "v1/openAlgoOrders", BTC)).toMatchObject([{ algoId: orderId }]);
  expect(await done(alice.delete(at("v1/order", { ...BTC, orderId })))).toMatchObject({ status: "CANCELED" });
});

test("rarer orders: an end of their own, a price of the book, prevention, trailing, the whole position, a countdown", async () => {
  const { venue, alice, bob } = await started();
  const till = venue.clock.now() + 3_600_000;
  await done(place(bob, limit("BUY", 59_500, 0.02, LONG)));
  await done(place(bob, limit("SELL", 60_000, 0.02, SHORT)));
  const ends = { timeInForce: "GTD", goodTillDate: till, selfTradePreventionMode: "EXPIRE_TAKER" };
  const dated = await done(place(alice, limit("BUY", 58_000, 0.01, ends)));
  expect(dated).toMatchObject(ends);
  const soon = { timeInForce: "GTD", goodTillDate: till - 3_590_000 };
  await refusedWith(-5040, place(alice, limit("BUY", 58_000, 0.01, soon)));
  const { price: _, ...unpriced } = limit("BUY", 0, 0.01, { priceMatch: "QUEUE" });
  const queued = await done(place(alice, unpriced));
  expect(queued).toMatchObject({ price: "59500.0", priceMatch: "QUEUE", status: "NEW" });
  await refusedWith(-5041, place(alice, { ...unpriced, priceMatch: "OPPONENT_20" }));
  await done(place(alice, { ...BTC, side: "BUY", type: "MARKET", quantity: 0.02 }));

  const algo = (fields: Fields) => alice.post(at("v1/algoOrder", { ...BTC, side: "SELL", ...fields }));
  const whole = { type: "STOP_MARKET", triggerPrice: 59_000, closePosition: true };
  const stop = await done(algo(whole));
  expect(stop).toMatchObject({ closePosition: true, quantity: "0.0000", reduceOnly: true });
  await refusedWith(-4130, algo({ ...whole, triggerPrice: 58_900 }));
  await refusedWith(-4137, algo({ ...whole, quantity: 0.01 }));
  const trailing = { type: "TRAILING_STOP_MARKET", quantity: 0.01, callbackRate: 1, activatePrice: 60_500 };
  expect(await done(algo(trailing))).toMatchObject({
    ...{ orderType: "TRAILING_STOP_MARKET", callbackRate: "1", activatePrice: "60500.0" },
  });
  await done(place(alice, { ...BTC, side: "SELL", type: "MARKET", quantity: 0.02, reduceOnly: true }));
  expect(await got(alice, "v1/algoOrder", { algoId: stop.algoId })).toMatchObject({ algoStatus: "EXPIRED" });
  expect((await alice.post(at("v1/countdownCancelAll", { ...BTC, countdownTime: 5_000 }))).body).toEqual({
    ...{ symbol: "BTCUSDT", countdownTime: "5000" },
  });
  await venue.step(5_000);
  expect(await got(alice, "v1/openOrders", BTC)).toEqual([]);
  expect(await got(alice, "v1/order", { ...BTC, orderId: dated.orderId })).toMatchObject({
    status: "EXPIRED",
  });
});
