import type { HeapColumns } from "../tables/slotHeap.ts";
import { SlotHeap } from "../tables/slotHeap.ts";
import { doubles, ints } from "../units/kinds.ts";
import type { TimeMs } from "../units/units.ts";
import type { HouseMarket } from "./houseMarket.ts";

/** Where the house acts, by contract, in the order in which it was set to; and where it acts next. */
export class HouseMarkets extends Map<number, HouseMarket> {
  /** The values again: walking an array makes nothing. */
  all: readonly HouseMarket[] = [];
  /**
   * Whether an index may differ from the one that its market's quotes follow: set by whatever moves an index,
   * or lets a contract trade whose index has moved. Derived.
   */
  indexesMoved = false;
  /** The markets by when they act next; made when somebody asks, undefined once there are others. */
  private queue: Queue | undefined;

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

  /** A market acted, and is due at another time. */
  acted(market: HouseMarket): void {
    this.queue?.move(market);
  }

  /** The market that is due first; of several due at once the one that was set first. */
  first(): HouseMarket | undefined {
    if (this.all.length === 0) return undefined;
    this.queue ??= new Queue(this.all);
    return this.all[this.queue.first()];
  }

  /** When the first market is due; Infinity where there is none. */
  get due(): TimeMs {
    return this.first()?.due ?? Number.POSITIVE_INFINITY;
  }

  private changed(): void {
    this.all = [...this.values()];
    for (const [place, market] of this.all.entries()) market.place = place;
    this.indexesMoved = true;
    this.queue = undefined;
  }
}

/** The places of markets in the order of their due times; at one time in their own order. */
class Queue implements HeapColumns {
  readonly heapKey;
  readonly id;
  readonly heapIndex;
  private readonly places = new SlotHeap(this, 1);

  constructor(markets: readonly HouseMarket[]) {
    this.heapKey = doubles<number, TimeMs>(markets.length);
    this.id = ints<number, number>(markets.length);
    this.heapIndex = ints<number, number>(markets.length);
    for (const market of markets) {
      this.id[market.place] = market.place;
      this.heapKey[market.place] = market.due;
      this.places.push(market.place);
    }
  }

  first(): number {
    return this.places.peek();
  }

  move({ place, due }: HouseMarket): void {
    this.places.remove(place);
    this.heapKey[place] = due;
    this.places.push(place);
  }
}
