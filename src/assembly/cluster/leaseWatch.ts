import type { LeaseState } from "../../kernel/journal/clusterLog.ts";
import { COPYING } from "../../kernel/journal/fenced/logStore.ts";

/**
 * For how long a holder counts on a lease from before it asked for it, ms: three of its four renewals.
 * Whoever waits for the lease counts from after it saw the last renewal: even if it saw the renewal late, the
 * lease is free for it within the lease's length.
 */
export function believedMs({ leaseMs }: Pick<LeaseState, "leaseMs">): number {
  return (leaseMs * 3) / 4;
}

/**
 * What one node knows of the lease. Whether a holder may still count on it is measured by this node's
 * monotonic clock alone, from when it first saw the renewal: neither a jump of the store's clock nor a
 * promotion to a machine with another clock ends a lease early, which would leave two nodes that believe to
 * lead, or keeps a dead node's lease for ever.
 */
export class LeaseWatch {
  #state: LeaseState | undefined;
  #sinceMs = 0;

  /** The lease as last seen. */
  get state(): LeaseState | undefined {
    return this.#state;
  }

  /** Takes in what the store said of the lease. @param heardMs monotonic time when the answer was there */
  saw(state: LeaseState, heardMs: number): void {
    if (state.renewals !== this.#state?.renewals) this.#sinceMs = heardMs;
    this.#state = state;
  }

  /** For how long the holder may still count on the lease, ms; 0 where it is free. */
  leftMs(nowMs: number): number {
    const state = this.#state;
    if (state?.holder === undefined) return 0;
    if (state.holder.node === COPYING) return Number.POSITIVE_INFINITY;
    return Math.max(this.#sinceMs + believedMs(state) - nowMs, 0);
  }
}
