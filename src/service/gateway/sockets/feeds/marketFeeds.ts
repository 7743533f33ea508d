import type { Clock, Timer } from "../../../../kernel/host/clock.ts";
import type { ContractData, EventFrame, MarketViews } from "../../../views/index.ts";
import type { ClientBarrier } from "../../clientBarrier.ts";
import type { Pushing } from "../outbox.ts";
import type { Feed } from "./feed.ts";

/**
 * Feeds of one cadence: a refresh becomes due when a frame is folded, no sooner than a while after the last
 * one.
 */
interface Cadence {
  readonly feeds: Set<Feed>;
  timer: Timer | undefined;
  refreshedMs: number;
}

/**
 * With time running as fast as it can, ms of the host: if time does not stop within this, pushes are sent
 * without a stop.
 */
const STOPS_WITHIN_MS = 1_000;

/**
 * The public channels of one version over one market: each exists while somebody listens. A market that
 * nobody listens to costs nothing; an idle one sets no timers.
 */
export class MarketFeeds {
  readonly #views: MarketViews;
  readonly #clock: Clock;
  readonly #barrier: ClientBarrier;
  readonly #feeds = new Map<string, Feed>();
  readonly #cadences = new Map<number, Cadence>();
  /** Feeds that need every change of a book, every trade, every frame. */
  readonly #levels = new Set<Feed>();
  readonly #trading = new Set<Feed>();
  readonly #folding = new Set<Feed>();
  #stopListening: (() => void) | undefined;

  readonly #stopRefreshing: () => void;

  constructor(views: MarketViews, clock: Clock, barrier: ClientBarrier) {
    this.#views = views;
    this.#clock = clock;
    this.#barrier = barrier;
    this.#stopRefreshing = barrier.refreshBy(() => this.#refreshDue());
  }

  /**
   * Joins the channel of a name.
   *
   * @param make makes its feed, where nobody listens yet
   * @returns the way to leave
   */
  join(name: string, outbox: Pushing, make: () => Feed): () => void {
    const feed = this.#feeds.get(name) ?? this.#add(name, make());
    const leave = feed.audience.join(outbox);
    return () => {
      leave();
      if (feed.audience.size === 0 && this.#feeds.get(name) === feed) this.#remove(name, feed);
    };
  }

  close(): void {
    this.#stopRefreshing();
    for (const [name, feed] of this.#feeds) this.#remove(name, feed);
  }

  #add(name: string, feed: Feed): Feed {
    this.#feeds.set(name, feed);
    if (feed.levelChanged !== undefined) this.#levels.add(feed);
    if (feed.traded !== undefined) this.#trading.add(feed);
    if (feed.folded !== undefined) this.#folding.add(feed);
    if (feed.everyMs > 0) this.#cadence(feed.everyMs).feeds.add(feed);
    this.#stopListening ??= this.#views.listen({
      levelChanged: (data, side, price, size) => {
        for (const each of this.#levels) each.levelChanged!(data, side, price, size);
      },
      traded: (data) => this.#traded(data),
      frameFolded: (frame) => this.#folded(frame),
    });
    return feed;
  }

  #remove(name: string, feed: Feed): void {
    this.#feeds.delete(name);
    this.#levels.delete(feed);
    this.#trading.delete(feed);
    this.#folding.delete(feed);
    const cadence = this.#cadences.get(feed.everyMs);
    cadence?.feeds.delete(feed);
    if (cadence?.feeds.size === 0) {
      cadence.timer?.clear();
      this.#cadences.delete(feed.everyMs);
    }
    if (this.#feeds.size > 0) return;
    this.#stopListening?.();
    this.#stopListening = undefined;
  }

  #cadence(everyMs: number): Cadence {
    let cadence = this.#cadences.get(everyMs);
    if (cadence === undefined) {
      cadence = { feeds: new Set(), timer: undefined, refreshedMs: Number.NEGATIVE_INFINITY };
      this.#cadences.set(everyMs, cadence);
    }
    return cadence;
  }

  #traded(data: ContractData): void {
    for (const feed of this.#trading) feed.traded!(data);
  }

  #folded(frame: EventFrame): void {
    for (const feed of this.#folding) feed.folded!(frame);
    for (const [everyMs, cadence] of this.#cadences) {
      if (cadence.timer === undefined) this.#setTimer(everyMs, cadence);
    }
  }

  /**
   * Intervals are the host's. Where market time runs as fast as it can, everything due is pushed whenever it
   * stops instead.
   */
  #setTimer(everyMs: number, cadence: Cadence): void {
    const waitMs = cadence.refreshedMs + everyMs - this.#clock.monotonicMs();
    const delayMs = this.#barrier.isOn ? STOPS_WITHIN_MS : Math.max(waitMs, 0);
    cadence.timer = this.#clock.setTimer(delayMs, () => this.#refresh(cadence));
  }

  #refreshDue(): void {
    for (const cadence of this.#cadences.values()) {
      if (cadence.timer === undefined) continue;
      cadence.timer.clear();
      this.#refresh(cadence);
    }
  }

  #refresh(cadence: Cadence): void {
    cadence.timer = undefined;
    cadence.refreshedMs = this.#clock.monotonicMs();
    for (const feed of cadence.feeds) feed.refresh?.();
  }
}
