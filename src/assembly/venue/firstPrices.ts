import type { Points, TimeMs } from "../../kernel/core/index.ts";
import { eventLayouts, offsetsOf, RecordView } from "../../kernel/core/index.ts";
import type { DurableFrame } from "../../kernel/engine/index.ts";

const INDEX = eventLayouts.indexChanged.kind;
const indexed = offsetsOf(eventLayouts.indexChanged);

/** When a contract had its first index price, and that price: with it its generated past ends. */
export interface FirstPrice {
  readonly time: TimeMs;
  readonly points: Points;
}

/**
 * The first prices of contracts that get one while a market is being opened. They are read from the log, so
 * that every node has the same.
 */
export class FirstPrices {
  readonly #seen = new Map<number, FirstPrice>();

  note({ events, time }: DurableFrame): void {
    const view = new RecordView(events);
    for (let at = 0; at < view.length; at = view.next(at)) {
      if (view.kind(at) !== INDEX) continue;
      const contract = view.words[at + indexed.contract]!;
      if (!this.#seen.has(contract))
        this.#seen.set(contract, { time, points: view.words[at + indexed.points]! as Points });
    }
  }

  /** `undefined` for a contract that had a price before. */
  of(contract: number): FirstPrice | undefined {
    return this.#seen.get(contract);
  }
}
