import {
  ACCOUNT_PAPER,
  ACCOUNT_PAPER_POOL,
  ACCOUNT_USER,
  BUY,
  RESTS_ON_PAPER,
  SELL,
  STATE_CANCELING,
  STATE_OPEN,
} from "../../data/codes.ts";
import type { Contract } from "../../data/contract/contract.ts";
import { reaches, takeableFrom } from "../../data/paper/shadow.ts";
import type { State } from "../../data/state/state.ts";
import { MEETS_POOL } from "../../data/tables/accountRules.ts";
import type { AccountId, OrderSlot } from "../../data/units/kinds.ts";
import { NONE } from "../../data/units/units.ts";
import type { AuditPart } from "./part.ts";
import { broken, inPool, whole } from "./part.ts";

/**
 * Paper accounts and the orders that wait on paper: they are apart from the market, and none has missed a
 * fill.
 */
export const paperParts: readonly AuditPart[] = [
  { name: "paper accounts", rows: (s) => s.accounts.top, check: auditTwin },
  inPool("paper orders", (s) => s.orders, auditWaiting),
  whole("paper books, counted", auditCounts),
  whole("what paper accounts took", auditTaken),
];

/** A paper account and its user name each other; there is one pool once there is a paper account. */
function auditTwin(s: State, account: AccountId): void {
  const { kind, twin } = s.accounts;
  if (account === 0) return; // no account
  const other = twin[account];
  if (
    kind[account] === ACCOUNT_PAPER &&
    (other === 0 || kind[other] !== ACCOUNT_USER || s.funds[MEETS_POOL] === 0)
  )
    broken("a paper account has its user, and the pool on the other side", { account });
  if (
    other !== 0 &&
    (twin[other] !== account || (kind[account] === ACCOUNT_USER) === (kind[other] === ACCOUNT_USER))
  )
    broken("a user and its paper account name each other", { account });
  if ((kind[account] === ACCOUNT_PAPER_POOL) !== (s.funds[MEETS_POOL] === account))
    broken("there is one paper pool", { account });
}

/**
 * A waiting order is a paper account's, open, in its book behind the older orders at its price, and has taken
 * what it could.
 */
function auditWaiting(s: State, slot: OrderSlot): void {
  const { accounts, orders } = s;
  if (orders.used[slot] === 0) return;
  const order = orders.id[slot];
  const account = orders.account[slot];
  const isOnPaper = accounts.kind[account] === ACCOUNT_PAPER;
  if (orders.restsWhere[slot] !== RESTS_ON_PAPER) {
    const state = orders.state[slot];
    if (isOnPaper && state === STATE_OPEN) broken("an open paper order waits on paper", { order });
    return;
  }
  const state = orders.state[slot];
  if (!isOnPaper || (state !== STATE_OPEN && state !== STATE_CANCELING))
    broken("paper accounts' live orders, and no others, wait on paper", { order });
  const contract = s.contracts[orders.contract[slot]];
  const side = orders.side[slot];
  const next = contract.shadow?.book.after(slot) ?? NONE;
  if (next !== NONE) {
    const [price, worse] = [orders.price[slot], orders.price[next]];
    const isInOrder =
      price === worse ? orders.priority[slot] < orders.priority[next] : reaches(side, price, worse);
    if (!isInOrder) broken("paper orders stand by price and time", { order });
  }
  if (s.paperFlows.length === 0) auditLeft(s, contract, slot);
}

/**
 * Whatever has come to rest in the real book within the order's limit, since the order waits, has been taken
 * by its account. Of what rested before some may have been passed over: its account might have lacked the
 * margin then.
 */
function auditLeft(s: State, contract: Contract, slot: OrderSlot): void {
  const { orders } = s;
  const { book } = contract;
  const side = orders.side[slot];
  for (let maker = book.first(1 - side); maker !== NONE; maker = book.after(maker)) {
    if (!reaches(side, orders.price[slot], orders.price[maker])) return;
    const cameAfter = orders.priority[maker] > orders.priority[slot];
    if (cameAfter && takeableFrom(s, orders.account[slot], maker) > 0)
      broken("a paper order waits for what it may not take yet", { order: orders.id[slot] });
  }
}

/** A paper book holds the orders that say they wait in it. */
function auditCounts(s: State): void {
  const { orders } = s;
  const counts = new Float64Array(2 * s.contracts.length);
  for (const slot of orders.slots()) {
    if (orders.used[slot] === 1 && orders.restsWhere[slot] === RESTS_ON_PAPER)
      counts[2 * orders.contract[slot] + orders.side[slot]]!++;
  }
  for (const { index, shadow } of s.contracts) {
    for (const side of [BUY, SELL]) {
      if ((shadow?.book.orderCount(side) ?? 0) !== counts[2 * index + side])
        broken("a paper book counts its orders", { contract: index, side });
    }
  }
}

/** Lots taken on paper are remembered only of orders that still rest, and by paper accounts. */
function auditTaken(s: State): void {
  for (const [order, byAccount] of s.paperTakes) {
    if (s.orders.byId.get(order) === NONE)
      broken("what was taken of an order is forgotten with it", { order });
    for (const [account, lots] of byAccount) {
      if (s.accounts.kind[account] !== ACCOUNT_PAPER || !Number.isSafeInteger(lots) || lots < 1)
        broken("paper accounts take whole lots", { order, account, lots });
    }
  }
}
