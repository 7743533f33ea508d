import { Store } from "../state/store.ts";

/** Arming ends after this long without a key that needs it, ms. */
const ARMED_MS = 60_000;

/**
 * Whether single keys may do things that cannot be undone. Off unless the reader armed it; it ends by Escape, after a
 * minute without use, and when the connection is lost.
 */
export class Armed extends Store<boolean> {
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super(false);
  }

  override set(value: boolean): void {
    clearTimeout(this.#timer);
    if (value) this.#timer = setTimeout(() => this.set(false), ARMED_MS);
    super.set(value);
  }

  /** A key was used: the minute starts again. */
  used(): void {
    if (this.value) this.set(true);
  }
}
