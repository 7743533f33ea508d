import type { FeeView } from "../messages/query.ts";
import { HoldingColumns } from "../model/generated/holdingColumns.ts";
import type { HoldingSlot } from "../units/kinds.ts";
import type { HeapColumns } from "./slotHeap.ts";

/** What accounts have in contracts (data/model/holdings.ts). */
export class Holdings extends HoldingColumns {
  /** By row: symbol fee setting, undefined where none was made. */
  readonly fees: (FeeView | undefined)[] = [];

  constructor(capacity = 64) {
    super(capacity);
  }
}

/**
 * Holdings by when their countdown is over, as a heap wants them; of one account at one moment in no order.
 */
export class Countdowns implements HeapColumns<HoldingSlot> {
  private readonly holdings: Holdings;
  constructor(holdings: Holdings) {
    this.holdings = holdings;
  }
  get heapKey() {
    return this.holdings.countdownDue;
  }
  get id() {
    return this.holdings.account;
  }
  get heapIndex() {
    return this.holdings.countdownIndex;
  }
}
