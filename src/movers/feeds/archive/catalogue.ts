import { readdir, stat } from "node:fs/promises";
import { basename, join, sep } from "node:path";
import type { TimeMs } from "../../../kernel/core/index.ts";
import { DAY_MS, dayText, HOUR_MS } from "../../../kernel/host/clock.ts";

/** The kinds of files in an archive, by the words in their names. */
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

/**
 * By whose convention a file is named: the public archives', with a kind and a date
 * (`BTCUSDT-aggTrades-2026-01-31.zip`), a tape's (`binance-futures_trades_2026-01-31_BTCUSDT.csv.gz`), a
 * daily dump's (`BTCUSDT2026-01-31.csv.gz`, `BTC-USDT-SWAP-trades-2026-01-31.zip`), or a user's own
 * (`btc.csv`).
 */
export type ArchiveNaming = "archive" | "tape" | "dump" | "own";

export interface ArchiveFile {
  readonly path: string;
  /** The pair as we name it: `BTCUSDT`. */
  readonly pair: string;
  /** The market as the file's name spells it: `BTC-USDT-SWAP`. */
  readonly market: string;
  readonly naming: ArchiveNaming;
  readonly kind: ArchiveKind;
  /** The length of the candles, such as `1m`; "" for other kinds, and where the name has none. */
  readonly interval: string;
  /**
   * The days that the file covers: `from` inclusive, `until` exclusive; all of time where the name has no
   * date.
   */
  readonly from: TimeMs;
  readonly until: TimeMs;
  /** How many coins a contract has, given by the user, for a form whose sizes are in contracts. */
  readonly contractSize?: number | undefined;
}

/** A folder, or a selection from it, that cannot be played. */
export class ArchiveFolderError extends Error {
  override readonly name = "ArchiveFolderError";
}

const PACKING = /(?:\.csv|\.csv\.gz|\.gz|\.zip)$/;
const DATE = /(?<year>\d{4})-(?<month>\d{2})(?:-(?<day>\d{2}))?/.source;
const INTERVAL = /^(\d{1,2})(s|m|h|d|w|mo)$/;
const PRICE_KLINES = ["markPriceKlines", "indexPriceKlines"] as const;
const TAPE_KINDS = {
  trades: "trades",
  book_ticker: "bookTicker",
  incremental_book_L2: "book",
  derivative_ticker: "derivativeTicker",
} as const satisfies Readonly<Record<string, ArchiveKind>>;
const TAPE_KIND = Object.keys(TAPE_KINDS).join("|");
/** How much earlier than UTC's the days of a dump named `BTC-USDT-SWAP-trades-2026-01-31` begin, ms. */
const DUMP_DAY_AHEAD_MS = 8 * HOUR_MS;

/**
 * The forms of names. `tapeFolders` is compared with the end of the path, the others with the file's name.
 */
const NAMES = {
  archive: new RegExp(`^(?<market>[A-Z0-9]{2,30})-(?<word>[A-Za-z0-9]+)-${DATE}${PACKING.source}`),
  tape: new RegExp(`^[a-z0-9-]+_(?<word>${TAPE_KIND})_${DATE}_(?<market>[A-Za-z0-9_-]+)${PACKING.source}`),
  tapeFolders: new RegExp(
    `(?:^|/)(?<word>${TAPE_KIND})/(?<year>\\d{4})/(?<month>\\d{2})/(?<day>\\d{2})/(?<market>[A-Za-z0-9_-]+)${PACKING.source}`,
  ),
  dump: new RegExp(`^(?<market>[A-Z0-9]*[A-Z])${DATE}${PACKING.source}`),
  aheadDump: new RegExp(
    `^(?<market>[A-Z0-9]+-[A-Z]+(?:-SWAP)?)-(?<word>trades|candlesticks)-${DATE}${PACKING.source}`,
  ),
  own: /^(?:cmt_)?(?<market>[A-Za-z0-9]+?)(?:usdt)?(?:[-_. ].*)?\.(?:csv|csv\.gz|gz|zip)$/i,
};

/**
 * The files of a folder and its subfolders, or one file, whose names are those of a published form. Candles
 * of the mark and of the index are named like all candles, and are below a folder `markPriceKlines` or
 * `indexPriceKlines`. Other files are ignored, and so is the archive of a file that is there itself.
 */
export async function catalogue(path: string): Promise<ArchiveFile[]> {
  const files = (await filesOf(path)).flatMap((each) => fileOf(each) ?? []);
  files.sort((a, b) => a.from - b.from || (a.path < b.path ? -1 : 1));
  return files.filter((file, i) => i === 0 || unpackedPath(file.path) !== unpackedPath(files[i - 1]!.path));
}

/** Whether a file is named by a published convention, whether or not its kind is used. */
export function isPublished(path: string): boolean {
  const name = basename(path);
  return NAMES.archive.test(name) || fileOf(path) !== undefined;
}

/** A file by itself, or all files of a folder and its subfolders. */
export async function filesOf(path: string): Promise<string[]> {
  if (!(await stat(path)).isDirectory()) return [path];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries.filter((each) => each.isFile()).map((each) => join(each.parentPath, each.name));
}

/**
 * The path of a file without the ending of its packed form. A recording that ends between the two leaves
 * both files.
 */
function unpackedPath(path: string): string {
  return path.replace(PACKING, ".csv");
}

function fileOf(path: string): ArchiveFile | undefined {
  const name = basename(path);
  const named = (form: keyof typeof NAMES, text = name) => NAMES[form].exec(text)?.groups;
  const archive = named("archive");
  if (archive !== undefined) {
    const kind = kindOf(archive["word"]!, path);
    const interval = INTERVAL.test(archive["word"]!) ? archive["word"]! : "";
    return kind && dated({ path, naming: "archive", kind, interval }, archive);
  }
  const tape = named("tape") ?? named("tapeFolders", path.split(sep).join("/"));
  if (tape !== undefined) {
    const kind = TAPE_KINDS[tape["word"] as keyof typeof TAPE_KINDS];
    return dated({ path, naming: "tape", kind, interval: "" }, tape);
  }
  const dump = named("dump");
  if (dump !== undefined) return dated({ path, naming: "dump", kind: "trades", interval: "" }, dump);
  const ahead = named("aheadDump");
  if (ahead === undefined) return undefined;
  const kind = ahead["word"] === "trades" ? "trades" : "klines";
  return dated({ path, naming: "dump", kind, interval: "" }, ahead, DUMP_DAY_AHEAD_MS);
}

/** The kind for a word in the archives' names; undefined for one that is not used. */
function kindOf(word: string, path: string): ArchiveKind | undefined {
  if (INTERVAL.test(word)) {
    const folders = path.split(sep);
    if (folders.includes("premiumIndexKlines")) return undefined;
    return PRICE_KLINES.find((each) => folders.includes(each)) ?? "klines";
  }
  const kind = archiveKinds.find((each) => each === word);
  return kind === undefined || kind === "klines" || kind.endsWith("Klines") ? undefined : kind;
}

/** A file whose name says its market and its day or month. */
function dated(
  file: Pick<ArchiveFile, "path" | "naming" | "kind" | "interval">,
  { market = "", year, month, day }: Readonly<Record<string, string | undefined>>,
  aheadMs = 0,
): ArchiveFile | undefined {
  const from = Date.UTC(Number(year), Number(month) - 1, Number(day ?? 1));
  const until = day === undefined ? Date.UTC(Number(year), Number(month), 1) : from + DAY_MS;
  const pair = market.toUpperCase().replace(/[-_](?:SWAP|PERP)$/, "");
  if (Number.isNaN(from)) return undefined;
  return { ...file, market, pair: pair.replace(/[-_]/g, ""), from: from - aheadMs, until: until - aheadMs };
}

/**
 * A user's own file of candles, named after its pair only; undefined where no pair can be read from the name.
 */
export function ownFile(path: string): ArchiveFile | undefined {
  const market = NAMES.own.exec(basename(path))?.groups?.["market"];
  if (market === undefined) return undefined;
  const interval = /-(\d{1,2}[smhd])-/.exec(basename(path))?.[1] ?? "";
  const pair = `${market.toUpperCase()}USDT`;
  return {
    path,
    pair,
    market,
    naming: "own",
    kind: "klines",
    interval,
    from: 0,
    until: Number.POSITIVE_INFINITY,
  };
}

const UNIT_MS = { s: 1_000, m: 60_000, h: HOUR_MS, d: DAY_MS, w: 7 * DAY_MS, mo: 30 * DAY_MS };

/**
 * The files of candles to read: a pair may have several lengths. Those of the shortest are read, and those
 * whose names say none.
 */
export function shortest(files: readonly ArchiveFile[]): readonly ArchiveFile[] {
  const lengths = files.map(({ interval }) => lengthOf(interval));
  const least = Math.min(...lengths.filter((each) => each !== undefined));
  return files.filter((_, i) => lengths[i] === undefined || lengths[i] === least);
}

/** The length of candles in ms, a month counted as 30 days; undefined for "". */
export function lengthOf(interval: string): number | undefined {
  const [, count, unit] = INTERVAL.exec(interval) ?? [];
  return unit === undefined ? undefined : Number(count) * UNIT_MS[unit as keyof typeof UNIT_MS];
}

/**
 * Refuses two files of one kind that cover the same day: data that is in both would count twice. @throws
 * ArchiveFolderError
 */
export function refuseOverlap(files: readonly ArchiveFile[]): void {
  for (const [i, file] of files.entries()) {
    const before = files[i - 1];
    if (before !== undefined && file.naming !== "own" && file.from < before.until)
      throw new ArchiveFolderError(
        `${before.path} and ${file.path} both hold ${dayText(Math.max(file.from, before.from))}: take one of them out`,
      );
  }
}

/** The days from `from` to `until` whose first moment in that span is in no file. */
export function missingDays(files: readonly ArchiveFile[], from: TimeMs, until: TimeMs): readonly TimeMs[] {
  const missing: TimeMs[] = [];
  for (let day = Math.floor(from / DAY_MS) * DAY_MS; day < until; day += DAY_MS) {
    const time = Math.max(day, from);
    if (!files.some((file) => file.from <= time && time < file.until)) missing.push(day);
  }
  return missing;
}

/** How many coins a contract has, by coin (`btc`), for files whose sizes are in contracts. */
export type ContractSizes = Readonly<Record<string, number>>;

/**
 * The files, those whose sizes may be in contracts with the size of their contract.
 *
 * @throws ArchiveFolderError for an invalid size, or one that no file needs
 */
export function withContractSizes(
  files: readonly ArchiveFile[],
  sizes: ContractSizes,
): readonly ArchiveFile[] {
  for (const [coin, size] of Object.entries(sizes)) {
    if (!(size > 0)) throw new ArchiveFolderError(`--contract-size ${coin} is a number above 0, got ${size}`);
    if (!files.some((file) => mayHaveContracts(file) && coinOf(file) === coin))
      throw new ArchiveFolderError(`--contract-size ${coin}: no file of ${coin} has sizes in contracts`);
  }
  return files.map((file) =>
    mayHaveContracts(file) ? { ...file, contractSize: sizes[coinOf(file)] } : file,
  );
}

/** What a file whose sizes are in contracts needs, as the end of a sentence. */
export function sizeWanted(file: ArchiveFile): string {
  return `--contract-size ${coinOf(file)}=0.01 says how many coins a contract has, with the figure that is right`;
}

/**
 * Whether a file may have sizes in contracts. Sizes of the archives' own forms are in coins. For forms that
 * others use, too, only the columns show it, once the file is open.
 */
function mayHaveContracts({ naming, kind }: ArchiveFile): boolean {
  return naming !== "archive" || kind === "trades" || kind === "bookTicker" || kind === "klines";
}

function coinOf({ pair }: ArchiveFile): string {
  return pair.replace(/USDT$/, "").toLowerCase();
}
