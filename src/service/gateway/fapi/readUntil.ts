import type { Page } from "../../readmodel/index.ts";

/** A place in a list of history, and how many rows from there. */
interface Part {
  readonly limit: number;
  readonly before?: number;
  readonly since?: number;
}

/** A list of history, from one of its ends. */
interface List<Row> {
  readonly ask: (part: Part) => Promise<Page<Row>>;
  /** From its oldest row on, or from its newest back. */
  readonly oldest: boolean;
  /** The id by which its pages follow each other. */
  readonly idOf: (row: Row) => number;
  /** What rows have in common, two neighbours at most, that are made into one. */
  readonly groupOf: (row: Row) => number;
}

const LEAST = 16;
const MOST = 1_000;

/**
 * Reads a list until `needed` of what its rows make are there, or to its end: a row may make none of what is
 * asked for, or several. Rows of a group are made together.
 *
 * @param make of rows that follow each other, oldest first
 * @returns all that was made, as many as `needed` or more where there are, oldest first
 */
export async function readUntil<Row, Made>(
  { ask, oldest, idOf, groupOf }: List<Row>,
  needed: number,
  make: (rows: readonly Row[]) => readonly Made[],
): Promise<readonly Made[]> {
  let found: readonly Made[] = [];
  let place: Omit<Part, "limit"> = {};
  for (let limit = Math.min(MOST, Math.max(LEAST, needed)); ; limit = Math.min(MOST, 2 * limit)) {
    const { rows, more } = await ask({ limit, ...place });
    const edge = oldest ? rows[0] : rows.at(-1);
    // What belongs to the last row may be on the next page, which begins with it again.
    const isCut = (row: Row) => more && edge !== undefined && groupOf(row) === groupOf(edge);
    const made = make(rows.filter((row) => !isCut(row)).toReversed());
    found = oldest ? [...found, ...made] : [...made, ...found];
    if (!more || found.length >= needed) return found;
    const cut = rows.filter(isCut).map(idOf);
    place = oldest ? { since: Math.min(...cut) } : { before: Math.max(...cut) + 1 };
  }
}
