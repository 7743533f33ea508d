import { describe, expect, test } from "vitest";
import { btc } from "../../../../../test/core/contracts.ts";
import { Driver, eventsOf } from "../../../../../test/core/driver.ts";
import {
  CLOSE_LONG,
  KIND_PRESET_STOP_LOSS,
  KIND_PRESET_TAKE_PROFIT,
  OPEN_LONG,
  OPEN_SHORT,
  STATE_UNTRIGGERED,
  TRIGGER_AT_OR_ABOVE,
  TRIGGER_AT_OR_BELOW,
  TRIGGER_ON_LAST,
} from "../../data/codes.ts";
import type { Command, CommandOf } from "../../data/messages/command.ts";
import { NO_PRESETS, PLAIN_CONDITIONAL } from "../../data/messages/command.ts";

type Conditional = CommandOf<"placeConditional">;

/** At 60 000.0, last and mark; the maker's offer and bid stand a long way off. */
function traded() {
  const venue = new Driver([btc]);
  const trader = venue.user("trader", 100_000);
  const maker = venue.user("maker", 1_000_000);
  venue.index(60_000_000);
  venue.trade(trader, maker, 600_000, 10);
  const conditional = (given: Partial<Conditional>): Conditional => ({
    ...PLAIN_CONDITIONAL,
    account: trader,
    contract: 0,
    action: OPEN_LONG,
    market: true,
    price: 0,
    size: 100,
    triggerPrice: 601_000,
    triggerSource: TRIGGER_ON_LAST,
    triggerDirection: TRIGGER_AT_OR_ABOVE,
    priceProtect: false,
    presetTakeProfit: 0,
    presetStopLoss: 0,
    presetsOnMark: 0,
    marginMode: 0,
    requestHash: 0,
    clientId: "",
    ...given,
  });
  return { venue, trader, maker, conditional };
}

describe("placeConditional", () => {
  test.each([
    [TRIGGER_AT_OR_ABOVE, 601_000, undefined],
    [TRIGGER_AT_OR_ABOVE, 600_000, "triggerAlreadyMet"],
    [TRIGGER_AT_OR_ABOVE, 599_000, "triggerAlreadyMet"],
    [TRIGGER_AT_OR_BELOW, 599_000, undefined],
    [TRIGGER_AT_OR_BELOW, 600_000, "triggerAlreadyMet"],
    [TRIGGER_AT_OR_BELOW, 601_000, "triggerAlreadyMet"],
    [0, 601_000, "invalidValue"],
    [3, 601_000, "invalidValue"],
  ])("direction %i, trigger %i: %s", (triggerDirection, triggerPrice, refusal) => {
    const { venue, conditional } = traded();
    const { rejection } = venue.execute(conditional({ triggerDirection, triggerPrice }));
    expect(rejection?.type).toBe(refusal);
  });

  test("presets are judged at the trigger of a market order, at the price of a limit order", () => {
    const { venue, conditional } = traded();
    const market = conditional({ presetTakeProfit: 600_500 });
    expect(venue.refuse(market)).toMatchObject({ type: "presetWrongSide", takeProfit: true, price: 601_000 });
    venue.accept(conditional({ market: false, price: 600_400, presetTakeProfit: 600_500 }));
    const closing = conditional({ action: CLOSE_LONG, presetTakeProfit: 602_000 });
    expect(venue.refuse(closing).type).toBe("invalidValue");
  });

  test("fires towards its direction, and its fill brings its presets", () => {
    const { venue, trader, maker, conditional } = traded();
    const { id } = venue.accept(conditional({ presetTakeProfit: 610_000, presetStopLoss: 590_000 }));
    venue.order({ account: maker, action: OPEN_SHORT, price: 601_000, size: 150 });
    venue.order({ account: maker, action: OPEN_LONG, price: 599_000, size: 100 });
    const third = venue.user("third", 100_000);
    venue.order({ account: third, action: OPEN_SHORT, price: 599_000, size: 10 });
    expect(venue.ask({ type: "order", account: trader, order: id, clientId: "" })?.state).toBe(
      STATE_UNTRIGGERED,
    );
    venue.order({ account: third, action: OPEN_LONG, price: 601_000, size: 10 });
    expect(venue.ask({ type: "order", account: trader, order: id, clientId: "" })).toBeUndefined();
    const children = venue.ask({ type: "orders", account: trader, contract: undefined, which: "plan" });
    expect(
      children.map(({ kind, parent, triggerPrice, size }) => [kind, parent, triggerPrice, size]),
    ).toEqual([
      [KIND_PRESET_STOP_LOSS, id, 590_000, 100],
      [KIND_PRESET_TAKE_PROFIT, id, 610_000, 100],
    ]);
  });
});

describe("the answer names the order, also of the one for which the pool grows", () => {
  const [ORDERS, EACH] = [600, 100];
  const kinds: Record<string, (given: Conditional) => Command> = {
    placeConditional: (given) => given,
    placePlan: ({ triggerDirection: _, presetTakeProfit: _tp, presetStopLoss: _sl, ...given }) => ({
      ...given,
      type: "placePlan",
      ...NO_PRESETS,
      position: 0,
    }),
    placeTpSl: ({ account, contract, triggerPrice, triggerSource, requestHash, clientId }) => ({
      ...{ type: "placeTpSl", account, contract, leg: 0, takeProfit: true, triggerPrice, triggerSource },
      ...{
        price: 0,
        size: 1,
        endsWithLeg: false,
        priceProtect: false,
        marginMode: 0,
        position: 0,
        requestHash,
        clientId,
      },
    }),
  };

  test.each(Object.entries(kinds))("%s", (_, commandOf) => {
    const { venue, maker, conditional } = traded();
    for (let i = 0; i < ORDERS; i += EACH) {
      const account = venue.user(`trader-${i}`, 100_000);
      venue.order({ account: maker, action: OPEN_SHORT, price: 600_000, size: 100 });
      venue.order({ account, action: OPEN_LONG, price: 600_000, size: 100 });
      for (let n = 0; n < EACH; n++) {
        const { id } = venue.accept(commandOf(conditional({ account, size: 1 })));
        expect(venue.ask({ type: "order", account, order: id, clientId: "" })).toMatchObject({ order: id });
      }
    }
  });
});

describe("before there was a trade", () => {
  /** A plan that opens at 60 500.0 and below it an offer; nothing was traded. */
  function untraded() {
    const venue = new Driver([btc]);
    const [trader, maker] = [venue.user("trader", 100_000), venue.user("maker", 1_000_000)];
    venue.index(60_000_000);
    venue.order({ account: maker, action: OPEN_SHORT, price: 606_000, size: 500 });
    const plan = { action: OPEN_LONG, market: true, price: 0, size: 100, triggerPrice: 605_000, position: 0 };
    const said = { ...plan, triggerSource: TRIGGER_ON_LAST, marginMode: 0, requestHash: 0, clientId: "" };
    venue.accept({ type: "placePlan", ...NO_PRESETS, account: trader, contract: 0, ...said });
    const waiting = () => venue.ask({ type: "orders", account: trader, contract: 0, which: "plan" }).length;
    return { venue, trader, maker, waiting };
  }

  test("a trigger on the last price is met by the mark in its place", () => {
    const { venue, waiting } = untraded();
    venue.index(60_499_900);
    expect(waiting()).toBe(1);
    const { events } = venue.index(60_500_000);
    expect(eventsOf(events, "traded")).toMatchObject([{ price: 606_000, size: 100 }]);
    expect(waiting()).toBe(0);
  });

  test("and after the first one by the last price alone", () => {
    const { venue, maker, waiting } = untraded();
    const third = venue.user("third", 100_000);
    venue.order({ account: maker, action: OPEN_LONG, price: 600_000, size: 1 });
    venue.order({ account: third, action: OPEN_SHORT, price: 600_000, size: 1 });
    venue.index(60_500_000);
    expect(waiting()).toBe(1);
  });
});
