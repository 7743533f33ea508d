import { expect, test, vi } from "vitest";
import { Driver } from "../../../../test/core/driver.ts";
import { SimulatedClock } from "../../../../test/host/simulatedClock.ts";
import type {
  ExchangeBook,
  ExchangeClient,
  ExchangeInstrument,
  ExchangePrices,
  ExchangeTrade,
} from "./exchangeClient.ts";
import { ExchangeSource } from "./exchangeSource.ts";
import { FOLLOW_BEAT_MS } from "./follower.ts";
import type { SourceLineView, SourceMessage } from "./marketSource.ts";
import type { SourceSizes } from "./sizeReading.ts";
import { SizeReading } from "./sizeReading.ts";
import type { SizeUnits } from "./sizeUnits.ts";
import { pricesOf, runningRate } from "./sourcePrices.ts";

/** What a followed exchange may do wrong, said by a client of our own in ccxt's shapes. */

const INSTRUMENT: ExchangeInstrument = {
  symbol: "BTC/USDT:USDT",
  base: "BTC",
  quote: "USDT",
  precision: { price: 0.1, amount: 1 },
  contractSize: 0.01,
};
const bookOf = (bid: number, ask: number, size = 100, timestamp?: number): ExchangeBook => ({
  bids: [[bid, size]],
  asks: [[ask, size]],
  timestamp,
});

/** Answers that are given when the test says so. */
class Answers<T> {
  #waiting: { resolve: (value: T) => void; reject: (error: Error) => void }[] = [];
  ask = () => new Promise<T>((resolve, reject) => void this.#waiting.push({ resolve, reject }));
  get count(): number {
    return this.#waiting.length;
  }
  /** The answer is heard by whoever asked when this is over. */
  async give(value: T): Promise<void> {
    for (const each of this.#waiting.splice(0)) each.resolve(value);
    await turn();
  }
  async fail(error: Error): Promise<void> {
    for (const each of this.#waiting.splice(0)) each.reject(error);
    await turn();
  }
}

async function turn(): Promise<void> {
  for (let i = 0; i < 10; i++) await Promise.resolve();
}

const UNTOLD = { book: undefined, trades: undefined, candles: undefined, dayVolume: undefined, evidence: "" };

function following({
  sockets = true,
  index = true,
  instrument = INSTRUMENT,
  reading = new SizeReading(instrument, "contracts", UNTOLD),
  more = {} as Partial<ExchangeClient>,
} = {}) {
  const clock = new SimulatedClock({ seed: 1 });
  const [books, asked] = [new Answers<ExchangeBook>(), new Answers<ExchangeBook>()];
  const [trades, prices] = [new Answers<readonly ExchangeTrade[]>(), new Answers<ExchangePrices>()];
  const markets: Record<string, ExchangeInstrument> = { [instrument.symbol]: instrument };
  const close = vi.fn(async () => {});
  const client: ExchangeClient = {
    id: "fake",
    has: { watchOrderBook: sockets, watchTrades: sockets, fetchFundingRate: index },
    markets,
    loadMarkets: async () => undefined,
    ...{ watchOrderBook: books.ask, watchTrades: trades.ask, close },
    ...{ fetchOrderBook: asked.ask, fetchTrades: trades.ask, fetchFundingRate: prices.ask },
    ...more,
  };
  const states: SourceLineView[] = [];
  const [contract] = new Driver().ask({ type: "contracts" });
  const source = new ExchangeSource({
    client,
    name: "fake",
    clock,
    lines: [{ contract: contract!, instrument, reading }],
    onState: (line) => void states.push(line),
  });
  /** Time goes by without a beat. */
  const heldUp = async (ms: number) => {
    await clock.advance(ms);
    await turn();
  };
  const heard: SourceMessage[] = [];
  const beat = async () => {
    await source.play(0, (message) => void heard.push(message));
    await turn();
  };
  /** Time goes by, with its beats. */
  const wait = async (ms: number) => {
    let leftMs = ms;
    for (; leftMs >= FOLLOW_BEAT_MS; leftMs -= FOLLOW_BEAT_MS) {
      await heldUp(FOLLOW_BEAT_MS);
      await beat();
    }
    await heldUp(leftMs);
  };
  /** What was said since this was asked last, with a beat now. */
  const said = async () => {
    await beat();
    return heard.splice(0);
  };
  const kinds = async () => (await said()).map(({ type }) => type);
  const answers = { books, asked, trades, prices };
  return { ...answers, markets, states, heldUp, wait, said, kinds, clock, close };
}

/** One whose book is there. */
async function booked() {
  const booked = following();
  await booked.wait(0);
  await booked.books.give(bookOf(60_000, 60_001));
  return booked;
}

/** Five levels a side, of which the nth bid has another size. */
const deepBook = (other: readonly number[] = []): ExchangeBook => ({
  bids: Array.from({ length: 5 }, (_, i) => [60_000 - i, other.includes(i) ? 50 : 100]),
  asks: Array.from({ length: 5 }, (_, i) => [60_001 + i, 100]),
});

/** A minute of books, until the whole one is asked for to be compared. */
async function untilCompared({ books, asked, wait, said }: ReturnType<typeof following>): Promise<void> {
  await wait(0);
  for (let i = 0; i < 62; i++) {
    await books.give(deepBook());
    await wait(1_000);
    if (i < 60) await asked.give(deepBook());
    await said();
  }
}

test("sizes are contracts, prices go away from the touch, and levels that meet are one", async () => {
  const { books, wait, said } = following();
  await wait(0);
  await books.give({
    bids: [
      [60_000.07, 100],
      [60_000.02, 50],
      [59_999, 0.001],
    ],
    asks: [[60_000.11, 300]],
    timestamp: 5,
  });
  expect((await said())[0]).toEqual({
    type: "book",
    contract: 0,
    bids: [{ price: 600_000, lots: 15_000 }],
    asks: [{ price: 600_002, lots: 30_000 }],
    sourceTime: 5,
  });
});

test("each trade is said once, with its side; what happened before is not", async () => {
  const { books, trades, wait, said } = following();
  await wait(0);
  const trade = (id: string, side: string) => ({ id, side, price: 60_000, amount: 2, timestamp: 7 });
  await trades.give([trade("old", "buy")]);
  await books.give(bookOf(60_000, 60_001));
  await wait(0);
  await said();
  await trades.give([trade("old", "buy"), trade("a", "sell"), trade("a", "sell"), trade("b", "buy")]);
  const heard = (await said()).flatMap((message) => (message.type === "trade" ? [message.trade] : []));
  expect(heard.map(({ takerSide, lots, price }) => [takerSide, lots, price])).toEqual([
    [1, 200, 600_000],
    [0, 200, 600_000],
  ]);
});

test("what is told right after a message is heard, though no other comes", async () => {
  const { trades, books, wait, said } = following();
  await wait(FOLLOW_BEAT_MS);
  await books.give(bookOf(99, 101));
  await trades.give([{ id: "0", side: "buy", price: 100, amount: 1, timestamp: 1 }]);
  await wait(FOLLOW_BEAT_MS);
  // No time passes until the next one.
  for (const id of ["1", "2", "3"])
    await trades.give([{ id, side: "buy", price: 100, amount: 1, timestamp: 2 }]);
  await wait(FOLLOW_BEAT_MS);
  expect((await said()).filter(({ type }) => type === "trade")).toHaveLength(3);
});

test("a book that says nothing is asked for; if it does not answer either, it is withdrawn, and comes back", async () => {
  const { books, asked, wait, said, kinds, states } = await booked();
  await said();
  await wait(2_000);
  await said();
  expect(asked.count).toBe(1);
  await asked.give(bookOf(60_000, 60_001));
  await wait(2_000);
  expect(await kinds()).not.toContain("withdraw");
  await wait(2_000);
  expect(await kinds()).toContain("withdraw");
  expect(states.at(-1)).toMatchObject({ state: "stale", problem: expect.stringMatching(/^no book for \d/) });
  expect(await kinds()).toEqual([]);
  await books.give(bookOf(60_010, 60_011));
  expect(await kinds()).toContain("book");
  expect(states.at(-1)).toMatchObject({ state: "live", problem: "" });
});

test.each([
  ["crossed", bookOf(60_001, 60_000)],
  ["locked", bookOf(60_000, 60_000)],
  ["empty on a side", { bids: [], asks: [[1, 1]] }],
  ["older than what came", bookOf(60_000, 60_001, 100, 1_000)],
])("a book that is %s is not shown, and does not keep the one before alive", async (_, wrong) => {
  const { books, wait, kinds, said } = following();
  await wait(0);
  await books.give(bookOf(60_000, 60_001, 100, 100_000));
  await said();
  const kindsSaid: string[] = [];
  for (let i = 0; i < 5; i++) {
    await wait(1_000);
    await books.give(wrong as ExchangeBook);
    kindsSaid.push(...(await kinds()));
  }
  expect(kindsSaid).not.toContain("book");
  expect(kindsSaid).toContain("withdraw");
});

test("trades beside a silent book withdraw it", async () => {
  const { books, trades, wait, kinds } = following();
  await wait(0);
  for (let i = 0; i < 40; i++) {
    await books.give(bookOf(60_000, 60_001));
    await wait(2_000); // a slow book: patience is long
  }
  expect(await kinds()).toContain("book");
  await wait(6_000);
  await trades.give([]);
  expect(await kinds()).toContain("withdraw");
});

test("a connection that breaks is made anew, sooner then later; one that hangs is closed", async () => {
  const { books, wait, kinds, close } = following();
  await wait(0);
  await books.fail(new Error("closed by remote"));
  expect(books.count).toBe(0);
  await wait(500);
  expect(books.count).toBe(1);
  await books.fail(new Error("closed by remote"));
  await wait(999);
  expect(books.count).toBe(0);
  await wait(1);
  expect(books.count).toBe(1);
  await wait(61_000);
  await kinds();
  expect(close).toHaveBeenCalledTimes(1);
});

test("an instrument that is no more is withdrawn for good", async () => {
  const { books, wait, kinds, states } = await booked();
  await wait(0);
  const gone = new Error("no market");
  gone.name = "BadSymbol";
  await books.fail(gone);
  expect(await kinds()).toEqual(["withdraw"]);
  expect(states.at(-1)).toMatchObject({ state: "gone", problem: "BadSymbol: no market" });
  await wait(120_000);
  expect(books.count).toBe(0);
});

/**
 * An instrument that is shown, with an index and a mark of its own, whose process is then held up for so
 * long.
 */
async function shown() {
  const shown = following();
  const { books, trades, prices, wait, said } = shown;
  await wait(0);
  await trades.give([]);
  await books.give(bookOf(60_000, 60_001));
  await prices.give({ indexPrice: 59_990.5, markPrice: 59_995.25 });
  await said();
  return shown;
}

test.each([3_000, 30_000, 90_000])(
  "%i ms in which this process was held up are no silence of the source: the book is asked for, and what stands stays until it would be stale",
  async (ms) => {
    const { asked, wait, heldUp, said, kinds, close, states } = await shown();
    await heldUp(ms);
    expect(await said()).toEqual([
      { type: "late", contract: 0, ms: ms - 100 },
      { type: "index", contract: 0, points: 59_990_500 },
      { type: "mark", contract: 0, points: 59_995_250 },
    ]);
    expect(asked.count).toBe(1);
    await wait(2_750);
    expect(await kinds()).not.toContain("withdraw");
    await wait(500);
    expect(await kinds()).toContain("withdraw");
    expect(states.at(-1)).toMatchObject({ state: "stale", problem: "no book for 3.1 s" });
    expect(close).toHaveBeenCalledTimes(0);
  },
);

test("a source that is silent is noticed where each beat is late, too", async () => {
  const { heldUp, kinds } = await shown();
  const all: string[] = [];
  for (let i = 0; i < 31; i++) {
    await heldUp(600);
    all.push(...(await kinds()));
    if (i < 29) expect(all).not.toContain("withdraw");
  }
  expect(all).toContain("withdraw");
});

test("what had come when a beat was due is heard before anything is judged by it", async () => {
  const { books, wait, heldUp, kinds } = await shown();
  await wait(3_000);
  await heldUp(400);
  setImmediate(() => void books.give(bookOf(60_000, 60_001))); // as the loop reads sockets: after its timers
  const all = await kinds();
  expect(all).toContain("book");
  expect(all).not.toContain("withdraw");
});

test("a hold-up does not make a crossed book stay crossed, nor a silent one old beside its trades", async () => {
  const { books, trades, wait, heldUp, kinds } = await shown();
  for (let i = 0; i < 40; i++) {
    await books.give(bookOf(60_000, 60_001));
    await wait(1_000); // a slow book: it would not be stale for long
  }
  await books.give(bookOf(60_002, 60_001));
  await heldUp(8_000);
  expect(await kinds()).not.toContain("withdraw");
  await books.give(bookOf(60_000, 60_001));
  await kinds();
  await heldUp(8_000);
  await trades.give([]);
  expect(await kinds()).not.toContain("withdraw");
});

test("the whole book is not compared with updates that may be unread after a hold-up", async () => {
  const followed = following();
  const { asked, heldUp, states, close } = followed;
  await untilCompared(followed);
  expect(asked.count).toBe(1);
  await heldUp(1_000);
  await asked.give(deepBook([3, 4]));
  expect(states.at(-1)!.state).toBe("live");
  expect(close).toHaveBeenCalledTimes(0);
});

test("what came since the last beat is said in the order in which it happened", async () => {
  const { books, trades, wait, said } = await shown();
  await wait(0);
  await books.give(bookOf(60_000, 60_001, 40, 9_000));
  const trade = (id: string, timestamp: number) => ({
    ...{ id, side: "sell", price: 60_000, amount: 2, timestamp },
  });
  await trades.give([trade("a", 4_000), trade("b", 9_000), trade("c", 9_001)]);
  const heard = (await said()).flatMap((message) => {
    if (message.type === "book") return [`book ${message.sourceTime}`];
    return message.type === "trade" ? [`trade ${message.trade.sourceTime}`] : [];
  });
  expect(heard).toEqual(["trade 4000", "trade 9000", "book 9000", "trade 9001"]);
});

test("without sockets book and trades are asked for every second", async () => {
  const { asked, trades, wait, kinds } = following({ sockets: false });
  await wait(0);
  expect([asked.count, trades.count]).toEqual([1, 1]);
  await asked.give(bookOf(60_000, 60_001));
  await wait(999);
  expect(asked.count).toBe(0);
  await wait(1);
  expect(asked.count).toBe(1);
  expect(await kinds()).toContain("book");
});

test("the index is the exchange's while it says one, else the middle of its book", async () => {
  const { books, prices, wait, said } = await booked();
  await prices.give({ indexPrice: 59_990.5 });
  const index = async () => (await said()).findLast((message) => message.type === "index");
  expect(await index()).toMatchObject({ points: 59_990_500 });
  for (let i = 0; i < 8; i++) {
    await wait(2_000);
    await books.give(bookOf(60_000, 60_001));
  }
  expect(await index()).toMatchObject({ points: 60_000_500 });
});

test("mark and rate are the exchange's; a mark that it says no more is no mark, the last rate stays", async () => {
  const { books, prices, wait, said } = await booked();
  await prices.give({ indexPrice: 59_990.5, markPrice: 59_995.25, fundingRate: 0.000_125 });
  const of = async (type: string) => (await said()).findLast((message) => message.type === type);
  expect(await of("mark")).toMatchObject({ points: 59_995_250 });
  expect(await of("rate")).toMatchObject({ rate: 12_500 });
  for (let i = 0; i < 8; i++) {
    await wait(2_000);
    await books.give(bookOf(60_000, 60_001));
    await prices.give({ fundingRate: 0.5 });
  }
  expect(await of("mark")).toMatchObject({ points: 0 });
  expect(await of("rate")).toMatchObject({ rate: 50_000_000 });
});

test("a book that stays crossed is asked for, and withdrawn after three seconds under a state of its own", async () => {
  const { books, asked, wait, said, kinds, states } = following();
  await wait(0);
  for (let i = 0; i < 40; i++) {
    await books.give(bookOf(60_000, 60_001));
    await wait(1_000); // a slow book: it would not be stale for long
    await said();
  }
  await asked.give(bookOf(60_000, 60_001));
  const all: string[] = [];
  for (let i = 0; i < 17; i++) {
    await books.give(bookOf(60_002, 60_001));
    await wait(200);
    all.push(...(await kinds()));
    if (i === 2) expect(asked.count).toBe(1);
    if (i < 13) expect(all).not.toContain("withdraw");
  }
  expect(all).toContain("withdraw");
  expect(states.at(-1)).toMatchObject({
    state: "crossed",
    problem: "its best bid is not below its best ask",
  });
  await asked.give(bookOf(60_000, 60_001));
  expect(states.at(-1)).toMatchObject({ state: "live" });
});

test.each([
  ["is the same", deepBook(), false],
  ["differs in one level, as chance will have it", deepBook([3]), false],
  ["lost two updates", deepBook([3, 4]), true],
])("once a minute the whole book is asked for; where it %s …", async (_, whole, isGap) => {
  const followed = following();
  const { books, asked, said, states, close } = followed;
  await untilCompared(followed);
  expect(asked.count).toBe(1);
  await asked.give(whole);
  expect(states.at(-1)!.state).toBe(isGap ? "gap" : "live");
  expect(close).toHaveBeenCalledTimes(isGap ? 1 : 0);
  const [book] = await said();
  if (!isGap) return;
  expect(states.at(-1)!.problem).toBe("2 of 10 levels of its whole book differ");
  expect(book).toMatchObject({
    type: "book",
    bids: expect.arrayContaining([{ price: 599_970, lots: 5_000 }]),
  });
  await books.give(deepBook([3, 4]));
  expect(states.at(-1)!.state).toBe("live");
});

test("levels that changed while the whole book was on its way are no difference", async () => {
  const followed = following();
  const { books, asked, states } = followed;
  await untilCompared(followed);
  await books.give(deepBook([3, 4]));
  await asked.give(deepBook());
  expect(states.at(-1)!.state).toBe("live");
});

test.each([
  ["lacks it", undefined, /is not among its markets any more/],
  ["says that it is not active", { ...INSTRUMENT, active: false }, /is not traded there any more/],
])("an instrument is gone when the list of markets %s", async (_, instrument, problem) => {
  const { markets, wait, kinds, states } = await booked();
  await kinds();
  if (instrument === undefined) delete markets[INSTRUMENT.symbol];
  else markets[INSTRUMENT.symbol] = instrument;
  await wait(599_999);
  await kinds();
  await wait(1);
  expect(states.at(-1)).toMatchObject({ state: "gone", problem: expect.stringMatching(problem) });
  expect(await kinds()).toEqual(["withdraw"]);
});

test("a connection that breaks before anything came, or while nothing stands, is said to be made anew", async () => {
  const { books, wait, states } = following();
  await wait(0);
  expect(states.at(-1)!.state).toBe("starting");
  await books.fail(new Error("closed by remote"));
  expect(states.at(-1)).toMatchObject({ state: "reconnecting", problem: "Error: closed by remote" });
});

test("an index is looked for where the funding rate has none", async () => {
  const client: ExchangeClient = {
    id: "fake",
    has: { fetchFundingRate: true, fetchMarkPrice: true, fetchTicker: true },
    loadMarkets: async () => undefined,
    fetchOrderBook: async () => bookOf(1, 2),
    fetchTrades: async () => [],
    fetchFundingRate: async () => ({ fundingRate: 0.000_1 }),
    fetchMarkPrice: async () => ({ markPrice: 5 }),
    fetchTicker: async () => ({ indexPrice: 0 }),
  };
  const ask = pricesOf(client, "X")!;
  expect(await ask()).toEqual({ fundingRate: 0.000_1, markPrice: 5, indexPrice: undefined });
  client.fetchTicker = () => Promise.reject(new Error("asked again although it has nothing to say"));
  expect(await ask()).toMatchObject({ markPrice: 5 });
  expect(pricesOf({ ...client, has: {} }, "X")).toBeUndefined();
});

test("the rate is the one that is paid next, whichever of its two an exchange calls by that name", () => {
  const rates = { fundingRate: 0.1, nextFundingRate: 0.2, timestamp: 1_000 };
  expect(runningRate({ ...rates, fundingTimestamp: 2_000 })).toBe(0.1);
  expect(runningRate({ ...rates, fundingTimestamp: 1_000 })).toBe(0.2);
  expect(runningRate({ fundingRate: 0.1, nextFundingRate: 0.2 })).toBe(0.1);
  expect(runningRate({ fundingRate: Number.NaN })).toBeUndefined();
});

/**
 * A source of one coin a minute in base coin, whose contract is a hundredth: its candles, its value of a day.
 */
function measurable(start: Partial<SizeUnits> = {}, sizes: SourceSizes = "auto") {
  const MINUTE = 60_000;
  /** How many coins one of the sizes of its trades is, from now on. */
  const unit = { coins: 1 };
  const measured = { times: 0 };
  const reading = new SizeReading(INSTRUMENT, sizes, { ...UNTOLD, evidence: "it has no trades", ...start });
  const shown = following({
    reading,
    more: {
      has: { watchOrderBook: true, watchTrades: true, fetchOHLCV: true, fetchTicker: true },
      fetchOHLCV: async (_symbol, length, since, count) => {
        const stepMs = length === "1m" ? MINUTE : 60 * MINUTE;
        if (length === "1h") measured.times++;
        const prices = [1, 1, 1, 60_000];
        return Array.from({ length: count }, (_, i) => [since + i * stepMs, ...prices, stepMs / MINUTE]);
      },
      fetchTicker: async () => ({ quoteVolume: 24 * 60 * 60_000 }),
    },
  });
  let trades = 0;
  /** Lets so many seconds go by, with a trade of a thirtieth of a coin every two, and tells what was said. */
  const pass = async (seconds: number) => {
    const all: SourceMessage[] = [];
    for (let i = 0; i < seconds; i += 2) {
      await shown.books.give(bookOf(60_000, 60_001, 10 / unit.coins));
      const trade = { id: `${++trades}`, side: "buy", price: 60_001, amount: 1 / 30 / unit.coins };
      await shown.trades.give([{ ...trade, timestamp: shown.clock.wallMs() }]);
      await shown.wait(2_000);
      all.push(...(await shown.said()));
    }
    return all;
  };
  const kindsOf = (all: readonly SourceMessage[]) => new Set(all.map(({ type }) => type));
  return { ...shown, pass, kindsOf, unit, measured };
}

test("a unit that cannot be told withdraws everything and says which option decides, until the trades that come tell it", async () => {
  const { wait, pass, kindsOf, states } = measurable();
  await wait(0);
  const before = await pass(100);
  expect([...kindsOf(before)]).toEqual(["withdraw"]);
  expect(states.at(-1)).toMatchObject({
    state: "unsure",
    problem: "it has no trades: --source-sizes base or --source-sizes contracts decides",
    sizes: expect.stringMatching(/^the unit of sizes cannot be told/),
  });
  const after = await pass(100);
  expect(states.at(-1)).toMatchObject({
    state: "live",
    problem: "",
    sizes: expect.stringMatching(
      /^sizes are base coin \(its trades of \d min are (0\.9\d?|1) of its candles' volume as base coin and 0\.01 as contracts of 0\.01\); its candles count base coin, its ticker what cannot be told$/,
    ),
  });
  // Ten coins and a thirtieth, in lots of a ten thousandth.
  expect(after.findLast(({ type }) => type === "book")).toMatchObject({ bids: [{ lots: 100_000 }] });
  expect(after.findLast(({ type }) => type === "trade")).toMatchObject({
    trade: { lots: expect.closeTo(333, -1) },
  });
});

test("it is measured again by the hour; another unit withdraws everything and says so, until the first is back", async () => {
  const { wait, pass, kindsOf, states, unit, measured } = measurable({ book: "base", trades: "base" });
  await wait(0);
  await pass(200);
  expect(states.at(-1)!.state).toBe("live");
  expect(measured.times).toBe(1);
  await pass(3_300);
  expect(measured.times).toBe(1);
  unit.coins = 0.01;
  const all = await pass(500);
  expect(states.at(-1)).toMatchObject({
    state: "unsure",
    problem: expect.stringMatching(
      /^its sizes were base coin before, and now its trades of \d min are 100 of its candles' volume as base coin and 1 as contracts of 0\.01: a new start measures anew, --source-sizes base or/,
    ),
  });
  expect(kindsOf(all)).toContain("withdraw");
  expect([...kindsOf(await pass(60))]).toEqual([]);
  unit.coins = 1;
  await pass(600);
  expect(states.at(-1)).toMatchObject({ state: "live", problem: "" });
});

test("the operator's word holds against what is measured, and the contract is not called live", async () => {
  const { wait, pass, kindsOf, states } = measurable({}, "contracts");
  await wait(0);
  const all = await pass(200);
  expect(kindsOf(all)).toContain("book");
  expect(kindsOf(all)).not.toContain("withdraw");
  expect(states.at(-1)).toMatchObject({
    state: "misfit",
    problem: expect.stringMatching(/^--source-sizes says contracts, but they are base coin: its trades of/),
  });
});

test.each([
  ["are never a lot", 0.000_01, "its last 20 trades together are less than a lot here"],
  ["are larger than all of its book", 1_000, "each of its last 20 trades is larger than all of its book"],
])("a contract whose trades %s is not called live, until one fits", async (_, amount, problem) => {
  const { books, trades, wait, states } = following();
  await wait(0);
  await trades.give([]);
  await books.give(bookOf(60_000, 60_001));
  await wait(0);
  const trade = (id: number, amount: number) => ({ id: `${id}`, side: "buy", price: 60_001, amount });
  await trades.give(Array.from({ length: 19 }, (_, id) => trade(id, amount)));
  expect(states.at(-1)).toMatchObject({ state: "live" });
  await wait(0);
  await trades.give([trade(19, amount)]);
  expect(states.at(-1)).toMatchObject({ state: "misfit", problem });
  await books.give(bookOf(60_000, 60_001));
  expect(states.at(-1)).toMatchObject({ state: "misfit", problem });
  await wait(0);
  await trades.give([trade(20, 2)]);
  expect(states.at(-1)).toMatchObject({ state: "live", problem: "" });
});
