import {
  CANCEL_PLAN_ORDERS,
  DIRECT_DELAY,
  DIRECT_FILL_DURING_CANCEL,
  DIRECT_LATE_PRESETS,
  DIRECT_LOSE_CANCEL,
  DIRECT_REJECT,
  DIRECT_TRIGGER,
  RESTS_IN_BOOK,
  STATE_OPEN,
} from "../../data/codes.ts";
import type { RecordView } from "../../data/encoding/layout.ts";
import type { Command, CommandOf } from "../../data/messages/command.ts";
import { decodeCommand } from "../../data/messages/command.ts";
import type { Directive } from "../../data/messages/event.ts";
import { rejections as R } from "../../data/messages/rejection.ts";
import { refuse } from "../../data/state/refuse.ts";
import type { State } from "../../data/state/state.ts";
import { closingActionOf } from "../../data/tables/orders.ts";
import type { OrderSlot } from "../../data/units/kinds.ts";
import { NONE } from "../../data/units/units.ts";
import { directiveDone, directiveTaken, orderSetAside } from "../../events/directiveEvents.ts";
import { orderCanceling, orderTriggerQueued } from "../../events/orderEvents.ts";
import { byClientId } from "../order/cancel.ts";
import { forceFill } from "../order/forcedFill.ts";
import { ownOrder } from "../order/place.ts";

/**
 * Carries a command out as usual.
 *
 * @param heldMs how long a placement is held on its way to the book, at least, ms; 0: until the command is
 * done; NONE: it is not held
 */
type Usual = (s: State, view: RecordView, at: number, heldMs: number) => boolean;

const PLACEMENTS = ["placeOrder", "placePlan", "placeConditional", "placeTpSl", "placeTrailing"] as const;
type Placement = CommandOf<(typeof PLACEMENTS)[number]>;

/**
 * Carries out a command while there are directives: the command is done as usual, and what the directives
 * want of its orders is done before or after.
 */
export function steer(s: State, view: RecordView, at: number, usual: Usual): boolean {
  const command = decodeCommand(view, at);
  if (isPlacement(command)) return place(s, command, (heldMs) => usual(s, view, at, heldMs));
  const canceled = canceledBy(s, command).map((slot) => ({ slot, order: s.orders.id[slot] }));
  const lives = ({ slot, order }: (typeof canceled)[number]) => s.orders.byId.get(order) === slot;
  const fillingMeanwhile: typeof canceled = [];
  for (const each of canceled)
    if (lives(each) && fillOrDelayCancel(s, each.slot)) fillingMeanwhile.push(each);
  if (!usual(s, view, at, NONE)) return false;
  for (const each of fillingMeanwhile) if (lives(each)) fillAs(s, each.slot, DIRECT_FILL_DURING_CANCEL);
  return true;
}

/**
 * If an order has a directive of kind `what`, has the house fill as much as the directive says. Returns
 * whether the order has such a directive.
 */
function fillAs(s: State, slot: OrderSlot, what: number): boolean {
  const order = s.orders.id[slot];
  const directive = s.directives.has(order, what);
  if (directive === undefined) return false;
  const { unmet } = forceFill(s, slot, { lots: directive.lots, price: 0 });
  if (s.orders.byId.get(order) === slot) directiveDone(s, { directive: directive.directive, order, unmet });
  return true;
}

function isPlacement(command: Command): command is Placement {
  return (PLACEMENTS as readonly string[]).includes(command.type);
}

/**
 * A placement takes over the oldest directive of each kind that is meant for it. With any directive it is
 * held on its way to the book, for 0 ms if no delay is asked for, so that the order has its directives
 * before rules/order/arrive.ts looks for them. DIRECT_REJECT is taken alone, and refuses the placement; a
 * placement that the usual rules refuse takes no directive.
 */
function place(s: State, command: Placement, usual: (heldMs: number) => boolean): boolean {
  const isRepeated = command.requestHash !== 0 && s.requests.orderOf(command.requestHash) !== 0;
  const meant = isRepeated ? [] : directivesFor(s, command);
  if (meant.length === 0) return usual(NONE);
  const rejecting = meant.find(({ what }) => what === DIRECT_REJECT);
  if (rejecting !== undefined) {
    const { directive, wireCode, text } = rejecting;
    directiveTaken(s, { directive, order: 0, kept: false });
    return refuse(s, R.directed, { directive, wireCode, text });
  }
  const delay = meant.find(({ what }) => what === DIRECT_DELAY);
  if (!usual(delay?.ms ?? 0)) return false;
  const order = s.outcomeId;
  for (const { directive, what } of meant) {
    const isNow = what === DIRECT_DELAY || what === DIRECT_TRIGGER; // the order keeps the other kinds for later
    directiveTaken(s, { directive, order, kept: !isNow });
    if (what === DIRECT_TRIGGER) orderTriggerQueued(s, s.orders.byId.get(order));
  }
  return true;
}

function directivesFor(s: State, command: Placement): readonly Directive[] {
  const meant: Directive[] = [];
  for (const { directive } of s.directives.waiting.values())
    if (!meant.some(({ what }) => what === directive.what) && isMeantFor(directive, command))
      meant.push(directive);
  return meant;
}

function isMeantFor({ account, contract, action, clientId, what }: Directive, command: Placement): boolean {
  if (account !== command.account || (contract !== NONE && contract !== command.contract)) return false;
  if (action !== 0 && action !== actionOf(command)) return false;
  if (clientId !== "" && clientId !== command.clientId) return false;
  const isPlain = command.type === "placeOrder";
  if (what === DIRECT_DELAY) return isPlain;
  if (what === DIRECT_TRIGGER) return !isPlain;
  if (what !== DIRECT_LATE_PRESETS) return true;
  return "presetTakeProfit" in command && (command.presetTakeProfit !== 0 || command.presetStopLoss !== 0);
}

function actionOf(command: Placement) {
  return command.type === "placeTpSl" ? closingActionOf(command.leg) : command.action;
}

/**
 * The orders that a command cancels and whose directives may change that, in ascending order of their ids.
 * Orders that wait for their trigger are not among them, since their cancel takes no time; for a
 * `cancelAll`, only orders with directives are.
 */
function canceledBy(s: State, command: Command): readonly OrderSlot[] {
  const { directives, orders } = s;
  if (command.type === "cancelOrder") {
    const { account, order, clientId, plansOnly } = command;
    if (!s.accounts.has(account) || plansOnly) return [];
    const slot = order !== 0 ? ownOrder(s, account, order) : byClientId(s, account, clientId);
    return slot === NONE ? [] : [slot];
  }
  if (command.type !== "cancelAll" || command.which === CANCEL_PLAN_ORDERS) return [];
  const { account, contract } = command;
  return [...directives.ofOrder.keys()]
    .sort((a, b) => a - b)
    .map((order) => orders.byId.get(order))
    .filter(
      (slot) => orders.account[slot] === account && (contract === NONE || orders.contract[slot] === contract),
    );
}

/**
 * Carries out what directives want of a resting order before it is canceled: the house fills it, so that the
 * cancel comes too late, or its cancel begins and takes a while. Returns whether the order is to be filled
 * during its cancel.
 */
function fillOrDelayCancel(s: State, slot: OrderSlot): boolean {
  const { directives, orders } = s;
  if (orders.state[slot] !== STATE_OPEN || fillAs(s, slot, DIRECT_LOSE_CANCEL)) return false;
  const during = directives.has(orders.id[slot], DIRECT_FILL_DURING_CANCEL);
  if (during === undefined) return false;
  if (orders.restsWhere[slot] === RESTS_IN_BOOK) orderSetAside(s, slot);
  orderCanceling(s, slot, { dueTime: s.time + during.ms });
  return true;
}
