import fc from "fast-check";
import { describe, expect, expectTypeOf, it } from "vitest";
import { layout, withRare } from "./define.ts";
import type { Decoded, Layout } from "./layout.ts";
import {
  decode,
  encode,
  fixedWords,
  headOf,
  offsetsOf,
  RECORD_WORDS_MAX,
  RecordBuffer,
  RecordView,
  readOnlyText,
} from "./layout.ts";

const trade = layout(0x1234, 5, { order: "int", isMaker: "flag", value: "money" }, ["symbol", "note"], {
  name: "rows",
  columns: ["price", "size"],
});
const value: Decoded<typeof trade> = {
  order: -3,
  isMaker: true,
  value: -150_000_001n,
  symbol: "ab",
  note: "é",
  rows: [{ price: 1, size: 2 }],
};

it("types a record after its layout", () => {
  expectTypeOf<Decoded<typeof trade>>().toEqualTypeOf<
    { readonly order: number; readonly isMaker: boolean; readonly value: bigint } & {
      readonly symbol: string;
      readonly note: string;
    } & { readonly rows: readonly { readonly price: number; readonly size: number }[] }
  >();
});

it("puts every part where the format says", () => {
  const buffer = new RecordBuffer(1);
  encode(trade, value, buffer, 0xabcd);
  const bytes = buffer.slice();
  const at = new DataView(bytes.buffer);
  expect(bytes).toHaveLength(10 * 8);
  // Header: kind, version, groups left out, words, index.
  expect([...bytes.subarray(0, 8)]).toEqual([0x34, 0x12, 5, 0, 10, 0, 0xcd, 0xab]);
  // Fixed fields: −1.50000001 is −2 whole units and 49 999 999 quanta.
  expect([8, 16, 24, 32].map((byte) => at.getFloat64(byte, true))).toEqual([-3, 1, -2, 49_999_999]);
  // Texts: length and bytes, one behind the other, padded together.
  const texts = [2, 0, 0, 0, 0x61, 0x62, 2, 0, 0, 0, 0xc3, 0xa9, 0, 0, 0, 0];
  expect([...bytes.subarray(40, 56)]).toEqual(texts);
  // List: row count, rows.
  expect([56, 64, 72].map((byte) => at.getFloat64(byte, true))).toEqual([1, 1, 2]);
});

it("knows the offsets of fixed fields", () => {
  expect(offsetsOf(trade)).toEqual({ order: 1, isMaker: 2, value: 3 });
  expect(fixedWords(trade)).toEqual([5]);
});

describe("the last groups of rare fields that are all at rest", () => {
  const fields = { order: "int", fee: "money", size: "int", isLate: "flag", stop: "int" } as const;
  const order = withRare(layout(7, 1, fields, ["name"]), "fee", "isLate");
  const rest = { order: 5, fee: 0n, size: 0, isLate: false, stop: 0, name: "abc" };

  it.each([
    ["are left out, all of them", {}, 2, 3],
    ["are left out behind one that has something", { size: 3 }, 1, 6],
    ["are there where the last one has something", { stop: 4 }, 0, 8],
    ["are there where a flag of the last one is set", { isLate: true, fee: -1n }, 0, 8],
  ])("%s", (_, more, leftOut, words) => {
    const buffer = new RecordBuffer();
    const record = { ...rest, ...more };
    encode(order, record, buffer);
    const view = new RecordView(buffer.slice());
    expect([view.leftOut(0), view.next(0), view.version(0)]).toEqual([leftOut, words, 1]);
    expect(decode(order, view, 0)).toEqual(record);
    expect(readOnlyText(view, 0, fixedWords(order))).toBe("abc");
  });

  it("are no more than the layout has", () => {
    const buffer = new RecordBuffer();
    encode(order, rest, buffer);
    buffer.bytes[3] = 3;
    expect(() => decode(order, buffer, 0)).toThrow("leaves out no more");
  });
});

const int = fc.oneof(fc.constantFrom(0, -1, 2 ** 32 + 1), fc.maxSafeInteger()).map((n) => n + 0);
const quanta = fc.oneof(fc.bigInt({ min: -(10n ** 23n), max: 10n ** 23n }), fc.bigInt({ min: -3n, max: 3n }));
const text = fc.string({ unit: "grapheme", maxLength: 20 });

/** A layout of any shape with a value that fits it. */
const sample = fc
  .record({
    kind: fc.nat({ max: 65_535 }),
    version: fc.nat({ max: 255 }),
    index: fc.nat({ max: 65_535 }),
    types: fc.array(fc.constantFrom("int", "flag", "money" as const), { maxLength: 12 }),
    texts: fc.array(text, { maxLength: 4 }),
    columns: fc.option(fc.integer({ min: 1, max: 4 })),
    rare: fc.uniqueArray(fc.nat({ max: 11 }), { maxLength: 3 }),
  })
  .chain(({ types, texts, columns, rare, ...header }) =>
    fc
      .record({
        fixed: fc.tuple(
          ...types.map(
            (type): fc.Arbitrary<unknown> => (type === "int" ? int : type === "flag" ? fc.boolean() : quanta),
          ),
        ),
        rows: fc.array(fc.array(int, { minLength: columns ?? 0, maxLength: columns ?? 0 }), { maxLength: 4 }),
      })
      .map(({ fixed, rows }) => {
        const names = Array.from({ length: columns ?? 0 }, (_, i) => `column${i}`);
        const shape: Layout = {
          kind: header.kind,
          version: header.version,
          fixed: Object.fromEntries(types.map((type, i) => [`field${i}`, type as "int"])),
          rare: rare.filter((first) => first < types.length).sort((a, b) => a - b),
          texts: texts.map((_, i) => `text${i}`),
          list: columns === null ? undefined : { name: "rows", columns: names },
        };
        const record: Record<string, unknown> = {
          ...Object.fromEntries(fixed.map((each, i) => [`field${i}`, each])),
          ...Object.fromEntries(texts.map((each, i) => [`text${i}`, each])),
        };
        if (columns !== null) {
          record.rows = rows.map((row) => Object.fromEntries(row.map((each, i) => [names[i], each])));
        }
        return { shape, record, index: header.index };
      }),
  );

describe("any sequence of records", () => {
  it("is read back as it was written, header and all", () => {
    fc.assert(
      fc.property(fc.array(sample, { minLength: 1, maxLength: 5 }), fc.nat({ max: 7 }), (samples, shift) => {
        const buffer = new RecordBuffer(1);
        for (const { shape, record, index } of samples) encode(shape, record as never, buffer, index);
        // Read from the buffer that is being written, and from a copy that starts anywhere.
        const bytes = new Uint8Array(shift + buffer.length * 8);
        bytes.set(buffer.slice(), shift);
        const view = new RecordView(bytes.subarray(shift));
        let at = 0;
        for (const { shape, record, index } of samples) {
          expect([view.kind(at), view.version(at), view.index(at)]).toEqual([
            shape.kind,
            shape.version,
            index,
          ]);
          expect(decode(shape, view, at)).toEqual(record);
          expect(decode(shape, buffer, at)).toEqual(record);
          at = view.next(at);
        }
        expect(at).toBe(view.length);
      }),
      { numRuns: 300 },
    );
  });

  it("is the same bytes in a used buffer as in a fresh one", () => {
    fc.assert(
      fc.property(sample, ({ shape, record, index }) => {
        const fresh = new RecordBuffer();
        encode(shape, record as never, fresh, index);
        const used = new RecordBuffer(fresh.length);
        used.bytes.fill(0xff);
        encode(shape, record as never, used, index);
        expect(used.slice()).toEqual(fresh.slice());
      }),
      { numRuns: 300 },
    );
  });
});

describe("a record buffer", () => {
  it("keeps what it holds when it grows, and its three faces stay one memory", () => {
    const buffer = new RecordBuffer(2);
    const first = buffer.begin(headOf({ kind: 1, version: 1 }), 2, 0);
    buffer.words[first + 1] = 42;
    const { words } = buffer;
    for (let i = 0; i < 100; i++) buffer.words[buffer.begin(headOf({ kind: 2, version: 1 }), 2, i) + 1] = i;
    expect(buffer.words).not.toBe(words);
    expect([buffer.words[1], buffer.words[2 * 100 + 1]]).toEqual([42, 99]);
    expect(buffer.halves[2 * 100 * 4 + 3]).toBe(99);
    expect(buffer.bytes.buffer).toBe(buffer.words.buffer);
    expect(buffer.halves.buffer).toBe(buffer.words.buffer);
    expect(buffer.slice()).toHaveLength(101 * 2 * 8);
  });

  it("grows at once to a record far larger than itself", () => {
    const buffer = new RecordBuffer(1);
    expect(buffer.begin(headOf({ kind: 1, version: 1 }), 1000, 0)).toBe(0);
    expect(buffer.words.length).toBeGreaterThanOrEqual(1000);
  });

  it("is cleared without giving up its memory", () => {
    const buffer = new RecordBuffer(8);
    const { words } = buffer;
    buffer.begin(headOf({ kind: 1, version: 1 }), 8, 0);
    buffer.clear();
    expect(buffer.slice()).toHaveLength(0);
    buffer.begin(headOf({ kind: 1, version: 1 }), 8, 0);
    expect(buffer.words).toBe(words);
  });

  it("takes over records under another index, wherever their bytes lie", () => {
    const source = new RecordBuffer();
    encode(trade, value, source, 1);
    encode(trade, { ...value, order: 7 }, source, 2);
    const bytes = new Uint8Array(source.length * 8 + 3);
    bytes.set(source.slice(), 3);
    const buffer = new RecordBuffer(1);
    encode(trade, value, buffer, 0);
    buffer.append(bytes.subarray(3), 9);
    const view = new RecordView(buffer.slice());
    const places: number[] = [];
    for (let at = 0; at < view.length; at = view.next(at)) places.push(view.index(at));
    expect(places).toEqual([0, 9, 9]);
    expect(decode(trade, view, view.next(view.next(0)))).toEqual({ ...value, order: 7 });
    expect(() => buffer.append(bytes.subarray(0, 12), 0)).toThrow("records are whole words");
  });

  it("refuses a record that its header cannot measure", () => {
    const wide = layout(1, 1, {}, [], { name: "rows", columns: ["n"] });
    const rows = (count: number) => ({ rows: Array.from({ length: count }, (_, n) => ({ n })) });
    const buffer = new RecordBuffer();
    encode(wide, rows(RECORD_WORDS_MAX - 2), buffer);
    expect(decode(wide, buffer, 0).rows).toHaveLength(RECORD_WORDS_MAX - 2);
    expect(() => encode(wide, rows(RECORD_WORDS_MAX - 1), buffer)).toThrow("at most 65535 words");
  });
});

describe("a view", () => {
  const buffer = new RecordBuffer();
  encode(trade, value, buffer);

  it("refuses a record that is cut off or has no length", () => {
    expect(() => new RecordView(buffer.slice(0, 5)).next(0)).toThrow("a record lies inside its buffer");
    expect(() => new RecordView(new Uint8Array(16)).next(0)).toThrow("a record lies inside its buffer");
  });

  it("does not copy what lies on a word", () => {
    const bytes = buffer.slice();
    expect(new RecordView(bytes).bytes).toBe(bytes);
  });
});

it("reads the one text of a record without the rest", () => {
  const named = layout(1, 1, { account: "int", amount: "money" }, ["name"]);
  const buffer = new RecordBuffer();
  for (const name of ["", "mara", "grün 合约 🚀"]) {
    const at = buffer.length;
    encode(named, { account: 4, amount: 1n, name }, buffer);
    expect(readOnlyText(buffer, at, fixedWords(named))).toBe(name);
  }
});
