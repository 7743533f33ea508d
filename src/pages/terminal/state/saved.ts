import { Store } from "./store.ts";

/**
 * A setting that this browser stores. A value that cannot be read, from an older page or damaged, counts as
 * not stored.
 *
 * @param isValid whether a stored value can still be used
 */
export class Saved<S> extends Store<S> {
  readonly #key: string;

  constructor(key: string, initial: S, isValid: (value: unknown) => value is S) {
    super(read(key, isValid) ?? initial);
    this.#key = key;
  }

  override set(value: S): void {
    super.set(value);
    try {
      localStorage.setItem(this.#key, JSON.stringify(value));
    } catch {
      // The browser stores nothing: the setting holds until the page is closed.
    }
  }

  /** Takes it out of what this browser stores. */
  forget(): void {
    try {
      localStorage.removeItem(this.#key);
    } catch {
      // The browser stores nothing.
    }
  }
}

function read<S>(key: string, isValid: (value: unknown) => value is S): S | undefined {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? "null");
    return isValid(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
