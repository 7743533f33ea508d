import type { Contract } from "../market/contract.ts";
import { Store } from "../state/store.ts";

export type OrderKind = "limit" | "market" | "trigger";
export type SizeUnit = "coin" | "quote" | "share";
export type TimeInForce = "gtc" | "postOnly" | "fok" | "ioc";

/** The order in the ticket: text as typed, valid or not. */
export interface DraftOrder {
  readonly opens: boolean;
  readonly kind: OrderKind;
  readonly price: string;
  readonly trigger: string;
  readonly size: string;
  readonly unit: SizeUnit;
  readonly timeInForce: TimeInForce;
  readonly hasTpSl: boolean;
  readonly takeProfit: string;
  readonly stopLoss: string;
  /** An id of the reader's own; undefined: the page makes one. */
  readonly clientId: string | undefined;
}

const EMPTY: DraftOrder = {
  opens: true,
  kind: "limit",
  price: "",
  trigger: "",
  size: "",
  unit: "coin",
  timeInForce: "gtc",
  hasTpSl: false,
  takeProfit: "",
  stopLoss: "",
  clientId: undefined,
};

/**
 * The ticket's draft, which book, chart and keys fill in, too. A change of contract clears its prices. A
 * size given as a share is of a leg for closing, and of what is available for opening; an opening trigger
 * order has no share. So a change from one of these to another clears it.
 */
export class Draft extends Store<DraftOrder> {
  /** Releases what was made for the contract. */
  readonly close: () => void;

  constructor(contract: Store<Contract>) {
    super(EMPTY);
    this.close = contract.subscribe(() =>
      this.change({ price: "", trigger: "", size: "", takeProfit: "", stopLoss: "" }),
    );
  }

  change(fields: Partial<DraftOrder>): void {
    const next = { ...this.value, ...fields };
    const isOfOther = next.opens !== this.value.opens || (next.opens && next.kind === "trigger");
    this.set(next.unit === "share" && isOfOther ? { ...next, unit: "coin", size: "" } : next);
  }

  /**
   * Takes a price picked in the book or on the chart; a market order, which has no price, becomes a limit
   * order.
   */
  pickPrice(price: string): void {
    this.change({ price, ...(this.value.kind === "market" && { kind: "limit" as const }) });
  }
}
