import { BUY } from "../../../kernel/core/index.ts";
import type { SourceLevel } from "../mirror/sourceBook.ts";

/** After this many trades in a row that do not fit, their unit is reported as wrong. */
const MISFITS = 20;

/**
 * Watches whether a source's trades are a lot or more here, and no larger than its book. If sizes are read in
 * a wrong unit, every trade is too small or too large.
 */
export class TradeFit {
  /** Lots of the source's newest book, by side. */
  readonly #lots: [number, number] = [0, 0];
  #misfits = 0;
  #problem = "";

  /** What does not fit, in a sentence without a stop; "" for nothing. */
  get problem(): string {
    return this.#problem;
  }

  book(bids: readonly SourceLevel[], asks: readonly SourceLevel[]): void {
    for (const [side, levels] of [bids, asks].entries())
      this.#lots[side as 0 | 1] = levels.reduce((sum, { lots }) => sum + lots, 0);
  }

  /**
   * @param lots of a trade, a whole number: rounded down, after what earlier trades were rounded down by was
   * added; 0 is less than a lot
   */
  trade(takerSide: number, lots: number): void {
    const shown = this.#lots[takerSide === BUY ? 1 : 0];
    const isFitting = lots > 0 && lots <= shown;
    this.#misfits = isFitting ? 0 : this.#misfits + 1;
    if (isFitting) this.#problem = "";
    else if (this.#misfits >= MISFITS)
      this.#problem =
        lots === 0
          ? `its last ${MISFITS} trades together are less than a lot here`
          : `each of its last ${MISFITS} trades is larger than all of its book`;
  }
}
