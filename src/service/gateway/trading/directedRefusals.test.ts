import { expect, test } from "vitest";
import { fapi, v2 } from "../../../interface/wire/index.ts";
import type { Rejection } from "../../../kernel/core/index.ts";
import { refusalOf } from "./refusals.ts";

/** A directive's refusal without a code. */
const directed = (text: string) => refusalOf({ type: "directed", wireCode: 0, text } as Rejection);
const inFapi = (text: string) => [fapi.codeOf(directed(text)), fapi.errorText(directed(text))];

test("what a directive refuses in a rule's words is refused with that rule's code where a dialect has one", () => {
  expect(inFapi("available amount not enough")).toEqual([
    -2019,
    "Margin is insufficient. available amount not enough",
  ]);
  expect(inFapi("too many open orders: the limit exceed")[0]).toBe(-2025);
  expect(inFapi("buy price is above the highest allowed at mark price")[0]).toBe(-4016);
  expect(inFapi("trading is suspended")[0]).toBe(-4140);
  expect(inFapi("no")).toEqual([-2010, "no"]);
  expect(v2.codeOf(directed("available amount not enough"))).toBe("40015");
});

test("a code that a directive gives is the code, and its words are all", () => {
  const text = "available amount not enough";
  const error = refusalOf({ type: "directed", wireCode: -1234, text } as Rejection);
  expect([fapi.codeOf(error), fapi.errorText(error)]).toEqual([-1234, text]);
});

test("the words are those of the rules themselves", () => {
  const said: readonly Rejection[] = [
    { type: "marginInsufficient", needed: 2n, available: 1n } as unknown as Rejection,
    { type: "nothingToClose" } as Rejection,
    { type: "openOrderLimit", limit: 200 } as unknown as Rejection,
    { type: "positionLimit", size: 2, max: 1 } as unknown as Rejection,
  ];
  for (const why of said) expect(directed(refusalOf(why).message).rule).toBe(why.type);
});
