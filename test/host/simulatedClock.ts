import type { Clock, Timer } from "../../src/kernel/host/clock.ts";
import { SeededRng } from "../../src/kernel/host/seededRng.ts";

type Event = {
  readonly dueMs: number;
  readonly tie: number;
  readonly order: number;
  fire: (() => void) | undefined;
};

/**
 * A clock that moves only when told to. All timers wait in one heap; those due at the same instant fire in
 * an order drawn from the seed, so that nobody comes to rely on one. Same seed, same run.
 */
export class SimulatedClock implements Clock {
  readonly #startMs: number;
  readonly #rng: SeededRng;
  readonly #heap: Event[] = [];
  #elapsedMs = 0;
  #order = 0;

  /** @param options.startMs wall time at the start, integer milliseconds since 1970 */
  constructor(options: { readonly seed: number; readonly startMs?: number }) {
    this.#startMs = options.startMs ?? 1_767_225_600_000;
    this.#rng = new SeededRng(options.seed);
  }

  wallMs(): number {
    return this.#startMs + Math.floor(this.#elapsedMs);
  }

  monotonicMs(): number {
    return this.#elapsedMs;
  }

  setTimer(afterMs: number, fire: () => void): Timer {
    const event: Event = {
      dueMs: this.#elapsedMs + Math.max(afterMs, 0),
      tie: this.#rng.uint32(),
      order: this.#order++,
      fire,
    };
    this.#push(event);
    return {
      clear: () => {
        event.fire = undefined;
      },
    };
  }

  /** When the next timer is due, on `monotonicMs`; `undefined` when none waits. */
  nextDueMs(): number | undefined {
    while (this.#heap.length > 0 && this.#heap[0]!.fire === undefined) this.#pop();
    return this.#heap[0]?.dueMs;
  }

  /** Moves to the next timer, fires it, and lets everything it set off settle; false when none waits. */
  async step(): Promise<boolean> {
    const dueMs = this.nextDueMs();
    if (dueMs === undefined) return false;
    const { fire } = this.#pop();
    this.#elapsedMs = dueMs;
    fire?.();
    await settled();
    return true;
  }

  /** Moves `ms` ahead, firing on the way every timer that falls due, those set meanwhile included. */
  async advance(ms: number): Promise<void> {
    const endMs = this.#elapsedMs + ms;
    await settled();
    for (let dueMs = this.nextDueMs(); dueMs !== undefined && dueMs <= endMs; dueMs = this.nextDueMs()) {
      await this.step();
    }
    this.#elapsedMs = endMs;
  }

  #push(event: Event): void {
    const heap = this.#heap;
    let at = heap.push(event) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!isBefore(event, heap[parent]!)) break;
      heap[at] = heap[parent]!;
      at = parent;
    }
    heap[at] = event;
  }

  #pop(): Event {
    const heap = this.#heap;
    const first = heap[0]!;
    const last = heap.pop()!;
    if (heap.length === 0) return first;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && isBefore(heap[child + 1]!, heap[child]!)) child++;
      if (!isBefore(heap[child]!, last)) break;
      heap[at] = heap[child]!;
      at = child;
    }
    heap[at] = last;
    return first;
  }
}

function isBefore(a: Event, b: Event): boolean {
  if (a.dueMs !== b.dueMs) return a.dueMs < b.dueMs;
  if (a.tie !== b.tie) return a.tie < b.tie;
  return a.order < b.order;
}

/** Resolves once every promise that can settle without a timer or I/O has done so. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
