import { isDecimal } from "../../../interface/wire/decimal.ts";
import { big } from "../format/decimal.ts";
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

/**
 * The size of a draft in the base coin, on the contract's grid. An amount of the quote coin buys as many
 * whole lots as it pays for, and a share of a leg is as many whole lots as it contains: both rounded down.
 *
 * @param price of the order, or the price at which a market order would begin
 * @param held size of the leg that a closing draft closes
 * @returns `undefined` while it is unknown
 */
export function sizeInCoin(
  { size, unit }: DraftOrder,
  { lot }: Contract,
  price: string | undefined,
  held: string | undefined,
): string | undefined {
  if (!isDecimal(size) || big(size).lte("0")) return undefined;
  if (unit === "coin") return size;
  const whole = (coin: ReturnType<typeof big>) => {
    const lots = coin.div(lot).round(0, 0);
    return lots.lte("0") ? undefined : lots.times(lot).toFixed();
  };
  if (unit === "quote") {
    return price === undefined || !isDecimal(price) || big(price).lte("0")
      ? undefined
      : whole(big(size).div(price));
  }
  return held === undefined ? undefined : whole(big(held).times(size).div("100"));
}
