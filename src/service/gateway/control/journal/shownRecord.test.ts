import { expect, test } from "vitest";
import * as codes from "../../../../kernel/core/data/codes.ts";
import { shownFields } from "./shownRecord.ts";

const directory = { accounts: new Map(), contracts: [] };

/** The codes of a family by name, without those that are shown as nothing or are of commands. */
function codesOf(prefix: string): readonly (readonly [name: string, code: number])[] {
  return Object.entries(codes).flatMap(([name, value]) =>
    name.startsWith(prefix) && typeof value === "number" && value !== 0 && !name.endsWith("_ORDERS")
      ? [[name, value] as const]
      : [],
  );
}

test.each([
  ["cancelReason", "CANCEL_", 17],
  ["kind", "KIND_", 10],
  ["origin", "ORIGIN_", 9],
  ["state", "STATE_", 6],
])("every code of %s has a word of its own", (field, prefix, count) => {
  const named = codesOf(prefix);
  const words = named.map(([, code]) => shownFields("orderPlaced", { [field]: code }, directory)[field]);
  expect(new Set(words).size).toBe(count);
  expect(words.filter((word) => typeof word !== "string")).toEqual([]);
  expect(named).toHaveLength(count);
});
