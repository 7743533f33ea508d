import { expect, test } from "vitest";
import { arrange } from "./arranged.ts";

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
