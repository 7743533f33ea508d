import { readdir } from "node:fs/promises";
import { join, sep } from "node:path";
import type { TimeMs } from "../../core/index.ts";
import { DAY_MS } from "../../host/clock.ts";

/** The kinds of files in an archive, by the words of their names. */
const archiveKinds = [
  "klines",
  "aggTrades",
  "trades",
  "bookTicker",
  "bookDepth",
  "book",
  "markPriceKlines",
  "indexPriceKlines",
  "fundingRate",
  "derivativeTicker",
] as const;
export type ArchiveKind = (typeof archiveKinds)[number];

export interface ArchiveFile {
  readonly path: string;
  /** As the archive names it: `BTCUSDT`. */
  readonly pair: string;
  readonly kind: ArchiveKind;
  /** The candles' length, such as `1m`; "" for other kinds. */
  readonly interval: string;
  /** The days that the file holds, UTC: `from` inclusive, `until` exclusive. */
  readonly from: TimeMs;
  readonly until: TimeMs;
}

/** A folder, or a selection from it, that cannot be played. */
export class ArchiveFolderError extends Error {
  override readonly name = "ArchiveFolderError";
}

const PACKING = /(?:\.csv|\.csv\.gz|\.gz|\.zip)$/;
const NAME = new RegExp(`^([A-Z0-9]{2,30})-([A-Za-z0-9]+)-(\\d{4})-(\\d{2})(?:-(\\d{2}))?${PACKING.source}`);
const INTERVAL = /^(\d{1,2})(s|m|h|d|w|mo)$/;
const PRICE_KLINES = ["markPriceKlines", "indexPriceKlines"] as const;

/**
 * The files of a folder and its subfolders that are named as the public archives name them:
 * `BTCUSDT-aggTrades-2026-01-31.zip`, `BTCUSDT-1m-2026-01.csv`. Candles of the mark and of the index are named like
 * all candles, and are below a folder `markPriceKlines` or `indexPriceKlines`. Other files are ignored, and so is the archive of a file that
 * is there itself.
 */
export async function catalogue(folder: string): Promise<readonly ArchiveFile[]> {
  const files: ArchiveFile[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = fileOf(join(entry.parentPath, entry.name), entry.name);
    if (file !== undefined) files.push(file);
  }
  files.sort((a, b) => a.from - b.from || (a.path < b.path ? -1 : 1));
  return files.filter(({ path }, i) => i === 0 || unpackedPath(path) !== unpackedPath(files[i - 1]!.path));
}

/** Of a file and its archive, which sorts behind it: a recording that is ended between the two leaves both. */
function unpackedPath(path: string): string {
  return path.replace(PACKING, ".csv");
}

function fileOf(path: string, name: string): ArchiveFile | undefined {
  const [, pair, word, year, month, day] = NAME.exec(name) ?? [];
  if (pair === undefined || word === undefined) return undefined;
  const from = Date.UTC(Number(year), Number(month) - 1, Number(day ?? 1));
  const until = day === undefined ? Date.UTC(Number(year), Number(month), 1) : from + DAY_MS;
  if (Number.isNaN(from)) return undefined;
  if (INTERVAL.test(word)) {
    const folders = path.split(sep);
    if (folders.includes("premiumIndexKlines")) return undefined;
    const kind = PRICE_KLINES.find((each) => folders.includes(each)) ?? "klines";
    return { path, pair, kind, interval: word, from, until };
  }
  const kind = archiveKinds.find((each) => each === word);
  const isKlines = kind === undefined || kind === "klines" || kind.endsWith("Klines");
  return isKlines ? undefined : { path, pair, kind, interval: "", from, until };
}

const UNIT_MS = { s: 1_000, m: 60_000, h: 3_600_000, d: DAY_MS, w: 7 * DAY_MS, mo: 30 * DAY_MS };

/** Candles of a pair may be there in several lengths: the files of the shortest. */
export function shortest(files: readonly ArchiveFile[]): readonly ArchiveFile[] {
  const lengths = files.map(({ interval }) => lengthOf(interval));
  const least = Math.min(...lengths);
  return files.filter((_, i) => lengths[i] === least);
}

function lengthOf(interval: string): number {
  const [, count, unit] = INTERVAL.exec(interval)!;
  return Number(count) * UNIT_MS[unit as keyof typeof UNIT_MS];
}

/** The days from `from` to `until` that no file holds. */
export function missingDays(files: readonly ArchiveFile[], from: TimeMs, until: TimeMs): readonly TimeMs[] {
  const missing: TimeMs[] = [];
  for (let day = Math.floor(from / DAY_MS) * DAY_MS; day < until; day += DAY_MS)
    if (!files.some((file) => file.from <= day && day < file.until)) missing.push(day);
  return missing;
}
