import type { Clock } from "../../host/clock.ts";
import type { Response } from "../http/respond.ts";

/** How long a signed request can be fresh: 30 s before its timestamp and 30 s after. */
const KEPT_MS = 60_000;
/** Answers that are remembered; past it the oldest is forgotten (placements are remembered by the core as well). */
const ANSWERS_MAX = 65_536;

interface Entry {
  readonly key: string;
  readonly answer: Promise<Response>;
  readonly expiresMs: number;
}

/**
 * First answers to signed requests that change something, so that a request sent again byte for byte gets the first
 * answer again instead of happening twice. The signature identifies the request: it covers every byte of it.
 */
export class Replays {
  readonly #clock: Clock;
  readonly #entries = new Map<string, Entry>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The answer to the first request with this signature, which may still be under way; `undefined`: this is the first. */
  find(key: string, signature: string): Promise<Response> | undefined {
    const entry = this.#entries.get(signature);
    if (entry === undefined || entry.key !== key) return undefined;
    return entry.expiresMs <= this.#clock.monotonicMs() ? undefined : entry.answer;
  }

  /** Remembers the answer that is being made. */
  keep(key: string, signature: string, answer: Promise<Response>): void {
    const nowMs = this.#clock.monotonicMs();
    this.#forget(nowMs);
    this.#entries.delete(signature); // goes to the end: the map stays ordered by expiry
    this.#entries.set(signature, { key, answer, expiresMs: nowMs + KEPT_MS });
  }

  /** Forgets an answer: nothing happened, so a repetition may happen. */
  drop(signature: string): void {
    this.#entries.delete(signature);
  }

  #forget(nowMs: number): void {
    for (const [signature, entry] of this.#entries) {
      if (entry.expiresMs > nowMs && this.#entries.size < ANSWERS_MAX) return;
      this.#entries.delete(signature);
    }
  }
}
