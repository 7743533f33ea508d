import type { BookOrders } from "../book/book.ts";
import { CLOSE_LONG, CLOSE_SHORT, OPEN_LONG, OPEN_SHORT } from "../codes.ts";
import { OrderColumns, OrderDraftColumns } from "../model/generated/orderColumns.ts";
import { IdTable } from "../units/idTable.ts";
import type { Action, HoldingSlot, Leg, OrderId, OrderSlot, TimeMs } from "../units/kinds.ts";
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

  /** What the client calls it; "" where the client gave no name. */
  clientId(slot: OrderSlot): string {
    return this.clientIds[this.rowOf(slot)] ?? "";
  }

  override hasConditions(slot: OrderSlot): boolean {
    return this.conditional[slot] === 1;
  }

  override hasFills(slot: OrderSlot): boolean {
    return this.remaining[slot] !== this.size[slot];
  }
}

/** What a new order is to be: filled in by whoever decides to place one, then handed to `orderPlaced`. A register. */
export class OrderDraft extends OrderDraftColumns {
  /** Of the account in the contract, if it is known already. */
  holding: HoldingSlot = NONE;
  requestHash = 0;
  dueTime: TimeMs = 0;
  /** The live order (slot) whose place it would take: what that one froze and reserved is no obstacle to it. */
  replaces: OrderSlot = NONE;
  clientId = "";
  readonly frozen = new Money();

  /** Nothing of the last draft may show in the next order's event: a restored exchange has no last draft. */
  reset(): this {
    this.resetColumns();
    this.holding = NONE;
    this.requestHash = 0;
    this.dueTime = 0;
    this.replaces = NONE;
    this.clientId = "";
    this.frozen.clear();
    return this;
  }

  /** Whether any of the columns of conditions is decided. */
  get hasConditions(): boolean {
    return (
      this.triggerPrice !== 0 || this.presetTakeProfit !== 0 || this.presetStopLoss !== 0 || this.parent !== 0
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
