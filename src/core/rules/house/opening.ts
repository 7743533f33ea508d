import {
  BUY,
  CONTRACT_TRADING,
  KIND_AGREEMENT,
  OPEN_LONG,
  OPEN_SHORT,
  ORIGIN_OPENING,
} from "../../data/codes.ts";
import type { Contract } from "../../data/contract/contract.ts";
import { Draws } from "../../data/house/draws.ts";
import type { HouseMarket } from "../../data/house/houseMarket.ts";
import { findHolding } from "../../data/state/ofAccount.ts";
import type { State } from "../../data/state/state.ts";
import { divFloor } from "../../data/units/divide.ts";
import type { AccountId, Action, OrderSlot } from "../../data/units/kinds.ts";
import type { Lots } from "../../data/units/units.ts";
import { NONE, POINTS_PER_TICK } from "../../data/units/units.ts";
import { orderEnded } from "../../events/orderEvents.ts";
import { tradedByValue } from "../../events/tradeEvents.ts";
import { prepare } from "../fill/prepareFill.ts";
import { markTick, systemOrder } from "../liquidation/systemOrder.ts";
import { lotsOf } from "./ladder.ts";
import { wantedSide } from "./takers.ts";

/** A member begins with this many hundredths of what its margin carries, and at most with all of it. */
const BEGUN_LEAST = 80;
const BEGUN_SPREAD = 20;

interface Begun {
  readonly account: AccountId;
  left: Lots;
}

/**
 * The crowd was there before the venue was: a member that holds nothing takes over a position as large as in the
 * middle of a day, longs from shorts at the mark, settled by value. It makes no price and no volume, only open
 * interest. What one side has more than the other is left out. Where a contract does not trade nobody opens anything, the crowd neither.
 */
export function openCrowd(s: State, market: HouseMarket, contract: Contract): void {
  if (contract.markPoints === 0 || contract.status !== CONTRACT_TRADING) return;
  const price = markTick(contract.markPoints);
  const draws = new Draws().of(market.seed, market.acts);
  const sides: readonly [Begun[], Begun[]] = [[], []];
  for (const [k, { account, units }] of market.crowd.entries()) {
    const holding = findHolding(s, account, contract.index);
    const { longSize, shortSize } = s.holdings;
    if (holding !== NONE && longSize[holding] + shortSize[holding] > 0) continue;
    const share = BEGUN_LEAST + draws.below(BEGUN_SPREAD);
    const left = divFloor(lotsOf(contract, units, price) * share, 100);
    if (left > 0)
      sides[wantedSide(market.seed, k, market.crowd.length, s.time) === BUY ? 0 : 1].push({ account, left });
  }
  const [longs, shorts] = sides;
  for (let i = 0, j = 0; i < longs.length && j < shorts.length; ) {
    const [long, short] = [longs[i]!, shorts[j]!];
    const lots = Math.min(long.left, short.left);
    meet(s, contract, long.account, short.account, lots);
    long.left -= lots;
    short.left -= lots;
    if (long.left === 0) i++;
    if (short.left === 0) j++;
  }
}

function meet(s: State, contract: Contract, long: AccountId, short: AccountId, lots: Lots): void {
  const price = markTick(contract.markPoints);
  const side = (account: AccountId, action: Action): OrderSlot => {
    const slot = systemOrder(s, {
      kind: KIND_AGREEMENT,
      account,
      contract: contract.index,
      action,
      lots,
      price,
      position: NONE,
    });
    prepare(s, slot, lots, price, false);
    return slot;
  };
  const maker = side(short, OPEN_SHORT);
  const taker = side(long, OPEN_LONG);
  const value = s.scratch.amount.setProduct(lots, price * POINTS_PER_TICK * contract.quantaPerPointLot);
  tradedByValue(s, maker, taker, lots, value, ORIGIN_OPENING);
  for (const slot of [maker, taker]) orderEnded(s, slot, 0);
}
