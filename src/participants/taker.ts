import type { Command, ContractView, Lots } from "../core/index.ts";
import { MIRROR_BOUGHT, MIRROR_SOLD } from "../core/index.ts";
import type { Seed } from "../host/seed.ts";
import { Draws } from "./draws.ts";
import type { Liquidity } from "./liquidity.ts";
import { lotsFor, unitsOf } from "./liquidity.ts";
import type { Inventory } from "./maker.ts";

/**
 * The mood of a contract, shared by its takers: stretches of these lengths (ms), each louder or calmer than the
 * longer one around it, so that busy times come in clusters of every length.
 */
const MOODS_MS = [60_000, 240_000, 960_000, 3_840_000, 15_360_000] as const;
const MOOD_DRAWS = -1;
/** A stretch is louder or calmer by at most this share. */
const MOOD_SHARE = 0.28;
/**
 * How far each of these moves the chance of a buy from one half: the mood, a full inventory, and a price that has run
 * ahead of the last trade.
 */
const MOOD_TILT = 0.12;
const INVENTORY_TILT = 0.35;
const NEWS_TILT = 0.45;
/**
 * How much busier takers get when the price has run, with the square of the distance; and the distance that counts in
 * full, in nearest quotes.
 */
const NEWS_EXCITEMENT = 5;
const NEWS_QUOTES = 5;
/** How often a trade is on the same side as the trade before. */
const SAME_SIDE = 0.5;
/** Inventory that a taker never passes, in average trades. */
const INVENTORY_TRADES = 400;
/** The most trades of a taker in a contract at one beat. */
const TRADES_MAX = 40;
/** Sizes have a power tail with this exponent, in average trades, and a largest size. */
const SIZE_EXPONENT = 1.6;
const SIZE_LEAST = 0.32;
const SIZE_MOST = 60;
/** The share of trades that are small; and how much smaller they are than the average, and the others larger. */
const SMALL_TRADES = 0.65;
const SMALL_SHARE = 0.25;
const LARGE_SHARE = 2.4;
/** How busy takers are while nothing happens, as a share of the average. */
const CALM = 0.16;
/** How far beyond the touch a taker pays, as a share; quotes further away are not taken. */
const REACH_SHARE = 0.002;

/** When and what a taker trades. */
export interface TakerMoment {
  readonly seed: Seed;
  readonly account: number;
  /** Market time, and the length of a beat. */
  readonly time: number;
  readonly beatMs: number;
  /** How many takers share the contract's flow. */
  readonly takers: number;
}

/**
 * What a taker trades in a contract at a beat, as one command, or nothing. Trades come in clusters: more of them in
 * loud times and when the index has moved away from the last trade, then mostly in its direction, and often several
 * on one side in a row. Most are small, a few are sixty times the average. As inventory grows trades turn against it,
 * and at its limit they stop.
 */
export function takerOrders(
  moment: TakerMoment,
  contract: ContractView,
  inventory: Inventory,
  liquidity: Liquidity,
): Command | undefined {
  const { seed, account, time, beatMs, takers } = moment;
  const { bestBid, bestAsk } = contract;
  if (bestBid === 0 || bestAsk === 0) return undefined;
  const draws = new Draws(seed, account, contract.contract, Math.floor(time / beatMs));
  const mood = moodOf(seed, contract.contract, time);
  const news = newsOf(contract, liquidity);
  const wanted =
    (beatMs / (liquidity.tradeEveryMs * takers)) * mood.excitement * (CALM + NEWS_EXCITEMENT * news ** 2);
  const count = clusterOf(draws, wanted);
  if (count === 0) return undefined;

  const price = (bestBid + bestAsk) / 2;
  let net = inventory.long - inventory.short;
  let buys = draws.unit() < 0.5;
  const rows: { what: number; price: number; size: Lots }[] = [];
  for (let i = 0; i < count; i++) {
    const [same, which, howMuch, kind] = [draws.unit(), draws.unit(), draws.unit(), draws.unit()];
    const load = unitsOf(net, price, contract) / (INVENTORY_TRADES * liquidity.tradeUnits);
    const isFull = Math.abs(load) >= 1;
    if (isFull) buys = load < 0;
    else if (i === 0 || same >= SAME_SIDE)
      buys = which < 0.5 + mood.tilt + NEWS_TILT * Math.max(-1, Math.min(1, news)) - INVENTORY_TILT * load;
    const tail = Math.min(SIZE_MOST, SIZE_LEAST * (1 - howMuch) ** (-1 / SIZE_EXPONENT));
    const share = tail * (kind < SMALL_TRADES ? SMALL_SHARE : LARGE_SHARE);
    const size = Math.min(lotsFor(liquidity.tradeUnits * share, price, contract), contract.marketOpenLotsMax);
    const limit = buys
      ? Math.min(contract.buyMax, Math.ceil(bestAsk * (1 + REACH_SHARE)))
      : Math.max(contract.sellMin, Math.floor(bestBid * (1 - REACH_SHARE)));
    rows.push({ what: buys ? MIRROR_BOUGHT : MIRROR_SOLD, price: limit, size });
    net += buys ? size : -size;
  }
  return { type: "mirrorBook", account, contract: contract.contract, proportional: false, rows };
}

/** How loud a contract's takers are at a time, 1 on average, and which way they lean. */
function moodOf(
  seed: Seed,
  contract: number,
  time: number,
): { readonly excitement: number; readonly tilt: number } {
  let excitement = 1;
  let tilt = 0;
  for (const [level, lengthMs] of MOODS_MS.entries()) {
    const draws = new Draws(seed, MOOD_DRAWS - level, contract, Math.floor(time / lengthMs));
    excitement *= 1 + MOOD_SHARE * draws.signed();
    tilt = MOOD_TILT * draws.signed();
  }
  return { excitement, tilt };
}

/** How far the index has run ahead of the last trade, −3 to 3; at ±1 nearly all trades follow it. */
function newsOf({ index, last }: ContractView, { nearShare }: Liquidity): number {
  if (last === 0) return 0;
  return Math.max(-3, Math.min(3, (index / 100 / last - 1) / (NEWS_QUOTES * nearShare)));
}

/** A random number of trades with mean `wanted`, now and then many times that. */
function clusterOf(draws: Draws, wanted: number): number {
  let count = 0;
  while (count < TRADES_MAX && draws.unit() < wanted / (1 + wanted)) count++;
  return count;
}
