import { expect, test } from "vitest";
import { chordOf, Sequence } from "./shortcuts.ts";

const key = (of: string, held: Partial<Record<"ctrlKey" | "metaKey" | "altKey", true>> = {}) =>
  chordOf({ key: of, ctrlKey: false, metaKey: false, altKey: false, ...held });

test("control and command are one; letters are lower case; names stay", () => {
  expect([key("K", { ctrlKey: true }), key("k", { metaKey: true }), key("G"), key("?")]).toEqual([
    "mod+k",
    "mod+k",
    "g",
    "?",
  ]);
  expect(key("Enter", { altKey: true })).toBe("alt+Enter");
});

test("two keys belong together by when they were pressed, not by when a page that stalls hears of them", () => {
  const sequence = new Sequence();
  const first = { timeStamp: 5_000 };
  expect(sequence.take("i", first, true)).toBe("i");
  expect(sequence.take("1", { timeStamp: 5_100 }, false)).toBe("i 1");
  expect(sequence.take("1", { timeStamp: 5_200 }, false)).toBe("1");
  sequence.take("i", first, true);
  expect(sequence.take("1", { timeStamp: 6_600 }, false)).toBe("1");
});
