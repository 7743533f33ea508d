import type { AccountId, HeapPlace, PositionId, PositionSlot } from "../units/kinds.ts";
import { listBy } from "../units/kinds.ts";

/** A counterparty of auto-deleveraging, with its score as a fraction. */
export interface Ranked {
  /** Slot. */
  readonly position: PositionSlot;
  /** Later ids were opened later. */
  readonly id: PositionId;
  /** Score = numerator / denominator; the denominator is positive, or 0 where nothing backs the position. */
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** A scored position in the queue; the score is good as long as nothing of its account has changed. */
export interface Waiting extends Ranked {
  readonly account: AccountId;
  /** How often the account had been scored when this score was made. */
  readonly scored: number;
}

/** A binary heap, first to be closed on top. */
export type RankHeap = ReturnType<typeof listBy<HeapPlace, Waiting>>;

/** The queue of a leg of a contract. */
export class LegQueue {
  /** Positions with a net side, and all positions. */
  readonly net: RankHeap = listBy<HeapPlace, Waiting>();
  readonly whole: RankHeap = listBy<HeapPlace, Waiting>();
  readonly scored = new Map<AccountId, number>();
  /** Accounts whose positions were taken from the queue. */
  readonly taken = new Set<AccountId>();
  changesSeen: number;

  constructor(changesSeen: number) {
    this.changesSeen = changesSeen;
  }
}

/**
 * Who is deleveraged next, kept while one command executes: a crash closes thousands of positions at one
 * mark, and ranking everybody for each of them would cost the square of that.
 *
 * Scores change with marks, which end the whole queue, and with the account, which {@link changed} tells: its
 * positions are scored anew before the next closing (deleverageQueue.ts).
 */
export class DeleverageQueues {
  /** By contract and leg. */
  readonly legs = new Map<number, LegQueue>();
  /** Accounts that changed since, in order; one may stand there several times. */
  readonly changes: AccountId[] = [];

  changed(account: AccountId): void {
    if (this.changes.at(-1) !== account) this.changes.push(account);
  }
}
