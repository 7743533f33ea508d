import {
  BUY,
  CALLBACK_RATE_MAX,
  CALLBACK_RATE_MIN,
  CLOSE_LONG,
  COMBINED,
  GTC,
  IOC,
  isOpening,
  KIND_NORMAL,
  KIND_PLAN,
  KIND_STOP_LOSS,
  KIND_TAKE_PROFIT,
  LONG,
  legOf,
  orderAction,
  SEPARATED,
  SHARED,
  STATE_UNTRIGGERED,
  sideOf,
  TRIGGER_AT_OR_ABOVE,
  TRIGGER_AT_OR_BELOW,
  TRIGGER_QUEUED,
} from "../../data/codes.ts";
import type { Contract } from "../../data/contract/contract.ts";
import { activatingDirection } from "../../data/contract/trails.ts";
import type { CommandOf } from "../../data/messages/command.ts";
import { NO_PRESETS } from "../../data/messages/command.ts";
import { rejections as R } from "../../data/messages/rejection.ts";
import { isOneWay } from "../../data/net/resolve.ts";
import { findHolding, statusOf } from "../../data/state/ofAccount.ts";
import { admitCount, admitWhole, refuse, refuseField } from "../../data/state/refuse.ts";
import type { State } from "../../data/state/state.ts";
import type { OrderDraft } from "../../data/tables/orders.ts";
import { closingActionOf } from "../../data/tables/orders.ts";
import type { Leg, PositionId, Ticks } from "../../data/units/kinds.ts";
import { NONE, POINTS_PER_TICK } from "../../data/units/units.ts";
import { leverageFor } from "../../events/accountEvents.ts";
import { orderModified, orderPlaced } from "../../events/orderEvents.ts";
import {
  admitClientId,
  admitNet,
  admitNotional,
  admitPresets,
  admitSize,
  admitTrading,
  ownsPosition,
} from "./admit.ts";
import { admitDate } from "./dates.ts";
import { admitAttached, admitSelfTradeMode, isAction, isCode, isSource } from "./fields.ts";
import { mayTrade, permits } from "./permission.ts";
import { ownOrder, repeats } from "./place.ts";
import { admitPriceMatch } from "./priceMatch.ts";

/**
 * `placePlan`: places an order that waits for its trigger; until then it freezes and reserves nothing. Where
 * the watched price stands at placement decides the direction: from below the trigger the order fires at or
 * above it, from above at or below.
 */
export function placePlan(s: State, command: CommandOf<"placePlan">): boolean {
  if (!mayTrade(s, command.account, command.contract, orderAction(command.action))) return false;
  if (!admitWhole(s, command, "requestHash")) return false;
  if (command.requestHash !== 0 && repeats(s, command.account, command.requestHash)) return true;
  if (!admitCount(s, command, "triggerPrice") || !draftPlan(s, { ...PLAN_DEFAULTS, ...command }))
    return false;
  const { draft } = s;
  const watched = s.contracts[command.contract].watchedPoints(command.triggerSource);
  const trigger = command.triggerPrice * POINTS_PER_TICK;
  if (trigger === watched)
    return refuse(s, R.triggerAtPrice, { trigger: command.triggerPrice, price: watched });
  draft.triggerDirection = trigger > watched ? TRIGGER_AT_OR_ABOVE : TRIGGER_AT_OR_BELOW;
  const slot = orderPlaced(s, draft); // before s.orders.id is read, which it may reallocate
  s.outcomeId = s.orders.id[slot];
  return true;
}

/**
 * `placeConditional`: a plan order that names its direction and may have presets; they are checked at the
 * price at which it would trade.
 */
export function placeConditional(s: State, command: CommandOf<"placeConditional">): boolean {
  if (!mayTrade(s, command.account, command.contract, orderAction(command.action))) return false;
  if (!admitWhole(s, command, "requestHash")) return false;
  if (command.requestHash !== 0 && repeats(s, command.account, command.requestHash)) return true;
  const { triggerDirection, triggerPrice, triggerSource } = command;
  if (!isCode(triggerDirection, TRIGGER_AT_OR_ABOVE, TRIGGER_AT_OR_BELOW))
    return refuseField(s, command, "triggerDirection", "known");
  if (!admitCount(s, command, "triggerPrice") || !draftPlan(s, { ...command, position: 0 })) return false;
  const contract = s.contracts[command.contract];
  const { draft } = s;
  draft.triggerDirection = triggerDirection;
  draft.priceProtect = command.priceProtect;
  if (!admitTrigger(s, contract, triggerPrice, triggerSource, triggerDirection)) return false;
  const slot = orderPlaced(s, draft); // before s.orders.id is read, which it may reallocate
  s.outcomeId = s.orders.id[slot];
  return true;
}

/**
 * `placeTrailing`: a plan order at market whose trigger follows the price; refused where it would be
 * activated from the wrong side.
 */
export function placeTrailing(s: State, command: CommandOf<"placeTrailing">): boolean {
  if (!mayTrade(s, command.account, command.contract, orderAction(command.action))) return false;
  if (!admitWhole(s, command, "requestHash")) return false;
  if (command.requestHash !== 0 && repeats(s, command.account, command.requestHash)) return true;
  const { activationPrice, callbackRate, triggerSource, priceProtect } = command;
  if (!admitWhole(s, command, "callbackRate", [CALLBACK_RATE_MIN, CALLBACK_RATE_MAX])) return false;
  if (!admitWhole(s, command, "activationPrice")) return false;
  if (!draftPlan(s, { ...AT_MARKET, ...command })) return false;
  const contract = s.contracts[command.contract];
  const { draft } = s;
  draft.triggerDirection = sideOf(draft.action) === BUY ? TRIGGER_AT_OR_ABOVE : TRIGGER_AT_OR_BELOW;
  draft.activationPrice = activationPrice;
  draft.callbackRate = callbackRate;
  draft.priceProtect = priceProtect;
  if (activationPrice !== 0) {
    const from = activatingDirection(draft.triggerDirection);
    if (!admitHighest(s, contract, activationPrice, 0, "activationPrice")) return false;
    if (!admitTrigger(s, contract, activationPrice, triggerSource, from)) return false;
  }
  const slot = orderPlaced(s, draft); // before s.orders.id is read, which it may reallocate
  s.outcomeId = s.orders.id[slot];
  return true;
}

/**
 * The defaults of fields that not every command of a plan order has; they are on the order's time in the
 * book.
 */
const PLAN_DEFAULTS = { selfTradeMode: 0, goodTill: 0, priceMatch: 0 } as const;
const AT_MARKET = {
  ...{ ...NO_PRESETS, ...PLAN_DEFAULTS },
  ...{ market: true, price: 0, triggerPrice: 0, position: 0 },
} as const;

/** The fields that every command of a plan order has, and those with a default. */
type Plan = Omit<CommandOf<"placePlan">, "type"> &
  Pick<CommandOf<"placeConditional">, keyof typeof PLAN_DEFAULTS>;

/**
 * Fills the draft from the command of a plan order, and makes all checks of it except those of its trigger;
 * false with the refusal noted.
 */
function draftPlan(s: State, command: Plan): boolean {
  const action = orderAction(command.action);
  const isNet = action !== command.action; // NET_BUY or NET_SELL, which are for one-way accounts
  if (!isAction(action) || (isNet && !isOneWay(s, command.account)))
    return refuseField(s, command, "action", "known");
  if (!isSource(command.triggerSource)) return refuseField(s, command, "triggerSource", "known");
  if (!admitCount(s, command, "size")) return false;
  if (!command.market && command.priceMatch === 0 && !admitCount(s, command, "price")) return false;
  if (!admitAttached(s, { ...command, action })) return false;
  const draft = s.draft.reset();
  draft.account = command.account;
  draft.contract = command.contract;
  draft.kind = KIND_PLAN;
  draft.action = action;
  draft.isNet = isNet;
  draft.market = command.market;
  draft.timeInForce = command.market ? IOC : GTC;
  draft.price = command.market ? 0 : command.price;
  draft.size = command.size;
  draft.triggerPrice = command.triggerPrice;
  draft.triggerSource = command.triggerSource;
  draft.requestHash = command.requestHash;
  draft.clientId = command.clientId;
  draft.presetTakeProfit = command.presetTakeProfit;
  draft.presetStopLoss = command.presetStopLoss;
  draft.presetsOnMark = command.presetsOnMark;
  draft.selfTradeMode = command.selfTradeMode;
  draft.goodTill = command.goodTill;
  draft.priceMatch = command.priceMatch;
  if (!admitSelfTradeMode(s, draft) || !admitDate(s, draft) || !admitPriceMatch(s, draft)) return false;
  const { position } = command;
  if (position !== 0 && isOpening(action)) return refuseField(s, { position }, "position", "closing");
  draft.position = position;
  return admitWaiting(s, s.contracts[command.contract], command.marginMode, position);
}

/** `placeTpSl`: a close that waits; direction by kind and leg; refused if its trigger is already met. */
export function placeTpSl(s: State, command: CommandOf<"placeTpSl">): boolean {
  // Any closing action will do: the leg is not checked yet.
  if (!mayTrade(s, command.account, command.contract, CLOSE_LONG)) return false;
  if (!admitWhole(s, command, "requestHash")) return false;
  if (command.requestHash !== 0 && repeats(s, command.account, command.requestHash)) return true;
  const contract = s.contracts[command.contract];
  if (!isCode(command.leg, 0, 1)) return refuseField(s, command, "leg", "known");
  if (!admitCount(s, command, "triggerPrice")) return false;
  if (!isSource(command.triggerSource)) return refuseField(s, command, "triggerSource", "known");
  if (!admitWhole(s, command, "size") || !admitWhole(s, command, "price")) return false;
  // An order that ends with its leg closes all of it, so it has no size.
  if (command.endsWithLeg && command.size !== 0) return refuseField(s, command, "size", "notWhole");
  const draft = s.draft.reset();
  draft.account = command.account;
  draft.contract = command.contract;
  draft.kind = command.takeProfit ? KIND_TAKE_PROFIT : KIND_STOP_LOSS;
  draft.action = closingActionOf(command.leg);
  draft.market = command.price === 0;
  draft.timeInForce = draft.market ? IOC : GTC;
  draft.price = command.price;
  draft.size = command.size;
  draft.position = command.position;
  draft.endsWithLeg = command.endsWithLeg;
  draft.priceProtect = command.priceProtect;
  draft.triggerPrice = command.triggerPrice;
  draft.triggerSource = command.triggerSource;
  draft.requestHash = command.requestHash;
  draft.clientId = command.clientId;
  if (!admitWaiting(s, contract, command.marginMode, command.position)) return false;
  draft.triggerDirection = tpSlDirection(command.takeProfit, command.leg);
  if (!admitTrigger(s, contract, draft.triggerPrice, draft.triggerSource, draft.triggerDirection))
    return false;
  if (draft.endsWithLeg && !isOnlyForLeg(s, draft)) return false;
  const slot = orderPlaced(s, draft); // before s.orders.id is read, which it may reallocate
  s.outcomeId = s.orders.id[slot];
  return true;
}

/**
 * Whether the draft, which ends with its leg, is the only such order for its position and direction of the
 * trigger; false with the refusal noted.
 */
function isOnlyForLeg(s: State, draft: OrderDraft): boolean {
  const { orders, holdings } = s;
  const { endsWithLeg, triggerDirection } = orders.conditions;
  const holding = findHolding(s, draft.account, draft.contract);
  const head = holding === NONE ? NONE : holdings.orderHead[holding];
  for (let slot = head; slot !== NONE; slot = orders.holdingNext[slot]) {
    const condition = orders.condition[slot];
    if (orders.state[slot] !== STATE_UNTRIGGERED || endsWithLeg[condition] === 0) continue;
    if (orders.action[slot] !== draft.action || orders.position[slot] !== draft.position) continue;
    if (triggerDirection[condition] === draft.triggerDirection)
      return refuse(s, R.legTriggerLive, { order: orders.id[slot] });
  }
  return true;
}

/** `modifyTpSl`: changes an untriggered take-profit or stop-loss, presets included. */
export function modifyTpSl(s: State, command: CommandOf<"modifyTpSl">): boolean {
  const { orders } = s;
  const slot = ownOrder(s, command.account, command.order);
  if (slot === NONE) return refuse(s, R.orderNotFound, { order: command.order });
  const kind = orders.kind[slot];
  if (!permits(s, command.account, orders.action[slot]))
    return refuse(s, R.accountFrozen, { status: statusOf(s, command.account), account: command.account });
  const waits = orders.state[slot] === STATE_UNTRIGGERED && orders.triggerQueued(slot) !== TRIGGER_QUEUED;
  // Only take-profits and stop-losses: amendOrder changes other orders that wait.
  if (!waits || kind === KIND_NORMAL || kind === KIND_PLAN)
    return refuse(s, R.orderNotPlan, { order: command.order });
  const contract = s.contracts[orders.contract[slot]];
  if (!admitCount(s, command, "triggerPrice")) return false;
  if (!isSource(command.triggerSource)) return refuseField(s, command, "triggerSource", "known");
  if (!admitWhole(s, command, "price")) return false;
  if (!admitHighest(s, contract, command.triggerPrice, command.price)) return false;
  const direction = orders.conditions.triggerDirection[orders.condition[slot]];
  if (!admitTrigger(s, contract, command.triggerPrice, command.triggerSource, direction)) return false;
  orderModified(s, slot, command);
  s.outcomeId = command.order;
  return true;
}

/**
 * Checks an order that only waits: a live contract, its size, its client id, its mode, the limit on orders,
 * a position to close.
 */
function admitWaiting(s: State, contract: Contract, marginMode: number, position: PositionId): boolean {
  const { draft } = s;
  const { terms } = contract;
  const { action, market, price, triggerPrice } = draft;
  if (!admitTrading(s, contract, action)) return false;
  const closesAll = draft.size === 0 && draft.kind !== KIND_PLAN;
  if (!closesAll && !admitSize(s, contract, action, market, draft.size)) return false;
  if (!admitClientId(s, draft)) return false;
  if (!admitHighest(s, contract, triggerPrice, price)) return false;
  const points = price === 0 ? contract.markPoints : price * POINTS_PER_TICK;
  if (!admitNotional(s, contract, action, points, draft.size)) return false;
  if (!admitPresets(s, draft, (price || triggerPrice) * POINTS_PER_TICK)) return false;
  const holding = findHolding(s, draft.account, contract.index);
  draft.marginMode = holding === NONE ? SHARED : s.holdings.marginMode[holding];
  draft.separatedMode = holding === NONE ? COMBINED : s.holdings.separatedMode[holding];
  if (marginMode !== 0 && marginMode !== draft.marginMode) {
    return refuse(s, R.marginModeMismatch, { asked: marginMode, actual: draft.marginMode });
  }
  if (holding !== NONE && s.holdings.planCount[holding] >= terms.openOrdersMax) {
    return refuse(s, R.openOrderLimit, { limit: terms.openOrdersMax });
  }
  draft.leverage =
    holding === NONE ? terms.leverageDefault : leverageFor(s, holding, legOf(action), draft.marginMode);
  draft.state = STATE_UNTRIGGERED;
  if (isOpening(action)) return admitNet(s, holding, draft);
  // A close in separated mode names its position, or the contract's terms have it close the oldest first. In
  // combined mode a leg has one position: one that is named is checked, and not kept.
  if (position === 0 && draft.separatedMode === SEPARATED && !terms.separatedCloseFifo)
    return refuse(s, R.positionMissing, { leg: legOf(action) });
  if (position !== 0 && !ownsPosition(s, draft)) return refuse(s, R.unknownPosition, { position });
  if (draft.separatedMode === COMBINED) draft.position = 0;
  return true;
}

/**
 * Whether trigger (`field`) and price, each 0 if there is none, are no higher than the contract's highest
 * price.
 */
export function admitHighest(
  s: State,
  contract: Contract,
  triggerPrice: Ticks,
  price: Ticks,
  field: "triggerPrice" | "activationPrice" = "triggerPrice",
): boolean {
  const { priceMax: limit, markPoints: mark } = contract;
  if (triggerPrice > limit) return refuse(s, R.priceTooFar, { field, price: triggerPrice, limit, mark });
  return price <= limit || refuse(s, R.priceTooFar, { field: "price", price, limit, mark });
}

/** Take-profit of a long and stop-loss of a short fire at or above; the other two at or below. */
function tpSlDirection(takeProfit: boolean, leg: Leg): number {
  return takeProfit === (leg === LONG) ? TRIGGER_AT_OR_ABOVE : TRIGGER_AT_OR_BELOW;
}

/** Whether a trigger is not met yet; false with the refusal noted. */
export function admitTrigger(
  s: State,
  contract: Contract,
  trigger: number,
  source: number,
  direction: number,
): boolean {
  const watched = contract.watchedPoints(source);
  const distance = (trigger * POINTS_PER_TICK - watched) * (direction === TRIGGER_AT_OR_ABOVE ? 1 : -1);
  const formulaValues = () => ({ rising: direction === TRIGGER_AT_OR_ABOVE });
  return distance > 0 || refuse(s, R.triggerAlreadyMet, { trigger, price: watched }, formulaValues);
}
