import type { HouseMarket } from "./houseMarket.ts";

/** Where the house acts, by contract, in the order in which it was set to; and where it acts next. */
export class HouseMarkets extends Map<number, HouseMarket> {
  /** The values again: walking an array makes nothing. */
  all: readonly HouseMarket[] = [];
  /** Found when somebody asks, undefined once it may be another. */
  private next: HouseMarket | undefined;

  override set(contract: number, market: HouseMarket): this {
    super.set(contract, market);
    this.changed();
    return this;
  }

  override delete(contract: number): boolean {
    const isGone = super.delete(contract);
    this.changed();
    return isGone;
  }

  /** A market acted, so that another one may be due next. */
  acted(): void {
    this.next = undefined;
  }

  /** The market that is due first; of several due at once the one that was set first. */
  first(): HouseMarket | undefined {
    if (this.next !== undefined) return this.next;
    let first: HouseMarket | undefined;
    for (const market of this.all) if (first === undefined || market.due < first.due) first = market;
    this.next = first;
    return first;
  }

  private changed(): void {
    this.all = [...this.values()];
    this.next = undefined;
  }
}
