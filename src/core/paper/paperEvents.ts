import { touch } from "../account/accountEvents.ts";
import { writePaperFlowEnded, writePaperOpened, writePaperTaken } from "../model/generated/eventRecords.ts";
import type { State } from "../state.ts";
import type { AccountId, OrderId } from "../units/kinds.ts";
import type { Lots } from "../units/units.ts";

/** The functions that change what only paper trading has; its orders and trades are in order/. */

/** An account of the paper kind, just opened, belongs to `owner`. */
export function paperOpened(s: State, account: AccountId, owner: AccountId): void {
  const { twin } = s.accounts;
  twin[account] = owner;
  twin[owner] = account;
  touch(s, account);
  writePaperOpened(s.events, s.index, { account, owner });
}

/** A paper account has by now taken `lots` from a real resting order (id). Forgotten when that order ends. */
export function paperTaken(s: State, account: AccountId, order: OrderId, lots: Lots): void {
  let byAccount = s.taken.get(order);
  if (byAccount === undefined) {
    byAccount = new Map();
    s.taken.set(order, byAccount);
  }
  byAccount.set(account, lots);
  writePaperTaken(s.events, s.index, { account, order, lots });
}

/** The oldest flow has filled whom it could. */
export function paperFlowEnded(s: State): void {
  const { contract, side, price } = s.paperFlows.shift()!;
  writePaperFlowEnded(s.events, s.index, { contract, side, price });
}
