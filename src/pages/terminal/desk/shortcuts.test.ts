import { expect, test } from "vitest";
import type { Command } from "./commands.ts";
import { chordOf, conflictOf, mapped, Sequence } from "./shortcuts.ts";

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

const command = (id: string, keys?: string): Command => ({
  id,
  title: id,
  ...(keys !== undefined && { keys }),
  run: () => undefined,
});
const all = [command("book", "g b"), command("limit", "l"), command("bills")];

test("chosen keys take the place of those that it came with; none are none", () => {
  const keysOf = (map: Record<string, string>) => mapped(all, map).map(({ keys }) => keys);
  expect(keysOf({})).toEqual(["g b", "l", undefined]);
  expect(keysOf({ limit: "k", bills: "g i", book: "" })).toEqual([undefined, "k", "g i"]);
});

test.each([
  ["l", "book", "limit"],
  ["g", "limit", "book"],
  ["l x", "book", "limit"],
  ["g c", "book", undefined],
  ["l", "limit", undefined],
])("%s for %s collides with %s", (keys, id, expected) => {
  expect(conflictOf(all, id, keys)?.id).toBe(expected);
});
