import { expect, test } from "vitest";
import type { ExchangeTrade, OhlcvRow } from "./exchangeClient.ts";
import type { SizeFigures } from "./sizeUnits.ts";
import { measureSizes } from "./sizeUnits.ts";

/** In which unit a source's figures are, from how they fit together. */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const START = 20_000 * 24 * HOUR;
const PRICE = 60_000;

type Unit = "base" | "contracts" | "quote";

interface Instrument {
  readonly contractSize: number;
  readonly book?: Unit;
  readonly trades?: Unit;
  readonly candles?: Unit;
  /** Undefined where the ticker has no volume of the day. */
  readonly dayVolume?: Unit | undefined;
  readonly hasValue?: boolean;
  /** How long its trades are, ms, and how much of the instrument's pace they have. */
  readonly tradesMs?: number;
  readonly pace?: number;
  readonly isValued?: boolean;
}

/** An instrument of one coin a minute, told in the units that a class gives. */
function figuresOf(instrument: Instrument): SizeFigures {
  const { contractSize, book = "contracts", trades = "contracts", candles = "contracts" } = instrument;
  const { dayVolume = "contracts", hasValue = true, tradesMs = 3 * MINUTE, pace = 1 } = instrument;
  const of = (coins: number, unit: Unit) =>
    Number((coins / { base: 1, contracts: contractSize, quote: 1 / PRICE }[unit]).toPrecision(12));
  const rows = (count: number, lengthMs: number, coins: number): OhlcvRow[] =>
    Array.from({ length: count }, (_, i) => [
      START - (count - 1 - i) * lengthMs,
      ...[PRICE, PRICE, PRICE, PRICE],
      of(coins, candles),
    ]);
  const step = 2_000;
  const traded: ExchangeTrade[] = Array.from({ length: tradesMs / step }, (_, i) => {
    // Lots of a ten thousandth of a coin, 30 trades a minute, about a coin together.
    const coins = (pace * (300 + (i % 7) * 11)) / 10_000;
    const amount = of(coins, trades);
    const cost = PRICE * (instrument.isValued ? coins : amount * contractSize);
    return { timestamp: START + 30_000 - tradesMs + i * step, price: PRICE, amount, cost };
  });
  const day = 24 * 60;
  return {
    contractSize,
    price: PRICE,
    levels: Array.from({ length: 60 }, (_, i) => of((1_000 + i * 137) / 10_000, book)),
    trades: traded,
    minutes: rows(60, MINUTE, 1),
    hours: rows(24, HOUR, 60),
    ticker: {
      baseVolume:
        instrument.dayVolume === undefined && "dayVolume" in instrument ? undefined : of(day, dayVolume),
      quoteVolume: hasValue ? day * PRICE : undefined,
    },
  };
}

const all = (unit: Unit) => ({ book: unit, trades: unit, candles: unit, dayVolume: unit });

test.each<[string, Instrument, ReturnType<typeof all> | object]>([
  ["all in base coin", { contractSize: 0.0001, ...all("base") }, all("base")],
  ["all in contracts", { contractSize: 0.0001 }, all("contracts")],
  ["contracts of ten coins", { contractSize: 10 }, all("contracts")],
  ["base coin where a contract is ten", { contractSize: 10, ...all("base") }, all("base")],
  ["contracts of a tenth of a coin", { contractSize: 0.1 }, all("contracts")],
  [
    "candles in the quote coin",
    { contractSize: 0.01, candles: "quote" },
    { candles: "quote", trades: "contracts" },
  ],
  [
    "candles in base coin, and no value of the day",
    { contractSize: 0.01, candles: "base", hasValue: false },
    { ...all("contracts"), candles: "base" },
  ],
  [
    "trades beside candles, and a ticker that says nothing",
    { contractSize: 0.01, trades: "base", book: "base", dayVolume: undefined, hasValue: false },
    { book: "base", trades: "base", candles: "contracts", dayVolume: undefined },
  ],
  [
    "a book in another unit than trades",
    { contractSize: 0.01, book: "base" },
    { book: "base", trades: "contracts" },
  ],
  [
    "trades in another unit than the book",
    { contractSize: 0.0001, trades: "base" },
    { book: "contracts", trades: "base" },
  ],
  ["a contract of one coin", { contractSize: 1, ...all("base") }, all("base")],
  [
    "a contract of one coin with candles in the quote coin",
    { contractSize: 1, ...all("base"), candles: "quote" },
    { ...all("base"), candles: "quote" },
  ],
])("%s", (_, instrument, units) => {
  expect(measureSizes(figuresOf(instrument))).toMatchObject(units);
});

test.each([0.0001, 0.01, 10])(
  "trades that fill no minute: more than their candle is another reading; less is not told by pace alone (%s)",
  (contractSize) => {
    const short = { contractSize, tradesMs: 20_000 };
    const isSmall = contractSize < 1;
    expect(measureSizes(figuresOf(short)).trades).toBe(isSmall ? "contracts" : undefined);
    expect(measureSizes(figuresOf({ ...short, ...all("base") })).trades).toBe(isSmall ? undefined : "base");
    const valued = { ...short, ...all("base"), isValued: true };
    expect(measureSizes(figuresOf(valued)).trades).toBe("base");
    // A contract's own value says nothing of its unit, and a pace that is too far off is no evidence.
    expect(measureSizes(figuresOf({ ...valued, pace: 0.0001 })).trades).toBeUndefined();
  },
);

test.each<[string, Partial<SizeFigures>, RegExp]>([
  ["no trades", { trades: [] }, /^it has no trades$/],
  ["no candles", { minutes: [], hours: [] }, /^neither its ticker nor its trades tell/],
  ["nothing but one unit", { ticker: {} }, /^neither its ticker nor its trades tell/],
])("too little: %s", (_, missing, evidence) => {
  const measured = measureSizes({ ...figuresOf({ contractSize: 0.01 }), ...missing });
  expect(measured).toMatchObject({ book: undefined, trades: undefined });
  expect(measured.evidence).toMatch(evidence);
});

test("a book of steps that tell nothing has no unit of its own", () => {
  const figures = figuresOf({ contractSize: 0.01 });
  expect(measureSizes({ ...figures, levels: figures.levels.slice(0, 49) }).book).toBeUndefined();
  // Trades in round lots alone are no other unit while their sizes beside the book's are as usual.
  const trades = figures.trades.map((trade, i) => ({ ...trade, amount: (1 + (i % 7)) * 100 }));
  const levels = figures.levels.map((_, i) => 4_000 + i);
  const minutes = figures.minutes.map((row) => row.with(5, 12_000));
  const hours = figures.hours.map((row) => row.with(5, 720_000));
  const ticker = { quoteVolume: 24 * 7_200 * PRICE };
  expect(measureSizes({ ...figures, trades, levels, minutes, hours, ticker })).toMatchObject({
    trades: "contracts",
    book: undefined,
  });
});

test("figures that fit neither reading tell nothing, and say what they are", () => {
  const figures = figuresOf({ contractSize: 0.01 });
  const trades = figures.trades.map((trade) => ({ ...trade, amount: trade.amount! / 10 }));
  const measured = measureSizes({ ...figures, trades });
  expect(measured.trades).toBeUndefined();
  expect(measured.evidence).toMatch(
    /^the two readings cannot be told apart: its trades of 2 min are 10 of its candles' volume as base coin and 0\.1 as contracts of 0\.01$/,
  );
});

test("a contract that is said to be one coin, and is not, is said", () => {
  const figures = figuresOf({ contractSize: 0.01, candles: "base", dayVolume: "base" });
  const measured = measureSizes({ ...figures, contractSize: 1 });
  expect(measured).toMatchObject({ book: "base", trades: "base", candles: "base" });
  expect(measured.evidence).toMatch(/^so it is said there, but its trades of 2 min are \d+ of/);
});
