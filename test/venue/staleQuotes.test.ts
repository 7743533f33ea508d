import { afterEach, describe, expect, test } from "vitest";
import type { Venue } from "../../src/assembly/venue/index.ts";
import { startVenue } from "../../src/assembly/venue/index.ts";
import type { Command, EventOf } from "../../src/kernel/core/index.ts";
import {
  BUY,
  decodeEvents,
  IOC,
  NO_PRESETS,
  OPEN_LONG,
  OPEN_SHORT,
  PLAIN_ORDER,
  RecordView,
  sideOf,
} from "../../src/kernel/core/index.ts";
import { defaultScenario } from "../../src/movers/feeds/index.ts";

/**
 * Nobody earns from the house by being the first to see an index price: its quotes move in the same breath.
 * The thief sits in the venue's own process, sees each price before anybody, and takes at once whatever is
 * for sale below it or wanted above.
 */

let venue: Venue;
afterEach(() => venue.stop());

const TAKER_FEE = 0.0006;
const BTC = 0;

/** What a thief earned, in USDT, at the prices that it saw. */
interface Loot {
  units: number;
  lots: number;
}

/**
 * Lets somebody steal from now on, as fast as anybody can: it sends as soon as a frame has a new price,
 * before the answer is out.
 */
async function thief(edge: number): Promise<{ readonly loot: Loot; readonly done: () => Promise<unknown> }> {
  const { engine } = venue;
  const account = (await engine.query({ type: "accounts" })).find(({ name }) => name === "demo-1")!.account;
  const loot: Loot = { units: 0, lots: 0 };
  const under: Promise<unknown>[] = [];
  const [view] = await engine.query({ type: "contracts" });
  const lotUnits = (ticks: number): number => (ticks * view!.quantaPerTickLot) / 1e8;
  const steal = async (points: number): Promise<void> => {
    const fair = points / 100;
    for (const action of [OPEN_LONG, OPEN_SHORT]) {
      const price = sideOf(action) === BUY ? Math.floor(fair * (1 - edge)) : Math.ceil(fair * (1 + edge));
      const order: Command = {
        ...PLAIN_ORDER,
        account,
        contract: BTC,
        action,
        price,
        size: 5_000,
        timeInForce: IOC,
      };
      const { events } = await engine.submit(order);
      for (const { event } of decodeEvents(events)) {
        if (event.type !== "traded") continue;
        const sign = sideOf(action) === BUY ? 1 : -1;
        loot.units +=
          event.size * (sign * (lotUnits(fair) - lotUnits(event.price)) - TAKER_FEE * lotUnits(event.price));
        loot.lots += event.size;
      }
    }
  };
  engine.subscribe((frame) => {
    const moved = [...decodeEvents(new RecordView(frame.events))]
      .map(({ event }) => event)
      .filter(
        (event): event is EventOf<"indexChanged"> => event.type === "indexChanged" && event.contract === BTC,
      );
    const last = moved.at(-1);
    if (last !== undefined) under.push(steal(last.points));
  });
  return { loot, done: () => Promise.all(under) };
}

const simulated = defaultScenario("simulated");
/** The default market, of one contract: they do not know of each other. */
const market = { ...simulated, listings: simulated.listings.slice(0, 1) };

const start = async (seed: number): Promise<void> => {
  venue = await startVenue({ market, seed, balance: "10000000", backgroundAudit: false });
  await venue.step(10_000);
};

describe("a push", () => {
  test.each([
    [1, 0.005],
    [2, -0.005],
    [3, 0.01],
    [4, -0.03],
    [5, 0.1],
  ])("seed %i, of %f: who sees it first takes nothing that is worth it", async (seed, move) => {
    await start(seed);
    const { loot, done } = await thief(0.001);
    const [view] = await venue.engine.query({ type: "contracts" });
    await venue.feeds.push({ cmt_btcusdt: Math.round(view!.index * (1 + move)) });
    await done();
    expect(loot).toEqual({ units: 0, lots: 0 });
    // Both sides stand around the new price, however far it went: a second later, since whom a gap liquidates
    // trades through the quotes.
    await venue.step(1_000);
    const [after] = await venue.engine.query({ type: "contracts" });
    const fair = after!.index / 100;
    expect(after!.bestBid).toBeLessThan(after!.bestAsk);
    expect(after!.bestBid).toBeGreaterThan(fair * 0.994);
    expect(after!.bestAsk).toBeLessThan(fair * 1.006);
  });

  test("an order that waits for the mark to move meets the quotes of after, not of before", async () => {
    await start(6);
    const { engine } = venue;
    const account = (await engine.query({ type: "accounts" })).find(({ name }) => name === "demo-2")!.account;
    const [view] = await engine.query({ type: "contracts" });
    const plan = await engine.submit({
      type: "placePlan",
      ...NO_PRESETS,
      account,
      contract: BTC,
      action: OPEN_LONG,
      market: true,
      price: 0,
      size: 5_000,
      triggerPrice: Math.ceil((view!.mark / 100) * 1.002),
      triggerSource: 3, // the mark
      marginMode: 0,
      position: 0,
      requestHash: 0,
      clientId: "",
    });
    expect(plan.rejection).toBeUndefined();
    const prices: number[] = [];
    engine.subscribe((frame) => {
      for (const { event } of decodeEvents(new RecordView(frame.events)))
        if (event.type === "traded" && event.takerAccount === account) prices.push(event.price);
    });
    const points = Math.round(view!.index * 1.006);
    await venue.feeds.push({ cmt_btcusdt: points });
    await venue.step(2_000);
    expect(prices.length).toBeGreaterThan(0);
    for (const price of prices) expect(price).toBeGreaterThan((points / 100) * 0.9995);
  });
});

/** Twenty times what is usual: 1.8 bp in a second and more. */
const STORM = { type: "generated", price: 60_000, volatility: 10 } as const;

test("in a storm, beat by beat, who sees each index first earns nothing after fees", async () => {
  let units = 0;
  for (const seed of [11, 12, 13]) {
    venue = await startVenue({
      seed,
      balance: "10000000",
      backgroundAudit: false,
      market: { ...market, feeds: { ...market.feeds, cmt_btcusdt: STORM } },
    });
    const { loot, done } = await thief(0);
    await venue.step(60_000);
    await done();
    units += loot.units;
    await venue.stop();
  }
  expect(units).toBeLessThanOrEqual(0);
});
