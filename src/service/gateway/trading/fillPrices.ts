import type { FillImage, OrderView, Quanta } from "../../../kernel/core/index.ts";
import { STATE_CANCELED, STATE_FILLED } from "../../../kernel/core/index.ts";
import type { History } from "../../readmodel/index.ts";
import { patiently } from "../../readmodel/index.ts";

/** The value of a fill and its lots: its price, without a division. */
export type PricedFill = Pick<FillImage, "size" | "value">;

/** The prices of an order's fills. */
export interface FillPricesOfOrder {
  readonly latest: PricedFill;
  readonly max: PricedFill;
  readonly min: PricedFill;
}

/**
 * Latest, highest and lowest price of the fills of an account's live orders; the core does not keep these.
 */
export class FillPrices {
  readonly #orders = new Map<number, FillPricesOfOrder>();

  /**
   * Reads the fills that live orders have had so far, however long history takes.
   *
   * @param orders the account's live orders; later fills of theirs in history are left out
   */
  static async read(account: number, orders: readonly OrderView[], history: History): Promise<FillPrices> {
    const prices = new FillPrices();
    for (const { order, size, remaining } of orders) {
      let left = size - remaining;
      if (left <= 0) continue;
      const query = { account, order, limit: FILLS_READ_MAX };
      const { rows } = await patiently(history, () => history.fills(query));
      for (const fill of [...rows].sort((a, b) => a.fill - b.fill)) {
        if (left <= 0) break;
        left -= fill.size;
        prices.add(order, fill);
      }
    }
    return prices;
  }

  /** Adds a fill of an order. */
  add(order: number, fill: PricedFill): void {
    const known = this.#orders.get(order);
    this.#orders.set(order, {
      latest: fill,
      max: known === undefined || isAbove(fill, known.max) ? fill : known.max,
      min: known === undefined || isAbove(known.min, fill) ? fill : known.min,
    });
  }

  /** The prices of an order's fills; those of an order that has ended are dropped. */
  of({ order, state }: Pick<OrderView, "order" | "state">): FillPricesOfOrder | undefined {
    const prices = this.#orders.get(order);
    if (state === STATE_FILLED || state === STATE_CANCELED) this.#orders.delete(order);
    return prices;
  }
}

/**
 * The most fills of one live order that are read; if there are more, the extremes are those of the latest.
 */
const FILLS_READ_MAX = 1_000;

function isAbove(a: PricedFill, b: PricedFill): boolean {
  return cross(a, b) > cross(b, a);
}

function cross(a: PricedFill, b: PricedFill): Quanta {
  return a.value * BigInt(b.size);
}
