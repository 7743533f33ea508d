import { expect, test } from "vitest";
import type { v2 } from "../../../interface/wire/index.ts";
import { billNumbers, closedNumbers, fillNumbers } from "./rowNumbers.ts";

/** Examples of docs/reference/ledger.md: 0.2 opened at 60 000, closed at 60 500, with a rate of 0.06 %. */
const close = {
  fillSize: "0.2",
  fillValue: "12100",
  fillFee: "7.26",
  liquidateFee: "0",
  realizePnl: "92.74",
} as v2.Fill;

test.each([
  ["CLOSE_LONG", "92.74", "12000", "value − opened for"],
  ["CLOSE_SHORT", "-107.26", "12000", "opened for − value"],
] as const)(
  "%s: what it was opened for follows from what the venue says",
  (direction, realizePnl, openedFor, words) => {
    const [realized, fee] = fillNumbers({ ...close, direction, realizePnl });
    expect(realized).toMatchObject({ value: realizePnl, terms: { value: "12100", openedFor, fee: "7.26" } });
    expect(realized!.formula).toContain(words);
    expect(fee).toMatchObject({ value: "7.26", terms: { price: "60500", rate: "0.0600 %" } });
  },
);

test("what opens has a fee and realises nothing", () => {
  expect(fillNumbers({ ...close, direction: "OPEN_LONG" }).map(({ name }) => name)).toEqual(["fee", "value"]);
});

test.each([
  ["position_open_long", "-12107.2", "12100"],
  ["position_close_long", "12092.8", "12100"],
  ["position_open_short", "12092.8", "12100"],
  ["position_close_short", "-12107.2", "12100"],
])("a bill of %s", (businessType, amount, value) => {
  const [number, balance] = billNumbers({ businessType, amount, balance: "5000", fillFee: "7.2" } as v2.Bill);
  expect(number!.terms).toEqual({ value, fee: "7.2" });
  expect(Number(balance!.terms["before"])).toBeCloseTo(5_000 - Number(amount));
});

test("funding: the rate as it was settled, and what it was paid on", () => {
  const bill = { businessType: "position_funding", amount: "-1.21", balance: "5", fillFee: "" } as v2.Bill;
  expect(billNumbers(bill, "0.0001")[0]!.terms).toEqual({ rate: "+0.0100 %", sizeAtMark: "12100.00" });
  expect(billNumbers(bill)[0]!.terms).toEqual({});
});

test("a closed position: net, realised, fees, funding", () => {
  const row = {
    side: "LONG",
    openValue: "12000",
    closeValue: "12100",
    openFee: "7.2",
    closeFee: "7.26",
    liquidateFee: "0",
    fundingFee: "-1.2",
    realizePnl: "92.74",
    netPnl: "84.34",
  } as v2.PastPosition;
  expect(closedNumbers(row).map(({ name, value }) => [name, value])).toEqual([
    ["net", "84.34"],
    ["beforeFees", "100"],
    ["realizedPnl", "92.74"],
    ["fees", "14.46"],
    ["funding", "-1.2"],
  ]);
});
