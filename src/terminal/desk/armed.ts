import { Store } from "../state/store.ts";

/** Without a key that needs it for so long, it ends by itself. */
const ARMED_MS = 60_000;

/**
 * Whether single keys may do what cannot be taken back. Off unless its reader armed it; it ends by Escape, by itself after a minute without
 * use, and when the connection is lost.
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

  /** A key was used: the minute begins anew. */
  used(): void {
    if (this.value) this.set(true);
  }
}
