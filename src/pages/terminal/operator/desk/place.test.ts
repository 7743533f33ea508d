import { expect, test } from "vitest";
import { hrefOf, placeOf } from "./place.ts";

test("an address names a view and what of it is open; a strange one is the overview", () => {
  expect(placeOf(hrefOf("accounts", "insurance fund"))).toEqual({ view: "accounts", of: "insurance fund" });
  expect(placeOf(hrefOf("journal", "a/b#c"))).toEqual({ view: "journal", of: "a/b#c" });
  expect(placeOf("#/market")).toEqual({ view: "market", of: undefined });
  for (const strange of ["", "#", "#/", "#/nowhere/x", "#accounts"])
    expect(placeOf(strange).view, strange).toBe("overview");
  expect(placeOf("#/accounts/%E0%A4%A")).toEqual({ view: "accounts", of: undefined });
});
