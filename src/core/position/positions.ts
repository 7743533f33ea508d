import { IdTable } from "../units/idTable.ts";
import type { MoneyColumn } from "../units/money.ts";
import { Pool } from "../units/pool.ts";

/**
 * Positions: the open legs. Combined mode has at most one per holding, leg and margin mode; separated mode has
 * one per opening order. A position lives from its first opening fill until its size is 0.
 */
export class Positions extends Pool {
  id: Float64Array;
  account: Int32Array;
  contract: Int32Array;
  holding: Int32Array;
  leg: Int32Array;
  marginMode: Int32Array;
  separatedMode: Int32Array;
  autoAppend: Int32Array;
  /** Opening order in separated mode, else 0. */
  openOrder: Float64Array;
  leverage: Int32Array;
  /** Collateral entry that its fills are booked on. */
  entry: Int32Array;
  size: Float64Array;
  /** Lots reserved by close orders bound to this position. */
  reserved: Float64Array;
  cumOpenSize: Float64Array;
  cumCloseSize: Float64Array;
  openValue: MoneyColumn;
  openFee: MoneyColumn;
  fundingFee: MoneyColumn;
  cumOpenValue: MoneyColumn;
  cumOpenFee: MoneyColumn;
  cumCloseValue: MoneyColumn;
  cumCloseFee: MoneyColumn;
  cumFunding: MoneyColumn;
  cumLiquidateFee: MoneyColumn;
  createdSeq: Float64Array;
  updatedSeq: Float64Array;
  createdTime: Float64Array;
  updatedTime: Float64Array;
  /** Links in the account's list and in the leg's list, both by opening. */
  accountNext: Int32Array;
  accountPrev: Int32Array;
  legNext: Int32Array;
  legPrev: Int32Array;
  readonly byId = new IdTable();

  constructor(capacity = 64) {
    super(capacity);
    this.id = this.doubles();
    this.account = this.ints();
    this.contract = this.ints();
    this.holding = this.ints();
    this.leg = this.ints();
    this.marginMode = this.ints();
    this.separatedMode = this.ints();
    this.autoAppend = this.ints();
    this.openOrder = this.doubles();
    this.leverage = this.ints();
    this.entry = this.ints();
    this.size = this.doubles();
    this.reserved = this.doubles();
    this.cumOpenSize = this.doubles();
    this.cumCloseSize = this.doubles();
    this.openValue = this.money();
    this.openFee = this.money();
    this.fundingFee = this.money();
    this.cumOpenValue = this.money();
    this.cumOpenFee = this.money();
    this.cumCloseValue = this.money();
    this.cumCloseFee = this.money();
    this.cumFunding = this.money();
    this.cumLiquidateFee = this.money();
    this.createdSeq = this.doubles();
    this.updatedSeq = this.doubles();
    this.createdTime = this.doubles();
    this.updatedTime = this.doubles();
    this.accountNext = this.ints();
    this.accountPrev = this.ints();
    this.legNext = this.ints();
    this.legPrev = this.ints();
    this.layTogether();
  }
}
