import type { Clock } from "../../host/clock.ts";
import type { Response } from "../http/respond.ts";

/** How long a signed request can be fresh: 30 s before its timestamp and 30 s after. */
const KEPT_MS = 60_000;
/** Answers that are remembered; past it the oldest is forgotten (placements are remembered by the core as well). */
const ANSWERS_MAX = 65_536;

interface Entry {
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
    const entry = this.#entries.get(key + signature);
    return entry === undefined || entry.expiresMs <= this.#clock.monotonicMs() ? undefined : entry.answer;
  }

  /** Remembers the answer that is being made. If that fails nothing happened, and a repetition may happen. */
  keep(key: string, signature: string, answer: Promise<Response>): void {
    const nowMs = this.#clock.monotonicMs();
    this.#forget(nowMs);
    const name = key + signature;
    const entry: Entry = { answer, expiresMs: nowMs + KEPT_MS };
    this.#entries.set(name, entry);
    answer.catch(() => {
      if (this.#entries.get(name) === entry) this.#entries.delete(name);
    });
  }

  #forget(nowMs: number): void {
    for (const [name, entry] of this.#entries) {
      if (entry.expiresMs > nowMs && this.#entries.size < ANSWERS_MAX) return;
      this.#entries.delete(name);
    }
  }
}
