import { IdTable } from "../units/idTable.ts";
import { MoneyColumn } from "../units/money.ts";
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
  leg: Uint8Array;
  marginMode: Uint8Array;
  separatedMode: Uint8Array;
  autoAppend: Uint8Array;
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
    this.id = new Float64Array(capacity);
    this.account = new Int32Array(capacity);
    this.contract = new Int32Array(capacity);
    this.holding = new Int32Array(capacity);
    this.leg = new Uint8Array(capacity);
    this.marginMode = new Uint8Array(capacity);
    this.separatedMode = new Uint8Array(capacity);
    this.autoAppend = new Uint8Array(capacity);
    this.openOrder = new Float64Array(capacity);
    this.leverage = new Int32Array(capacity);
    this.entry = new Int32Array(capacity);
    this.size = new Float64Array(capacity);
    this.reserved = new Float64Array(capacity);
    this.cumOpenSize = new Float64Array(capacity);
    this.cumCloseSize = new Float64Array(capacity);
    this.openValue = new MoneyColumn(capacity);
    this.openFee = new MoneyColumn(capacity);
    this.fundingFee = new MoneyColumn(capacity);
    this.cumOpenValue = new MoneyColumn(capacity);
    this.cumOpenFee = new MoneyColumn(capacity);
    this.cumCloseValue = new MoneyColumn(capacity);
    this.cumCloseFee = new MoneyColumn(capacity);
    this.cumFunding = new MoneyColumn(capacity);
    this.cumLiquidateFee = new MoneyColumn(capacity);
    this.createdSeq = new Float64Array(capacity);
    this.updatedSeq = new Float64Array(capacity);
    this.createdTime = new Float64Array(capacity);
    this.updatedTime = new Float64Array(capacity);
    this.accountNext = new Int32Array(capacity);
    this.accountPrev = new Int32Array(capacity);
    this.legNext = new Int32Array(capacity);
    this.legPrev = new Int32Array(capacity);
  }
}
