import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import { placeFor } from "../venue/placeLimit.ts";
import { Pushes } from "../venue/pushes.ts";
import type { Stage } from "./seed-venue.ts";
import { openStage } from "./seed-venue.ts";

/**
 * What candles of V3 count: trades, and what takers bought; by REST and by sockets, against the list of
 * trades.
 */

const MINUTE = 60_000;
const INTERVALS = { "1m": 1, "5m": 5, "15m": 15, "30m": 30, "1h": 60, "4h": 240, "12h": 720, "1d": 1_440 };

interface Counted {
  readonly time: number;
  readonly volume: number;
  readonly value: number;
  readonly trades: number;
  readonly bought: number;
  readonly boughtValue: number;
}

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage.venue.stop());

/** A socket, which a venue closes that follows nothing for a minute. */
function openSocket(): Pushes {
  const socket = new Pushes(stage.venue.wsUrl, "/v3/ws/public");
  onTestFinished(() => socket.close());
  return socket;
}

/** Bob rests 0.2, alice takes 0.1 of it twice. */
async function trade(takerBuys: boolean, price: string): Promise<void> {
  const [makerType, takerType] = takerBuys ? ["2", "1"] : ["1", "2"];
  for (const [who, type, size] of [
    ["bob", makerType, "0.2"],
    ["alice", takerType, "0.1"],
    ["alice", takerType, "0.1"],
  ] as const) {
    await placeFor(stage[who], { price, type, size });
  }
}

/** Trades of both sides in half an hour, twelve in all. */
async function tradeForAWhile(): Promise<void> {
  for (const [turn, takerBuys] of [true, false, true, true, false].entries()) {
    await trade(takerBuys, String(60_000 + turn * 10));
    await stage.venue.step(7 * MINUTE + 1);
  }
  await trade(true, "60000.5");
}

/** Candles of an interval that traded, oldest first. */
async function klines(interval: string, path = "klines"): Promise<readonly Counted[]> {
  const { body } = await stage.alice.get(
    `/capi/v3/market/${path}?symbol=BTCUSDT&interval=${interval}&limit=1000`,
  );
  const rows: Counted[] = body.map((row: (string | number)[]) => ({
    time: row[0],
    volume: Number(row[5]),
    value: Number(row[7]),
    trades: row[8],
    bought: Number(row[9]),
    boughtValue: Number(row[10]),
  }));
  for (const row of rows) {
    expect(row.trades > 0).toBe(row.volume > 0);
    expect(row.bought <= row.volume && row.boughtValue <= row.value).toBe(true);
  }
  return rows.filter(({ trades }) => trades > 0).reverse();
}

test("they agree with the list of trades in every interval, and pushes with both", async () => {
  const socket = openSocket();
  await socket.until((each) => each.event === "connected");
  const streams = ["BTCUSDT@kline_1m", "BTCUSDT@kline_1h", "BTCUSDT@ticker"];
  socket.send({ method: "SUBSCRIBE", params: streams, id: 1 });
  await socket.until((each) => each.id === 1);
  await tradeForAWhile();

  const { body: list } = await stage.alice.get("/capi/v3/market/trades?symbol=BTCUSDT&limit=1000");
  expect(list).toHaveLength(12);
  for (const [interval, minutes] of Object.entries(INTERVALS)) {
    const length = minutes * MINUTE;
    const expected = new Map<number, Counted>();
    for (const { time: at, qty, quoteQty, isBuyerMaker } of list.toReversed()) {
      const time = Math.floor(at / length) * length;
      const sum = expected.get(time) ?? { time, volume: 0, value: 0, trades: 0, bought: 0, boughtValue: 0 };
      expected.set(time, {
        time,
        volume: sum.volume + Number(qty),
        value: sum.value + Number(quoteQty),
        trades: sum.trades + 1,
        bought: sum.bought + (isBuyerMaker ? 0 : Number(qty)),
        boughtValue: sum.boughtValue + (isBuyerMaker ? 0 : Number(quoteQty)),
      });
    }
    const rounded = (rows: Iterable<Counted>) =>
      [...rows].map((row) => Object.values(row).map((number) => Number(number.toFixed(6))));
    expect(rounded(await klines(interval)), interval).toEqual(rounded(expected.values()));
  }

  for (const interval of ["1m", "1h"]) {
    const { body } = await stage.alice.get(
      `/capi/v3/market/klines?symbol=BTCUSDT&interval=${interval}&limit=1`,
    );
    const [[time, , , , , , , , n, V, Q]] = body;
    await socket.until(
      ({ e, d }) =>
        e?.startsWith("kline") && d.at(-1).i === interval && d.at(-1).t === time && d.at(-1).n === n,
    );
    const frame = socket.messages.findLast(({ e, d }) => e?.startsWith("kline") && d.at(-1).i === interval);
    expect(frame!.d.at(-1)).toMatchObject({ t: time, n, V, Q });
  }
  const ticker = await socket.until(({ e, d }) => e === "ticker" && d[0].n === 12);
  expect(ticker.d[0]).toMatchObject({ v: "1.2000" });
});

test("mark and index count nothing", async () => {
  await tradeForAWhile();
  for (const path of ["markPriceKlines", "indexPriceKlines"]) expect(await klines("1m", path)).toEqual([]);
});

test("history without times: the latest; with a start alone the first ones from there, with an end the last ones", async () => {
  const ask = async (more: string) => {
    const path = `/capi/v3/market/historyKlines?symbol=BTCUSDT&interval=1m${more}`;
    const { status, body, text } = await stage.alice.get(path);
    expect(status, text).toBe(200);
    return body.map(([time]: [number]) => time);
  };
  await tradeForAWhile();
  const times = await ask("");
  expect(times).toEqual(times.toSorted((a: number, b: number) => b - a));
  expect(times.length).toBeGreaterThan(10);
  expect(await ask("&limit=3")).toEqual(times.slice(0, 3));
  expect(await ask(`&startTime=${times[9]}&limit=4`)).toEqual(times.slice(6, 10));
  expect(await ask(`&endTime=${times[4]}&limit=2`)).toEqual(times.slice(4, 6));
  expect(await ask(`&startTime=${times[9]}&endTime=${times[4]}`)).toEqual(times.slice(4, 10));
});

test("streams have the intervals between: what they begin with is what the hours and days add up to", async () => {
  await tradeForAWhile();
  await stage.venue.step(9 * 60 * MINUTE);
  await trade(true, "60010");
  await stage.venue.step(7 * 60 * MINUTE);
  await trade(false, "59990");
  const HOUR = 60 * MINUTE;
  const monthOf = (time: number) => Date.parse(`${new Date(time).toISOString().slice(0, 7)}-01`);
  const starts: Readonly<Record<string, (time: number) => number>> = {
    "2h": (time) => time - (time % (2 * HOUR)),
    "6h": (time) => time - (time % (6 * HOUR)),
    "8h": (time) => time - (time % (8 * HOUR)),
    "1M": monthOf,
  };
  const { body: days } = await stage.alice.get(
    "/capi/v3/market/klines?symbol=BTCUSDT&interval=1d&limit=1000",
  );
  const { body: hours } = await stage.alice.get(
    "/capi/v3/market/klines?symbol=BTCUSDT&interval=1h&limit=1000",
  );
  const socket = openSocket();
  await socket.subscribe();
  for (const [interval, startOf] of Object.entries(starts)) {
    socket.send({ method: "SUBSCRIBE", params: [`BTCUSDT@kline_${interval}`], id: interval });
    const isIt = ({ e, d }: { e?: string; d?: { i: string }[] }) =>
      e === "klineSnapshot" && d?.[0]?.i === interval;
    const { d } = await socket.until(isIt);
    const sums = new Map<number, number>();
    for (const [time, , , , , volume] of interval === "1M" ? days : hours) {
      sums.set(startOf(time), (sums.get(startOf(time)) ?? 0) + Number(volume));
    }
    const traded = d.filter(({ v }: { v: string }) => Number(v) > 0);
    expect(traded.length, interval).toBeGreaterThan(interval === "1M" ? 0 : 1);
    for (const { t, T, v } of traded) {
      expect(sums.get(t), interval).toBeCloseTo(Number(v), 6);
      expect(startOf(T), interval).toBe(T);
      expect(startOf(T - 1), interval).toBe(t);
    }
  }
});

test("a minute's and a month's are two streams", async () => {
  await trade(true, "60000");
  const socket = openSocket();
  await socket.subscribe();
  socket.send({ method: "SUBSCRIBE", params: ["BTCUSDT@kline_1m", "BTCUSDT@kline_1M"], id: 1 });
  const shows = (event: string, interval: string, trades: number) =>
    socket.until(({ e, d }) => e === event && d.at(-1).i === interval && d.at(-1).n === trades);
  for (const interval of ["1m", "1M"]) await shows("klineSnapshot", interval, 2);
  await trade(true, "60000");
  for (const interval of ["1m", "1M"]) await shows("kline", interval, 4);
});
