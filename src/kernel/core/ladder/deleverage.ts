import { KIND_AGREEMENT, ORIGIN_DELEVERAGING } from "../data/codes.ts";
import { isolatedWallet } from "../data/margin/available.ts";
import type { State } from "../data/state/state.ts";
import { DeleverageQueues } from "../data/tables/deleverageQueues.ts";
import { closingActionOf } from "../data/tables/orders.ts";
import type { OrderSlot } from "../data/units/kinds.ts";
import type { Lots, Quanta } from "../data/units/units.ts";
import { orderEnded } from "../events/orderEvents.ts";
import { tradedByValue } from "../events/tradeEvents.ts";
import { makeRoom } from "../rules/fill/reservations.ts";
import { markTick, systemOrder } from "../rules/liquidation/systemOrder.ts";
import { settleClose } from "../rules/position/settleClose.ts";
import { inRank } from "./deleverageQueue.ts";
import { netLots } from "./rank.ts";

/**
 * Closes what is left of `closer` (an order, slot) against the best-ranked positions of the other leg, by
 * value and without a fee: `worthOf(lots)` is what the closer's side is worth. First against the
 * counterparties' net sides; where those are not enough, against their hedged sides too. Returns the lots
 * that found no counterparty.
 */
export function deleverageAgainst(s: State, closer: OrderSlot, worthOf: (lots: Lots) => Quanta): Lots {
  const { orders, positions, scratch } = s;
  const contract = s.contracts[orders.contract[closer]];
  const position = positions.byId.get(orders.position[closer]);
  const facing = 1 - positions.leg[position];
  const account = orders.account[closer];
  for (const whole of [false, true]) {
    s.deleveraging ??= new DeleverageQueues();
    for (const p of inRank(s, s.deleveraging, { contract, leg: facing, except: account, whole })) {
      const left = orders.remaining[closer];
      if (left === 0) return 0;
      const lots = Math.min(left, whole ? positions.size[p] : netLots(s, p));
      if (lots === 0) continue;
      makeRoom(s, positions.holding[p], facing, positions.id[p], lots);
      const victim = systemOrder(s, {
        kind: KIND_AGREEMENT,
        account: positions.account[p],
        contract: contract.index,
        action: closingActionOf(facing),
        lots,
        price: markTick(contract.markPoints),
        position: p,
      });
      const before = { size: positions.size[p], wallet: isolatedWallet(s, p, scratch.makerWallet) };
      tradedByValue(s, victim, closer, lots, scratch.amount.fromQuanta(worthOf(lots)), ORIGIN_DELEVERAGING);
      settleClose(s, p, before.size, before.wallet);
      orderEnded(s, victim, 0);
    }
  }
  return orders.remaining[closer];
}
