import { isOpening, TRIGGER_ON_LAST } from "../../../core/index.ts";
import { invalidParameter } from "../../../wire/index.ts";

/** A take-profit or stop-loss that comes with an order. */
interface Attached {
  readonly name: string;
  /** In ticks; 0: none. */
  readonly price: number;
  /** Price that it watches, and the parameter that says so. */
  readonly source: number;
  readonly of: string;
}

/** Refuses what cannot be attached: to an order that closes, or to any but the last price. */
export function checkAttached(action: number, attached: readonly Attached[]): void {
  for (const { name, price, source, of } of attached) {
    if (price === 0) continue;
    if (!isOpening(action)) throw invalidParameter(name, "only to orders that open", "combinationInvalid");
    if (source !== TRIGGER_ON_LAST) {
      throw invalidParameter(of, "attached orders watch CONTRACT_PRICE", "combinationInvalid");
    }
  }
}
