import type { DatabaseSync } from "node:sqlite";
import { prove } from "./prove.ts";
import { openForReading } from "./schema.ts";
import { Statements } from "./statements.ts";
import { DamageError, type Table, type Values } from "./table.ts";
import { allTables, prehistoryTables } from "./tables.ts";

/** A place where a store differs from the journal. */
export interface Difference {
  readonly table: string;
  /** The columns of the row's key: `account 5, ordinal 17`. */
  readonly row: string;
  /** In words: which column differs and how, or that the row is missing or surplus. */
  readonly what: string;
}

/** Rows compared between two reports of progress. */
const PROGRESS_ROWS = 50_000;
/** Rows checked in one query. */
const PIECE_ROWS = 1_000;

/** The first damage that a store shows without the journal: in rows, in their numbers and in indexes. */
export function firstDamage(path: string): Difference | undefined {
  const database = openForReading(path);
  try {
    const statements = new Statements(database);
    for (let from: readonly number[] = [], more = true; more; ) {
      const piece = prove(statements, { from, rows: PIECE_ROWS });
      [from, more] = [[...piece.words], piece.more];
    }
    return undefined;
  } catch (error) {
    if (!(error instanceof DamageError)) throw error;
    const { table, row, what } = error;
    return { table, row, what: `it ${what}` };
  } finally {
    database.close();
  }
}

/**
 * The first difference between a store and one made anew up to the same command, table by table in the order
 * of their keys; `undefined` when all rows are the same. The generated past cannot be made anew: of that
 * only {@link firstDamage} can be found.
 */
export function firstDifference(
  path: string,
  anew: string,
  onProgress: (share: number) => void,
): Difference | undefined {
  const [stored, expected] = [openForReading(path), openForReading(anew)];
  try {
    const total = allTables.reduce((sum, table) => sum + rowsIn(expected, table), 0);
    let done = 0;
    for (const table of allTables) {
      if (prehistoryTables.includes(table)) continue;
      const difference = differenceIn(table, stored, expected, () => {
        done++;
        if (done % PROGRESS_ROWS === 0) onProgress(Math.min(done / total, 1));
      });
      if (difference !== undefined) return difference;
    }
    onProgress(1);
    return undefined;
  } finally {
    stored.close();
    expected.close();
  }
}

function differenceIn(
  table: Table,
  stored: DatabaseSync,
  expected: DatabaseSync,
  onRow: () => void,
): Difference | undefined {
  const [found, wanted] = [inOrder(stored, table), inOrder(expected, table)];
  for (;;) {
    const [a, b] = [found.next(), wanted.next()];
    if (a.done === true && b.done === true) return undefined;
    onRow();
    const order = a.done === true ? 1 : b.done === true ? -1 : compareKeys(table, a.value, b.value);
    if (order !== 0) {
      const row = (order > 0 ? b.value : a.value) as Values;
      return differing(table, row, order > 0 ? "it is missing" : "no command made it");
    }
    const column = table.columns.findIndex((_, i) => (a.value as Values)[i] !== (b.value as Values)[i]);
    if (column < 0) continue;
    const [is, should] = [(a.value as Values)[column], (b.value as Values)[column]];
    return differing(table, b.value as Values, `${table.columns[column]} is ${is}, and should be ${should}`);
  }
}

function differing(table: Table, row: Values, what: string): Difference {
  return { table: table.name, row: table.named(row), what };
}

function* inOrder(database: DatabaseSync, table: Table): Generator<Values> {
  const select = database.prepare(
    `SELECT ${table.columns.join(", ")} FROM ${table.name} ORDER BY ${table.key.join(", ")}`,
  );
  select.setReturnArrays(true);
  for (const row of select.iterate() as unknown as Iterable<Values>) yield row;
}

function compareKeys(table: Table, a: Values, b: Values): number {
  for (const column of table.key) {
    const place = table.place(column);
    const difference = (a[place] as number) - (b[place] as number);
    if (difference !== 0) return difference;
  }
  return 0;
}

function rowsIn(database: DatabaseSync, { name }: Table): number {
  return new Statements(database).first(`SELECT count(*) FROM ${name}`)![0]!;
}
