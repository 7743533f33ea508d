import type { BookOrders } from "../book/book.ts";
import {
  CLOSE_LONG,
  CLOSE_SHORT,
  GTC,
  KIND_NORMAL,
  NONE,
  OPEN_LONG,
  OPEN_SHORT,
  STATE_PENDING,
} from "../codes.ts";
import { IdTable } from "../units/idTable.ts";
import type { MoneyColumn } from "../units/money.ts";
import { Money } from "../units/money.ts";
import { Pool } from "../units/pool.ts";
import type { HeapColumns } from "./slotHeap.ts";

/**
 * Live orders: pending, open, canceling, untriggered. A terminal order leaves the pool; history remembers it.
 *
 * A row lies together, what every order uses in its middle. Most orders have no trigger, preset or parent and end without a
 * fill: the columns of conditions (the row's end) and of fills (its beginning) are at rest (0, NONE) in a free row, are
 * written only where they are used, and are put to rest again when the row is dropped ({@link rest}).
 */
export class Orders extends Pool implements BookOrders, HeapColumns {
  id: Float64Array;
  account: Int32Array;
  contract: Int32Array;
  holding: Int32Array;
  kind: Int32Array;
  action: Int32Array;
  side: Int32Array;
  timeInForce: Int32Array;
  market: Int32Array;
  state: Int32Array;
  /** Where it rests: in the book, on paper, or nowhere (RESTS_ codes). */
  inBook: Int32Array;
  marginMode: Int32Array;
  separatedMode: Int32Array;
  price: Float64Array;
  size: Float64Array;
  remaining: Float64Array;
  position: Float64Array;
  /** A double, so that a row has about as many of the ones as of the others: the longer kind makes its length. */
  leverage: Float64Array;
  filledValue: MoneyColumn;
  fee: MoneyColumn;
  liquidationFee: MoneyColumn;
  realized: MoneyColumn;
  /** Order margin of what remains of an opening order, at the mark and taker rate of its acceptance. */
  frozen: MoneyColumn;
  markPoints: Float64Array;
  feeRate: Int32Array;
  createdTime: Float64Array;
  updatedTime: Float64Array;
  /** What its heap orders it by: the trigger price, or the time at which a delay ends. */
  key: Float64Array;
  place: Int32Array;
  /** Time priority in its price level: the n-th order ever rested. */
  priority: Float64Array;
  next: Int32Array;
  prev: Int32Array;
  holdingNext: Int32Array;
  holdingPrev: Int32Array;
  /** 1 where any column from here to `sibling` may be set. */
  conditional: Int32Array;
  triggerPrice: Float64Array;
  triggerSource: Int32Array;
  triggerDirection: Int32Array;
  /** 1 once it waits in the queue of triggered orders. */
  triggerQueued: Int32Array;
  triggeredTime: Float64Array;
  presetTakeProfit: Float64Array;
  presetStopLoss: Float64Array;
  /** A double, as the leverage is. */
  presetsOnMark: Float64Array;
  /** Opening order of a preset child (id), else 0. */
  parent: Float64Array;
  /** Live preset children of an opening order; for a child, `sibling` is the other one. Slots or NONE. */
  takeProfitChild: Int32Array;
  stopLossChild: Int32Array;
  sibling: Int32Array;
  /** By row; "" where the client gave none. */
  readonly clientIds: string[] = [];
  readonly byId = new IdTable();

  constructor(capacity = 256) {
    super(capacity);
    this.id = this.doubles();
    this.account = this.ints();
    this.contract = this.ints();
    this.holding = this.ints();
    this.kind = this.ints();
    this.action = this.ints();
    this.side = this.ints();
    this.timeInForce = this.ints();
    this.market = this.ints();
    this.state = this.ints();
    this.inBook = this.ints();
    this.marginMode = this.ints();
    this.separatedMode = this.ints();
    this.price = this.doubles();
    this.size = this.doubles();
    this.remaining = this.doubles();
    this.position = this.doubles();
    this.leverage = this.doubles();
    this.filledValue = this.money();
    this.fee = this.money();
    this.liquidationFee = this.money();
    this.realized = this.money();
    this.frozen = this.money();
    this.markPoints = this.doubles();
    this.feeRate = this.ints();
    this.createdTime = this.doubles();
    this.updatedTime = this.doubles();
    this.key = this.doubles();
    this.place = this.ints();
    this.priority = this.doubles();
    this.next = this.ints();
    this.prev = this.ints();
    this.holdingNext = this.ints();
    this.holdingPrev = this.ints();
    this.conditional = this.ints();
    this.triggerPrice = this.doubles();
    this.triggerSource = this.ints();
    this.triggerDirection = this.ints();
    this.triggerQueued = this.ints();
    this.triggeredTime = this.doubles();
    this.presetTakeProfit = this.doubles();
    this.presetStopLoss = this.doubles();
    this.presetsOnMark = this.doubles();
    this.parent = this.doubles();
    this.takeProfitChild = this.ints();
    this.stopLossChild = this.ints();
    this.sibling = this.ints();
    this.layTogether();
  }

  /** Puts a row's conditions and fills to rest, before it is dropped. */
  rest(slot: number): void {
    if (this.conditional[slot] === 1) {
      this.triggerPrice[slot] = 0;
      this.triggerSource[slot] = 0;
      this.triggerDirection[slot] = 0;
      this.triggerQueued[slot] = 0;
      this.triggeredTime[slot] = 0;
      this.presetTakeProfit[slot] = 0;
      this.presetStopLoss[slot] = 0;
      this.presetsOnMark[slot] = 0;
      this.parent[slot] = 0;
      this.takeProfitChild[slot] = NONE;
      this.stopLossChild[slot] = NONE;
      this.sibling[slot] = NONE;
    }
    if (this.remaining[slot] !== this.size[slot]) {
      this.filledValue.clear(slot);
      this.fee.clear(slot);
      this.liquidationFee.clear(slot);
      this.realized.clear(slot);
    }
  }

  protected override prepare(first: number): void {
    for (let slot = first; slot < this.capacity * this.stride; slot += this.stride) {
      this.takeProfitChild[slot] = NONE;
      this.stopLossChild[slot] = NONE;
      this.sibling[slot] = NONE;
    }
  }
}

/** What a new order is to be: filled in by whoever decides to place one, then handed to `orderPlaced`. A register. */
export class OrderDraft {
  account = 0;
  contract = 0;
  /** Of the account in the contract, if it is known already. */
  holding = NONE;
  kind = KIND_NORMAL;
  action = OPEN_LONG;
  timeInForce = GTC;
  market = false;
  price = 0;
  size = 0;
  state = STATE_PENDING;
  marginMode = 0;
  separatedMode = 0;
  position = 0;
  leverage = 0;
  triggerPrice = 0;
  triggerSource = 0;
  triggerDirection = 0;
  presetTakeProfit = 0;
  presetStopLoss = 0;
  presetsOnMark = 0;
  parent = 0;
  requestHash = 0;
  markPoints = 0;
  feeRate = 0;
  dueTime = 0;
  /** The live order (slot) whose place it would take: what that one froze and reserved is no obstacle to it. */
  replaces = NONE;
  clientId = "";
  readonly frozen = new Money();

  /** Nothing of the last draft may show in the next order's event: a restored exchange has no last draft. */
  reset(): this {
    this.holding = NONE;
    this.leverage = 0;
    this.markPoints = 0;
    this.feeRate = 0;
    this.kind = KIND_NORMAL;
    this.timeInForce = GTC;
    this.market = false;
    this.price = 0;
    this.state = STATE_PENDING;
    this.position = 0;
    this.triggerPrice = 0;
    this.triggerSource = 0;
    this.triggerDirection = 0;
    this.presetTakeProfit = 0;
    this.presetStopLoss = 0;
    this.presetsOnMark = 0;
    this.parent = 0;
    this.requestHash = 0;
    this.dueTime = 0;
    this.replaces = NONE;
    this.clientId = "";
    this.frozen.clear();
    return this;
  }
}

/** The action that closes a leg (0 long, 1 short), or opens it. */
export function closingActionOf(leg: number): number {
  return leg === 0 ? CLOSE_LONG : CLOSE_SHORT;
}
export function openingActionOf(leg: number): number {
  return leg === 0 ? OPEN_LONG : OPEN_SHORT;
}
