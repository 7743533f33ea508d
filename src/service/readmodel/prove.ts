import { DAY_MS } from "../../kernel/host/clock.ts";
import { isClient } from "./equityTable.ts";
import type { RowBatch } from "./rows.ts";
import type { Statements } from "./statements.ts";
import { DamageError, type Table, type Values } from "./table.ts";
import {
  accounts,
  accountTotals,
  allTables,
  contracts,
  countedTables,
  minutes,
  orderCounts,
  orders,
  progress,
  publicTrades,
} from "./tables.ts";

/** One piece of a pass over the store: `rows` rows from a place on; without a place, from the beginning. */
export interface ProveQuery {
  /** The table's number, then the key of the first row; without a key, from the table's last row on. */
  readonly from: readonly number[];
  readonly rows: number;
  /** Only the newest day, where a table's rows are in the order of time. */
  readonly newest?: boolean | undefined;
}

/** Counts are checked this many at a time, since for each the orders have to be counted. */
const COUNTS_ROWS = 16;

/**
 * Tables whose rows are numbered 1, 2, 3 … in the last column of their key; of public trades the oldest are
 * deleted.
 */
const isNumbered = (table: Table): boolean => table.place("ordinal") >= 0 && table !== orders;

/** The column of time in whose order a table's rows are, if it is not `time`; minutes have none. */
const timeColumns = new Map<Table, string>([
  [orders, "created_time"],
  [accounts, "opened"],
  [contracts, "listed"],
  [minutes, "none"],
]);

/**
 * Checks some rows, in the order of tables and backwards in that of keys: each row against its checksum,
 * that an index leads to it, and that no number between two is missing; at the end of a table, that it has
 * as many rows as were written, in itself and in each index. Every check is of one state of the store, so it
 * does not matter what is written between two pieces.
 *
 * @returns where the next piece begins; `more` is false at the end of a pass
 * @throws DamageError
 */
export function prove(statements: Statements, query: ProveQuery): RowBatch {
  const {
    from: [at = 0, ...key],
    rows: most,
    newest = false,
  } = query;
  const table = allTables[at]!;
  const limit = table === orderCounts ? Math.min(most, COUNTS_ROWS) : most;
  const before =
    key.length === 0 ? "" : `WHERE (${table.key.join(", ")}) <= (${key.map(() => "?").join(", ")})`;
  const order = table.key.map((column) => `${column} DESC`).join(", ");
  const found = statements.rows(table, `${before} ORDER BY ${order} LIMIT ?`, ...key, limit);
  const old = newest ? firstOlder(statements, table, found) : -1;
  const rows = old < 0 ? found : found.slice(0, old);
  const isLast = found.length < limit && old < 0;
  if (isNumbered(table)) proveNumbers(table, rows, old < 0 ? undefined : found[old], isLast);
  for (const row of rows) proveRow(statements, table, row);
  if (isLast) proveLength(statements, table);
  // The next piece begins with this one's last row, so that a number missing between two pieces is noticed.
  // Where the rest of a list is older than a day, it begins with the list before that.
  const next = isLast
    ? [at + 1]
    : [at, ...(old < 0 ? keyOf(table, found.at(-1)!) : [...keyOf(table, found[old]!).slice(0, -1), -1])];
  const more = next[0]! < allTables.length;
  return { words: Float64Array.from(more ? next : []), texts: [], total: rows.length, more };
}

function keyOf(table: Table, row: Values): number[] {
  return table.key.map((column) => row[table.place(column)] as number);
}

/** The first row that is older than a day; −1 if there is none. */
function firstOlder(statements: Statements, table: Table, rows: readonly Values[]): number {
  const time = table.place(timeColumns.get(table) ?? "time");
  const since = (progressIn(statements)[progress.place("applied_time")] as number) - DAY_MS;
  return time < 0 ? -1 : rows.findIndex((row) => (row[time] as number) < since);
}

/**
 * @param next the row after the last, if that is not the last of a piece
 * @param isLast whether the table has no further rows
 */
function proveNumbers(
  table: Table,
  rows: readonly Values[],
  next: Values | undefined,
  isLast: boolean,
): void {
  const ordinal = table.place("ordinal");
  const series = table.key.slice(0, -1).map((column) => table.place(column));
  for (const [i, row] of rows.entries()) {
    const lower = rows[i + 1] ?? next;
    if (lower === undefined && !isLast) return;
    const goesOn = lower !== undefined && series.every((column) => lower[column] === row[column]);
    if (!goesOn && table === publicTrades) continue;
    if ((goesOn ? (lower[ordinal] as number) : 0) === (row[ordinal] as number) - 1) continue;
    throw new DamageError(table.name, table.named(row), "follows on one that is missing or too many");
  }
}

function proveRow(statements: Statements, table: Table, row: Values): void {
  const of = (column: string): number => row[table.place(column)] as number;
  for (const { name, columns, given } of table.indexes) {
    const keys = [...new Set([...columns, ...table.key])];
    if (given !== undefined && row.at(-1) === "") continue;
    const where = [...keys.map((column) => `${column} = ?`), ...(given === undefined ? [] : [given])];
    const sql = `SELECT 1 FROM ${table.name} INDEXED BY ${name} WHERE ${where.join(" AND ")}`;
    if (statements.first(sql, ...keys.map((column) => row[table.place(column)]!)) === undefined)
      throw new DamageError(table.name, table.named(row), `is not found by the index ${name}`);
  }
  if (table === accounts && isClient(of("kind"))) proveThere(statements, accountTotals, [of("account")]);
  if (table === orders)
    proveThere(statements, orderCounts, [of("account"), of("contract"), of("filter_key")]);
  if (table === orderCounts) {
    const sql = `SELECT count(*) FROM orders INDEXED BY orders_by_contract
      WHERE account = ? AND contract = ? AND filter_key = ?`;
    proveCount(table, table.named(row), statements.first(sql, ...keyOf(table, row))![0]!, of("rows"));
  }
}

/** Checks that a row of this key exists; its content is checked when its own table is. */
function proveThere(statements: Statements, table: Table, key: readonly number[]): void {
  const where = table.key.map((column) => `${column} = ?`).join(" AND ");
  if (statements.first(`SELECT 1 FROM ${table.name} WHERE ${where}`, ...key) !== undefined) return;
  const named = table.key.map((column, i) => `${column} ${key[i]}`).join(", ");
  throw new DamageError(table.name, named, "is missing");
}

function proveLength(statements: Statements, table: Table): void {
  const counted = countedTables.indexOf(table);
  if (counted < 0) return;
  const rows = progressIn(statements)[progress.place(table.name)] as number;
  const ways = table.indexes
    .filter(({ given }) => given === undefined)
    .map(({ name }) => `INDEXED BY ${name}`);
  for (const way of ["NOT INDEXED", ...ways]) {
    const [found] = statements.first(`SELECT count(*) FROM ${table.name} ${way}`) as [number];
    proveCount(table, `of all, ${way.toLowerCase()}`, found, rows);
  }
}

function proveCount(table: Table, what: string, found: number, rows: number): void {
  if (found === rows) return;
  throw new DamageError(table.name, what, `is missing or one too many: there are ${found}, not ${rows}`);
}

function progressIn(statements: Statements): Values {
  const [row] = statements.rows(progress, "");
  if (row === undefined) throw new DamageError(progress.name, "id 1", "is missing");
  return row;
}
