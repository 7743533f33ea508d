import { expect, test } from "vitest";
import type { AccountView } from "../account/accountData.ts";
import { nearLiquidation, type PriceAlert, reached } from "./alerts.ts";

const alert = (price: string, isAbove: boolean): PriceAlert => ({ symbol: "cmt_btcusdt", price, isAbove });

test("an alert is reached from its side, and only by its contract", () => {
  const all = [alert("61000", true), alert("59000", false)];
  const at = (last: string, symbol = "cmt_btcusdt") => reached(all, symbol, last).map(({ price }) => price);
  expect([at("60000"), at("61000"), at("61000.1"), at("58999.9"), at("70000", "cmt_ethusdt")]).toEqual([
    [],
    ["61000"],
    ["61000"],
    ["59000"],
    [],
  ]);
});

test("a leg is near its liquidation within a twentieth of the mark price; without one it never is", () => {
  const leg = (id: number, side: string, liquidatePrice: string, unrealizePnl = "0") => ({
    id,
    side,
    size: "2",
    open_value: "120000",
    unrealizePnl,
    liquidatePrice,
  });
  const positions = [
    leg(1, "LONG", "57000"),
    leg(2, "LONG", "57000.1"),
    leg(3, "SHORT", "0"),
    leg(4, "SHORT", "62900"),
    leg(5, "SHORT", "62900", "4000"),
  ];
  expect(nearLiquidation({ positions } as unknown as AccountView)).toEqual([2, 4]);
});
