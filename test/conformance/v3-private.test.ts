import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Venue } from "./v2-private-venue.ts";
import {
  ACCOUNT,
  bill,
  ended,
  fill,
  NOW,
  ORDER,
  openVenue,
  order,
  PLAN,
  POSITION,
  plan,
  position,
  records,
} from "./v2-private-venue.ts";

/** What the signed operations of V3 ask of the market, and what they answer, field by field. */

let venue: Venue;
beforeAll(async () => {
  venue = await openVenue();
});
afterAll(() => venue.stop());
beforeEach(() => {
  venue.commands.length = 0;
  venue.asked.length = 0;
  Object.assign(venue.live, { orders: [], positions: [] });
  Object.assign(venue.past, { orders: [], fills: [], bills: [] });
});

/** The body of an answer that is none of a refusal. */
// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
async function answer(method: "GET" | "POST" | "DELETE", path: string, given: object = {}): Promise<any> {
  const inBody = method === "POST" || path === "batchOrders";
  const query = new URLSearchParams(given as Record<string, string>).toString();
  const reply = await venue.send(method, `/capi/v3/${path}`, inBody ? { body: given } : { query });
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return reply.body;
}

describe("account", () => {
  test("balance", async () => {
    expect(await answer("GET", "account/balance")).toEqual([
      {
        asset: "USDT",
        balance: "5696.49288823",
        availableBalance: "5413.06877369",
        frozen: "283.42411454",
        unrealizePnl: "-34.553",
      },
    ]);
  });

  test("commissionRate: the symbol's own setting, else the account's", async () => {
    const rates = { makerCommissionRate: "0.00018", takerCommissionRate: "0.00072" };
    for (const symbol of ["BTCUSDT", "XRPUSDT"])
      expect(await answer("GET", "account/commissionRate", { symbol })).toEqual({ symbol, ...rates });
  });

  test("accountConfig", async () => {
    expect(await answer("GET", "account/accountConfig")).toEqual({
      canTrade: true,
      canDeposit: true,
      canWithdraw: true,
      dualSidePosition: true,
      updateTime: 1_764_221_456_649,
    });
  });

  test("symbolConfig: one, all", async () => {
    const xrp = {
      symbol: "XRPUSDT",
      marginType: "ISOLATED",
      separatedType: "SEPARATED",
      crossLeverage: "20",
      isolatedLongLeverage: "20",
      isolatedShortLeverage: "20",
    };
    expect(await answer("GET", "account/symbolConfig", { symbol: "xrpusdt" })).toEqual([xrp]);
    const all = await answer("GET", "account/symbolConfig");
    expect(all).toHaveLength(2);
    expect(all[0]).toMatchObject({
      symbol: "BTCUSDT",
      marginType: "CROSSED",
      isolatedShortLeverage: "100",
    });
  });

  test("leverage: with the mode or without; what is not given stays", async () => {
    // The venue of these tests carries nothing out: the answers show the settings as they are.
    const cross = await answer("POST", "account/leverage", { symbol: "BTCUSDT", crossLeverage: 15 });
    expect(cross).toEqual({
      symbol: "BTCUSDT",
      marginType: "CROSSED",
      crossLeverage: "20",
      isolatedLongLeverage: "0",
      isolatedShortLeverage: "0",
    });
    await answer("POST", "account/leverage", { symbol: "XRPUSDT", isolatedShortLeverage: "30" });
    await answer("POST", "account/leverage", {
      symbol: "BTCUSDT",
      marginType: "ISOLATED",
      crossLeverage: "5",
      isolatedLongLeverage: "6",
      isolatedShortLeverage: "7",
    });
    const change = { type: "setLeverage", account: ACCOUNT, switches: true };
    const none = { cross: 0, isolatedLong: 0, isolatedShort: 0 };
    expect(venue.commands).toEqual([
      { ...change, contract: 0, marginMode: 0, ...none, cross: 1_500 },
      { ...change, contract: 1, marginMode: 0, ...none, isolatedShort: 3_000 },
      { ...change, contract: 0, marginMode: 3, cross: 500, isolatedLong: 600, isolatedShort: 700 },
    ]);
    // What is too low the market refuses, since it may stand already.
    venue.outcomes.push({
      rejection: { type: "leverageOutOfRange", field: "cross", leverage: 50, min: 100, max: 20_000 },
    });
    for (const [body, code] of [
      [{ symbol: "BTCUSDT", crossLeverage: "0.5" }, -1142],
      [{ symbol: "BTCUSDT" }, -1140],
      [{ symbol: "BTCUSDT", marginType: "ISOLATED" }, -1140],
      [{ symbol: "BTCUSDT", crossLeverage: "1.005" }, -1160],
    ] as const)
      expect((await venue.send("POST", "/capi/v3/account/leverage", { body })).body.code).toBe(code);
  });

  test("marginType keeps the segregation; margin of a position", async () => {
    const acknowledged = { code: "200", msg: "", requestTime: NOW };
    const isolated = { isolatedPositionId: POSITION, amount: "2.5" };
    const calls: [string, object][] = [
      ["account/marginType", { symbol: "XRPUSDT", marginType: "CROSSED" }],
      ["account/marginType", { symbol: "XRPUSDT", marginType: "CROSSED", separatedType: "COMBINED" }],
      ["account/positionMargin", { ...isolated, type: 1 }],
      ["account/positionMargin", { ...isolated, type: 2 }],
      ["account/modifyAutoAppendMargin", { positionId: POSITION, autoAppendMargin: true }],
    ];
    for (const [path, body] of calls) expect(await answer("POST", path, body)).toEqual(acknowledged);
    expect(venue.commands).toEqual([
      { type: "setMode", account: ACCOUNT, contract: 1, marginMode: 1, separatedMode: 2 },
      { type: "setMode", account: ACCOUNT, contract: 1, marginMode: 1, separatedMode: 1 },
      { type: "adjustMargin", account: ACCOUNT, position: POSITION, amount: 250_000_000n },
      { type: "adjustMargin", account: ACCOUNT, position: POSITION, amount: -250_000_000n },
      { type: "setAutoAppend", account: ACCOUNT, position: POSITION, on: true },
    ]);
  });

  test("positions", async () => {
    venue.live.positions = [position];
    const [shown] = await answer("GET", "account/position/singlePosition", { symbol: "BTCUSDT" });
    expect(await answer("GET", "account/position/allPosition")).toEqual([shown]);
    expect(shown).toMatchObject({
      id: POSITION,
      asset: "USDT",
      symbol: "BTCUSDT",
      side: "LONG",
      marginType: "CROSSED",
      separatedMode: "COMBINED",
      separatedOpenOrderId: 0,
      leverage: "100",
      size: "0.0200",
      openValue: "1801.067",
      fundingFee: "1.2261816",
      marginSize: "17.15498",
      isAutoAppendIsolatedMargin: false,
      createdMatchSequenceId: 7_027,
      createdTime: 1_764_505_776_347,
      unrealizePnl: "-85.569",
      liquidatePrice: "0",
    });
  });

  test("income, and its pages", async () => {
    venue.past.bills = [
      bill,
      { ...bill, bill: bill.bill - 1, contract: -1, type: 1 },
      { ...bill, bill: bill.bill - 2 },
    ];
    const first = await answer("POST", "account/income", { limit: 1 });
    expect(first).toEqual({
      hasNextPage: true,
      nextKey: { nextKeyId: bill.bill, nextKeyTime: bill.time },
      items: [
        {
          billId: bill.bill,
          asset: "USDT",
          symbol: "BTCUSDT",
          income: "0.08266646",
          incomeType: "position_funding",
          balance: "4663.20125463",
          fillFee: "0",
          time: bill.time,
          transferReason: "UNKNOWN_TRANSFER_REASON",
        },
      ],
    });
    const rest = await answer("POST", "account/income", { limit: 5, ...first.nextKey });
    expect(rest.items.map(({ billId }: { billId: number }) => billId)).toEqual([
      bill.bill - 1,
      bill.bill - 2,
    ]);
    expect(rest.items[0]).toMatchObject({ symbol: "", incomeType: "deposit" });
    expect([rest.hasNextPage, rest.nextKey]).toEqual([false, null]);
    const filter = { currency: "USDT", symbol: "XRPUSDT", incomeType: "withdraw", startTime: 1, endTime: 2 };
    await answer("POST", "account/income", filter);
    expect(venue.asked.at(-1)).toMatchObject({
      query: { coin: 2, contract: 1, type: 2, from: 1, to: 2, limit: 20 },
    });
  });
});

describe("orders", () => {
  test("a batch takes 10", async () => {
    const one = { symbol: "BTCUSDT", side: "BUY", positionSide: "LONG", type: "MARKET", quantity: "0.01" };
    const batchOrders = Array.from({ length: 10 }, (_, i) => ({ ...one, newClientOrderId: `of-ten-${i}` }));
    expect(await answer("POST", "batchOrders", { batchOrders })).toHaveLength(10);
    expect(venue.commands).toHaveLength(10);
    const body = { batchOrders: [...batchOrders, { ...one, newClientOrderId: "of-ten-10" }] };
    expect((await venue.send("POST", "/capi/v3/batchOrders", { body })).body).toMatchObject({ code: -1142 });
  });

  const shownOrder = {
    orderId: ORDER,
    clientOrderId: "bot-1",
    symbol: "BTCUSDT",
    side: "BUY",
    positionSide: "LONG",
    timeInForce: "GTC",
    workingType: "UNKNOWN_PRICE_TYPE",
    reduceOnly: false,
    status: "NEW",
    type: "LIMIT",
    price: "90000.5",
    avgPrice: "0",
    stopPrice: "0",
    origQty: "0.0100",
    executedQty: "0.0000",
    cumQuote: "0",
    time: 1_763_708_511_502,
    updateTime: 1_763_708_511_502,
  };

  test("a live one, by id, by client id, in the list", async () => {
    venue.live.orders = [order];
    expect(await answer("GET", "order", { orderId: ORDER })).toEqual(shownOrder);
    expect(await answer("GET", "order", { origClientOrderId: "bot-1" })).toEqual(shownOrder);
    expect(await answer("GET", "openOrders")).toEqual([shownOrder]);
  });

  test("ended ones", async () => {
    venue.past.orders = [ended];
    const market = {
      ...shownOrder,
      status: "FILLED",
      type: "MARKET",
      timeInForce: "IOC",
      price: "0.0",
      avgPrice: "85596.5",
      executedQty: "0.0100",
      cumQuote: "855.965",
    };
    expect(await answer("GET", "order/history", { page: 2, limit: 10 })).toEqual([market]);
    expect(venue.asked[0]!.query).toMatchObject({
      family: "all",
      limit: 10,
      offset: 20,
      from: NOW - 90 * 86_400_000,
    });
    expect(await answer("GET", "order", { orderId: ORDER })).toEqual(market);
  });

  test.each([
    [1, "PENDING"],
    [2, "NEW"],
    [3, "CANCELING"],
    [4, "UNTRIGGERED"],
    [5, "FILLED"],
    [6, "CANCELED"],
  ])("state %i is %s", async (state, status) => {
    venue.live.orders = [{ ...order, state }];
    expect(await answer("GET", "order", { orderId: ORDER })).toMatchObject({ status });
  });

  test.each([
    [1, "BUY", "LONG", false],
    [2, "SELL", "SHORT", false],
    [3, "SELL", "LONG", true],
    [4, "BUY", "SHORT", true],
  ])("action %i is %s %s", async (action, side, positionSide, reduceOnly) => {
    venue.live.orders = [{ ...order, action }];
    expect(await answer("GET", "order", { orderId: ORDER })).toMatchObject({
      side,
      positionSide,
      reduceOnly,
    });
    const type = { type: "MARKET", quantity: "1", newClientOrderId: `act-${action}` };
    await answer("POST", "order", { symbol: "BTCUSDT", side, positionSide, ...type });
    expect(venue.commands).toMatchObject([
      { type: "placeOrder", action, market: true, price: 0, size: 10_000 },
    ]);
  });

  test("fills", async () => {
    venue.past.fills = [{ ...fill, liquidationFee: 100_000_000n }];
    expect(await answer("GET", "userTrades", { orderId: ORDER })).toEqual([
      {
        id: fill.trade,
        orderId: ORDER,
        symbol: "BTCUSDT",
        buyer: true,
        maker: false,
        side: "BUY",
        positionSide: "LONG",
        price: "85596.5",
        qty: "0.0100",
        quoteQty: "855.965",
        realizedPnl: "0",
        commission: "1.513579",
        commissionAsset: "USDT",
        time: fill.time,
      },
    ]);
    expect(venue.asked[0]!.query).toMatchObject({ order: ORDER, from: NOW - 7 * 86_400_000, limit: 100 });
  });

  test("a request that is sent again byte for byte happens once", async () => {
    const sent = { query: `orderId=${ORDER}`, timestamp: NOW + 5 };
    const [first, second] = [
      await venue.send("DELETE", "/capi/v3/order", sent),
      await venue.send("DELETE", "/capi/v3/order", sent),
    ];
    expect(second.body).toEqual(first.body);
    expect(venue.commands).toHaveLength(1);
  });

  test("cancel all: what was cancelled", async () => {
    const event = { type: "orderEnded", fields: { order: ORDER } } as const;
    venue.outcomes.push({ events: records(event) });
    expect(await answer("DELETE", "allOpenOrders", { symbol: "BTCUSDT" })).toEqual([
      { orderId: ORDER, success: true, errorCode: "", errorMessage: "" },
    ]);
    await answer("DELETE", "algoOpenOrders");
    expect(venue.commands).toMatchObject([
      { type: "cancelAll", contract: 0, which: 1 },
      { type: "cancelAll", contract: -1, which: 2 },
    ]);
  });

  test("closing one position by its id", async () => {
    venue.live.positions = [position];
    const placed = { order: ORDER, kind: 6, position: POSITION };
    venue.outcomes.push({ events: records({ type: "orderPlaced", fields: placed }) });
    expect(await answer("POST", "closePositions", { positionId: POSITION })).toEqual([
      { positionId: POSITION, success: true, successOrderId: ORDER, errorMessage: "" },
    ]);
    expect(venue.commands).toMatchObject([
      { type: "closePositions", contract: -1, position: POSITION, cancelAttached: true },
    ]);
    const other = { positionId: POSITION, symbol: "XRPUSDT" };
    expect((await venue.send("POST", "/capi/v3/closePositions", { body: other })).body.code).toBe(-1142);
  });
});

describe("conditional orders", () => {
  test("the lists", async () => {
    venue.live.orders = [plan, order];
    venue.past.orders = [
      { ...ended, kind: 1, order: ORDER - 1, triggerPrice: 480_000, triggerSource: 3, triggeredTime: 7 },
    ];
    const [waiting] = await answer("GET", "openAlgoOrders", { page: "1" });
    expect(waiting).toEqual({
      algoId: PLAN,
      clientAlgoId: String(PLAN),
      algoType: "CONDITIONAL",
      orderType: "STOP",
      symbol: "BTCUSDT",
      side: "SELL",
      positionSide: "LONG",
      timeInForce: "GTC",
      workingType: "CONTRACT_PRICE",
      reduceOnly: true,
      quantity: "0.0100",
      algoStatus: "UNTRIGGERED",
      actualOrderId: null,
      actualPrice: "0",
      triggerPrice: "48000.0",
      price: "90000.5",
      tpTriggerPrice: null,
      tpPrice: null,
      slTriggerPrice: null,
      slPrice: null,
      tpOrderType: null,
      closePosition: false,
      createTime: 1_763_708_511_502,
      updateTime: 1_763_708_511_502,
      triggerTime: 0,
    });
    const { orders, hasMore } = await answer("GET", "allAlgoOrders");
    expect([orders[0], hasMore]).toEqual([waiting, false]);
    expect(orders[1]).toMatchObject({
      algoId: ORDER - 1,
      algoStatus: "FILLED",
      actualOrderId: ORDER - 1,
      workingType: "MARK_PRICE",
      triggerTime: 7,
      tpTriggerPrice: "100000.0",
      tpOrderType: "CONTRACT_PRICE",
    });
    expect(orders).toHaveLength(2);
  });

  test("the trailing stops among them, and what ends with its position", async () => {
    const trails = { ...plan, callbackRate: 1_500_000, activationPrice: 485_000, market: true };
    venue.live.orders = [{ ...plan, order: PLAN + 1, endsWithLeg: true, size: 0 }, trails];
    venue.past.orders = [
      { ...ended, kind: 1, order: ORDER - 1, triggerPrice: 480_000, callbackRate: 100_000 },
    ];
    const [open, ...others] = await answer("GET", "trailing/openOrders");
    expect([open, others]).toEqual([
      expect.objectContaining({
        algoId: PLAN,
        orderType: "TRAILING_STOP_MARKET",
        callbackRate: "0.015",
        activationPrice: "48500.0",
        triggerPrice: "48000.0",
      }),
      [],
    ]);
    const waiting = await answer("GET", "openAlgoOrders");
    expect(waiting.map(({ callbackRate }: { callbackRate?: string }) => callbackRate)).toEqual([
      undefined,
      "0.015",
    ]);
    expect(waiting[0]).toMatchObject({ endsWithPosition: true, closePosition: true });
    expect(await answer("GET", "trailing/historyOrders")).toMatchObject([
      { algoId: ORDER - 1, callbackRate: "0.001", activationPrice: "0", triggerPrice: "48000.0" },
    ]);
    expect(venue.asked.at(-1)).toMatchObject({ list: "orders", query: { family: "trailing" } });
  });

  test.each([
    ["BUY", "LONG", "STOP", 1],
    ["BUY", "LONG", "TAKE_PROFIT", 2],
    ["SELL", "SHORT", "STOP_MARKET", 2],
    ["SELL", "SHORT", "TAKE_PROFIT_MARKET", 1],
  ])("%s %s %s waits in direction %i", async (side, positionSide, type, triggerDirection) => {
    const order = { symbol: "BTCUSDT", side, positionSide, type, quantity: "0.01", triggerPrice: "90000" };
    const clientAlgoId = `${side}-${type}`.replace("_", "-");
    const placed = await answer("POST", "algoOrder", {
      ...order,
      price: "90100",
      clientAlgoId,
      presetStopLossPrice: "0",
    });
    expect(placed).toMatchObject({ orderId: String(ORDER), clientOrderId: clientAlgoId, success: true });
    const market = type.endsWith("_MARKET");
    expect(venue.commands).toMatchObject([
      {
        type: "placeConditional",
        market,
        price: market ? 0 : 901_000,
        triggerDirection,
        triggerPrice: 900_000,
      },
    ]);
  });

  test.each([
    ["99000", undefined, { TpWorkingType: "MARK_PRICE" }, 1],
    [undefined, "80000", { SlWorkingType: "MARK_PRICE" }, 2],
    ["99000", "80000", { TpWorkingType: "MARK_PRICE", SlWorkingType: "MARK_PRICE" }, 3],
    [undefined, "80000", { TpWorkingType: "MARK_PRICE" }, 0],
    ["99000", "80000", {}, 0],
  ])("with presets at %s and %s, %j", async (takeProfit, stopLoss, types, presetsOnMark) => {
    const opens = { symbol: "BTCUSDT", side: "BUY", positionSide: "LONG", quantity: "0.01", ...types };
    const attached = { tpTriggerPrice: takeProfit, slTriggerPrice: stopLoss };
    const id = `${takeProfit}-${stopLoss}-${presetsOnMark}`;
    await answer("POST", "order", { ...opens, type: "MARKET", newClientOrderId: id, ...attached });
    const presets = { presetTakeProfitPrice: takeProfit, presetStopLossPrice: stopLoss };
    const stop = { type: "STOP_MARKET", triggerPrice: "90000", clientAlgoId: id };
    await answer("POST", "algoOrder", { ...opens, ...stop, ...presets });
    const expected = {
      presetTakeProfit: takeProfit === undefined ? 0 : 990_000,
      presetStopLoss: stopLoss === undefined ? 0 : 800_000,
      presetsOnMark,
    };
    expect(venue.commands).toMatchObject([
      { type: "placeOrder", ...expected },
      { type: "placeConditional", ...expected },
    ]);
  });

  test("one that closes is a take-profit or stop-loss", async () => {
    const close = {
      symbol: "BTCUSDT",
      side: "SELL",
      positionSide: "LONG",
      quantity: "0.01",
      triggerPrice: "95000",
    };
    const type = { type: "TAKE_PROFIT_MARKET", clientAlgoId: "tp", TpWorkingType: "MARK_PRICE" };
    await answer("POST", "algoOrder", { ...close, ...type });
    expect(venue.commands).toMatchObject([
      { type: "placeTpSl", leg: 0, takeProfit: true, triggerSource: 3, price: 0, size: 100, clientId: "tp" },
    ]);
  });

  test("placeTpSlOrder: the whole position; a refusal of the market is an answer", async () => {
    const tp = {
      symbol: "BTCUSDT",
      clientAlgoId: "tp-1",
      planType: "TAKE_PROFIT",
      triggerPrice: "95000",
      positionSide: "LONG",
    };
    expect(await answer("POST", "placeTpSlOrder", { ...tp, quantity: "0" })).toEqual([
      { orderId: ORDER, success: true, errorCode: "", errorMessage: "" },
    ]);
    expect(venue.commands).toMatchObject([{ type: "placeTpSl", size: 0, price: 0, takeProfit: true }]);
    venue.outcomes.push({ rejection: { type: "triggerAlreadyMet", trigger: 950_000, price: 1 } });
    const [refused] = await answer("POST", "placeTpSlOrder", { ...tp, clientAlgoId: "tp-2" });
    expect(refused).toEqual({
      orderId: 0,
      success: false,
      errorCode: "-1054",
      errorMessage: expect.stringContaining("would trigger at once"),
    });
    venue.live.orders = [plan];
    const change = { orderId: PLAN, triggerPrice: "96000", triggerPriceType: "MARK_PRICE" };
    expect(await answer("POST", "modifyTpSlOrder", change)).toEqual({ success: true });
    expect(venue.commands.at(-1)).toMatchObject({
      type: "modifyTpSl",
      triggerPrice: 960_000,
      triggerSource: 3,
    });
  });
});
