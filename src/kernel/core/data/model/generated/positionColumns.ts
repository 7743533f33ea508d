// Made of model/positions.ts by `npm run golden`: what a row has is changed there.
import type { Columns } from "../../encoding/stateStream.ts";
import type { PublishedValues } from "../entity.ts";
import type { positions } from "../positions.ts";
import type { AccountId, ContractIndex, EntrySlot, HoldingSlot, Leg, Leverage, Lots, OrderId, PositionId, PositionSlot, Seq, TimeMs } from "../../units/kinds.ts";
import { MoneyColumn } from "../../units/money.ts";
import { Pool } from "../../units/pool.ts";

/** A row as records and views show it. */
export type PublishedPosition = PublishedValues<typeof positions>;

export abstract class PositionColumns extends Pool<PositionSlot> {
  id = this.double<PositionId>(0);
  account = this.int<AccountId>(0);
  contract = this.int<ContractIndex>(0);
  holding = this.int<HoldingSlot>(0);
  leg = this.int<Leg>(0);
  marginMode = this.int<number>(0);
  separatedMode = this.int<number>(0);
  /** Opening order in separated mode, else 0. */
  openOrder = this.double<OrderId>(0);
  leverage = this.int<Leverage>(0);
  /** Collateral entry that its fills are booked on. */
  entry = this.int<EntrySlot>(0);
  size = this.double<Lots>(0);
  /** Lots reserved by close orders bound to this position. */
  reserved = this.double<Lots>(0);
  readonly openValue = new MoneyColumn<PositionSlot>();
  readonly openFee = new MoneyColumn<PositionSlot>();
  readonly fundingFee = new MoneyColumn<PositionSlot>();
  autoAppend = this.int<number>(0);
  cumOpenSize = this.double<Lots>(0);
  readonly cumOpenValue = new MoneyColumn<PositionSlot>();
  readonly cumOpenFee = new MoneyColumn<PositionSlot>();
  cumCloseSize = this.double<Lots>(0);
  readonly cumCloseValue = new MoneyColumn<PositionSlot>();
  readonly cumCloseFee = new MoneyColumn<PositionSlot>();
  readonly cumFunding = new MoneyColumn<PositionSlot>();
  readonly cumLiquidateFee = new MoneyColumn<PositionSlot>();
  createdSeq = this.double<Seq>(0);
  updatedSeq = this.double<Seq>(0);
  createdTime = this.double<TimeMs>(0);
  updatedTime = this.double<TimeMs>(0);
  /** Links in the account's list and in the leg's list, both by opening. */
  accountNext = this.int<PositionSlot>(0);
  accountPrev = this.int<PositionSlot>(0);
  legNext = this.int<PositionSlot>(0);
  legPrev = this.int<PositionSlot>(0);

  constructor(capacity: number) {
    super({ doubles: 28, ints: 13, together: true });
    this.resize(capacity);
  }

  /** Puts every column of a row to rest. */
  clear(slot: PositionSlot): void {
    this.id[slot] = 0;
    this.account[slot] = 0;
    this.contract[slot] = 0;
    this.holding[slot] = 0;
    this.leg[slot] = 0;
    this.marginMode[slot] = 0;
    this.separatedMode[slot] = 0;
    this.openOrder[slot] = 0;
    this.leverage[slot] = 0;
    this.entry[slot] = 0;
    this.size[slot] = 0;
    this.reserved[slot] = 0;
    this.openValue.clear(slot);
    this.openFee.clear(slot);
    this.fundingFee.clear(slot);
    this.autoAppend[slot] = 0;
    this.cumOpenSize[slot] = 0;
    this.cumOpenValue.clear(slot);
    this.cumOpenFee.clear(slot);
    this.cumCloseSize[slot] = 0;
    this.cumCloseValue.clear(slot);
    this.cumCloseFee.clear(slot);
    this.cumFunding.clear(slot);
    this.cumLiquidateFee.clear(slot);
    this.createdSeq[slot] = 0;
    this.updatedSeq[slot] = 0;
    this.createdTime[slot] = 0;
    this.updatedTime[slot] = 0;
    this.accountNext[slot] = 0;
    this.accountPrev[slot] = 0;
    this.legNext[slot] = 0;
    this.legPrev[slot] = 0;
  }

  /** What a snapshot keeps, by name. */
  persisted(): Columns {
    return {
      id: this.id,
      account: this.account,
      contract: this.contract,
      leg: this.leg,
      marginMode: this.marginMode,
      separatedMode: this.separatedMode,
      openOrder: this.openOrder,
      leverage: this.leverage,
      size: this.size,
      reserved: this.reserved,
      openValue: this.openValue,
      openFee: this.openFee,
      fundingFee: this.fundingFee,
      autoAppend: this.autoAppend,
      cumOpenSize: this.cumOpenSize,
      cumOpenValue: this.cumOpenValue,
      cumOpenFee: this.cumOpenFee,
      cumCloseSize: this.cumCloseSize,
      cumCloseValue: this.cumCloseValue,
      cumCloseFee: this.cumCloseFee,
      cumFunding: this.cumFunding,
      cumLiquidateFee: this.cumLiquidateFee,
      createdSeq: this.createdSeq,
      updatedSeq: this.updatedSeq,
      createdTime: this.createdTime,
      updatedTime: this.updatedTime,
    };
  }

  protected override lay(): void {
    this.openValue.lay(this.double(0), this.double(1));
    this.openFee.lay(this.double(2), this.double(3));
    this.fundingFee.lay(this.double(4), this.double(5));
    this.cumOpenValue.lay(this.double(6), this.double(7));
    this.cumOpenFee.lay(this.double(8), this.double(9));
    this.cumCloseValue.lay(this.double(10), this.double(11));
    this.cumCloseFee.lay(this.double(12), this.double(13));
    this.cumFunding.lay(this.double(14), this.double(15));
    this.cumLiquidateFee.lay(this.double(16), this.double(17));
    this.id = this.double(18);
    this.openOrder = this.double(19);
    this.size = this.double(20);
    this.reserved = this.double(21);
    this.cumOpenSize = this.double(22);
    this.cumCloseSize = this.double(23);
    this.createdSeq = this.double(24);
    this.updatedSeq = this.double(25);
    this.createdTime = this.double(26);
    this.updatedTime = this.double(27);
    this.account = this.int(0);
    this.contract = this.int(1);
    this.holding = this.int(2);
    this.leg = this.int(3);
    this.marginMode = this.int(4);
    this.separatedMode = this.int(5);
    this.leverage = this.int(6);
    this.entry = this.int(7);
    this.autoAppend = this.int(8);
    this.accountNext = this.int(9);
    this.accountPrev = this.int(10);
    this.legNext = this.int(11);
    this.legPrev = this.int(12);
  }
}

/** What is published of a row. */
export function viewPosition(rows: PositionColumns, slot: PositionSlot): PublishedPosition {
  return {
    position: rows.id[slot],
    account: rows.account[slot],
    contract: rows.contract[slot],
    leg: rows.leg[slot],
    marginMode: rows.marginMode[slot],
    separatedMode: rows.separatedMode[slot],
    openOrder: rows.openOrder[slot],
    leverage: rows.leverage[slot],
    size: rows.size[slot],
    openValue: rows.openValue.quanta(slot),
    openFee: rows.openFee.quanta(slot),
    fundingFee: rows.fundingFee.quanta(slot),
    autoAppend: rows.autoAppend[slot] === 1,
    cumOpenSize: rows.cumOpenSize[slot],
    cumOpenValue: rows.cumOpenValue.quanta(slot),
    cumOpenFee: rows.cumOpenFee.quanta(slot),
    cumCloseSize: rows.cumCloseSize[slot],
    cumCloseValue: rows.cumCloseValue.quanta(slot),
    cumCloseFee: rows.cumCloseFee.quanta(slot),
    cumFunding: rows.cumFunding.quanta(slot),
    cumLiquidateFee: rows.cumLiquidateFee.quanta(slot),
    createdSeq: rows.createdSeq[slot],
    updatedSeq: rows.updatedSeq[slot],
    createdTime: rows.createdTime[slot],
    updatedTime: rows.updatedTime[slot],
  };
}
