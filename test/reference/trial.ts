import fc from "fast-check";
import { expect } from "vitest";
import type { Seen } from "./compare.ts";
import { agree } from "./compare.ts";
import type { Coverage } from "./coverage.ts";
import type { resolve, Step } from "./tapes.ts";

/**
 * How random tapes are tried. What most tapes reach, hundreds of them reach hundreds of times; so every day
 * those are run that were chosen from as many as {@link Trial.from}: as few as will reach each thing
 * {@link Trial.times}, or as often as all of them together. Where a rule has changed what tapes draw and
 * something is reached no more, others follow until it is. `OUTCRY_LONG` runs them all, and more;
 * `OUTCRY_TAPES=n` the first n.
 *
 * `OUTCRY_CHOOSE=1` runs as many as are chosen from, and those that follow until everything is reached, and
 * prints which to choose.
 */
export interface Trial<T> {
  readonly drawn: fc.Arbitrary<T>;
  readonly seed: number;
  /** Numbers of tapes, which go on from one batch to the next ({@link checkNumbered}). */
  readonly chosen: string;
  readonly from: number;
  /** Several, since what a rule comes to depends on more than that it was reached. */
  readonly times: number;
  readonly long: number;
  /** Throws where the tape shows something wrong. */
  readonly run: (tape: T, count: (seen: Seen) => void) => void;
  readonly coverage: Coverage;
  /** What was not reached and should have been. */
  readonly missing: () => readonly string[];
}

/** How long a failing tape is shortened. */
const SHRINK_MS = 20_000;
/** So many further batches are run, each of a fourth of what is chosen from. */
const BATCHES = 8;

export function tryTapes<T>(trial: Trial<T>): void {
  const { seed, chosen, from, long, coverage, missing } = trial;
  const { OUTCRY_TAPES, OUTCRY_SEED, OUTCRY_LONG, OUTCRY_CHOOSE, OUTCRY_COVERAGE } = process.env;
  if (OUTCRY_CHOOSE !== undefined) return choose(trial);
  const first = Number(OUTCRY_SEED ?? seed);
  const all = OUTCRY_TAPES ?? (OUTCRY_LONG === undefined ? undefined : long);
  if (all !== undefined || first !== seed) check(trial, first, 0, Number(all ?? from));
  else for (const number of chosen.split(" ")) checkNumbered(trial, Number(number));
  if (missing().length > 0)
    console.warn(`further tapes are run, for ${missing().join(", ")}: OUTCRY_CHOOSE=1 says which to choose`);
  for (let batch = 1; batch <= BATCHES && missing().length > 0; batch++) {
    check(trial, first + batch, 0, batchOf(from));
  }
  if (OUTCRY_COVERAGE !== undefined) console.log(coverage.text());
  expect(missing(), `reached:\n${coverage.text()}`).toEqual([]);
}

/** How many tapes of a seed of its own a further batch has. */
const batchOf = (from: number): number => Math.ceil(from / 4);

/** The tape of a number: first come those of the seed that are chosen from, then each batch's. */
function checkNumbered<T>(trial: Trial<T>, number: number): void {
  const beyond = number - trial.from;
  if (beyond < 0) return check(trial, trial.seed, number, 1);
  const size = batchOf(trial.from);
  check(trial, trial.seed + 1 + Math.floor(beyond / size), beyond % size, 1);
}

/** Tapes `number` and following of a seed. */
function check<T>({ drawn, run, coverage }: Trial<T>, seed: number, number: number, numRuns: number): void {
  const property = shrinkingFor(SHRINK_MS, (tape: T) => run(tape, (seen) => coverage.add(seen)));
  const result = fc.check(fc.property(drawn, property), { seed, path: String(number), numRuns });
  if (!result.failed) return;
  const { message } = result.errorInstance as Error;
  const tape = number + result.numRuns - 1;
  throw new Error(`OUTCRY_SEED=${seed}, tape ${tape}, shrunk ${result.numShrinks} times\n\n${message}`);
}

/** Tapes of which every day some are run, and which together reach what is wanted. */
export interface Daily {
  readonly drawn: fc.Arbitrary<readonly Step[]>;
  /** What a drawn command means as things stand. */
  readonly meant: typeof resolve;
  readonly seed: number;
  readonly tapes: number;
  /** Names of what happens, of notes, `command: outcome`, and `ended reason`, parted by semicolons. */
  readonly wanted: string;
}

/** Runs so many tapes, a thousand on a long run, and asks for all that is wanted. */
export function tryDaily({ drawn, meant, seed: usual, tapes, wanted }: Daily): void {
  const reached = new Map<string, number>();
  const count = ({ command, outcome, happenings, notes }: Seen): void => {
    const ended = happenings.flatMap(({ what, reason }) => (what === "ended" ? [`ended ${reason}`] : []));
    const names = [...notes, `${command.type}: ${outcome}`, ...happenings.map(({ what }) => what), ...ended];
    for (const name of new Set(names)) reached.set(name, (reached.get(name) ?? 0) + 1);
  };
  const { OUTCRY_LONG, OUTCRY_TAPES, OUTCRY_COVERAGE, OUTCRY_SEED } = process.env;
  const numRuns = Number(OUTCRY_TAPES ?? (OUTCRY_LONG === undefined ? tapes : 1_000));
  const run = shrinkingFor(SHRINK_MS, (tape: readonly Step[]) => agree(tape, count, meant));
  const seed = Number(OUTCRY_SEED ?? usual);
  const result = fc.check(fc.property(drawn, run), { numRuns, seed });
  if (result.failed) throw new Error(`OUTCRY_SEED=${seed}\n\n${(result.errorInstance as Error).message}`);
  if (OUTCRY_COVERAGE !== undefined) console.log(reached);
  for (const name of wanted.split(";").map((each) => each.trim()))
    expect(reached.get(name) ?? 0, `${name}, of ${[...reached.keys()].join("; ")}`).toBeGreaterThan(0);
}

/** Whichever tape reaches most of what is still wanted, until nothing is. */
function choose<T>(trial: Trial<T>): void {
  const reached: (readonly string[])[] = [];
  const { coverage, from, missing } = trial;
  coverage.clear();
  const lacking = new Set(missing());
  const most = from + BATCHES * batchOf(from);
  for (let number = 0; number < from || (lacking.size > 0 && number < most); number++) {
    coverage.clear();
    checkNumbered(trial, number);
    reached.push(coverage.names());
    for (const name of coverage.names()) lacking.delete(name);
  }
  const wanted = new Map<string, number>();
  for (const name of reached.flat()) wanted.set(name, Math.min(trial.times, (wanted.get(name) ?? 0) + 1));
  const chosen: number[] = [];
  const gain = (number: number) =>
    chosen.includes(number) ? 0 : reached[number]!.filter((name) => wanted.get(name)! > 0).length;
  for (;;) {
    const best = [...reached.keys()].reduce((a, b) => (gain(b) > gain(a) ? b : a));
    if (gain(best) === 0) break;
    chosen.push(best);
    for (const name of reached[best]!) wanted.set(name, wanted.get(name)! - 1);
  }
  console.log(chosen.sort((a, b) => a - b).join(" "));
}

/** The property, but once it has failed it passes after `ms`: what ends the search for a shorter tape. */
export function shrinkingFor<T>(ms: number, property: (drawn: T) => void): (drawn: T) => void {
  let until = Number.POSITIVE_INFINITY;
  return (drawn) => {
    if (performance.now() > until) return;
    try {
      property(drawn);
    } catch (error) {
      until = Math.min(until, performance.now() + ms);
      throw error;
    }
  };
}
