import fc from "fast-check";
import { expect, it } from "vitest";
import { codePoint } from "../../../../../test/codePoint.ts";
import { readUtf8, utf8Length, writeUtf8 } from "./text.ts";

/** Any UTF-16, lone surrogates and the borders of each length included. */
const text = fc.oneof(
  fc.string({ unit: codePoint }),
  fc.array(fc.nat({ max: 0xffff })).map((units) => String.fromCharCode(...units)),
  fc
    .array(
      fc.constantFrom(0, 0x7f, 0x80, 0x7ff, 0x800, 0xd7ff, 0xd800, 0xdbff, 0xdc00, 0xdfff, 0xe000, 0xffff),
    )
    .map((units) => String.fromCharCode(...units)),
);

it("writes what TextEncoder writes, lone surrogates replaced", () => {
  fc.assert(
    fc.property(text, fc.nat({ max: 9 }), (text, offset) => {
      const expected = new TextEncoder().encode(text);
      const bytes = new Uint8Array(offset + expected.length + 4).fill(0xaa);
      expect(utf8Length(text)).toBe(expected.length);
      expect(writeUtf8(text, bytes, offset)).toBe(offset + expected.length);
      expect(bytes.slice(offset, offset + expected.length)).toEqual(expected);
      expect(bytes.slice(offset + expected.length)).toEqual(new Uint8Array(4).fill(0xaa));
    }),
    { numRuns: 2000 },
  );
});

it("reads what it wrote", () => {
  fc.assert(
    fc.property(text, fc.nat({ max: 9 }), (text, offset) => {
      const bytes = new Uint8Array(offset + utf8Length(text));
      writeUtf8(text, bytes, offset);
      expect(readUtf8(bytes, offset, bytes.length - offset)).toBe(wellFormed(text));
    }),
    { numRuns: 2000 },
  );
});

function wellFormed(text: string): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(new TextEncoder().encode(text));
}
