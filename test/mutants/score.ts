import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Mutation } from "./mutation.ts";

/** Where it stands what became of mutants, a row each, unless another file is asked for. */
export const SCORE_FILE = join(import.meta.dirname, "score.ndjson");

/** What became of a mutant. */
export interface Row extends Mutation {
  readonly seed: number;
  readonly file: string;
  readonly rooms: readonly string[];
  /** The test that failed; `null`: none did. */
  readonly killedBy: string | null;
  /** Whether the tests were not through when their time was over. */
  readonly outOfTime: boolean;
  readonly compiles: boolean;
  /** Why no test can find it, written by hand: it does not count. */
  readonly equivalent?: string;
}

export function rowsIn(path: string): readonly Row[] {
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, "utf8").split("\n").filter(Boolean);
  return lines.map((line) => JSON.parse(line));
}

/** How many were found, of those that compile and can be found. */
export function scoreOf(rows: readonly Row[]): string {
  const counted = rows.filter(({ compiles, equivalent }) => compiles && equivalent === undefined);
  return `${counted.filter(({ killedBy }) => killedBy !== null).length} of ${counted.length} found`;
}
