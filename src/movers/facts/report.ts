import type { Finding } from "./facts.ts";
import { FACTS, findingsOf, LARGEST_FACTS, MAJOR_FACTS } from "./facts.ts";
import type { Minutes, Tape } from "./tape.ts";
import { DAY_MINUTES, sliceMinutes } from "./tape.ts";
import type { Comparison } from "./twoSample.ts";
import { compare } from "./twoSample.ts";

/** The findings for one contract. */
export interface ContractReport {
  readonly tape: Tape;
  readonly findings: readonly Finding[];
  /** Comparisons with the contract's own past, and with the recording that was named. */
  readonly comparisons: readonly {
    readonly to: string;
    readonly tape: Minutes;
    readonly rows: readonly Comparison[];
  }[];
}

export interface MarketReport {
  /** What was measured, and how to measure it again. */
  readonly subject: string;
  readonly contracts: readonly ContractReport[];
}

/** A tape to compare with. */
export interface Other {
  readonly to: string;
  readonly minutes: Minutes;
}

/**
 * Measures a contract.
 *
 * @param rank its place by size in its market, from 0; the first ones have more facts
 * @param others each is compared over one day, the last of both, or over what there is
 */
export function reportOn(tape: Tape, rank: number, others: readonly Other[]): ContractReport {
  const facts = [...FACTS, ...(rank < 2 ? MAJOR_FACTS : []), ...(rank < 1 ? LARGEST_FACTS : [])];
  return {
    tape,
    findings: findingsOf(tape, facts),
    comparisons: others.map(({ to, minutes }) => ({
      to,
      tape: minutes,
      rows: compare(lastDay(tape.minutes), lastDay(minutes)),
    })),
  };
}

function lastDay(minutes: Minutes): Minutes {
  const count = minutes.open.length;
  return sliceMinutes(minutes, Math.max(0, count - DAY_MINUTES), count);
}

/** The note on a report about less than a day. */
export const SHORT =
  "The bounds are of whole days: what is shorter misses some of them by chance, or because its hours are calm.";

export function isShort(reports: readonly ContractReport[]): boolean {
  return reports.some(({ tape }) => tape.minutes.open.length < DAY_MINUTES);
}

/** How many of the facts and comparisons with bounds hold. */
export function score(reports: readonly ContractReport[]): {
  readonly held: number;
  readonly judged: number;
} {
  const verdicts = reports.flatMap(({ findings, comparisons }) => [
    ...findings.map(({ holds }) => holds),
    ...comparisons.flatMap(({ rows }) => rows.map(({ holds }) => holds)),
  ]);
  const judged = verdicts.filter((each) => each !== undefined);
  return { held: judged.filter(Boolean).length, judged: judged.length };
}
