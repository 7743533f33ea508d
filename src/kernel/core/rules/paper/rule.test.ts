import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { btc } from "../../../../../test/core/contracts.ts";
import type { Executed } from "../../../../../test/core/driver.ts";
import { Driver, eventsOf, money, placeOrder } from "../../../../../test/core/driver.ts";
import { PaperOracle, paperFillsOf } from "../../../../../test/core/paperOracle.ts";
import {
  CLOSE_LONG,
  CLOSE_SHORT,
  EXTERNAL_ACCOUNT,
  FEE_ACCOUNT,
  FOK,
  GTC,
  INSURANCE_ACCOUNT,
  IOC,
  ISOLATED,
  OPEN_LONG,
  OPEN_SHORT,
  POST_ONLY,
  SELL,
  SHARED,
  sideOf,
} from "../../data/codes.ts";
import type { UncheckedCommand as Command } from "../../data/messages/command.ts";
import { State } from "../../data/state/state.ts";
import { MEETS_POOL } from "../../data/tables/accountRules.ts";
import { Exchange } from "../../exchange/exchange.ts";
import { writeSnapshot } from "../../exchange/snapshot.ts";

const PRICE = 600_000;
const REAL = 3;
const PAPER = 2;
const RICH = 10_000_000;

/** One thing that happens: by a real (0 … 2) or paper (0, 1) trader, around the price, in small sizes. */
type Act =
  | {
      readonly is: "order";
      readonly paper: boolean;
      readonly who: number;
      readonly action: number;
      /** Ticks from the price; undefined at market. */
      readonly offset: number | undefined;
      readonly size: number;
      readonly timeInForce: number;
    }
  | { readonly is: "cancel"; readonly paper: boolean; readonly which: number }
  | { readonly is: "index"; readonly offset: number }
  | { readonly is: "wait"; readonly ms: number }
  | { readonly is: "funding" }
  | { readonly is: "reset"; readonly who: number };

const orders = (actions: readonly number[]) =>
  fc.record({
    is: fc.constant("order" as const),
    paper: fc.boolean(),
    who: fc.nat(2),
    action: fc.constantFrom(...actions),
    offset: fc.option(fc.integer({ min: -4, max: 4 }), { nil: undefined, freq: 12 }),
    size: fc.integer({ min: 1, max: 9 }),
    timeInForce: fc.constantFrom(GTC, GTC, GTC, IOC, FOK, POST_ONLY),
  });
const cancels = fc.record({ is: fc.constant("cancel" as const), paper: fc.boolean(), which: fc.nat(20) });

const calm: fc.Arbitrary<Act[]> = fc.array(
  fc.oneof({ weight: 8, arbitrary: orders([OPEN_LONG, OPEN_SHORT]) }, { weight: 1, arbitrary: cancels }),
  { minLength: 10, maxLength: 60, size: "max" },
);
const wild: fc.Arbitrary<Act[]> = fc.array(
  fc.oneof(
    { weight: 16, arbitrary: orders([OPEN_LONG, OPEN_SHORT, CLOSE_LONG, CLOSE_SHORT]) },
    { weight: 2, arbitrary: cancels },
    {
      weight: 2,
      arbitrary: fc.record({
        is: fc.constant("index" as const),
        offset: fc.integer({ min: -4_000, max: 4_000 }),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({ is: fc.constant("wait" as const), ms: fc.constantFrom(1_000, 60_000) }),
    },
    { weight: 2, arbitrary: fc.record({ is: fc.constant("funding" as const) }) },
    { weight: 1, arbitrary: fc.record({ is: fc.constant("reset" as const), who: fc.nat(1) }) },
  ),
  { minLength: 20, maxLength: 80, size: "max" },
);

/** A venue that acts are played on; without paper, those of paper traders are left out. */
class Stage {
  readonly venue: Driver;
  readonly real: readonly number[];
  readonly owners: readonly number[];
  readonly paper: readonly number[];
  readonly live = { real: [] as number[], paper: [] as number[] };

  /** @param first what the first real trader has, who may lack the margin for what rests */
  constructor({
    funds,
    folded,
    first = RICH,
    onPaper = true,
  }: {
    funds: number;
    folded?: State;
    first?: number;
    onPaper?: boolean;
  }) {
    this.venue = new Driver([btc], folded);
    this.real = Array.from({ length: REAL }, (_, i) => this.venue.user(`real ${i}`, i === 0 ? first : RICH));
    this.owners = Array.from({ length: PAPER }, (_, i) => this.venue.user(`owner ${i}`));
    const open = (account: number) =>
      this.venue.accept({ type: "openPaper", account, amount: money(String(funds)) }).id;
    this.paper = onPaper ? this.owners.map(open) : [];
    this.venue.index(PRICE * 100);
  }

  /** The command of an act, undefined where it has none here. */
  command(act: Act, size = 1): Command | undefined {
    if (act.is === "order") {
      const traders = act.paper ? this.paper : this.real;
      const account = traders[act.who % traders.length];
      if (account === undefined) return undefined;
      const price = act.offset === undefined ? 0 : PRICE + act.offset;
      const timeInForce = price === 0 && act.timeInForce === POST_ONLY ? IOC : act.timeInForce;
      const { action } = act;
      return placeOrder({ account, action, price, size: act.size * size, timeInForce, closeCapped: true });
    }
    if (act.is === "cancel") {
      const live = act.paper ? this.live.paper : this.live.real;
      const order = live[act.which % Math.max(1, live.length)];
      if (order === undefined) return undefined;
      return { type: "adminCancel", order };
    }
    if (act.is === "index")
      return { type: "setIndex", prices: [{ contract: 0, points: PRICE * 100 + act.offset * 1_000 }] };
    if (act.is === "reset") {
      if (this.paper.length === 0) return undefined;
      return { type: "resetPaper", account: this.owners[act.who]!, amount: money("1000") };
    }
    if (act.is === "funding") return { type: "forceFunding", contract: 0, skip: false };
    this.venue.time += act.ms;
    return { type: "advanceTime" };
  }

  play(command: Command): Executed {
    const done = this.venue.execute(command);
    for (const { order, account } of [
      ...eventsOf(done.events, "orderRested"),
      ...eventsOf(done.events, "orderRestedOnPaper"),
    ]) {
      (this.paper.includes(account) ? this.live.paper : this.live.real).push(order);
    }
    for (const { order } of eventsOf(done.events, "orderEnded")) {
      for (const live of [this.live.real, this.live.paper]) {
        const at = live.indexOf(order);
        if (at >= 0) live.splice(at, 1);
      }
    }
    return done;
  }
}

describe("the rule", () => {
  it("is kept: a second telling of it, from the real market's events, comes to the same fills", () => {
    const seen = { takers: 0, makers: 0 };
    fc.assert(
      fc.property(calm, (acts) => {
        const stage = new Stage({ funds: 10_000_000 });
        const oracle = new PaperOracle();
        for (const act of acts) {
          const command = stage.command(act);
          if (command === undefined) continue;
          if (command.type === "adminCancel") oracle.canceled(command.order);
          const { events, id, rejection } = stage.play(command);
          if (rejection !== undefined) continue;
          const expected =
            command.type === "placeOrder" && stage.paper.includes(command.account)
              ? oracle.placed({ ...command, id, price: eventsOf(events, "orderPlaced")[0]!.price })
              : [];
          const isReal = (event: (typeof events)[number]) =>
            !("account" in event && stage.paper.includes(event.account));
          const due = [...expected, ...events.filter(isReal).flatMap((event) => oracle.happened(event))];
          const fills = paperFillsOf(events, stage.venue.exchange.state.funds[MEETS_POOL]);
          expect(fills).toEqual(due);
          seen.takers += fills.filter(({ waits }) => !waits).length;
          seen.makers += fills.filter(({ waits }) => waits).length;
        }
        const waiting = oracle.waiting.map(({ id, lots }) => [id, lots]);
        expect(waiting.sort()).toEqual(
          stage.live.paper
            .map((order) => [order, stage.venue.exchange.state.orders.remaining[slotOf(stage, order)]])
            .sort(),
        );
      }),
      { numRuns: 150 },
    );
    expect(seen.takers).toBeGreaterThan(200);
    expect(seen.makers).toBeGreaterThan(200);
  });

  it("is never kinder: no taker pays less, or gets more, than a real one would have at that instant", () => {
    let compared = 0;
    fc.assert(
      fc.property(calm, (acts) => {
        const stage = new Stage({ funds: 10_000_000 });
        stage.venue.audits = false;
        for (const act of acts) {
          const command = stage.command(act);
          if (command === undefined) continue;
          const isPaper = command.type === "placeOrder" && stage.paper.includes(command.account);
          const twin = isPaper
            ? new Driver([], undefined, Exchange.restore(stage.venue.exchange.snapshot()))
            : undefined;
          const { events } = stage.play(command);
          if (twin === undefined || command.type !== "placeOrder") continue;
          const fills = paperFillsOf(events, stage.venue.exchange.state.funds[MEETS_POOL]);
          if (fills.length === 0) continue;
          twin.time = stage.venue.time;
          const account = twin.user("whale", 1_000_000_000);
          const met = eventsOf(twin.execute({ ...command, account }).events, "traded");
          const real = met.flatMap(({ price, size }) => new Array<number>(size).fill(price));
          const paper = fills.flatMap(({ price, lots }) => new Array<number>(lots).fill(price));
          expect(paper.length).toBeLessThanOrEqual(real.length);
          const sign = sideOf(command.action) === SELL ? -1 : 1;
          const sum = (prices: readonly number[]) => prices.reduce((total, price) => total + price, 0) * sign;
          expect(sum(paper)).toBeGreaterThanOrEqual(sum(real.slice(0, paper.length)));
          compared++;
        }
      }),
      { numRuns: 60 },
    );
    expect(compared).toBeGreaterThan(100);
  });
});

describe("a venue where many trade on paper", () => {
  it("keeps its invariants, folds to the same state, and goes on from a snapshot as if nothing had been", () => {
    let liquidations = 0;
    let funded = 0;
    fc.assert(
      fc.property(wild, fc.nat(79), fc.constantFrom(SHARED, ISOLATED), (acts, cut, mode) => {
        const stage = new Stage({ funds: 1_000, first: 300, folded: new State() });
        stage.venue.leverage(stage.real[0]!, 10_000);
        for (const account of stage.paper) {
          stage.venue.mode(account, mode);
          stage.venue.leverage(account, 10_000, 10_000, mode);
        }
        let other: Driver | undefined;
        for (const [i, act] of acts.entries()) {
          const command = stage.command(act, act.is === "order" && act.paper ? 900 : 300);
          if (i === cut) {
            other = new Driver([], undefined, Exchange.restore(stage.venue.exchange.snapshot()));
          }
          if (command === undefined) continue;
          if (other !== undefined) {
            other.time = stage.venue.time;
            other.execute(command);
          }
          const { events } = stage.play(command);
          const started = eventsOf(events, "liquidationStarted");
          liquidations += started.filter(({ account }) => stage.paper.includes(account)).length;
          funded += eventsOf(events, "fundingSettled").filter(({ account }) =>
            stage.paper.includes(account),
          ).length;
        }
        const snapshot = stage.venue.exchange.snapshot();
        expect(writeSnapshot(stage.venue.folded!)).toEqual(snapshot);
        if (other !== undefined) expect(other.exchange.snapshot()).toEqual(snapshot);
      }),
      { numRuns: 250 },
    );
    expect(liquidations).toBeGreaterThan(10);
    expect(funded).toBeGreaterThan(10);
  });

  it("has the same real market as one where nobody does", () => {
    fc.assert(
      fc.property(wild, (acts) => {
        const [busy, plain] = [true, false].map((onPaper) => {
          const stage = new Stage({ funds: 10_000, onPaper });
          for (const act of acts) {
            if (act.is === "cancel" && act.paper) continue;
            const command = stage.command(act, 300);
            if (command !== undefined) stage.play(command);
          }
          return realMarket(stage);
        });
        expect(busy).toEqual(plain);
      }),
      { numRuns: 60 },
    );
  });
});

/** What of the real market does not depend on ids. */
function realMarket({ venue, real, owners }: Stage) {
  const { book, lastPrice, openInterest, markPoints, fundingRate } = venue.exchange.state.contracts[0]!;
  const levels: (readonly number[])[] = [];
  for (const side of [0, 1])
    book.depth(side, 1_000, (price, lots, count) => levels.push([side, price, lots, count]));
  const accounts = [EXTERNAL_ACCOUNT, FEE_ACCOUNT, INSURANCE_ACCOUNT, ...real, ...owners].map((account) => ({
    entries: venue
      .ask({ type: "account", account })!
      .entries.map(({ amount, counters }) => ({ amount, counters })),
    positions: venue
      .ask({ type: "positions", account, contract: undefined })
      .map(({ leg, size, openValue, cumFunding }) => ({ leg, size, openValue, cumFunding })),
  }));
  return { levels, lastPrice, openInterest, markPoints, fundingRate, accounts };
}

function slotOf({ venue }: Stage, order: number): number {
  return venue.exchange.state.orders.byId.get(order);
}
