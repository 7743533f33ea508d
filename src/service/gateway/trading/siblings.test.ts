import { describe, expect, test } from "vitest";
import type { JsonObject, Parameters } from "../../../interface/wire/index.ts";
import { readParameters, WireError } from "../../../interface/wire/index.ts";
import { examples as v2Examples } from "../v2/generated/examples.ts";
import { v2Operations } from "../v2/operations.ts";
import { examples as v3Examples } from "../v3/generated/examples.ts";
import { v3Operations } from "../v3/operations.ts";
import { isAboutAll, setsOf } from "./siblings.ts";

/** Says how much, or at which price: what a request about an order has. */
const OF_ORDERS = ["size", "quantity", "triggerPrice", "trigger_price"];

/** Every set of fields of the operations about orders, with a request that has all that is required. */
function requestsOf(operations: typeof v2Operations, examples: typeof v2Examples) {
  return operations.flatMap(({ method, path, parameters }) => {
    const [own, ...items] = setsOf(parameters);
    const request = (examples[`${method} ${path}`]?.request ?? {}) as Readonly<Record<string, unknown>>;
    const item = (Object.values(request).find(Array.isArray) ?? [{}])[0] as object;
    const all = [{ fields: own!, request }, ...items.map((fields) => ({ fields, request: item }))];
    return [own!, ...items].some((fields) => OF_ORDERS.some((name) => Object.hasOwn(fields, name)))
      ? all.map((each) => ({ path, ...each }))
      : [];
  });
}

/** As JSON is read: every number is its text. */
function asSent(request: object): JsonObject {
  return JSON.parse(JSON.stringify(request), (_, value) =>
    typeof value === "number" ? String(value) : value,
  ) as JsonObject;
}

function refusalOf(fields: Parameters, request: object): string | undefined {
  try {
    readParameters(fields, asSent(request));
    return undefined;
  } catch (error) {
    if (error instanceof WireError) return error.message;
    throw error;
  }
}

describe.each([
  ["V2", v2Operations, v2Examples],
  ["V3", v3Operations, v3Examples],
] as const)("%s", (_, operations, examples) => {
  const requests = requestsOf(operations, examples);
  const known = new Set(requests.flatMap(({ fields }) => Object.keys(fields)));
  known.delete("symbol"); // an order's id has it already

  test.each(requests)("$path takes or refuses what a sibling knows, and ignores what none does", (each) => {
    const { fields, request } = each;
    expect(refusalOf(fields, request)).toBeUndefined();
    expect(refusalOf(fields, { ...request, nobodyKnows: "1" })).toBeUndefined();
    for (const name of [...known].filter((field) => !Object.hasOwn(fields, field))) {
      expect(refusalOf(fields, { ...request, [name]: "1" })).toMatch(
        new RegExp(`^Parameter ${name} is invalid: /capi/\\S+ takes it, and this operation does not$`),
      );
      for (const nothing of ["", null, [], false])
        expect(refusalOf(fields, { ...request, [name]: nothing })).toBeUndefined();
    }
  });

  const wide = operations.filter(isAboutAll);
  const which = [
    "orderId",
    "size",
    "quantity",
    "price",
    "type",
    "side",
    "positionSide",
    "ids",
    "orderIdList",
  ];

  test.each(wide)("$path, which takes in all, refuses what says which or how much", ({ parameters }) => {
    const refused = which.filter((name) => refusalOf(parameters, { [name]: "1" }) !== undefined);
    expect(refused.length).toBeGreaterThan(4);
    for (const name of refused)
      expect(refusalOf(parameters, { [name]: "1" })).toMatch(
        new RegExp(`^Parameter ${name} is invalid: /capi/\\S+ takes it, and this operation does not$`),
      );
    for (const free of [{}, { marginMode: "1" }, { nobodyKnows: "1" }, { orderId: "" }])
      expect(refusalOf(parameters, free)).toBeUndefined();
  });

  test("there are such fields", () => {
    expect(wide.length).toBeGreaterThan(1);
    expect(requests.length).toBeGreaterThan(5);
    expect(known.size).toBeGreaterThan(15);
  });
});
