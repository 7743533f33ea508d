import type { HouseSeed } from "../house/draws.ts";
import { hashOf } from "../house/draws.ts";
import type { LatencyRule } from "../messages/event.ts";
import { LATENCY_TO_BOOK, LATENCY_TO_PUSH } from "../model/latencyFields.ts";
import type { TimeMs } from "../units/units.ts";

/** What a profile remembers from one message to the next. */
export const latencyProgress = ["sent", "lastDue", "lastSeq"] as const;

/**
 * How long an account's messages are on their way: the n-th one takes a sample that the seed and n choose,
 * whatever happens in between, and none overtakes the one before.
 */
export class Latency {
  readonly rule: LatencyRule;
  readonly toBook: readonly number[];
  readonly toPush: readonly number[];
  /** Messages so far. */
  sent = 0;
  /** When the last message arrives, and the command that sent it. */
  lastDue: TimeMs = 0;
  lastSeq = 0;

  constructor(rule: LatencyRule) {
    this.rule = rule;
    const of = (wanted: number): number[] =>
      rule.samples.filter(({ way }) => way === wanted).map(({ ms }) => ms);
    this.toBook = of(LATENCY_TO_BOOK);
    this.toPush = of(LATENCY_TO_PUSH);
  }

  /** How long the next message takes to the book, ms. */
  nextToBook(): number {
    return sampleOf(this.seed, this.toBook, this.sent, LATENCY_TO_BOOK);
  }

  /** How long the changes made by command `seq` take to be pushed, ms; a function of that number. */
  toPushOf(seq: number): number {
    return sampleOf(this.seed, this.toPush, seq, LATENCY_TO_PUSH);
  }

  private get seed(): HouseSeed {
    const { seedA, seedB, seedC, seedD } = this.rule;
    return [seedA, seedB, seedC, seedD];
  }
}

function sampleOf(seed: HouseSeed, samples: readonly number[], index: number, way: number): number {
  if (samples.length === 0) return 0;
  return samples[hashOf(seed, index, way) % samples.length]!;
}
