import {
  ACCOUNT_USER,
  CANCEL_PRICE_PROTECTED,
  CANCEL_USER,
  DIRECT_CANCEL,
  DIRECT_DELAY,
  DIRECT_FILL,
  DIRECT_LATE_PRESETS,
  DIRECT_NEVER_FILL,
  DIRECT_REJECT,
  DIRECT_RELEASE,
  DIRECT_TRIGGER,
  RESTS_ASIDE,
  RESTS_IN_BOOK,
  STATE_CANCELING,
  STATE_OPEN,
  STATE_UNTRIGGERED,
  TRIGGER_QUEUED,
} from "../../data/codes.ts";
import type { Body } from "../../data/messages/command.ts";
import { rejections as R } from "../../data/messages/rejection.ts";
import { DIRECTIVE_MS_MAX, DIRECTIVES_MAX, directiveFields } from "../../data/model/directiveFields.ts";
import { admitWhole, refuse, refuseField } from "../../data/state/refuse.ts";
import type { State } from "../../data/state/state.ts";
import type { OrderSlot } from "../../data/units/kinds.ts";
import { fieldsOf } from "../../data/units/kinds.ts";
import { NONE } from "../../data/units/units.ts";
import { directiveDone, directiveSet, orderSetAside } from "../../events/directiveEvents.ts";
import { orderAmended, orderEnded, orderTriggerQueued } from "../../events/orderEvents.ts";
import { admitTrading } from "../order/admit.ts";
import { admitAmended } from "../order/amend.ts";
import { isAction, isCode } from "../order/fields.ts";
import { forceFill } from "../order/forcedFill.ts";
import { matchOrder } from "../order/match.ts";
import { ownOrder } from "../order/place.ts";
import { collectTriggers } from "../order/triggers.ts";

type Direct = Body<"direct">;

/**
 * `direct`: a directive on a live order that can be followed now is carried out at once. Any other waits for
 * its orders, or for the event of the order that it is about.
 */
export function direct(s: State, command: Direct): boolean {
  const { account, contract, order, what } = command;
  if (!s.accounts.has(account) || s.accounts.kind[account] !== ACCOUNT_USER)
    return refuse(s, R.unknownAccount, { account });
  if (contract !== NONE && s.contracts[contract] === undefined)
    return refuse(s, R.unknownContract, { contract });
  if (order === 0) {
    if (!isWellFormed(s, command)) return false;
    if (s.directives.waiting.size >= DIRECTIVES_MAX) return refuse(s, R.venueFull, { limit: DIRECTIVES_MAX });
    const fields = { ...fieldsOf(directiveFields, command), clientId: command.clientId, text: command.text };
    const orders = command.clientId === "" ? command.orders : 1;
    takeBackAlike(s, command);
    s.outcomeId = s.nextId;
    directiveSet(s, { ...fields, orders, directive: s.nextId });
    return true;
  }
  const slot = ownOrder(s, account, order);
  if (slot === NONE) return refuse(s, R.orderNotFound, { order });
  const state = s.orders.state[slot];
  if (!canFollow(s, slot, what)) return refuse(s, R.directiveUnfit, { order, state });
  if (!isWellFormed(s, command)) return false;
  s.outcomeId = order;
  const rests = state === STATE_OPEN || state === STATE_CANCELING;
  if (what === DIRECT_CANCEL) {
    orderEnded(s, slot, command.reason);
    return true;
  }
  if (what === DIRECT_TRIGGER) {
    orderTriggerQueued(s, slot);
    return true;
  }
  if (what === DIRECT_RELEASE) return release(s, slot);
  if (rests && what === DIRECT_FILL) return forceFill(s, slot, command).unmet === 0;
  const { clientId, text } = command;
  takeBackAlike(s, command);
  directiveSet(s, { ...fieldsOf(directiveFields, command), clientId, text, directive: s.nextId });
  if (rests && what === DIRECT_NEVER_FILL && s.orders.restsWhere[slot] === RESTS_IN_BOOK)
    orderSetAside(s, slot);
  return true;
}

/** Whether a live order is in a state in which a directive of kind `what` can be carried out. */
function canFollow({ orders }: State, slot: OrderSlot, what: number): boolean {
  if (what === DIRECT_TRIGGER)
    return orders.state[slot] === STATE_UNTRIGGERED && orders.triggerQueued(slot) !== TRIGGER_QUEUED;
  const isAside = orders.restsWhere[slot] === RESTS_ASIDE && orders.state[slot] === STATE_OPEN;
  if (what === DIRECT_RELEASE) return isAside && orders.heapKey[slot] === 0; // no amendment is on its way
  return what !== DIRECT_REJECT && what !== DIRECT_DELAY;
}

/** Whether the directive names orders in one way only, and has the fields of its kind. */
function isWellFormed(s: State, command: Direct): boolean {
  const { order, orders, clientId, what } = command;
  for (const field of ["order", "orders", "lots", "price"] as const)
    if (!admitWhole(s, command, field)) return false;
  const delays = what === DIRECT_DELAY || what === DIRECT_LATE_PRESETS;
  if (Number(order !== 0) + Number(orders !== 0) + Number(clientId !== "") !== 1)
    return refuseField(s, command, "orders", "oneOf");
  if (!isCode(what, DIRECT_REJECT, order === 0 ? DIRECT_LATE_PRESETS : DIRECT_RELEASE))
    return refuseField(s, command, "what", "known");
  if (command.action !== 0 && !isAction(command.action)) return refuseField(s, command, "action", "known");
  if (!admitWhole(s, command, "ms", [delays ? 1 : 0, DIRECTIVE_MS_MAX])) return false;
  if (what === DIRECT_CANCEL && !isCode(command.reason, CANCEL_USER, CANCEL_PRICE_PROTECTED))
    return refuseField(s, command, "reason", "known");
  return admitWhole(s, command, "wireCode", [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER]);
}

/**
 * A directive that is given again for the same live order or client id replaces the one before: so a request
 * that is sent twice changes nothing.
 */
function takeBackAlike(s: State, { account, order, clientId, what }: Direct): void {
  const followed = s.directives.has(order, what);
  if (followed !== undefined) directiveDone(s, { directive: followed.directive, order, unmet: 0 });
  if (clientId === "") return;
  for (const { directive } of s.directives.waiting.values()) {
    if (directive.account !== account || directive.clientId !== clientId || directive.what !== what) continue;
    directiveDone(s, { directive: directive.directive, order: 0, unmet: 0 });
    return;
  }
}

/**
 * Puts an order that was set aside into the book, behind all others at its price, as an amended order; no
 * directive steers it any more.
 */
function release(s: State, slot: OrderSlot): boolean {
  const { directives, orders } = s;
  const order = orders.id[slot];
  const contract = s.contracts[orders.contract[slot]];
  if (!admitTrading(s, contract, orders.action[slot])) return false;
  if (!admitAmended(s, contract, slot, orders.price[slot], orders.remaining[slot])) return false;
  const { draft } = s;
  for (const { directive } of directives.ofOrder.get(order) ?? [])
    directiveDone(s, { directive, order, unmet: 0 });
  orderAmended(s, slot, { ...draft, size: orders.size[slot], dueTime: 0 });
  matchOrder(s, slot);
  collectTriggers(s, contract);
  return true;
}

/** `dropDirective`: ends a directive; orders that it already steers are not changed. */
export function dropDirective(s: State, { directive }: Body<"dropDirective">): boolean {
  const { waiting, ofOrder } = s.directives;
  const following = [...ofOrder].filter(([, all]) => all.some((each) => each.directive === directive));
  if (following.length === 0 && !waiting.has(directive))
    return refuse(s, R.unknownDirective, { id: directive });
  s.outcomeId = directive;
  if (waiting.has(directive)) directiveDone(s, { directive, order: 0, unmet: 0 });
  for (const order of following.map(([order]) => order).sort((a, b) => a - b))
    directiveDone(s, { directive, order, unmet: 0 });
  return true;
}
