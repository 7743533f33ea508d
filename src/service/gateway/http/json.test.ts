import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { codePoint } from "../../../../test/codePoint.ts";
import { WireError } from "../../../interface/wire/index.ts";
import { DEPTH_MAX, parseBody, parseForm, parseQuery } from "./json.ts";

const parse = (text: string) => parseBody(Buffer.from(text));

/** JSON as `JSON.parse` has it, numbers turned into their text. */
function plain(value: unknown): unknown {
  if (typeof value === "number") return String(value);
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, plain(each)]));
  }
  return value;
}

describe("body", () => {
  test("empty is an empty object", () => expect(parse("")).toEqual({}));

  test("numbers keep every digit", () => {
    expect(parse('{"id":9007199254740993,"p":90000.50,"e":1e400,"z":-0,"x":6.1E4,"t":"6.1E4"}')).toEqual({
      id: "9007199254740993",
      p: "90000.50",
      e: "1e400",
      z: "-0",
      x: "61000",
      t: "6.1E4",
    });
  });

  test("blanks anywhere, escapes, nesting, words", () => {
    expect(parse(' {"a" : [ 1 , "x\\n\\u00e9\\"" , {"b":null} ],\t"c":true,"d":false,"é":"ü"}\r\n')).toEqual({
      a: ["1", 'x\né"', { b: null }],
      c: true,
      d: false,
      é: "ü",
    });
  });

  test("agrees with JSON.parse on every object without doubled names", () => {
    const numbers = fc.integer().map((value) => value + 0);
    const { object } = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: "small" },
        fc.string({ unit: codePoint }),
        numbers,
        fc.boolean(),
        fc.constant(null),
        tie("list"),
        tie("object"),
      ),
      list: fc.array(tie("value"), { maxLength: 4 }),
      object: fc.dictionary(
        fc.string({ unit: codePoint }).filter((name) => name !== "__proto__"),
        tie("value"),
        { maxKeys: 4, noNullPrototype: true },
      ),
    }));
    fc.assert(
      fc.property(object, fc.constantFrom(undefined, 1), (value, indent) => {
        const text = JSON.stringify(value, undefined, indent);
        fc.pre(!text.includes("\\ud"));
        expect(parse(text)).toEqual(plain(JSON.parse(text)));
      }),
    );
  });

  test.each([
    ["[]", "not an object"],
    ["1", "not an object"],
    ["null", "not an object"],
    ['{"a":1,"a":2}', "the field a is given twice"],
    ['{"a":1,"\\u0061":2}', "the field a is given twice"],
    ['{"__proto__":{"admin":true}}', "a field named __proto__"],
    ['{"a":1}x', "something follows at character 7"],
    ['{"a":01}', "',' or '}' is expected at character 6"],
    ['{"a":+1}', "a value is expected at character 5"],
    ['{"a":.5}', "a value is expected at character 5"],
    ['{"a":1,}', "a name is expected at character 7"],
    ["{'a':1}", "a name is expected at character 1"],
    ['{"a":"\n"}', "a text does not end, or holds a control character at 6"],
    ['{"a":"\\x"}', "an escape at character 7"],
    ['{"a":"', "a text does not end, or holds a control character at 6"],
    ['{"a":[1', "',' or ']' is expected at character 7"],
    ["{", "a name is expected at character 1"],
    ['{"a":tru}', "a value is expected at character 5"],
  ])("%s is refused", (text, why) => {
    expect(() => parse(text)).toThrow(
      new WireError("bodyMalformed", `Parameter validation failed: the body is not valid JSON: ${why}`),
    );
  });

  test("nesting has a bottom", () => {
    const nested = (depth: number) => `{"a":${"[".repeat(depth - 1)}${"]".repeat(depth - 1)}}`;
    expect(parse(nested(DEPTH_MAX))).toBeDefined();
    expect(() => parse(nested(DEPTH_MAX + 1))).toThrow("nested deeper");
  });

  test("bytes that are not UTF-8", () => {
    expect(() => parseBody(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]))).toThrow("not UTF-8");
  });

  test("any bytes give an object or a refusal", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
        try {
          expect(parseBody(bytes)).toBeTypeOf("object");
        } catch (error) {
          expect(error).toBeInstanceOf(WireError);
        }
      }),
    );
  });
});

describe("query", () => {
  test("decoded, empty values kept", () => {
    expect(parseQuery("symbol=cmt_btcusdt&orderId=12%2034&a=b+c&empty=&bare")).toEqual({
      symbol: "cmt_btcusdt",
      orderId: "12 34",
      a: "b c",
      empty: "",
      bare: "",
    });
  });

  test("read as the platform reads it, whatever it holds", () => {
    const part = fc.stringMatching(/^[a-c=?+%&é]{0,6}$/);
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
        const query = parts.join("&");
        const expected = [...new URLSearchParams(query)];
        if (new Set(expected.map(([name]) => name)).size < expected.length)
          expect(() => parseQuery(query)).toThrow("is given twice");
        else expect(Object.entries(parseQuery(query))).toEqual(expected);
      }),
      { numRuns: 2_000 },
    );
  });

  test("a name given twice is refused, nothing is inherited", () => {
    expect(() => parseQuery("a=1&a=2")).toThrow("a is given twice");
    expect(parseQuery("__proto__=1").toString).toBeUndefined();
  });
});

describe("form", () => {
  const form = (query: string, body = "", lists: readonly string[] = [], names = lists) => ({
    ...parseForm(query, Buffer.from(body), {
      lists,
      spelled: names.flatMap((name) => (/[A-Z]/.test(name) ? [[name.toLowerCase(), name] as const] : [])),
    }),
  });

  test("parameters of the query, of a form, of JSON; of two of a name the query's counts", () => {
    expect(form("a=1&b=x%20y")).toEqual({ a: "1", b: "x y" });
    expect(form("", "a=1&b=x+y")).toEqual({ a: "1", b: "x y" });
    expect(form("", ' {"a":1,"b":true,"c":"x"}')).toEqual({ a: "1", b: true, c: "x" });
    expect(form("a=1", "a=2&b=3")).toEqual({ a: "1", b: "3" });
    expect(form("a=1", '{"a":2,"b":3}')).toEqual({ a: "1", b: "3" });
  });

  test("a list is read wherever it stands, its numbers as their text", () => {
    expect(form('ids=[1,"b",900719925474099312]', "", ["ids"])).toEqual({
      ids: ["1", "b", "900719925474099312"],
    });
    expect(form("", "ids=%5B1%5D&other=[1]", ["ids"])).toEqual({ ids: ["1"], other: "[1]" });
    expect(form("", '{"ids":[1]}', ["ids"])).toEqual({ ids: ["1"] });
    expect(form("ids=1", "", ["ids"])).toEqual({ ids: "1" });
  });

  test("a name in small letters is the parameter's own: of two the query's counts, and twice is once too often", () => {
    expect(form("algoid=1", "orderidlist=[2]", ["orderIdList"], ["algoId", "orderIdList"])).toMatchObject({
      ...{ algoId: "1", orderIdList: ["2"] },
    });
    expect(form("algoid=1", "algoId=2", [], ["algoId"])).toMatchObject({ algoId: "1" });
    expect(form("algoId=1", "algoid=2", [], ["algoId"])).toMatchObject({ algoId: "1" });
    expect(() => form("algoid=1&algoId=2", "", [], ["algoId"])).toThrow("algoId is given twice");
    expect(() => form("", '{"algoid":1,"algoId":2}', [], ["algoId"])).toThrow("algoId is given twice");
  });

  test.each(["a=1&a=2", "[1", '{"a":1', "\xff"])("%s is refused", (body) => {
    const bytes = body === "\xff" ? Buffer.from([0x61, 0x3d, 0xff]) : Buffer.from(body);
    expect(() => parseForm("", bytes, { lists: [], spelled: [] })).toThrow(WireError);
  });
});
