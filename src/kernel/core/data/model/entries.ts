import type { Entity } from "./entity.ts";
import { persisted, published } from "./entity.ts";

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
    account: persisted("AccountId"),
    coin: published("int"),
    marginMode: published("int"),
    position: published("PositionId", {
      note: "Isolated position this entry belongs to, 0 for the shared entry.",
    }),
    liquidating: published("flag"),
    called: published("flag", { note: "1: margin was called for, and it is short still." }),
    createdTime: published("TimeMs"),
    updatedTime: published("TimeMs"),
    amount: published("money"),
    pendingDeposit: published("money"),
    pendingWithdraw: published("money"),
    pendingTransferIn: published("money"),
    pendingTransferOut: published("money"),
    deposit: persisted("money"),
    withdraw: persisted("money"),
    transferIn: persisted("money"),
    transferOut: persisted("money"),
    marginMoveIn: persisted("money"),
    marginMoveOut: persisted("money"),
    openLong: persisted("money"),
    openShort: persisted("money"),
    closeLong: persisted("money"),
    closeShort: persisted("money"),
    fillFee: persisted("money"),
    liquidateFee: persisted("money"),
    funding: persisted("money"),
    fillFeeIncome: persisted("money"),
    liquidateFeeIncome: persisted("money"),
  },
} as const satisfies Entity;
