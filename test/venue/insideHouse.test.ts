import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Venue } from "../../src/assembly/venue/index.ts";
import { startVenue } from "../../src/assembly/venue/index.ts";
import type { Command, Event } from "../../src/kernel/core/index.ts";
import {
  decodeEvents,
  EXTERNAL_ACCOUNT,
  INSURANCE_ACCOUNT,
  IOC,
  MOVE_DEPOSIT,
  MOVE_WITHDRAW,
  OPEN_LONG,
  OPEN_SHORT,
  ORIGIN_BOOK,
  PLAIN_ORDER,
  RecordView,
} from "../../src/kernel/core/index.ts";
import { DEFAULT_HOUSE, defaultScenario } from "../../src/movers/feeds/index.ts";
import { temporaryDirectory } from "../host/temporaryDirectory.ts";
import { look } from "./client.ts";
import { operate } from "./control.ts";

/** The house that acts inside the exchange, in a whole venue of one contract. */

const simulated = defaultScenario("simulated");
const [btc] = simulated.listings;
const inside = { ...simulated, listings: [btc!], house: DEFAULT_HOUSE };
const OPTIONS = { market: inside, seed: 3, balance: "10000000", backgroundAudit: false } as const;

let venue: Venue;
afterEach(() => venue.stop());

/** Every event from now on, with the time that it was at; and how many frames there were. */
function diary(): { readonly lines: { readonly time: number; readonly event: Event }[]; frames: number } {
  const told = { lines: [] as { time: number; event: Event }[], frames: 0 };
  venue.engine.subscribe((frame) => {
    told.frames++;
    let { time } = frame;
    for (const { event } of decodeEvents(new RecordView(frame.events))) {
      if (event.type === "timeAdvanced") time = event.time;
      told.lines.push({ time, event });
    }
  });
  return told;
}

async function switchHouse(on: boolean): Promise<void> {
  await operate(venue, "participants/switch", { name: "participants", on });
}

async function bids(): Promise<readonly unknown[]> {
  return (await venue.engine.query({ type: "depth", contract: 0, limit: 200 }))!.bids;
}

describe("idle", () => {
  beforeEach(async () => {
    venue = await startVenue(OPTIONS);
  });

  test("a frame a second tells of trades and quotes at any millisecond", async () => {
    await venue.step(2_000);
    const told = diary();
    await venue.step(60_000);
    expect(told.frames).toBeGreaterThanOrEqual(60);
    expect(told.frames).toBeLessThanOrEqual(62);
    const times = told.lines.flatMap(({ time, event }) => (event.type === "traded" ? [time] : []));
    expect(times.length).toBeGreaterThan(60);
    expect(new Set(times.map((time) => time % 1_000)).size).toBeGreaterThan(40);
    // Market data and history say the same times.
    const { body } = await look(venue.baseUrl, "trades?symbol=cmt_btcusdt&limit=50");
    const tape = body.map((trade: { readonly time: number }) => Number(trade.time));
    expect(tape).toEqual(times.slice(-50).reverse());
    const rows = await venue.history.trades({ contract: 0, limit: 50 });
    expect(rows.map(({ time }) => time)).toEqual(tape);
  });

  test("positions are open from the first moment, and nothing of that is volume", async () => {
    const [view] = await venue.engine.query({ type: "contracts" });
    const units = (view!.openInterest * view!.quantaPerTickLot * (view!.mark / 100)) / 1e8;
    expect(units).toBeGreaterThan(20_000_000);
    const told = diary();
    await venue.step(100);
    expect(told.lines.every(({ event }) => event.type !== "traded" || event.origin === ORIGIN_BOOK)).toBe(
      true,
    );
    const trades = await venue.history.trades({ contract: 0, limit: 10 });
    expect(trades.length).toBeLessThan(3);
    venue.engine.audit();
  });

  test("switched off its quotes are gone and nobody trades; on, it is back", async () => {
    await venue.step(1_000);
    await switchHouse(false);
    const told = diary();
    await venue.step(5_000);
    expect(told.lines.filter(({ event }) => event.type === "traded")).toEqual([]);
    expect(await bids()).toEqual([]);
    await switchHouse(true);
    await venue.step(5_000);
    expect((await bids()).length).toBeGreaterThan(100);
    expect(told.lines.some(({ event }) => event.type === "traded")).toBe(true);
  });
});

describe("nobody robs it", () => {
  test.each([0.005, -0.005, 0.01, -0.03, 0.1])(
    "pushed by %f, who sees it first takes nothing",
    async (move) => {
      venue = await startVenue(OPTIONS);
      await venue.step(10_000);
      const { engine } = venue;
      const account = (await engine.query({ type: "accounts" })).find(
        ({ name }) => name === "demo-1",
      )!.account;
      const [view] = await engine.query({ type: "contracts" });
      const index = Math.round(view!.index * (1 + move));
      const told = diary();
      const order: Command = {
        ...PLAIN_ORDER,
        ...{ account, contract: 0, size: 5_000, timeInForce: IOC },
        action: move > 0 ? OPEN_LONG : OPEN_SHORT,
        price: Math.round((index / 100) * (move > 0 ? 0.999 : 1.001)),
      };
      // The very next command.
      await Promise.all([venue.feeds.push({ cmt_btcusdt: index }), engine.submit(order)]);
      expect(
        told.lines.filter(({ event }) => event.type === "traded" && event.takerAccount === account),
      ).toEqual([]);
      // Whom a gap liquidates trades through the quotes; a second later they are back.
      await venue.step(1_000);
      const [after] = await engine.query({ type: "contracts" });
      expect(after!.bestBid).toBeGreaterThan((index / 100) * 0.996);
      expect(after!.bestAsk).toBeLessThan((index / 100) * 1.004);
    },
  );
});

describe("the reckless of the crowd", () => {
  /** Few quotes, so that hours take seconds. */
  const thin = {
    ...inside,
    house: { ...inside.house, contracts: { cmt_btcusdt: { quotesPerSecond: 0.02, tradesPerSecond: 0.02 } } },
  };

  /** From ten times on: the first eight are the careful. */
  async function reckless(): Promise<ReadonlySet<number>> {
    const accounts = await venue.engine.query({ type: "accounts" });
    return new Set(
      accounts.flatMap(({ name, account }) =>
        Number(/crowd-btc-(\d+)/.exec(name)?.[1]) > 8 ? [account] : [],
      ),
    );
  }

  async function pushed(move: number): Promise<void> {
    const [view] = await venue.engine.query({ type: "contracts" });
    await venue.feeds.push({ cmt_btcusdt: Math.round(view!.index * (1 + move)) });
  }

  test("are liquidated by a gap that the insurance fund pays for, and are back some time later", async () => {
    venue = await startVenue({ ...OPTIONS, market: thin });
    await venue.step(2_000);
    const members = await reckless();
    const told = diary();
    await pushed(-0.03);
    const lost = told.lines.flatMap(({ event }) =>
      event.type === "liquidationStarted" ? [event.account] : [],
    );
    expect(lost.length).toBeGreaterThan(1);
    expect(lost.filter((account) => !members.has(account))).toEqual([]);
    const paid = told.lines.filter(
      ({ event }) => event.type === "moneyMoved" && event.fromAccount === INSURANCE_ACCOUNT,
    );
    expect(paid.length).toBeGreaterThan(0);
    const at = venue.engine.now();
    await venue.step(6 * 3_600_000);
    const back = told.lines.flatMap(({ time, event }) =>
      event.type === "moneyMoved" && event.movement === MOVE_DEPOSIT && members.has(event.toAccount)
        ? [{ time, account: event.toAccount }]
        : [],
    );
    expect(back.length).toBeGreaterThan(0);
    // Nobody gets anything who was not liquidated before, and not all at once.
    const gone = new Map(
      told.lines.flatMap(({ time, event }) =>
        event.type === "liquidationStarted" ? [[event.account, time] as const] : [],
      ),
    );
    for (const { account } of back) expect(gone.has(account)).toBe(true);
    expect(Math.max(...back.map(({ time }) => time)) - at).toBeGreaterThan(600_000);
    venue.engine.audit();
  });

  test("take out what they have won", async () => {
    venue = await startVenue({ ...OPTIONS, market: thin });
    await venue.step(2_000);
    const members = await reckless();
    const told = diary();
    await pushed(0.05);
    await venue.step(180_000);
    const out = told.lines.flatMap(({ event }) =>
      event.type === "moneyMoved" && event.movement === MOVE_WITHDRAW ? [event] : [],
    );
    expect(out.length).toBeGreaterThan(0);
    expect(out.every(({ fromAccount }) => members.has(fromAccount))).toBe(true);
    venue.engine.audit();
  });
});

test("a careful member that has won as much as it was given gets that paid out, and none is refilled for it", async () => {
  venue = await startVenue(OPTIONS);
  await venue.step(2_000);
  const careful = (await venue.engine.query({ type: "accounts" })).find(
    ({ name }) => name === "house-crowd-btc-1",
  )!.account;
  const given = (await venue.engine.query({ type: "assets", account: careful }))!.equity;
  const told = diary();
  // As if it had won that.
  await venue.engine.submit({
    ...{ type: "moveMoney", movement: MOVE_DEPOSIT, from: EXTERNAL_ACCOUNT, to: careful },
    amount: (given * 11n) / 10n,
  });
  await venue.step(61_000);
  const out = told.lines.flatMap(({ event }) =>
    event.type === "moneyMoved" && event.movement === MOVE_WITHDRAW ? [event] : [],
  );
  expect(out.map(({ fromAccount }) => fromAccount)).toEqual([careful]);
  const after = (await venue.engine.query({ type: "assets", account: careful }))!.equity;
  expect(Number(after) / Number(given)).toBeCloseTo(1, 1);
  venue.engine.audit();
});

test("after a start it goes on by the same rule, and nothing is logged for it", async () => {
  const data = temporaryDirectory();
  venue = await startVenue({ ...OPTIONS, data });
  await venue.step(3_000);
  const before = await venue.engine.query({ type: "house" });
  const { headSeq } = venue.engine;
  await venue.stop();
  venue = await startVenue({ ...OPTIONS, data });
  expect(await venue.engine.query({ type: "house" })).toEqual(before);
  expect(venue.engine.headSeq - headSeq).toBeLessThanOrEqual(4);
  const told = diary();
  await venue.step(10_000);
  expect(told.lines.some(({ event }) => event.type === "traded")).toBe(true);
  await venue.stop();
});
