import { quantaOfText } from "../../interface/wire/index.ts";
import type { Quanta } from "../../kernel/core/index.ts";
import { bigDivFloor } from "../../kernel/core/index.ts";
import type { RunningPerformance } from "../readmodel/index.ts";
import type { Contest, Measure } from "./definition.ts";
import { measures } from "./definition.ts";

/** What a team's score depends on. */
export interface Scored {
  /** Performance since the round began. */
  readonly performance: RunningPerformance;
  /** The value of its fills. */
  readonly volume: Quanta;
}

/** Measures, weights and scores are whole numbers of 1e-8; this is 1. */
const ONE = 100_000_000n;
/** Statistics give the Sharpe ratio as a whole number of 1e-4; times this it is one of 1e-8. */
const SHARPE_TO_PARTS = 10_000n;

/**
 * The measures of a team, each in 1e-8 parts, the larger the better: return, drawdown (0 or below) and Sharpe
 * (0 where there is none) as statistics have them (docs/reference/statistics.md), and volume, which is its
 * turnover divided by the balance that every team began with, floored.
 */
export function measuresOf(
  { balance }: Pick<Contest, "balance">,
  { performance, volume }: Scored,
): Readonly<Record<Measure, bigint>> {
  return {
    return: performance.return,
    drawdown: -performance.drawdown,
    volume: bigDivFloor(volume * ONE, quantaOf(balance)),
    sharpe: BigInt(performance.sharpe().sharpe ?? 0) * SHARPE_TO_PARTS,
  };
}

/** The score: Σ weight · measure, floored, in 1e-8 parts. */
export function scoreOf(contest: Pick<Contest, "balance" | "score">, team: Scored): bigint {
  const found = measuresOf(contest, team);
  let sum = 0n;
  for (const measure of measures) sum += quantaOf(contest.score[measure] ?? "0") * found[measure];
  return bigDivFloor(sum, ONE);
}

const quantaOf = (text: string): bigint => quantaOfText(text)!;

/** What decides over a place. */
export interface Placed {
  readonly team: string;
  readonly score: bigint;
  /** The drawdown, 0 or below: of two with equal scores, the one with the shallower fall stands first. */
  readonly drawdown: bigint;
  readonly trades: number;
  readonly liquidations: number;
}

/**
 * Teams in their order, each with its rank: by score, where that is equal by the shallower drawdown, then by
 * name. Equal scores share a rank, and the ranks after them are left out. Those that were liquidated stand as
 * a contest says. Who has not traded comes last and has no rank.
 */
export function rankingOf<T extends Placed>(
  all: readonly T[],
  liquidated: Contest["liquidated"] = "counts",
): readonly (T & { readonly rank: number | null })[] {
  const groupOf = ({ trades, liquidations }: Placed): number =>
    trades === 0 ? 2 : liquidated !== "counts" && liquidations > 0 ? 1 : 0;
  const compare = (a: T, b: T): number => groupOf(a) - groupOf(b) || sign(b.score - a.score);
  const sorted = all.toSorted(
    (a, b) => compare(a, b) || sign(b.drawdown - a.drawdown) || (a.team < b.team ? -1 : 1),
  );
  let rank = 0;
  return sorted.map((each, i) => {
    const before = sorted[i - 1];
    if (before === undefined || compare(before, each) !== 0) rank = i + 1;
    const isRanked = groupOf(each) < (liquidated === "out" ? 1 : 2);
    return { ...each, rank: isRanked ? rank : null };
  });
}

function sign(difference: bigint): number {
  return difference > 0n ? 1 : difference < 0n ? -1 : 0;
}
