import { expect, test } from "vitest";
import { arrange, type Column, rowsShown } from "./rowsShown.ts";

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

const order = { column: 1, isDescending: true };

test("rows change places once a second at most, and not while they are held", () => {
  const first = arrange(undefined, order, [1, 2, 3], false, 0);
  expect(first.ids).toEqual([1, 2, 3]);
  expect(arrange(first, order, [3, 2, 1], false, 999).ids).toEqual([1, 2, 3]);
  expect(arrange(first, order, [3, 2, 1], true, 9_000).ids).toEqual([1, 2, 3]);
  expect(arrange(first, order, [3, 2, 1], false, 1_000).ids).toEqual([3, 2, 1]);
});

test("another order holds at once; rows that left are gone, new ones stand at the end", () => {
  const first = arrange(undefined, order, [1, 2, 3], false, 0);
  expect(arrange(first, { ...order }, [3, 2, 1], true, 1).ids).toEqual([3, 2, 1]);
  expect(arrange(first, order, [4, 3, 1], true, 1).ids).toEqual([1, 3, 4]);
});
