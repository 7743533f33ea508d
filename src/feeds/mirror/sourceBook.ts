/** A source's book and trades, in the contract's own ticks and lots. */

export interface SourceLevel {
  readonly price: number;
  readonly lots: number;
}

export interface SourceTrade {
  /** BUY: the taker bought. */
  readonly takerSide: number;
  readonly price: number;
  readonly lots: number;
  /** When the source made it; undefined where it does not say. */
  readonly sourceTime: number | undefined;
}
