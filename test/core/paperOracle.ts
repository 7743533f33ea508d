import {
  BUY,
  FOK,
  IOC,
  ORIGIN_BOOK,
  ORIGIN_PAPER,
  POST_ONLY,
  sideOf,
} from "../../src/kernel/core/data/codes.ts";
import type { Event } from "../../src/kernel/core/data/messages/event.ts";
import type { Lots, Ticks } from "../../src/kernel/core/data/units/units.ts";

/** A fill on paper, as the rule has it. */
export interface PaperFill {
  readonly order: number;
  readonly price: Ticks;
  readonly lots: Lots;
  readonly waits: boolean;
}

interface RealOrder {
  readonly id: number;
  readonly side: number;
  readonly price: Ticks;
  lots: Lots;
}

interface Waiting {
  readonly id: number;
  readonly account: number;
  readonly side: number;
  readonly price: Ticks;
  lots: Lots;
  /** Real orders that rested at its price when it came. */
  readonly before: ReadonlySet<number>;
}

/**
 * The rule of paper trading, told a second time: from the events of the real market alone, without
 * priorities, queues of flows or a pool. Right for accounts that can afford what they order.
 */
export class PaperOracle {
  /** In the order in which they came to rest. */
  readonly real = new Map<number, RealOrder>();
  readonly waiting: Waiting[] = [];
  readonly #taken = new Map<string, Lots>();

  /** What a new paper order takes at once; what it does not take waits where its time in force says so. */
  placed(order: {
    readonly id: number;
    readonly account: number;
    readonly action: number;
    readonly price: Ticks;
    readonly size: Lots;
    readonly timeInForce: number;
    readonly market: boolean;
  }): readonly PaperFill[] {
    const side = sideOf(order.action);
    const within = [...this.real.values()]
      .filter((each) => each.side !== side && isAtOrBetter(side, order.price, each.price))
      .sort((a, b) => (side === BUY ? a.price - b.price : b.price - a.price));
    let left = order.size;
    const fills: { maker: RealOrder; lots: Lots }[] = [];
    for (const maker of within) {
      const lots = Math.min(left, this.#free(order.account, maker));
      if (lots > 0) fills.push({ maker, lots });
      left -= lots;
    }
    if (order.timeInForce === POST_ONLY && within.length > 0) return [];
    if (order.timeInForce === FOK && left > 0) return [];
    for (const { maker, lots } of fills) this.#take(order.account, maker, lots);
    const rests = order.timeInForce !== IOC && order.timeInForce !== FOK && !order.market;
    if (left > 0 && rests) this.#wait(order.id, order.account, side, order.price, left);
    return fills.map(({ maker, lots }) => ({ order: order.id, price: maker.price, lots, waits: false }));
  }

  canceled(id: number): void {
    const at = this.waiting.findIndex((each) => each.id === id);
    if (at >= 0) this.waiting.splice(at, 1);
  }

  /** What an event of the real market fills. */
  happened(event: Event): readonly PaperFill[] {
    switch (event.type) {
      case "orderRested": {
        const { order: id, side, price, remaining } = event;
        const maker: RealOrder = { id, side, price, lots: remaining };
        this.real.set(id, maker);
        return this.#fill(
          1 - side,
          (each) => isAtOrBetter(each.side, each.price, price),
          (account, lots) => {
            const taken = Math.min(lots, this.#free(account, maker));
            this.#take(account, maker, taken);
            return taken;
          },
        );
      }
      case "traded": {
        if (event.origin !== ORIGIN_BOOK) return [];
        const maker = this.real.get(event.makerOrder)!;
        maker.lots -= event.size;
        const left = new Map<number, Lots>();
        return this.#fill(
          maker.side,
          (each) =>
            each.price === maker.price
              ? !each.before.has(maker.id)
              : isAtOrBetter(each.side, each.price, maker.price),
          (account, lots) => {
            const budget = left.get(account) ?? event.size;
            const taken = Math.min(lots, budget);
            left.set(account, budget - taken);
            return taken;
          },
        );
      }
      case "orderResized": {
        const order = this.real.get(event.order);
        if (order !== undefined) order.lots = event.remaining;
        return [];
      }
      case "orderAmended": // rests again, or does not
      case "orderEnded":
        this.real.delete(event.order);
        return [];
      default:
        return [];
    }
  }

  #wait(id: number, account: number, side: number, price: Ticks, lots: Lots): void {
    const level = [...this.real.values()].filter((each) => each.side === side && each.price === price);
    this.waiting.push({ id, account, side, price, lots, before: new Set(level.map((each) => each.id)) });
  }

  #fill(
    side: number,
    isReached: (order: Waiting) => boolean,
    take: (account: number, lots: Lots) => Lots,
  ): readonly PaperFill[] {
    const reached = this.waiting
      .filter((each) => each.side === side && isReached(each))
      .sort((a, b) => (side === BUY ? b.price - a.price : a.price - b.price));
    const fills: PaperFill[] = [];
    for (const order of reached) {
      const lots = take(order.account, order.lots);
      if (lots === 0) continue;
      order.lots -= lots;
      if (order.lots === 0) this.canceled(order.id);
      fills.push({ order: order.id, price: order.price, lots, waits: true });
    }
    return fills;
  }

  #free(account: number, maker: RealOrder): Lots {
    return Math.max(0, maker.lots - (this.#taken.get(`${account}/${maker.id}`) ?? 0));
  }

  #take(account: number, maker: RealOrder, lots: Lots): void {
    const key = `${account}/${maker.id}`;
    this.#taken.set(key, (this.#taken.get(key) ?? 0) + lots);
  }
}

/** Whether an order of `side` at `price` stands at `other` or nearer to the other side. */
function isAtOrBetter(side: number, price: Ticks, other: Ticks): boolean {
  return side === BUY ? price >= other : price <= other;
}

/** What the exchange did. */
export function paperFillsOf(events: readonly Event[], pool: number): readonly PaperFill[] {
  return events.flatMap((event) => {
    if (event.type !== "traded" || event.origin !== ORIGIN_PAPER) return [];
    const waits = event.takerAccount === pool;
    const order = waits ? event.makerOrder : event.takerOrder;
    return [{ order, price: event.price, lots: event.size, waits }];
  });
}
