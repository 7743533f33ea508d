import type { ContractView, Points, Rate, TimeMs } from "../../core/index.ts";
import type { SourceLevel, SourceTrade } from "../mirror/sourceBook.ts";
import type { SourcePast } from "./sourcePast.ts";

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
  /** Its own mark; 0: it says none, so that the venue makes one. */
  | { readonly type: "mark"; readonly contract: number; readonly points: Points }
  /** The rate of its running funding period. */
  | { readonly type: "rate"; readonly contract: number; readonly rate: Rate }
  /** Nothing of this contract may stand until its next book, and what is open there is held. */
  | { readonly type: "withdraw"; readonly contract: number };

/** Another market that this one shows: of the past, or somebody else's present. */
export interface MarketSource {
  /** As users see it: `replay of ./data`. */
  readonly name: string;
  /** The contracts that it speaks of. */
  readonly contracts: readonly number[];
  /** Says what came up to `time`, in order. */
  play(time: TimeMs, say: (message: SourceMessage) => void): Promise<void>;
  close(): Promise<void>;
}

/** How the book of a source is shown; what is left out is as usual. */
export interface ShownAs {
  /** How long what a client took stays taken; Infinity: until the source's own level is gone. */
  readonly memoryMs?: number | undefined;
  /** What leaves a level without a trade leaves each of the house's orders there, in proportion; else the newest first. */
  readonly proportional?: boolean | undefined;
}

/** How a scenario names its source: opened when the contracts are listed. */
export interface SourceSpec {
  readonly name: string;
  /** Whose accounts of the house these are; another source's positions are not gone on with. */
  readonly kind: string;
  /** How its book is shown, where that is not as usual. */
  readonly shown?: ShownAs | undefined;
  /** What could not be taken as the source has it, in sentences. */
  readonly notes?: readonly string[];
  /** What the source says of a contract's past before `end`; undefined for nothing. */
  past?(contract: ContractView, end: TimeMs): Promise<SourcePast | undefined>;
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

/**
 * | State | |
 * |---|---|
 * | starting | nothing has come yet |
 * | live | shown as it is |
 * | stale | no news of its book, or trades beside a silent one |
 * | crossed | its best bid has not been below its best ask for long |
 * | gap | asked for its whole book it said another one than its updates make: it is listened to anew |
 * | reconnecting | its connection broke, and nothing has come since |
 * | gone | there is nothing more to follow: it knows the market no more, or the files are at their end |
 *
 * In all but `live` and `gap` nothing of it stands, and the contract is held.
 */
export const sourceStates = ["starting", "live", "stale", "crossed", "gap", "reconnecting", "gone"] as const;
export type SourceState = (typeof sourceStates)[number];

/** How it is with one contract of a source. */
export interface SourceLineView {
  readonly symbol: string;
  /** Its name there. */
  readonly market: string;
  readonly state: SourceState;
  /** What went wrong last; "" for nothing. */
  readonly problem: string;
}
