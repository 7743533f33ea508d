import type { DatabaseSync } from "node:sqlite";
import { DatabaseSync as Database } from "../../kernel/host/sqlite.ts";
import { SOURCES } from "./export.ts";
import type { ExportName, ExportQuery, StorePiece } from "./history.ts";
import { progressOf } from "./schema.ts";
import type { Table, Values } from "./table.ts";
import { accounts, allTables, contracts, definitions } from "./tables.ts";

/** Rows of a piece: it takes some ms to read and send it, for which others wait. */
const PIECE_ROWS = 256;

/**
 * The tables that an export needs from a store in memory, piece by piece, each read when it is asked for;
 * the store is written to in between. All rows are as of the first call: rows are only added, and younger
 * ones are left out. Samples of equity that are deleted meanwhile, since only those of hours are kept, are
 * missing.
 *
 * @param what undefined: only the names
 */
export function* historyPieces(
  database: DatabaseSync,
  what: ExportName | undefined,
  { accounts: asked, from = 0, to = Number.MAX_SAFE_INTEGER }: ExportQuery,
): Generator<StorePiece, void> {
  const { appliedSeq } = progressOf(database);
  for (const table of [accounts, contracts])
    for (const rows of inPieces(database, table)) yield { table: table.name, rows };
  if (what === undefined) return;
  const { table, time, seq } = SOURCES[what];
  const at = (row: Values, column: string): number => row[table.place(column)] as number;
  const isMeant = (row: Values): boolean =>
    at(row, time) >= from && at(row, time) <= to && at(row, seq) <= appliedSeq;
  for (const account of asked ?? accountsIn(database, table))
    for (const rows of inPieces(database, table, account))
      yield { table: table.name, rows: rows.filter(isMeant) };
}

/**
 * The rows of a table in the order of its key, of one account where the key begins with it; each piece is
 * read when it is asked for.
 */
function* inPieces(database: DatabaseSync, table: Table, ...account: number[]): Generator<Values[]> {
  const key = table.key.at(-1)!;
  const whose = account.length === 0 ? "" : "account = ? AND ";
  const select = database.prepare(
    `SELECT ${table.columns.join(", ")} FROM ${table.name} WHERE ${whose}${key} > ? ORDER BY ${key} LIMIT ${PIECE_ROWS}`,
  );
  select.setReturnArrays(true);
  for (let after = -1, isMore = true; isMore; ) {
    const rows = select.all(...account, after) as unknown as Values[];
    yield rows;
    isMore = rows.length === PIECE_ROWS;
    if (isMore) after = rows.at(-1)![table.place(key)] as number;
  }
}

/** The accounts that have rows in a table, ascending. */
function* accountsIn(database: DatabaseSync, table: Table): Generator<number> {
  const next = database.prepare(`SELECT min(account) AS account FROM ${table.name} WHERE account > ?`);
  for (let after = -1; ; ) {
    const account = next.get(after)!["account"] as number | null;
    if (account === null) return;
    yield account;
    after = account;
  }
}

/**
 * A store made of the pieces that were handed over. The caller closes it.
 *
 * @param next the next piece; undefined: there are no more
 */
export async function takenOver(next: () => Promise<StorePiece | undefined>): Promise<DatabaseSync> {
  const database = new Database(":memory:");
  database.exec(`BEGIN; ${definitions}`);
  const inserts = new Map(allTables.map((table) => [table.name, table.insert(database)]));
  for (let piece = await next(); piece !== undefined; piece = await next()) {
    const insert = inserts.get(piece.table)!;
    for (const row of piece.rows) insert.run(...row);
  }
  database.exec("COMMIT");
  return database;
}
