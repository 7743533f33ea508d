import type { Action, Leg, TapeCommand } from "./tape.ts";
import { EXTERNAL, INSURANCE } from "./tape.ts";
import type { Step } from "./tapes.ts";
import { atFullLeverage, contracts, setLeverage } from "./tapes.ts";

/**
 * Three ways in which colluders were paid by the insurance fund at an index of 60 000 that never moved, on a
 * book that nobody else quotes, with everything as by default. Each was met on a venue; prices in ticks of
 * 0.1, sizes in lots of 0.0001.
 */

/**
 * Who quotes; who trades; whose isolated positions the fund gets; who buys and sells what he closes badly.
 */
const [WALKER, TRADER, MULE, FRIEND] = [4, 5, 6, 7];
export const COLLUDERS = [WALKER, TRADER, MULE, FRIEND];

const UNIT = 100_000_000n;
/** What each of them begins with, and the fund. */
export const STAKE = 20_000n * UNIT;
export const FUND = 1_000_000n * UNIT;
const LOTS = 8_250;
const LEVERAGE_MAX = 20_000;
const [LOW, INDEX, HIGH] = [597_000, 600_000, 603_000];

/**
 * The mark is walked within its bound; an isolated position is opened at it, and its own bad close takes it
 * into breach: three times four.
 */
export function* badCloses(): Generator<Step> {
  yield* opening();
  for (let cycle = 0; cycle < 3; cycle++) {
    for (const [at, edge, own] of [
      [LOW, 605_954, "short"],
      [HIGH, 593_956, "long"],
    ] as const) {
      yield* quoted(at);
      yield after(31_000);
      yield* canceled(WALKER);
      for (let n = 0; n < 4; n++) {
        yield* met(at, own, own === "long");
        yield* closedBadly(own, LOTS, edge, FRIEND, own === "short" ? "open short" : "close short");
      }
    }
  }
}

/** The fund is handed a short, and pays the funding that one resting ask makes: for two days. */
export function* oneAsk(): Generator<Step> {
  yield* opening();
  yield order(MULE, "open short", 8_000, INDEX);
  yield order(TRADER, "open long", 8_000, INDEX);
  yield* closedBadly("short", 8_000, 609_000, FRIEND, "open short");
  yield order(FRIEND, "open short", 7_000, 591_000);
  for (let period = 0; period < 6; period++) yield { wait: -1, command: { type: "time" } };
}

/**
 * An isolated position is opened, healthy at the mark and bankrupt beyond the index, and the mark slips:
 * three times three.
 */
export function* openings(): Generator<Step> {
  yield* opening();
  for (let cycle = 0; cycle < 3; cycle++) {
    for (const [at, price, slipped, own] of [
      [HIGH, 603_560, 602_700, "long"],
      [LOW, 596_440, 597_300, "short"],
    ] as const) {
      for (let n = 0; n < 3; n++) {
        yield* quoted(at);
        yield after(31_000);
        yield* canceled(WALKER);
        yield* met(price, own, own === "short");
        // Too far apart for the ladder to meet them.
        yield* quoted(slipped, 2_700);
        yield after(31_000);
      }
    }
  }
}

function* opening(): Generator<Step> {
  const { specification } = contracts[0]!;
  yield now({ type: "list", specification: atFullLeverage({ ...specification, openOrdersMax: 200 }) });
  for (const id of COLLUDERS) {
    yield now({ type: "account", name: `user ${id}` });
    yield now({ type: "move", movement: "deposit", from: EXTERNAL, to: id, amount: STAKE });
  }
  yield now({ type: "move", movement: "deposit", from: EXTERNAL, to: INSURANCE, amount: FUND });
  yield now({ type: "mode", account: MULE, contract: 0, marginMode: "isolated", separatedMode: "combined" });
  yield now(setLeverage(MULE, "isolated", LEVERAGE_MAX, 0));
  yield now({ type: "index", prices: [{ contract: 0, points: INDEX * 100 }] });
}

/** The mule opens; the trader takes the other side, or closes what he has of it. */
function* met(price: number, own: Leg, closes: boolean): Generator<Step> {
  yield order(MULE, `open ${own}`, LOTS, price);
  yield order(TRADER, closes ? `close ${own}` : `open ${other(own)}`, LOTS, price);
  yield* canceled(MULE);
  yield* canceled(TRADER);
}

/** The mule closes at the edge of the band, into another's order. */
function* closedBadly(own: Leg, lots: number, price: number, whose: number, action: Action): Generator<Step> {
  yield order(whose, action, lots, price);
  yield order(MULE, `close ${own}`, lots, price);
  yield* canceled(whose);
  yield* canceled(MULE);
}

function* quoted(price: number, away = 1): Generator<Step> {
  yield* canceled(WALKER);
  yield order(WALKER, "open long", 6_800, price - away);
  yield order(WALKER, "open short", 6_800, price + away);
}

function* canceled(account: number): Generator<Step> {
  yield now({ type: "cancel all", account, contract: 0, which: "all" });
}

function order(account: number, action: Action, size: number, price: number): Step {
  return now({ type: "place", account, contract: 0, action, size, price, capped: true });
}

function now(command: TapeCommand): Step {
  return { wait: 0, command };
}

function after(wait: number): Step {
  return { wait, command: { type: "time" } };
}

function other(own: Leg): Leg {
  return own === "long" ? "short" : "long";
}
