import { useEffect } from "react";
import { sentenceOf } from "../../format/failure.ts";
import { Store } from "../../state/store.ts";
import { useStore } from "../../state/useStore.ts";
import { whileShown } from "../../state/whileShown.ts";

/** What was asked last, and what went wrong since. */
export interface Loaded<T> {
  /** The newest answer; stays while a later question fails. */
  readonly data: T | undefined;
  readonly failure: string | undefined;
}

/** What can be asked anew. */
export interface Refreshable {
  refresh(): Promise<void>;
}

/**
 * An answer that is asked for again and again while somebody looks at it, and not at all while nobody does or the page is hidden. One
 * question at a time.
 */
export class Polled<T> extends Store<Loaded<T>> {
  readonly #ask: () => Promise<T>;
  readonly #everyMs: number;
  readonly #watched: Set<Refreshable>;
  #viewers = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isAsking = false;
  #isStale = false;

  /** @param watched takes it in while somebody looks */
  constructor(ask: () => Promise<T>, everyMs: number, watched: Set<Refreshable>) {
    super({ data: undefined, failure: undefined });
    this.#ask = ask;
    this.#everyMs = everyMs;
    this.#watched = watched;
  }

  /** Somebody looks at it. @returns ends that */
  watch(): () => void {
    this.#viewers++;
    if (this.#viewers === 1) {
      this.#watched.add(this);
      void this.refresh();
    }
    return () => {
      this.#viewers--;
      if (this.#viewers > 0) return;
      this.#watched.delete(this);
      clearTimeout(this.#timer);
    };
  }

  /** Asks now, if anybody looks; what is being asked already is asked once more after it. */
  async refresh(): Promise<void> {
    if (this.#viewers === 0) return;
    if (this.#isAsking) {
      this.#isStale = true;
      return;
    }
    clearTimeout(this.#timer);
    this.#isAsking = true;
    do {
      this.#isStale = false;
      await whileShown();
      try {
        this.set({ data: await this.#ask(), failure: undefined });
      } catch (error) {
        this.set({ ...this.value, failure: sentenceOf(error) });
      }
    } while (this.#isStale);
    this.#isAsking = false;
    if (this.#viewers > 0) this.#timer = setTimeout(() => void this.refresh(), this.#everyMs);
  }
}

/** The newest answer, asked for while the component is there. */
export function usePolled<T>(polled: Polled<T>): Loaded<T> {
  useEffect(() => polled.watch(), [polled]);
  return useStore(polled);
}
