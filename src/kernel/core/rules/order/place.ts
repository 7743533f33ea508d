import {
  CLOSE_LONG,
  GTC,
  IOC,
  isClosePosition,
  isOpening,
  KIND_CLOSE_POSITION,
  KIND_CLOSE_WITH_ATTACHED,
  orderAction,
  POST_ONLY,
} from "../../data/codes.ts";
import { fixedWords, offsetsOf, RecordView, readOnlyText } from "../../data/encoding/layout.ts";
import type { Body } from "../../data/messages/command.ts";
import { commandBytes, commandLayouts, decodeCommand } from "../../data/messages/command.ts";
import { rejections as R } from "../../data/messages/rejection.ts";
import { draftOfPlaceOrder } from "../../data/model/generated/orderDrafts.ts";
import { isOneWay } from "../../data/net/resolve.ts";
import { statusOf } from "../../data/state/ofAccount.ts";
import { admitCount, admitWhole, refuse, refuseField } from "../../data/state/refuse.ts";
import type { State } from "../../data/state/state.ts";
import type { OrderDraft } from "../../data/tables/orders.ts";
import { closingActionOf } from "../../data/tables/orders.ts";
import type { AccountId, OrderId, OrderSlot, PositionId, PositionSlot } from "../../data/units/kinds.ts";
import { accountId, contractIndex } from "../../data/units/kinds.ts";
import { NONE } from "../../data/units/units.ts";
import { doubleAt } from "../../data/units/words.ts";
import { orderPlaced, requestRepeated } from "../../events/orderEvents.ts";
import { exitLots, makeRoomFor, makesRoom, trimReduceOnly } from "../fill/reservations.ts";
import { hasLatency, sendNewOrder } from "../latency/latency.ts";
import { cancelTriggersOf } from "../position/settleClose.ts";
import { admit, CLOSE_CAPPED, largestOrder } from "./admit.ts";
import { admitDate } from "./dates.ts";
import { admitAttached, admitSelfTradeMode, isAction, isCode, isCount } from "./fields.ts";
import { matchOrder, wouldEndAtOnce } from "./match.ts";
import { isTrader, mayTrade, permits } from "./permission.ts";
import { admitPriceMatch } from "./priceMatch.ts";
import { collectTriggers } from "./triggers.ts";

const PLACE = offsetsOf(commandLayouts.placeOrder);
const PLACE_VERSION = commandLayouts.placeOrder.version;
const PLACE_FIXED = fixedWords(commandLayouts.placeOrder);

/**
 * `placeOrder`, read straight from its record, since its rate decides the venue's. Returns false with the
 * refusal noted; a refused order leaves no trace.
 *
 * @param heldMs a directive holds the order on its way to the book, at least until the command is done; NONE:
 * it is not held
 */
export function placeOrder(s: State, view: RecordView, at: number, heldMs: number): boolean {
  if (view.version(at) !== PLACE_VERSION) {
    return placeOrder(s, new RecordView(commandBytes(decodeCommand(view, at))), 0, heldMs);
  }
  const words = view.words;
  const account = accountId(doubleAt(words, at + PLACE.account));
  const index = contractIndex(doubleAt(words, at + PLACE.contract));
  if (!mayTrade(s, account, index, orderAction(doubleAt(words, at + PLACE.action)))) return false;
  const hash = doubleAt(words, at + PLACE.requestHash);
  if (!isCount(hash) && hash !== 0) return admitWhole(s, { requestHash: hash }, "requestHash");
  if (hash !== 0 && repeats(s, account, hash)) return true;
  if (!admitPlacement(s, view, at)) return false;
  const { draft } = s;
  draft.requestHash = hash;
  const contract = s.contracts[index];
  draft.dueTime = sendNewOrder(s, account, s.accounts.orderDelayMs[account]);
  if (heldMs !== NONE) draft.dueTime = Math.max(draft.dueTime, s.time) + heldMs;
  const orRefused = view.leftOut(at) === 0 && words[at + PLACE.orRefused] === 1;
  const isJudgedNow = orRefused && draft.dueTime === 0;
  if (isJudgedNow && wouldEndAtOnce(s, contract, draft)) return false;
  const slot = orderPlaced(s, draft);
  s.outcomeId = s.orders.id[slot];
  if (!staysReduceOnly(s, slot) || draft.dueTime > 0) return true;
  matchOrder(s, slot);
  collectTriggers(s, contract);
  return true;
}

/**
 * Makes reduce-only orders smaller after one was placed. Returns whether the placed order is still there: it
 * may be the one that would fill last.
 */
function staysReduceOnly(s: State, slot: OrderSlot): boolean {
  const { orders } = s;
  if (isOpening(orders.action[slot]) || !isOneWay(s, orders.account[slot])) return true;
  const order = orders.id[slot];
  trimReduceOnly(s, orders.holding[slot]);
  return orders.byId.get(order) === slot;
}

/**
 * Whether the order of a record may be placed, by an account that may trade there; then the draft is that
 * order. Changes nothing else.
 */
export function admitPlacement(s: State, view: RecordView, at: number): boolean {
  const words = view.words;
  const draft = s.draft.reset();
  const leftOut = view.leftOut(at);
  draftOfPlaceOrder(words, at, draft, leftOut);
  draft.clientId = readOnlyText(view, at, PLACE_FIXED);
  if (!admitSide(s, draft)) return false;
  if (!isAction(draft.action)) return refuseField(s, draft, "action", "known");
  if (!isCode(draft.timeInForce, 0, 3)) return refuseField(s, draft, "timeInForce", "known");
  // A field is read by its name only where its value is wrong.
  if (!isCount(draft.size)) return admitCount(s, draft, "size");
  if (!admitPriceMatch(s, draft)) return false;
  if (!draft.market && draft.priceMatch === 0 && !isCount(draft.price)) return admitCount(s, draft, "price");
  if (draft.market && draft.timeInForce === POST_ONLY) {
    return refuseField(s, draft, "timeInForce", "resting");
  }
  if (draft.market && draft.timeInForce === GTC) draft.timeInForce = IOC;
  if (isOpening(draft.action) && draft.position !== 0) return refuseField(s, draft, "position", "closing");
  if (!admitAttached(s, draft) || !admitSelfTradeMode(s, draft) || !admitDate(s, draft)) return false;
  const closeCapped = leftOut === 0 && words[at + PLACE.closeCapped] === 1;
  return admit(s, s.contracts[draft.contract], draft, closeCapped);
}

/**
 * Whether a draft's action is allowed for its account: a one-way account may send a side, which is resolved
 * into the draft's action.
 */
export function admitSide(s: State, draft: OrderDraft): boolean {
  const action = orderAction(draft.action);
  if (action === draft.action) return true;
  if (!isOneWay(s, draft.account)) return refuseField(s, draft, "action", "known");
  draft.action = action;
  draft.isNet = true;
  return true;
}

/**
 * `closePositions`: closes positions of an account, of one contract or a single one, at market, one order
 * each. A position that cannot be closed now is left alone, without an event. Where the command asks for it,
 * the take-profits and stop-losses of a position that ends are canceled too.
 *
 * @param isLate whether the account's latency applies: the orders are first on their way to the book
 */
export function closePositions(
  s: State,
  command: Body<"closePositions">,
  isLate = hasLatency(s, command.account),
): boolean {
  const { account, contract: contractIndex, position } = command;
  if (!isTrader(s, account)) return refuse(s, R.unknownAccount, { account });
  if (contractIndex !== NONE && s.contracts[contractIndex] === undefined) {
    return refuse(s, R.unknownContract, { contract: contractIndex });
  }
  if (!permits(s, account, CLOSE_LONG))
    return refuse(s, R.accountFrozen, { status: statusOf(s, account), account });
  const { positions, accounts } = s;
  const ids: PositionId[] = [];
  for (let p = accounts.positionHead[account]; p !== NONE; p = positions.accountNext[p]) {
    if (contractIndex !== NONE && positions.contract[p] !== contractIndex) continue;
    if (position === 0 || positions.id[p] === position) ids.push(positions.id[p]);
  }
  if (ids.length === 0) {
    return position === 0
      ? refuse(s, R.nothingToClose, { contract: contractIndex })
      : refuse(s, R.unknownPosition, { position });
  }
  for (const id of ids) {
    const p = positions.byId.get(id); // closing one position may end another, where an account meets itself
    if (p !== NONE) closePosition(s, p, command.cancelAttached, isLate);
  }
  return true;
}

function closePosition(s: State, p: PositionSlot, cancelAttached: boolean, isLate: boolean): void {
  const { positions, draft } = s;
  const contract = s.contracts[positions.contract[p]];
  const id = positions.id[p];
  const holding = positions.holding[p];
  const leg = positions.leg[p];
  const size = exitLots(s, contract, holding, leg, id);
  if (size === 0 || (isLate && isClosing(s, p))) return;
  draft.reset();
  draft.account = positions.account[p];
  draft.contract = contract.index;
  draft.kind = isLate && cancelAttached ? KIND_CLOSE_WITH_ATTACHED : KIND_CLOSE_POSITION;
  draft.action = closingActionOf(leg);
  draft.market = true;
  draft.timeInForce = IOC;
  draft.size = Math.min(size, largestOrder(contract.terms, draft.action, draft.market));
  draft.marginMode = 0;
  draft.separatedMode = 0;
  draft.position = id;
  if (!admit(s, contract, draft, CLOSE_CAPPED)) return;
  if (isLate) draft.dueTime = sendNewOrder(s, draft.account, 0);
  const slot = orderPlaced(s, draft);
  if (s.outcomeId === 0) s.outcomeId = s.orders.id[slot];
  if (isLate) {
    // On its way the order reserves the lots that it will close, as every close does.
    if (makesRoom(s, slot)) makeRoomFor(s, slot, s.orders.remaining[slot]);
    return;
  }
  matchOrder(s, slot);
  if (cancelAttached && positions.byId.get(id) === NONE) cancelTriggersOf(s, holding, leg, id);
  collectTriggers(s, contract);
}

/**
 * Whether an order that closes the position at market is already on its way: another one would only replace
 * it.
 */
function isClosing({ orders, holdings, positions }: State, p: PositionSlot): boolean {
  const action = closingActionOf(positions.leg[p]);
  for (let slot = holdings.orderHead[positions.holding[p]]; slot !== NONE; slot = orders.holdingNext[slot]) {
    if (!isClosePosition(orders.kind[slot]) || orders.action[slot] !== action) continue;
    if (orders.position[slot] === 0 || orders.position[slot] === positions.id[p]) return true;
  }
  return false;
}

/** A live order of the account by id, or NONE; also NONE for another account's order. */
export function ownOrder(s: State, account: AccountId, order: OrderId): OrderSlot {
  const slot = s.orders.byId.get(order);
  return slot !== NONE && s.orders.account[slot] === account ? slot : NONE;
}

/** Gives a signed request that was answered before the same answer again. */
export function repeats(s: State, account: AccountId, hash: number): boolean {
  const order = s.requests.orderOf(hash);
  if (order === 0) return false;
  requestRepeated(s, { account, order });
  s.outcomeId = order;
  return true;
}
