import { expect, test, vi } from "vitest";
import { useShownPage } from "../../../../test/terminal/shownPage.ts";
import type { TickerPush } from "../../../interface/client/index.ts";
import type { AccountView } from "../account/accountData.ts";
import { withThousands } from "../format/decimal.ts";
import { Notices } from "../state/notices.ts";
import { FrameStore } from "../state/store.ts";
import { addAlert, alerts, nearLiquidation, type PriceAlert, reached, watchAlerts } from "./alerts.ts";
import type { Desk } from "./desk.ts";

useShownPage();

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

test("they are told while no frame is drawn, as on a hidden page", () => {
  vi.stubGlobal("requestAnimationFrame", () => 0);
  const ticker = new FrameStore<TickerPush | undefined>(undefined);
  const view = new FrameStore<AccountView | undefined>(undefined);
  const notices = new Notices();
  const desk = { market: { ticker }, account: { view }, notices, contractOf: () => ({ name: "BTC/USDT" }) };
  const end = watchAlerts(desk as unknown as Desk);
  addAlert(alert("61000", true));
  const leg = {
    id: 1,
    side: "LONG",
    size: "2",
    open_value: "120000",
    unrealizePnl: "0",
    liquidatePrice: "59000",
  };
  ticker.set({ symbol: "cmt_btcusdt", lastPrice: "61000.5" } as TickerPush);
  view.set({ positions: [leg] } as unknown as AccountView);
  end();
  expect(alerts.value).toEqual([]);
  expect(notices.log.value.map(({ text }) => text)).toEqual([
    "A position is within 5 % of its liquidation price",
    `BTC/USDT has come to ${withThousands("61000")}`,
  ]);
});
