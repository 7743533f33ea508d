import { expect, test } from "vitest";
import type { Command } from "./commands.ts";
import { conflictOf, mapped } from "./keymap.ts";

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
