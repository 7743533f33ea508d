import { expect, test } from "vitest";
import { parameterOf, v2, v3 } from "../../../interface/wire/index.ts";
import type { Command, CommandField, CommandType } from "../../../kernel/core/index.ts";
import { commandFields, commandLayouts, valueRules } from "../../../kernel/core/index.ts";
import type { ContractSpec } from "../contracts.ts";
import { controlOperations } from "../control/operations.ts";
import { operatorRefusalOf } from "../control/refusals.ts";
import { v2Operations } from "../v2/operations.ts";
import { v3Operations } from "../v3/operations.ts";
import { refusalOf } from "./refusals.ts";

/** Fields that no request says: the key, the address and the venue do. */
const OWN = new Set<string>(["account", "requestHash"]);
/** How an order behaves in the book, which V2 and V3 have no words for. */
const IN_THE_BOOK = ["orRefused", "selfTradeMode", "goodTill", "priceMatch"] as const;
/** What an operation leaves to the market, always with the same value, command by command. */
const LEFT: Readonly<Record<string, readonly string[]>> = {
  "V2 placeOrder": ["presetsOnMark", "closeCapped", ...IN_THE_BOOK],
  "V2 placePlan": ["presetsOnMark", "triggerSource"],
  "V2 placeTpSl": ["triggerSource", "endsWithLeg", "priceProtect"],
  "V2 cancelOrder": ["plansOnly"],
  "V2 closePositions": ["position", "cancelAttached"],
  "V2 setLeverage": ["switches", "ordersFollow"],
  "V3 placeOrder": ["marginMode", "separatedMode", "position", "closeCapped", ...IN_THE_BOOK],
  "V3 placeConditional": ["marginMode", "priceProtect", ...IN_THE_BOOK],
  "V3 placeTpSl": ["marginMode", "position", "endsWithLeg", "priceProtect"],
  "V3 cancelOrder": ["plansOnly"],
  "V3 cancelAll": ["which"],
  "V3 closePositions": ["position", "cancelAttached"],
  "V3 setLeverage": ["switches", "ordersFollow"],
  "POST /capi/v2/order/cancel_plan": ["clientId"],
  "DELETE /capi/v3/algoOrder": ["clientId"],
  "DELETE /capi/v3/sim/algoOrder": ["clientId"],
  "control placeOrder": ["presetsOnMark", "marginMode", "separatedMode", "closeCapped"],
  "control placePlan": ["presetsOnMark", "marginMode"],
};

const btc = {
  symbol: "cmt_btcusdt",
  priceDecimals: 1,
  priceStep: 1,
  sizeDecimals: 4,
  lotStep: 1,
} as ContractSpec;

const operations = [
  ...v2Operations.map((each) => ["V2", each] as const),
  ...v3Operations.map((each) => ["V3", each] as const),
  ...controlOperations.map((each) => ["control", each] as const),
];

/** Every field of every command that an operation gives the market. */
const said = operations.flatMap(([dialect, operation]) =>
  Object.keys(operation.commands ?? {}).flatMap((type) => {
    const { fixed, texts } = commandLayouts[type as CommandType];
    const fields = [...Object.keys(fixed), ...texts] as CommandField[];
    const left = [
      ...(LEFT[`${dialect} ${type}`] ?? []),
      ...(LEFT[`${operation.method} ${operation.path}`] ?? []),
    ];
    return fields
      .filter((field) => !OWN.has(field) && !left.includes(field))
      .map((field) => ({ dialect, path: operation.path, type, field, operation }));
  }),
);

test.each(said)("$dialect $path $type: $field is named as it was sent", (each) => {
  const { dialect, type, field, operation } = each;
  const value = commandFields[field] === "money" ? 150_000_000n : 2;
  const rejection = { type: "invalidValue", field, value, rule: "atMost", limit: 1 } as const;
  const command = { type, clientId: "mine" } as unknown as Command;
  const asked = { contract: btc, command, operation };
  const error = dialect === "control" ? operatorRefusalOf(rejection, asked) : refusalOf(rejection, asked);
  const name = /^Parameter (\w+) is invalid: at most .+, got '(.*)'$/.exec(error.message);
  expect(name, error.message).not.toBeNull();
  expect(parameterOf(operation.parameters, name![1]!)).toBeDefined();
  const shown = { Ticks: "0.2", Lots: "0.0002", Leverage: "0.02", money: "1.5" } as Partial<
    Record<string, string>
  >;
  const unit = shown[commandFields[field]];
  if (unit !== undefined) expect(name![2]).toBe(unit);
  if (field === "clientId") expect(name![2]).toBe("mine");
});

test("every operation that places orders says which commands it gives", () => {
  const silent = operations.filter(
    ([dialect, { commands, ...operation }]) =>
      dialect !== "control" &&
      "access" in operation &&
      operation.access === "place" &&
      commands === undefined,
  );
  expect(silent.map(([, { path }]) => path).filter((path) => !/spot|\/api\/v3\//.test(path))).toEqual([]);
  expect(said.length).toBeGreaterThan(100);
});

test("of every field of every command, in each dialect, the sentence names field, value and rule", () => {
  for (const field of Object.keys(commandFields) as CommandField[])
    for (const rule of Object.keys(valueRules) as (keyof typeof valueRules)[]) {
      const kind = commandFields[field];
      const value =
        kind === "money" ? 1n : kind === "flag" ? true : kind === "text" || kind === "list" ? "" : 1;
      const rejection = { type: "invalidValue", field, value, rule, limit: 7 } as const;
      const { message, kind: error } = refusalOf(rejection);
      expect(message).toMatch(/^Parameter \w+ is invalid: .+, got '.*'$/);
      expect(message).not.toContain("{");
      expect([v2.errors[error].code, v3.errors[error].code].join()).toBe("40020,-1142");
      expect(operatorRefusalOf(rejection).message).toBe(message);
    }
});
