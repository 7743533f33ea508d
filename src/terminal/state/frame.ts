/**
 * Work for the browser's next frame. However often something changes, what shows it runs once a frame; in a hidden
 * tab no frame comes and nothing runs, while the state behind it goes on.
 */
export class Frame {
  readonly #due = new Set<() => void>();
  readonly #request: (run: () => void) => void;
  #isAsked = false;
  #isHeld = false;

  constructor(request: (run: () => void) => void) {
    this.#request = request;
  }

  /** While held nothing runs; work requested meanwhile runs once afterwards. */
  hold(isHeld: boolean): void {
    this.#isHeld = isHeld;
    if (!isHeld && this.#due.size > 0) this.#ask();
  }

  /** Runs `task` in the next frame; once, even if it is requested several times before. */
  want(task: () => void): void {
    this.#due.add(task);
    if (!this.#isHeld) this.#ask();
  }

  #ask(): void {
    if (this.#isAsked) return;
    this.#isAsked = true;
    this.#request(this.#run);
  }

  readonly #run = (): void => {
    this.#isAsked = false;
    if (this.#isHeld) return;
    const due = [...this.#due];
    this.#due.clear();
    for (const task of due) task();
  };
}

/** The page's one. */
export const frame = new Frame((run) => {
  requestAnimationFrame(run);
});
