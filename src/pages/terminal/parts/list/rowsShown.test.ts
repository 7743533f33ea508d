import { expect, test } from "vitest";
import { type Column, rowsShown } from "./rowsShown.ts";

const columns: readonly Column<readonly string[]>[] = [
  { title: "Contract", text: ([name]) => name! },
  { title: "Size", isNumber: true, text: ([, size]) => size! },
];
const rows = [
  ["BTC/USDT", "10"],
  ["ETH/USDT", "-2"],
  ["BTC/USDT", "9.5"],
] as const;

test("numbers are sorted by value, not by their letters", () => {
  const sizes = (isDescending: boolean) =>
    rowsShown(rows, columns, "", { column: 1, isDescending }).map(([, size]) => size);
  expect(sizes(false)).toEqual(["-2", "9.5", "10"]);
  expect(sizes(true)).toEqual(["10", "9.5", "-2"]);
});

test("a filter wants every word, in any column; without an order rows stay as they came", () => {
  expect(rowsShown(rows, columns, "btc 9", undefined)).toEqual([["BTC/USDT", "9.5"]]);
  expect(rowsShown(rows, columns, "  ", undefined)).toEqual(rows);
  expect(rowsShown(rows, columns, "xrp", undefined)).toEqual([]);
});
