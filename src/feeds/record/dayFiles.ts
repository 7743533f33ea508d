import { appendFile, mkdir, open } from "node:fs/promises";
import { join } from "node:path";
import type { TimeMs } from "../../core/index.ts";
import type { Packing } from "../../host/pack.ts";
import { isThere, pack, unpack } from "../../host/pack.ts";

/**
 * The columns' names by kind, as the public archives have them. Those of `book` and `derivativeTicker` follow another
 * layout, since these archives have no such files.
 */
const recordedColumns = {
  aggTrades: "agg_trade_id,price,quantity,first_trade_id,last_trade_id,transact_time,is_buyer_maker",
  klines:
    "open_time,open,high,low,close,volume,close_time,quote_volume,count,taker_buy_volume,taker_buy_quote_volume,ignore",
  bookTicker: "update_id,best_bid_price,best_bid_qty,best_ask_price,best_ask_qty,transaction_time,event_time",
  bookDepth: "timestamp,percentage,depth,notional",
  book: "exchange,symbol,timestamp,local_timestamp,is_snapshot,side,price,amount",
  derivativeTicker:
    "exchange,symbol,timestamp,local_timestamp,funding_timestamp,funding_rate,predicted_funding_rate,open_interest,last_price,index_price,mark_price",
  fundingRate: "calc_time,funding_interval_hours,last_funding_rate",
} as const;
export type RecordedKind = keyof typeof recordedColumns;
export const recordedKinds = Object.keys(recordedColumns) as readonly RecordedKind[];

/** Kinds whose files hold a month; those of the others hold a day. */
const MONTHLY = new Set<RecordedKind>(["fundingRate"]);

/** Bytes of a file's end that are searched for its last line at a time: more than most lines have. */
const TAIL_BYTES = 4_096;
const NEWLINE = 0x0a;

interface Open {
  readonly path: string;
  lines: string[];
  /** Whether it is there, with its header, and ends with a whole line. */
  isBegun: boolean;
}

/**
 * The files of a pair: one for each kind and day, named as the public archives name theirs, and compressed when their
 * day is over. Those of an earlier recording of the same day are continued.
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
        lines.unshift(recordedColumns[(kind === "1m" ? "klines" : kind) as RecordedKind]);
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

/** Cuts a file back to its last whole line: a crash can have torn the one behind it. Returns whether it has one. */
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
