import { expect, test } from "vitest";
import { chordOf } from "./shortcuts.ts";

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
