import { ORIGIN_PAPER, RESTS_NOWHERE, RESTS_ON_PAPER } from "../data/codes.ts";
import { fillFee } from "../data/ledger/fees.ts";
import type { Recorded } from "../data/messages/event.ts";
import {
  writeOrderRestedOnPaper,
  writePaperFlowEnded,
  writePaperOpened,
  writePaperTaken,
} from "../data/model/generated/eventRecords.ts";
import { openShadow } from "../data/paper/shadow.ts";
import type { State } from "../data/state/state.ts";
import { MEETS_POOL } from "../data/tables/accountRules.ts";
import type { OrderSlot } from "../data/units/kinds.ts";
import type { Lots } from "../data/units/units.ts";
import { assert } from "../data/units/units.ts";
import { markAccountDirty } from "./accountEvents.ts";
import { enterBook, restingBook } from "./orderEvents.ts";
import { beginTrade, bookSide, tradeSideWords } from "./tradeEvents.ts";

/**
 * The functions that change what only paper trading has: accounts, orders that wait, trades with the pool,
 * flows.
 */

/** An account of the paper kind, just opened, belongs to its owner. */
export function paperOpened(s: State, event: Recorded<"paperOpened">): void {
  const { account, owner } = event;
  const { twin } = s.accounts;
  assert(twin[account] === 0 && twin[owner] === 0 && account !== owner, "a user has one paper account");
  twin[account] = owner;
  twin[owner] = account;
  s.accounts.positionMode[account] = s.accounts.positionMode[owner];
  markAccountDirty(s, account);
  writePaperOpened(s.events, s.index, event);
}

/**
 * How many lots a paper account has by now taken from a real resting order (id). Forgotten when that order
 * ends.
 */
export function paperTaken(s: State, event: Recorded<"paperTaken">): void {
  const { account, order, lots } = event;
  let byAccount = s.paperTakes.get(order);
  if (byAccount === undefined) {
    byAccount = new Map();
    s.paperTakes.set(order, byAccount);
  }
  assert(lots > (byAccount.get(account) ?? 0), "what an account took grows");
  byAccount.set(account, lots);
  writePaperTaken(s.events, s.index, event);
}

/** The oldest flow has filled every paper order that it reaches. */
export function paperFlowEnded(s: State): void {
  const flow = s.paperFlows.shift();
  assert(flow !== undefined, "a flow that ends has begun");
  const { contract, side, price } = flow;
  writePaperFlowEnded(s.events, s.index, { contract, side, price });
}

/** A pending paper order waits behind all that rest at its price, real and paper. */
export function orderRestedOnPaper(s: State, slot: OrderSlot): void {
  enterBook(s, slot, RESTS_ON_PAPER);
  openShadow(s, s.contracts[s.orders.contract[slot]]).add(slot);
  writeOrderRestedOnPaper(s.events, s.index, s.orders, slot);
}

/**
 * A paper account's order and one of the pool meet at the maker's price. The account pays as in `traded`
 * (events/tradeEvents.ts), and the pool receives what it pays, fees included, so that the pool's side is the
 * exact opposite. It is no trade of the market.
 */
export function tradedOnPaper(s: State, maker: OrderSlot, taker: OrderSlot, lots: Lots): void {
  const { orders, holdings, scratch } = s;
  const contract = s.contracts[orders.contract[maker]];
  const price = orders.price[maker];
  assert(
    lots > 0 && lots <= orders.remaining[maker] && lots <= orders.remaining[taker],
    "a trade takes lots that both orders have",
  );
  assert(orders.side[maker] !== orders.side[taker], "a buy and a sell meet");
  const value = scratch.value.setProduct(lots, price * contract.quantaPerTickLot);
  const at = beginTrade(s, taker, lots, price, value, ORIGIN_PAPER);
  if (orders.restsWhere[maker] === RESTS_NOWHERE) {
    orders.remaining[maker] -= lots;
  } else if (orders.remaining[maker] === lots) {
    restingBook(s, maker).remove(maker);
    orders.restsWhere[maker] = RESTS_NOWHERE;
    orders.remaining[maker] = 0;
  } else {
    restingBook(s, maker).reduce(maker, lots);
  }
  orders.remaining[taker] -= lots;
  const { fee, otherFee: received, none, charged, liquidationFee } = scratch;
  const makerIsPool = orders.account[taker] !== s.funds[MEETS_POOL];
  const holding = orders.holding[makerIsPool ? taker : maker];
  fillFee(contract, value, makerIsPool ? holdings.takerRate[holding] : holdings.makerRate[holding], fee);
  received.copy(fee).negate();
  charged.copy(liquidationFee).negate();
  if (makerIsPool) {
    bookSide(s, maker, lots, value, received, charged, at, false);
    bookSide(s, taker, lots, value, fee, liquidationFee, at + tradeSideWords, false);
  } else {
    bookSide(s, maker, lots, value, fee, none, at, false);
    bookSide(s, taker, lots, value, received, none, at + tradeSideWords, false);
  }
  liquidationFee.clear();
}
