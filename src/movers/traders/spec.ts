import type { TraderKind } from "./trader.ts";

/** A trader as a scenario describes it. */
export interface TraderSpec {
  /** Name of its account without `trader-`; with several, the accounts are `trader-NAME-1` and so on. */
  readonly name: string;
  readonly kind: TraderKind;
  /** Whether it acts from the start; an operator may switch it. */
  readonly on: boolean;
  /** How many there are, each with an account and a seed of its own. */
  readonly count: number;
  /** The contracts that it trades in; undefined: all. */
  readonly symbols: readonly string[] | undefined;
  /** The average market time between two turns, ms; the moments of the turns are drawn from its seed. */
  readonly everyMs: number;
  /** The balance that its account is opened with, in whole USDT, and its leverage as a factor. */
  readonly balance: number;
  readonly leverage: number;
  /** Whether a logged deposit restores its balance when it has lost half of it. */
  readonly refill: boolean;
  /** The trader's own seed; undefined: derived from the venue's. */
  readonly seed: number | undefined;
  /** Parameters of its kind that differ from the default. */
  readonly parameters: Readonly<Record<string, number>>;
}

/** Defaults for what a scenario leaves out. */
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
