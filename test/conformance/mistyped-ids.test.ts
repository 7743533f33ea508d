import { expect, test } from "vitest";
import { WireError } from "../../src/interface/wire/index.ts";
import { controlOperations } from "../../src/service/gateway/control/index.ts";
import { fapiOperations } from "../../src/service/gateway/fapi/operations.ts";
import { v2Operations } from "../../src/service/gateway/v2/operations.ts";
import { v3Operations } from "../../src/service/gateway/v3/operations.ts";

/**
 * Where an id is left out, more is meant: all positions, the shared ones. A mistyped one never means that.
 */

/** Where a mistyped one is taken for none, and why that does no harm. */
const HARMLESS: Readonly<Record<string, string>> = {
  "GET /capi/v2/market/historyCandles endTime": "the interface ignores a time that is none",
  "GET /capi/v2/market/historyCandles startTime": "the interface ignores a time that is none",
  "GET /capi/v2/order/currentPlan orderId": "the interface ignores a filter that is no id",
  "GET /capi/v3/order orderId": "no order has the id 0",
  "POST /capi/v3/account/income nextKeyId": "the handler refuses 0",
};

const rows = [...controlOperations, ...v2Operations, ...v3Operations, ...fapiOperations].flatMap(
  ({ method, path, parameters }) =>
    Object.entries(parameters)
      .filter(
        ([, { required, isId, schema }]) =>
          !required && (isId || (schema as { type?: string }).type === "integer"),
      )
      .map(([name, parameter]) => [`${method} ${path} ${name}`, name, parameter] as const),
);

test("what is no id is refused or stays a text, and is never taken for an absent one", () => {
  const taken = rows.flatMap(([where, name, { read, absent }]) => {
    try {
      const value = read("12a", name);
      return typeof value === "string" && value !== absent ? [] : [where];
    } catch (error) {
      if (!(error instanceof WireError)) throw error;
      return [];
    }
  });
  expect(rows.length).toBeGreaterThan(50);
  expect(taken.filter((where) => !where.includes("/sim/")).sort()).toEqual(Object.keys(HARMLESS).sort());
});
