import { expect, test } from "vitest";
import { btc } from "../../../../../test/core/contracts.ts";
import { Driver, eventsOf } from "../../../../../test/core/driver.ts";
import {
  CANCEL_PRICE_PROTECTED,
  LONG,
  OPEN_LONG,
  OPEN_SHORT,
  TRIGGER_AT_OR_BELOW,
  TRIGGER_ON_LAST,
  TRIGGER_ON_MARK,
} from "../../data/codes.ts";
import { NO_PRESETS } from "../../data/messages/command.ts";
import { State } from "../../data/state/state.ts";

/** Mark 60 000, and a band in which trades may be as far as a tenth from it. */
function market(rate = 5_000_000) {
  const wide = { bandBuyRate: 10_000_000, bandSellRate: 10_000_000, triggerProtectRate: rate };
  const venue = new Driver([{ ...btc, ...wide }], new State());
  const trader = venue.user("trader", 100_000);
  const maker = venue.user("maker", 1_000_000);
  venue.index(60_000_000);
  /** A trade at a price, after which the mark stands at 60 000 as before. */
  const trade = (price: number, size = 100) => {
    venue.order({ account: maker, action: OPEN_LONG, price, size });
    return venue.order({ account: trader, action: OPEN_SHORT, price, size }).events;
  };
  const same = { account: trader, contract: 0, triggerSource: TRIGGER_ON_LAST, priceProtect: true } as const;
  const rest = { marginMode: 0, requestHash: 0, clientId: "" } as const;
  const stop = (triggerPrice: number, said: object = {}) =>
    venue.accept({
      ...{ type: "placeTpSl", leg: LONG, takeProfit: false, triggerPrice, price: 0, size: 10 },
      ...{ ...same, ...rest, endsWithLeg: false, position: 0 },
      ...said,
    }).id;
  const plan = (triggerPrice: number) =>
    venue.accept({
      ...{ type: "placeConditional", action: OPEN_LONG, market: true, price: 0, size: 1, ...NO_PRESETS },
      ...{ selfTradeMode: 0, goodTill: 0, priceMatch: 0 },
      ...{ ...same, ...rest, triggerPrice, triggerDirection: TRIGGER_AT_OR_BELOW },
    }).id;
  return { venue, trader, maker, trade, stop, plan };
}

const bought = (at: ReturnType<typeof market>): void => {
  at.venue.trade(at.trader, at.maker, 600_000, 100);
};

test.each([
  [570_000, []],
  [569_999, [CANCEL_PRICE_PROTECTED]],
])("a stop, with the last price at %d", (last, reasons) => {
  const at = market();
  bought(at);
  const order = at.stop(580_000);
  const events = at.trade(last);
  expect(eventsOf(events, "orderTriggerQueued")).toMatchObject([{ order }]);
  expect(
    eventsOf(events, "orderEnded")
      .filter((each) => each.order === order && each.cancelReason === CANCEL_PRICE_PROTECTED)
      .map(({ cancelReason }) => cancelReason),
  ).toEqual(reasons);
  expect(eventsOf(events, "orderTriggered")).toHaveLength(1 - reasons.length);
});

test("an order that opens has it too; one without it fires", () => {
  const at = market();
  const order = at.plan(580_000);
  at.stop(579_000, { priceProtect: false });
  const events = at.trade(560_000);
  expect(eventsOf(events, "orderEnded")).toContainEqual(
    expect.objectContaining({
      order,
      cancelReason: CANCEL_PRICE_PROTECTED,
      priceProtect: true,
      triggeredTime: 0,
    }),
  );
});

test("without a trade nothing is compared; where the rate is 0 last and mark must be one", () => {
  const untraded = market(0);
  const order = untraded.stop(590_000, { triggerSource: TRIGGER_ON_MARK });
  const { events } = untraded.venue.index(58_000_000);
  expect(eventsOf(events, "orderEnded")).not.toContainEqual(
    expect.objectContaining({ order, cancelReason: CANCEL_PRICE_PROTECTED }),
  );
  const traded = market(0);
  bought(traded);
  const stop = traded.stop(590_000, { triggerSource: TRIGGER_ON_MARK });
  expect(eventsOf(traded.venue.index(58_000_000).events, "orderEnded")).toContainEqual(
    expect.objectContaining({ order: stop, cancelReason: CANCEL_PRICE_PROTECTED }),
  );
});
