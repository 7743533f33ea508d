import { afterEach, describe, expect, test } from "vitest";
import type { Venue } from "../../src/assembly/venue/index.ts";
import { startVenue } from "../../src/assembly/venue/index.ts";
import type { AccountUpdate, EventOf } from "../../src/kernel/core/index.ts";
import {
  decodeEvents,
  INSURANCE_ACCOUNT,
  IOC,
  KIND_LIQUIDATION,
  KIND_OFFSET,
  MOVE_FIX_MARGIN,
  OPEN_SHORT,
  ORIGIN_BOOK,
  ORIGIN_NETTING,
  PLAIN_ORDER,
  RecordView,
} from "../../src/kernel/core/index.ts";
import type { Scenario } from "../../src/movers/feeds/index.ts";
import { defaultScenario, usualTrading } from "../../src/movers/feeds/index.ts";
import { observe } from "../../src/workbench/cli/marketReport/observe.ts";
import { Listener } from "../sockets/listener.ts";

/*
 * A fall of five percent within an hour, and who of the house's crowd is liquidated by it, down the ordinary
 * ladder. A bot stands by: it sees each liquidation on the tape and is paid by none.
 */

const FALL = 0.05;
/** The hour is walked in so many pushed prices. */
const STEPS = 360;
const STEP_MS = 10_000;

let venue: Venue | undefined;
let listener: Listener | undefined;
afterEach(async () => {
  await listener?.close();
  await venue?.stop();
  venue = undefined;
  listener = undefined;
});

/**
 * One contract of the default market with its crowd, which trades and quotes rarely, so that an hour takes
 * seconds.
 */
function rareMarket(coin: string): { readonly scenario: Scenario; readonly symbol: string } {
  const scenario = defaultScenario("simulated");
  const listing = scenario.listings.find(({ baseCoin }) => baseCoin === coin)!;
  const contracts = { [listing.symbol]: { quotesPerSecond: 0.2, tradesPerSecond: 0.2 } };
  return {
    scenario: { ...scenario, listings: [listing], house: { ...scenario.house!, contracts } },
    symbol: listing.symbol,
  };
}

type Fill = EventOf<"traded"> & { readonly time: number };

/** Whether a trade closes for a liquidated account: on which side the fund is not. */
function isForced({ takerAccount, takerKind, makerKind, origin }: Fill): boolean {
  const kind = takerAccount === INSURANCE_ACCOUNT ? makerKind : takerKind;
  return (kind === KIND_LIQUIDATION || kind === KIND_OFFSET) && origin !== ORIGIN_NETTING;
}

describe.each([
  ["ETH", 5],
  ["LTC", 7],
  ["DOGE", 3],
])("%s, seed %i", (coin, seed) => {
  test("a fall of 5 % in an hour liquidates a tenth of the open interest, and nobody who stands by gets or pays anything", async () => {
    const { scenario, symbol } = rareMarket(coin);
    venue = await startVenue({
      ...{ market: scenario, seed, clock: "test", prehistory: 0, balance: "1000000", backgroundAudit: false },
    });
    const { engine, feeds } = venue;
    await venue.step(2_000);
    const [before] = await engine.query({ type: "contracts" });
    const accounts = await engine.query({ type: "accounts" });
    const bystander = accounts.find(({ name }) => name === "demo-1")!.account;
    const price = Math.round(before!.bestBid * 0.999);
    const short = { account: bystander, contract: 0, action: OPEN_SHORT, price, size: 10, timeInForce: IOC };
    await engine.submit({ ...PLAIN_ORDER, ...short });
    const own = await engine.query({ type: "positions", account: bystander, contract: 0 });
    expect(own.map(({ size }) => size)).toEqual([10]);

    const crowd = new Set<number>(
      accounts.flatMap(({ name, account }) => (name.startsWith("house-crowd-") ? [account] : [])),
    );
    const updates: AccountUpdate[] = [];
    for (const account of crowd) engine.watch(account, (update) => updates.push(update));
    const fills: Fill[] = [];
    const begun: number[] = [];
    const covered: number[] = [];
    engine.subscribe((frame) => {
      let { time } = frame;
      for (const { event } of decodeEvents(new RecordView(frame.events))) {
        if (event.type === "timeAdvanced") time = event.time;
        if (event.type === "traded") fills.push({ ...event, time });
        if (event.type === "liquidationStarted") begun.push(event.account);
        if (event.type === "moneyMoved" && event.movement === MOVE_FIX_MARGIN) covered.push(event.toAccount);
      }
    });
    listener = await Listener.open(`${venue.wsUrl}/v2/ws/public`);
    await listener.subscribe(`trades.${symbol}`);

    const fund = async (): Promise<bigint> =>
      (await engine.query({ type: "assets", account: INSURANCE_ACCOUNT }))!.equity;
    const fundBefore = await fund();
    for (let i = 1; i <= STEPS; i++) {
      await feeds.push({ [symbol]: Math.round(before!.index * (1 - (FALL * i) / STEPS)) });
      await venue.step(STEP_MS);
    }

    const forced = fills.filter(isForced);
    const share = forced.reduce((sum, { size }) => sum + size, 0) / before!.openInterest;
    expect(share).toBeGreaterThan(0.08);
    expect(share).toBeLessThan(0.13);
    // Down the ordinary ladder: large positions are reduced and small ones closed, in the book, and the fund
    // lives on it.
    expect(new Set(begun).size).toBeGreaterThan(4);
    expect(begun.filter((account) => !crowd.has(account))).toEqual([]);
    const inBook = forced.filter(({ origin }) => origin === ORIGIN_BOOK);
    expect(new Set(inBook.map(({ takerKind }) => takerKind))).toEqual(
      new Set([KIND_LIQUIDATION, KIND_OFFSET]),
    );
    expect(await fund()).toBeGreaterThan(fundBefore);
    engine.audit();

    // Seen by who watches the liquidated, and by everybody on the tape.
    for (const account of new Set(begun))
      expect(updates.filter((update) => update.account === account).map(({ cause }) => cause)).toContain(
        "startLiquidate",
      );
    const last = inBook.at(-1)!;
    const keyOf = (time: number, at: number, size: number): string => `${time} ${at} ${size}`;
    const told = new Set<string>();
    const wanted = new Set(
      inBook.map(({ time, price: at, size }) =>
        keyOf(
          time,
          Number((at / 10 ** before!.priceDecimals).toFixed(before!.priceDecimals)),
          Number(((size * before!.lotStep) / 10 ** before!.sizeDecimals).toFixed(before!.sizeDecimals)),
        ),
      ),
    );
    for (let time = 0; time < last.time; ) {
      const { data } = await listener.find(({ channel }) => channel === `trades.${symbol}`);
      for (const each of data) {
        told.add(keyOf(Number(each.time), Number(each.price), Number(each.size)));
        time = Number(each.time);
      }
    }
    expect([...wanted].filter((key) => !told.has(key)).slice(0, 3)).toEqual([]);

    // The bystander has what it had; what the fund paid, it paid for members of the crowd.
    const after = await engine.query({ type: "positions", account: bystander, contract: 0 });
    expect(after).toEqual(own.map((position) => expect.objectContaining({ size: position.size })));
    const others = fills.filter((each) => [each.takerAccount, each.makerAccount].includes(bystander));
    expect(others).toEqual([]);
    expect(covered.filter((account) => !crowd.has(account))).toEqual([]);
  });
});

test("the report has it: who was liquidated, for how much, and what the fund had of it", async () => {
  const { scenario, symbol } = rareMarket("DOGE");
  const { price } = usualTrading(symbol);
  const steps = [{ atMs: 60_000, ramp: price * (1 - FALL), overMs: 3_600_000 }];
  const [observed] = await observe({
    scenario: { ...scenario, feeds: { [symbol]: { type: "scripted", price, steps } } },
    ...{ seed: 3, minutes: 62, onProgress: () => undefined },
  });
  const { forced, openInterest } = observed!.tape;
  const value = forced!.value.reduce((sum, each) => sum + each, 0);
  expect(forced!.entries).toBeGreaterThan(4);
  expect(value / openInterest!).toBeGreaterThan(0.05);
  expect(forced!.bought.every((bought) => bought === 0)).toBe(true);
  expect(forced!.received).toBeGreaterThan(forced!.paid);
});
