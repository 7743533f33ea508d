import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import { Exchange } from "../core/exchange/exchange.ts";
import type { Answer, Command, ContractView, Query } from "../core/index.ts";
import {
  ACCOUNT_HOUSE,
  ACCOUNT_USER,
  BUY,
  CLOSE_LONG,
  commandBytes,
  EXTERNAL_ACCOUNT,
  GTC,
  MIRROR_BOUGHT,
  MOVE_DEPOSIT,
  MOVE_WITHDRAW,
  OPEN_LONG,
  OPEN_SHORT,
  RecordView,
  SELL,
  sideOf,
} from "../core/index.ts";
import type { EnginePort, Outcome } from "../engine/index.ts";
import { defaultContracts, pointsOf } from "../feeds/contracts.ts";
import { ParticipantError } from "./account.ts";
import { Draws } from "./draws.ts";
import { HOUSE_BEAT_MS, startParticipants } from "./house.ts";
import { liquidityOf, unitsOf } from "./liquidity.ts";
import { iocOrder, ladderOf, replaceQuotes } from "./maker.ts";

const T0 = Date.UTC(2026, 0, 1);
const OPTIONS = { seed: 7, makers: 1, takers: 2, depth: 1, flow: 1 };
const COINS = ["BTC", "XRP"];
const UNIT = 100_000_000n;

/** The exchange behind the engine's port, without a journal: a frame a submission. */
class BareVenue implements EnginePort {
  readonly exchange = new Exchange();
  /** Every command with the time it came at, and what was refused of them. */
  readonly log: { readonly time: number; readonly command: Command }[] = [];
  readonly refused: unknown[] = [];
  time = T0;
  /** After so many commands it ends. */
  endsAfter = Number.POSITIVE_INFINITY;

  current(): undefined {
    return undefined;
  }

  constructor() {
    for (const [contract, { listing, price }] of defaultContracts
      .filter(({ listing: { baseCoin } }) => COINS.includes(baseCoin))
      .entries()) {
      this.run([listing]);
      this.setIndex(contract, pointsOf(price, listing));
    }
    this.log.length = 0;
  }

  run(commands: readonly Command[]): readonly Outcome[] {
    const { exchange } = this;
    exchange.beginFrame(exchange.seq + 1, Math.max(this.time, exchange.time));
    return commands.map((command) => {
      if (this.log.length === this.endsAfter) throw new Error("ended");
      this.log.push({ time: this.time, command });
      exchange.execute(new RecordView(commandBytes(command)), 0);
      const rejection = exchange.outcomeRejection;
      if (rejection !== undefined) this.refused.push({ command, rejection });
      const events = new RecordView(exchange.events.slice(exchange.eventsFrom));
      return { seq: exchange.seq, time: this.time, id: exchange.outcomeId, rejection, events };
    });
  }

  async submit(command: Command): Promise<Outcome> {
    return this.run([command])[0]!;
  }
  async submitAll(commands: readonly Command[]): Promise<readonly Outcome[]> {
    return this.run(commands);
  }
  async query<Q extends Query>(query: Q): Promise<Answer<Q>> {
    return this.exchange.answer(query);
  }
  subscribe(): () => void {
    return () => {};
  }
  watch(): () => void {
    return () => {};
  }
  get headSeq(): number {
    return this.durableSeq;
  }
  get durableSeq(): number {
    return this.exchange.seq;
  }
  now(): number {
    return this.time;
  }

  setIndex(contract: number, points: number): void {
    this.run([{ type: "setIndex", prices: [{ contract, points }] }]);
  }
  view(contract: number): ContractView {
    return this.exchange.answer({ type: "contracts" })[contract]!;
  }
  /** Lots on a side of the book. */
  depth(contract: number, side: number): number {
    const depth = this.exchange.answer({ type: "depth", contract, limit: 100 })!;
    return (side === BUY ? depth.bids : depth.asks).reduce((sum, { size }) => sum + size, 0);
  }
  /** An account of a client with a hundred million. */
  client(name = "client"): number {
    const account = this.run([{ type: "openAccount", kind: ACCOUNT_USER, name }])[0]!.id;
    const amount = 100_000_000n * UNIT;
    this.run([{ type: "moveMoney", movement: MOVE_DEPOSIT, from: EXTERNAL_ACCOUNT, to: account, amount }]);
    return account;
  }
  commands(type: Command["type"]): readonly Command[] {
    return this.log.map(({ command }) => command).filter((command) => command.type === type);
  }
}

let venue: BareVenue;
beforeEach(() => {
  venue = new BareVenue();
});

/** Moves every index a little, the same way every time. */
function move(beat: number): void {
  const prices = [0, 1].map((contract) => {
    const step = new Draws(1, 2, contract, beat).signed() * 0.000_3;
    return { contract, points: Math.round(venue.view(contract).index * (1 + step)) };
  });
  venue.run([{ type: "setIndex", prices }]);
}

async function play(beats: number, each?: (beat: number) => void, seed = OPTIONS.seed): Promise<void> {
  const house = await startParticipants({ ...OPTIONS, seed, engine: venue });
  for (let beat = 0; beat < beats; beat++) {
    venue.time = T0 + beat * HOUSE_BEAT_MS;
    move(beat);
    await house.beat(venue.time);
    each?.(beat);
  }
}

describe("over two thousand beats", () => {
  test("both sides stand, quotes are on the grid and inside the band, inventories are bounded", async () => {
    const most = [0, 0, 0];
    let checked = 0;
    await play(2_000, () => {
      const views = venue.exchange.answer({ type: "contracts" });
      for (const { bestBid, bestAsk } of views) expect(bestBid > 0 && bestAsk > bestBid).toBe(true);
      for (; checked < venue.log.length; checked++) {
        const { command } = venue.log[checked]!;
        if (command.type === "mirrorBook") {
          const { buyMax, sellMin } = views[command.contract]!;
          for (const { what, price, size } of command.rows)
            expect(
              size >= 1 && (what === MIRROR_BOUGHT ? price <= buyMax * 1.001 : price >= sellMin * 0.999),
            ).toBe(true);
        }
        if (command.type !== "replaceQuotes") continue;
        const { buyMax, sellMin, orderLotsMax } = views[command.contract]!;
        for (const { action, price, size } of command.quotes) {
          expect(Number.isSafeInteger(price) && price >= 1 && size >= 1 && size <= orderLotsMax).toBe(true);
          expect(sideOf(action) === BUY ? price <= buyMax : price >= sellMin).toBe(true);
        }
      }
      for (const account of [4, 5, 6]) {
        for (const { contract, size } of venue.exchange.answer({
          type: "positions",
          account,
          contract: undefined,
        })) {
          const view = views[contract]!;
          const trades = unitsOf(size, view.index / 100, view) / liquidityOf(view, 1, 1).tradeUnits;
          most[account - 4] = Math.max(most[account - 4]!, trades);
        }
      }
    });
    expect(venue.refused).toEqual([]);
    expect(venue.commands("mirrorBook").length).toBeGreaterThan(1_000);
    expect(venue.commands("moveMoney").length).toBe(3);
    // Four hundred average trades, and the large one that passes them; the maker holds what the takers do not.
    expect(most[1]).toBeLessThan(550);
    expect(most[2]).toBeLessThan(550);
    expect(most[0]).toBeLessThan(1_100);
    venue.exchange.audit();
  });
});

test("the same seed gives the same commands at the same beats, another seed others", async () => {
  await play(500);
  const first = venue;
  venue = new BareVenue();
  await play(500);
  expect(venue.log).toEqual(first.log);
  expect(first.commands("replaceQuotes").length).toBeGreaterThan(100);
  venue = new BareVenue();
  await play(1, undefined, 8);
  expect(venue.commands("replaceQuotes")[0]).not.toEqual(first.commands("replaceQuotes")[0]);
});

describe("the maker", () => {
  const withMaker = async () => {
    const house = await startParticipants({ ...OPTIONS, takers: 0, engine: venue });
    await house.beat(T0);
    const next = () => {
      venue.time += HOUSE_BEAT_MS;
      return house.beat(venue.time);
    };
    return { house, next };
  };

  test("leaves its quotes alone while the index stands still", async () => {
    const { next } = await withMaker();
    for (let beat = 0; beat < 100; beat++) await next();
    expect(venue.commands("replaceQuotes").length).toBe(COINS.length);
  });

  test("offers millions within a percent", async () => {
    await withMaker();
    expect(unitsOf(venue.depth(0, BUY), 600_000, venue.view(0))).toBeGreaterThan(4_000_000);
    expect(unitsOf(venue.depth(0, SELL), 600_000, venue.view(0))).toBeGreaterThan(4_000_000);
    const book = venue.exchange.answer({ type: "depth", contract: 0, limit: 100 })!;
    expect(book.bids.at(-1)!.price).toBeGreaterThan(600_000 * 0.989);
    expect(book.asks[0]!.price - book.bids[0]!.price).toBeLessThan(600_000 * 0.000_15);
  });

  test("refills a side that clients ate", async () => {
    const { next } = await withMaker();
    const before = venue.depth(0, SELL);
    venue.run([iocOrder(venue.client(), venue.view(0), OPEN_LONG, 0, Math.floor(before / 2))]);
    expect(venue.depth(0, SELL)).toBeLessThan(before * 0.55);
    await next();
    expect(venue.depth(0, SELL)).toBeGreaterThan(before * 0.7);
  });

  test("closes the short that it was left with before it opens a long", async () => {
    const { house, next } = await withMaker();
    const client = venue.client();
    const half = Math.floor(venue.depth(0, SELL) / 2);
    venue.run([iocOrder(client, venue.view(0), OPEN_LONG, 0, half)]);
    await next();
    venue.run([iocOrder(client, venue.view(0), CLOSE_LONG, 0, half)]);
    const account = house.makers[0]!;
    expect(venue.exchange.answer({ type: "positions", account, contract: 0 })).toEqual([]);
  });

  test.each([
    ["bid", OPEN_LONG, 599_000, -0.01],
    ["ask", OPEN_SHORT, 601_000, 0.01],
  ])(
    "takes a client's %s that the price has passed, and quotes both sides at once",
    async (_, action, price, gap) => {
      const { next } = await withMaker();
      const account = venue.client();
      const order = {
        ...iocOrder(account, venue.view(0), action, price, 12_345),
        timeInForce: GTC,
      } as Command;
      venue.run([order]);
      const resting = () => venue.exchange.answer({ type: "orders", account, contract: 0, which: "resting" });
      expect(resting().length).toBe(1);
      venue.setIndex(0, 60_000_000 * (1 + gap));
      await next();
      expect(resting()).toEqual([]);
      const { bestBid, bestAsk } = venue.view(0);
      expect([bestBid, bestAsk].map((best) => Math.abs(best / (600_000 * (1 + gap)) - 1) < 0.001)).toEqual([
        true,
        true,
      ]);
      expect(venue.refused).toEqual([]);
    },
  );

  test("moves its quotes without a trade when none but its own are in the way", async () => {
    const { next } = await withMaker();
    venue.setIndex(0, 57_000_000);
    await next();
    expect(venue.commands("placeOrder")).toEqual([]);
    expect(venue.view(0).bestAsk).toBeLessThan(570_300);
  });

  test("stays out of contracts that do not trade", async () => {
    venue.run([{ type: "setContractStatus", contract: 0, status: 2 }]);
    await withMaker();
    expect(venue.commands("replaceQuotes")).toMatchObject([{ contract: 1 }]);
  });
});

test("accounts are the house's, filled, and refilled below their floor; a restart finds them", async () => {
  const house = await startParticipants({ ...OPTIONS, engine: venue });
  const accounts = () =>
    venue.exchange.answer({ type: "accounts" }).filter(({ kind }) => kind === ACCOUNT_HOUSE);
  expect(accounts().map(({ name }) => name)).toEqual(["house-maker-1", "house-taker-1", "house-taker-2"]);
  const account = house.makers[0]!;
  const equity = () => venue.exchange.answer({ type: "assets", account })!.equity;
  expect(equity()).toBe(50_000_000n * UNIT);
  const amount = 40_000_000n * UNIT;
  venue.run([{ type: "moveMoney", movement: MOVE_WITHDRAW, from: account, to: EXTERNAL_ACCOUNT, amount }]);
  await house.beat(T0);
  expect(equity()).toBe(50_000_000n * UNIT);
  const logged = venue.log.length;
  expect((await startParticipants({ ...OPTIONS, engine: venue })).makers).toEqual([account]);
  expect(venue.log.length).toBe(logged);
});

test.each([[false], [true]])(
  "a start that ended anywhere in its set-up is made whole by the next (inside: %s)",
  async (inside) => {
    const options = { ...OPTIONS, inside, contracts: {} };
    const setUp = () =>
      venue.exchange
        .answer({ type: "accounts" })
        .filter(({ kind }) => kind === ACCOUNT_HOUSE)
        .map(({ account, name }) => {
          const { fee, selfTradePrevention, holdings, entries } = venue.exchange.answer({
            type: "account",
            account,
          })!;
          return {
            name,
            fee,
            selfTradePrevention,
            leverage: holdings.map(({ cross }) => cross),
            money: entries[0]!.amount,
          };
        });
    await startParticipants({ ...options, engine: venue });
    const [whole, commands] = [setUp(), venue.log.length];
    for (let after = 1; after < commands; after += inside ? 17 : 1) {
      venue = new BareVenue();
      venue.endsAfter = after;
      await expect(startParticipants({ ...options, engine: venue })).rejects.toThrow("ended");
      venue.endsAfter = Number.POSITIVE_INFINITY;
      await startParticipants({ ...options, engine: venue });
      expect(setUp()).toEqual(whole);
    }
  },
);

test("a name that a client took is not used", async () => {
  venue.client("house-taker-1");
  await expect(startParticipants({ ...OPTIONS, engine: venue })).rejects.toThrow(ParticipantError);
});

describe("any ladder", () => {
  const view = (points: number): ContractView => {
    venue = new BareVenue();
    venue.setIndex(0, points);
    return venue.view(0);
  };
  const prices = fc.integer({ min: 100, max: 900_000_000 });
  const lots = fc.integer({ min: 0, max: 100_000_000 });

  test("has two sides that do not meet, ascending away from the middle, inside the band", () => {
    fc.assert(
      fc.property(prices, lots, lots, fc.nat(), (points, long, short, beat) => {
        const contract = view(points);
        const { bids, asks } = ladderOf(
          contract,
          { long, short },
          liquidityOf(contract, 1, 1),
          new Draws(7, 1, 0, beat),
        );
        expect(bids.length > 0 && asks.length > 0).toBe(true);
        expect(bids[0]!.price).toBeLessThan(asks[0]!.price);
        for (const [i, bid] of bids.entries()) if (i > 0) expect(bid.price).toBeLessThan(bids[i - 1]!.price);
        for (const [i, ask] of asks.entries())
          if (i > 0) expect(ask.price).toBeGreaterThan(asks[i - 1]!.price);
        expect(bids.at(-1)!.price).toBeGreaterThanOrEqual(1);
        expect(asks[0]!.price).toBeGreaterThanOrEqual(contract.sellMin);
        for (const { size } of [...bids, ...asks]) {
          expect(size >= contract.orderLotsMin && size <= contract.orderLotsMax).toBe(true);
        }
      }),
    );
  });

  test("closes exactly what is there to close, and quotes what the ladder says in all", () => {
    fc.assert(
      fc.property(prices, lots, lots, (points, long, short) => {
        const contract = view(points);
        const ladder = ladderOf(
          contract,
          { long, short },
          liquidityOf(contract, 1, 1),
          new Draws(7, 1, 0, 5),
        );
        const { quotes } = replaceQuotes(4, contract, ladder, { long, short });
        const sum = (actions: readonly number[]) =>
          quotes.filter(({ action }) => actions.includes(action)).reduce((all, { size }) => all + size, 0);
        const bid = ladder.bids.reduce((all, { size }) => all + size, 0);
        const ask = ladder.asks.reduce((all, { size }) => all + size, 0);
        expect([sum([4]), sum([3])]).toEqual([Math.min(short, bid), Math.min(long, ask)]);
        expect([sum([1, 4]), sum([2, 3])]).toEqual([bid, ask]);
      }),
    );
  });

  test("leans against the inventory", () => {
    const contract = view(60_000_000);
    const at = (long: number, short: number) =>
      ladderOf(contract, { long, short }, liquidityOf(contract, 1, 1), new Draws(7, 1, 0, 5));
    const flat = at(0, 0);
    const heavy = at(2_000_000, 0);
    expect(heavy.bids[0]!.price).toBeLessThan(flat.bids[0]!.price);
    expect(heavy.bids[3]!.size).toBeLessThan(flat.bids[3]!.size);
    expect(heavy.asks[3]!.size).toBeGreaterThan(0.99 * flat.asks[3]!.size);
    expect(at(0, 2_000_000).asks[0]!.price).toBeGreaterThan(flat.asks[0]!.price);
  });
});
