/**
 * Work that waits for the next frame of the browser. However often something changes, what shows it runs once a frame; in a
 * hidden tab no frame comes and nothing runs, while the state behind goes on.
 */
export class Frame {
  readonly #due = new Set<() => void>();
  readonly #request: (run: () => void) => void;
  #isAsked = false;

  constructor(request: (run: () => void) => void) {
    this.#request = request;
  }

  /** Runs `task` in the next frame; once, even if it is asked for again before. */
  want(task: () => void): void {
    this.#due.add(task);
    if (this.#isAsked) return;
    this.#isAsked = true;
    this.#request(this.#run);
  }

  readonly #run = (): void => {
    this.#isAsked = false;
    const due = [...this.#due];
    this.#due.clear();
    for (const task of due) task();
  };
}

/** The page's one. */
export const frame = new Frame((run) => {
  requestAnimationFrame(run);
});
