import { expect, test } from "vitest";
import { encodeFrame } from "./frame.ts";

/** RFC 6455, section 5.2, of an unmasked frame. */
function decode(frame: Buffer): string {
  expect(frame[0]).toBe(0x81);
  const short = frame[1]!;
  const [length, start] =
    short < 126
      ? [short, 2]
      : short === 126
        ? [frame.readUInt16BE(2), 4]
        : [Number(frame.readBigUInt64BE(2)), 10];
  expect(frame.length).toBe(start + length);
  return frame.toString("utf8", start);
}

test.each([0, 1, 125, 126, 127, 65_535, 65_536, 200_000])("a text of %i bytes", (length) => {
  const text = "a".repeat(length);
  const frame = encodeFrame(text);
  expect(decode(frame)).toBe(text);
  const header = length < 126 ? 2 : length < 65_536 ? 4 : 10; // the shortest form, as the protocol demands
  expect(frame.length).toBe(length + header);
});

test("a text beyond ASCII", () => {
  for (const text of ["é".repeat(63), "签名验证失败", "é"]) expect(decode(encodeFrame(text))).toBe(text);
});
