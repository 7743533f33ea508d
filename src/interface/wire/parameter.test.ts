import { describe, expect, test } from "vitest";
import { WireError } from "./errors.ts";
import type { Json, Parameter } from "./parameter.ts";
import {
  choice,
  decimal,
  flag,
  id,
  integer,
  objects,
  optional,
  readParameters,
  text,
  texts,
} from "./parameter.ts";
import { errors } from "./v2/errors.ts";

const parameters = {
  symbol: text("", 12),
  price: optional(decimal("")),
  limit: optional(integer("", { min: 1, max: 100 }), 20),
  type: optional(choice("", { "1": 1, "2": 2 }), 1),
  on: optional(flag("")),
  order: optional(id("")),
  ids: optional(texts(""), []),
};

function codeOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (error instanceof WireError) return `${errors[error.kind].code} ${error.message}`;
    throw error;
  }
  return "none";
}

describe("readParameters", () => {
  test("defaults stand for what is absent, null or blank; the rest is ignored", () => {
    const input = readParameters(parameters, { symbol: "cmt_btcusdt", price: null, limit: "", extra: "x" });
    expect(input).toEqual({
      symbol: "cmt_btcusdt",
      price: undefined,
      limit: 20,
      type: 1,
      on: undefined,
      order: undefined,
      ids: [],
    });
  });

  test.each<[Record<string, Json>, string]>([
    [{}, "40017 Parameter validation failed: symbol must not be blank"],
    [{ symbol: null }, "40017 Parameter validation failed: symbol must not be blank"],
    [{ symbol: "" }, "40019 Parameter symbol cannot be empty"],
    [{ symbol: true }, "40020 Parameter symbol is invalid: a text or a number"],
    [{ symbol: "x".repeat(13) }, "40020 Parameter symbol is invalid: longer than 12 characters"],
    [{ symbol: "a", price: "1e3" }, "40020 Parameter price is invalid: '1e3' is not a plain decimal"],
    [{ symbol: "a", limit: "0" }, "40020 Parameter limit is invalid: 0 is not within 1 to 100"],
    [{ symbol: "a", limit: "101" }, "40020 Parameter limit is invalid: 101 is not within 1 to 100"],
    [{ symbol: "a", limit: "1.5" }, "40020 Parameter limit is invalid: not a whole number, got '1.5'"],
    [{ symbol: "a", type: "3" }, "40020 Parameter type is invalid: one of 1, 2, got '3'"],
    [{ symbol: "a", type: "toString" }, "40020 Parameter type is invalid: one of 1, 2, got 'toString'"],
    [{ symbol: "a", on: "yes" }, "40020 Parameter on is invalid: true or false, got 'yes'"],
    [{ symbol: "a", ids: "7" }, "40020 Parameter ids is invalid: a list"],
  ])("%j is refused", (source, refusal) => {
    expect(codeOf(() => readParameters(parameters, source))).toBe(refusal);
  });

  test("an id that is none reads as 0", () => {
    const read = (order: string) => readParameters(parameters, { symbol: "a", order }).order;
    expect([read("1000000000000007"), read("12 34"), read("9007199254740993")]).toEqual([
      1_000_000_000_000_007, 0, 0,
    ]);
  });

  test("objects are counted, not read", () => {
    const list: Parameter<unknown> = objects("", parameters, 2);
    const read = (value: Json) => codeOf(() => list.read(value, "list"));
    expect(read([{ any: "thing" }])).toBe("none");
    expect(read([])).toBe("40019 Parameter list cannot be empty");
    expect(read([{}, {}, {}])).toBe("40020 Parameter list is invalid: more than 2 items");
    expect(read(["x"])).toBe("40020 Parameter list is invalid: every item is an object");
  });
});
