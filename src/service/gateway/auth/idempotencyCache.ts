import type { Clock } from "../../../kernel/host/clock.ts";
import type { Response } from "../http/respond.ts";

/** How long a signed request can be fresh: 30 s before its timestamp and 30 s after. */
const FRESH_MS = 60_000;
/** The most answers of a generation; two generations are kept (and the core remembers placements, too). */
const GENERATION_MAX = 32_768;

interface Entry {
  readonly key: string;
  readonly answer: Promise<Response>;
}

/**
 * The first answers to signed requests that change something: a request sent again byte for byte gets the
 * first answer instead of being carried out twice. Requests are known by their hash, 52 bits of the
 * signature, which covers every byte of them.
 *
 * Kept in two generations: when the young one is {@link FRESH_MS} old or full, the old one is forgotten as a
 * whole. (Taking the oldest out of one Map costs a walk over all the holes that were left before it.)
 */
export class IdempotencyCache {
  readonly #clock: Clock;
  #young = new Map<number, Entry>();
  #old = new Map<number, Entry>();
  #sinceMs: number;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#sinceMs = clock.monotonicMs();
  }

  /**
   * The answer to the first request with this hash, which may still be under way; `undefined` for the first
   * request itself.
   */
  find(key: string, requestHash: number): Promise<Response> | undefined {
    const entry = this.#young.get(requestHash) ?? this.#old.get(requestHash);
    return entry?.key === key ? entry.answer : undefined;
  }

  /** Remembers the answer that is being made. */
  keep(key: string, requestHash: number, answer: Promise<Response>): void {
    const nowMs = this.#clock.monotonicMs();
    if (this.#young.size >= GENERATION_MAX || nowMs - this.#sinceMs >= FRESH_MS) {
      this.#old = this.#young;
      this.#young = new Map();
      this.#sinceMs = nowMs;
    }
    this.#young.set(requestHash, { key, answer });
  }

  /** Forgets an answer: the request changed nothing, so a repetition may be carried out. */
  drop(requestHash: number): void {
    if (!this.#young.delete(requestHash)) this.#old.delete(requestHash);
  }
}
