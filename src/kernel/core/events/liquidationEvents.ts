import { INSURANCE_ACCOUNT } from "../data/codes.ts";
import {
  writeLiquidationDropped,
  writeLiquidationFeeReceived,
  writeLiquidationFinished,
  writeLiquidationQueued,
  writeLiquidationStarted,
  writeMarginCalled,
} from "../data/model/generated/eventRecords.ts";
import type { Liquidation, State } from "../data/state/state.ts";
import type { ContractIndex, EntrySlot, TradeId } from "../data/units/kinds.ts";
import type { Money } from "../data/units/money.ts";
import type { Quanta } from "../data/units/units.ts";
import { assert } from "../data/units/units.ts";
import { markAccountDirty } from "./accountEvents.ts";

/** The functions that mark an entry's liquidation and book its fee. */

/** Margin is called for on an entry (slot), or no longer; the figures are those of this instant. */
export function marginCalled(
  s: State,
  entry: EntrySlot,
  call: { readonly called: boolean; readonly equity: Quanta; readonly requirement: Quanta },
): void {
  const { entries } = s;
  assert((entries.called[entry] === 1) !== call.called, "margin is called for once at each crossing");
  entries.called[entry] = call.called ? 1 : 0;
  const account = entries.account[entry];
  markAccountDirty(s, account);
  writeMarginCalled(s.events, s.index, {
    account,
    position: entries.position[entry],
    called: call.called,
    equity: s.scratch.move.fromQuanta(call.equity),
    requirement: s.scratch.otherBalance.fromQuanta(call.requirement),
  });
}

/** An entry waits for its liquidation. */
export function liquidationQueued(s: State, liquidation: Liquidation): void {
  s.liquidations.push(liquidation);
  writeLiquidationQueued(s.events, s.index, liquidation);
}

/** The first entry in the queue needs no liquidation any more. */
export function liquidationDropped(s: State): void {
  const dropped = s.liquidations.shift();
  assert(dropped !== undefined, "what is dropped waited");
  writeLiquidationDropped(s.events, s.index, dropped);
}

/**
 * The first entry in the queue (slot) cannot carry its positions any more; the figures are those of this
 * instant.
 */
export function liquidationStarted(
  s: State,
  entry: EntrySlot,
  why: { readonly forced: boolean; readonly equity: Quanta; readonly requirement: Quanta },
): void {
  const { entries } = s;
  s.observer?.look(s);
  const due = s.liquidations.shift();
  assert(
    due !== undefined && due.account === entries.account[entry] && due.position === entries.position[entry],
    "the entry that waited longest is liquidated",
  );
  assert(entries.liquidating[entry] === 0, "an entry is liquidated once at a time");
  assert(why.requirement >= 0n, "a requirement is not negative");
  entries.liquidating[entry] = 1;
  entries.updatedTime[entry] = s.time;
  const account = entries.account[entry];
  markAccountDirty(s, account);
  writeLiquidationStarted(s.events, s.index, {
    account,
    position: entries.position[entry],
    forced: why.forced,
    equity: s.scratch.move.fromQuanta(why.equity),
    requirement: s.scratch.otherBalance.fromQuanta(why.requirement),
    bill: s.nextId++,
    balance: entries.amount.read(entry, s.scratch.balance),
  });
  s.observer?.look(s); // the only moment at which it shows as liquidating
}

/** The entry is healthy again, or empty. */
export function liquidationFinished(s: State, entry: EntrySlot): void {
  const { entries } = s;
  s.observer?.look(s);
  assert(entries.liquidating[entry] === 1, "a liquidation that ends has begun");
  entries.liquidating[entry] = 0;
  entries.updatedTime[entry] = s.time;
  const account = entries.account[entry];
  markAccountDirty(s, account);
  writeLiquidationFinished(s.events, s.index, {
    account,
    position: entries.position[entry],
    bill: s.nextId++,
    balance: entries.amount.read(entry, s.scratch.balance),
  });
  s.observer?.look(s);
}

/** The insurance fund receives the liquidation fee of the trade before this. */
export function liquidationFeeReceived(
  s: State,
  received: { readonly contract: ContractIndex; readonly trade: TradeId; readonly amount: Money },
): void {
  const { entries, accounts } = s;
  const { contract, trade, amount } = received;
  assert(amount.sign() > 0, "a liquidation fee is more than nothing");
  const entry = accounts.entry[INSURANCE_ACCOUNT];
  entries.amount.add(entry, amount);
  entries.counters.liquidateFeeIncome.add(entry, amount);
  entries.updatedTime[entry] = s.time;
  markAccountDirty(s, INSURANCE_ACCOUNT);
  writeLiquidationFeeReceived(s.events, s.index, {
    contract,
    trade,
    amount,
    bill: s.nextId++,
    balance: entries.amount.read(entry, s.scratch.balance),
  });
}
