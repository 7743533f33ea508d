import { expect, test } from "vitest";
import { withThousands } from "../../format/decimal.ts";
import { aligned, alignerOf, padded, placesByTitle, placesIn } from "./places.ts";
import type { Column } from "./rowsShown.ts";

interface Row {
  readonly price: string;
  readonly every: string;
  readonly trigger: string;
}

const rows: readonly Row[] = [
  { price: "60000.5", every: "1.5 s", trigger: "59000.5" },
  { price: "0.12345", every: "10 s", trigger: "0.12" },
  { price: "market", every: "", trigger: "7" },
];
const columns: readonly Column<Row>[] = [
  { title: "Price", isQuantity: true, text: ({ price }) => price },
  { title: "Every", isNumber: true, text: ({ every }) => every },
  {
    title: "Fires when",
    text: ({ trigger }) => `it comes to ${trigger}`,
    numbers: ({ trigger }) => [trigger],
  },
  { title: "Name", text: ({ price }) => price },
];

test("a column's numbers have as many decimals as the longest of them", () => {
  expect(placesIn(columns, rows)).toEqual([5, 1, 2, 0]);
  expect(placesIn(columns, [])).toEqual([0, 0, 0, 0]);
  const places = placesByTitle(columns, rows);
  expect([places("Price"), places("Fires when"), places("no column")]).toEqual([5, 2, 0]);
});

test.each([
  ["60000.5", 5, "60000.50000"],
  ["-3", 2, "-3.00"],
  ["10 s", 1, "10.0 s"],
  ["1.25", 1, "1.25"],
  ["7", 0, "7"],
  ["1.5", 0, "1.5"],
  ["market", 3, "market"],
  ["5 of 5", 0, "5 of 5"],
])("%s with %i decimals is %s: lengthened, never rounded", (text, places, shown) => {
  expect(padded(text, places)).toBe(shown);
});

test("for people, thousands are parted and words stay", () => {
  expect(aligned("-60000.5", 2)).toBe(withThousands("-60000.50"));
  expect(aligned("at market", 2)).toBe("at market");
  expect(["1", "0.25", "–"].map(alignerOf(["1", "0.25", "–"]))).toEqual(["1.00", "0.25", "–"]);
});
