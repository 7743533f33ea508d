import {
  CANCEL_ADMIN,
  CANCEL_ALL_ORDERS,
  CONTRACT_CANCEL_ONLY,
  CONTRACT_DELISTED,
  KIND_CLOSE_POSITION,
  LONG,
  ORIGIN_SETTLEMENT,
} from "../../data/codes.ts";
import type { Contract } from "../../data/contract/contract.ts";
import { noticeEnd } from "../../data/contract/contractClock.ts";
import { isolatedWallet } from "../../data/margin/available.ts";
import type { Body } from "../../data/messages/command.ts";
import { rejections as R } from "../../data/messages/rejection.ts";
import { admitWhole, refuse, refuseField } from "../../data/state/refuse.ts";
import type { State } from "../../data/state/state.ts";
import { closingActionOf } from "../../data/tables/orders.ts";
import type { OrderSlot, PositionSlot } from "../../data/units/kinds.ts";
import { assert, NONE } from "../../data/units/units.ts";
import { contractStatusChanged, delistingSet } from "../../events/contractEvents.ts";
import { orderEnded } from "../../events/orderEvents.ts";
import { tradedByValue } from "../../events/tradeEvents.ts";
import { markTick, systemOrder } from "../liquidation/systemOrder.ts";
import { cancelHolding } from "../order/cancel.ts";
import { settleClose } from "../position/settleClose.ts";

/*
 * The end of a contract: notice, then settlement. From the notice on nothing opens. At its end resting orders
 * are canceled and every position is closed at the index, which nobody moves by trading here. So a delisted
 * contract has neither orders nor positions, and its symbol may be listed anew.
 */

/**
 * `delistContract`: gives notice, to end at market time `at`; or at once where that is not in the future.
 */
export function delistContract(s: State, command: Body<"delistContract">): boolean {
  const { contract: index, at } = command;
  const contract = s.contracts[index];
  if (contract === undefined) return refuse(s, R.unknownContract, { contract: index });
  if (contract.status === CONTRACT_DELISTED) return refuseField(s, command, "contract", "final");
  if (!admitWhole(s, command, "at")) return false;
  s.outcomeId = index;
  if (at <= s.time) {
    settleDelisting(s, contract);
    return true;
  }
  delistingSet(s, { contract: index, due: at });
  if (contract.status < CONTRACT_CANCEL_ONLY)
    contractStatusChanged(s, { contract: index, status: CONTRACT_CANCEL_ONLY });
  return true;
}

/** Settles the contract if its notice is over. */
export function endNotice(s: State, contract: Contract): void {
  if (noticeEnd(contract) <= s.time) settleDelisting(s, contract);
}

/**
 * Cancels every live order, in order of the accounts' first touch; then closes every position at the index,
 * without a fee.
 */
function settleDelisting(s: State, contract: Contract): void {
  const { positions } = s;
  const { index } = contract;
  for (const holding of s.holdingOf[index].values())
    cancelHolding(s, holding, CANCEL_ALL_ORDERS, CANCEL_ADMIN);
  const open: PositionSlot[] = [];
  for (const p of positions.slots())
    if (positions.used[p] === 1 && positions.contract[p] === index) open.push(p);
  open.sort((a, b) => positions.id[a] - positions.id[b]);
  const byCounterparty = s.counterparties.map((_, i) =>
    open.filter((p) => s.accounts.rules[positions.account[p]].counterparty === i),
  );
  for (const [i, counterparty] of s.counterparties.entries())
    counterparty.closeAtIndex(s, contract, byCounterparty[i]!);
  if (contract.delistingDue > 0) delistingSet(s, { contract: index, due: 0 });
  contractStatusChanged(s, { contract: index, status: CONTRACT_DELISTED });
}

/**
 * Closes the longs and the shorts against each other, each side in the order in which its positions were
 * opened: both have as many lots.
 */
export function settlePairs(s: State, contract: Contract, open: readonly PositionSlot[]): void {
  const { orders, positions, scratch } = s;
  const longs = open.filter((p) => positions.leg[p] === LONG);
  const shorts = open.filter((p) => positions.leg[p] !== LONG);
  const perLot = contract.indexPoints * contract.quantaPerPointLot;
  const closerOf = (p: PositionSlot): OrderSlot =>
    systemOrder(s, {
      kind: KIND_CLOSE_POSITION,
      account: positions.account[p],
      contract: contract.index,
      action: closingActionOf(positions.leg[p]),
      lots: positions.size[p],
      price: markTick(contract.indexPoints),
      position: p,
    });
  let next = 0;
  let taker: OrderSlot = NONE;
  for (const long of longs) {
    const maker = closerOf(long);
    while (orders.remaining[maker] > 0) {
      const short = shorts[next];
      assert(short !== undefined, "there are as many shorts as longs");
      if (taker === NONE) taker = closerOf(short);
      const lots = Math.min(orders.remaining[maker], orders.remaining[taker]);
      const sizes = { long: positions.size[long], short: positions.size[short] };
      isolatedWallet(s, long, scratch.makerWallet);
      isolatedWallet(s, short, scratch.takerWallet);
      tradedByValue(s, maker, taker, lots, scratch.amount.setProduct(lots, perLot), ORIGIN_SETTLEMENT);
      settleClose(s, long, sizes.long, scratch.makerWallet);
      settleClose(s, short, sizes.short, scratch.takerWallet);
      if (orders.remaining[taker] > 0) continue;
      orderEnded(s, taker, 0);
      taker = NONE;
      next++;
    }
    orderEnded(s, maker, 0);
  }
  assert(next === shorts.length, "there are as many longs as shorts");
}
