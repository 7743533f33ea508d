import type { Book } from "../book/book.ts";
import type { Contract } from "../contract/contract.ts";
import type { State } from "../state.ts";
import type { AccountId, Leg, OrderSlot, PositionSlot } from "../units/kinds.ts";
import type { Lots, Quanta } from "../units/units.ts";

/**
 * Who is on the other side of what an account does: what a taker meets, where an order rests, who takes over, who pays whom. The others
 * of the market, through its book (order/match.ts); or the paper pool, for what the book shows (paper/fill.ts). The rules of the account
 * say which (account/accountRules.ts); core/counterparties.ts puts both together.
 */
export interface Counterparty {
  /** Lots of an order that rests in the book which an account's taker may take. */
  lotsFor(s: State, account: AccountId, maker: OrderSlot): Lots;
  /** Fills a pending order as far as the book and its limit allow. Returns the reason if it must end short of that, else 0. */
  take(s: State, contract: Contract, taker: OrderSlot): number;
  /** A pending order, or what is left of it, rests. */
  rest(s: State, order: OrderSlot): void;
  /** `closer` closes what the book did not take of a position in liquidation, for `value` where somebody takes it over whole. */
  takeOver(s: State, p: PositionSlot, closer: OrderSlot, value: Quanta): void;
  /** Funding of the positions that are open in a contract (by id). */
  payFunding(s: State, contract: Contract, open: readonly PositionSlot[], payingLeg: Leg): void;
  /** Closes the positions that are open in a contract (by id) at its index, without a fee. */
  closeAtIndex(s: State, contract: Contract, open: readonly PositionSlot[]): void;
}

/** Orders that wait beside a book for what happens in it. It does not know them. */
export interface ShadowBook {
  readonly book: Book;
  /** `lots` of a resting order are about to trade. */
  traded(s: State, maker: OrderSlot, lots: Lots): void;
  /** An order has come to rest. */
  rested(s: State, order: OrderSlot): void;
}

export function counterpartyOf(s: State, account: AccountId): Counterparty {
  return s.counterparties[s.accounts.rules[account].counterparty]!;
}
