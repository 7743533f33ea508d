import { appendFile, mkdir, open } from "node:fs/promises";
import { join } from "node:path";
import type { TimeMs } from "../../../kernel/core/index.ts";
import type { Packing } from "../../../kernel/host/pack.ts";
import { isThere, pack, unpack } from "../../../kernel/host/pack.ts";
import { columnsOf } from "../archive/forms.ts";

/** The kinds that are recorded, in the layouts of {@link columnsOf}. */
export const recordedKinds = [
  ...(["aggTrades", "klines", "bookTicker", "bookDepth"] as const),
  ...(["book", "derivativeTicker", "fundingRate"] as const),
] as const;
export type RecordedKind = (typeof recordedKinds)[number];

/** Kinds whose files hold a month; files of other kinds hold a day. */
const MONTHLY = new Set<RecordedKind>(["fundingRate"]);

/** Bytes of a file's end that are searched for its last line at a time: more than most lines have. */
const TAIL_BYTES = 4_096;
const NEWLINE = 0x0a;

interface Open {
  readonly path: string;
  lines: string[];
  /** Whether the file is there, with its header, and ends with a whole line. */
  isBegun: boolean;
}

/**
 * The files of a pair: one for each kind and day, named as the public archives name theirs, and compressed
 * when their day is over. Those of an earlier recording of the same day are continued.
 */
export class DayFiles {
  readonly #folder: string;
  readonly #pair: string;
  readonly #packing: Packing;
  readonly #open = new Map<RecordedKind, Open>();
  /** Files whose day is over, to be compressed at the next flush. */
  #over: Open[] = [];
  bytes = 0;

  constructor(folder: string, pair: string, packing: Packing) {
    this.#folder = folder;
    this.#pair = pair;
    this.#packing = packing;
  }

  /** Whether a line at `time` begins a new file. */
  isNew(kind: RecordedKind, time: TimeMs): boolean {
    return this.#open.get(kind)?.path !== this.#path(kind, time);
  }

  line(kind: RecordedKind, time: TimeMs, cells: readonly (string | number | boolean)[]): void {
    const path = this.#path(kind, time);
    let file = this.#open.get(kind);
    if (file?.path !== path) {
      if (file !== undefined) this.#over.push(file);
      file = { path, lines: [], isBegun: false };
      this.#open.set(kind, file);
    }
    file.lines.push(cells.join(","));
  }

  /** Writes the gathered lines, and compresses the files whose day is over. */
  async flush(): Promise<void> {
    const over = this.#over;
    this.#over = [];
    for (const file of over) {
      await this.#write(file);
      await pack(file.path, this.#packing);
    }
    for (const file of this.#open.values()) await this.#write(file);
  }

  async close(): Promise<void> {
    this.#over.push(...this.#open.values());
    this.#open.clear();
    await this.flush();
  }

  async #write(file: Open): Promise<void> {
    const { path, lines } = file;
    if (lines.length === 0) return;
    if (!file.isBegun) {
      await mkdir(this.#folder, { recursive: true });
      await unpack(path);
      const kind = path.slice(this.#prefix.length).split("-")[0]!;
      if (!(await endsWhole(path)))
        lines.unshift(columnsOf((kind === "1m" ? "klines" : kind) as RecordedKind));
      file.isBegun = true;
    }
    const text = lines
      .splice(0)
      .map((line) => `${line}\n`)
      .join("");
    await appendFile(path, text);
    this.bytes += Buffer.byteLength(text);
  }

  get #prefix(): string {
    return join(this.#folder, `${this.#pair}-`);
  }

  #path(kind: RecordedKind, time: TimeMs): string {
    const day = new Date(time).toISOString().slice(0, MONTHLY.has(kind) ? 7 : 10);
    return `${this.#prefix}${kind === "klines" ? "1m" : kind}-${day}.csv`;
  }
}

/**
 * Cuts a file back to its last whole line: a crash can have torn the one behind it. @returns whether it has
 * one
 */
async function endsWhole(path: string): Promise<boolean> {
  if (!(await isThere(path))) return false;
  const file = await open(path, "r+");
  try {
    const { size } = await file.stat();
    const tail = Buffer.alloc(TAIL_BYTES);
    let end = size;
    for (let at = -1; at < 0 && end > 0; ) {
      const from = Math.max(0, end - TAIL_BYTES);
      const { bytesRead } = await file.read(tail, 0, end - from, from);
      at = tail.subarray(0, bytesRead).lastIndexOf(NEWLINE);
      end = from + at + 1;
    }
    if (end < size) await file.truncate(end);
    return end > 0;
  } finally {
    await file.close();
  }
}
