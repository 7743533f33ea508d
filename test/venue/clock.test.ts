import { afterEach, describe, expect, test } from "vitest";
import type { Venue, VenueOptions } from "../../src/assembly/venue/index.ts";
import { startVenue, TEST_CLOCK_START } from "../../src/assembly/venue/index.ts";
import { v2Operations as operations } from "../../src/service/gateway/index.ts";
import { temporaryDirectory } from "../host/temporaryDirectory.ts";
import type { Reply } from "./client.ts";
import { Client, look } from "./client.ts";
import { LIMIT } from "./limitOrder.ts";

/** Market time and the host's never meet: clients sign with wall time, whatever time the market has. */

const SYMBOL = "cmt_btcusdt";
const MINUTE = 60_000;
const DAY = 86_400_000;
const FUNDING_INTERVAL = 8 * 3_600_000;

const open: Venue[] = [];
afterEach(async () => {
  for (const venue of open.splice(0)) await venue.stop();
});

async function start(options: VenueOptions): Promise<Venue> {
  const venue = await startVenue({ prices: { btc: 60_000 }, leaderboard: "public", ...options });
  open.push(venue);
  return venue;
}

interface Traders {
  readonly alice: Client;
  readonly bob: Client;
}

function tradersOf(venue: Venue, now?: () => number): Traders {
  const [first, second] = venue.accounts;
  return { alice: new Client(venue.baseUrl, first!, now), bob: new Client(venue.baseUrl, second!, now) };
}

const limit = (type: string, price: string, size = "0.1") => ({ ...LIMIT, size, type, price });

function ok(reply: Reply): Reply {
  expect(reply.status, reply.text).toBe(200);
  return reply;
}

/** Makes every operation answer with something to look at, and returns all answers. */
async function askEverything({ baseUrl }: Venue, { alice, bob }: Traders): Promise<readonly Reply[]> {
  const answers: Reply[] = [];
  const take = (reply: Reply): Reply => {
    answers.push(ok(reply));
    return reply;
  };
  const place = async (who: Client, order: object) =>
    take(await who.post("order/placeOrder", order)).body.order_id;
  const plan = { symbol: SYMBOL, size: "0.1", type: "1", match_type: "1", trigger_price: "60800" };
  await place(alice, limit("1", "60000"));
  await place(bob, limit("2", "60000"));
  await place(alice, limit("1", "59900"));
  take(await alice.post("order/plan_order", plan));
  const { order_id } = take(await alice.post("order/plan_order", { ...plan, trigger_price: "60700" })).body;
  const tpSl = { symbol: SYMBOL, planType: "profit_plan", triggerPrice: "60900", positionSide: "long" };
  const [{ orderId }] = take(await alice.post("order/placeTpSlOrder", tpSl)).body;
  take(await alice.post("order/modifyTpSlOrder", { orderId, triggerPrice: "60950" }));
  const canceled = await place(alice, limit("1", "59800"));
  take(await alice.post("order/cancel_order", { orderId: canceled }));
  take(await alice.post("order/cancel_plan", { orderId: order_id }));
  take(await alice.post("account/leverage", { symbol: "cmt_ethusdt", marginMode: 1, longLeverage: "5" }));
  const said = { stage: "s", model: "m", input: {}, output: {}, explanation: "e" };
  take(await alice.post("order/uploadAiLog", said));
  const queries: Readonly<Record<string, string>> = {
    detail: `?orderId=${canceled}`,
    getAccount: "?coin=USDT",
    account: "?coinId=2",
    singlePosition: `?symbol=${SYMBOL}`,
    historyPlan: `?symbol=${SYMBOL}`,
    candles: `?symbol=${SYMBOL}&granularity=1m`,
    historyCandles: `?symbol=${SYMBOL}&granularity=1m`,
    equitySeries: "?granularity=1h",
    tickers: "",
    time: "",
    contracts: "",
  };
  for (const { method, path, access } of operations) {
    if (path.endsWith("requestLog")) continue; // of transport, not of the market: it tells the host's time
    const name = path.replace("/capi/v2/", "");
    const query = queries[name.split("/").at(-1)!] ?? (access === "public" ? `?symbol=${SYMBOL}` : "");
    if (access === "public") take(await look(baseUrl, `${name.replace("market/", "")}${query}`));
    else if (method === "GET") take(await alice.get(`${name}${query}`));
  }
  take(await alice.post("account/bills", {}));
  answers.push(await alice.post("order/cancel_order", { orderId: "1" }));
  answers.push(await alice.get("order/nothing"));
  return answers;
}

/**
 * Every value that is a moment: whole milliseconds of our days, as text or number; ISO text; seconds with
 * three decimals.
 */
function* momentsOf(value: unknown, path = ""): Generator<{ readonly path: string; readonly time: number }> {
  if (typeof value === "object" && value !== null) {
    for (const [name, each] of Object.entries(value)) yield* momentsOf(each, `${path}.${name}`);
  } else if (typeof value === "string" || typeof value === "number") {
    const text = String(value);
    if (/^1[5-9]\d{11}$/.test(text)) yield { path, time: Number(text) };
    else if (/^1[5-9]\d{8}\.\d{3}$/.test(text)) yield { path, time: Math.round(Number(text) * 1_000) };
    else if (/^20\d\d-\d\d-\d\dT/.test(text)) yield { path, time: Date.parse(text) };
  }
}

/** @param from @param to market time while the venue lived; nothing that is stamped lies outside */
function expectMarketTime(answers: readonly Reply[], from: number, to: number): void {
  const seen = new Set<string>();
  for (const { body } of answers) {
    for (const { path, time } of momentsOf(body)) {
      const name = path.split(".").at(-1)!;
      seen.add(Number.isNaN(Number(name)) ? name : "candle");
      const isFuture =
        /fundingTime|settlesAt/i.test(name) ||
        (path.endsWith("timestamp") && "collectCycle" in (body[0] ?? {}));
      // A span that is looked back on begins before the market did, and its end is not in it.
      if (/^\.(from|to|minutesFrom)$/.test(path)) continue;
      expect(time, path).toBeGreaterThanOrEqual(Math.floor(from / MINUTE) * MINUTE);
      expect(time, path).toBeLessThanOrEqual(isFuture ? to + FUNDING_INTERVAL : to);
    }
  }
  const names = ["timestamp", "epoch", "iso", "candle", "requestTime", "createTime", "createdTime"];
  names.push("updatedTime", "created_time", "updated_time", "ctime", "cTime", "time", "fundingTime");
  expect([...seen].sort()).toEqual(expect.arrayContaining(names.toSorted()));
}

describe("a client that signs with wall time", () => {
  test("trades while the venue is frozen in the past", async () => {
    const begun = Date.now();
    const venue = await start({});
    const answers = await askEverything(venue, tradersOf(venue));
    expectMarketTime(answers, TEST_CLOCK_START, TEST_CLOCK_START);
    await venue.step(90_000);
    const later = await askEverything(venue, tradersOf(venue));
    expectMarketTime(later, TEST_CLOCK_START, TEST_CLOCK_START + 90_000);
    const { entries } = ok(await tradersOf(venue).alice.get("account/requestLog?limit=1")).body;
    expect(entries[0].time).toBeGreaterThanOrEqual(begun);
    expect(entries[0].time).toBeLessThanOrEqual(Date.now());
  });

  test("trades while the venue is 30 days ahead", async () => {
    const ahead = Date.now() + 30 * DAY;
    const venue = await start({ clock: ahead });
    await venue.step(MINUTE);
    expectMarketTime(await askEverything(venue, tradersOf(venue)), ahead, ahead + MINUTE);
  });

  test("trades at a hundred times the speed", async () => {
    const venue = await start({});
    const traders = tradersOf(venue);
    venue.clock.run(100);
    const { body } = await look(venue.baseUrl, "time");
    let now = body.timestamp as number;
    while (now < body.timestamp + 30_000) now = (await look(venue.baseUrl, "time")).body.timestamp;
    const answers = await askEverything(venue, traders);
    venue.clock.freeze();
    await venue.settle();
    expectMarketTime(answers, TEST_CLOCK_START, venue.clock.now());
  });
});

describe("freshness", () => {
  const stale = { status: 400, body: { code: "40008" } };

  test("either clock will do; neither is 40008", async () => {
    const venue = await start({});
    for (const [now, expected] of [
      [Date.now, { status: 200 }],
      [() => venue.clock.now(), { status: 200 }],
      [() => venue.clock.now() + 29_000, { status: 200 }],
      [() => venue.clock.now() + 31_000, stale],
      [() => Date.now() - 40_000, stale],
    ] as const) {
      expect(await tradersOf(venue, now).alice.get("account/assets")).toMatchObject(expected);
    }
  });

  test("strict: the host's clock alone counts", async () => {
    const venue = await start({ strictFreshness: true });
    expect(await tradersOf(venue).alice.get("account/assets")).toMatchObject({ status: 200 });
    expect(await tradersOf(venue, () => venue.clock.now()).alice.get("account/assets")).toMatchObject(stale);
  });
});

describe("steps", () => {
  test("a step is a barrier: what it moved is everywhere when it returns", async () => {
    const venue = await start({ market: "simulated", seed: 3 });
    const { alice } = tradersOf(venue);
    const plan = { symbol: SYMBOL, size: "0.01", type: "1", match_type: "1", trigger_price: "60005" };
    ok(await alice.post("order/plan_order", plan));
    for (let minute = 1; minute <= 3; minute++) {
      await venue.step(MINUTE);
      const now = TEST_CLOCK_START + minute * MINUTE;
      expect(venue.clock.now()).toBe(now);
      expect(venue.engine.headSeq).toBe(venue.engine.durableSeq);
      const ticker = (await look(venue.baseUrl, `ticker?symbol=${SYMBOL}`)).body;
      const [trade] = (await look(venue.baseUrl, `trades?symbol=${SYMBOL}&limit=1`)).body;
      const candles = (await look(venue.baseUrl, `candles?symbol=${SYMBOL}&granularity=1m&limit=2`)).body;
      expect(ticker.timestamp).toBe(String(now));
      expect(ticker.last).toBe(trade.price);
      const running = candles.at(-1);
      expect([running[0], running[4]]).toEqual([String(now), ticker.last]);
      expect(now - trade.time).toBeLessThanOrEqual(MINUTE);
    }
    expect(venue.engine.nextDue()).toBeGreaterThan(venue.clock.now());
    venue.engine.audit();
  });

  test("a hundred small steps are one large step", async () => {
    const [small, large] = [await start({ market: "simulated" }), await start({ market: "simulated" })];
    for (let i = 0; i < 100; i++) await small.step(200);
    await large.step(20_000);
    expect(small.engine.headSeq).toBe(large.engine.headSeq);
    const bookOf = async (venue: Venue) =>
      (await look(venue.baseUrl, `depth?symbol=${SYMBOL}&limit=200`)).text;
    expect(await bookOf(small)).toBe(await bookOf(large));
  });

  test("nextEvent goes to the next beat, and no further", async () => {
    const venue = await start({ clock: TEST_CLOCK_START + 250 });
    expect(await venue.nextEvent()).toBe(TEST_CLOCK_START + 1_000);
    expect(await venue.nextEvent()).toBe(TEST_CLOCK_START + 2_000);
    expect(venue.clock.now()).toBe(TEST_CLOCK_START + 2_000);
    await venue.step(500);
    expect(venue.clock.now()).toBe(TEST_CLOCK_START + 2_500);
    expect(await venue.nextEvent()).toBe(TEST_CLOCK_START + 3_000);
  });

  test("time never goes back", async () => {
    const venue = await start({});
    await venue.step(5_000);
    await expect(venue.step(-1)).rejects.toThrow();
    expect(venue.clock.now()).toBe(TEST_CLOCK_START + 5_000);
  });
});

describe("candles", () => {
  test("bars in which nothing happened are flat, also after a jump of hours", async () => {
    const venue = await start({});
    const { alice, bob } = tradersOf(venue);
    ok(await alice.post("order/placeOrder", limit("1", "60010")));
    ok(await bob.post("order/placeOrder", limit("2", "60010", "0.04")));
    await venue.step(3 * 3_600_000);
    ok(await bob.post("order/placeOrder", { ...limit("2", "", "0.06"), match_price: "1", price: undefined }));
    await venue.settle();
    const { body } = await look(venue.baseUrl, `candles?symbol=${SYMBOL}&granularity=1m&limit=1000`);
    expect(body).toHaveLength(181);
    for (const [i, candle] of body.entries()) {
      const traded = i === 0 ? ["0.0400", "2400.4"] : i === 180 ? ["0.0600", "3600.6"] : ["0.0000", "0"];
      const time = String(TEST_CLOCK_START + i * MINUTE);
      expect(candle).toEqual([time, "60010.0", "60010.0", "60010.0", "60010.0", ...traded]);
    }
    const hours = (await look(venue.baseUrl, `candles?symbol=${SYMBOL}&granularity=1h`)).body;
    expect(hours.map(([time]: [string]) => Number(time) - TEST_CLOCK_START)).toEqual(
      [0, 1, 2, 3].map((hour) => hour * 3_600_000),
    );
  });
});

describe("downtime", () => {
  test("skip: the market stood still, prices go on where they were", async () => {
    const data = temporaryDirectory();
    const first = await start({ data, clock: TEST_CLOCK_START });
    const { alice, bob } = tradersOf(first);
    ok(await alice.post("order/placeOrder", limit("1", "60010")));
    ok(await bob.post("order/placeOrder", limit("2", "60010", "0.04")));
    await first.step(10_000);
    const index = (await look(first.baseUrl, `index?symbol=${SYMBOL}`)).body.index;
    const stoppedAt = first.clock.now();
    const { headSeq } = first.engine;
    await first.stop();
    open.length = 0;

    const wake = TEST_CLOCK_START + DAY;
    const second = await start({ data, clock: wake });
    expect(second.recovery.headTime).toBeLessThanOrEqual(stoppedAt);
    expect(second.engine.headSeq - headSeq).toBeLessThan(5);
    const woken = (await look(second.baseUrl, `index?symbol=${SYMBOL}`)).body;
    expect(woken).toMatchObject({ index, timestamp: String(wake) });
    const candles = (await look(second.baseUrl, `candles?symbol=${SYMBOL}&granularity=1m&limit=1000`)).body;
    expect(candles.at(-1)).toEqual([String(wake), ...Array(4).fill("60010.0"), "0.0000", "0"]);
    const again = tradersOf(second).alice;
    const { items } = (await again.post("account/bills", {})).body;
    expect(items).toMatchObject([{ businessType: "position_open_long" }, { businessType: "deposit" }]);
    const held = (await again.get("account/position/allPosition")).body;
    expect(held).toMatchObject([{ size: "0.0400", funding_fee: "0" }]);
    await second.step(1_000);
    second.engine.audit();
  });

  test("catchUp: its prices went on meanwhile", async () => {
    const data = temporaryDirectory();
    const first = await start({ data });
    const before = (await look(first.baseUrl, `index?symbol=${SYMBOL}`)).body.index;
    await first.stop();
    open.length = 0;
    const second = await start({ data, clock: TEST_CLOCK_START + 30 * DAY, downtime: "catchUp" });
    expect((await look(second.baseUrl, `index?symbol=${SYMBOL}`)).body.index).not.toBe(before);
  });
});
