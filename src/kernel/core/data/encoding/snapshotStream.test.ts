import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SnapshotReader, SnapshotWriter } from "./snapshotStream.ts";

const word = fc.double({ noNaN: true }).map((n) => n + 0);
const part = fc.oneof(
  fc.record({ type: fc.constant("number" as const), value: word }),
  fc.record({ type: fc.constant("text" as const), value: fc.string({ unit: "grapheme" }) }),
  fc.record({ type: fc.constant("values" as const), value: fc.array(word) }),
  fc.record({
    type: fc.constant("record" as const),
    value: fc
      .array(fc.nat({ max: 255 }), { maxLength: 5 })
      .map((bytes) => bytes.flatMap((b) => Array<number>(8).fill(b))),
  }),
);

it("reads every part back in the order it was written, wherever the bytes lie", () => {
  fc.assert(
    fc.property(fc.array(part), fc.nat({ max: 7 }), (parts, shift) => {
      const w = new SnapshotWriter();
      w.number(parts.length);
      for (const { type, value } of parts) {
        if (type === "record") w.record(Uint8Array.from(value));
        else if (type === "values") w.values(value);
        else if (type === "text") w.text(value);
        else w.number(value);
      }
      const bytes = w.finish();
      const shifted = new Uint8Array(bytes.length + shift);
      shifted.set(bytes, shift);
      const r = new SnapshotReader(shifted.subarray(shift));
      expect(r.number()).toBe(parts.length);
      for (const { type, value } of parts) {
        if (type === "record") expect([...r.record()]).toEqual(value);
        else if (type === "values") expect([...r.values()]).toEqual(value);
        else if (type === "text") expect(r.text()).toBe(value);
        else expect(r.number()).toBe(value);
      }
      r.end();
    }),
    { numRuns: 300 },
  );
});

describe("a table", () => {
  const id = Float64Array.of(10, 20, 30, 40);
  const flag = Uint8Array.of(1, 2, 3, 4);
  const link = Int32Array.of(-1, -2, -3, -4);
  const w = new SnapshotWriter();
  w.columns([3, 1], [id, flag, link]);
  const bytes = w.finish();

  it("holds the rows at the given slots, one column after the other", () => {
    expect([...new Float64Array(bytes.buffer)]).toEqual([2, 40, 20, 4, 2, -4, -2]);
  });

  it("is restored to other slots", () => {
    const r = new SnapshotReader(bytes);
    expect(r.peekCount()).toBe(2);
    const [ids, flags, links] = [new Float64Array(3), new Uint8Array(3), new Int32Array(3)];
    r.columns([0, 2], [ids, flags, links]);
    r.end();
    expect([[...ids], [...flags], [...links]]).toEqual([
      [40, 0, 20],
      [4, 0, 2],
      [-4, 0, -2],
    ]);
  });

  it("can be looked at before room is made for it", () => {
    const r = new SnapshotReader(bytes);
    const [ids, flags] = [new Float64Array(2), new Float64Array(2)];
    r.peekColumns(ids, flags);
    expect([[...ids], [...flags]]).toEqual([
      [40, 20],
      [4, 2],
    ]);
    expect(r.peekCount()).toBe(2);
  });

  it("is not restored to another number of rows", () => {
    expect(() => new SnapshotReader(bytes).columns([0], [id])).toThrow(
      "a table has the rows that were made for it",
    );
  });
});

it("grows far beyond its first room", () => {
  const w = new SnapshotWriter();
  const column = Float64Array.from({ length: 100_000 }, (_, i) => i);
  const slots = [...column];
  w.text("before");
  w.columns(slots, [column, column]);
  w.text("behind");
  const r = new SnapshotReader(w.finish());
  const restored = new Float64Array(100_000);
  expect(r.text()).toBe("before");
  r.columns(slots, [restored, restored]);
  expect(r.text()).toBe("behind");
  r.end();
  expect(restored).toEqual(column);
});

it("pads a text with zeros, also where something was written before", () => {
  const w = new SnapshotWriter();
  w.text("a");
  expect([...w.finish()]).toEqual([0, 0, 0, 0, 0, 0, 0xf0, 0x3f, 0x61, 0, 0, 0, 0, 0, 0, 0]);
});

it("refuses bytes that end early, go on, or lie about a length", () => {
  const w = new SnapshotWriter();
  w.values([1, 2, 3]);
  const bytes = w.finish();
  expect(() => new SnapshotReader(bytes.subarray(0, 24)).values()).toThrow("does not end early");
  expect(() => new SnapshotReader(bytes.subarray(0, 12))).toThrow("whole words");
  expect(() => new SnapshotReader(new Uint8Array(0))).toThrow("whole words");
  const r = new SnapshotReader(bytes);
  r.number();
  expect(() => r.end()).toThrow("ends where its last table does");
  for (const length of [-1, 0.5, Number.NaN, 1e300]) {
    const liar = new SnapshotWriter();
    liar.number(length);
    expect(() => new SnapshotReader(liar.finish()).values()).toThrow("does not end early");
  }
});
