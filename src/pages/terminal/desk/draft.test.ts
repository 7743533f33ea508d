import { expect, test } from "vitest";
import type { Contract } from "../market/contract.ts";
import { Store } from "../state/store.ts";
import { Draft, type DraftOrder, sizeInCoin } from "./draft.ts";

const made = () => new Draft(new Store({} as Contract));
const OPEN: Partial<DraftOrder> = { opens: true, kind: "limit", unit: "share", size: "50" };
const CLOSE: Partial<DraftOrder> = { ...OPEN, opens: false };

test.each([
  ["of what is available, where it closes from now on", OPEN, { opens: false }],
  ["of a leg, where it opens from now on", CLOSE, { opens: true }],
  ["of what is available, where it waits for a trigger", OPEN, { kind: "trigger" }],
  ["of a leg that waited for a trigger, where it opens", { ...CLOSE, kind: "trigger" }, { opens: true }],
] as const)("a share %s, is left", (_, before, change) => {
  const draft = made();
  draft.set({ ...draft.value, ...before });
  draft.change(change);
  expect(draft.value).toMatchObject({ ...change, unit: "coin", size: "" });
});

test.each([
  [OPEN, { kind: "market" }],
  [CLOSE, { kind: "trigger" }],
  [{ ...OPEN, unit: "coin" }, { opens: false }],
] as const)("else the size stays as it was typed", (before, change) => {
  const draft = made();
  draft.set({ ...draft.value, ...before });
  draft.change(change);
  expect(draft.value).toMatchObject({ ...before, ...change });
});

const contract = { lot: "0.0001" } as Contract;
const draft = (size: string, unit: DraftOrder["unit"]) => ({ size, unit }) as DraftOrder;

test.each([
  ["coin", "0.5", "0.5"],
  ["quote", "1000", "0.0166"],
  ["quote", "5", undefined],
  ["share", "50", "0.15"],
  ["share", "33", "0.099"],
  ["coin", "", undefined],
  ["coin", "0", undefined],
  ["quote", "1e3", undefined],
] as const)("%s %s is %s in coin, rounded down to whole lots", (unit, size, expected) => {
  expect(sizeInCoin(draft(size, unit), contract, "60000", "0.3")).toBe(expected);
});

test("what it depends on is missing: no size", () => {
  expect(sizeInCoin(draft("1000", "quote"), contract, undefined, undefined)).toBeUndefined();
  expect(sizeInCoin(draft("50", "share"), contract, "60000", undefined)).toBeUndefined();
});
