import {
  ACCOUNT_PAPER,
  ACCOUNT_PAPER_POOL,
  ACCOUNT_USER,
  CANCEL_USER,
  KIND_CLOSE_POSITION,
  MOVE_DEPOSIT,
  MOVE_WITHDRAW,
} from "../../data/codes.ts";
import type { Contract } from "../../data/contract/contract.ts";
import { isolatedWallet } from "../../data/margin/available.ts";
import type { Body } from "../../data/messages/command.ts";
import { rejections as R } from "../../data/messages/rejection.ts";
import { refuse } from "../../data/state/refuse.ts";
import type { State } from "../../data/state/state.ts";
import { MEETS_POOL } from "../../data/tables/accountRules.ts";
import { closingActionOf } from "../../data/tables/orders.ts";
import type { AccountId, PositionSlot } from "../../data/units/kinds.ts";
import { accountId } from "../../data/units/kinds.ts";
import type { Points, Quanta } from "../../data/units/units.ts";
import { NONE } from "../../data/units/units.ts";
import { accountOpened } from "../../events/accountEvents.ts";
import { moneyMoved } from "../../events/ledgerEvents.ts";
import { orderEnded } from "../../events/orderEvents.ts";
import { paperOpened } from "../../events/paperEvents.ts";
import { admitSum, admitTransfers } from "../ledger/bounds.ts";
import { markTick, systemOrder } from "../liquidation/systemOrder.ts";
import { settleClose } from "../position/settleClose.ts";
import { meetPoolByValue } from "./fill.ts";

/** Commands on paper accounts. Each returns false when refused; the outcome's id is the paper account. */

/** `openPaper`: a user's paper account with its first funds. One that exists is left as it is. */
export function openPaper(s: State, command: Body<"openPaper">): boolean {
  const { account: owner, amount } = command;
  const { accounts } = s;
  if (!accounts.has(owner) || accounts.kind[owner] !== ACCOUNT_USER)
    return refuse(s, R.unknownAccount, { account: owner });
  if (amount <= 0n) return refuse(s, R.amountNotPositive);
  s.outcomeId = accounts.twin[owner];
  if (s.outcomeId !== 0) return true;
  if (!admitFunds(s, 0, amount)) return false;
  if (s.funds[MEETS_POOL] === 0) {
    accountOpened(s, {
      account: accountId(accounts.top),
      kind: ACCOUNT_PAPER_POOL,
      name: unusedName(s, "paper pool"),
    });
  }
  const account = accountId(accounts.top);
  const name = unusedName(s, `paper of ${accounts.names[owner]}`);
  accountOpened(s, { account, kind: ACCOUNT_PAPER, name });
  paperOpened(s, { account, owner });
  fund(s, account, amount);
  s.outcomeId = account;
  return true;
}

/**
 * `resetPaper`: a user's paper account starts anew. Its orders are canceled, its positions are closed at mark
 * without fees, and its balance becomes `amount`. Lots that it took from real orders stay taken, and its
 * settings stay as they are.
 */
export function resetPaper(s: State, command: Body<"resetPaper">): boolean {
  const { account: owner, amount } = command;
  const { accounts, entries, holdings, orders } = s;
  const account = accounts.has(owner) && accounts.kind[owner] === ACCOUNT_USER ? accounts.twin[owner] : 0;
  if (account === 0) return refuse(s, R.unknownAccount, { account: owner });
  if (amount <= 0n) return refuse(s, R.amountNotPositive);
  if (!admitFunds(s, account, amount)) return false;
  for (let h = accounts.holdingHead[account]; h !== NONE; h = holdings.next[h]) {
    for (let slot = holdings.orderHead[h]; slot !== NONE; ) {
      const next = orders.holdingNext[slot]; // ending an order ends no other
      orderEnded(s, slot, CANCEL_USER);
      slot = next;
    }
  }
  while (accounts.positionHead[account] !== NONE) closeMarked(s, accounts.positionHead[account]);
  fund(s, account, amount - entries.amount.quanta(accounts.entry[account]));
  s.outcomeId = account;
  return true;
}

/**
 * Whether the pool may give `amount`: what it has given and not got back is bounded as real money is; what
 * accounts win from it does not count. What an account (0: a new one) will give back is not known before its
 * positions are closed, so it is not counted either.
 */
function admitFunds(s: State, account: AccountId, amount: Quanta): boolean {
  const { withdraw, deposit } = s.entries.counters;
  const pool = s.funds[MEETS_POOL];
  const entry = s.accounts.entry[pool];
  const given = pool === 0 ? 0n : withdraw.quanta(entry) - deposit.quanta(entry);
  if (!admitSum(s, given, amount)) return false;
  return (account === 0 || admitTransfers(s, account)) && (pool === 0 || admitTransfers(s, pool));
}

/** Money from the pool, or back to it where `amount` is negative. */
function fund(s: State, account: AccountId, amount: bigint): void {
  if (amount === 0n) return;
  const own = s.accounts.entry[account];
  const pool = s.accounts.entry[s.funds[MEETS_POOL]];
  const { move } = s.scratch;
  if (amount > 0n) moneyMoved(s, MOVE_DEPOSIT, pool, own, move.fromQuanta(amount), NONE);
  else moneyMoved(s, MOVE_WITHDRAW, own, pool, move.fromQuanta(-amount), NONE);
}

function closeMarked(s: State, p: PositionSlot): void {
  closePaper(s, p, s.contracts[s.positions.contract[p]].markPoints);
}

/** Closes the positions of paper accounts at the contract's index, and the pool's with them. */
export function closeAtIndex(s: State, contract: Contract, open: readonly PositionSlot[]): void {
  for (const p of open)
    if (s.positions.account[p] !== s.funds[MEETS_POOL]) closePaper(s, p, contract.indexPoints);
}

/** Closes a position of a paper account against the pool at a price, without a fee. */
function closePaper(s: State, p: PositionSlot, points: Points): void {
  const { positions, scratch } = s;
  const contract = s.contracts[positions.contract[p]];
  const lots = positions.size[p];
  const price = markTick(points);
  const closer = systemOrder(s, {
    kind: KIND_CLOSE_POSITION,
    account: positions.account[p],
    contract: contract.index,
    action: closingActionOf(positions.leg[p]),
    lots,
    price,
    position: p,
  });
  const wallet = isolatedWallet(s, p, scratch.takerWallet);
  scratch.amount.setProduct(lots, points * contract.quantaPerPointLot);
  meetPoolByValue(s, closer, price, lots, scratch.amount);
  settleClose(s, p, lots, wallet);
  orderEnded(s, closer, 0);
}

/** `name`, with primes appended until no account has it. */
function unusedName(s: State, name: string): string {
  return s.accounts.byName.has(name) ? unusedName(s, `${name}'`) : name;
}
