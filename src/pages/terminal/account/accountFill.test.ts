import { expect, test } from "vitest";
import type { Contract } from "../market/contract.ts";
import { type AccountFill, fillSentence } from "./accountFill.ts";

const contract = { coin: "BTC", grid: { priceDecimals: 1 } } as Contract;
const fill = (size: string, value: string): AccountFill => ({
  id: "1",
  symbol: "cmt_btcusdt",
  timeMs: 1,
  size,
  value,
  isBuy: true,
  isForced: false,
});

test("one fill, and several with their average", () => {
  expect(fillSentence([fill("0.5", "30000")], contract)).toBe("Bought 0.5 BTC at 60 000.0");
  expect(fillSentence([fill("0.3", "18003"), fill("0.1", "6005")], contract)).toBe(
    "Bought 0.4 BTC at 60 020.0 on average, 2 fills",
  );
});
