import { useEffect } from "react";
import { sentenceOf } from "../../format/failure.ts";
import { whileShown } from "../../state/following.ts";
import { Store } from "../../state/store.ts";
import { useStore } from "../../state/useStore.ts";

/**
 * How long an answer may take before the page says that none comes, ms: it then is less than ten seconds
 * behind.
 */
const PATIENCE_MS = 7_000;

/**
 * Asks, and says after a while that no answer has come.
 *
 * @param report is told once, while the answer is awaited still
 */
export async function patiently<T>(ask: () => Promise<T>, report: (failure: string) => void): Promise<T> {
  const silence = setTimeout(
    () => report(`no answer for ${PATIENCE_MS / 1_000} s; still waiting`),
    PATIENCE_MS,
  );
  try {
    return await ask();
  } finally {
    clearTimeout(silence);
  }
}

/** The last answer, and the error of a later request. */
export interface Loaded<T> {
  /** The newest answer; it stays when a later request fails. */
  readonly data: T | undefined;
  readonly failure: string | undefined;
}

/** Something that can be read again. */
export interface Refreshable {
  refresh(): Promise<void>;
}

/**
 * An answer that is asked for again and again while somebody looks at it, but not otherwise, and not while
 * the page is hidden. One request at a time.
 */
export class Polled<T> extends Store<Loaded<T>> {
  readonly #ask: () => Promise<T>;
  readonly #everyMs: number;
  readonly #watched: Set<Refreshable>;
  #viewers = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isAsking = false;
  #isStale = false;

  /** @param watched has this one in it while somebody looks */
  constructor(ask: () => Promise<T>, everyMs: number, watched: Set<Refreshable>) {
    super({ data: undefined, failure: undefined });
    this.#ask = ask;
    this.#everyMs = everyMs;
    this.#watched = watched;
  }

  /** Counts somebody who looks at the answer. @returns how to end that */
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

  /** Asks now, if anybody looks; if a request is under way, asks once more after it. */
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
      const fail = (failure: string): void => this.set({ ...this.value, failure });
      try {
        this.set({ data: await patiently(this.#ask, fail), failure: undefined });
      } catch (error) {
        fail(sentenceOf(error));
      }
    } while (this.#isStale);
    this.#isAsking = false;
    if (this.#viewers > 0) this.#timer = setTimeout(() => void this.refresh(), this.#everyMs);
  }
}

/** The newest answer, asked for while the component is mounted. */
export function usePolled<T>(polled: Polled<T>): Loaded<T> {
  useEffect(() => polled.watch(), [polled]);
  return useStore(polled);
}
