import { Store } from "./store.ts";

/**
 * A setting that this browser keeps. What cannot be read, of an older page or damaged, is as if it had not been saved.
 *
 * @param isValid whether what was saved can still be used
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
      // A browser that keeps nothing: the setting holds until the page is closed.
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
