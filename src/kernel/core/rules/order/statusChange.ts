import { CANCEL_ADMIN, STATE_UNTRIGGERED, TRIGGER_HELD } from "../../data/codes.ts";
import type { Contract } from "../../data/contract/contract.ts";
import type { State } from "../../data/state/state.ts";
import type { AccountId, HoldingSlot } from "../../data/units/kinds.ts";
import { NONE } from "../../data/units/units.ts";
import { orderEnded, orderHeld } from "../../events/orderEvents.ts";
import { permits } from "./permission.ts";
import { collectTriggers, mayFire } from "./triggers.ts";

/*
 * What happens to existing orders when a status changes. Resting orders that it forbids are canceled;
 * waiting ones stay. When these may trade again, their triggers are compared with the price of that moment.
 */

/** An account, and its user's paper account with it, has a new status. */
export function applyStatus(s: State, account: AccountId): void {
  const twin = s.accounts.twin[account];
  for (const each of twin === 0 ? [account] : [account, twin]) {
    for (let h = s.accounts.holdingHead[each]; h !== NONE; h = s.holdings.next[h]) {
      cancelForbidden(s, h);
      const contract = s.contracts[s.holdings.contract[h]];
      if (resumeHeld(s, contract, h)) collectTriggers(s, contract);
    }
  }
}

/** A contract trades again. */
export function resumeTriggers(s: State, contract: Contract): void {
  let resumed = false;
  for (const holding of s.holdingOf[contract.index].values())
    resumed = resumeHeld(s, contract, holding) || resumed;
  if (resumed) collectTriggers(s, contract);
}

function cancelForbidden(s: State, holding: HoldingSlot): void {
  const { orders } = s;
  for (let slot = s.holdings.orderHead[holding]; slot !== NONE; ) {
    const next = orders.holdingNext[slot]; // ending an order ends no other
    const waits = orders.state[slot] === STATE_UNTRIGGERED;
    if (!waits && !permits(s, orders.account[slot], orders.action[slot])) orderEnded(s, slot, CANCEL_ADMIN);
    slot = next;
  }
}

/** Lets held orders that may fire again watch their prices. Returns whether there were any. */
function resumeHeld(s: State, contract: Contract, holding: HoldingSlot): boolean {
  const { orders } = s;
  let resumed = false;
  for (let slot = s.holdings.orderHead[holding]; slot !== NONE; slot = orders.holdingNext[slot]) {
    if (orders.triggerQueued(slot) !== TRIGGER_HELD || !mayFire(s, contract, slot)) continue;
    orderHeld(s, slot, { held: false });
    resumed = true;
  }
  return resumed;
}
