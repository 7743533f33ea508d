import type { TimeMs } from "../../../kernel/core/index.ts";
import { DAY_MS, MINUTE_MS, timeText } from "../../../kernel/host/clock.ts";
import type { ArchiveFile } from "./catalogue.ts";
import { lengthOf, sizeWanted } from "./catalogue.ts";
import type { Header, Row } from "./row.ts";

/**
 * A candle as a file has it: texts are decimals, the volume is in coins. `row` has its place in the file,
 * for error messages.
 */
export interface Candle {
  readonly time: TimeMs;
  readonly lengthMs: number;
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly close: string;
  readonly volume: string;
  readonly row: Row;
}

/** The names of the columns in the archives' layout, which may be a file's first line. */
export const CANDLE_COLUMNS =
  "open_time,open,high,low,close,volume,close_time,quote_volume,count,taker_buy_volume,taker_buy_quote_volume,ignore";
/** The indexes of these columns; of those that may be a volume in coins, the most likely one first. */
const ARCHIVE = {
  ...{ time: 0, open: 1, high: 2, low: 3, close: 4, volumes: [5] as readonly number[] },
  ...{ closeTime: 6 as number | undefined, quote: 7 as number | undefined },
};
type Columns = typeof ARCHIVE;

const NAMES = {
  time: /^(?:open ?_?time|time|timestamp|date|datetime|ts)$/,
  open: /^open$/,
  high: /^high$/,
  low: /^low$/,
  close: /^close$/,
  volume: /^(?:(?:base_?)?volume|vol|vol_?ccy)$/,
} as const;
const CLOSE_TIME = /^close ?_?time$/;
const QUOTE = /^(?:quote_?(?:asset_?)?volume|vol_?(?:ccy_?)?quote|turnover)$/;

/** How far a quote volume may be off the candle's prices, as a share. */
const SLACK = 0.1;

/** Reads the candles of one file. */
export class Candles {
  readonly #file: ArchiveFile;
  readonly #columns: Columns;
  /** The length of a candle where no line has a closing time, ms. */
  readonly #lengthMs: number;

  /** The candle that was read last. */
  last: Candle | undefined;

  /**
   * @param rows the file's first rows
   * @param last the candle before them, of another file
   */
  constructor(file: ArchiveFile, header: Header | undefined, rows: readonly Row[], last?: Candle) {
    this.#file = file;
    this.last = last;
    this.#columns = header === undefined ? within(ARCHIVE, rows[0]) : columnsOf(header);
    const times = rows.map((row) => row.time(this.#columns.time));
    const steps = times.slice(1).map((time, i) => Math.abs(time - times[i]!));
    const least = steps.filter((step) => step > 0).reduce((a, b) => Math.min(a, b), DAY_MS);
    this.#lengthMs = lengthOf(file.interval) ?? least;
  }

  read(row: Row): Candle {
    const at = this.#columns;
    const path = row.candle(at);
    const time = row.time(at.time);
    this.#refuseDisorder(row, time);
    this.last = {
      time,
      lengthMs: this.#lengthOf(row, time),
      ...{
        open: row.text(at.open),
        high: row.text(at.high),
        low: row.text(at.low),
        close: row.text(at.close),
      },
      volume: this.#volumeOf(row, Math.min(...path), Math.max(...path)),
      row,
    };
    return this.last;
  }

  #refuseDisorder(row: Row, time: TimeMs): void {
    if (this.last === undefined || time >= this.last.time + this.last.lengthMs) return;
    if (time === this.last.time) refuseDoubled(row, this.last);
    row.refuse(
      `the candle of ${timeText(time)} begins before that of ${timeText(this.last.time)} ends, in line ${this.last.row.line}: sort the file by time`,
    );
  }

  #lengthOf(row: Row, time: TimeMs): number {
    const { closeTime } = this.#columns;
    if (closeTime === undefined) return this.#lengthMs;
    const close = row.time(closeTime);
    if (close <= time) row.refuse(`close time ${close} lies before open time ${time}`);
    // A closing time may be the candle's last millisecond, or the first one of the next candle.
    const lengthMs = (close - time) % 1_000 === 0 ? close - time : close - time + 1;
    const { interval } = this.#file;
    if (interval !== "" && !interval.endsWith("mo") && lengthMs !== this.#lengthMs)
      row.refuse(
        `the candle is ${lengthMs / MINUTE_MS} minutes long, and the file is named as one of ${interval}`,
      );
    return lengthMs;
  }

  /** The volume in coins. Where there is a quote volume, it shows in which column or unit that is. */
  #volumeOf(row: Row, low: number, high: number): string {
    const { volumes, quote: quoteAt } = this.#columns;
    const { contractSize } = this.#file;
    const quoteText = quoteAt === undefined ? "" : row.text(quoteAt);
    const quote = amountOf(quoteText);
    const [only] = volumes;
    if (volumes.length === 1) row.quantity(only!);
    const found = volumes.map((at) => amountOf(row.text(at)));
    if (found.every((volume) => volume === 0)) return "0";
    if (quote === 0) {
      if (volumes.length > 1)
        row.refuse(
          "which of its volumes is in coins cannot be told: the quote volume that shows it is missing",
        );
      return contractSize === undefined ? row.text(only!) : String(found[0]! * contractSize);
    }
    const lastPlace = 10 ** -(quoteText.split(".")[1]?.length ?? 0);
    const isCoins = (volume: number) =>
      quote >= volume * low * (1 - SLACK) - lastPlace && quote <= volume * high * (1 + SLACK) + lastPlace;
    const inCoins = volumes.find((_, i) => isCoins(found[i]!));
    if (inCoins !== undefined) return row.text(inCoins);
    const contracts = found.find((volume) => contractSize !== undefined && isCoins(volume * contractSize));
    if (contracts === undefined)
      row.refuse(
        `its volume is not in coins${contractSize === undefined ? "" : `, nor in contracts of ${contractSize}`}: ${row.text(only!)} for a quote volume of ${quoteText} is a price of ${quote / found[0]!}, and it goes from ${low} to ${high}; ${sizeWanted(this.#file)}`,
      );
    return String(contracts! * contractSize!);
  }
}

/** Refuses a candle that the file has twice: it would count twice, or the two may differ. */
export function refuseDoubled(row: Row, other: Candle): never {
  row.refuse(`another candle begins at ${timeText(other.time)}, too: ${other.row.file}:${other.row.line}`);
}

/** The archives' columns, as far as a line has them: closing times and quote volumes may be missing. */
function within(columns: Columns, row: Row | undefined): Columns {
  const has = (column: number | undefined) =>
    column !== undefined && column < (row?.width ?? 0) ? column : undefined;
  return { ...columns, closeTime: has(columns.closeTime), quote: has(columns.quote) };
}

function columnsOf({ names, row }: Header): Columns {
  const find = (pattern: RegExp) => names.findIndex((name) => pattern.test(name));
  const at = Object.fromEntries(
    Object.entries(NAMES).map(([value, pattern]) => {
      const column = find(pattern);
      if (column < 0) row.refuse(`no column is named ${value}: they are ${names.join(", ")}`);
      return [value, column];
    }),
  ) as Record<keyof typeof NAMES, number>;
  const { volume: _, ...columns } = at;
  const volumes = [...names.keys()].filter((column) => NAMES.volume.test(names[column]!));
  const optional = (pattern: RegExp) => (find(pattern) < 0 ? undefined : find(pattern));
  return { ...columns, volumes, closeTime: optional(CLOSE_TIME), quote: optional(QUOTE) };
}

/** A decimal above 0; 0 for any other text, such as `None`. */
function amountOf(text: string): number {
  const value = Number(text);
  return value > 0 && Number.isFinite(value) ? value : 0;
}
