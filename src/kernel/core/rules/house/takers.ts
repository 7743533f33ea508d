import { BUY, IOC, SELL } from "../../data/codes.ts";
import type { Contract } from "../../data/contract/contract.ts";
import type { ContractHouse } from "../../data/house/contractHouse.ts";
import type { Draws } from "../../data/house/draws.ts";
import { hashOf, PARETO_MEAN } from "../../data/house/draws.ts";
import type { State } from "../../data/state/state.ts";
import { divCeil, divFloor } from "../../data/units/divide.ts";
import type { AccountId, Side } from "../../data/units/kinds.ts";
import type { Lots, Points, TimeMs } from "../../data/units/units.ts";
import { NONE, POINTS_PER_TICK } from "../../data/units/units.ts";
import { closableOf, placeHouseOrder, REFUSED } from "./houseOrder.ts";
import { CALM, lotsOf } from "./wantedQuotes.ts";

/** Of a thousand trades, those on the side of the run under way; the others' side is drawn. */
const OF_RUN = 800;
/** Of a thousand trades, those that a member of the crowd makes, unless none has a reason to. */
const OF_CROWD = 600;
/**
 * In thousandths: how far news (a price that has run ahead of the last trade) and a full inventory of the
 * takers each move the chance of a buy.
 */
const NEWS_TILT = 350;
const INVENTORY_TILT = 400;
/**
 * In thousandths: how far the drift of the index moves the chance of a buy. The drift counts in full at one
 * part in `TREND_PARTS` of the usual move.
 */
const TREND_TILT = 350;
const TREND_PARTS = 3;
/** In thousandths: how far all of them together move the chance of a buy at most. */
const TILT_MOST = 440;
/** The largest news that counts, in usual moves of a second. */
const NEWS_MAX = 2;
/**
 * In calm times news and drift are measured by how far the index moves at present, but by no less than one
 * part in `CALMEST_PARTS` of its usual move.
 */
const CALMEST_PARTS = 8;
/** The inventory at which the takers are full, in average trades. */
const FULL_TRADES = 400;
/** A taker pays at most this much beyond the touch, in 1e-4 of the price, and at least a tick. */
const CAP = 2;
/** How long a member of the crowd wants to be on one side. */
const HOLD_MS = 57_600_000;
/**
 * Of a thousand chances to close, those that a member takes although it wants its position, and those that it
 * passes up although it wants the other side. The latter are twice as many: where one member closes early,
 * its counterpart does not open. Otherwise the crowd would hold less and less over weeks, or more and more.
 */
const CLOSES_EARLY = 75;
const PASSES_UP = 150;
/**
 * Of a hundred trades, those that are small; and the sizes of small and other trades, in hundredths of the
 * average.
 */
const SMALL = 65;
const SMALL_PARTS = 25;
const LARGE_PARTS = 239;
/** Of a hundred trades, those whose size is rounded. */
const ROUND = 15;

/**
 * An act of the house in a contract, with the market's heat (how much the index moves of late), in sixteenths
 * of the usual, and the act's random numbers.
 */
export interface Act {
  readonly house: ContractHouse;
  readonly contract: Contract;
  readonly heat: number;
  readonly draws: Draws;
}

/** What a trade did: which side took, and how far it ate into the book. */
export interface TakerTrade {
  readonly side: Side;
  readonly points: Points;
  readonly runSide: number;
  readonly runLeft: number;
}

/** Half of a size grows with the heat, up to this many times the usual heat. */
const LARGER_MOST = 2;

/** A house taker trades: mostly on the side of the run under way, with a size drawn by a power law. */
export function trade(s: State, act: Act): TakerTrade {
  const { house, contract, heat, draws } = act;
  const { rule } = house;
  let { runSide, runLeft } = house;
  const buys = chanceOfBuy(s, house, contract);
  if (runLeft === 0) {
    runSide = draws.below(1000) < buys ? BUY : SELL;
    runLeft = divFloor(draws.pareto(), 1000);
  }
  let side = draws.below(1000) < buys ? BUY : SELL;
  if (draws.below(1000) < OF_RUN) {
    side = runSide;
    runLeft--;
  }
  const { book } = contract;
  const best = book.bestPrice(1 - side);
  if (best === NONE) return { side, points: 0, runSide, runLeft };
  const average = Math.max(contract.terms.orderLotsMin, lotsOf(contract, rule.tradeUnits, best));
  const usual = draws.below(100) < SMALL ? SMALL_PARTS : LARGE_PARTS;
  let lots = Math.max(
    contract.terms.orderLotsMin,
    divFloor(
      divFloor(average * draws.pareto(), PARETO_MEAN) * usual * (CALM + Math.min(LARGER_MOST * CALM, heat)),
      200 * CALM,
    ),
  );
  if (draws.below(100) < ROUND) lots = rounded(lots);
  const cap = Math.max(1, divFloor(best * CAP, 10_000));
  const order = { side, price: side === BUY ? best + cap : Math.max(1, best - cap), timeInForce: IOC };
  const isCrowds = draws.below(1000) < OF_CROWD;
  const account = isCrowds ? memberFor(s, act, side, lots) : undefined;
  // A member without the margin for it leaves the trade to the taker.
  if (
    account === undefined ||
    placeHouseOrder(s, contract, { ...order, account, lots, mayClose: true }) === REFUSED
  ) {
    const [taker] = house.takers;
    if (taker !== undefined) {
      const closable = closableOf(s, contract, taker, side);
      const whole = closable > 0 ? Math.min(lots, closable) : lots;
      placeHouseOrder(s, contract, { ...order, account: taker, lots: whole, mayClose: true });
    }
  }
  const after = book.bestPrice(1 - side);
  const points = after === NONE ? 0 : Math.abs(after - best) * POINTS_PER_TICK;
  return { side, points, runSide, runLeft };
}

/**
 * The chance of a buy, in thousandths: higher where the price has been rising or has run above the last
 * trade, lower where the takers hold much already.
 */
function chanceOfBuy(s: State, house: ContractHouse, contract: Contract): number {
  const { rule, centre, drift, heat } = house;
  const moves = Math.max(divFloor(rule.calmRate, CALMEST_PARTS), Math.min(rule.calmRate, heat), 1);
  const usual = Math.max(1, divFloor(divFloor(centre, 1_000) * moves, 100_000));
  const ahead = contract.lastPrice === 0 ? 0 : centre - contract.lastPrice * POINTS_PER_TICK;
  const news = clamped(divFloor(ahead * NEWS_TILT, usual * NEWS_MAX), NEWS_TILT);
  const trend = clamped(divFloor(drift * TREND_TILT * TREND_PARTS, moves), TREND_TILT);
  const [taker] = house.takers;
  let tilt = news + trend;
  if (taker !== undefined) {
    const held = closableOf(s, contract, taker, SELL) - closableOf(s, contract, taker, BUY);
    const full = Math.max(
      1,
      lotsOf(contract, rule.tradeUnits, divFloor(centre, POINTS_PER_TICK)) * FULL_TRADES,
    );
    tilt -= clamped(divFloor(held * INVENTORY_TILT, full), INVENTORY_TILT);
  }
  return 500 + clamped(tilt, TILT_MOST);
}

function clamped(value: number, most: number): number {
  return Math.max(-most, Math.min(most, value));
}

/**
 * The member of the crowd who trades on this side. Of two members, drawn among those that want opposite
 * sides, it is the one that wants this side; now and then it is the other, which closes early. Undefined if
 * neither has a reason to trade.
 */
function memberFor(s: State, act: Act, side: Side, lots: Lots): AccountId | undefined {
  const { contract, draws } = act;
  const { crowd, seed } = act.house;
  if (crowd.length === 0) return undefined;
  const first = 2 * draws.below(divCeil(crowd.length, 2));
  const draw = draws.below(1000);
  const wants = wantedSide(seed, first, crowd.length, s.time) === side;
  const closes = (account: AccountId): boolean => closableOf(s, contract, account, side) >= lots;
  const other = crowd[wants ? first + 1 : first];
  if (draw < CLOSES_EARLY && other !== undefined && closes(other.account)) return other.account;
  const member = crowd[wants ? first : first + 1];
  if (member === undefined) return undefined;
  // It opens as much as its margin carries. So a member whose position has gained adds to it, and after a
  // long move, too, there are positions that a turn of the price can liquidate.
  return draw < PASSES_UP && closes(member.account) ? undefined : member.account;
}

/**
 * The side that a member of the crowd wants to be on. It is drawn anew every {@link HOLD_MS}, for each pair
 * of members at another time. The two of a pair want opposite sides, so that at any leverage about as much is
 * long as short.
 */
export function wantedSide(seed: ContractHouse["seed"], k: number, members: number, time: TimeMs): number {
  const pair = divFloor(k, 2);
  const shift = divFloor(HOLD_MS * 2 * pair, members);
  return (hashOf(seed, divFloor(time + shift, HOLD_MS), -1 - pair) + k) % 2 === 0 ? BUY : SELL;
}

/** Rounded down to 1, 2 or 5 of its decimal place. */
function rounded(lots: Lots): Lots {
  let place = 1;
  while (place * 10 <= lots) place *= 10;
  const first = divFloor(lots, place);
  return place * (first >= 5 ? 5 : Math.min(first, 2));
}
