import { describe, expect, test } from "vitest";
import type { ListContract } from "../../../../../test/core/contracts.ts";
import { btc } from "../../../../../test/core/contracts.ts";
import { Driver, money, placeConditional, placeOrder } from "../../../../../test/core/driver.ts";
import { setAccount } from "../../../../../test/core/settings.ts";
import { CLOSE_LONG, NET_SELL, ONE_WAY, OPEN_LONG, OPEN_SHORT } from "../../data/codes.ts";

/** A lot at 60 000 is worth 6; the trader holds 20 of them. */
function stage(terms: Partial<ListContract>) {
  const venue = new Driver([{ ...btc, ...terms }]);
  const [trader, maker] = [venue.user("trader", 100_000), venue.user("maker", 1_000_000)];
  venue.index(60_000_000);
  venue.order({ account: maker, action: OPEN_SHORT, price: 600_000, size: 500 });
  venue.order({ account: maker, action: OPEN_LONG, price: 599_000, size: 500 });
  venue.order({ account: trader, action: OPEN_LONG, price: 600_000, size: 20 });
  const refusal = (order: object) =>
    venue.execute(placeOrder({ account: trader, action: OPEN_LONG, price: 600_000, size: 1, ...order }))
      .rejection;
  return { venue, trader, refusal };
}

describe("the smallest value of an order", () => {
  const tooSmall = (notional: string) => ({
    type: "notionalTooSmall",
    notional: money(notional),
    min: money("100"),
  });

  test("is asked of what opens: at its price, at market at the mark", () => {
    const { refusal } = stage({ notionalMinUnits: 100 });
    expect(refusal({ size: 16 })).toEqual(tooSmall("96"));
    expect(refusal({ size: 17, price: 590_000 })).toBeUndefined();
    expect(refusal({ size: 17, price: 588_000 })).toEqual(tooSmall("99.96"));
    expect(refusal({ size: 16, price: 0, market: true })).toEqual(tooSmall("96"));
    expect(refusal({ size: 17, price: 0, market: true })).toBeUndefined();
  });

  test("is not asked of what closes; of a side of a one-way account it is", () => {
    const { venue, refusal } = stage({ notionalMinUnits: 100 });
    expect(refusal({ action: CLOSE_LONG, price: 599_000 })).toBeUndefined();
    const net = venue.user("net", 10_000);
    venue.accept(setAccount(net, { positionMode: ONE_WAY }));
    venue.order({ account: net, action: OPEN_LONG, price: 600_000, size: 17 });
    const sale = { account: net, price: 599_000, size: 16 };
    expect(refusal({ ...sale, action: NET_SELL })).toEqual(tooSmall("95.84"));
    expect(refusal({ ...sale, action: CLOSE_LONG })).toBeUndefined();
  });

  test("is asked of one that waits, and of an amendment that makes an order worth less", () => {
    const { venue, trader } = stage({ notionalMinUnits: 100 });
    const waiting = { account: trader, triggerPrice: 601_000, price: 588_000 };
    expect(venue.refuse(placeConditional({ ...waiting, size: 17 }))).toEqual(tooSmall("99.96"));
    const { id } = venue.order({ account: trader, action: OPEN_LONG, price: 595_000, size: 17 });
    const amend = { type: "amendOrder", account: trader, order: id, clientId: "", triggerPrice: 0 } as const;
    expect(venue.refuse({ ...amend, price: 0, size: 16 })).toEqual(tooSmall("95.2"));
    expect(venue.refuse({ ...amend, price: 588_000, size: 0 })).toEqual(tooSmall("99.96"));
    venue.accept({ ...amend, price: 588_000, size: 18 });
  });

  test("leaves an order that was placed before it as large as it is", () => {
    const { venue, trader } = stage({});
    const { id } = venue.order({ account: trader, action: OPEN_LONG, price: 595_000, size: 3 });
    const { type: _, ...terms } = { ...btc, notionalMinUnits: 100 };
    venue.accept({ type: "changeContract", contract: 0, ...terms, anyway: false });
    const amend = { type: "amendOrder", account: trader, order: id, clientId: "", triggerPrice: 0 } as const;
    venue.accept({ ...amend, price: 596_000, size: 0 });
    expect(venue.refuse({ ...amend, price: 0, size: 2 })).toEqual(tooSmall("11.92"));
  });
});

describe("the largest order at market", () => {
  test("holds whatever the order does, beside that of what opens; a limit order may be larger", () => {
    const { refusal } = stage({ marketLotsMax: 15, marketOpenLotsMax: 12 });
    const tooLarge = (size: number, max: number) => ({ type: "sizeTooLarge", size, max });
    expect(refusal({ size: 13, price: 0, market: true })).toEqual(tooLarge(13, 12));
    expect(refusal({ size: 16, price: 0, market: true, action: CLOSE_LONG })).toEqual(tooLarge(16, 15));
    expect(refusal({ size: 16, price: 599_000, action: CLOSE_LONG })).toBeUndefined();
  });

  test("is as much as closePositions closes with one order", () => {
    const { venue, trader } = stage({ marketLotsMax: 15 });
    const all = { type: "closePositions", account: trader, contract: 0, position: 0 } as const;
    venue.accept({ ...all, cancelAttached: false });
    expect(venue.ask({ type: "positions", account: trader, contract: 0 })).toMatchObject([{ size: 5 }]);
  });
});
