/**
 * After a drawing this many times as long as it took passes before the next, so that the main thread has time
 * for other work.
 */
const REST = 2;
/**
 * Drawings are at least this far apart, ms: half of the time between two pushes of a book, so that each push
 * is seen, and what comes within it is drawn together.
 */
const APART_MS = 50;

/** What a {@link Frame} needs of its surroundings. */
export interface FramePorts {
  /** Calls `run` in the next frame. */
  readonly request: (run: () => void) => void;
  /** Calls `run` once the frame that is being drawn has been painted. */
  readonly painted: (run: () => void) => void;
  /** Calls `run` after `ms` milliseconds. */
  readonly after: (ms: number, run: () => void) => void;
  /** Monotonic ms. */
  readonly now: () => number;
}

/**
 * Work for the browser's next frame. However often something changes, what shows it runs once in 50 ms, and
 * where that is dear, because much is shown or the machine is busy, after a rest that grows with what it
 * took: drawing takes a third of the main thread at most. In a hidden tab no frame comes and nothing runs,
 * while the state behind it goes on.
 */
export class Frame {
  readonly #due = new Set<() => void>();
  readonly #ports: FramePorts;
  #isAsked = false;
  #isHeld = false;
  /** Before this nothing is drawn, monotonic ms. */
  #notBeforeMs = 0;

  constructor(ports: FramePorts) {
    this.#ports = ports;
  }

  /** While held nothing runs; work requested meanwhile runs once afterwards. */
  hold(isHeld: boolean): void {
    this.#isHeld = isHeld;
    if (!isHeld && this.#due.size > 0) this.#ask();
  }

  /** Runs `task` in one of the next frames; once, even if it is requested several times before. */
  want(task: () => void): void {
    this.#due.add(task);
    if (!this.#isHeld) this.#ask();
  }

  #ask(): void {
    if (this.#isAsked) return;
    this.#isAsked = true;
    const { request, after, now } = this.#ports;
    const restMs = this.#notBeforeMs - now();
    if (restMs > 0) after(restMs, () => request(this.#run));
    else request(this.#run);
  }

  readonly #run = (): void => {
    if (this.#isHeld) {
      this.#isAsked = false;
      return;
    }
    const { painted, now } = this.#ports;
    const begunMs = now();
    const due = [...this.#due];
    this.#due.clear();
    try {
      for (const task of due) task();
    } finally {
      // What is wanted until then waits for it.
      painted(() => {
        const endedMs = now();
        this.#notBeforeMs = Math.max(begunMs + APART_MS, endedMs + REST * (endedMs - begunMs));
        this.#isAsked = false;
        if (this.#due.size > 0 && !this.#isHeld) this.#ask();
      });
    }
  };
}

/** The page's one. */
export const frame = new Frame({
  request: (run) => requestAnimationFrame(run),
  painted: (run) => setTimeout(run), // what is due at once in a frame comes after it was painted
  after: (ms, run) => setTimeout(run, ms),
  now: () => performance.now(),
});
