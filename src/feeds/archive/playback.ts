import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import type { TimeMs } from "../../core/index.ts";
import type { Lines } from "../../host/archive.ts";
import { linesOf } from "../../host/archive.ts";
import type { ArchiveFile, ArchiveKind } from "./catalogue.ts";
import { ArchiveFolderError } from "./catalogue.ts";
import type { Item } from "./items.ts";
import { itemsOf } from "./items.ts";
import { isHeader, Row } from "./row.ts";

/** The order in which kinds of equal time are played: first what changes the book, then trades. */
const ORDER = ["rate", "index", "mark", "level", "touch", "depth", "trade"];

/** The items of the files of one kind, one after the other, in order of time. */
export class Stream {
  readonly #files: readonly ArchiveFile[];
  readonly #from: TimeMs;
  readonly #until: TimeMs;
  #lines: AsyncGenerator<Lines> | undefined;
  #next = 0;
  #kind: ArchiveKind = "klines";
  #items: Item[] = [];
  #at = 0;
  #latest = 0;

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
    this.#at++;
  }

  /** Reads on until there is a head, or the files end. */
  async fill(): Promise<void> {
    while (this.#at >= this.#items.length) {
      this.#items = [];
      this.#at = 0;
      if (this.#lines === undefined) {
        const file = this.#files[this.#next++];
        if (file === undefined) return;
        await verify(file.path);
        this.#kind = file.kind;
        this.#lines = linesOf(file.path);
      }
      const { done, value } = await this.#lines.next();
      if (done === true) {
        this.#lines = undefined;
        continue;
      }
      try {
        this.#read(value);
      } catch (error) {
        await this.close(); // otherwise the file would stay open
        throw error;
      }
    }
  }

  async close(): Promise<void> {
    await this.#lines?.return(undefined);
    this.#lines = undefined;
    this.#next = this.#files.length;
  }

  /**
   * Whether a file's first line is its header. Lines of two kinds begin with the exchange's name, so that there text in
   * the first cell does not tell a header from data.
   */
  #isHeader(text: string): boolean {
    const isNamed = this.#kind === "book" || this.#kind === "derivativeTicker";
    return isNamed ? text.startsWith("exchange,") : isHeader(text);
  }

  #read({ file, line, lines }: Lines): void {
    for (const [i, text] of lines.entries()) {
      if (text === "" || (line + i === 1 && this.#isHeader(text))) continue;
      const row = new Row(text.split(","), file, line + i);
      for (const item of itemsOf(this.#kind, row)) {
        // Touches are published out of order. Any other item that goes back in time shows that the file is not what
        // its name says.
        if (item.time < this.#latest && item.type !== "touch")
          row.refuse(`time ${item.time} lies before ${this.#latest}, that of the line before`);
        if (item.time < this.#latest) continue;
        this.#latest = item.time;
        // The rate of a funding period that has begun already holds from the beginning on.
        if (item.type === "rate" && item.time < this.#from) this.#items.push({ ...item, time: this.#from });
        else if (item.time >= this.#from && item.time < this.#until) this.#items.push(item);
      }
    }
  }
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
      if (stream.head === undefined) await stream.fill();
      const { head } = stream;
      if (head === undefined || head.time > time) continue;
      if (first === undefined || comesBefore(head, first.head!)) first = stream;
    }
    const item = first?.head;
    first?.take();
    return item;
  }

  async close(): Promise<void> {
    for (const stream of this.#streams) await stream.close();
  }
}

function comesBefore(a: Item, b: Item): boolean {
  return a.time < b.time || (a.time === b.time && ORDER.indexOf(a.type) < ORDER.indexOf(b.type));
}

/** Checks a file against the `.CHECKSUM` beside it, if there is one. @throws ArchiveFolderError where they differ */
async function verify(path: string): Promise<void> {
  const wanted = await readFile(`${path}.CHECKSUM`, "utf8").catch(() => undefined);
  if (wanted === undefined) return;
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path)) hash.update(chunk as Uint8Array);
  const [sum] = wanted.trim().split(/\s+/);
  if (hash.digest("hex") !== sum?.toLowerCase())
    throw new ArchiveFolderError(`${path}: its SHA-256 is not that of ${basename(path)}.CHECKSUM`);
}
