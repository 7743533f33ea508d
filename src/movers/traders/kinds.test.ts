import { describe, expect, test } from "vitest";
import { TRADER_KINDS } from "./kinds.ts";
import type { Instruction, Parameters, TradedContract, TraderKind, Turn } from "./trader.ts";

/** A contract around 100, a book of one level, nothing held. */
const CONTRACT: TradedContract = {
  symbol: "cmt_btcusdt",
  ...{ tick: 0.1, lot: 0.001, sizeMin: 0.001 },
  ...{ bid: 99.9, ask: 100.1, last: 100, index: 100, mark: 100 },
  bids: [{ price: 99.9, size: 1 }],
  asks: [{ price: 100.1, size: 1 }],
  ...{ position: 0, unrealized: 0, orders: [], leverage: 10 },
};

/** Plays turns of a second with numbers that repeat; what each turn wants. */
function play(
  kind: TraderKind<Parameters>,
  turns: readonly Partial<TradedContract>[],
  parameters: Readonly<Record<string, number>> = {},
  seed = 1,
): readonly (readonly Instruction[])[] {
  const usual = Object.fromEntries(Object.entries(kind.parameters ?? {}).map(([name, p]) => [name, p.usual]));
  const trader = kind.start({ ...usual, ...parameters });
  let state = seed;
  const random = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return turns.map((contract, i) => {
    const turn: Turn = {
      ...{ time: 1_000 * i, everyMs: 1_000, equity: 10_000, refused: [], random },
      contracts: [{ ...CONTRACT, ...contract }],
    };
    return trader.act(turn);
  });
}

type Order = Extract<Instruction, { do: "order" }>;
const ordersOf = (wanted: readonly (readonly Instruction[])[]): readonly Order[] =>
  wanted.flat().filter((each): each is Order => each.do === "order");
const around = (middle: number, spread = 0.2): Partial<TradedContract> => ({
  bid: middle - spread / 2,
  ask: middle + spread / 2,
});
const repeated = <T>(count: number, value: T): readonly T[] => Array.from({ length: count }, () => value);

describe("every kind", () => {
  test.each(Object.entries(TRADER_KINDS))(
    "%s says what it is, and its usual numbers are allowed",
    (_, kind) => {
      expect(kind.about.length).toBeGreaterThan(20);
      for (const { usual, least, most, says } of Object.values((kind as TraderKind).parameters ?? {})) {
        expect(usual).toBeGreaterThanOrEqual(least);
        expect(usual).toBeLessThanOrEqual(most);
        expect(says).not.toBe("");
      }
    },
  );

  test.each(Object.entries(TRADER_KINDS))("%s does nothing where there is no price at all", (_, kind) => {
    const nothing = { bid: 0, ask: 0, last: 0, index: 0, mark: 0, bids: [], asks: [] };
    expect(play(kind as TraderKind<Parameters>, repeated(50, nothing)).flat()).toEqual([]);
  });
});

test("zero intelligence: rates as asked, limits of both sides within its reach, cancellations as long as it lets orders live", () => {
  const order = { id: 7, side: "buy" as const, price: 99, size: 1 };
  const wanted = play(TRADER_KINDS["zero-intelligence"], repeated(2_000, { orders: [order] }));
  const limits = ordersOf(wanted).filter(({ price }) => price !== undefined);
  const takes = ordersOf(wanted).filter(({ price }) => price === undefined);
  expect(limits.length / 2_000).toBeCloseTo(4, 0);
  expect(takes.length / 2_000).toBeCloseTo(0.5, 1);
  expect(wanted.flat().filter((each) => each.do === "cancel").length / 2_000).toBeCloseTo(1 / 30, 1);
  for (const { side, price } of limits) {
    expect(Math.abs(price! - 100)).toBeLessThanOrEqual(0.2);
    expect(side === "buy" ? price! <= 100 : price! >= 100).toBe(true);
  }
  expect(limits.filter(({ side }) => side === "buy").length / limits.length).toBeCloseTo(0.5, 1);
});

test("bursts: as many trades as branching says, in clusters, and mostly of their cause's side", () => {
  const count = 20_000;
  const trades = (branching: number): readonly number[] =>
    play(TRADER_KINDS.bursts, repeated(count, {}), { branching }).map((wanted) => wanted.length);
  const [calm, excited] = [trades(0), trades(0.7)];
  const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
  expect(sum(calm) / count).toBeCloseTo(0.1, 1);
  expect(sum(excited) / sum(calm)).toBeGreaterThan(2.3);
  expect(sum(excited) / sum(calm)).toBeLessThan(4.5);
  // Variance over mean of what ten seconds have: 1 where nothing excites anything.
  const fano = (values: readonly number[]): number => {
    const tens = Array.from({ length: count / 10 }, (_, i) => sum(values.slice(10 * i, 10 * i + 10)));
    const mean = sum(tens) / tens.length;
    return sum(tens.map((value) => (value - mean) ** 2)) / tens.length / mean;
  };
  expect(fano(calm)).toBeLessThan(1.2);
  expect(fano(excited)).toBeGreaterThan(2.5);
  const sides = ordersOf(play(TRADER_KINDS.bursts, repeated(count, {}))).map(({ side }) => side);
  const same = sides.filter((side, i) => i > 0 && side === sides[i - 1]).length / sides.length;
  expect(same).toBeGreaterThan(0.6);
});

describe("market maker", () => {
  const quotesOf = (contract: Partial<TradedContract>, parameters = {}) => {
    const quotes = ordersOf(play(TRADER_KINDS["market-maker"], [contract], parameters));
    return {
      bids: quotes.filter(({ side }) => side === "buy").map(({ price }) => price!),
      asks: quotes.filter(({ side }) => side === "sell").map(({ price }) => price!),
      ways: new Set(quotes.map(({ as }) => as)),
    };
  };
  const wide = { bid: 0, ask: 0 };

  test("quotes both sides around the index, never to take", () => {
    const { bids, asks, ways } = quotesOf(wide);
    expect(bids).toHaveLength(5);
    expect((bids[0]! + asks[0]!) / 2).toBeCloseTo(100);
    expect(asks[0]! - bids[0]!).toBeCloseTo(0.04);
    expect(ways).toEqual(new Set(["post"]));
    expect(quotesOf({ bid: 100.5, ask: 100.6 }).asks[0]).toBeCloseTo(100.6);
  });

  test("what it holds moves them against it; full, it quotes one side alone", () => {
    const long = quotesOf({ ...wide, position: 500 });
    expect((long.bids[0]! + long.asks[0]!) / 2).toBeCloseTo(100 * (1 - 0.0005));
    const full = quotesOf({ ...wide, position: 1_000 });
    expect(full.bids).toEqual([]);
    expect(full.asks).toHaveLength(5);
    expect(quotesOf({ ...wide, position: -1_000 }).asks).toEqual([]);
  });

  test("what stands where it should is left; what does not goes", () => {
    const [first] = play(TRADER_KINDS["market-maker"], [wide]);
    const orders = ordersOf([first!]).map(({ side, price, size }, id) => ({ id, side, price: price!, size }));
    expect(play(TRADER_KINDS["market-maker"], [{ ...wide, orders }]).flat()).toEqual([]);
    const off = orders.map((order) => (order.id === 0 ? { ...order, price: 90 } : order));
    expect(
      play(TRADER_KINDS["market-maker"], [{ ...wide, orders: off }])
        .flat()
        .map((each) => each.do),
    ).toEqual(["cancel", "order"]);
  });
});

test("momentum follows a move over its look back, not before it has one, and lets go when it turns", () => {
  const quick = { lookBackSeconds: 3 };
  const rise = [100, 100, 100, 101, 102];
  const up = play(
    TRADER_KINDS.momentum,
    rise.map((middle) => around(middle)),
    quick,
  );
  expect(up.slice(0, 3).flat()).toEqual([]);
  expect(ordersOf(up)[0]).toMatchObject({ side: "buy", as: "ioc" });
  expect(ordersOf(up)[0]!.size * 101).toBeCloseTo(20_000, 0);
  expect(ordersOf(up)[0]!.price).toBeCloseTo(101.1 * 1.0005);
  const down = play(
    TRADER_KINDS.momentum,
    rise.map((middle) => around(200 - middle)),
    quick,
  );
  expect(ordersOf(down)[0]).toMatchObject({ side: "sell" });
  const turned = [100, 100, 100, 100, 99.99].map((middle) => ({ ...around(middle), position: 5 }));
  expect(ordersOf(play(TRADER_KINDS.momentum, turned, quick)).at(-1)).toMatchObject({
    side: "sell",
    size: 5,
  });
  const held = [100, 100, 100, 100, 100.01].map((middle) => ({ ...around(middle), position: 5 }));
  expect(play(TRADER_KINDS.momentum, held, quick).at(-1)).toEqual([]);
});

test("mean reversion goes against what is far from its average, and lets go near it", () => {
  const jump = [100, 100, 101].map((middle) => around(middle));
  const [order] = ordersOf(play(TRADER_KINDS["mean-reversion"], jump));
  expect(order).toMatchObject({ side: "sell", as: "ioc" });
  expect(order!.size * 101).toBeCloseTo(20_000, 0);
  expect(
    ordersOf(
      play(
        TRADER_KINDS["mean-reversion"],
        [100, 99].map((middle) => around(middle)),
      ),
    )[0]!.side,
  ).toBe("buy");
  const back = [100, 100].map((middle) => ({ ...around(middle), position: -5 }));
  expect(ordersOf(play(TRADER_KINDS["mean-reversion"], back))[0]).toMatchObject({ side: "buy", size: 5 });
  const rest = [100, 100].map((middle) => ({ ...around(middle), position: -0.005, sizeMin: 0.01 }));
  expect(ordersOf(play(TRADER_KINDS["mean-reversion"], rest))[0]).toMatchObject({ side: "buy", size: 0.005 });
  const between = [100, 100.1].map((middle) => ({ ...around(middle), position: -5 }));
  expect(play(TRADER_KINDS["mean-reversion"], between)[1]).toEqual([]);
});

test("a member of the crowd opens as often as asked with what its leverage carries, closes what wins, and else now and then", () => {
  const crowd = TRADER_KINDS["leveraged-crowd"];
  const opened = ordersOf(play(crowd, repeated(7_200, {}), { opensPerHour: 60 }));
  expect(opened.length).toBeGreaterThan(80);
  expect(opened.length).toBeLessThan(160);
  for (const { size } of opened) expect(size * 100).toBeCloseTo(0.6 * 10_000 * 10, 0);
  expect(new Set(opened.map(({ side }) => side))).toEqual(new Set(["buy", "sell"]));
  const winning = { position: 10, unrealized: 60 };
  expect(ordersOf(play(crowd, [winning]))).toMatchObject([{ side: "sell", size: 10 }]);
  const losing = play(crowd, repeated(7_200, { position: 10, unrealized: -60 }), { closesPerHour: 60 });
  expect(ordersOf(losing).length).toBeGreaterThan(80);
  expect(ordersOf(losing).length).toBeLessThan(160);
});

test("a spoofer shows an order, moves it away when the price comes, and ends by trading the other way", () => {
  const often = { playsPerHour: 3_600, seconds: 3 };
  const first = play(TRADER_KINDS.spoofer, [{}, {}, {}], often);
  const start = first.findIndex((wanted) => wanted.length > 0);
  const [shown] = ordersOf([first[start]!]);
  expect(shown).toMatchObject({ as: "post" });
  expect(shown!.size * 100).toBeGreaterThan(390_000);
  const isBid = shown!.side === "buy";
  const order = { id: 3, side: shown!.side, price: shown!.price!, size: shown!.size };
  const near = isBid ? { bid: order.price + 0.01 } : { ask: order.price - 0.01 };
  const turns = (...later: readonly Partial<TradedContract>[]) => [...repeated(start + 1, {}), ...later];
  const safe = play(TRADER_KINDS.spoofer, turns({ orders: [order] }), often).at(-1);
  expect(safe).toEqual([]);
  const fled = play(TRADER_KINDS.spoofer, turns({ orders: [order], ...near }), often).at(-1)!;
  expect(fled.map((each) => each.do)).toEqual(["cancelAll", "order"]);
  const ended = play(TRADER_KINDS.spoofer, turns(...repeated(3, { orders: [order] })), often).at(-1)!;
  expect(ended[0]).toEqual({ do: "cancelAll", symbol: "cmt_btcusdt" });
  expect(ended[1]).toMatchObject({ side: isBid ? "sell" : "buy", as: "ioc" });
});
