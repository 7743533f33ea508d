import { expect, test } from "vitest";
import type { Rejection, RejectionType } from "../../../kernel/core/index.ts";
import { grounded, groundKinds, LONG, rejections, SHORT } from "../../../kernel/core/index.ts";
import type { ContractSpec } from "../contracts.ts";
import { rejectionFormulas } from "../control/risk/rejectionFormulas.ts";
import { numbersOf } from "./refusalNumbers.ts";

const btc = {
  symbol: "cmt_btcusdt",
  priceDecimals: 1,
  priceStep: 1,
  sizeDecimals: 4,
  lotStep: 1,
} as ContractSpec;

test.each<[Rejection, Readonly<Record<string, string>>]>([
  [
    { type: "closeTooLarge", leg: LONG, size: 70, closable: 60 },
    { leg: "long", size: "0.0070", closable: "0.0060" },
  ],
  [{ type: "positionMissing", leg: SHORT }, { leg: "short" }],
  [
    { type: "contractNotTradable", status: 2, apiTradable: true },
    { status: "halted", apiTradable: "true" },
  ],
  [
    { type: "accountFrozen", status: 1, account: 9 },
    { status: "frozen", account: "9" },
  ],
  [
    { type: "marginModeMismatch", asked: 3, actual: 1 },
    { asked: "ISOLATED", actual: "SHARED" },
  ],
  [{ type: "nothingToClose", contract: 0 }, { contract: "cmt_btcusdt" }],
])("words for codes: %#", (rejection, numbers) => {
  expect(numbersOf(rejection, btc)).toEqual(numbers);
});

test("what a refusal comes of stands beside it, in the contract's units", () => {
  const rejection: Rejection = { type: "marginInsufficient", needed: 3n, available: 2n };
  const met = Array.from({ length: 42 }, () => ({ lots: 5, price: 600_000 }));
  grounded(rejection, { leg: LONG, leverage: 2_000, equity: 150_000_000n, met });
  const each = "0.0005 at 60000.0";
  expect(numbersOf(rejection, btc)).toEqual({
    ...{ needed: "0.00000003", available: "0.00000002", leg: "long", leverage: "20.00", equity: "1.5" },
    met: `${Array.from({ length: 40 }, () => each).join(", ")}, and 2 more`,
  });
});

test("every number that a formula names is one that its refusal may have", () => {
  for (const [type, formulas] of Object.entries(rejectionFormulas)) {
    const known = new Set([
      ...Object.keys(rejections[type as RejectionType].details),
      ...Object.keys(groundKinds),
    ]);
    const named = formulas.join(" ").match(/\b[a-z]+[A-Z]\w*/g) ?? [];
    expect([type, named.filter((name) => !known.has(name))]).toEqual([type, []]);
  }
});
