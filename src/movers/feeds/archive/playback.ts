import type { TimeMs } from "../../../kernel/core/index.ts";
import type { ArchiveFile } from "./catalogue.ts";
import type { FileReader } from "./forms.ts";
import { readerOf } from "./forms.ts";
import type { Item } from "./items.ts";
import type { Row } from "./row.ts";
import type { Rows } from "./rows.ts";
import { rowsOf } from "./rows.ts";

/** The order in which items of equal time are played, by kind: first what changes the book, then trades. */
const ORDER = ["rate", "index", "mark", "level", "touch", "depth", "trade"];

/**
 * Touches are published out of order: they are put in order within this time, ms; a touch that is further
 * ahead is left out.
 */
const DISORDER_MS = 1_000;

type Trade = Extract<Item, { type: "trade" }>;

/** How many rows were left out, by reason. */
export interface RowsLeftOut {
  /** Trades that the files have twice. */
  readonly twice: number;
  /**
   * Rows of other days than those in the file's name, unless another file that is played has these days in
   * its name.
   */
  readonly otherDays: number;
  /** Touches without orders on one side. */
  readonly oneSided: number;
  /** Touches out of order. */
  readonly disordered: number;
}

export const NO_ROWS_LEFT_OUT: RowsLeftOut = { twice: 0, otherDays: 0, oneSided: 0, disordered: 0 };

/** The sum of several counts. */
export function sumOf(counts: readonly RowsLeftOut[]): RowsLeftOut {
  const sum = (why: keyof RowsLeftOut) => counts.reduce((total, each) => total + each[why], 0);
  return {
    twice: sum("twice"),
    otherDays: sum("otherDays"),
    oneSided: sum("oneSided"),
    disordered: sum("disordered"),
  };
}

/** The items of the files of one kind, one after the other, in order of time. */
export class Stream {
  readonly #files: readonly ArchiveFile[];
  readonly #from: TimeMs;
  readonly #until: TimeMs;
  #rows: AsyncGenerator<Rows> | undefined;
  #next = 0;
  #file: ArchiveFile | undefined;
  #reader: FileReader | undefined;
  #items: Item[] = [];
  #at = 0;
  #latest = 0;
  /** The time of the last item. */
  #taken = 0;
  /** When the last row arrived; used where a file's rows are in the order of arrival. */
  #arrived = 0;
  /**
   * The first trade of the latest time. Once a time has several trades, `#moment` has all of them, as texts.
   */
  #first: Trade | undefined;
  readonly #moment = new Set<string>();
  #leftOut = { ...NO_ROWS_LEFT_OUT };

  /** @param files of one kind, ascending */
  constructor(files: readonly ArchiveFile[], from: TimeMs, until: TimeMs) {
    this.#files = files.filter((file) => file.until > from && file.from < until);
    this.#from = from;
    this.#until = until;
  }

  /** The next item, after {@link fill}; undefined at the end. */
  get head(): Item | undefined {
    return this.#items[this.#at];
  }

  take(): void {
    this.#taken = this.#items[this.#at++]!.time;
  }

  /**
   * Whether the next item is not known yet: there is no head, or it is a touch that may be ahead of its
   * time.
   */
  get isShort(): boolean {
    const left = this.#items.length - this.#at;
    return left === 0 || (left === 1 && this.#hasTouches && this.#rows !== undefined);
  }

  get #hasTouches(): boolean {
    return this.#file?.kind === "bookTicker";
  }

  /** Reads on until there is a head, or the files end. */
  async fill(): Promise<void> {
    while (this.isShort) {
      this.#items = this.#items.slice(this.#at);
      this.#at = 0;
      if (this.#rows === undefined) {
        this.#file = this.#files[this.#next++];
        if (this.#file === undefined) return;
        this.#rows = rowsOf(this.#file.path);
      }
      const { done, value } = await this.#rows.next();
      if (done === true) {
        this.#rows = undefined;
        continue;
      }
      try {
        if (value.isFirst)
          this.#reader = readerOf(this.#file!, value.header, value.rows, this.#reader?.candles?.last);
        for (const row of value.rows) this.#read(row, this.#reader!);
        if (this.#hasTouches) this.#putInOrder();
      } catch (error) {
        await this.close(); // otherwise the file would stay open
        throw error;
      }
    }
  }

  async close(): Promise<void> {
    await this.#rows?.return(undefined);
    this.#rows = undefined;
    this.#next = this.#files.length;
  }

  /** How many rows were left out since this was called last. */
  takeLeftOut(): RowsLeftOut {
    const counts = this.#leftOut;
    this.#leftOut = { ...NO_ROWS_LEFT_OUT };
    return counts;
  }

  #read(row: Row, reader: FileReader): void {
    const items = reader.read(row);
    const arrived = reader.arrived?.(row);
    if (items.length === 0 && this.#hasTouches) this.#leftOut.oneSided++;
    for (const item of items) {
      // Touches are published out of order. Any other item that goes back in time shows that the file has
      // other content than its name says, unless its rows are in the order of arrival.
      let { time } = item;
      const before = item.type === "touch" ? this.#taken : this.#latest;
      if (time < before) {
        if (arrived !== undefined && arrived >= this.#arrived) time = before;
        else if (item.type === "touch") {
          this.#leftOut.disordered++;
          continue;
        } else
          row.refuse(
            `time ${time} lies before ${this.#latest}, that of the line before: sort the file by time`,
          );
      }
      this.#latest = time;
      // The rate of a funding period that has begun before counts from the beginning of the playback.
      if (item.type === "rate" && time < this.#from) time = this.#from;
      if (time < this.#from || time >= this.#until) {
        if (time < this.#file!.from || time >= this.#file!.until) this.#leftOut.otherDays++;
      } else if (this.#isDoubled(item)) this.#leftOut.twice++;
      else this.#items.push(time === item.time ? item : { ...item, time });
    }
    this.#arrived = arrived ?? 0;
  }

  /** Leaves out touches that are far ahead of a later one, and puts the others in order. */
  #putInOrder(): void {
    const kept: Item[] = [];
    let least = Number.POSITIVE_INFINITY;
    for (const item of this.#items.slice(this.#at).reverse()) {
      if (item.time - least > DISORDER_MS) this.#leftOut.disordered++;
      else kept.push(item);
      least = Math.min(least, item.time);
    }
    this.#items = kept.reverse().sort((a, b) => a.time - b.time);
    this.#at = 0;
  }

  /** Whether there is already a trade of the same id, side, price and size at the same time. */
  #isDoubled(item: Item): boolean {
    if (item.type !== "trade" || item.id === "") return false;
    const first = this.#first;
    if (first?.time !== item.time) {
      this.#first = item;
      this.#moment.clear();
      return false;
    }
    // Most times have one trade only, whose text is not needed then.
    if (this.#moment.size === 0) this.#moment.add(wordsOf(first));
    const count = this.#moment.size;
    return this.#moment.add(wordsOf(item)).size === count;
  }
}

function wordsOf({ id, takerSide, price, size }: Trade): string {
  return `${id} ${takerSide} ${price} ${size}`;
}

/** The streams of a contract as one, in order of time. */
export class Playback {
  readonly #streams: readonly Stream[];

  constructor(streams: readonly Stream[]) {
    this.#streams = streams;
  }

  /** The next item up to `time`; undefined if there is none. */
  async next(time: TimeMs): Promise<Item | undefined> {
    let first: Stream | undefined;
    for (const stream of this.#streams) {
      if (stream.isShort) await stream.fill();
      const { head } = stream;
      if (head === undefined || head.time > time) continue;
      if (first === undefined || comesBefore(head, first.head!)) first = stream;
    }
    const item = first?.head;
    first?.take();
    return item;
  }

  /** How many rows were left out since this was called last. */
  takeLeftOut(): RowsLeftOut {
    return sumOf(this.#streams.map((stream) => stream.takeLeftOut()));
  }

  async close(): Promise<void> {
    for (const stream of this.#streams) await stream.close();
  }
}

function comesBefore(a: Item, b: Item): boolean {
  return a.time < b.time || (a.time === b.time && ORDER.indexOf(a.type) < ORDER.indexOf(b.type));
}
