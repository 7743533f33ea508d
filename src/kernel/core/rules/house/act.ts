import { BUY, CONTRACT_TRADING } from "../../data/codes.ts";
import type { Contract } from "../../data/contract/contract.ts";
import { shareOf } from "../../data/house/bookShape.ts";
import type { ContractHouse } from "../../data/house/contractHouse.ts";
import type { HouseSeed } from "../../data/house/draws.ts";
import { Draws, hashOf } from "../../data/house/draws.ts";
import type { HouseRule } from "../../data/messages/event.ts";
import { findHolding } from "../../data/state/ofAccount.ts";
import type { State } from "../../data/state/state.ts";
import { bigDivFloor, divFloor } from "../../data/units/divide.ts";
import type { Lots, Points, TimeMs } from "../../data/units/units.ts";
import { NONE, POINTS_PER_TICK, RATE_ONE } from "../../data/units/units.ts";
import type { HouseActed } from "../../events/houseEvents.ts";
import { houseActed } from "../../events/houseEvents.ts";
import { collectTriggers } from "../order/triggers.ts";
import { syncQuotes } from "./quotes.ts";
import type { Act } from "./takers.ts";
import { trade } from "./takers.ts";
import { CALM, lotsOf, WantedQuotes } from "./wantedQuotes.ts";

/*
 * The house acts inside the state machine. An act falls due at a time of its own, like a settlement, and is
 * stamped with that time. What it does depends only on the state, on the number of acts before it and on the
 * seed: neither how often the clock is read nor how market time is cut into frames changes it.
 */

/** Acts later than this are skipped: the venue was down. */
const HOUSE_LATE_MAX_MS = 60_000;

/**
 * The middle wobbles by a quarter of the index's usual move in a second: centre / 1e3 · calmRate / this, in
 * two steps so that products stay safe integers (1e3 · this = 4 · 1e8).
 */
const WOBBLE = 400_000;
/** Bounds of how much wider the wobble is in loud times, in thousandths. */
const WOBBLE_LEAST = 500;
const WOBBLE_MOST = 2_500;
/**
 * All quotes are compared with the wanted ones once in `WHOLE_ACTS` acts, and whenever the middle has moved
 * by `WHOLE_FRONTS` times the width of the front; otherwise only those of the front, nearest the touch.
 */
const WHOLE_ACTS = 64;
const WHOLE_FRONTS = 2;
/** The latest index move is one part in `HEAT_PARTS` of the heat's average. */
const HEAT_PARTS = 10;
/** Bounds of the heat of an act, in sixteenths of the usual heat. */
const HEAT_LEAST = 5;
const HEAT_MOST = 10 * CALM;
/** After this time more than half of what trades did to the price has gone. */
const RECOVERY_MS = 30_000;
/**
 * Of the distance by which a trade moved the touch, one part in `KEPT_PARTS` stays in the price for a while.
 */
const KEPT_PARTS = 4;
/**
 * A trade moves the middle by the index's usual move in a second, times the usual time between trades in ms,
 * over this.
 */
const IMPACT = 4_500;
/**
 * A full inventory of the makers moves the middle by `INVENTORY_RATE` (1e-8); it is full at `INVENTORY_SIDES`
 * times the depth near on one side.
 */
const INVENTORY_RATE = 30_000;
const INVENTORY_SIDES = 4;
/** The middle stays within this rate (1e-8) of {@link aimOf}: the index plus the lean. */
const STRAY_RATE = 150_000;
/**
 * The lean is by how much a contract trades above its index, or below it. It is a sum of three noises: how
 * long each takes from one random value to the next, and its parts in ten.
 */
const LEANS = [
  { ms: 131_072_000, parts: 6 },
  { ms: 32_768_000, parts: 3 },
  { ms: 8_192_000, parts: 1 },
] as const;
/** The mean of the lean, in 1e-8: contracts trade a little above their index. */
const LEAN_RATE = 20_000;
const LEAN_ONE = 1_000;
/** Up to this many points, the product with a whole rate is a safe integer. */
const POINTS_SAFE = 90_000_000;
/**
 * After a trade, quotes are compared again after `REACTION_LEAST_MS` plus a random part of
 * `REACTION_SPREAD_MS`.
 */
const REACTION_LEAST_MS = 5;
const REACTION_SPREAD_MS = 115;
/** Within a cluster, trades follow each other after 2^2 to 2^8 ms on average. */
const CLUSTER_POWER = 2;
const CLUSTER_POWERS = 7;

/**
 * How busy trading is, in thousandths of the usual: while the index stands still, what the heat adds (at its
 * usual value) and what its square adds, and the most of all three together.
 */
const TRADE_CALM = 200;
const TRADE_WARM = 500;
const TRADE_HEAT = 200;
const ACTIVITY_MOST = 6_000;
/** The greatest heat that counts for trading, in thousandths of the usual. */
const WARMTH_MOST = 10_000;
/**
 * Clusters of trades follow each other after this time on average at most: hardly a minute goes by without
 * one.
 */
const GAP_MOST_MS = 8_000;
/** Times are louder or calmer by a product of factors; each is drawn anew after one of these times, ms. */
const MOODS_MS = [60_000, 240_000, 960_000, 3_840_000, 15_360_000] as const;
const MOOD_SWING = 550;
/**
 * Where noises of the time draw ({@link hashOf}), each in a lane of its own, below these: no draw of an act
 * has a lane below zero.
 */
const LEAN_LANE = -1_000;
const MOOD_LANE = -2_000;

/** When the house acts next; Infinity where no contract has one. */
export function houseDue(s: State): TimeMs {
  return s.house.due;
}

/** Runs one act: the earliest that is due, and of several due at once that of the first contract. */
export function actHouse(s: State): void {
  const next = s.house.first();
  if (next === undefined) return;
  const contract = s.contracts[next.rule.contract]!;
  const draws = new Draws().of(next.seed, next.acts);
  const done = progressOf(next);
  done.acts++;
  const heat = inSixteenths(next.rule, next.heat);
  const act = { house: next, contract, heat, draws };
  const trades = next.tradeDue <= s.time;
  if (trades) done.tradeDue = s.time + tradeGap(s, next, draws);
  else done.quoteDue = s.time + gapOf(next.rule.quoteMs, draws, heat);
  if (isOpen(contract) && next.index > 0) {
    if (trades) actByTrade(s, act, done);
    else actByLook(s, act, done);
    collectTriggers(s, contract);
  }
  houseActed(s, done);
}

/**
 * Moves the quotes of every contract whose index has moved, within the same command: before anybody's next
 * command, and before the orders that the price triggers.
 */
export function followIndexes(s: State): void {
  if (!s.house.indexesMoved) return;
  s.house.indexesMoved = false;
  for (const house of s.house.all) {
    const contract = s.contracts[house.rule.contract]!;
    if (contract.indexPoints === house.index || !isOpen(contract)) continue;
    follow(s, house, contract);
  }
}

/** Skips the acts that fell due while the venue was down: the house acts again from now on. */
export function skipLate(s: State, time: TimeMs): void {
  if (time - s.house.due <= HOUSE_LATE_MAX_MS) return;
  for (const house of s.house.all) {
    if (time - house.due <= HOUSE_LATE_MAX_MS) continue;
    houseActed(s, { ...progressOf(house), quoteDue: time, tradeDue: time });
  }
}

/** An act in which the house trades, and the middle of its quotes follows the trade. */
function actByTrade(s: State, act: Act, done: Mutable<HouseActed>): void {
  const { house, draws } = act;
  const taken = trade(s, act);
  done.runSide = taken.runSide;
  done.runLeft = taken.runLeft;
  const kept = divFloor(taken.points, KEPT_PARTS) + impactOf(house);
  const aim = aimOf(s, house, house.index);
  done.centre = near(house.index, aim, house.centre + (taken.side === BUY ? kept : -kept));
  const reaction = s.time + REACTION_LEAST_MS + draws.below(REACTION_SPREAD_MS);
  done.quoteDue = Math.max(s.time + 1, Math.min(house.quoteDue, reaction));
}

/**
 * How far a trade moves the middle even if it leaves the touch where it is: farther where trades are rare.
 */
function impactOf({ centre, rule }: ContractHouse): Points {
  return divFloor(
    divFloor(divFloor(centre, 1_000) * rule.calmRate, 100_000) * Math.min(1_000, rule.tradeMs),
    IMPACT,
  );
}

/** An act in which the middle of the quotes wobbles, and quotes are brought to where it wants them. */
function actByLook(s: State, act: Act, done: Mutable<HouseActed>): void {
  const { house, contract, heat, draws } = act;
  const { rule, centre } = house;
  const aim = aimOf(s, house, house.index);
  const target = aim - skewOf(s, house, contract);
  const pulled = towardsZero((target - centre) * Math.min(rule.quoteMs, RECOVERY_MS), RECOVERY_MS);
  const usual = divFloor(divFloor(centre, 1_000) * rule.calmRate, WOBBLE);
  const wobble = divFloor(
    usual * Math.max(WOBBLE_LEAST, Math.min(WOBBLE_MOST, moodOf(house.seed, s.time))),
    1_000,
  );
  const noise = wobble === 0 ? 0 : draws.below(Math.min(1_000_000, 2 * wobble + 1)) - wobble;
  done.centre = near(house.index, aim, centre + pulled + noise);
  const wanted = new WantedQuotes(contract, rule, house.shape, done.centre, heat);
  const isWhole = house.acts % WHOLE_ACTS === 0 || hasLeftStretch(wanted, centre, done.centre);
  syncQuotes(s, { ...act, wanted, isWhole, changesOne: true });
}

/** An act in which the quotes follow an index that has moved. */
function follow(s: State, house: ContractHouse, contract: Contract): void {
  const { index, rule } = house;
  const draws = new Draws().of(house.seed, house.acts);
  const done = progressOf(house);
  done.acts++;
  done.index = contract.indexPoints;
  const aim = aimOf(s, house, contract.indexPoints);
  if (index === 0) {
    done.centre = aim;
  } else {
    const moved = Math.min(index, Math.abs(contract.indexPoints - index));
    const rate = rateOf(moved, index);
    done.heat = house.heat + towardsZero(rate - house.heat, HEAT_PARTS);
    const signed = contract.indexPoints > index ? rate : -rate;
    done.drift = house.drift + towardsZero(signed - house.drift, HEAT_PARTS);
    done.centre = Math.max(POINTS_PER_TICK, house.centre + contract.indexPoints - index);
  }
  done.centre = near(done.index, aim, done.centre);
  const heat = inSixteenths(rule, done.heat);
  const wanted = new WantedQuotes(contract, rule, house.shape, done.centre, heat);
  const isWhole = hasLeftStretch(wanted, house.centre, done.centre);
  syncQuotes(s, { house, contract, heat, draws, wanted, isWhole, changesOne: false });
  collectTriggers(s, contract);
  houseActed(s, done);
}

/**
 * Whether the middle has moved into another stretch of prices, {@link WHOLE_FRONTS} times as wide as the
 * front: then quotes behind the front stand too near the touch or too far from it.
 */
function hasLeftStretch({ front }: WantedQuotes, from: Points, to: Points): boolean {
  const stretch = WHOLE_FRONTS * front * POINTS_PER_TICK;
  return divFloor(from, stretch) !== divFloor(to, stretch);
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** A copy of what the house remembers from act to act, to be changed by one. */
function progressOf(house: ContractHouse): Mutable<HouseActed> {
  const { acts, quoteDue, tradeDue, index, centre, heat, drift, runSide, runLeft } = house;
  return {
    contract: house.rule.contract,
    acts,
    quoteDue,
    tradeDue,
    index,
    centre,
    heat,
    drift,
    runSide,
    runLeft,
  };
}

/** Whether the contract trades and has prices. */
function isOpen({ status, indexPoints, markPoints, terms }: Contract): boolean {
  return status === CONTRACT_TRADING && indexPoints > 0 && markPoints > 0 && terms.apiTradable;
}

/**
 * The heat of an act, in sixteenths of the usual, from the rate that the house remembers as its heat.
 *
 * @param rate the average size of the index's moves, in 1e-8 of the index
 */
function inSixteenths(rule: HouseRule, rate: number): number {
  return Math.max(HEAT_LEAST, Math.min(HEAT_MOST, divFloor(rate * CALM, rule.calmRate)));
}

/**
 * Time to the next trade: at once within a cluster, else so that the average is right; shorter in hot markets
 * and in loud times.
 */
function tradeGap(s: State, house: ContractHouse, draws: Draws): TimeMs {
  const { tradeMs, clusterShare } = house.rule;
  if (draws.below(1_000) < clusterShare) {
    const power = CLUSTER_POWER + draws.below(CLUSTER_POWERS);
    return Math.max(1, divFloor(2 ** power * draws.exponential(), 1_000));
  }
  const within = 2 ** CLUSTER_POWER * (2 ** CLUSTER_POWERS - 1);
  const between = divFloor(
    1_000 * tradeMs - divFloor(clusterShare * within, CLUSTER_POWERS),
    1_000 - clusterShare,
  );
  const gap = Math.min(GAP_MOST_MS, divFloor(1_000 * Math.max(1, between), activityOf(s, house)));
  return Math.max(1, divFloor(gap * draws.exponential(), 1_000));
}

/**
 * How busy the contract is, in thousandths of the usual: a calm share, one that grows with the heat and one
 * with its square, all of it times how loud the time is.
 */
function activityOf(s: State, { rule, seed, heat }: ContractHouse): number {
  const warmth = Math.min(WARMTH_MOST, divFloor(1_000 * heat, rule.calmRate));
  const excited =
    TRADE_CALM + divFloor(TRADE_WARM * warmth, 1_000) + divFloor(TRADE_HEAT * warmth * warmth, 1_000_000);
  return Math.max(1, Math.min(ACTIVITY_MOST, divFloor(excited * moodOf(seed, s.time), 1_000)));
}

/**
 * How loud the time is, in thousandths: a product of factors, each drawn anew after its own length, see
 * {@link MOODS_MS}.
 */
function moodOf(seed: HouseSeed, time: TimeMs): number {
  let mood = 1_000;
  for (let i = 0; i < MOODS_MS.length; i++) {
    const draw = hashOf(seed, divFloor(time, MOODS_MS[i]!), MOOD_LANE - i);
    mood = divFloor(mood * (1_000 - MOOD_SWING + (draw % (2 * MOOD_SWING + 1))), 1_000);
  }
  return mood;
}

/**
 * An exponentially distributed time, ms: `meanMs` on average at the usual heat, shorter in hot markets. Half
 * of its rate grows with the heat, which is in sixteenths of the usual.
 */
function gapOf(meanMs: number, draws: Draws, heat: number): TimeMs {
  const activity = Math.min(5 * CALM, divFloor(CALM + heat, 2));
  return Math.max(1, divFloor(meanMs * CALM * draws.exponential(), 1_000 * activity));
}

/** Where the middle belongs: the index plus the present lean. */
function aimOf(s: State, house: ContractHouse, index: Points): Points {
  return index + leanOf(s, house, index);
}

/** The middle, held within {@link STRAY_RATE} of where it belongs. */
function near(index: Points, aim: Points, centre: Points): Points {
  const stray = shareOf(index, STRAY_RATE);
  return Math.max(POINTS_PER_TICK, Math.max(aim - stray, Math.min(aim + stray, centre)));
}

/**
 * How far the contract leans from its index now ({@link LEANS}): each noise has a random value at its knots
 * and is linear between them.
 */
function leanOf(s: State, { rule, seed }: ContractHouse, index: Points): Points {
  let lean = 0;
  for (let i = 0; i < LEANS.length; i++) {
    const { ms, parts } = LEANS[i]!;
    const knot = divFloor(s.time, ms);
    const from = leanAt(seed, knot, i);
    const to = leanAt(seed, knot + 1, i);
    lean += parts * (from + divFloor((to - from) * (s.time - knot * ms), ms));
  }
  const usual = Math.min(LEAN_RATE, rule.leanRate);
  return shareOf(index, usual) + towardsZero(shareOf(index, rule.leanRate) * lean, 10 * LEAN_ONE);
}

/** A noise at one of its knots, from −{@link LEAN_ONE} to {@link LEAN_ONE}. */
function leanAt(seed: HouseSeed, knot: number, noise: number): number {
  return (hashOf(seed, knot, LEAN_LANE - noise) % (2 * LEAN_ONE + 1)) - LEAN_ONE;
}

/** How far the makers' inventory moves the middle, against the inventory. */
function skewOf(s: State, { makers, rule, index }: ContractHouse, contract: Contract): Points {
  const { holdings } = s;
  let held: Lots = 0;
  for (const account of makers) {
    const holding = findHolding(s, account, contract.index);
    if (holding !== NONE) held += holdings.longSize[holding] - holdings.shortSize[holding];
  }
  const full = Math.max(
    1,
    INVENTORY_SIDES * lotsOf(contract, rule.nearUnits, divFloor(index, POINTS_PER_TICK)),
  );
  const most = shareOf(index, INVENTORY_RATE);
  return towardsZero(Math.max(-full, Math.min(full, held)) * most, full);
}

/** `part` of `whole`, at most all of it, as a rate; rounded down. */
function rateOf(part: Points, whole: Points): number {
  if (part <= POINTS_SAFE) return divFloor(part * RATE_ONE, whole);
  return Number(bigDivFloor(BigInt(part) * BigInt(RATE_ONE), BigInt(whole)));
}

/** a / b towards zero, `b` > 0. */
function towardsZero(a: number, b: number): number {
  return a < 0 ? 0 - divFloor(-a, b) : divFloor(a, b);
}
