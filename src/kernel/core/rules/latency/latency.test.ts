import { describe, expect, test } from "vitest";
import { Driver, eventsOf } from "../../../../../test/core/driver.ts";
import {
  BUY,
  CLOSE_LONG,
  DIRECT_FILL_DURING_CANCEL,
  IOC,
  ISOLATED,
  LONG,
  OPEN_LONG,
  OPEN_SHORT,
  SEPARATED,
  STATE_CANCELING,
  STATE_OPEN,
  STATE_PENDING,
  STATE_UNTRIGGERED,
  TRIGGER_ON_MARK,
} from "../../data/codes.ts";
import { LATENCY_TO_BOOK, LATENCY_TO_PUSH } from "../../data/model/latencyFields.ts";
import { State } from "../../data/state/state.ts";
import { Exchange } from "../../exchange/exchange.ts";

const SEED = { seedA: 1, seedB: 2, seedC: 3, seedD: 4 } as const;

/** A venue with an account whose messages take one of `toBook` ms; the mark is 60 000. */
function venueWith(toBook: readonly number[], { seed = 1, folded }: { seed?: number; folded?: State } = {}) {
  const venue = new Driver(undefined, folded);
  const slow = venue.user("slow", 1_000_000);
  const other = venue.user("other", 1_000_000);
  venue.index(60_000_000);
  const set = (samples: readonly number[], more: readonly { way: number; ms: number }[] = []) =>
    venue.accept({
      type: "setLatency",
      account: slow,
      ...{ ...SEED, seedA: seed },
      samples: [...samples.map((ms) => ({ way: LATENCY_TO_BOOK, ms })), ...more],
    });
  set(toBook);
  return { venue, slow, other, set };
}

const bid = (account: number, more: object = {}) => ({
  account,
  action: OPEN_LONG,
  price: 599_000,
  size: 10,
  ...more,
});
/** A stop-loss that belongs to the account's long. */
const attachedStop = (venue: Driver, account: number, position = 0): number =>
  venue.accept({
    type: "placeTpSl",
    account,
    position,
    leg: LONG,
    triggerSource: TRIGGER_ON_MARK,
    triggerPrice: 590_000,
  }).id;
const stateOf = (venue: Driver, account: number, order: number) =>
  venue.ask({ type: "order", account, order, clientId: "" })?.state;

test("an order is on its way for as long as the profile says, and nobody else's is", () => {
  const { venue, slow, other } = venueWith([20]);
  const { id } = venue.order(bid(slow));
  expect(stateOf(venue, other, venue.order(bid(other)).id)).toBe(STATE_OPEN);
  venue.wait(19);
  expect(stateOf(venue, slow, id)).toBe(STATE_PENDING);
  venue.wait(1);
  expect(stateOf(venue, slow, id)).toBe(STATE_OPEN);
});

test("who is slower comes behind whoever is not, at one price", () => {
  const { venue, slow, other } = venueWith([20]);
  const { id } = venue.order(bid(slow));
  venue.wait(10);
  const first = venue.order(bid(other)).id;
  venue.wait(10);
  const seller = venue.user("seller", 1_000_000);
  const sell = { account: seller, action: OPEN_SHORT, price: 599_000, size: 10, timeInForce: IOC };
  const makers = [1, 2].map(() =>
    eventsOf(venue.order(sell).events, "traded").map(({ makerOrder }) => makerOrder),
  );
  expect(makers).toEqual([[first], [id]]);
});

test("a cancel and an amendment take as long; the order may trade until they arrive", () => {
  const { venue, slow, other } = venueWith([20]);
  const { id } = venue.order(bid(slow));
  venue.wait(20);
  venue.accept({ type: "cancelOrder", account: slow, order: id });
  venue.wait(19);
  expect(stateOf(venue, slow, id)).toBe(STATE_CANCELING);
  const { events } = venue.order({
    account: other,
    action: OPEN_SHORT,
    price: 599_000,
    size: 4,
    timeInForce: IOC,
  });
  expect(eventsOf(events, "traded")).toMatchObject([{ makerOrder: id, size: 4, takerSide: 1 - BUY }]);
  venue.wait(1);
  expect(stateOf(venue, slow, id)).toBe(undefined);
  const second = venue.order(bid(slow)).id;
  venue.wait(20);
  venue.accept({ type: "amendOrder", account: slow, order: second, price: 599_100 });
  const price = () => venue.ask({ type: "order", account: slow, order: second, clientId: "" })?.price;
  venue.wait(19);
  expect(price()).toBe(599_000);
  venue.wait(1);
  expect(price()).toBe(599_100);
  expect(stateOf(venue, slow, second)).toBe(STATE_OPEN);
});

describe("in the order in which they were sent", () => {
  test("a quick message waits for a slow one before it", () => {
    const { venue, slow } = venueWith([5, 10, 20, 40]);
    const arrivals: number[] = [];
    for (let i = 0; i < 40; i++) {
      const { events } = venue.order(bid(slow, { price: 599_000 - i }));
      arrivals.push(eventsOf(events, "messageSent")[0]!.dueTime);
      venue.wait(1);
    }
    expect([...arrivals].sort((a, b) => a - b)).toEqual(arrivals);
    const took = arrivals.map((due, i) => due - (arrivals[0]! - 40) - i);
    expect(new Set(took).size).toBeGreaterThan(2);
  });

  test("a cancel follows its order to the book, which may trade before it comes", () => {
    const { venue, slow, other } = venueWith([20]);
    const { id } = venue.order(bid(slow));
    venue.wait(5);
    venue.accept({ type: "cancelOrder", account: slow, order: id });
    expect(stateOf(venue, slow, id)).toBe(STATE_PENDING);
    venue.wait(15);
    expect(stateOf(venue, slow, id)).toBe(STATE_CANCELING);
    const { events } = venue.order({
      account: other,
      action: OPEN_SHORT,
      price: 599_000,
      size: 4,
      timeInForce: IOC,
    });
    expect(eventsOf(events, "traded")).toMatchObject([{ makerOrder: id, size: 4 }]);
    venue.wait(5);
    expect(stateOf(venue, slow, id)).toBe(undefined);
    venue.exchange.audit();
  });

  test("sent in one breath, the order is in the book a millisecond before its cancel comes", () => {
    const { venue, slow } = venueWith([20]);
    const { id } = venue.order(bid(slow));
    venue.accept({ type: "cancelAll", account: slow, contract: 0, which: 3 });
    venue.wait(20);
    expect(stateOf(venue, slow, id)).toBe(STATE_CANCELING);
    venue.wait(1);
    expect(stateOf(venue, slow, id)).toBe(undefined);
  });
});

test("of an order that ends when it arrives, nothing is left of its cancel", () => {
  const { venue, slow } = venueWith([20]);
  const { id } = venue.order(bid(slow, { timeInForce: IOC }));
  venue.accept({ type: "cancelOrder", account: slow, order: id });
  const sent = () => venue.exchange.rows().get("cancelsSent")?.length;
  expect(sent()).toBe(1);
  venue.wait(30);
  expect(stateOf(venue, slow, id)).toBe(undefined);
  expect(sent()).toBe(0);
});

describe("an amendment on its way", () => {
  const amend = (venue: Driver, account: number, order: number, to: { price?: number; size?: number }) =>
    venue.execute({
      ...{ type: "amendOrder", account, order, triggerPrice: 0, price: 0, size: 0, clientId: "" },
      ...to,
    });
  const sell = (venue: Driver, account: number, size: number, price = 599_000) =>
    venue.order({ account, action: OPEN_SHORT, price, size, timeInForce: IOC });
  const seen = (venue: Driver, account: number, order: number) => {
    const view = venue.ask({ type: "order", account, order, clientId: "" });
    return view && { state: view.state, price: view.price, size: view.size, remaining: view.remaining };
  };

  test.each([
    ["a lower price", { price: 598_000 }],
    ["a smaller size", { size: 5 }],
  ])("leaves the order where it is: %s saves nobody from what comes before it", (_, to) => {
    const folded = new State();
    const { venue, slow, other } = venueWith([20], { folded });
    const { id } = venue.order(bid(slow));
    venue.wait(20);
    expect(amend(venue, slow, id, to).rejection).toBe(undefined);
    venue.wait(19);
    venue.exchange.audit();
    expect(eventsOf(sell(venue, other, 4).events, "traded")).toMatchObject([{ makerOrder: id, size: 4 }]);
    expect(seen(venue, slow, id)).toEqual({ state: STATE_OPEN, price: 599_000, size: 10, remaining: 6 });
    venue.wait(1);
    const { price = 599_000, size = 10 } = to as { price?: number; size?: number };
    expect(seen(venue, slow, id)).toEqual({ state: STATE_OPEN, price, size, remaining: size - 4 });
    venue.exchange.audit();
    expect(new Exchange(folded).snapshot()).toEqual(venue.exchange.snapshot());
  });

  test("is judged when it arrives: what would be refused then changes nothing", () => {
    const { venue, slow, other } = venueWith([20]);
    const { id } = venue.order(bid(slow));
    venue.wait(20);
    amend(venue, slow, id, { size: 5 });
    sell(venue, other, 6);
    venue.wait(20);
    expect(seen(venue, slow, id)).toEqual({ state: STATE_OPEN, price: 599_000, size: 10, remaining: 4 });
    expect(amend(venue, slow, id, { price: 598_000 }).rejection).toBe(undefined);
    venue.exchange.audit();
  });

  test("is one at a time, and a cancel sent after it follows it", () => {
    const { venue, slow, other } = venueWith([20]);
    const { id } = venue.order(bid(slow));
    venue.wait(20);
    amend(venue, slow, id, { price: 599_100 });
    expect(amend(venue, slow, id, { price: 599_200 }).rejection?.type).toBe("orderNotResting");
    venue.accept({ type: "cancelOrder", account: slow, order: id });
    venue.wait(20);
    expect(eventsOf(sell(venue, other, 4, 599_100).events, "traded")).toMatchObject([{ makerOrder: id }]);
    venue.wait(1);
    expect(seen(venue, slow, id)).toBe(undefined);
    venue.exchange.audit();
  });

  test("an order that ends before it arrives leaves nothing of it", () => {
    const { venue, slow, other } = venueWith([20]);
    const { id } = venue.order(bid(slow));
    venue.wait(20);
    amend(venue, slow, id, { price: 599_100 });
    const sent = () => venue.exchange.rows().get("amendsSent")?.length;
    expect(sent()).toBe(1);
    sell(venue, other, 10);
    expect(sent()).toBe(0);
    venue.wait(30);
    venue.exchange.audit();
  });

  test("outlasts a snapshot, and the profile being taken away", () => {
    const { venue, slow, set } = venueWith([20]);
    const { id } = venue.order(bid(slow));
    venue.wait(20);
    amend(venue, slow, id, { price: 599_100 });
    set([]);
    const restored = new Driver([], undefined, Exchange.restore(venue.exchange.snapshot()));
    restored.time = venue.time;
    for (const each of [venue, restored]) {
      each.wait(20);
      expect(seen(each, slow, id)).toMatchObject({ price: 599_100 });
      each.exchange.audit();
    }
    expect(restored.exchange.snapshot()).toEqual(venue.exchange.snapshot());
  });

  test("comes too late where a mirrored book amended the order, which can be canceled afterwards", () => {
    const { venue, slow } = venueWith([1_000]);
    const shows = (size: number) =>
      venue.accept({
        ...{ type: "mirrorBook", account: slow, contract: 0, proportional: false },
        rows: [{ what: BUY, price: 599_000, size }],
      });
    const { id } = shows(10);
    amend(venue, slow, id, { price: 598_000 });
    shows(20);
    venue.accept({ type: "cancelOrder", account: slow, order: id });
    venue.wait(2_000);
    expect(stateOf(venue, slow, id)).toBe(undefined);
  });

  test("does not end a cancel that a directive has take its time", () => {
    const { venue, slow } = venueWith([1_000]);
    const { id } = venue.order(bid(slow));
    venue.wait(1_000);
    venue.accept({
      ...{ type: "direct", account: slow, contract: -1, order: id },
      ...{ what: DIRECT_FILL_DURING_CANCEL, lots: 4, ms: 9_000 },
    });
    amend(venue, slow, id, { price: 598_000 });
    venue.accept({ type: "cancelOrder", account: slow, order: id });
    venue.wait(8_999);
    expect(stateOf(venue, slow, id)).toBe(STATE_CANCELING);
    venue.wait(1);
    expect(stateOf(venue, slow, id)).toBe(undefined);
  });
});

describe("closePositions", () => {
  /** `slow` is long of 10, `other` bids for 30. */
  function long({ folded, separated = false }: { folded?: State; separated?: boolean } = {}) {
    const bed = venueWith([20], { ...(folded && { folded }) });
    const { venue, slow, other } = bed;
    if (separated) venue.mode(slow, ISOLATED, SEPARATED);
    venue.trade(slow, other, 600_000, 10);
    venue.wait(20);
    venue.order(bid(other, { size: 30 }));
    const close = () =>
      venue.accept({ type: "closePositions", account: slow, contract: 0, position: 0, cancelAttached: true });
    const held = () =>
      venue.ask({ type: "positions", account: slow, contract: 0 })!.reduce((sum, { size }) => sum + size, 0);
    return { ...bed, close, held };
  }

  test("takes as long as any order", () => {
    const folded = new State();
    const { venue, close, held } = long({ folded });
    close();
    venue.wait(19);
    expect(held()).toBe(10);
    venue.exchange.audit();
    venue.wait(1);
    expect(held()).toBe(0);
    venue.exchange.audit();
    expect(new Exchange(folded).snapshot()).toEqual(venue.exchange.snapshot());
  });

  test.each([
    [true, []],
    [false, [STATE_UNTRIGGERED]],
  ])(
    "with cancelAttached %s leaves of what is attached to the position that it ends: %j",
    (cancelAttached, left) => {
      const folded = new State();
      const { venue, slow, held } = long({ folded });
      const stop = attachedStop(venue, slow);
      venue.accept({ type: "closePositions", account: slow, contract: 0, position: 0, cancelAttached });
      venue.wait(19);
      expect(stateOf(venue, slow, stop)).toBe(STATE_UNTRIGGERED);
      venue.wait(1);
      expect(held()).toBe(0);
      expect([stateOf(venue, slow, stop)].filter((state) => state !== undefined)).toEqual(left);
      venue.exchange.audit();
      expect(new Exchange(folded).snapshot()).toEqual(venue.exchange.snapshot());
    },
  );

  test("leaves what is attached to a position that it does not end", () => {
    const { venue, slow, other, held } = long({ separated: true });
    const { position } = venue.ask({ type: "positions", account: slow, contract: 0 })![0]!;
    const stop = attachedStop(venue, slow, position);
    venue.accept({ type: "cancelAll", account: other, contract: 0, which: 3 });
    venue.order(bid(other, { size: 4 }));
    venue.accept({ type: "closePositions", account: slow, contract: 0, position: 0, cancelAttached: true });
    venue.wait(20);
    expect(held()).toBe(6);
    expect(stateOf(venue, slow, stop)).toBe(STATE_UNTRIGGERED);
    venue.exchange.audit();
  });

  test("makes room among resting closes when it is sent, and a second one changes nothing", () => {
    const { venue, slow, close, held } = long();
    const resting = venue.order({ account: slow, action: CLOSE_LONG, price: 605_000, size: 4 }).id;
    venue.wait(20);
    const { id, events } = close();
    expect(eventsOf(events, "orderEnded")).toMatchObject([{ order: resting }]);
    venue.exchange.audit();
    venue.wait(10);
    expect(eventsOf(close().events, "orderPlaced")).toEqual([]);
    expect(stateOf(venue, slow, id)).toBe(STATE_PENDING);
    venue.wait(10);
    expect(held()).toBe(0);
    venue.exchange.audit();
  });
});

test("what one command cancels arrives together: one message", () => {
  const { venue, slow } = venueWith([5, 10, 20, 40]);
  for (let i = 0; i < 10; i++) venue.order(bid(slow, { price: 599_000 - i }));
  venue.wait(100);
  const { events } = venue.accept({ type: "cancelAll", account: slow, contract: 0, which: 3 });
  expect(eventsOf(events, "messageSent")).toHaveLength(1);
  expect(new Set(eventsOf(events, "orderCanceling").map(({ dueTime }) => dueTime)).size).toBe(1);
});

test("the same seed draws the same delays whoever else trades; another seed draws others", () => {
  const delays = (seed: number, crowd: number) => {
    const { venue, slow, other } = venueWith([3, 50, 7, 110, 13, 17], { seed });
    return Array.from({ length: 20 }, (_, i) => {
      for (let k = 0; k < crowd; k++) venue.order(bid(other, { price: 598_000 - 100 * i - k }));
      const { events } = venue.order(bid(slow, { price: 599_000 - i }));
      const took = eventsOf(events, "messageSent")[0]!.dueTime - venue.time;
      venue.wait(1_000);
      return took;
    });
  };
  const one = delays(1, 0);
  expect(new Set(one).size).toBeGreaterThan(4);
  expect(delays(1, 3)).toEqual(one);
  expect(delays(2, 0)).not.toEqual(one);
});

test("a snapshot taken under way goes on as the state it was taken of, and so does what is folded from events", () => {
  const folded = new State();
  const { venue, slow } = venueWith([5, 30, 60], { folded });
  const { id } = venue.order(bid(slow));
  venue.order(bid(slow, { price: 599_100 }));
  venue.accept({ type: "cancelOrder", account: slow, order: id });
  expect(new Exchange(folded).snapshot()).toEqual(venue.exchange.snapshot());
  const others = [Exchange.restore(venue.exchange.snapshot()), Exchange.fromRows(venue.exchange.rows())].map(
    (exchange) => {
      const other = new Driver([], undefined, exchange);
      other.time = venue.time;
      return other;
    },
  );
  for (const each of [venue, ...others]) {
    each.wait(20);
    each.order(bid(slow, { price: 599_200 }));
    each.wait(200);
  }
  for (const other of others) expect(other.exchange.snapshot()).toEqual(venue.exchange.snapshot());
  expect(new Exchange(folded).snapshot()).toEqual(venue.exchange.snapshot());
});

test("taken away, messages are at once; what is under way arrives as it would have", () => {
  const { venue, slow, set } = venueWith([20]);
  const { id } = venue.order(bid(slow));
  set([]);
  expect(stateOf(venue, slow, venue.order(bid(slow, { price: 599_100 })).id)).toBe(STATE_OPEN);
  expect(stateOf(venue, slow, id)).toBe(STATE_PENDING);
  expect(venue.ask({ type: "latency", account: slow })).toBe(undefined);
  venue.wait(20);
  expect(stateOf(venue, slow, id)).toBe(STATE_OPEN);
});

test("pushes say how long they are on their way, a function of their command", () => {
  const { venue, slow, set } = venueWith([]);
  const push = [4, 8, 15].map((ms) => ({ way: LATENCY_TO_PUSH, ms }));
  set([], push);
  const delays = [1, 2].map(() => {
    const other = Exchange.restore(venue.exchange.snapshot());
    const driver = new Driver([], undefined, other);
    driver.time = venue.time;
    other.observe(slow, true);
    return Array.from({ length: 20 }, (_, i) => {
      driver.order(bid(slow, { price: 599_000 - i }));
      return other.takeUpdates().map(({ pushDelayMs }) => pushDelayMs);
    }).flat();
  });
  expect(new Set(delays[0])).toEqual(new Set([4, 8, 15]));
  expect(delays[1]).toEqual(delays[0]);
});

test.each([
  [{ samples: [{ way: 2, ms: 5 }] }, "invalidValue"],
  [{ samples: [{ way: 0, ms: 0 }] }, "invalidValue"],
  [{ samples: [{ way: 0, ms: 60_001 }] }, "invalidValue"],
  [{ samples: [{ way: 0, ms: 1.5 }] }, "invalidValue"],
  [{ seedB: 2 ** 31 }, "invalidValue"],
  [{ account: 1 }, "unknownAccount"],
  [{ account: 99 }, "unknownAccount"],
  [{ samples: Array.from({ length: 2_001 }, () => ({ way: 0, ms: 5 })) }, "venueFull"],
])("%j is refused", (change, type) => {
  const { venue, slow } = venueWith([]);
  expect(venue.refuse({ type: "setLatency", account: slow, ...SEED, samples: [], ...change })).toMatchObject({
    type,
  });
});
