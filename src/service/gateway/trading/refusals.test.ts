import { describe, expect, test } from "vitest";
import { v2 } from "../../../interface/wire/index.ts";
import type { Rejection, RejectionType } from "../../../kernel/core/index.ts";
import { rejectionOf, rejections } from "../../../kernel/core/index.ts";
import type { ContractSpec } from "../contracts.ts";
import { refusalOf } from "./refusals.ts";

const btc = {
  symbol: "cmt_btcusdt",
  priceDecimals: 1,
  priceStep: 1,
  sizeDecimals: 4,
  lotStep: 1,
} as ContractSpec;

describe("refusals", () => {
  test.each(Object.keys(rejections) as RejectionType[])("%s has a status below 500 and a text", (type) => {
    const { code } = rejections[type];
    for (const contract of [btc, undefined]) {
      const error = refusalOf(rejectionOf(code, [1, 2, 3, 4, 5]), { contract });
      if (type !== "workPending") expect(v2.errors[error.kind].status).toBeLessThan(500);
      expect(error.message).not.toMatch(/undefined|NaN|\[object/);
    }
  });

  test.each<[Rejection, string, RegExp]>([
    [
      { type: "marginInsufficient", needed: 150_000_000n, available: 1n },
      "40015",
      /^FAILED_PRECONDITION: available amount not enough: needed 1.5, available 0.00000001$/,
    ],
    [
      { type: "openOrdersExist", contract: 0, orders: 3, order: 1_000_000_000_000_007, isPaper: false },
      "40015",
      /^FAILED_PRECONDITION: cmt_btcusdt has 3 open orders, the oldest 1000000000000007: cancel them first$/,
    ],
    [
      { type: "positionExists", contract: 0, position: 1_000_000_000_000_008, isPaper: true },
      "40015",
      /cmt_btcusdt on paper has an open position \(1000000000000008\): close it first$/,
    ],
    [{ type: "openOrderLimit", limit: 200 }, "40015", /order count limit exceed/],
    [
      { type: "clientIdLive", order: 1_000_000_000_000_007 },
      "40015",
      /^INVALID_ARGUMENT: duplicate client order id.*1000000000000007/,
    ],
    [{ type: "marginModeMismatch", asked: 3, actual: 1 }, "40020", /^Parameter marginMode is invalid/],
    [
      { type: "leverageOutOfRange", field: "cross", leverage: 50_000, min: 100, max: 20_000 },
      "50007",
      /^Leverage cannot exceed the limit: 500.00, at most 200.00/,
    ],
    [
      { type: "contractNotTradable", status: 0, apiTradable: false },
      "-1052",
      /cmt_btcusdt does not support API trading/,
    ],
    [{ type: "contractNotTradable", status: 2, apiTradable: true }, "40015", /suspended/],
    [{ type: "orderNotFound", order: 7 }, "50005", /^Order does not exist$/],
    [
      { type: "priceAboveBand", price: 700_000, max: 609_000, mark: 6_000_000_0 },
      "40015",
      /'70000.0' is above the highest allowed '60900.0' at mark price '60000.000'/,
    ],
    [{ type: "sizeTooSmall", size: 0, min: 1 }, "40015", /'0.0000' is below the minimum '0.0001'/],
    [{ type: "accountFrozen", status: 1, account: 9 }, "40013", /Account frozen/],
    [{ type: "accountFrozen", status: 2, account: 9 }, "40753", /API permission disabled/],
  ])("words of case %#", (rejection, code, text) => {
    const error = refusalOf(rejection, { contract: btc });
    expect(v2.errors[error.kind].code).toBe(code);
    expect(error.message).toMatch(text);
  });
});
