import { ORIGIN_BOOK, ORIGIN_PAPER } from "../data/codes.ts";
import type { RecordView } from "../data/encoding/layout.ts";
import type { Event, EventOf } from "../data/messages/event.ts";
import { decodeEvent } from "../data/messages/event.ts";
import type { State } from "../data/state/state.ts";
import type { AccountId, EntrySlot, OrderId, OrderSlot, PositionId } from "../data/units/kinds.ts";
import { assert, assertNever, NONE } from "../data/units/units.ts";
import {
  accountChanged,
  accountOpened,
  autoAppendChanged,
  keyAdded,
  keyChanged,
  keyDisabled,
  leverageChanged,
  modeChanged,
  symbolFeeChanged,
} from "./accountEvents.ts";
import {
  contractChanged,
  contractListed,
  contractStatusChanged,
  delistingSet,
  indexChanged,
  markChanged,
  markRuleChanged,
  priceReported,
  pushingChanged,
  sourceFollowed,
  timeAdvanced,
} from "./contractEvents.ts";
import { fundingSettled, fundingTurned } from "./fundingEvents.ts";
import { houseActed, houseSet } from "./houseEvents.ts";
import { cancelSent, latencySet, messageSent } from "./latencyEvents.ts";
import { moneyMoved, movementBegun, movementEnded } from "./ledgerEvents.ts";
import {
  liquidationDropped,
  liquidationFeeReceived,
  liquidationFinished,
  liquidationQueued,
  liquidationStarted,
} from "./liquidationEvents.ts";
import { answerKept, operatorAdded, operatorRemoved, operatorRotated, stepTaken } from "./operatorEvents.ts";
import {
  orderAmended,
  orderCanceling,
  orderEnded,
  orderHeld,
  orderModified,
  orderPlaced,
  orderResized,
  orderRested,
  orderTriggered,
  orderTriggerQueued,
  requestRepeated,
} from "./orderEvents.ts";
import { orderRestedOnPaper, paperFlowEnded, paperOpened, paperTaken, tradedOnPaper } from "./paperEvents.ts";
import { positionClosed, positionOpened } from "./positionEvents.ts";
import { rebatePaid, referralChanged } from "./referralEvents.ts";
import { fundRuleChanged, riskRuleChanged } from "./riskRuleEvents.ts";
import { traded, tradedByValue } from "./tradeEvents.ts";
import { commandRejected, venueOpened } from "./venueEvents.ts";

/**
 * Replays the events of one frame on a state that is at `firstSeq − 1`: the other half of the proof that events say
 * everything. Each event calls the function that made it, so folding a frame writes the same records again (into
 * `s.events`) and ends in the same state as executing its commands.
 */
export function foldFrame(s: State, firstSeq: number, count: number, events: RecordView): void {
  assert(firstSeq === s.seq + 1, "frames are folded in order");
  s.firstSeq = firstSeq;
  s.events.clear();
  for (let at = 0; at < events.length; at = events.next(at)) {
    s.seq = firstSeq + events.index(at);
    assert(events.index(at) < count, "an event is of a command of its frame");
    fold(s, decodeEvent(events, at));
    assert(s.events.length === events.next(at), "folding an event writes one as long");
  }
  s.seq = firstSeq + count - 1;
  assert(s.events.length === events.length, "folding writes what was executed");
  // Folding decides nothing: accounts whose margin changed stay marked, and are checked if this state ever executes a
  // command.
}

function fold(s: State, event: Event): void {
  switch (event.type) {
    case "commandRejected":
      s.refusal.take(event);
      return commandRejected(s, event.command, event.account); // changes nothing
    case "requestRepeated":
      return requestRepeated(s, event.account, event.order);
    case "timeAdvanced":
      return timeAdvanced(s, event.time);
    case "venueOpened":
      return venueOpened(s, event);
    case "contractListed":
      return contractListed(s, event);
    case "contractChanged":
      return contractChanged(s, event);
    case "delistingSet":
      return delistingSet(s, event.contract, event.due);
    case "contractStatusChanged":
      return contractStatusChanged(s, event.contract, event.status);
    case "indexChanged":
      return indexChanged(s, event.contract, event.points);
    case "pushingChanged":
      return pushingChanged(s, event.contract, event.pushed);
    case "priceReported":
      return priceReported(s, event.contract, event);
    case "sourceFollowed":
      return sourceFollowed(s, event);
    case "markRuleChanged":
      return markRuleChanged(s, event);
    case "markChanged":
      return markChanged(s, event.contract, event.points);
    case "accountOpened":
      return accountOpened(s, event);
    case "accountChanged":
      return accountChanged(s, event);
    case "symbolFeeChanged":
      return symbolFeeChanged(s, event);
    case "keyAdded":
      return keyAdded(s, event);
    case "keyChanged":
      return keyChanged(s, event);
    case "keyDisabled":
      return keyDisabled(s, event);
    case "leverageChanged":
      return leverageChanged(s, event);
    case "modeChanged":
      return modeChanged(s, event);
    case "autoAppendChanged":
      return autoAppendChanged(s, event);
    case "referralChanged":
      return referralChanged(s, event);
    case "rebatePaid":
      return rebatePaid(s, event);
    case "moneyMoved": {
      const from = entryOf(s, event.fromAccount, event.fromEntry);
      const to = entryOf(s, event.toAccount, event.toEntry);
      return moneyMoved(s, event.movement, from, to, s.scratch.move.fromQuanta(event.amount), event.contract);
    }
    case "fundingSettled": {
      const position = event.position === 0 ? NONE : s.positions.byId.get(event.position);
      return fundingSettled(
        s,
        event.contract,
        position,
        event.account,
        event.rate,
        s.scratch.amount.fromQuanta(event.amount),
      );
    }
    case "fundingTurned":
      return fundingTurned(s, s.contracts[event.contract], event.rate, event.due, event.skipped);
    case "riskRuleChanged":
      return riskRuleChanged(s, event);
    case "fundRuleChanged":
      return fundRuleChanged(s, event);
    case "liquidationQueued":
      return liquidationQueued(s, event);
    case "liquidationDropped":
      return liquidationDropped(s);
    case "liquidationStarted":
      return liquidationStarted(s, entryOf(s, event.account, event.position), event);
    case "liquidationFinished":
      return liquidationFinished(s, entryOf(s, event.account, event.position));
    case "liquidationFeeReceived":
      return liquidationFeeReceived(
        s,
        event.contract,
        event.trade,
        s.scratch.amount.fromQuanta(event.amount),
      );
    case "movementBegun":
      return movementBegun(s, event);
    case "movementEnded":
      return movementEnded(s, event.id, event.complete);
    case "positionOpened": {
      const { account, contract, leg, marginMode, separatedMode, openOrder, leverage } = event;
      positionOpened(s, account, contract, leg, marginMode, separatedMode, openOrder, leverage);
      return;
    }
    case "positionClosed":
      return positionClosed(s, s.positions.byId.get(event.position));
    case "orderPlaced":
      return place(s, event);
    case "orderRested":
      return orderRested(s, slotOf(s, event.order));
    case "orderRestedOnPaper":
      return orderRestedOnPaper(s, slotOf(s, event.order));
    case "orderCanceling":
      return orderCanceling(s, slotOf(s, event.order), event.dueTime);
    case "orderResized":
      return orderResized(s, slotOf(s, event.order), event.size);
    case "orderAmended":
      return orderAmended(s, slotOf(s, event.order), event, s.draft.frozen.fromQuanta(event.frozen));
    case "orderHeld":
      return orderHeld(s, slotOf(s, event.order), event.held);
    case "orderTriggerQueued":
      return orderTriggerQueued(s, slotOf(s, event.order));
    case "orderTriggered":
      return orderTriggered(s, slotOf(s, event.order), event, s.draft.frozen.fromQuanta(event.frozen));
    case "orderModified":
      return orderModified(s, slotOf(s, event.order), event.triggerPrice, event.triggerSource, event.price);
    case "orderEnded":
      return orderEnded(s, slotOf(s, event.order), event.cancelReason);
    case "traded":
      return trade(s, event);
    case "paperOpened":
      return paperOpened(s, event.account, event.owner);
    case "paperTaken":
      return paperTaken(s, event.account, event.order, event.lots);
    case "paperFlowEnded":
      return paperFlowEnded(s);
    case "latencySet":
      return latencySet(s, event);
    case "messageSent":
      return messageSent(s, event);
    case "cancelSent":
      return cancelSent(s, event);
    case "houseSet":
      return houseSet(s, event);
    case "houseActed":
      return houseActed(s, event);
    case "operatorAdded":
      return operatorAdded(s, event);
    case "operatorRotated":
      return operatorRotated(s, event);
    case "operatorRemoved":
      return operatorRemoved(s, event);
    case "stepTaken":
      return stepTaken(s, event);
    case "answerKept":
      return answerKept(s, event);
    default:
      return assertNever(event);
  }
}

function place(s: State, event: EventOf<"orderPlaced">): void {
  const { draft } = s;
  const { frozen, ...fields } = event;
  assert(event.order === s.nextId, "an order folded has the id that it was given");
  Object.assign(draft.reset(), fields);
  draft.frozen.fromQuanta(frozen);
  orderPlaced(s, draft);
}

function trade(s: State, event: EventOf<"traded">): void {
  const maker = slotOf(s, event.makerOrder);
  const taker = slotOf(s, event.takerOrder);
  assert(event.trade === s.nextId, "a trade folded has the id that it was given");
  if (event.origin === ORIGIN_BOOK) {
    s.scratch.liquidationFee.fromQuanta(event.takerLiquidationFee);
    traded(s, maker, taker, event.size);
  } else if (event.origin === ORIGIN_PAPER) {
    s.scratch.liquidationFee.fromQuanta(event.takerLiquidationFee);
    tradedOnPaper(s, maker, taker, event.size);
  } else {
    tradedByValue(s, maker, taker, event.size, s.scratch.amount.fromQuanta(event.value), event.origin);
  }
}

function slotOf(s: State, order: OrderId): OrderSlot {
  const slot = s.orders.byId.get(order);
  assert(slot !== NONE, "an event concerns a live order");
  return slot;
}

function entryOf(s: State, account: AccountId, position: PositionId): EntrySlot {
  return position === 0 ? s.accounts.entry[account] : s.positions.entry[s.positions.byId.get(position)];
}
