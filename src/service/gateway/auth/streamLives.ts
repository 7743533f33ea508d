import type { Clock, Timer } from "../../../kernel/host/clock.ts";
import { HOUR_MS } from "../../../kernel/host/clock.ts";

/** How long a user data stream lives after it was asked for or prolonged, ms. */
export const STREAM_LIFE_MS = HOUR_MS;

/** How long streams live, as the node that leads tells the others. */
export interface StreamsTold {
  /** By API key, ms from now; 0: its stream has ended. */
  readonly leftMs: Readonly<Record<string, number>>;
  /** The same for all that are not named; left out: as before. */
  readonly othersMs?: number;
}

interface Life {
  untilMs: number;
  timer: Timer | undefined;
  readonly watchers: Set<() => void>;
}

/**
 * Until when the user data streams of API keys live, by the host's monotonic clock. After a start nobody
 * knows which were asked for before it: then each lives for an hour, so that clients go on as before. In a
 * cluster the node that leads decides, and tells the others of each change, and who comes anew of all.
 */
export class StreamLives {
  readonly #clock: Clock;
  readonly #tell: (told: StreamsTold) => void;
  readonly #lives = new Map<string, Life>();
  /** Until when streams live that nothing is known of. */
  #othersUntilMs: number;

  /** @param tell tells the other nodes that a stream was prolonged or ended */
  constructor(clock: Clock, tell: (told: StreamsTold) => void = () => {}) {
    this.#clock = clock;
    this.#tell = tell;
    this.#othersUntilMs = clock.monotonicMs() + STREAM_LIFE_MS;
  }

  isAlive(key: string): boolean {
    return this.#untilMs(key) > this.#clock.monotonicMs();
  }

  /** Lets the stream of a key live for an hour from now. */
  prolong(key: string): void {
    this.#set(key, STREAM_LIFE_MS);
    this.#tell({ leftMs: { [key]: STREAM_LIFE_MS } });
  }

  /** Ends the stream of a key. */
  end(key: string): void {
    this.#set(key, 0);
    this.#tell({ leftMs: { [key]: 0 } });
  }

  /** Calls once when the stream of a key, which is alive, ends; returns the way to stop. */
  watch(key: string, ended: () => void): () => void {
    const life = this.#lifeOf(key);
    life.watchers.add(ended);
    life.timer ??= this.#timer(key, life);
    return () => life.watchers.delete(ended);
  }

  /** All that this node knows, for one that has just come. */
  told(): StreamsTold {
    const nowMs = this.#clock.monotonicMs();
    const leftOf = (untilMs: number): number => Math.max(0, Math.ceil(untilMs - nowMs));
    const othersMs = leftOf(this.#othersUntilMs);
    const leftMs: Record<string, number> = {};
    for (const [key, { untilMs }] of this.#lives)
      if (othersMs > 0 || untilMs > nowMs) leftMs[key] = leftOf(untilMs);
      else this.#lives.delete(key); // one that has ended is like one that nothing is known of
    return { leftMs, othersMs };
  }

  /** Takes in what the node that leads tells. */
  heard({ leftMs, othersMs }: StreamsTold): void {
    for (const [key, left] of Object.entries(leftMs)) this.#set(key, left);
    if (othersMs === undefined) return;
    this.#othersUntilMs = this.#clock.monotonicMs() + othersMs;
    for (const key of this.#lives.keys()) if (!Object.hasOwn(leftMs, key)) this.#set(key, othersMs);
  }

  close(): void {
    for (const { timer } of this.#lives.values()) timer?.clear();
    this.#lives.clear();
  }

  #untilMs(key: string): number {
    return this.#lives.get(key)?.untilMs ?? this.#othersUntilMs;
  }

  #lifeOf(key: string): Life {
    let life = this.#lives.get(key);
    if (life === undefined) {
      life = { untilMs: this.#othersUntilMs, timer: undefined, watchers: new Set() };
      this.#lives.set(key, life);
    }
    return life;
  }

  #set(key: string, leftMs: number): void {
    const life = this.#lifeOf(key);
    life.untilMs = this.#clock.monotonicMs() + leftMs;
    if (life.watchers.size === 0) return;
    life.timer?.clear();
    life.timer = undefined;
    if (leftMs <= 0) this.#end(life);
    else life.timer = this.#timer(key, life);
  }

  #timer(key: string, life: Life): Timer {
    return this.#clock.setTimer(life.untilMs - this.#clock.monotonicMs(), () => {
      life.timer = undefined;
      if (this.isAlive(key)) life.timer = this.#timer(key, life);
      else this.#end(life);
    });
  }

  #end({ watchers }: Life): void {
    const ended = [...watchers];
    watchers.clear();
    for (const tell of ended) tell();
  }
}
