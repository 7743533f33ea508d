import { expect, test } from "vitest";
import type { v2 } from "../../../wire/index.ts";
import { statisticsOf, summaryOf } from "./statistics.ts";

const points = (...rows: readonly (readonly [string, string])[]) =>
  rows.map(([equity, deposited], i) => ({ time: i, equity, deposited }));

test("money paid in is no gain, and a fall is measured from the height before it", () => {
  const found = statisticsOf(
    points(["1000", "1000"], ["1100", "0"], ["2100", "1000"], ["1680", "0"], ["1848", "0"]),
  );
  // +10 %, nothing, −20 %, +10 %
  expect(found).toEqual({ profit: "-152", totalReturn: "-0.03200000", drawdown: "-0.20000000" });
});

test("one point is no return; money taken out is no loss", () => {
  expect(statisticsOf(points(["500", "500"]))).toEqual({
    profit: "0",
    totalReturn: "0.00000000",
    drawdown: "0.00000000",
  });
  expect(statisticsOf(points(["1000", "0"], ["400", "-600"]))?.totalReturn).toBe("0.00000000");
  expect(statisticsOf([])).toBeUndefined();
});

test("closed positions add up; a gain is one after fees and funding", () => {
  const row = (netPnl: string, fee: string, fundingFee: string) =>
    ({ netPnl, openFee: fee, closeFee: fee, liquidateFee: "0", fundingFee }) as v2.PastPosition;
  expect(summaryOf([row("10", "1", "-0.5"), row("-3", "0.25", "0"), row("0", "0", "1")])).toEqual({
    count: 3,
    won: 1,
    net: "7",
    fees: "2.5",
    funding: "0.5",
  });
});
