import type { Quanta } from "../core/index.ts";
import { bigDivFloor, bigSqrtFloor } from "../core/index.ts";
import { quantaOfText } from "../wire/index.ts";
import type { Contest, Measure } from "./definition.ts";
import { measures } from "./definition.ts";

/** What a score hangs on, of one team. */
export interface Course {
  /** What it had at the end, or has now. */
  readonly equity: Quanta;
  /** What it had at the end of each minute of the round, oldest first. */
  readonly minutes: readonly Quanta[];
  /** The value of its fills. */
  readonly volume: Quanta;
  /** How often it was liquidated. */
  readonly liquidations: number;
}

/** Parts of one: measures, weights and scores are whole numbers of 1e-8. */
const ONE = 100_000_000n;

/**
 * The measures of a course, each in 1e-8 parts, the larger the better, rounded towards the worse:
 *
 * ```
 * return    (equity − balance) / balance                                   floored
 * drawdown  − greatest (peak − equity) / peak over the minutes             the loss rounded up; the first peak is the balance
 * volume    value of fills / balance                                       floored
 * sharpe    mean / deviation of the minutes' returns · √525 600 (a year)   towards zero; 0 without two minutes, or where they are alike
 * ```
 *
 * A minute's return is (equity − before) / before in 1e-12 parts, floored, before the first minute the balance; after nothing or less it is 0. The
 * deviation is that of a sample (n − 1).
 */
export function measuresOf(
  { balance }: Pick<Contest, "balance">,
  course: Course,
): Readonly<Record<Measure, bigint>> {
  const began = quantaOfText(balance)!;
  return {
    return: bigDivFloor((course.equity - began) * ONE, began),
    drawdown: -drawdownOf(began, course.minutes),
    volume: bigDivFloor(course.volume * ONE, began),
    sharpe: sharpeOf(began, course.minutes),
  };
}

/** The score: Σ weight · measure, floored, in 1e-8 parts. */
export function scoreOf(contest: Pick<Contest, "balance" | "score">, course: Course): bigint {
  const found = measuresOf(contest, course);
  let sum = 0n;
  for (const measure of measures) sum += quantaOf(contest.score[measure] ?? "0") * found[measure];
  return bigDivFloor(sum, ONE);
}

const quantaOf = (weight: string): bigint => quantaOfText(weight)!;

function drawdownOf(began: bigint, minutes: readonly bigint[]): bigint {
  let peak = began;
  let deepest = 0n;
  for (const equity of minutes) {
    if (equity > peak) peak = equity;
    const loss = -bigDivFloor((equity - peak) * ONE, peak);
    if (loss > deepest) deepest = loss;
  }
  return deepest;
}

const RETURN_PARTS = 1_000_000_000_000n;
const MINUTES_A_YEAR = 525_600n;

function sharpeOf(began: bigint, minutes: readonly bigint[]): bigint {
  let before = began;
  let sum = 0n;
  let squares = 0n;
  for (const equity of minutes) {
    const change = before > 0n ? bigDivFloor((equity - before) * RETURN_PARTS, before) : 0n;
    sum += change;
    squares += change * change;
    before = equity;
  }
  const n = BigInt(minutes.length);
  const spread = n * squares - sum * sum; // n (n − 1) times the variance
  if (n < 2n || spread === 0n) return 0n;
  const square = (sum * sum * MINUTES_A_YEAR * (n - 1n) * ONE * ONE) / (n * spread);
  return sum < 0n ? -bigSqrtFloor(square) : bigSqrtFloor(square);
}

/** Whoever is ranked. */
export interface Ranked {
  readonly team: string;
  readonly score: bigint;
  readonly liquidations: number;
}

/**
 * The order of a board: the highest score first, equal scores share a rank and stand by name; those that were liquidated stand as the contest
 * says. A rank is 1 plus the number of those who are ahead; 0: not ranked.
 */
export function rankingOf<T extends Ranked>(
  { liquidated }: Pick<Contest, "liquidated">,
  all: readonly T[],
): readonly (T & { readonly rank: number })[] {
  const isBehind = ({ liquidations }: Ranked): boolean => liquidated !== "counts" && liquidations > 0;
  const compare = (a: T, b: T): number =>
    Number(isBehind(a)) - Number(isBehind(b)) || (a.score < b.score ? 1 : a.score > b.score ? -1 : 0);
  const sorted = all.toSorted((a, b) => compare(a, b) || (a.team < b.team ? -1 : 1));
  let rank = 1;
  return sorted.map((each, i) => {
    const before = sorted[i - 1];
    if (before !== undefined && compare(before, each) !== 0) rank = i + 1;
    return { ...each, rank: liquidated === "out" && isBehind(each) ? 0 : rank };
  });
}
