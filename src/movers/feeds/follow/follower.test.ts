import { expect, onTestFinished, test } from "vitest";
import { btc, eth } from "../../../../test/core/contracts.ts";
import type { OrderOf } from "../../../../test/core/driver.ts";
import { Driver } from "../../../../test/core/driver.ts";
import type { Command, Query } from "../../../kernel/core/index.ts";
import {
  ACCOUNT_HOUSE,
  CONTRACT_HALTED,
  CONTRACT_TRADING,
  OPEN_LONG,
  POST_ONLY,
  RecordView,
  SELL,
  STP_NONE,
} from "../../../kernel/core/index.ts";
import type { EnginePort, FrameListener } from "../../../kernel/engine/index.ts";
import { EngineBusyError } from "../../../kernel/engine/index.ts";
import { ParticipantError } from "../../participants/index.ts";
import { FOLLOW_BEAT_MS, Follower } from "./follower.ts";
import type { SourceMessage } from "./marketSource.ts";

/** What a follower makes of a source's messages, beat by beat. */

const BID = 600_000;
const book = (lots: number, sourceTime: number, bid = BID): SourceMessage => ({
  ...{ type: "book", contract: 0, sourceTime },
  bids: [{ price: bid, lots }],
  asks: [{ price: bid + 10, lots: 1_000 }],
});

/** A venue that follows, and what the source says in the next beat. */
async function following(venue = new Driver([btc, eth])) {
  const client = venue.user("client", 1_000_000);
  venue.index(60_000_000);
  const next: SourceMessage[] = [];
  let isBusy = false;
  let tell: FrameListener = () => undefined;
  const execute = async (command: Command) => {
    const done = venue.execute(command);
    return { ...done, events: new RecordView(venue.exchange.events.slice()) };
  };
  const engine = {
    submit: execute,
    submitAll: async (commands: readonly Command[]) => {
      if (isBusy) throw new EngineBusyError("full");
      return Promise.all(commands.map(execute));
    },
    query: async (query: Query) => venue.ask(query),
    subscribe: (listener: FrameListener) => {
      tell = listener;
      return () => {};
    },
    now: () => venue.time,
  } as unknown as EnginePort;
  const source = {
    ...{ name: "script", contracts: [0, 1], close: async () => undefined },
    play: async (_: number, say: (message: SourceMessage) => void) => next.splice(0).forEach(say),
  };
  const follower = await Follower.start({ engine, source, accountName: "house-mirror-script" });
  onTestFinished(() => follower.close());
  return {
    venue,
    beat: (time: number, ...messages: readonly SourceMessage[]) => {
      next.push(...messages);
      return follower.beat(time);
    },
    busy: (on: boolean) => {
      isBusy = on;
    },
    /** What somebody else does, which the follower hears of. */
    hear: (command: Command) => {
      venue.accept(command);
      const { exchange, time } = venue;
      tell({ firstSeq: exchange.seq, count: 1, time, events: exchange.events.slice() }, new Uint8Array(0));
    },
    quotes: () => venue.ask({ type: "orders", account: follower.account, contract: 0, which: "resting" }),
    rest: (order: Pick<OrderOf, "price" | "size">) =>
      venue.order({ account: client, action: OPEN_LONG, timeInForce: POST_ONLY, ...order }).id,
    bids: () => venue.ask({ type: "depth", contract: 0, limit: 5 })!.bids,
    index: () => venue.ask({ type: "contracts" })[0]!.index,
    isHeld: () => venue.ask({ type: "contracts" })[0]!.held,
    left: (order: number) =>
      venue.ask({ type: "order", account: client, order, clientId: "" })?.remaining ?? 0,
  };
}

test("a name that a client took is not used", async () => {
  const venue = new Driver([btc, eth]);
  const account = venue.user("house-mirror-script", 1);
  await expect(following(venue)).rejects.toThrow(
    new ParticipantError(
      `the name house-mirror-script belongs to account ${account}, which is not the house's`,
    ),
  );
});

test("after a hold-up the beats that make up for it do not end what waits for a trade", async () => {
  const { venue, beat, rest, left, bids } = await following();
  const start = venue.time;
  await beat(start, book(10, 1));
  const order = rest({ price: BID, size: 5 });
  await beat(start, book(7, 2));
  venue.time = start + 3_000;
  await beat(start + FOLLOW_BEAT_MS, { type: "late", contract: 0, ms: 2_900 });
  expect(bids()).toEqual([{ price: BID, size: 15 }]);
  await beat(start + 2 * FOLLOW_BEAT_MS, book(4, 4));
  for (let i = 3; i < 12; i++) await beat(start + i * FOLLOW_BEAT_MS);
  expect(bids()).toEqual([{ price: BID, size: 15 }]);
  const trade = { takerSide: SELL, price: BID, lots: 6, sourceTime: 3 };
  await beat(start + 3_000, { type: "trade", contract: 0, trade });
  expect(left(order)).toBe(5);
  expect(bids()).toEqual([{ price: BID, size: 9 }]);
});

test("a house account that was opened right before the venue ended is set up", async () => {
  const venue = new Driver([btc, eth]);
  const opened = { type: "openAccount", kind: ACCOUNT_HOUSE, name: "house-mirror-script" } as const;
  const account = venue.accept(opened).id;
  await following(venue);
  const { fee, selfTradePrevention, holdings } = venue.ask({ type: "account", account })!;
  expect({ ...fee, selfTradePrevention }).toMatchObject({
    ...{ feeSet: true, takerRate: 0, makerRate: 0 },
    selfTradePrevention: STP_NONE,
  });
  expect(holdings).toHaveLength(2);
});

test("levels that went while the venue's queue was full go with the next beat", async () => {
  const { venue, beat, busy, bids } = await following();
  const start = venue.time;
  await beat(start, book(10, 1));
  busy(true);
  await beat(start + FOLLOW_BEAT_MS, book(10, 2, BID - 100));
  await beat(start + 2 * FOLLOW_BEAT_MS);
  busy(false);
  for (let i = 3; i < 6; i++) await beat(start + i * FOLLOW_BEAT_MS);
  expect(bids()).toEqual([{ price: BID - 100, size: 10 }]);
});

test("after a halt, which cancels every order, the whole book stands again", async () => {
  const { venue, beat, bids, hear } = await following();
  const turn = (status: number) => hear({ type: "setContractStatus", contract: 0, status });
  const start = venue.time;
  const beats = async (from: number, to: number) => {
    for (let i = from; i < to; i++) await beat(start + i * FOLLOW_BEAT_MS);
  };
  await beat(start, book(10, 1));
  turn(CONTRACT_HALTED);
  await beats(1, 9);
  expect(bids()).toEqual([]);
  turn(CONTRACT_TRADING);
  await beats(9, 10);
  expect(bids()).toEqual([{ price: BID, size: 10 }]);
  turn(CONTRACT_HALTED);
  turn(CONTRACT_TRADING);
  await beats(10, 11);
  expect(bids()).toEqual([{ price: BID, size: 10 }]);
});

test("an order of the mirror that an operator cancels stands again with the next beat", async () => {
  const { venue, beat, bids, hear, quotes } = await following();
  const start = venue.time;
  await beat(start, book(10, 1));
  for (const { order } of quotes()) hear({ type: "adminCancel", order });
  expect(quotes()).toEqual([]);
  await beat(start + FOLLOW_BEAT_MS);
  expect(bids()).toEqual([{ price: BID, size: 10 }]);
  expect(quotes()).toHaveLength(2);
});

test.each([
  { type: "mark", contract: 1, points: 1e300 },
  { type: "index", contract: 1, points: 1 },
] as const)("what the venue refuses of one contract is not lost of the others: $type", async (refused) => {
  const { venue, beat, isHeld, index } = await following();
  const moved: SourceMessage = { type: "index", contract: 0, points: 61_000_000 };
  await beat(venue.time, book(10, 1), moved, { ...book(10, 1), contract: 1 } as SourceMessage, refused);
  expect(isHeld()).toBe(false);
  expect(index()).toBe(61_000_000);
});

test("a book that is crossed ends no hold: nothing of it stands", async () => {
  const { venue, beat, bids, isHeld } = await following();
  const start = venue.time;
  const crossed = [{ price: BID, lots: 1_000 }];
  await beat(start, { ...book(10, 1), asks: crossed } as SourceMessage);
  expect(bids()).toEqual([]);
  expect(isHeld()).toBe(true);
  await beat(start + FOLLOW_BEAT_MS, book(10, 2));
  expect(isHeld()).toBe(false);
});
