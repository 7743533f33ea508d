import type { Engine, VenueClock } from "../../kernel/engine/index.ts";
import type { Timer } from "../../kernel/host/clock.ts";
import type { MarketViews } from "../../service/views/index.ts";

/** Frames that only show what the house did are at least this far apart, ms of market time. */
const FRAME_MS = 20;
/** Somebody who asked for a price or a book counts as watching for this long, ms. */
const LOOK_MS = 3_000;
/** How often it is checked whether anybody watches, ms. */
const IDLE_MS = 250;

/**
 * While somebody watches, a frame is written whenever the house acts, so that its acts are seen at once.
 * While nobody does, one frame a second spares the disk. What happens is the same either way, each act at its
 * own time.
 */
export class FrameThrottle {
  readonly #engine: Engine;
  readonly #views: MarketViews;
  readonly #clock: VenueClock;
  #timer: Timer | undefined;
  #looks = 0;
  #lookedAt = Number.NEGATIVE_INFINITY;
  #isStopped = false;

  constructor(engine: Engine, views: MarketViews, clock: VenueClock) {
    this.#engine = engine;
    this.#views = views;
    this.#clock = clock;
    this.#wait();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#timer?.clear();
  }

  #isWatched(now: number): boolean {
    const { looks, isListenedTo } = this.#views;
    if (looks !== this.#looks) {
      this.#looks = looks;
      this.#lookedAt = now;
    }
    return isListenedTo || this.#engine.isWatched || now - this.#lookedAt < LOOK_MS;
  }

  #wait(): void {
    if (this.#isStopped) return;
    const now = this.#clock.now();
    const isWatched = this.#isWatched(now);
    const next = isWatched
      ? Math.max(now + FRAME_MS, Math.min(this.#engine.nextAct(), now + IDLE_MS))
      : now + IDLE_MS;
    this.#timer = this.#clock.alarm(next, () => {
      const due = this.#engine.nextAct();
      if (this.#isStopped || !isWatched || due > this.#clock.now()) return this.#wait();
      this.#engine.submit({ type: "advanceTime" }).then(
        () => this.#wait(),
        () => this.#wait(), // with a full queue, other commands advance the time
      );
    });
  }
}
