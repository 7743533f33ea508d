import type { Frame } from "./frame.ts";
import type { Pushing } from "./outbox.ts";

/** The most pushes held that a snapshot can replace; further ones are left out, and a snapshot follows. */
export const HELD_MAX = 64;

/** Holds back what a channel pushes until the messages before it have been sent. */
export class HeldPushes implements Pushing {
  readonly #outbox: Pushing;
  /** The pushes; `undefined` once they are released. */
  #held: Frame[] | undefined = [];
  #missed = (): void => {};

  constructor(outbox: Pushing) {
    this.#outbox = outbox;
  }

  push(frame: Frame): void {
    if (this.#held === undefined) this.#outbox.push(frame);
    else this.#held.push(frame);
  }

  offer(frame: Frame, drained: () => void): boolean {
    if (this.#held === undefined) return this.#outbox.offer(frame, drained);
    if (this.#held.length === HELD_MAX) {
      this.#missed = drained;
      return false;
    }
    this.#held.push(frame);
    return true;
  }

  /** Sends what was held; from now on pushes go through. */
  release(): void {
    for (const frame of this.#held ?? []) this.#outbox.push(frame);
    this.#held = undefined;
    this.#missed();
  }
}
