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
import { Money, MoneyColumn } from "../units/money.ts";
import { Pool } from "../units/pool.ts";
import type { HeapColumns } from "./slotHeap.ts";

/**
 * Live orders: pending, open, canceling, untriggered. A terminal order leaves the pool; history remembers it.
 *
 * Most orders have no trigger, preset or parent and end without a fill, and each column is a cache line of its own: the
 * columns of conditions and of fills are at rest (0, NONE) in a free row, are written only where they are used, and are
 * put to rest again when the row is dropped ({@link rest}).
 */
export class Orders extends Pool implements BookOrders, HeapColumns {
  id: Float64Array;
  account: Int32Array;
  contract: Int32Array;
  holding: Int32Array;
  kind: Uint8Array;
  action: Uint8Array;
  side: Uint8Array;
  timeInForce: Uint8Array;
  market: Uint8Array;
  state: Uint8Array;
  /** 1 while it stands in the book. */
  inBook: Uint8Array;
  marginMode: Uint8Array;
  separatedMode: Uint8Array;
  price: Float64Array;
  size: Float64Array;
  remaining: Float64Array;
  position: Float64Array;
  leverage: Int32Array;
  /** 1 where any column from here to `sibling` may be set. */
  conditional: Uint8Array;
  triggerPrice: Float64Array;
  triggerSource: Uint8Array;
  triggerDirection: Uint8Array;
  /** 1 once it waits in the queue of triggered orders. */
  triggerQueued: Uint8Array;
  triggeredTime: Float64Array;
  presetTakeProfit: Float64Array;
  presetStopLoss: Float64Array;
  /** Opening order of a preset child (id), else 0. */
  parent: Float64Array;
  /** Live preset children of an opening order; for a child, `sibling` is the other one. Slots or NONE. */
  takeProfitChild: Int32Array;
  stopLossChild: Int32Array;
  sibling: Int32Array;
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
  /** "" where the client gave none. */
  readonly clientId: string[] = [];
  readonly byId = new IdTable();

  constructor(capacity = 256) {
    super(capacity);
    this.id = new Float64Array(capacity);
    this.account = new Int32Array(capacity);
    this.contract = new Int32Array(capacity);
    this.holding = new Int32Array(capacity);
    this.kind = new Uint8Array(capacity);
    this.action = new Uint8Array(capacity);
    this.side = new Uint8Array(capacity);
    this.timeInForce = new Uint8Array(capacity);
    this.market = new Uint8Array(capacity);
    this.state = new Uint8Array(capacity);
    this.inBook = new Uint8Array(capacity);
    this.marginMode = new Uint8Array(capacity);
    this.separatedMode = new Uint8Array(capacity);
    this.price = new Float64Array(capacity);
    this.size = new Float64Array(capacity);
    this.remaining = new Float64Array(capacity);
    this.position = new Float64Array(capacity);
    this.leverage = new Int32Array(capacity);
    this.conditional = new Uint8Array(capacity);
    this.triggerPrice = new Float64Array(capacity);
    this.triggerSource = new Uint8Array(capacity);
    this.triggerDirection = new Uint8Array(capacity);
    this.triggerQueued = new Uint8Array(capacity);
    this.triggeredTime = new Float64Array(capacity);
    this.presetTakeProfit = new Float64Array(capacity);
    this.presetStopLoss = new Float64Array(capacity);
    this.parent = new Float64Array(capacity);
    this.takeProfitChild = new Int32Array(capacity);
    this.stopLossChild = new Int32Array(capacity);
    this.sibling = new Int32Array(capacity);
    this.filledValue = new MoneyColumn(capacity);
    this.fee = new MoneyColumn(capacity);
    this.liquidationFee = new MoneyColumn(capacity);
    this.realized = new MoneyColumn(capacity);
    this.frozen = new MoneyColumn(capacity);
    this.markPoints = new Float64Array(capacity);
    this.feeRate = new Int32Array(capacity);
    this.createdTime = new Float64Array(capacity);
    this.updatedTime = new Float64Array(capacity);
    this.key = new Float64Array(capacity);
    this.place = new Int32Array(capacity);
    this.priority = new Float64Array(capacity);
    this.next = new Int32Array(capacity);
    this.prev = new Int32Array(capacity);
    this.holdingNext = new Int32Array(capacity);
    this.holdingPrev = new Int32Array(capacity);
    this.prepare(0);
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
    this.takeProfitChild.fill(NONE, first);
    this.stopLossChild.fill(NONE, first);
    this.sibling.fill(NONE, first);
  }
}

/** What a new order is to be: filled in by whoever decides to place one, then handed to `orderPlaced`. A register. */
export class OrderDraft {
  account = 0;
  contract = 0;
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
  parent = 0;
  requestHash = 0;
  markPoints = 0;
  feeRate = 0;
  dueTime = 0;
  clientId = "";
  readonly frozen = new Money();

  /** Nothing of the last draft may show in the next order's event: a restored exchange has no last draft. */
  reset(): this {
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
    this.parent = 0;
    this.requestHash = 0;
    this.dueTime = 0;
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
