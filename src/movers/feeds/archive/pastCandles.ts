import type { TimeMs } from "../../../kernel/core/index.ts";
import { dayText, MINUTE_MS, timeText } from "../../../kernel/host/clock.ts";
import type { Candle } from "./candles.ts";
import { Candles, refuseDoubled } from "./candles.ts";
import type { ArchiveFile, ContractSizes } from "./catalogue.ts";
import {
  ArchiveFolderError,
  catalogue,
  filesOf,
  isPublished,
  missingDays,
  ownFile,
  refuseOverlap,
  shortest,
  withContractSizes,
} from "./catalogue.ts";
import { rowsOf } from "./rows.ts";

/** The past of a contract, read from files. */
export interface PastCandles {
  /** One of {@link PAST_INTERVALS_MS}. */
  readonly intervalMs: number;
  /** Ascending by time; there may be gaps. */
  readonly candles: readonly Candle[];
}

export interface PastOptions {
  readonly contractSizes?: ContractSizes | undefined;
}

/**
 * The candle lengths that a past may have: each is whole minutes and divides a day. Shorter candles are added
 * up to minutes.
 */
const PAST_INTERVALS_MS: readonly number[] = [1, 3, 5, 15, 30, 60, 120, 240, 360, 480, 720, 1_440].map(
  (minutes) => minutes * MINUTE_MS,
);

/** A file or folder from which no past can be made; the message says why. */
export class PastError extends Error {
  override readonly name = "PastError";
}

/**
 * The user's own candles for the time before a venue's first start, by symbol (`cmt_btcusdt`): of a file, or
 * of all files of a folder, read as for a replay. A file whose name is of no archive is named after its
 * pair.
 *
 * @throws PastError, RecordingError, ArchiveError, ArchiveFolderError naming file and line
 */
export async function readPastCandles(
  path: string,
  { contractSizes = {} }: PastOptions = {},
): Promise<ReadonlyMap<string, PastCandles>> {
  const candles = withContractSizes(await candleFiles(path), contractSizes);
  const byPair = Map.groupBy(candles, ({ pair }) => pair);
  const pasts = new Map<string, PastCandles>();
  for (const [pair, all] of byPair) {
    const symbol = `cmt_${pair.toLowerCase()}`;
    const files = shortest(all);
    refuseOverlap(files);
    refuseUncovered(all, files);
    const read: Candle[] = [];
    for (const file of files) read.push(...(await candlesOf(file)));
    pasts.set(symbol, ordered(symbol, read));
  }
  return pasts;
}

/**
 * Refuses longer candles that are not used, where they have a day that the shortest do not have: that day
 * would be made up.
 *
 * @throws ArchiveFolderError
 */
function refuseUncovered(all: readonly ArchiveFile[], taken: readonly ArchiveFile[]): void {
  for (const file of all) {
    if (taken.includes(file) || file.naming === "own") continue;
    const [day] = missingDays(taken, file.from, file.until);
    if (day !== undefined)
      throw new ArchiveFolderError(
        `${file.path} holds ${dayText(day)}, of which there are no candles of ${taken[0]!.interval}, the shortest: give one length`,
      );
  }
}

/** The files of candles; those of other kinds in a folder of an archive are left alone. */
async function candleFiles(path: string): Promise<readonly ArchiveFile[]> {
  const paths = (await filesOf(path)).filter((each) => /\.(?:csv|gz|zip)$/i.test(each)).sort();
  if (paths.length === 0) throw new PastError(`${path}: there is no .csv, .csv.gz or .zip in it`);
  const own = paths.filter((each) => !isPublished(each));
  const files = (await catalogue(path)).filter(({ kind }) => kind === "klines");
  for (const each of own) {
    const file = ownFile(each);
    if (file === undefined)
      throw new PastError(`${each}: a file of candles is named like BTCUSDT-1m-2026-01.csv, .csv.gz or .zip`);
    files.push(file);
  }
  if (files.length === 0) throw new PastError(`${path}: none of its files has candles`);
  return files;
}

async function candlesOf(file: ArchiveFile): Promise<readonly Candle[]> {
  const found: Candle[] = [];
  let candles: Candles | undefined;
  for await (const { header, isFirst, rows } of rowsOf(file.path)) {
    if (isFirst) candles = new Candles(file, header, rows, candles?.last);
    for (const row of rows) found.push(candles!.read(row));
  }
  return found;
}

function ordered(symbol: string, read: readonly Candle[]): PastCandles {
  const all = [...read].sort((a, b) => a.time - b.time);
  const [first] = all;
  if (first === undefined) throw new PastError(`${symbol}: its files have no candle`);
  const { lengthMs } = first;
  const isShorter = lengthMs < MINUTE_MS && MINUTE_MS % lengthMs === 0;
  const intervalMs = isShorter ? MINUTE_MS : lengthMs;
  if (!PAST_INTERVALS_MS.includes(intervalMs))
    throw new PastError(
      `${symbol}: candles must be 1m, 3m, 5m, 15m, 30m, 1h, 2h, 4h, 6h, 8h, 12h or 1d long, or divide a minute, and are ${lengthText(lengthMs)}`,
    );
  for (const [i, candle] of all.entries()) {
    if (candle.lengthMs !== lengthMs)
      candle.row.refuse(
        `the candle is ${lengthText(candle.lengthMs)} long, others of ${symbol} ${lengthText(lengthMs)}: give one length`,
      );
    if (candle.time % lengthMs !== 0)
      candle.row.refuse(
        `a candle of ${lengthText(lengthMs)} begins at a multiple of that, got ${timeText(candle.time)}`,
      );
    if (candle.time === all[i - 1]?.time) refuseDoubled(candle.row, all[i - 1]!);
  }
  return { intervalMs, candles: isShorter ? minutesOf(all) : all };
}

/** The minutes that shorter candles add up to; a minute is made of those of its candles that exist. */
function minutesOf(candles: readonly Candle[]): readonly Candle[] {
  const byMinute = Map.groupBy(candles, ({ time }) => Math.floor(time / MINUTE_MS));
  return [...byMinute].map(([minute, parts]) => ({
    ...parts[0]!,
    time: minute * MINUTE_MS,
    lengthMs: MINUTE_MS,
    high: extreme(parts, "high", 1),
    low: extreme(parts, "low", -1),
    close: parts.at(-1)!.close,
    volume: String(parts.reduce((sum, { volume }) => sum + Number(volume), 0)),
  }));
}

/** The highest (1) or lowest (-1) of a price, as its candle writes it. */
function extreme(parts: readonly Candle[], price: "high" | "low", way: 1 | -1): string {
  return parts.reduce(
    (best, part) => (way * (Number(part[price]) - Number(best)) > 0 ? part[price] : best),
    parts[0]![price],
  );
}

function lengthText(ms: TimeMs): string {
  return ms % MINUTE_MS === 0 ? `${ms / MINUTE_MS} minutes` : `${ms / 1_000} s`;
}
