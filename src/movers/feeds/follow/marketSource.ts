import type { ContractView, Points, Rate, TimeMs } from "../../../kernel/core/index.ts";
import type { SourceLevel, SourceTrade } from "../mirror/mirror.ts";
import type { SourcePast } from "./sourcePast.ts";

/** A source's message about one contract, in that contract's ticks and lots. */
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
  /** The source's own mark; 0 if it has none, so that the venue makes one. */
  | { readonly type: "mark"; readonly contract: number; readonly points: Points }
  /** The rate of the source's running funding period. */
  | { readonly type: "rate"; readonly contract: number; readonly rate: Rate }
  /**
   * This process was held up: for `ms` milliseconds it read nothing of what the source sent. Whatever waits
   * for a message of the source waits `ms` longer.
   */
  | { readonly type: "late"; readonly contract: number; readonly ms: number }
  /** A trade of less than one lot; it counts in the field `why` of {@link LeftOut}. */
  | { readonly type: "leftOut"; readonly contract: number; readonly why: "lot" }
  /**
   * Until the contract's next book none of its quotes may stand, and it is `held` (command `followSource`).
   */
  | { readonly type: "withdraw"; readonly contract: number };

/** How many trades of a source the venue does not repeat one by one, since this run began. */
export interface LeftOut {
  /** Trades beyond the price band. */
  readonly band: number;
  /** Trades of less than a lot, whose size is in the next trade of their side. */
  readonly lot: number;
  /** Trades that came while the venue's contract was halted, or had no mark price yet. */
  readonly halt: number;
  /** Trades after which the house would own more than it may, and trades that the venue refused otherwise. */
  readonly limit: number;
}

export const NOTHING_LEFT_OUT: LeftOut = { band: 0, lot: 0, halt: 0, limit: 0 };

/** Another market that this venue shows: a recorded one, or another exchange's at present. */
export interface MarketSource {
  /** The source's name for users: `replay of ./data`. */
  readonly name: string;
  /** The contracts that the source has messages about. */
  readonly contracts: readonly number[];
  /** Gives out the messages up to `time`, in order. */
  play(time: TimeMs, emit: (message: SourceMessage) => void): Promise<void>;
  close(): Promise<void>;
}

/** How the book of a source is shown; a field that is not given takes the default. */
export interface ShownAs {
  /** How long lots that a client took stay taken, ms; Infinity: until the source's own level is gone. */
  readonly memoryMs?: number | undefined;
  /**
   * Where a level shrinks without a trade: whether each of the house's orders there shrinks in proportion, or
   * the newest go first.
   */
  readonly proportional?: boolean | undefined;
}

/** A source as a scenario names it; it is opened once the contracts are listed. */
export interface SourceSpec {
  readonly name: string;
  /**
   * Part of the name of the source's house account: a source of another kind has an account of its own, and
   * does not continue the positions of this one's.
   */
  readonly kind: string;
  /** How the source's book is shown, where that differs from the default. */
  readonly shown?: ShownAs | undefined;
  /** Which of the source's terms could not be taken over, in sentences. */
  readonly notes?: readonly string[];
  /** The source's past of a contract before `end`; undefined for none. */
  past?(contract: ContractView, end: TimeMs): Promise<SourcePast | undefined>;
  /**
   * @param from market time at which this run begins
   * @param onState called when a contract's market comes, goes or stops
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
 * | thin | a side shows less than the source's best level, or nothing: the tiers let the house own no more |
 * | misfit | its trades do not fit the lot, the book, or the unit that the operator gave; shown all the same |
 * | made | its touch, book, index or mark no longer comes while trades do: it is made of what is fresh |
 * | unsure | the unit of its sizes cannot be told, or has changed |
 * | stale | no news of its book, or trades while the book is silent |
 * | crossed | its best bid has been at or above its best ask for too long |
 * | gap | its whole book differs from the one that its updates make: a new connection is made |
 * | reconnecting | its connection broke, and nothing has come since |
 * | gone | nothing is left to follow: the source no longer knows the market, or the files are at their end |
 *
 * The states are those of a contract's market at the source. In every state but `live`, `thin`, `misfit`,
 * `made` and `gap` none of its quotes stand, and the contract is `held` (`followSource`).
 */
const sourceStates = [
  "starting",
  "live",
  "thin",
  "misfit",
  "made",
  "unsure",
  "stale",
  "crossed",
  "gap",
  "reconnecting",
  "gone",
] as const;
export type SourceState = (typeof sourceStates)[number];

/** A source's line: the connection for one contract, and its state. */
export interface SourceLineView {
  readonly symbol: string;
  /** The market's name at the source. */
  readonly market: string;
  readonly state: SourceState;
  /** The last problem; "" for none. */
  readonly problem: string;
  /**
   * The unit of its sizes and what shows it, in a sentence without a stop; "" for a source without such a
   * question.
   */
  readonly sizes: string;
}

/**
 * The books and trades that came in one beat, in the order in which they happened at the source if it gives
 * the time of each, else in that of their arrival. The two differ when this process was held up: then the
 * newest book may arrive before older trades. A book shows the trades of its own millisecond, so these go
 * first.
 */
export function inSourceOrder(messages: readonly SourceMessage[]): readonly SourceMessage[] {
  const timed = messages.flatMap((message) => {
    const time = timeOf(message);
    return time === undefined ? [] : [{ message, time }];
  });
  if (timed.length < messages.length) return messages;
  timed.sort((a, b) => a.time - b.time || rank(a.message) - rank(b.message));
  return timed.map(({ message }) => message);
}

function timeOf(message: SourceMessage): number | undefined {
  if (message.type === "book") return message.sourceTime;
  return message.type === "trade" ? message.trade.sourceTime : undefined;
}

function rank({ type }: SourceMessage): number {
  return type === "book" ? 1 : 0;
}
