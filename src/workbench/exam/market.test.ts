import { expect, test } from "vitest";
import { defaultContracts, parseScenario } from "../../movers/feeds/index.ts";
import { examCases } from "./cases.ts";
import { marketOf, wavesOf } from "./market.ts";

/** The grid that a contract has in a case: price and size of its steps. */
async function stepsIn(name: string, symbol: string): Promise<readonly [tick: number, lot: number]> {
  const examCase = examCases.find((each) => each.name === name)!;
  const waves = await wavesOf(symbol, 0, { marketSpeed: 1, botSpeed: 1 });
  const { listings } = marketOf(examCase, waves);
  const { priceDecimals, sizeDecimals, lotStep } = listings.find((each) => each.symbol === symbol)!;
  return [10 ** -priceDecimals, lotStep / 10 ** sizeDecimals];
}

test.each(defaultContracts.map(({ listing: { symbol } }) => symbol))(
  "%s has coarser and finer steps than usual, in a market that can be",
  async (symbol) => {
    const [tick, lot] = await stepsIn("throttled", symbol);
    const [coarseTick, coarseLot] = await stepsIn("coarse", symbol);
    expect(coarseTick / tick).toBeCloseTo(10);
    expect(coarseLot / lot).toBeCloseTo(50);
    const [fineTick, fineLot] = await stepsIn("fine", symbol);
    expect(tick / fineTick).toBeCloseTo(10);
    expect(fineLot).toBe(lot);
  },
);

test.each([
  [1, 1],
  [60, 1],
  [1, 20],
])(
  "a bot finds all that a fresh venue lists, whatever it trades (market %i, bot %i times as fast)",
  async (marketSpeed, botSpeed) => {
    const { listings, feeds } = await wavesOf("cmt_solusdt", 0, { marketSpeed, botSpeed });
    const fresh = defaultContracts.map(({ listing }) => listing);
    expect(listings).toEqual(fresh);
    expect(Object.keys(feeds).toSorted()).toEqual(fresh.map(({ symbol }) => symbol).toSorted());
    expect(feeds["cmt_solusdt"]!.type).toBe("scripted");
  },
);

test("the grid of a case is that of every contract, and what else its terms are stays", async () => {
  const given = await parseScenario(
    { contracts: [{ symbol: "cmt_btcusdt", takerFeeRate: 0.001 }, { symbol: "cmt_ethusdt" }] },
    () => Promise.reject(new Error("no file")),
  );
  const coarse = examCases.find(({ name }) => name === "coarse")!;
  const [btc, eth] = marketOf(coarse, given).listings;
  expect(btc).toEqual({ ...given.listings[0], priceDecimals: 0, sizeDecimals: 3, lotStep: 5 });
  expect(eth).toEqual({
    ...given.listings[1],
    priceDecimals: given.listings[1]!.priceDecimals - 1,
    sizeDecimals: given.listings[1]!.sizeDecimals - 1,
    lotStep: 5 * given.listings[1]!.lotStep,
  });
});

test("the steps of bitcoin are those that the documents name", async () => {
  expect(await stepsIn("coarse", "cmt_btcusdt")).toEqual([1, 0.005]);
  expect(await stepsIn("fine", "cmt_btcusdt")).toEqual([0.01, 0.0001]);
});
