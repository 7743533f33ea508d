import { BILL_START_LIQUIDATE, FIRST_USER_ACCOUNT, NONE } from "../core/index.ts";
import { seriesOf } from "./candleTable.ts";
import {
  BILLS,
  CANDLES,
  CLOSES,
  counted,
  EQUITY,
  FILLS,
  FUNDING_RATES,
  idsOf,
  MARKET,
  MINUTES,
  ORDER_SPANS,
  ORDERS,
  PREHISTORY_CANDLES,
  PREHISTORY_RATES,
  REBATES,
  spanOf,
  TRADES,
} from "./counts.ts";
import { isClient } from "./equityTable.ts";
import { CANDLE_INTERVALS, PUBLIC_TRADES_KEPT } from "./history.ts";
import type { RowBatch } from "./rows.ts";
import type { Statements } from "./statements.ts";
import { DamageError, type Table, type Values } from "./table.ts";
import {
  accounts,
  allTables,
  bills,
  candles,
  closedPositions,
  contracts,
  counts,
  equitySamples,
  fills,
  fundingRates,
  liquidations,
  minutes,
  orders,
  prehistoryCandles,
  prehistoryFundingRates,
  progress,
  publicTrades,
  rebates,
  standings,
} from "./tables.ts";

/** One piece of a pass over the whole store: this many rows from a place on; without a place, from the beginning. */
export interface ProveQuery {
  /** The table's number, then the key of the first row; without a key, the table's first row. */
  readonly from: readonly number[];
  readonly rows: number;
}

/** Counts are checked so many at a time, since for one of them up to a whole span of orders is counted through. */
const COUNTS_ROWS = 16;

/** The key of a row of counts: account, list, contract, span. */
type List = readonly [number, number, number, number];

/** The list in which a row of each table is counted. */
const lists = new Map<Table, (of: (column: string) => number) => List>([
  [fills, (of) => [of("account"), FILLS, of("contract"), 0]],
  [closedPositions, (of) => [of("account"), CLOSES, of("contract"), 0]],
  [bills, (of) => [of("account"), BILLS + of("type"), of("contract"), 0]],
  [orders, (of) => [of("account"), ORDER_SPANS + of("filter_key"), of("contract"), spanOf(of("order_id"))]],
  [equitySamples, (of) => [of("account"), EQUITY, NONE, 0]],
  [rebates, (of) => [of("agent"), REBATES, NONE, 0]],
  [publicTrades, (of) => [MARKET, TRADES, of("contract"), 0]],
  [minutes, (of) => [MARKET, MINUTES, of("contract"), 0]],
  [candles, (of) => [MARKET, CANDLES + seriesOf(of("price"), of("interval")), of("contract"), 0]],
  [
    prehistoryCandles,
    (of) => [MARKET, PREHISTORY_CANDLES + seriesOf(of("price"), of("interval")), of("contract"), 0],
  ],
  [fundingRates, (of) => [MARKET, FUNDING_RATES, of("contract"), 0]],
  [prehistoryFundingRates, (of) => [MARKET, PREHISTORY_RATES, of("contract"), 0]],
]);

/**
 * Tables whose rows are numbered 1, 2, 3 … along the last column of their key; public trades lose their oldest rows.
 */
const numbered: readonly Table[] = [
  ...[
    fills,
    closedPositions,
    bills,
    publicTrades,
    candles,
    prehistoryCandles,
    fundingRates,
    prehistoryFundingRates,
  ],
];

/**
 * Checks some rows, in the order of tables and keys: each row against its checksum, that no row between two is
 * missing, and that each is counted; a row of counts, that there are as many rows. Every check is of one state of the
 * store, so it does not matter what is written between two pieces.
 *
 * @returns where the next piece begins; `more` is false at the end of a pass
 * @throws DamageError
 */
export function prove(statements: Statements, { from: [at = 0, ...key], rows: most }: ProveQuery): RowBatch {
  const table = allTables[at]!;
  const limit = table === counts ? Math.min(most, COUNTS_ROWS) : most;
  const columns = table.key.join(", ");
  const after = key.length === 0 ? "" : `WHERE (${columns}) >= (${key.map(() => "?").join(", ")})`;
  const rows = statements.rows(table, `${after} ORDER BY ${columns} LIMIT ?`, ...key, limit);
  if (numbered.includes(table)) proveNumbers(table, rows, key.length > 0);
  const proven = new Set<string>();
  for (const row of rows) proveRow(statements, table, row, proven);
  if (table === progress && rows.length !== 1) throw new DamageError("the row of progress is missing");
  const isTableDone = rows.length < limit;
  // The next piece begins with this one's last row, so that a row missing between two pieces is noticed.
  const next = isTableDone ? [at + 1] : [at, ...keyOf(table, rows.at(-1)!)];
  const more = next[0]! < allTables.length;
  return { words: Float64Array.from(more ? next : []), texts: [], total: rows.length, more };
}

function keyOf(table: Table, row: Values): number[] {
  return table.key.map((column) => row[table.place(column)] as number);
}

/** @param isLater whether other rows of the table were checked before the first one */
function proveNumbers(table: Table, rows: readonly Values[], isLater: boolean): void {
  const ordinal = table.place("ordinal");
  const series = table.key.slice(0, -1).map((column) => table.place(column));
  for (const [i, row] of rows.entries()) {
    const before = rows[i - 1];
    const goesOn = before !== undefined && series.every((column) => before[column] === row[column]);
    if (!goesOn && (table === publicTrades || (i === 0 && isLater))) continue;
    const expected = goesOn ? (before[ordinal] as number) + 1 : 1;
    if (row[ordinal] === expected) continue;
    const of = series.map((column) => `${table.columns[column]} ${row[column]}`).join(", ");
    throw new DamageError(
      `${table.name} of ${of}: the row of ordinal ${expected} is missing or one too many`,
    );
  }
}

/** @param proven keys that were looked up for earlier rows */
function proveRow(statements: Statements, table: Table, row: Values, proven: Set<string>): void {
  const of = (column: string): number => row[table.place(column)] as number;
  const list = lists.get(table)?.(of);
  if (list !== undefined) proveThere(statements, counts, list, proven);
  if (table === bills && of("type") === BILL_START_LIQUIDATE)
    proveThere(statements, liquidations, [of("account"), of("bill")], proven);
  if (table === accounts && isClient(of("kind"))) proveThere(statements, standings, [of("account")], proven);
  if (table !== counts) return;
  const [account, ofList, contract] = keyOf(counts, row) as unknown as List;
  if (account >= FIRST_USER_ACCOUNT) proveThere(statements, accounts, [account], proven);
  if (contract !== NONE) proveThere(statements, contracts, [contract], proven);
  if (ofList >= ORDER_SPANS && ofList < REBATES)
    proveThere(statements, counts, [account, ofList - ORDER_SPANS + ORDERS, contract, 0], proven);
  proveCount(statements, keyOf(counts, row) as unknown as List, of("rows"));
}

/** Checks that there is a row of this key; the row itself is checked when its own table is walked. */
function proveThere(statements: Statements, table: Table, key: readonly number[], proven: Set<string>): void {
  const what = `${table.name} ${key.join(" ")}`;
  if (proven.has(what)) return;
  const where = table.key.map((column) => `${column} = ?`).join(" AND ");
  if (statements.first(`SELECT 1 FROM ${table.name} WHERE ${where}`, ...key) === undefined) {
    const named = table.key.map((column, i) => `${column} ${key[i]}`).join(", ");
    throw new DamageError(`${table.name}: the row of ${named} is missing`);
  }
  proven.add(what);
}

function proveCount(statements: Statements, list: List, rows: number): void {
  const found = lengthOf(statements, list);
  if (found === rows) return;
  const named = counts.key.map((column, i) => `${column} ${list[i]}`).join(", ");
  throw new DamageError(`counts of ${named}: there are ${found} rows instead of ${rows}`);
}

/** How many rows a list has; for a numbered table the last number, since the walk checks that numbers are dense. */
function lengthOf(statements: Statements, [account, list, contract, span]: List): number {
  const one = (sql: string, ...keys: readonly number[]): number =>
    (statements.first(sql, ...keys) as readonly (number | null)[] | undefined)?.[0] ?? 0;
  const last = (table: Table, ...keys: readonly number[]): number => {
    const where = table.key.slice(0, -1).map((column) => `${column} = ?`);
    const latest = `ORDER BY ${table.key.at(-1)} DESC LIMIT 1`;
    return one(`SELECT ordinal FROM ${table.name} WHERE ${where.join(" AND ")} ${latest}`, ...keys);
  };
  const bars = (table: Table, series: number): number =>
    last(table, contract, Math.floor(series / 16), CANDLE_INTERVALS[series % 16]!);
  if (list >= PREHISTORY_CANDLES) return bars(prehistoryCandles, list - PREHISTORY_CANDLES);
  if (list >= CANDLES) return bars(candles, list - CANDLES);
  if (list >= ORDER_SPANS && list < REBATES) {
    const sql = `SELECT count(*) FROM orders INDEXED BY orders_by_contract
      WHERE account = ? AND contract = ? AND filter_key = ? AND order_id BETWEEN ? AND ?`;
    return one(sql, account, contract, list - ORDER_SPANS, ...idsOf(span));
  }
  if (list >= ORDERS && list < ORDER_SPANS) {
    const spans = list - ORDERS + ORDER_SPANS;
    return counted(statements, { account, first: spans, last: spans, contract });
  }
  switch (list) {
    case FILLS:
      return one(
        "SELECT max(contract_ordinal) FROM fills INDEXED BY fills_by_contract WHERE account = ? AND contract = ?",
        ...[account, contract],
      );
    case CLOSES:
      return one(
        `SELECT max(contract_ordinal) FROM closed_positions INDEXED BY closes_by_contract
         WHERE account = ? AND contract = ?`,
        ...[account, contract],
      );
    case EQUITY:
      return one("SELECT count(*) FROM equity_samples WHERE account = ?", account);
    case REBATES:
      return one("SELECT count(*) FROM rebates WHERE agent = ?", account);
    case TRADES: {
      const newest = last(publicTrades, contract);
      const kept = one("SELECT count(*) FROM public_trades WHERE contract = ?", contract);
      return kept === Math.min(newest, PUBLIC_TRADES_KEPT) ? newest : kept;
    }
    case FUNDING_RATES:
      return last(fundingRates, contract);
    case PREHISTORY_RATES:
      return last(prehistoryFundingRates, contract);
    case MINUTES:
      return one("SELECT count(*) FROM minutes WHERE contract = ?", contract);
    default:
      return one(
        `SELECT max(contract_type_ordinal) FROM bills INDEXED BY bills_by_contract_type
         WHERE account = ? AND contract = ? AND type = ?`,
        ...[account, contract, list - BILLS],
      );
  }
}
