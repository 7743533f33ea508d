import type { HeapColumns } from "../tables/slotHeap.ts";
import { SlotHeap } from "../tables/slotHeap.ts";
import { doubles, ints } from "../units/kinds.ts";
import type { TimeMs } from "../units/units.ts";
import type { ContractHouse } from "./contractHouse.ts";

/** The houses by contract, in the order in which they were set; and which of them acts next. */
export class ContractHouses extends Map<number, ContractHouse> {
  /** The values again, as an array: to walk along it allocates nothing. */
  all: readonly ContractHouse[] = [];
  /**
   * Whether the index of a contract may differ from the one that its house's quotes follow: set by whatever
   * moves an index, or lets a contract trade again. Derived.
   */
  indexesMoved = false;
  /**
   * The houses by when they act next; built when somebody asks, undefined after houses were set or deleted.
   */
  private queue: Queue | undefined;

  override set(contract: number, house: ContractHouse): this {
    super.set(contract, house);
    this.changed();
    return this;
  }

  override delete(contract: number): boolean {
    const isGone = super.delete(contract);
    this.changed();
    return isGone;
  }

  /** A house has acted, and is due at another time. */
  acted(house: ContractHouse): void {
    this.queue?.move(house);
  }

  /** The house that is due first; of several due at once the one that was set first. */
  first(): ContractHouse | undefined {
    if (this.all.length === 0) return undefined;
    this.queue ??= new Queue(this.all);
    return this.all[this.queue.first()];
  }

  /** When the first house is due; Infinity where there is none. */
  get due(): TimeMs {
    return this.first()?.due ?? Number.POSITIVE_INFINITY;
  }

  private changed(): void {
    this.all = [...this.values()];
    for (const [place, house] of this.all.entries()) house.place = place;
    this.indexesMoved = true;
    this.queue = undefined;
  }
}

/** The places of houses ({@link ContractHouse.place}) in the order of their due times, then of the places. */
class Queue implements HeapColumns {
  readonly heapKey;
  readonly id;
  readonly heapIndex;
  private readonly places = new SlotHeap(this, 1);

  constructor(houses: readonly ContractHouse[]) {
    this.heapKey = doubles<number, TimeMs>(houses.length);
    this.id = ints<number, number>(houses.length);
    this.heapIndex = ints<number, number>(houses.length);
    for (const house of houses) {
      this.id[house.place] = house.place;
      this.heapKey[house.place] = house.due;
      this.places.push(house.place);
    }
  }

  first(): number {
    return this.places.peek();
  }

  move({ place, due }: ContractHouse): void {
    this.places.remove(place);
    this.heapKey[place] = due;
    this.places.push(place);
  }
}
