import { LeadLostError } from "../../kernel/engine/index.ts";
import type { Clock, Timer } from "../../kernel/host/clock.ts";
import type { Lease, LeaseState, NodeAddress } from "../../kernel/journal/clusterLog.ts";
import { COPYING } from "../../kernel/journal/fenced/logStore.ts";

/**
 * How long a node keeps the lead without renewing it, ms: about as long as a failure of the leader is felt.
 */
export const LEASE_MS = 2_000;
/** How many times in its length the lease is renewed, or looked at by a node that does not hold it. */
const LOOKS = 4;

export interface LeadershipOptions {
  readonly lease: Lease;
  readonly self: NodeAddress;
  /** Clock whose monotonic time measures how long the lease is certain. */
  readonly clock: Clock;
  readonly leaseMs: number;
  /** For how long another node may still count on the lease, as last seen, ms. */
  readonly leftMs: () => number;
  /**
   * Tells the other nodes of this one and hears of them; a node that is looking does so before it may lead.
   */
  readonly attend: () => Promise<void>;
  /** Whether this node may lead now. */
  readonly mayLead: () => boolean;
  /** The note that each renewal leaves for the next leader. */
  readonly note: () => string;
  /** Called with each answer of the store. @param sentMs monotonic time when it was asked */
  readonly onSeen: (state: LeaseState, sentMs: number) => void;
  /** Called once, when this node has come to hold the lease. */
  readonly onWon: (state: LeaseState) => void;
  /**
   * Called once, when this node held the lease and does not for certain any more; nothing is called after it.
   */
  readonly onLost: (reason: LeadLostError) => void;
  /** Called when the store did not answer; it is asked again. */
  readonly onUnreachable: (error: Error) => void;
}

/**
 * Who leads, by the lease: takes it when nobody holds it, and prolongs it from then on.
 *
 * ```
 * looking ──free, and taken──▶ holding ──another holder, or not renewed in time──▶ lost
 *    └───────────close()──────────┴──▶ closed, the lease given back
 * ```
 *
 * The holder counts the lease on its own monotonic clock from before the call that prolonged it was sent. A
 * node that waits for the lease to end counts on its own clock from after it saw the lease prolonged. So two
 * nodes never believe at once that they hold it (`LeaseWatch`).
 */
export class Leadership {
  readonly #options: LeadershipOptions;
  #epoch = 0;
  #certainUntilMs = 0;
  #isOver = false;
  #timer: Timer | undefined;
  #expiry: Timer | undefined;

  constructor(options: LeadershipOptions) {
    this.#options = options;
    this.#ask();
  }

  /** Whether this node holds the lease for certain at this moment. */
  get isCertain(): boolean {
    return this.#epoch > 0 && !this.#isOver && this.#options.clock.monotonicMs() < this.#certainUntilMs;
  }

  /** The epoch that this node holds or held; 0 for none. */
  get epoch(): number {
    return this.#epoch;
  }

  /** Ends the lead, as fenced off or failed, without giving the lease back. */
  lose(why: string): void {
    if (this.#isOver) return;
    this.#end();
    this.#options.onLost(new LeadLostError(why));
  }

  /**
   * Looks no more, and gives back a lease that is still held, so that another node leads at once. The node
   * writes nothing more by then. Takes no longer than the lease, which then ends by itself.
   */
  async close(): Promise<void> {
    const { lease, clock, onUnreachable } = this.#options;
    this.#end();
    const leftMs = this.#certainUntilMs - clock.monotonicMs();
    if (this.#epoch === 0 || leftMs <= 0) return;
    let timer: Timer | undefined;
    const ended = new Promise<void>((resolve) => {
      timer = clock.setTimer(leftMs, resolve);
    });
    await Promise.race([lease.release(this.#epoch).catch(onUnreachable), ended]);
    timer?.clear();
  }

  #end(): void {
    this.#isOver = true;
    this.#timer?.clear();
    this.#expiry?.clear();
  }

  #ask(): void {
    this.#timer = undefined;
    void this.#askOnce().then(
      (waitMs) => this.#askIn(waitMs),
      (error: Error) => {
        if (this.#isOver) return;
        this.#options.onUnreachable(error);
        this.#askIn(this.#beatMs);
      },
    );
  }

  #askIn(waitMs: number): void {
    if (!this.#isOver) this.#timer = this.#options.clock.setTimer(waitMs, () => this.#ask());
  }

  get #beatMs(): number {
    return this.#options.leaseMs / LOOKS;
  }

  /** Takes or renews the lease once. @returns when to ask again, in ms */
  async #askOnce(): Promise<number> {
    const { lease, self, clock, leaseMs, leftMs, mayLead, note, attend, onSeen, onUnreachable } =
      this.#options;
    let sentMs = clock.monotonicMs();
    if (this.#epoch > 0) {
      const state = await lease.renew(this.#epoch, leaseMs, note());
      if (this.#isOver) return 0;
      onSeen(state, sentMs);
      if (state.epoch !== this.#epoch || state.holder?.node !== self.node) {
        this.lose(`node ${state.holder?.node ?? "of nobody"} leads under epoch ${state.epoch}`);
        return 0;
      }
      this.#hold(sentMs);
      attend().catch(onUnreachable); // nothing of the lead waits for it
      return this.#beatMs;
    }
    const seen = await lease.look();
    if (this.#isOver) return 0;
    onSeen(seen, sentMs);
    await attend();
    if (this.#isOver) return 0;
    const waitMs = leftMs();
    if (waitMs > 0) return Math.min(waitMs, this.#beatMs);
    if (!mayLead()) return this.#beatMs;
    sentMs = clock.monotonicMs();
    const state = await lease.take(self, leaseMs, seen.renewals);
    if (this.#isOver) return 0;
    onSeen(state, sentMs);
    if (state.holder?.node !== self.node) return this.#beatMs;
    this.#epoch = state.epoch;
    this.#hold(sentMs);
    this.#options.onWon(state);
    return this.#beatMs;
  }

  #hold(sentMs: number): void {
    const { clock, leaseMs } = this.#options;
    this.#certainUntilMs = sentMs + believedMs({ leaseMs });
    this.#expiry?.clear();
    this.#expiry = clock.setTimer(Math.max(this.#certainUntilMs - clock.monotonicMs(), 0), () =>
      this.lose(`the lease of ${leaseMs} ms was not renewed in time`),
    );
  }
}

/**
 * For how long a holder counts on a lease from before it asked for it, ms: three of its four renewals.
 * Whoever waits for the lease counts from after it saw the last renewal: even if it saw the renewal late, the
 * lease is free for it within the lease's length.
 */
function believedMs({ leaseMs }: Pick<LeaseState, "leaseMs">): number {
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
