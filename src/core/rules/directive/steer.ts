import {
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
 * @param heldMs how long a placement is held on its way to the book, at least; NONE: it is not held
 */
type Usual = (s: State, view: RecordView, at: number, heldMs: number) => boolean;

type Placement = CommandOf<"placeOrder" | "placePlan" | "placeConditional" | "placeTpSl">;

/** Carries out a command while there are directives: it is done as usual, and what they say of its orders happens before or after. */
export function steer(s: State, view: RecordView, at: number, usual: Usual): boolean {
  const command = decodeCommand(view, at);
  if (isPlacement(command)) return place(s, command, (heldMs) => usual(s, view, at, heldMs));
  const canceled = canceledBy(s, command);
  for (const slot of canceled) beforeCancel(s, slot);
  const during = canceled.flatMap((slot) => {
    const directive = s.directives.has(s.orders.id[slot], DIRECT_FILL_DURING_CANCEL);
    return directive === undefined ? [] : [{ slot, order: s.orders.id[slot], directive }];
  });
  if (!usual(s, view, at, NONE)) return false;
  for (const { slot, order, directive } of during) {
    if (s.orders.byId.get(order) !== slot) continue;
    directiveDone(s, { directive: directive.directive, order, unmet: 0 });
    forceFill(s, slot, { lots: directive.lots, price: 0 });
  }
  return true;
}

function isPlacement(command: Command): command is Placement {
  const { type } = command;
  return type === "placeOrder" || type === "placePlan" || type === "placeConditional" || type === "placeTpSl";
}

/**
 * A placement takes the oldest directive of each kind that is meant for it. It is held on its way to the book, if only until the command
 * is done, so that it has what it follows when it arrives there (rules/order/arrive.ts). One that is refused takes none.
 */
function place(s: State, command: Placement, usual: (heldMs: number) => boolean): boolean {
  const isRepeated = command.requestHash !== 0 && s.requests.orderOf(command.requestHash) !== 0;
  const told = isRepeated ? [] : toldOf(s, command);
  if (told.length === 0) return usual(NONE);
  const rejecting = told.find(({ what }) => what === DIRECT_REJECT);
  if (rejecting !== undefined) {
    const { directive, wireCode, text } = rejecting;
    directiveTaken(s, { directive, order: 0, kept: false });
    return refuse(s, R.directed, { directive, wireCode, text });
  }
  const delay = told.find(({ what }) => what === DIRECT_DELAY);
  if (!usual(delay?.ms ?? 0)) return false;
  const order = s.outcomeId;
  for (const { directive, what } of told) {
    const isNow = what === DIRECT_DELAY || what === DIRECT_TRIGGER;
    directiveTaken(s, { directive, order, kept: !isNow });
    if (what === DIRECT_TRIGGER) orderTriggerQueued(s, s.orders.byId.get(order));
  }
  return true;
}

function toldOf(s: State, command: Placement): readonly Directive[] {
  const told: Directive[] = [];
  for (const { directive } of s.directives.waiting.values())
    if (!told.some(({ what }) => what === directive.what) && isMeantFor(directive, command))
      told.push(directive);
  return told;
}

function isMeantFor({ account, contract, action, clientId, what }: Directive, command: Placement): boolean {
  if (account !== command.account || (contract !== NONE && contract !== command.contract)) return false;
  if (action !== 0 && action !== actionOf(command)) return false;
  if (clientId !== "" && clientId !== command.clientId) return false;
  const isPlain = command.type === "placeOrder";
  if (what === DIRECT_DELAY) return isPlain;
  if (what === DIRECT_TRIGGER) return !isPlain;
  if (what !== DIRECT_LATE_PRESETS) return true;
  return (
    (isPlain || command.type === "placeConditional") &&
    (command.presetTakeProfit !== 0 || command.presetStopLoss !== 0)
  );
}

function actionOf(command: Placement) {
  return command.type === "placeTpSl" ? closingActionOf(command.leg) : command.action;
}

/** The directed orders that a command asks to cancel, by id. */
function canceledBy(s: State, command: Command): readonly OrderSlot[] {
  const { directives, orders } = s;
  if (command.type === "cancelOrder") {
    const { account, order, clientId } = command;
    if (!s.accounts.has(account)) return [];
    const slot = order !== 0 ? ownOrder(s, account, order) : byClientId(s, account, clientId);
    return slot === NONE ? [] : [slot];
  }
  if (command.type !== "cancelAll") return [];
  const { account, contract } = command;
  return [...directives.ofOrder.keys()]
    .sort((a, b) => a - b)
    .map((order) => orders.byId.get(order))
    .filter(
      (slot) => orders.account[slot] === account && (contract === NONE || orders.contract[slot] === contract),
    );
}

/** Before an order that rests is canceled: the house has filled it, or its cancel takes a while. */
function beforeCancel(s: State, slot: OrderSlot): void {
  const { directives, orders } = s;
  const order = orders.id[slot];
  if (orders.state[slot] !== STATE_OPEN) return;
  const lost = directives.has(order, DIRECT_LOSE_CANCEL);
  if (lost !== undefined) {
    directiveDone(s, { directive: lost.directive, order, unmet: 0 });
    forceFill(s, slot, { lots: 0, price: 0 });
    return;
  }
  const during = directives.has(order, DIRECT_FILL_DURING_CANCEL);
  if (during === undefined) return;
  if (orders.restsWhere[slot] === RESTS_IN_BOOK) orderSetAside(s, slot);
  orderCanceling(s, slot, { dueTime: s.time + during.ms });
}
