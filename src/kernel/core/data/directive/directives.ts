import type { Directive, LatePresets } from "../messages/event.ts";
import type { OrderId } from "../units/kinds.ts";

/** A directive that waits for orders, and for how many more. */
export interface WaitingDirective {
  readonly directive: Directive;
  readonly left: number;
}

/** What the venue was told to do to orders, and has yet to do. */
export class Directives {
  /** Directives for orders to come, by the directives' ids, the oldest first. */
  readonly waiting = new Map<number, WaitingDirective>();
  /** Directives that a live order has yet to follow. */
  readonly ofOrder = new Map<OrderId, readonly Directive[]>();
  /** Presets that are to appear, the soonest first. */
  readonly late: LatePresets[] = [];

  /** Whether there is any: what the path of every command asks. */
  get any(): boolean {
    return this.waiting.size > 0 || this.ofOrder.size > 0;
  }

  /** What an order has yet to follow of a kind. */
  has(order: OrderId, what: number): Directive | undefined {
    return this.ofOrder.get(order)?.find((directive) => directive.what === what);
  }
}
