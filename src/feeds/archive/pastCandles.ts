import { readdir, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import type { TimeMs } from "../../core/index.ts";
import { linesOf } from "../../host/archive.ts";
import { DAY_MS, MINUTE_MS } from "../../host/clock.ts";
import { isHeader, Row } from "./row.ts";

/** A candle as a file has it: texts are decimals. `row` gives its place, for error messages. */
export interface PastCandle {
  readonly time: TimeMs;
  /** Given where it differs from the past's `intervalMs`. */
  readonly lengthMs?: number;
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly close: string;
  readonly volume: string;
  readonly row: Row;
}

/** The past of a contract, read from files. */
export interface PastCandles {
  /** One of {@link PAST_INTERVALS_MS}. */
  readonly intervalMs: number;
  /** Ascending; there may be gaps. */
  readonly candles: readonly PastCandle[];
}

const UNIT_MS = { m: MINUTE_MS, h: 60 * MINUTE_MS, d: DAY_MS };
/** Lengths that files may have: each is whole minutes and divides a day. */
const PAST_INTERVALS_MS: readonly number[] = [1, 3, 5, 15, 30, 60, 120, 240, 360, 480, 720, 1_440].map(
  (minutes) => minutes * MINUTE_MS,
);

/** A file or folder from which no past can be made. */
export class PastError extends Error {
  override readonly name = "PastError";
}

const FILE = /^(?:cmt_)?([A-Za-z0-9]+?)(?:usdt)?(?:[-_. ].*)?\.(?:csv|csv\.gz|gz|zip)$/i;

/**
 * The candles of a file, or of all files of a folder and those below it, by symbol. A file is named after its pair:
 * `BTCUSDT-1m-2026-01.zip`, `cmt_btcusdt.csv`, `btc.csv.gz`. It has the twelve columns of the public archives, with or without their
 * names, or a line of names of its own: time, open, high, low, close, volume, in any order.
 *
 * @throws PastError, RecordingError, ArchiveError naming file and line
 */
export async function readPastCandles(path: string): Promise<ReadonlyMap<string, PastCandles>> {
  const files = (await stat(path)).isDirectory() ? await filesIn(path) : [path];
  const bySymbol = new Map<string, { readonly candles: PastCandle[]; readonly lengths: Set<number> }>();
  for (const file of files) {
    const coin = FILE.exec(basename(file))?.[1];
    if (coin === undefined)
      throw new PastError(`${file}: a file of candles is named like BTCUSDT-1m-2026-01.csv, .csv.gz or .zip`);
    const symbol = `cmt_${coin.toLowerCase()}usdt`;
    const { candles, lengths } = bySymbol.get(symbol) ?? { candles: [], lengths: new Set<number>() };
    bySymbol.set(symbol, { candles, lengths });
    const [, count, unit] = /-(\d{1,2})([mhd])-/.exec(basename(file)) ?? [];
    if (count !== undefined) lengths.add(Number(count) * UNIT_MS[unit as keyof typeof UNIT_MS]);
    for await (const candle of candlesOf(file)) candles.push(candle);
  }
  return new Map(
    [...bySymbol].map(([symbol, { candles, lengths }]) => [symbol, ordered(symbol, candles, lengths)]),
  );
}

async function filesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((each) => each.isFile() && /\.(?:csv|gz|zip)$/i.test(each.name));
  if (files.length === 0) throw new PastError(`${folder}: there is no .csv, .csv.gz or .zip in it`);
  return files.map((each) => join(each.parentPath, each.name)).sort();
}

/** The columns of the six values in the archives' layout. */
const ARCHIVE = { time: 0, open: 1, high: 2, low: 3, close: 4, volume: 5 };
type Columns = typeof ARCHIVE;

async function* candlesOf(path: string): AsyncGenerator<PastCandle> {
  let columns: Columns = ARCHIVE;
  for await (const { file, line, lines } of linesOf(path)) {
    for (const [i, text] of lines.entries()) {
      if (text.trim() === "") continue;
      const row = new Row(text.replaceAll('"', "").split(","), file, line + i);
      if (line + i === 1 && isHeader(text.replace(/^\uFEFF/, ""))) columns = named(text, row);
      else yield candleOf(row, columns);
    }
  }
}

const NAMES: Readonly<Record<keyof Columns, RegExp>> = {
  time: /^(?:open ?_?time|time|timestamp|date|datetime|ts)$/,
  open: /^open$/,
  high: /^high$/,
  low: /^low$/,
  close: /^close$/,
  volume: /^(?:volume|vol|base_?volume)$/,
};

function named(header: string, row: Row): Columns {
  const names = header
    .replace(/^\uFEFF/, "")
    .replaceAll('"', "")
    .split(",")
    .map((name) => name.trim().toLowerCase());
  const found = Object.entries(NAMES).map(([value, pattern]) => {
    const column = names.findIndex((name) => pattern.test(name));
    if (column < 0) row.refuse(`no column is named ${value}: they are ${names.join(", ")}`);
    return [value, column] as const;
  });
  return Object.fromEntries(found) as Columns;
}

function candleOf(row: Row, { time, open, high, low, close, volume }: Columns): PastCandle {
  row.price(open);
  row.price(high);
  row.price(low);
  row.price(close);
  row.quantity(volume);
  return {
    time: timeOf(row, time),
    open: row.text(open),
    high: row.text(high),
    low: row.text(low),
    close: row.text(close),
    volume: row.text(volume),
    row,
  };
}

/** A time below this is in seconds; as seconds it is the year 5138. */
const SECONDS_BELOW = 100_000_000_000;

/** Unix time in s, ms, µs or ns, or ISO 8601, in UTC where it names no zone. */
function timeOf(row: Row, column: number): TimeMs {
  const text = row.text(column).trim();
  if (/^\d+$/.test(text)) return Number(text) < SECONDS_BELOW ? Number(text) * 1_000 : row.time(column);
  const hasZone = /(?:Z|[+-]\d{2}:?\d{2})$/i.test(text) && text.includes(":");
  const time = Date.parse(
    hasZone ? text.replace(" ", "T") : `${text.replace(" ", "T")}${text.includes(":") ? "Z" : ""}`,
  );
  if (Number.isNaN(time)) row.refuse(`column ${column + 1} is a time, got "${text}"`);
  return time;
}

/**
 * @param lengths of candles, from the files' names; where no name gives one it is the shortest step between two
 * candles
 */
function ordered(symbol: string, read: readonly PastCandle[], lengths: ReadonlySet<number>): PastCandles {
  if (lengths.size > 1)
    throw new PastError(`${symbol}: its files have candles of ${lengths.size} lengths: give one`);
  const candles = [...read].sort((a, b) => a.time - b.time);
  if (candles.length === 0) throw new PastError(`${symbol}: its files have no candle`);
  const steps = candles.slice(1).map(({ time, row }, i) => {
    if (time === candles[i]!.time)
      row.refuse(`another candle of ${symbol} begins at ${new Date(time).toISOString()}, too`);
    return time - candles[i]!.time;
  });
  const [named] = lengths;
  const intervalMs = named ?? steps.reduce((least, step) => Math.min(least, step), DAY_MS);
  if (!PAST_INTERVALS_MS.includes(intervalMs))
    throw new PastError(
      `${symbol}: candles must be 1m, 3m, 5m, 15m, 30m, 1h, 2h, 4h, 6h, 8h, 12h or 1d long, and are ${intervalMs / MINUTE_MS} minutes apart`,
    );
  for (const { time, row } of candles)
    if (time % intervalMs !== 0)
      row.refuse(
        `a candle of ${intervalMs / MINUTE_MS} minutes begins at a multiple of that, got ${new Date(time).toISOString()}`,
      );
  return { intervalMs, candles };
}
