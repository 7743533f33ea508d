import type { BookOrders } from "../book/book.ts";
import { CLOSE_LONG, CLOSE_SHORT, OPEN_LONG, OPEN_SHORT } from "../codes.ts";
import { OrderColumns, OrderDraftColumns } from "../model/generated/orderColumns.ts";
import { IdTable } from "../units/idTable.ts";
import type { Action, ConditionSlot, HoldingSlot, Leg, OrderId, OrderSlot, TimeMs } from "../units/kinds.ts";
import { Money } from "../units/money.ts";
import { NONE } from "../units/units.ts";
import type { HeapColumns } from "./slotHeap.ts";

/** Live orders (data/model/orders.ts). A terminal order leaves the pool; history remembers it. */
export class Orders extends OrderColumns implements BookOrders, HeapColumns<OrderSlot> {
  /** By row; "" where the client gave none. */
  readonly clientIds: string[] = [];
  readonly byId = new IdTable<OrderId, OrderSlot>();

  constructor(capacity = 256) {
    super(capacity);
  }

  /** The name that the client gave the order; "" where it gave none. */
  clientId(slot: OrderSlot): string {
    return this.clientIds[this.rowOf(slot)] ?? "";
  }

  /** Where an order waits for its trigger: TRIGGER_ codes. */
  triggerQueued(slot: OrderSlot): number {
    return this.conditions.triggerQueued[this.condition[slot]];
  }

  override hasFills(slot: OrderSlot): boolean {
    return this.remaining[slot] !== this.size[slot];
  }
}

/**
 * Orders that end by themselves, as a heap wants them: by time, then by id. Growing replaces the columns, so
 * they are read anew each time.
 */
export class Dated implements HeapColumns<ConditionSlot> {
  private readonly orders: Orders;
  constructor(orders: Orders) {
    this.orders = orders;
  }
  get heapKey() {
    return this.orders.conditions.goodTill;
  }
  get id() {
    return this.orders.conditions.dated;
  }
  get heapIndex() {
    return this.orders.conditions.datedIndex;
  }
}

/**
 * What a new order is to be: filled in by whoever decides to place one, then handed to `orderPlaced`. One
 * object, reused.
 */
export class OrderDraft extends OrderDraftColumns {
  /** The account's holding in the contract, if it is known already. */
  holding: HoldingSlot = NONE;
  requestHash = 0;
  dueTime: TimeMs = 0;
  /** The live order (slot) that this one would replace: what that order froze and reserved counts as free. */
  replaces: OrderSlot = NONE;
  /** A one-way account asked for a side: it may close the other leg first. */
  isNet = false;
  clientId = "";
  readonly frozen = new Money();

  /** Puts every field to rest, so that no field of an earlier draft gets into the next order's event. */
  reset(): this {
    this.resetColumns();
    this.holding = NONE;
    this.requestHash = 0;
    this.dueTime = 0;
    this.replaces = NONE;
    this.isNet = false;
    this.clientId = "";
    this.frozen.clear();
    return this;
  }

  /** Whether any of the condition columns is set. */
  get hasConditions(): boolean {
    return (
      this.triggerPrice !== 0 ||
      this.callbackRate !== 0 ||
      this.presetTakeProfit !== 0 ||
      this.presetStopLoss !== 0 ||
      this.selfTradeMode !== 0 ||
      this.goodTill !== 0 ||
      this.priceMatch !== 0 ||
      this.parent !== 0
    );
  }
}

/** The action that closes a leg (0 long, 1 short), or opens it. */
export function closingActionOf(leg: Leg): Action {
  return leg === 0 ? CLOSE_LONG : CLOSE_SHORT;
}
export function openingActionOf(leg: Leg): Action {
  return leg === 0 ? OPEN_LONG : OPEN_SHORT;
}
