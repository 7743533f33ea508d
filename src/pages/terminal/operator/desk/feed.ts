import { sentenceOf } from "../../format/failure.ts";
import { whileShown } from "../../state/following.ts";
import { Store } from "../../state/store.ts";
import { patiently } from "./polled.ts";

/** How often new entries of a growing list are asked for, ms. */
const FOLLOW_MS = 1_000;
/** Rows that are kept; the oldest are dropped first. */
export const ROWS_MAX = 1_000;

export interface Followed<R> {
  /** Rows that were read, newest first. */
  readonly rows: readonly R[];
  /** Entries that the venue had dropped before they could be read. */
  readonly lost: number;
  /** True before the first answer: then no rows means nothing. */
  readonly isLoading: boolean;
  readonly failure: string | undefined;
}

/** A page of a growing list: entries ascending, and where to continue. */
export interface FeedPage<R> {
  readonly entries: readonly R[];
  readonly next: number;
  readonly lost: number;
}

/**
 * A growing list at the venue, followed while somebody looks at it. Another filter starts it again; paused,
 * it stands still, once it was read, and catches up afterwards.
 */
export abstract class Feed<R, F> extends Store<Followed<R>> {
  readonly filter: Store<F>;
  readonly isPaused = new Store(false);
  #next: number | undefined;
  #viewers = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The number of the present filter: answers for an earlier filter are dropped. */
  #turn = 0;

  constructor(filter: F) {
    super({ rows: [], lost: 0, isLoading: true, failure: undefined });
    this.filter = new Store(filter);
    this.filter.subscribe(() => this.begin());
    this.isPaused.subscribe(() => void this.refresh());
  }

  /** Asks for a page. @param after the entry behind which it begins; `undefined`: the newest entries */
  protected abstract ask(filter: F, after: number | undefined): Promise<FeedPage<R>>;

  watch(): () => void {
    this.#viewers++;
    if (this.#viewers === 1) void this.refresh();
    return () => {
      this.#viewers--;
      if (this.#viewers === 0) clearTimeout(this.#timer);
    };
  }

  async refresh(): Promise<void> {
    clearTimeout(this.#timer);
    if (this.#viewers === 0) return;
    const turn = ++this.#turn;
    await whileShown();
    const fail = (failure: string): void => {
      if (turn === this.#turn) this.set({ ...this.value, failure });
    };
    try {
      if (!this.isPaused.value || this.value.isLoading) {
        const page = await patiently(() => this.ask(this.filter.value, this.#next), fail);
        if (turn !== this.#turn) return;
        this.#take(page);
      }
    } catch (error) {
      if (turn !== this.#turn) return;
      fail(sentenceOf(error));
    }
    if (this.#viewers > 0) this.#timer = setTimeout(() => void this.refresh(), FOLLOW_MS);
  }

  /** Forgets what was read, and reads anew if anybody looks. */
  begin(): void {
    this.#next = undefined;
    this.set({ rows: [], lost: 0, isLoading: true, failure: undefined });
    void this.refresh();
  }

  #take({ entries, next, lost }: FeedPage<R>): void {
    const { rows, lost: before } = this.value;
    // A venue that started over counts from 1 again.
    const isAnew = this.#next !== undefined && next < this.#next;
    this.#next = isAnew ? undefined : next;
    this.set({
      rows: isAnew ? [] : [...entries.toReversed(), ...rows].slice(0, ROWS_MAX),
      lost: isAnew ? 0 : before + lost,
      isLoading: false,
      failure: undefined,
    });
  }
}
