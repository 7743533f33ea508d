import fc from "fast-check";
import { expect, test } from "vitest";
import { LABEL_HEIGHT_PX, type LineAt, labelsOf, uncovered } from "./labels.ts";

const CHART = { width: 900, height: 400 };

function ysOf(lines: readonly LineAt[], chart = CHART) {
  const labels = labelsOf(lines, chart);
  return lines.map(({ id }) => labels.get(id)?.y);
}
const at = (y: number, id = String(y), place: 0 | 1 | 2 = 0): LineAt => ({ id, place, y });

test("alone a label is at its line; at an edge it stays whole, out of sight there is none", () => {
  expect(ysOf([at(30), at(200)])).toEqual([30, 200]);
  expect(ysOf([at(-5), at(404), at(-10), at(410)])).toEqual([10, 390, undefined, undefined]);
});

test("those of one price stand one below the other around their line, in the order given", () => {
  expect(ysOf([at(100, "a"), at(100, "b"), at(100, "c")])).toEqual([81, 100, 119]);
  expect(ysOf([at(100, "a"), at(95, "b")])).toEqual([107, 88]);
  expect(ysOf([at(5, "a"), at(5, "b")])).toEqual([10, 29]);
});

test("columns stand beside each other, but not on a phone", () => {
  const lines = [at(100, "order"), at(100, "long", 1), at(100, "short", 2)];
  expect(ysOf(lines)).toEqual([100, 100, 100]);
  expect(ysOf(lines, { width: 330, height: 300 })).toEqual([81, 100, 119]);
});

test("labels of a column never overlap where there is room, keep the order of their lines and stay on the chart", () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: -9, max: 409, noNaN: true }), { maxLength: 20 }), (wanted) => {
      const lines = wanted.map((y, i) => at(y, String(i)));
      const shown = [...labelsOf(lines, CHART)];
      const ys = shown.map(([, { y }]) => y);
      for (const [i, y] of ys.entries()) {
        expect(y).toBeGreaterThanOrEqual(10);
        expect(y).toBeLessThanOrEqual(390);
        if (i > 0) expect(y - ys[i - 1]!).toBeGreaterThan(LABEL_HEIGHT_PX);
      }
      const heights = shown.map(([id]) => wanted[Number(id)]!);
      expect(heights).toEqual(heights.toSorted((a, b) => a - b));
    }),
  );
});

test("more than there is room for overlap evenly", () => {
  const ys = ysOf(Array.from({ length: 77 }, (_, i) => at(200, String(i))));
  expect([ys[0], ys[1], ys.at(-1)]).toEqual([10, 15, 390]);
});

test("a line is not drawn through a label", () => {
  const labels = [
    { left: 600, width: 196, y: 100 },
    { left: 300, width: 196, y: 105 },
    { left: 100, width: 50, y: 120 },
  ];
  expect(uncovered(100, labels, 900)).toEqual([
    [0, 300],
    [496, 600],
    [796, 900],
  ]);
  expect(uncovered(140, labels, 900)).toEqual([[0, 900]]);
});
