import type { ExchangeInstrument } from "./exchangeClient.ts";
import type { SizeUnit, SizeUnits, VolumeUnit } from "./sizeUnits.ts";
import { coinsIn } from "./sizeUnits.ts";

/** In which unit a source's sizes are read; `auto`: as measured. */
export const sourceSizes = ["auto", "contracts", "base"] as const satisfies readonly ("auto" | SizeUnit)[];
export type SourceSizes = (typeof sourceSizes)[number];

const WHICH_OPTION = "--source-sizes base or --source-sizes contracts decides";

const WORDS: Readonly<Record<VolumeUnit, string>> = {
  base: "base coin",
  contracts: "contracts",
  quote: "quote coin",
};

function bookAsTrades(units: SizeUnits): SizeUnits {
  return { ...units, book: units.book ?? units.trades };
}

function wordsOf(unit: VolumeUnit | undefined): string {
  return unit === undefined ? "what cannot be told" : WORDS[unit];
}

/**
 * What a start says of the units of its contracts: for each unit a sentence without a stop, with the evidence
 * of its first contract.
 */
export function sizeNotes(
  lines: readonly { readonly symbol: string; readonly reading: SizeReading }[],
): readonly string[] {
  const headings = new Set(lines.map(({ reading }) => reading.heading));
  return [...headings].map((heading) => {
    const [first, ...others] = lines.filter(({ reading }) => reading.heading === heading);
    const { symbol, reading } = first!;
    const many = others.length === 0 ? symbol : `${others.length + 1} of ${lines.length} contracts`;
    return `${heading} in ${many} (${symbol}: ${reading.evidence})`;
  });
}

/**
 * In which unit an instrument's sizes are read: the one that the operator names, else (`auto`) the one
 * measured. Where a later measurement shows another unit, a measured unit is in doubt until a measurement
 * shows it again; one that the operator named stays in use, and the contradiction is reported.
 */
export class SizeReading {
  readonly #contractSize: number;
  readonly #sizes: SourceSizes;
  #units: SizeUnits;
  #doubt = "";
  #contradiction = "";
  #isSure = false;

  constructor({ contractSize = 1 }: ExchangeInstrument, sizes: SourceSizes, measured: SizeUnits) {
    this.#contractSize = contractSize;
    this.#sizes = sizes;
    this.#units = sizes === "auto" ? bookAsTrades(measured) : { ...measured, book: sizes, trades: sizes };
    this.#contradict(measured);
  }

  /** How many coins one size of a book's level is, or of a trade; undefined while that is in doubt. */
  coinsIn(what: "book" | "trades"): number | undefined {
    const unit = this.#units[what];
    return unit === undefined || this.#doubt !== "" ? undefined : coinsIn(unit, this.#contractSize, 1);
  }

  /**
   * The unit of volumes of candles. One that cannot be told is taken for coins, which most of ccxt's classes
   * give.
   */
  get candles(): VolumeUnit {
    return this.#units.candles ?? "base";
  }

  /** Whether there is a unit for trades, named or measured. */
  get hasUnit(): boolean {
    return this.#units.trades !== undefined;
  }

  /** Whether the last measurement showed the unit that is in use. */
  get isSure(): boolean {
    return this.#isSure;
  }

  /** Why no size can be read at present; "" if it can. */
  get doubt(): string {
    return this.hasUnit ? this.#doubt : `${this.#units.evidence}: ${WHICH_OPTION}`;
  }

  /** What speaks against the operator's word for the unit; "" for nothing. */
  get contradiction(): string {
    return this.#contradiction;
  }

  /** The unit in use, in a word or two; or that there is none. */
  get heading(): string {
    const { book, trades } = this.#units;
    if (trades === undefined) return "the unit of sizes cannot be told";
    if (this.#contractSize === 1) return "a contract is one coin";
    return `sizes are ${wordsOf(trades)}${book === trades ? "" : `, in the book ${wordsOf(book)}`}`;
  }

  /** What shows the unit in use, or why there is none. */
  get evidence(): string {
    if (this.doubt !== "") return this.doubt;
    return this.#sizes === "auto" ? this.#units.evidence : this.#contradiction || "as --source-sizes says";
  }

  /** The units of all figures and what shows them, in a sentence without a stop. */
  get text(): string {
    const { candles, dayVolume } = this.#units;
    const others = `its candles count ${wordsOf(candles)}, its ticker ${wordsOf(dayVolume)}`;
    return `${this.heading} (${this.evidence}); ${others}`;
  }

  /** Takes the unit of the source's other markets, where this one's own figures show none. */
  takeFrom({ book, trades }: Pick<SizeUnits, "book" | "trades">): void {
    this.#units = { ...this.#units, book, trades, evidence: "as its other markets" };
  }

  get units(): SizeUnits {
    return this.#units;
  }

  /** Takes a later measurement. */
  learn(measured: SizeUnits): void {
    if (!this.hasUnit) this.#units = bookAsTrades(measured);
    const { trades, book = this.#units.book, evidence } = measured;
    if (trades === undefined) return;
    this.#contradict(measured);
    const isSame = trades === this.#units.trades && book === this.#units.book;
    this.#isSure = isSame || this.#sizes !== "auto";
    if (this.#sizes !== "auto") return;
    this.#doubt = isSame
      ? ""
      : `its sizes were ${WORDS[this.#units.trades!]} before, and now ${evidence}: a new start measures anew, ${WHICH_OPTION}`;
    if (isSame) this.#units = { ...measured, book, candles: measured.candles ?? this.#units.candles };
  }

  #contradict({ trades, evidence }: SizeUnits): void {
    if (this.#sizes === "auto" || this.#contractSize === 1 || trades === undefined) return;
    this.#contradiction =
      trades === this.#sizes
        ? ""
        : `--source-sizes says ${WORDS[this.#sizes]}, but they are ${WORDS[trades]}: ${evidence}`;
  }
}
