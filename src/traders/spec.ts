import type { TraderKind } from "./trader.ts";

/** A trader as a scenario wants it. */
export interface TraderSpec {
  /** Its account is `trader-NAME`, or `trader-NAME-1` and on where there are several. */
  readonly name: string;
  readonly kind: TraderKind;
  /** Whether it acts from the start; an operator may switch it. */
  readonly on: boolean;
  /** How many there are, each with an account and a seed of its own. */
  readonly count: number;
  /** The contracts that it trades in; undefined: all. */
  readonly symbols: readonly string[] | undefined;
  /** It has a turn once in so much market time, ms, at a moment that its seed draws. */
  readonly everyMs: number;
  /** What its account is opened with, whole USDT, and its leverage as a factor. */
  readonly balance: number;
  readonly leverage: number;
  /** Whether it is brought back to its balance, by a logged deposit, when it has lost half. */
  readonly refill: boolean;
  /** Undefined: drawn from the venue's. */
  readonly seed: number | undefined;
  /** Numbers of its kind that are not as usual. */
  readonly parameters: Readonly<Record<string, number>>;
}

/** What each is where a scenario does not say. */
export const USUAL_TRADER = {
  on: true,
  count: 1,
  symbols: undefined,
  everyMs: 1_000,
  balance: 100_000,
  leverage: 10,
  refill: false,
  seed: undefined,
  parameters: {},
} as const satisfies Partial<TraderSpec>;
