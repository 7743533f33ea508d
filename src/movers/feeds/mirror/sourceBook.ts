/** A source's book and trades, in the contract's own ticks and lots. */

export interface SourceLevel {
  readonly price: number;
  readonly lots: number;
}

export interface SourceTrade {
  /** The side of the taker: BUY if it bought. */
  readonly takerSide: number;
  readonly price: number;
  readonly lots: number;
  /** When the source made the trade; undefined where it does not say. */
  readonly sourceTime: number | undefined;
}
