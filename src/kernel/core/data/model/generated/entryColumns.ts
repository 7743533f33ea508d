// Made of model/entries.ts by `npm run golden`: what a row has is changed there.
import type { Columns } from "../../encoding/stateStream.ts";
import type { PublishedValues } from "../entity.ts";
import type { entries } from "../entries.ts";
import type { AccountId, EntrySlot, PositionId, TimeMs } from "../../units/kinds.ts";
import { MoneyColumn } from "../../units/money.ts";
import { Pool } from "../../units/pool.ts";

/** A row as records and views show it. */
export type PublishedEntry = PublishedValues<typeof entries>;

export abstract class EntryColumns extends Pool<EntrySlot> {
  account = this.int<AccountId>(0);
  coin = this.int<number>(0);
  marginMode = this.int<number>(0);
  /** Isolated position this entry belongs to, 0 for the shared entry. */
  position = this.double<PositionId>(0);
  liquidating = this.int<number>(0);
  /** 1: margin was called for, and it is short still. */
  called = this.int<number>(0);
  createdTime = this.double<TimeMs>(0);
  updatedTime = this.double<TimeMs>(0);
  readonly amount = new MoneyColumn<EntrySlot>();
  readonly pendingDeposit = new MoneyColumn<EntrySlot>();
  readonly pendingWithdraw = new MoneyColumn<EntrySlot>();
  readonly pendingTransferIn = new MoneyColumn<EntrySlot>();
  readonly pendingTransferOut = new MoneyColumn<EntrySlot>();
  readonly deposit = new MoneyColumn<EntrySlot>();
  readonly withdraw = new MoneyColumn<EntrySlot>();
  readonly transferIn = new MoneyColumn<EntrySlot>();
  readonly transferOut = new MoneyColumn<EntrySlot>();
  readonly marginMoveIn = new MoneyColumn<EntrySlot>();
  readonly marginMoveOut = new MoneyColumn<EntrySlot>();
  readonly openLong = new MoneyColumn<EntrySlot>();
  readonly openShort = new MoneyColumn<EntrySlot>();
  readonly closeLong = new MoneyColumn<EntrySlot>();
  readonly closeShort = new MoneyColumn<EntrySlot>();
  readonly fillFee = new MoneyColumn<EntrySlot>();
  readonly liquidateFee = new MoneyColumn<EntrySlot>();
  readonly funding = new MoneyColumn<EntrySlot>();
  readonly fillFeeIncome = new MoneyColumn<EntrySlot>();
  readonly liquidateFeeIncome = new MoneyColumn<EntrySlot>();

  constructor(capacity: number) {
    super({ doubles: 43, ints: 5, together: false });
    this.resize(capacity);
  }

  /** Puts every column of a row to rest. */
  clear(slot: EntrySlot): void {
    this.account[slot] = 0;
    this.coin[slot] = 0;
    this.marginMode[slot] = 0;
    this.position[slot] = 0;
    this.liquidating[slot] = 0;
    this.called[slot] = 0;
    this.createdTime[slot] = 0;
    this.updatedTime[slot] = 0;
    this.amount.clear(slot);
    this.pendingDeposit.clear(slot);
    this.pendingWithdraw.clear(slot);
    this.pendingTransferIn.clear(slot);
    this.pendingTransferOut.clear(slot);
    this.deposit.clear(slot);
    this.withdraw.clear(slot);
    this.transferIn.clear(slot);
    this.transferOut.clear(slot);
    this.marginMoveIn.clear(slot);
    this.marginMoveOut.clear(slot);
    this.openLong.clear(slot);
    this.openShort.clear(slot);
    this.closeLong.clear(slot);
    this.closeShort.clear(slot);
    this.fillFee.clear(slot);
    this.liquidateFee.clear(slot);
    this.funding.clear(slot);
    this.fillFeeIncome.clear(slot);
    this.liquidateFeeIncome.clear(slot);
  }

  /** What a snapshot keeps, by name. */
  persisted(): Columns {
    return {
      account: this.account,
      coin: this.coin,
      marginMode: this.marginMode,
      position: this.position,
      liquidating: this.liquidating,
      called: this.called,
      createdTime: this.createdTime,
      updatedTime: this.updatedTime,
      amount: this.amount,
      pendingDeposit: this.pendingDeposit,
      pendingWithdraw: this.pendingWithdraw,
      pendingTransferIn: this.pendingTransferIn,
      pendingTransferOut: this.pendingTransferOut,
      deposit: this.deposit,
      withdraw: this.withdraw,
      transferIn: this.transferIn,
      transferOut: this.transferOut,
      marginMoveIn: this.marginMoveIn,
      marginMoveOut: this.marginMoveOut,
      openLong: this.openLong,
      openShort: this.openShort,
      closeLong: this.closeLong,
      closeShort: this.closeShort,
      fillFee: this.fillFee,
      liquidateFee: this.liquidateFee,
      funding: this.funding,
      fillFeeIncome: this.fillFeeIncome,
      liquidateFeeIncome: this.liquidateFeeIncome,
    };
  }

  protected override lay(): void {
    this.amount.lay(this.double(0), this.double(1));
    this.pendingDeposit.lay(this.double(2), this.double(3));
    this.pendingWithdraw.lay(this.double(4), this.double(5));
    this.pendingTransferIn.lay(this.double(6), this.double(7));
    this.pendingTransferOut.lay(this.double(8), this.double(9));
    this.deposit.lay(this.double(10), this.double(11));
    this.withdraw.lay(this.double(12), this.double(13));
    this.transferIn.lay(this.double(14), this.double(15));
    this.transferOut.lay(this.double(16), this.double(17));
    this.marginMoveIn.lay(this.double(18), this.double(19));
    this.marginMoveOut.lay(this.double(20), this.double(21));
    this.openLong.lay(this.double(22), this.double(23));
    this.openShort.lay(this.double(24), this.double(25));
    this.closeLong.lay(this.double(26), this.double(27));
    this.closeShort.lay(this.double(28), this.double(29));
    this.fillFee.lay(this.double(30), this.double(31));
    this.liquidateFee.lay(this.double(32), this.double(33));
    this.funding.lay(this.double(34), this.double(35));
    this.fillFeeIncome.lay(this.double(36), this.double(37));
    this.liquidateFeeIncome.lay(this.double(38), this.double(39));
    this.position = this.double(40);
    this.createdTime = this.double(41);
    this.updatedTime = this.double(42);
    this.account = this.int(0);
    this.coin = this.int(1);
    this.marginMode = this.int(2);
    this.liquidating = this.int(3);
    this.called = this.int(4);
  }
}

/** What is published of a row. */
export function viewEntry(rows: EntryColumns, slot: EntrySlot): PublishedEntry {
  return {
    coin: rows.coin[slot],
    marginMode: rows.marginMode[slot],
    position: rows.position[slot],
    liquidating: rows.liquidating[slot] === 1,
    called: rows.called[slot] === 1,
    createdTime: rows.createdTime[slot],
    updatedTime: rows.updatedTime[slot],
    amount: rows.amount.quanta(slot),
    pendingDeposit: rows.pendingDeposit.quanta(slot),
    pendingWithdraw: rows.pendingWithdraw.quanta(slot),
    pendingTransferIn: rows.pendingTransferIn.quanta(slot),
    pendingTransferOut: rows.pendingTransferOut.quanta(slot),
  };
}
