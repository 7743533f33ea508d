import { expect, test } from "vitest";
import { NO_PRESETS } from "../../kernel/core/index.ts";
import { DecimalExchange, OPEN_LONG, RefusedError, TRIGGER_ON_MARK } from "./index.ts";

const START = Date.UTC(2026, 0, 1);

/** A market of one contract at 60 000, with Alice and Bob in it. */
function market(): DecimalExchange {
  const exchange = new DecimalExchange({ time: START });
  exchange.list({ symbol: "BTC-PERP", tick: "0.1", lot: "0.0001" });
  exchange.index({ "BTC-PERP": "60000" });
  exchange.open("alice", "10000");
  exchange.open("bob", "50000");
  return exchange;
}

const half = { symbol: "BTC-PERP", size: "0.5", price: "60000" } as const;

test("the worked ledger of the reference, in decimals", () => {
  const exchange = market();
  const { order } = exchange.place("bob", { ...half, action: "open-short" });
  expect(exchange.book("BTC-PERP")).toEqual({ bids: [], asks: [{ price: "60000.0", size: "0.5000" }] });
  expect(exchange.account("bob").orders).toMatchObject([
    { order, action: "open-short", remaining: "0.5000" },
  ]);
  const { trades } = exchange.place("alice", { symbol: "BTC-PERP", action: "open-long", size: "0.5" });
  expect(trades).toMatchObject([
    { price: "60000.0", size: "0.5000", makerOrder: order, makerFee: "6", takerFee: "18" },
  ]);
  exchange.index({ "BTC-PERP": "60600" });
  const alice = exchange.account("alice");
  expect(alice).toMatchObject({ wallet: "9982", unrealized: "300", equity: "10282" });
  expect(alice.positions).toMatchObject([{ leg: "long", size: "0.5000", leverage: "20.00" }]);
  expect(exchange.prices("BTC-PERP")).toMatchObject({ index: "60600.000", last: "60000.0" });
  exchange.audit();
});

test("a fall liquidates, and a stop is triggered", () => {
  const exchange = market();
  exchange.leverage("alice", "BTC-PERP", "50", "isolated");
  exchange.place("bob", { ...half, action: "open-short" });
  exchange.place("alice", { ...half, action: "open-long" });
  const { liquidationPrice } = exchange.account("alice").positions[0]!;
  expect(Number(liquidationPrice)).toBeLessThan(60_000);
  const events = exchange.index({ "BTC-PERP": "50000" });
  expect(events.map(({ type }) => type)).toContain("liquidationStarted");
  expect(exchange.account("alice").positions).toEqual([]);
  exchange.audit();
});

test("what one command sets off has happened when it returns, however much it is", () => {
  const exchange = market();
  const plan = {
    ...{ contract: 0, action: OPEN_LONG, market: false, size: 1, price: 500_000, triggerPrice: 590_000 },
    ...{ triggerSource: TRIGGER_ON_MARK, marginMode: 0, position: 0, requestHash: 0, clientId: "" },
  };
  const holders = Array.from({ length: 6 }, (_, i) => `holder ${i}`);
  for (const holder of holders) {
    exchange.open(holder, "10000");
    const { account } = exchange.core.answer({ type: "accounts" }).find(({ name }) => name === holder)!;
    for (let i = 0; i < 190; i++) exchange.execute({ type: "placePlan", ...NO_PRESETS, account, ...plan });
  }
  const events = exchange.index({ "BTC-PERP": "58000" });
  expect(events.filter(({ type }) => type === "orderTriggered")).toHaveLength(6 * 190);
  expect(exchange.core.pendingSteps()).toBe(0);
});

test("time passes when it is told to, and pays funding on the way", () => {
  const exchange = market();
  exchange.place("bob", { ...half, action: "open-short" });
  exchange.place("alice", { ...half, action: "open-long" });
  const { fundingDue } = exchange.prices("BTC-PERP");
  expect(fundingDue).toBe(START + 8 * 3_600_000);
  const events = exchange.advance(24 * 3_600_000);
  expect(exchange.time).toBe(START + 24 * 3_600_000);
  expect(events.filter(({ type }) => type === "fundingTurned")).toHaveLength(3);
  expect(exchange.prices("BTC-PERP").fundingDue).toBe(START + 32 * 3_600_000);
  exchange.audit();
});

test("a refusal says rule and numbers, and changes nothing", () => {
  const exchange = market();
  const before = exchange.account("alice");
  const refused = (order: Parameters<DecimalExchange["place"]>[1]): RefusedError => {
    try {
      exchange.place("alice", order);
    } catch (error) {
      if (error instanceof RefusedError) return error;
      throw error;
    }
    throw new Error("it was taken");
  };
  const large = refused({ ...half, action: "open-long", size: "5" });
  expect(large.rejection.type).toBe("marginInsufficient");
  expect(large.numbers).toEqual({ needed: "15180", available: "10000" });
  expect(large.message).toBe("placeOrder is refused: marginInsufficient (needed 15180, available 10000)");
  const far = refused({ ...half, action: "open-long", price: "99999.9" });
  expect(far.numbers).toMatchObject({ price: "99999.9", mark: "60000.000" });
  expect(exchange.account("alice")).toEqual(before);
});

/** Alice buys half a coin, but for what is said. */
function buys(exchange: DecimalExchange, said: Partial<Parameters<DecimalExchange["place"]>[1]>) {
  return exchange.place("alice", { ...half, action: "open-long", ...said });
}

// biome-ignore lint/suspicious/noExplicitAny: what JavaScript may give
type Anything = any;

test.each<[string, (exchange: DecimalExchange) => unknown, string]>([
  ["price off the grid", (e) => buys(e, { price: "1.23" }), "multiple of the tick 0.1, got '1.23'"],
  ["size off the grid", (e) => buys(e, { size: "0.00001" }), "multiple of the lot 0.0001"],
  ["a number for text", (e) => buys(e, { size: "1e3" }), "size must be a decimal"],
  ["an action", (e) => buys(e, { action: "hold" as "open-long" }), "action must be one of open-long"],
  ["a time in force", (e) => buys(e, { timeInForce: "day" as "gtc" }), "timeInForce must be one of gtc"],
  ["a level of the book", (e) => buys(e, { priceMatch: "toString" }), "priceMatch must be one of opponent"],
  ["an account", (e) => e.account("carol"), "there is no account 'carol'"],
  ["a contract", (e) => e.prices("ETH"), "there is no contract 'ETH'"],
  ["a tick", (e) => e.list({ symbol: "X", tick: "0.5", lot: "1" }), "tick must be 1, 0.1, 0.01 …, got '0.5'"],
  [
    "steps too fine",
    (e) => e.list({ symbol: "X", tick: "0.00001", lot: "0.0001" }),
    "at most 8 decimals together, got 9",
  ],
  [
    "money",
    (e) => e.deposit("alice", "-1"),
    "amount must be a decimal above 0 with at most 8 places, got '-1'",
  ],
  ["time", (e) => e.advance(-1), "advance: ms must be a whole number from 0 to 9007199254740991, got -1"],
  [
    "money as a number",
    (e) => e.deposit("alice", 100 as Anything),
    "deposit: amount must be a decimal as text",
  ],
  [
    "a price as a number",
    (e) => e.index({ BTC: 60_000 as Anything }),
    "index: prices.BTC must be a decimal as text",
  ],
  ["no name", (e) => e.open(""), "open: name must be text that is not empty, got ''"],
  ["a number for a name", (e) => e.open(5 as Anything), "open: name must be text that is not empty, got 5"],
  ["no terms", (e) => e.list(null as Anything), "list: terms must be an object, got null"],
  [
    "no order",
    (e) => e.place("alice", undefined as Anything),
    "place: order must be an object, got undefined",
  ],
  [
    "a field that orders do not have",
    (e) => buys(e, { clientID: "x" } as Anything),
    "place: order has no clientID; known are action, clientId,",
  ],
  [
    "no command",
    (e) => e.execute({ type: "placeOrders" } as Anything),
    "execute: command must be a command of the core",
  ],
  [
    "a mode",
    (e) => e.leverage("alice", "BTC", "5", "cross" as Anything),
    "mode must be one of shared, isolated",
  ],
  [
    "no time at its beginning",
    () => new DecimalExchange({ time: Number.NaN }),
    "options.time must be a whole number",
  ],
  [
    "no snapshot",
    () => DecimalExchange.restore("x" as Anything),
    "restore: snapshot must be a Uint8Array, got 'x'",
  ],
])("%s that is wrong is a RangeError that names it", (_what, act, message) => {
  const exchange = market();
  const before = exchange.snapshot();
  expect(() => act(exchange)).toThrow(RangeError);
  expect(() => act(exchange)).toThrow(message);
  expect(exchange.snapshot()).toEqual(before);
});

test("a snapshot goes on as the exchange that wrote it", () => {
  const exchange = market();
  const { order } = exchange.place("bob", { ...half, action: "open-short" });
  const restored = DecimalExchange.restore(exchange.snapshot());
  expect(restored.time).toBe(START);
  for (const each of [exchange, restored]) {
    each.place("alice", { ...half, action: "open-long", size: "0.1" });
    each.advance(60_000);
    each.cancel("bob", order);
  }
  expect(restored.snapshot()).toEqual(exchange.snapshot());
});

test("orders say how they behave in the book", () => {
  const exchange = market();
  const bid = { ...half, action: "open-long", price: "59990" } as const;
  exchange.place("bob", { ...bid, goodTill: START + 1_000 });
  exchange.place("alice", { symbol: "BTC-PERP", size: "0.5", action: "open-long", priceMatch: "queue" });
  expect(exchange.account("alice").orders).toMatchObject([{ price: "59990.0" }]);
  const sale = { ...bid, action: "open-short", size: "2" } as const;
  const taking = { ...sale, timeInForce: "post-only", orRefused: true } as const;
  expect(() => exchange.place("alice", taking)).toThrow(RefusedError);
  expect(() => exchange.place("alice", { ...sale, timeInForce: "fok", orRefused: true })).toThrow(
    RefusedError,
  );
  exchange.advance(1_000);
  expect(exchange.account("bob").orders).toEqual([]);
  exchange.place("alice", { ...sale, selfTradePrevention: "expire-taker" });
  expect(exchange.account("alice").orders).toHaveLength(1);
});
