import { findHolding } from "../account/accountEvents.ts";
import {
  CANCEL_USER,
  CLOSE_SHORT,
  COMBINED,
  CONTRACT_TRADING,
  GTC,
  IOC,
  isOpening,
  KIND_CLOSE_POSITION,
  KIND_NORMAL,
  KIND_PLAN,
  KIND_STOP_LOSS,
  KIND_TAKE_PROFIT,
  LONG,
  legOf,
  NONE,
  OPEN_LONG,
  POST_ONLY,
  SEPARATED,
  SHARED,
  STATE_UNTRIGGERED,
  STATUS_NORMAL,
  TRIGGER_AT_OR_ABOVE,
  TRIGGER_AT_OR_BELOW,
  TRIGGER_ON_LAST,
  TRIGGER_ON_MARK,
} from "../codes.ts";
import type { Command } from "../command.ts";
import { commandLayouts } from "../command.ts";
import type { Contract } from "../contract/contract.ts";
import type { RecordView } from "../encoding/layout.ts";
import { fixedWords, offsetsOf, readOnlyText } from "../encoding/layout.ts";
import { refuse } from "../refuse.ts";
import { rejections as R } from "../rejection.ts";
import type { State } from "../state.ts";
import { POINTS_PER_TICK } from "../units/units.ts";
import { admit, closableOf } from "./admit.ts";
import { matchOrder } from "./match.ts";
import { orderEnded, orderModified, orderPlaced, requestRepeated } from "./orderEvents.ts";
import { closingActionOf } from "./orders.ts";
import { collectTriggers, watchedPoints } from "./triggers.ts";

type Body<T extends Command["type"]> = Extract<Command, { type: T }>;

const PLACE = offsetsOf(commandLayouts.placeOrder);
const PLACE_FIXED = fixedWords(commandLayouts.placeOrder);

/**
 * `placeOrder`, read straight from its record: the one command whose rate sets the venue's. Returns false with the refusal
 * noted; a refused order leaves no trace.
 */
export function placeOrder(s: State, view: RecordView, at: number): boolean {
  const words = view.words;
  const account = words[at + PLACE.account]!;
  const contractIndex = words[at + PLACE.contract]!;
  if (!mayTrade(s, account, contractIndex)) return false;
  const hash = words[at + PLACE.requestHash]!;
  if (hash !== 0 && repeats(s, account, hash)) return true;
  const draft = s.draft.reset();
  draft.account = account;
  draft.contract = contractIndex;
  draft.action = words[at + PLACE.action]!;
  draft.market = words[at + PLACE.market] === 1;
  draft.timeInForce = words[at + PLACE.timeInForce]!;
  draft.price = words[at + PLACE.price]!;
  draft.size = words[at + PLACE.size]!;
  draft.marginMode = words[at + PLACE.marginMode]!;
  draft.separatedMode = words[at + PLACE.separatedMode]!;
  draft.presetTakeProfit = words[at + PLACE.presetTakeProfit]!;
  draft.presetStopLoss = words[at + PLACE.presetStopLoss]!;
  draft.position = words[at + PLACE.position]!;
  draft.requestHash = hash;
  draft.clientId = readOnlyText(view, at, PLACE_FIXED);
  if (!isAction(draft.action)) return refuse(s, R.invalidValue.code, PLACE.action, draft.action);
  if (!isCode(draft.timeInForce, 0, 3))
    return refuse(s, R.invalidValue.code, PLACE.timeInForce, draft.timeInForce);
  if (!isCount(draft.size)) return refuse(s, R.invalidValue.code, PLACE.size, draft.size);
  if (!draft.market && !isCount(draft.price)) return refuse(s, R.invalidValue.code, PLACE.price, draft.price);
  if (draft.market && draft.timeInForce === POST_ONLY) {
    return refuse(s, R.invalidValue.code, PLACE.timeInForce, draft.timeInForce);
  }
  if (draft.market && draft.timeInForce === GTC) draft.timeInForce = IOC;
  if (!isOpening(draft.action) && (draft.presetTakeProfit !== 0 || draft.presetStopLoss !== 0)) {
    return refuse(s, R.invalidValue.code, PLACE.presetTakeProfit, draft.presetTakeProfit);
  }
  const contract = s.contracts[contractIndex]!;
  if (!admit(s, contract, draft, words[at + PLACE.closeCapped] === 1)) return false;
  const delay = s.accounts.orderDelayMs[account]!;
  if (delay > 0) draft.dueTime = s.time + delay;
  const slot = orderPlaced(s, draft);
  s.outcomeId = s.orders.id[slot]!;
  if (delay > 0) return true;
  matchOrder(s, slot);
  collectTriggers(s, contract);
  return true;
}

/** `placePlan`: waits for its trigger, freezes and reserves nothing. */
export function placePlan(s: State, command: Body<"placePlan">): boolean {
  if (!mayTrade(s, command.account, command.contract)) return false;
  if (command.requestHash !== 0 && repeats(s, command.account, command.requestHash)) return true;
  const contract = s.contracts[command.contract]!;
  const offsets = offsetsOf(commandLayouts.placePlan);
  if (!isAction(command.action)) return refuse(s, R.invalidValue.code, offsets.action, command.action);
  if (!isCount(command.triggerPrice))
    return refuse(s, R.invalidValue.code, offsets.triggerPrice, command.triggerPrice);
  if (!isCount(command.size)) return refuse(s, R.invalidValue.code, offsets.size, command.size);
  if (!command.market && !isCount(command.price))
    return refuse(s, R.invalidValue.code, offsets.price, command.price);
  const draft = s.draft.reset();
  draft.account = command.account;
  draft.contract = command.contract;
  draft.kind = KIND_PLAN;
  draft.action = command.action;
  draft.market = command.market;
  draft.timeInForce = command.market ? IOC : GTC;
  draft.price = command.market ? 0 : command.price;
  draft.size = command.size;
  draft.triggerPrice = command.triggerPrice;
  draft.triggerSource = command.triggerSource;
  draft.requestHash = command.requestHash;
  draft.clientId = command.clientId;
  if (!admitWaiting(s, contract, command.marginMode, 0)) return false;
  const watched = watchedPoints(contract, command.triggerSource);
  const trigger = command.triggerPrice * POINTS_PER_TICK;
  if (trigger === watched) return refuse(s, R.triggerAtPrice.code, command.triggerPrice, watched);
  draft.triggerDirection = trigger > watched ? TRIGGER_AT_OR_ABOVE : TRIGGER_AT_OR_BELOW;
  s.outcomeId = s.orders.id[orderPlaced(s, draft)]!;
  return true;
}

/** `placeTpSl`: a close that waits; direction by kind and leg; refused if its trigger is already met. */
export function placeTpSl(s: State, command: Body<"placeTpSl">): boolean {
  if (!mayTrade(s, command.account, command.contract)) return false;
  if (command.requestHash !== 0 && repeats(s, command.account, command.requestHash)) return true;
  const contract = s.contracts[command.contract]!;
  const offsets = offsetsOf(commandLayouts.placeTpSl);
  if (!isCode(command.leg, 0, 1)) return refuse(s, R.invalidValue.code, offsets.leg, command.leg);
  if (!isCount(command.triggerPrice))
    return refuse(s, R.invalidValue.code, offsets.triggerPrice, command.triggerPrice);
  if (command.size !== 0 && !isCount(command.size))
    return refuse(s, R.invalidValue.code, offsets.size, command.size);
  if (command.price !== 0 && !isCount(command.price))
    return refuse(s, R.invalidValue.code, offsets.price, command.price);
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
  draft.triggerPrice = command.triggerPrice;
  draft.triggerSource = command.triggerSource;
  draft.requestHash = command.requestHash;
  draft.clientId = command.clientId;
  if (!admitWaiting(s, contract, command.marginMode, command.position)) return false;
  draft.triggerDirection = tpSlDirection(command.takeProfit, command.leg);
  if (!admitTrigger(s, contract, draft.triggerPrice, draft.triggerSource, draft.triggerDirection))
    return false;
  s.outcomeId = s.orders.id[orderPlaced(s, draft)]!;
  return true;
}

/** `modifyTpSl`: an untriggered take-profit or stop-loss, presets included. */
export function modifyTpSl(s: State, command: Body<"modifyTpSl">): boolean {
  const { orders } = s;
  const slot = ownOrder(s, command.account, command.order);
  if (slot === NONE) return refuse(s, R.orderNotFound.code, command.order);
  const kind = orders.kind[slot]!;
  const waits = orders.state[slot] === STATE_UNTRIGGERED && orders.triggerQueued[slot] === 0;
  if (!waits || kind === KIND_NORMAL || kind === KIND_PLAN)
    return refuse(s, R.orderNotPlan.code, command.order);
  const contract = s.contracts[orders.contract[slot]!]!;
  const offsets = offsetsOf(commandLayouts.modifyTpSl);
  if (!isCount(command.triggerPrice))
    return refuse(s, R.invalidValue.code, offsets.triggerPrice, command.triggerPrice);
  if (!isSource(command.triggerSource)) {
    return refuse(s, R.invalidValue.code, offsets.triggerSource, command.triggerSource);
  }
  if (command.price !== 0 && !isCount(command.price))
    return refuse(s, R.invalidValue.code, offsets.price, command.price);
  for (const price of [command.triggerPrice, command.price]) {
    if (price > contract.priceMax)
      return refuse(s, R.priceTooFar.code, price, contract.priceMax, contract.markPoints);
  }
  const direction = orders.triggerDirection[slot]!;
  if (!admitTrigger(s, contract, command.triggerPrice, command.triggerSource, direction)) return false;
  orderModified(s, slot, command.triggerPrice, command.triggerSource, command.price);
  s.outcomeId = command.order;
  return true;
}

/**
 * `closePositions`: every position at market, one order each, for what no other close has reserved. A position that cannot
 * be closed now is left alone; its order is simply missing among the events.
 */
export function closePositions(s: State, account: number, contractIndex: number): boolean {
  if (!s.accounts.has(account)) return refuse(s, R.unknownAccount.code, account);
  if (s.accounts.status[account] !== STATUS_NORMAL)
    return refuse(s, R.accountFrozen.code, s.accounts.status[account]!);
  if (contractIndex !== NONE && s.contracts[contractIndex] === undefined) {
    return refuse(s, R.unknownContract.code, contractIndex);
  }
  const { positions, accounts, draft } = s;
  const ids: number[] = [];
  for (let p = accounts.positionHead[account]!; p !== NONE; p = positions.accountNext[p]!) {
    if (contractIndex === NONE || positions.contract[p] === contractIndex) ids.push(positions.id[p]!);
  }
  if (ids.length === 0) return refuse(s, R.nothingToClose.code, contractIndex);
  for (const id of ids) {
    const p = positions.byId.get(id);
    if (p === NONE) continue;
    const contract = s.contracts[positions.contract[p]!]!;
    const leg = positions.leg[p]!;
    const size = closableOf(s, positions.holding[p]!, leg, id);
    if (size === 0) continue;
    draft.reset();
    draft.account = account;
    draft.contract = contract.index;
    draft.kind = KIND_CLOSE_POSITION;
    draft.action = closingActionOf(leg);
    draft.market = true;
    draft.timeInForce = IOC;
    draft.size = Math.min(size, contract.terms.orderLotsMax);
    draft.marginMode = 0;
    draft.separatedMode = 0;
    draft.position = id;
    if (!admit(s, contract, draft, true)) continue;
    const slot = orderPlaced(s, draft);
    if (s.outcomeId === 0) s.outcomeId = s.orders.id[slot]!;
    matchOrder(s, slot);
    collectTriggers(s, contract);
  }
  return true;
}

/** `replaceQuotes`: out with the account's resting orders in the contract, in with these, post-only. */
export function replaceQuotes(s: State, command: Body<"replaceQuotes">): boolean {
  const { account, contract: index } = command;
  if (!mayTrade(s, account, index)) return false;
  const { orders, holdings, draft } = s;
  const contract = s.contracts[index]!;
  const holding = findHolding(s, account, index);
  if (holding !== NONE) {
    for (let slot = holdings.orderHead[holding]!; slot !== NONE; ) {
      const next = orders.holdingNext[slot]!;
      if (orders.state[slot] !== STATE_UNTRIGGERED && orders.kind[slot] === KIND_NORMAL)
        orderEnded(s, slot, CANCEL_USER);
      slot = next;
    }
  }
  for (const quote of command.quotes) {
    if (!isAction(quote.action) || !isCount(quote.price) || !isCount(quote.size)) continue;
    draft.reset();
    draft.account = account;
    draft.contract = index;
    draft.action = quote.action;
    draft.timeInForce = POST_ONLY;
    draft.price = quote.price;
    draft.size = quote.size;
    draft.marginMode = 0;
    draft.separatedMode = 0;
    if (!admit(s, contract, draft, true)) continue;
    const slot = orderPlaced(s, draft);
    if (s.outcomeId === 0) s.outcomeId = orders.id[slot]!;
    matchOrder(s, slot);
  }
  return true;
}

/** A live order of the account by id, or NONE: what belongs to others does not exist. */
export function ownOrder(s: State, account: number, order: number): number {
  const slot = s.orders.byId.get(order);
  return slot !== NONE && s.orders.account[slot] === account ? slot : NONE;
}

function mayTrade(s: State, account: number, contract: number): boolean {
  if (!s.accounts.has(account)) return refuse(s, R.unknownAccount.code, account);
  if (s.contracts[contract] === undefined) return refuse(s, R.unknownContract.code, contract);
  const status = s.accounts.status[account]!;
  if (status !== STATUS_NORMAL) return refuse(s, R.accountFrozen.code, status);
  return true;
}

/** A signed request that was answered before gets the same answer. */
function repeats(s: State, account: number, hash: number): boolean {
  const order = s.requests.orderOf(hash);
  if (order === 0) return false;
  requestRepeated(s, account, order);
  s.outcomeId = order;
  return true;
}

/** What is asked of an order that only waits: a live contract, its size, its client id, its mode, room, a position to close. */
function admitWaiting(s: State, contract: Contract, marginMode: number, position: number): boolean {
  const { draft } = s;
  const { terms } = contract;
  if (contract.status !== CONTRACT_TRADING || !terms.apiTradable) {
    return refuse(s, R.contractNotTradable.code, contract.status, terms.apiTradable ? 1 : 0);
  }
  if (contract.markPoints === 0) return refuse(s, R.noMarkPrice.code, contract.index);
  if (!isSource(draft.triggerSource)) return refuse(s, R.invalidValue.code, 0, draft.triggerSource);
  if (draft.triggerPrice > contract.priceMax)
    return refuse(s, R.priceTooFar.code, draft.triggerPrice, contract.priceMax, contract.markPoints);
  if (draft.price > contract.priceMax)
    return refuse(s, R.priceTooFar.code, draft.price, contract.priceMax, contract.markPoints);
  const whole = draft.size === 0 && draft.kind !== KIND_PLAN;
  if (!whole && draft.size < terms.orderLotsMin)
    return refuse(s, R.sizeTooSmall.code, draft.size, terms.orderLotsMin);
  const lotsMax = draft.market && isOpening(draft.action) ? terms.marketOpenLotsMax : terms.orderLotsMax;
  if (draft.size > lotsMax) return refuse(s, R.sizeTooLarge.code, draft.size, lotsMax);
  if (draft.clientId !== "") {
    const live = s.accounts.clientIds[draft.account]?.get(draft.clientId);
    if (live !== undefined) return refuse(s, R.clientIdLive.code, s.orders.id[live]!);
  }
  const holding = findHolding(s, draft.account, contract.index);
  draft.marginMode = holding === NONE ? SHARED : s.holdings.marginMode[holding]!;
  draft.separatedMode = holding === NONE ? COMBINED : s.holdings.separatedMode[holding]!;
  if (marginMode !== 0 && marginMode !== draft.marginMode) {
    return refuse(s, R.marginModeMismatch.code, marginMode, draft.marginMode);
  }
  if (holding !== NONE && s.holdings.planCount[holding]! >= terms.openOrdersMax) {
    return refuse(s, R.openOrderLimit.code, terms.openOrdersMax);
  }
  draft.leverage = terms.leverageDefault;
  if (holding !== NONE)
    draft.leverage =
      draft.marginMode === SHARED ? s.holdings.cross[holding]! : legLeverage(s, holding, legOf(draft.action));
  draft.state = STATE_UNTRIGGERED;
  if (isOpening(draft.action)) return true;
  if (draft.separatedMode === SEPARATED) {
    if (position === 0 && !terms.separatedCloseFifo)
      return refuse(s, R.positionMissing.code, legOf(draft.action));
    if (position !== 0) {
      const slot = s.positions.byId.get(position);
      const owned =
        slot !== NONE &&
        s.positions.account[slot] === draft.account &&
        s.positions.contract[slot] === contract.index;
      if (!owned || s.positions.leg[slot] !== legOf(draft.action))
        return refuse(s, R.unknownPosition.code, position);
    }
  } else {
    draft.position = 0;
  }
  return true;
}

function legLeverage(s: State, holding: number, leg: number): number {
  return leg === LONG ? s.holdings.isolatedLong[holding]! : s.holdings.isolatedShort[holding]!;
}

/** Take-profit of a long and stop-loss of a short fire at or above; the other two at or below. */
function tpSlDirection(takeProfit: boolean, leg: number): number {
  return takeProfit === (leg === LONG) ? TRIGGER_AT_OR_ABOVE : TRIGGER_AT_OR_BELOW;
}

function admitTrigger(
  s: State,
  contract: Contract,
  trigger: number,
  source: number,
  direction: number,
): boolean {
  const watched = watchedPoints(contract, source);
  const distance = (trigger * POINTS_PER_TICK - watched) * (direction === TRIGGER_AT_OR_ABOVE ? 1 : -1);
  return distance > 0 || refuse(s, R.triggerAlreadyMet.code, trigger, watched);
}

function isAction(value: number): boolean {
  return isCode(value, OPEN_LONG, CLOSE_SHORT);
}

function isSource(value: number): boolean {
  return value === TRIGGER_ON_LAST || value === TRIGGER_ON_MARK;
}

function isCode(value: number, min: number, max: number): boolean {
  return Number.isInteger(value) && value >= min && value <= max;
}

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value > 0;
}
