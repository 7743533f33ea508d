import type { Command, ContractView } from "../core/index.ts";
import { CLOSE_LONG, CLOSE_SHORT, OPEN_LONG, OPEN_SHORT } from "../core/index.ts";
import type { Seed } from "../host/seed.ts";
import { Draws } from "./draws.ts";
import type { Liquidity } from "./liquidity.ts";
import { lotsFor, unitsOf } from "./liquidity.ts";
import type { Inventory } from "./maker.ts";
import { iocOrder } from "./maker.ts";

/** The mood of a contract, shared by its takers, changes every so often. */
const MOOD_MS = 64_000;
const MOOD_DRAWS = -1;
/** How far mood, and a full inventory, move the chance of a buy from one half. */
const MOOD_TILT = 0.2;
const INVENTORY_TILT = 0.35;
/** Inventory that a taker never passes, in average trades. */
const INVENTORY_TRADES = 40;

/** When and what a taker trades. */
export interface TakerMoment {
  readonly seed: Seed;
  readonly account: number;
  /** Market time, and the length of a beat. */
  readonly time: number;
  readonly beatMs: number;
  /** Among how many takers the contract's flow is shared. */
  readonly takers: number;
}

/**
 * The order that a taker sends in a contract at a beat, if any: trades come at random, denser in excited stretches, leaning
 * one way for a while, many small and a few large ones; they turn around as inventory grows, and end at its limit. A trade
 * against an open leg closes it first. The same number of draws is taken whatever the state.
 */
export function takerOrder(
  moment: TakerMoment,
  contract: ContractView,
  inventory: Inventory,
  liquidity: Liquidity,
): Command | undefined {
  const { seed, account, time, beatMs, takers } = moment;
  const mood = new Draws(seed, MOOD_DRAWS, contract.contract, Math.floor(time / MOOD_MS));
  // 0.4 in calm stretches, up to 2.8 in a few; 1 on average.
  const excitement = 0.4 + 2.4 * mood.unit() ** 3;
  const tilt = MOOD_TILT * mood.signed();
  const draws = new Draws(seed, account, contract.contract, Math.floor(time / beatMs));
  const [whether, which, howMuch] = [draws.unit(), draws.unit(), draws.unit()];
  if (whether >= (excitement * beatMs) / (liquidity.tradeEveryMs * takers)) return undefined;

  const price = contract.last || contract.bestBid || contract.bestAsk;
  if (price === 0) return undefined;
  const net = inventory.long - inventory.short;
  const load = unitsOf(net, price, contract) / (INVENTORY_TRADES * liquidity.tradeUnits);
  const full = Math.abs(load) >= 1;
  const buys = full ? load < 0 : which < 0.5 + tilt - INVENTORY_TILT * load;
  if ((buys ? contract.bestAsk : contract.bestBid) === 0) return undefined;
  // A tenth to eight times the average, which it is on average.
  const wanted = lotsFor(liquidity.tradeUnits * (0.1 + 0.25 / (1 - 0.97 * howMuch)), price, contract);
  const size = Math.min(wanted, contract.marketOpenLotsMax);
  const closable = buys ? inventory.short : inventory.long;
  if (closable > 0) {
    return iocOrder(account, contract, buys ? CLOSE_SHORT : CLOSE_LONG, 0, Math.min(size, closable));
  }
  return iocOrder(account, contract, buys ? OPEN_LONG : OPEN_SHORT, 0, size);
}
