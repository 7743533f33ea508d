import { describe, expect, test } from "vitest";
import { btc } from "../../../../../test/core/contracts.ts";
import { Driver, eventsOf, money, placeOrder } from "../../../../../test/core/driver.ts";
import { setAccount } from "../../../../../test/core/settings.ts";
import {
  ACCOUNT_HOUSE,
  CANCEL_ALL_ORDERS,
  CANCEL_REDUCE_ONLY,
  CLOSE_LONG,
  CLOSE_SHORT,
  COMBINED,
  DIRECT_FILL,
  GTC,
  HEDGE,
  ISOLATED,
  NET_BUY,
  NET_SELL,
  ONE_WAY,
  OPEN_LONG,
  OPEN_SHORT,
  ORIGIN_BOOK,
  ORIGIN_DIRECTED,
  SEPARATED,
  SHARED,
  STP_NONE,
  TRIGGER_ON_LAST,
  TRIGGER_ON_MARK,
} from "../../data/codes.ts";
import { PLAIN_ORDER } from "../../data/messages/command.ts";
import { LATENCY_TO_BOOK } from "../../data/model/latencyFields.ts";
import { State } from "../../data/state/state.ts";
import { NONE } from "../../data/units/units.ts";

/**
 * The numbers of docs/reference/margin.md and orders.md, one-way mode: mark 60 000, 20x, fees 0.02 % and 0.06
 * %.
 */
function market() {
  const venue = new Driver([btc], new State());
  const net = venue.user("net", 100_000);
  const maker = venue.user("maker", 1_000_000);
  venue.accept(setAccount(net, { positionMode: ONE_WAY }));
  venue.index(60_000_000);
  const buy = (price: number, size: number) => venue.order({ account: net, action: NET_BUY, price, size });
  const sell = (price: number, size: number) => venue.order({ account: net, action: NET_SELL, price, size });
  const closeLong = (price: number, size: number) =>
    venue.order({ account: net, action: CLOSE_LONG, price, size });
  /** Fills what the account has at a price, or lets it fill there. */
  const bid = (price: number, size: number) =>
    venue.order({ account: maker, action: OPEN_LONG, price, size });
  const ask = (price: number, size: number) =>
    venue.order({ account: maker, action: OPEN_SHORT, price, size });
  const long = (size: number) => {
    ask(600_000, size);
    buy(600_000, size);
  };
  const frozen = () => venue.ask({ type: "assets", account: net })!.frozen;
  const left = (order: number) =>
    venue.ask({ type: "order", account: net, order, clientId: "" })?.remaining ?? 0;
  const position = () => venue.ask({ type: "positions", account: net, contract: 0 });
  return { venue, net, maker, buy, sell, closeLong, bid, ask, long, frozen, left, position };
}

/** Lots of one bitcoin. */
const ONE = 10_000;

describe("margin of resting orders: the dearer side of a contract", () => {
  test("flat, bid 1, ask 1: one", () => {
    const { buy, sell, frozen } = market();
    buy(590_000, ONE);
    expect(frozen()).toBe(money("2985.4")); // 59 000 / 20 + 35.4
    sell(610_000, ONE);
    expect(frozen()).toBe(money("3086.6")); // 61 000 / 20 + 36.6
  });

  test("long 1, sell 2: one", () => {
    const { long, sell, frozen } = market();
    long(ONE);
    sell(610_000, 2 * ONE);
    expect(frozen()).toBe(money("3086.6"));
  });

  test("long 1, bid 1, ask 3: two", () => {
    const { long, buy, sell, frozen } = market();
    long(ONE);
    buy(590_000, ONE);
    sell(610_000, 3 * ONE);
    expect(frozen()).toBe(money("6173.2"));
  });

  test("long 1: of two asks the nearer closes; a third that is nearer still takes its place", () => {
    const { long, sell, frozen } = market();
    long(ONE);
    sell(610_000, ONE);
    expect(frozen()).toBe(0n);
    sell(620_000, ONE);
    expect(frozen()).toBe(money("3137.2")); // 62 000 / 20 + 37.2
    sell(605_000, ONE);
    expect(frozen()).toBe(money("6223.8")); // 3 086.6 of the one at 61 000 besides
  });

  test("at one price the older closes", () => {
    const { long, sell, frozen, venue, net } = market();
    long(ONE);
    const first = sell(610_000, ONE).id;
    sell(610_000, ONE / 2);
    expect(frozen()).toBe(money("1543.3"));
    venue.accept({ type: "cancelOrder", account: net, order: first });
    expect(frozen()).toBe(0n);
  });

  test("a fill computes it anew, and available is never below 0", () => {
    const { venue, net, long, sell, buy, bid, frozen } = market();
    long(ONE);
    sell(605_000, 3 * ONE);
    buy(590_000, ONE);
    bid(605_000, 2 * ONE);
    // Short 1 now: the ask's last lot opens more of it, the bid would close it. 60 500 / 20 + 36.3.
    expect(frozen()).toBe(money("3061.3"));
    venue.index(75_000_000);
    expect(venue.ask({ type: "assets", account: net })!.available).toBeGreaterThanOrEqual(0n);
  });

  test("nothing is asked of an order that opens nothing; of one that does, what it adds", () => {
    const { venue, net, long, sell } = market();
    long(20 * ONE);
    const { available } = venue.ask({ type: "assets", account: net })!;
    const most = { account: net, action: NET_SELL, price: 610_000 };
    sell(610_000, 20 * ONE);
    expect(venue.ask({ type: "assets", account: net })!.available).toBe(available);
    const lots = Math.floor(Number(available) / Number(money("0.30866")));
    expect(venue.execute(placeOrder({ ...most, size: lots + 1 })).rejection).toMatchObject({
      type: "marginInsufficient",
    });
    venue.order({ ...most, size: lots });
  });

  test("the largest order is the one that is still taken, and an estimate freezes what it adds", () => {
    const { venue, net, long, buy, bid } = market();
    long(ONE);
    buy(590_000, 3 * ONE);
    bid(599_000, 50 * ONE);
    for (const price of [610_000, 0]) {
      const query = { type: "maxOpen", account: net, contract: 0, action: OPEN_SHORT, price } as const;
      const most = venue.ask(query);
      expect(most).toBeGreaterThan(ONE);
      const said = { account: net, contract: 0, action: NET_SELL, timeInForce: GTC, market: price === 0 };
      const order = { ...PLAIN_ORDER, ...said, price, size: most };
      const before = venue.ask({ type: "assets", account: net })!.frozen;
      const { frozen, refusal, largest } = venue.ask({ type: "estimate", order });
      expect({ refusal, largest }).toEqual({ refusal: undefined, largest: most });
      if (price === 0) continue;
      expect(venue.refuse({ ...order, size: most + 1 })).toMatchObject({ type: "marginInsufficient" });
      const { id } = venue.accept(order);
      expect(venue.ask({ type: "assets", account: net })!.frozen - before).toBe(frozen);
      venue.accept({ type: "cancelOrder", account: net, order: id });
    }
  });

  test("reduce-only orders are never charged, and hide nothing of the leg", () => {
    const { long, closeLong, sell, frozen } = market();
    long(ONE);
    closeLong(605_000, ONE);
    sell(610_000, ONE);
    expect(frozen()).toBe(0n);
  });
});

describe("a fill through zero", () => {
  test("is one trade and one print, and two fills of its order: the close first", () => {
    const { venue, net, long, bid, position } = market();
    long(5_000);
    bid(600_000, ONE);
    const { events, id } = venue.order({ account: net, action: NET_SELL, price: 600_000, size: 8_000 });
    const [trade, ...others] = eventsOf(events, "traded");
    expect(others).toEqual([]);
    expect(trade).toMatchObject({ size: 8_000, origin: ORIGIN_BOOK, makerSize: 8_000, takerSize: 5_000 });
    expect(trade).toMatchObject({ takerAction: CLOSE_LONG, takerRemaining: 0, takerFee: money("18") });
    const [turned] = eventsOf(events, "tradeTurned");
    expect(turned).toMatchObject({ trade: trade!.trade, order: id, action: OPEN_SHORT, size: 3_000 });
    expect(turned!.fee).toBe(money("10.8"));
    expect(eventsOf(events, "positionClosed")).toMatchObject([{ position: trade!.takerPosition }]);
    expect(position()).toMatchObject([{ leg: 1, size: 3_000, openFee: money("10.8") }]);
    expect(position()[0]!.position).toBe(turned!.position);
    expect(turned!.position).toBeGreaterThan(trade!.takerPosition);
  });

  test("pays the fee of the whole, truncated once", () => {
    const { venue, net, bid } = market();
    venue.order({ account: net, action: NET_BUY, price: 600_123, size: 1 });
    venue.execute(
      placeOrder({ account: venue.user("other", 1_000), action: OPEN_SHORT, price: 600_123, size: 1 }),
    );
    bid(600_123, 2);
    const { events } = venue.order({ account: net, action: NET_SELL, price: 600_123, size: 2 });
    // 12.00246 at 0.06 % are 0.007201476; of one lot 0.003600738.
    expect(eventsOf(events, "traded")).toMatchObject([{ takerFee: money("0.00360073") }]);
    expect(eventsOf(events, "tradeTurned")).toMatchObject([{ fee: money("0.00360074") }]);
  });

  test("gives isolated margin back before it takes it again", () => {
    const { venue, net, ask, bid } = market();
    venue.mode(net, ISOLATED, COMBINED);
    venue.leverage(net, 1_000, 1_000, ISOLATED);
    ask(600_000, 1_000);
    venue.order({ account: net, action: NET_BUY, price: 600_000, size: 1_000 });
    bid(605_000, 3_000);
    const { events } = venue.order({ account: net, action: NET_SELL, price: 600_000, size: 3_000 });
    // 600 + 50 − 3.63, then 12 100 / 10 + 7.26.
    expect(eventsOf(events, "moneyMoved").map(({ amount }) => amount)).toEqual([
      money("646.37"),
      money("1217.26"),
    ]);
    expect(
      events.map(({ type }) => type).filter((type) => /^position|^trade|^moneyMoved/.test(type)),
    ).toEqual([
      "positionOpened", // the maker's
      "traded",
      "moneyMoved",
      "positionClosed",
      "positionOpened",
      "moneyMoved",
      "tradeTurned",
    ]);
  });

  test("makes presets for what it opens", () => {
    const { venue, net, long, bid } = market();
    long(5_000);
    bid(600_000, ONE);
    const { events } = venue.order({
      ...{ account: net, action: NET_SELL, price: 600_000, size: 8_000 },
      ...{ presetTakeProfit: 580_000, presetStopLoss: 620_000 },
    });
    expect(eventsOf(events, "orderPlaced").slice(1)).toMatchObject([
      { size: 3_000, action: CLOSE_SHORT },
      { size: 3_000, action: CLOSE_SHORT },
    ]);
  });
});

test("on paper a fill through zero is two trades with the pool", () => {
  const { venue, net, bid, ask } = market();
  const paper = venue.accept({ type: "openPaper", account: net, amount: money("100000") }).id;
  const order = (action: number, price: number, size: number) =>
    venue.order({ account: paper, action, price, size });
  const held = () => venue.ask({ type: "positions", account: paper, contract: 0 });
  ask(600_000, 1_000);
  order(NET_BUY, 600_000, 1_000);
  bid(599_000, 3_000);
  const { events } = order(NET_SELL, 599_000, 3_000);
  expect(eventsOf(events, "traded").map(({ size, takerAction }) => [size, takerAction])).toEqual([
    [1_000, CLOSE_LONG],
    [2_000, OPEN_SHORT],
  ]);
  expect(held()).toMatchObject([{ leg: 1, size: 2_000 }]);
});

describe("reduce-only", () => {
  test("is refused when flat, and on the position's side", () => {
    const { venue, net, long } = market();
    const close = (action: number) =>
      venue.execute(placeOrder({ account: net, action, price: 600_000, size: 1 }));
    expect(close(CLOSE_LONG).rejection).toMatchObject({ type: "closeTooLarge", closable: 0 });
    long(ONE);
    expect(close(CLOSE_SHORT).rejection).toMatchObject({ type: "closeTooLarge", closable: 0 });
  });

  test("is for no more than there is, and the last to fill gives way: the worst price, the newest among equals", () => {
    const { long, closeLong, left, sell, bid } = market();
    long(100);
    const [near, far] = [closeLong(602_000, 60).id, closeLong(604_000, 60).id];
    expect([left(near), left(far)]).toEqual([60, 40]);
    const middle = closeLong(603_000, 500);
    expect(eventsOf(middle.events, "orderEnded")).toMatchObject([
      { order: far, cancelReason: CANCEL_REDUCE_ONLY },
    ]);
    expect([left(near), left(middle.id)]).toEqual([60, 40]);
    const late = closeLong(603_000, 10);
    expect(eventsOf(late.events, "orderEnded")).toMatchObject([
      { order: late.id, cancelReason: CANCEL_REDUCE_ONLY },
    ]);
    // A plain order closes half of the leg: 50 are left for those that fill first.
    sell(600_000, 50);
    const { events } = bid(600_000, 50);
    expect(eventsOf(events, "orderResized").map(({ size }) => size)).toEqual([50]);
    expect([left(near), left(middle.id)]).toEqual([50, 0]);
  });

  test("ends with the leg, also when that changes sides", () => {
    const { venue, net, long, closeLong, left, bid } = market();
    long(100);
    const all = [closeLong(602_000, 60).id, closeLong(603_000, 40).id];
    bid(600_000, 300);
    venue.order({ account: net, action: NET_SELL, price: 600_000, size: 150 });
    expect(all.map(left)).toEqual([0, 0]);
  });
});

describe("the setting", () => {
  const toggle = (account: number, positionMode: number) => setAccount(account, { positionMode });

  test("changes with neither orders, waiting ones included, nor positions", () => {
    const { venue, net, buy, long, position } = market();
    const { id } = buy(590_000, 1);
    const inTheWay = { type: "openOrdersExist", contract: 0, orders: 1, isPaper: false };
    expect(venue.refuse(toggle(net, HEDGE))).toEqual({ ...inTheWay, order: id });
    venue.accept({ type: "cancelOrder", account: net, order: id });
    venue.accept(toggle(net, HEDGE));
    const plan = venue.accept({
      ...PLAIN_ORDER,
      ...{ type: "placePlan", account: net, contract: 0, action: OPEN_LONG, market: true, price: 0, size: 1 },
      ...{ triggerPrice: 610_000, triggerSource: TRIGGER_ON_LAST },
    } as Parameters<typeof venue.accept>[0]).id;
    expect(venue.refuse(toggle(net, ONE_WAY))).toEqual({ ...inTheWay, order: plan });
    venue.accept({ type: "cancelOrder", account: net, order: plan, plansOnly: true, clientId: "" });
    venue.accept(toggle(net, ONE_WAY));
    long(1);
    const [held] = position();
    expect(venue.refuse(toggle(net, HEDGE))).toEqual({
      ...{ type: "positionExists", contract: 0, position: held!.position, isPaper: false },
    });
  });

  test("is refused for what is in the way of another contract, or on paper, which the refusal says", () => {
    const { venue, net } = market();
    const { id: contract } = venue.accept({ ...btc, type: "listContract", symbol: "cmt_otherusdt" });
    venue.index(60_000_000, contract);
    const bid = { action: OPEN_LONG, price: 590_000, size: 1 } as const;
    const plan = venue.accept({
      ...PLAIN_ORDER,
      ...{ type: "placePlan", account: net, contract, action: OPEN_LONG, market: true, price: 0, size: 1 },
      ...{ triggerPrice: 610_000, triggerSource: TRIGGER_ON_MARK },
    } as Parameters<typeof venue.accept>[0]).id;
    venue.order({ account: net, contract, ...bid });
    expect(venue.refuse(toggle(net, HEDGE))).toMatchObject({ contract, orders: 2, order: plan });
    venue.accept({ type: "cancelAll", account: net, contract: NONE, which: CANCEL_ALL_ORDERS });
    const paper = venue.accept({ type: "openPaper", account: net, amount: money("1000") }).id;
    const { id: order } = venue.order({ account: paper, ...bid });
    expect(venue.refuse(toggle(net, HEDGE))).toMatchObject({ contract: 0, order, isPaper: true });
  });

  test("and combined mode need each other", () => {
    const { venue, net, maker } = market();
    const separated = { type: "setMode", contract: 0, marginMode: SHARED, separatedMode: SEPARATED } as const;
    expect(venue.refuse({ ...separated, account: net })).toMatchObject({
      type: "oneWayCombined",
      contract: 0,
    });
    venue.accept({ ...separated, account: maker });
    expect(venue.refuse(toggle(maker, ONE_WAY))).toMatchObject({ type: "oneWayCombined", contract: 0 });
  });

  test("is a user's, with a prevention of self-trades; its paper account has it too", () => {
    const { venue, net } = market();
    const house = venue.accept({ type: "openAccount", kind: ACCOUNT_HOUSE, name: "house" }).id;
    expect(venue.refuse(toggle(house, ONE_WAY))).toMatchObject({ field: "positionMode", rule: "user" });
    const without = setAccount(net, { positionMode: ONE_WAY, selfTradePrevention: STP_NONE });
    expect(venue.refuse(without)).toMatchObject({ field: "selfTradePrevention", rule: "oneWay" });
    const paper = venue.accept({ type: "openPaper", account: net, amount: money("1000") }).id;
    const modeOf = (account: number) => venue.ask({ type: "account", account })!.positionMode;
    expect(modeOf(paper)).toBe(ONE_WAY);
    venue.accept(toggle(net, HEDGE));
    expect(modeOf(paper)).toBe(HEDGE);
  });

  test("an order that says it opens is taken when flat or on the leg's side", () => {
    const { venue, net, long } = market();
    venue.order({ account: net, action: OPEN_SHORT, price: 610_000, size: 1 });
    long(5);
    venue.order({ account: net, action: OPEN_LONG, price: 590_000, size: 1 });
    const against = placeOrder({ account: net, action: OPEN_SHORT, price: 610_000, size: 1 });
    expect(venue.refuse(against)).toMatchObject({ type: "oneWayLeg", leg: 0, size: 5 });
    expect(
      venue.refuse(placeOrder({ account: venue.user("legs", 10), action: NET_BUY, price: 600_000, size: 1 })),
    ).toMatchObject({ field: "action", rule: "known" });
  });
});

describe("the leg of the moment decides", () => {
  test("when an order arrives that a latency held up; on its way it counts as the last to fill", () => {
    const { venue, net, long, sell, closeLong, bid, frozen, left, position } = market();
    long(100);
    const nearer = sell(600_500, 80).id;
    venue.accept({
      ...{ type: "setLatency", account: net, seedA: 1, seedB: 2, seedC: 3, seedD: 4 },
      samples: [{ way: LATENCY_TO_BOOK, ms: 20 }],
    });
    const closes = closeLong(602_000, 60).id;
    const flips = sell(600_000, 150).id;
    // 150 at 60 000 come before 80 at 60 050: 50 and 80 of them would open. 15.18 and 24.30824.
    expect(frozen()).toBe(money("39.48824"));
    bid(600_500, 80);
    expect([left(nearer), left(closes), left(flips)]).toEqual([0, 20, 150]);
    bid(600_000, 200);
    const { events } = venue.wait(20);
    expect(eventsOf(events, "traded")).toMatchObject([{ size: 150, takerSize: 20, takerAction: CLOSE_LONG }]);
    expect(
      eventsOf(events, "orderEnded").map(({ order, cancelReason }) => [order, cancelReason]),
    ).toContainEqual([closes, CANCEL_REDUCE_ONLY]);
    expect(position()).toMatchObject([{ leg: 1, size: 130 }]);
  });

  test("of a fill that a directive makes, through zero", () => {
    const { venue, net, long, sell, left, position } = market();
    long(100);
    venue.accept({
      ...{ type: "direct", account: net, what: DIRECT_FILL, orders: 1, lots: 150, contract: NONE, action: 0 },
      ...{ order: 0, price: 0, ms: 0, reason: 0, wireCode: 0, clientId: "", text: "" },
    });
    const { id, events } = sell(605_000, 200);
    expect(eventsOf(events, "traded")).toMatchObject([
      { price: 605_000, size: 150, takerSize: 100, origin: ORIGIN_DIRECTED },
    ]);
    expect(eventsOf(events, "tradeTurned")).toMatchObject([{ order: id, size: 50, action: OPEN_SHORT }]);
    expect(left(id)).toBe(50);
    expect(position()).toMatchObject([{ leg: 1, size: 50 }]);
  });

  test("and one of a group passes over the other's, through zero at the next best price", () => {
    const { venue, net, long, sell, bid, position } = market();
    const team = venue.user("team", 100_000);
    for (const account of [net, team])
      venue.accept(setAccount(account, { group: 7, positionMode: account === net ? ONE_WAY : HEDGE }));
    long(100);
    venue.order({ account: team, action: OPEN_LONG, price: 600_000, size: 150 });
    bid(599_900, 150);
    const { events } = sell(599_000, 150);
    expect(eventsOf(events, "traded")).toMatchObject([{ price: 599_900, size: 150, takerSize: 100 }]);
    expect(position()).toMatchObject([{ leg: 1, size: 50 }]);
  });
});
