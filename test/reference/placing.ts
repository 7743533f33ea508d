import {
  admit,
  clientIdIsFree,
  largestOrder,
  mustBeWorth,
  mustOwn,
  mustTrade,
  presetsMustSuit,
} from "./admission.ts";
import { match, mustNotEndAtOnce } from "./matching.ts";
import type { NewOrder } from "./orders.ts";
import { endTriggersOf, PLAIN, placed } from "./orders.ts";
import { picked } from "./picked.ts";
import { trimReduceOnly } from "./reservations.ts";
import { isOpening, legOf, POINTS, priceCeiling, sideOf } from "./rules.ts";
import type {
  Action,
  CommandOf,
  PlaceOrder,
  PlacePlan,
  PlaceTpSl,
  PlaceTrailing,
  Source,
  TimeInForce,
} from "./tape.ts";
import { collectTriggers, watched } from "./triggers.ts";
import type { Contract, Order, Venue } from "./venue.ts";
import { Refused } from "./venue.ts";

/** Commands that place orders. */

export function place(v: Venue, command: PlaceOrder): void {
  mayTrade(v, command.account, command.contract, command.action);
  if (repeats(v, command)) return;
  const market = command.price === undefined && command.match === undefined;
  if (command.price !== undefined && command.match !== undefined) throw new Refused("invalidValue");
  let timeInForce = command.timeInForce ?? "gtc";
  if (command.size <= 0 || (command.price ?? 1) <= 0) throw new Refused("invalidValue");
  if (market && timeInForce === "post-only") throw new Refused("invalidValue");
  if (market && timeInForce === "gtc") timeInForce = "ioc";
  mayMeanASide(v, command);
  goesWithAction(command);
  mayMeetItself(v, command);
  mayLastTill(v, command, timeInForce);
  const admitted = admit(v, { ...command, timeInForce }, command.capped === true);
  const delay = v.account(command.account).settings.orderDelayMs;
  if (command.orRefused === true && delay === 0) mustNotEndAtOnce(v, admitted);
  const order = placed(v, { ...admitted, due: delay > 0 ? v.time + delay : 0 });
  if (command.request !== undefined && command.request !== 0) v.requests.set(command.request, order.id);
  if (!staysReduceOnly(v, order) || delay > 0) return;
  match(v, order);
  collectTriggers(v, v.contract(command.contract));
}

function mayMeanASide(
  v: Venue,
  { net, account, action }: Pick<PlacePlan, "net" | "account" | "action">,
): void {
  if (net === true && isOpening(action) && !v.isOneWay(account)) throw new Refused("invalidValue");
}

/** A one-way account never meets itself. */
function mayMeetItself(v: Venue, { account, selfTrade }: Pick<PlacePlan, "account" | "selfTrade">): void {
  if (selfTrade === "none" && v.isOneWay(account)) throw new Refused("invalidValue");
}

/** A date lies ahead, and is of an order that may rest. */
function mayLastTill(v: Venue, { price, match, till = 0 }: PlaceOrder, timeInForce: TimeInForce): void {
  if (till === 0) return;
  const isLimited = price !== undefined || match !== undefined;
  const rests = isLimited && (timeInForce === "gtc" || timeInForce === "post-only");
  if (till <= v.time || !rests) throw new Refused("invalidValue");
}

/** Reduce-only orders make room for one that was placed, which may be the last to fill itself. */
function staysReduceOnly(v: Venue, order: Order): boolean {
  if (isOpening(order.action) || !v.isOneWay(order.account)) return true;
  trimReduceOnly(v, order);
  return v.orders.includes(order);
}

/** Presets go with an order that opens, a position with one that closes. */
function goesWithAction(command: Pick<PlacePlan, "action" | "takeProfit" | "stopLoss" | "position">): void {
  const presets = command.takeProfit !== undefined || command.stopLoss !== undefined;
  const position = (command.position ?? 0) !== 0;
  if (isOpening(command.action) ? position : presets) throw new Refused("invalidValue");
}

function repeats(v: Venue, command: { readonly account: number; readonly request?: number }): boolean {
  const order = v.requests.get(command.request ?? 0);
  if (order === undefined) return false;
  v.say({ what: "repeated", account: command.account, order });
  return true;
}

function mayTrade(v: Venue, account: number, contract: number, action: Action): void {
  v.account(account);
  v.contract(contract);
  if (!v.permits(account, action)) throw new Refused("accountFrozen");
}

export function placePlan(v: Venue, command: PlacePlan): void {
  mayTrade(v, command.account, command.contract, command.action);
  const contract = v.contract(command.contract);
  const { till = 0 } = command;
  const isWrong = command.trigger <= 0 || command.size <= 0 || (command.price ?? 1) <= 0;
  const isTwice = command.price !== undefined && command.match !== undefined;
  if (isWrong || isTwice || (till !== 0 && till <= v.time)) throw new Refused("invalidValue");
  mayMeetItself(v, command);
  mayMeanASide(v, command);
  goesWithAction(command);
  const waiting = admitWaiting(v, contract, command, "plan");
  const now = watched(contract, command.source);
  const trigger = BigInt(command.trigger) * POINTS;
  if (command.rising !== undefined) mustNotBeMet(contract, command.trigger, command.source, command.rising);
  else if (trigger === now) throw new Refused("triggerAtPrice");
  const { rising, priceProtect = false } = command;
  const atOrAbove = rising ?? trigger > now;
  placed(v, { ...waiting, atOrAbove, priceProtect: rising !== undefined && priceProtect });
}

export function placeTpSl(v: Venue, command: PlaceTpSl): void {
  mayTrade(v, command.account, command.contract, `close ${command.leg}`);
  const contract = v.contract(command.contract);
  const { trigger, size, price = 1 } = command;
  if (!isCount(trigger) || (size !== 0 && !isCount(size)) || !isCount(price))
    throw new Refused("invalidValue");
  if (command.endsWithLeg === true && size !== 0) throw new Refused("invalidValue");
  const action = command.leg === "long" ? "close long" : "close short";
  const kind = command.takeProfit ? "take profit" : "stop loss";
  const { takeProfit, endsWithLeg = false, priceProtect = false, ...said } = command;
  const waiting = admitWaiting(v, contract, { ...said, action }, kind);
  const atOrAbove = takeProfit === (command.leg === "long");
  mustNotBeMet(contract, command.trigger, command.source, atOrAbove);
  if (endsWithLeg) mustBeOnlyOfLeg(v, { ...waiting, atOrAbove });
  placed(v, { ...waiting, atOrAbove, endsWithLeg, priceProtect });
}

export function placeTrailing(v: Venue, command: PlaceTrailing): void {
  mayTrade(v, command.account, command.contract, command.action);
  const contract = v.contract(command.contract);
  const { callbackRate, activation, source, priceProtect } = command;
  if (callbackRate < 100_000 || callbackRate > 10_000_000 || command.size <= 0)
    throw new Refused("invalidValue");
  mayMeanASide(v, command);
  const waiting = admitWaiting(v, contract, { ...command, trigger: 0 }, "plan");
  const atOrAbove = sideOf(command.action) === "buy";
  if (activation > priceCeiling(contract.specification)) throw new Refused("priceTooFar");
  if (activation !== 0) mustNotBeMet(contract, activation, source, !atOrAbove);
  const extreme = activation === 0 ? watched(contract, source) : 0n;
  placed(v, { ...waiting, atOrAbove, callbackRate, activation, extreme, priceProtect });
}

/** For each leg (or position) and direction one order waits that ends with it. */
function mustBeOnlyOfLeg(v: Venue, order: NewOrder): void {
  const waiting = v.ordersOf(order.account, order.contract).filter(({ state }) => state === "untriggered");
  const same = ["endsWithLeg", "action", "position", "atOrAbove"] as const;
  const as = { ...order, endsWithLeg: true };
  if (waiting.some((each) => same.every((name) => each[name] === as[name])))
    throw new Refused("legTriggerLive");
}

export function mustNotBeMet(contract: Contract, trigger: number, source: Source, atOrAbove: boolean): void {
  const now = watched(contract, source);
  const points = BigInt(trigger) * POINTS;
  if (atOrAbove ? now >= points : now <= points) throw new Refused("triggerAlreadyMet");
}

function admitWaiting(
  v: Venue,
  contract: Contract,
  command: Omit<PlacePlan, "type">,
  kind: "plan" | "take profit" | "stop loss",
): NewOrder {
  const { specification } = contract;
  const { account, action } = command;
  mustTrade(contract, action);
  const market = command.price === undefined && command.match === undefined;
  const whole = kind !== "plan" && command.size === 0;
  if (!whole && command.size < specification.orderLotsMin) throw new Refused("sizeTooSmall");
  if (command.size > largestOrder(specification, action, market)) throw new Refused("sizeTooLarge");
  clientIdIsFree(v, account, command.clientId ?? "");
  const ceiling = priceCeiling(specification);
  if (command.trigger > ceiling || (command.price ?? 0) > ceiling) throw new Refused("priceTooFar");
  const points = command.price === undefined ? contract.markPoints : BigInt(command.price) * POINTS;
  mustBeWorth(contract, action, points, command.size);
  const { price = 0, takeProfit = 0, stopLoss = 0, selfTrade = "", till = 0, clientId = "" } = command;
  const { takeProfitSource = "last", stopLossSource = "last" } = command;
  presetsMustSuit(contract, { ...command, price: command.price ?? command.trigger });
  const holding = v.holding(account, contract.index);
  if (command.marginMode !== undefined && command.marginMode !== holding.marginMode) {
    throw new Refused("marginModeMismatch");
  }
  const waiting = v.ordersOf(account, contract.index).filter((each) => each.state === "untriggered");
  if (waiting.length >= specification.openOrdersMax) throw new Refused("openOrderLimit");
  let position = command.position ?? 0;
  if (!isOpening(action) && holding.separatedMode === "separated") {
    if (position === 0 && !specification.separatedCloseFifo) throw new Refused("positionMissing");
  }
  if (position !== 0) mustOwn(v, account, contract.index, legOf(action), position);
  if (command.net !== true && v.facing({ ...command, contract: contract.index }) > 0)
    throw new Refused("oneWayLeg");
  if (holding.separatedMode === "combined") position = 0;
  return {
    ...PLAIN,
    ...picked(command, "account action size trigger source"),
    ...picked(holding, "marginMode separatedMode"),
    ...{ contract: contract.index, kind, position, market, price, takeProfit, stopLoss, selfTrade, till },
    ...{ match: command.match, clientId, takeProfitSource, stopLossSource, state: "untriggered" },
    timeInForce: market ? "ioc" : "gtc",
    leverage: v.leverageOf(holding, legOf(action)),
  };
}

export function modify(v: Venue, command: CommandOf<"modify">): void {
  const order = ownOrder(v, command.account, command.order);
  if (!v.permits(command.account, order.action)) throw new Refused("accountFrozen");
  const isTpSl = order.kind !== "normal" && order.kind !== "plan";
  if (order.state !== "untriggered" || order.queued || !isTpSl) throw new Refused("orderNotPlan");
  const { trigger, price = 1 } = command;
  if (!isCount(trigger) || !isCount(price)) throw new Refused("invalidValue");
  const ceiling = priceCeiling(v.contract(order.contract).specification);
  if (trigger > ceiling || price > ceiling) throw new Refused("priceTooFar");
  mustNotBeMet(v.contract(order.contract), command.trigger, command.source, order.atOrAbove);
  order.held = false;
  order.trigger = command.trigger;
  order.source = command.source;
  order.price = command.price ?? 0;
  order.market = command.price === undefined;
  order.timeInForce = order.market ? "ioc" : "gtc";
  v.say({ what: "modified", order: order.id, ...picked(order, "trigger source price") });
}

export function ownOrder(v: Venue, account: number, id: number): Order {
  const order = v.orders.find((each) => each.id === id && each.account === account);
  if (order === undefined) throw new Refused("orderNotFound");
  return order;
}

export function closeAll(v: Venue, command: CommandOf<"close all">): void {
  const account = v.account(command.account);
  if (command.contract !== undefined) v.contract(command.contract);
  if (account.settings.status === "frozen") throw new Refused("accountFrozen");
  const all = v.positions.filter(
    (each) =>
      each.account === account.id &&
      (command.contract === undefined || each.contract === command.contract) &&
      (command.position === undefined || each.id === command.position),
  );
  if (all.length === 0)
    throw new Refused(command.position === undefined ? "nothingToClose" : "unknownPosition");
  for (const position of all) {
    if (!v.positions.includes(position)) continue;
    const contract = v.contract(position.contract);
    const of = [account.id, contract.index, position.leg, position.id] as const;
    const yields = contract.riskRule.exits === "yield" && !v.isOneWay(account.id);
    const most = yields ? v.closable(...of) : v.held(...of);
    if (most === 0) continue;
    unlessRefused(() => {
      const admitted = admit(
        v,
        {
          account: account.id,
          contract: contract.index,
          action: position.leg === "long" ? "close long" : "close short",
          size: Math.min(most, largestOrder(contract.specification, "close long", true)),
          timeInForce: "ioc",
          position: position.id,
        },
        true,
        true,
      );
      match(v, placed(v, { ...admitted, kind: "close position" }));
      if (command.position !== undefined) v.notes.push("position closed by name");
      if (command.cancelAttached === true && !v.positions.includes(position)) {
        const before = v.orders.length;
        endTriggersOf(v, position);
        if (v.orders.length < before) v.notes.push("attached orders went with their position");
      }
      collectTriggers(v, contract);
    });
  }
}

function unlessRefused(act: () => void): void {
  try {
    act();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
  }
}

export function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value > 0;
}
