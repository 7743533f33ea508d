import { expect, test } from "vitest";
import { defaultContracts } from "../feeds/index.ts";
import { marketOf } from "./market.ts";
import { papers } from "./papers.ts";

/** The grid that a contract has in a paper: price and size of its steps. */
async function stepsIn(name: string, symbol: string): Promise<readonly [tick: number, lot: number]> {
  const paper = papers.find((each) => each.name === name)!;
  const { listings } = await marketOf(paper, symbol, 0, 1);
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

test("the steps of bitcoin are those that the documents name", async () => {
  expect(await stepsIn("coarse", "cmt_btcusdt")).toEqual([1, 0.005]);
  expect(await stepsIn("fine", "cmt_btcusdt")).toEqual([0.01, 0.0001]);
});
