import type { ContractView, Points, TimeMs } from "../../core/index.ts";
import type { SourceLevel, SourceTrade } from "../mirror/sourceBook.ts";

/** What a source says of one contract, in its ticks and lots. */
export type SourceMessage =
  | {
      readonly type: "book";
      readonly contract: number;
      readonly bids: readonly SourceLevel[];
      readonly asks: readonly SourceLevel[];
      readonly sourceTime: number | undefined;
    }
  | { readonly type: "trade"; readonly contract: number; readonly trade: SourceTrade }
  | { readonly type: "index"; readonly contract: number; readonly points: Points }
  /** Nothing of this contract may stand until its next book. */
  | { readonly type: "withdraw"; readonly contract: number };

/** Another market that this one shows: of the past, or somebody else's present. */
export interface MarketSource {
  /** As users see it: `replay of ./data`. */
  readonly name: string;
  /** Says what came up to `time`, in order. */
  play(time: TimeMs, say: (message: SourceMessage) => void): Promise<void>;
  close(): Promise<void>;
}

/** How a scenario names its source: opened when the contracts are listed. */
export interface SourceSpec {
  readonly name: string;
  /** Whose accounts of the house these are; another source's positions are not gone on with. */
  readonly kind: string;
  /**
   * @param from market time at which this run begins
   * @param onState told when what is followed of a contract comes, goes or stops
   */
  open(
    contracts: readonly ContractView[],
    from: TimeMs,
    onState: (line: SourceLineView) => void,
  ): Promise<MarketSource>;
}

export type SourceState = "starting" | "live" | "stale" | "reconnecting" | "gone";

/** How it is with one contract of a source. */
export interface SourceLineView {
  readonly symbol: string;
  /** Its name there. */
  readonly market: string;
  readonly state: SourceState;
  /** What went wrong last; "" for nothing. */
  readonly problem: string;
}
