import type { Entity } from "./entity.ts";
import { kept, told } from "./entity.ts";

/**
 * Collateral entries: the shared one of each account, and one for each isolated position.
 *
 * `amount` is a cash ledger that moves by the full notional: opening a long lowers it, opening a short raises
 * it. It always equals the identity over the counters (docs/reference/ledger.md) and the sum of the entry's
 * bills.
 */
export const entries = {
  name: "Entry",
  table: "entries",
  slot: "EntrySlot",
  together: false,
  columns: {
    account: kept("AccountId"),
    coin: told("int"),
    marginMode: told("int"),
    position: told("PositionId", {
      note: "Isolated position this entry belongs to, 0 for the shared entry.",
    }),
    liquidating: told("flag"),
    called: told("flag", { note: "1: margin was called for, and it is short still." }),
    createdTime: told("TimeMs"),
    updatedTime: told("TimeMs"),
    amount: told("money"),
    pendingDeposit: told("money"),
    pendingWithdraw: told("money"),
    pendingTransferIn: told("money"),
    pendingTransferOut: told("money"),
    deposit: kept("money"),
    withdraw: kept("money"),
    transferIn: kept("money"),
    transferOut: kept("money"),
    marginMoveIn: kept("money"),
    marginMoveOut: kept("money"),
    openLong: kept("money"),
    openShort: kept("money"),
    closeLong: kept("money"),
    closeShort: kept("money"),
    fillFee: kept("money"),
    liquidateFee: kept("money"),
    funding: kept("money"),
    fillFeeIncome: kept("money"),
    liquidateFeeIncome: kept("money"),
  },
} as const satisfies Entity;
