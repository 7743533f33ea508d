import { afterEach, expect, test } from "vitest";
import { HELD_MAX } from "../../src/service/gateway/sockets/heldPushes.ts";
import type { CandlesQuery, History } from "../../src/service/readmodel/index.ts";
import type { Bar } from "../../src/service/views/index.ts";
import { candleTime, flatBar } from "../../src/service/views/index.ts";
import type { Message } from "./listener.ts";
import { Listener } from "./listener.ts";
import { SocketVenue } from "./socketVenue.ts";

/** Streams of candles of V3, which begin with a past that history takes its time to read. */

const MINUTE = 60_000;

let venue: SocketVenue;
afterEach(() => venue.stop());

/**
 * A client of a venue whose history has one candle, that of the time of the question; `meanwhile` happens
 * while it is read.
 */
async function open(meanwhile: () => Promise<void>): Promise<Listener> {
  const candles = async ({ now, intervalMs }: CandlesQuery): Promise<readonly Bar[]> => {
    const past = flatBar(candleTime(now, intervalMs), 600_000);
    await meanwhile();
    return [past];
  };
  venue = await SocketVenue.open({ history: { candles } as unknown as History });
  venue.trade(600_000);
  return Listener.open(`${venue.url}/v3/ws/public`);
}

function subscribe(listener: Listener): void {
  listener.send({ method: "SUBSCRIBE", params: ["BTCUSDT@kline_1m"], id: 1 });
}

/** Market time goes on for a minute, in which there is a trade. */
async function minute(price: number): Promise<void> {
  venue.time += MINUTE;
  venue.trade(price);
  await venue.clock.advance(200);
}

/**
 * The last state of each candle that a client was shown, by the time at which it opened, until it was shown
 * `last`.
 */
async function shown(listener: Listener, last: string): Promise<ReadonlyMap<number, Message>> {
  const candles = new Map<number, Message>();
  for (;;) {
    const { d } = await listener.find(({ e }) => String(e).startsWith("kline"));
    for (const candle of d) candles.set(candle.t, candle);
    if (d.at(-1).c === last) return candles;
  }
}

test("what ends while the past is read is not left out", async () => {
  const listener = await open(async () => {
    await minute(600_010);
    await minute(600_020);
  });
  subscribe(listener);
  const candles = await shown(listener, "60002.0");
  const first = candleTime(venue.time, MINUTE) - 2 * MINUTE;
  const closes = [0, 1, 2].map((i) => candles.get(first + i * MINUTE)).map(({ c, n }) => [c, n]);
  expect(closes).toEqual([
    ["60000.0", 1],
    ["60001.0", 1],
    ["60002.0", 1],
  ]);
});

test("more than is kept meanwhile is made up for by the running candle", async () => {
  const listener = await open(async () => {
    for (let i = 1; i <= HELD_MAX; i++) await minute(600_000 + i);
  });
  subscribe(listener);
  const candles = await shown(listener, `${(600_000 + HELD_MAX) / 10}`);
  expect(candles.size).toBeGreaterThan(HELD_MAX / 2);
  await minute(700_000);
  expect((await shown(listener, "70000.0")).size).toBe(2);
});

test("time that runs as fast as it can waits for the past", async () => {
  let answer = (): void => {};
  const listener = await open(
    () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  );
  venue.gateway.barrier.begin({ thinkMs: 0, clients: 0 });
  subscribe(listener);
  await listener.find(({ id }) => id === 1);
  let wentOn = false;
  const waited = venue.gateway.barrier.stopped(venue.time)?.then(() => {
    wentOn = true;
  });
  listener.send({ method: "PING", id: 2 });
  await listener.find(({ id }) => id === 2);
  for (let pongs = 0; pongs < 3; pongs++) await venue.gateway.pingAll(); // it has read whatever it was told
  expect(wentOn).toBe(false);
  answer();
  await waited;
  expect(wentOn).toBe(true);
});
