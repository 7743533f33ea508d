import type { DatabaseSync } from "node:sqlite";
import { SYSTEM_ACCOUNTS } from "../../kernel/core/index.ts";
import type { ExportName, ExportQuery } from "./history.ts";
import { failureOf, openForReading } from "./schema.ts";
import type { Table } from "./table.ts";
import { accounts, bills, contracts, equitySamples, fills, orders } from "./tables.ts";

/** A row by column; money as exact decimals, prices in ticks, sizes in lots, times in Unix ms. */
export type ExportRow = Readonly<Record<string, string | number>>;

/** The table of an export and its columns. */
interface Source {
  readonly table: Table;
  readonly columns: readonly string[];
  /** Names of amounts, each of which is two columns: `…_units` and `…_quanta`. */
  readonly money: readonly string[];
  readonly time: string;
  /** The column with the number of the command at which the row was written. */
  readonly seq: string;
}

/** The columns of an export, by their names in it and in the tables of the store. */
export const SOURCES: Readonly<Record<ExportName, Source>> = {
  ledger: {
    table: bills,
    columns: ["bill", "seq", "time", "account", "entry", "contract", "coin", "type", "reason"],
    money: ["amount", "balance", "fee"],
    time: "time",
    seq: "seq",
  },
  fills: {
    table: fills,
    columns: [
      ...[
        "trade",
        "seq",
        "time",
        "account",
        "order_id",
        "contract",
        "action",
        "maker",
        "kind",
        "margin_mode",
      ],
      ...["separated_mode", "position", "price", "size"],
    ],
    money: ["value", "fee", "liquidation_fee", "realized"],
    time: "time",
    seq: "seq",
  },
  orders: {
    table: orders,
    columns: [
      ...[
        "order_id",
        "account",
        "contract",
        "client_id",
        "kind",
        "action",
        "time_in_force",
        "market",
        "price",
        "size",
      ],
      ...["remaining", "state", "cancel_reason", "margin_mode", "leverage", "trigger_price", "created_time"],
      ...["updated_time", "ended_seq"],
    ],
    money: ["filled_value", "fee", "liquidation_fee", "realized"],
    time: "updated_time",
    seq: "ended_seq",
  },
  equity: {
    table: equitySamples,
    columns: ["account", "time", "seq"],
    money: ["equity", "deposited"],
    time: "time",
    seq: "seq",
  },
};

/** The columns of an export, in order. */
export function exportColumns(name: ExportName): readonly string[] {
  return [...SOURCES[name].columns, ...SOURCES[name].money];
}

/** The columns of an export that are money. */
export function exportMoney(name: ExportName): readonly string[] {
  return SOURCES[name].money;
}

/**
 * Reads an export row by row, with one row in memory at a time; all rows are of one moment of the store, even
 * if it is written to meanwhile.
 *
 * @param from the path of the store's file, or a store that is open and stays so
 * @throws {HistoryFailedError} when the store cannot be read
 */
export function* exportRows(
  from: string | DatabaseSync,
  name: ExportName,
  query: ExportQuery,
): Generator<ExportRow> {
  const { table, columns, money, time } = SOURCES[name];
  const { accounts: asked, from: first = 0, to = Number.MAX_SAFE_INTEGER } = query;
  const whose = asked === undefined ? "" : "account = :account AND ";
  const place = table.place("ordinal") >= 0 ? "ordinal" : time;
  const database = opened(from);
  try {
    const select = database.prepare(
      `SELECT ${table.columns.join(", ")} FROM ${table.name} WHERE ${whose}${time} BETWEEN :from AND :to ORDER BY account, ${place}`,
    );
    select.setReturnArrays(true);
    database.exec("BEGIN");
    const each = (account?: number) =>
      select.iterate({ from: first, to, ...(account !== undefined && { account }) });
    const rows = inTurn(asked === undefined ? [each] : asked.map((account) => () => each(account)));
    const at = (row: readonly (number | string)[], column: string) => row[table.place(column)]!;
    for (const row of rows as unknown as Iterable<(number | string)[]>) {
      table.opened(row);
      const shown: Record<string, string | number> = {};
      for (const column of columns) shown[column] = at(row, column);
      for (const each of money)
        shown[each] = decimal(at(row, `${each}_units`) as number, at(row, `${each}_quanta`) as number);
      yield shown;
    }
  } catch (error) {
    throw failureOf(placeOf(from), "reading it failed", error);
  } finally {
    if (database !== from) database.close();
  }
}

function opened(from: string | DatabaseSync): DatabaseSync {
  return typeof from === "string" ? openForReading(from) : from;
}

function placeOf(from: string | DatabaseSync): string {
  return typeof from === "string" ? from : "memory";
}

function* inTurn<T>(sources: readonly (() => Iterable<T>)[]): Generator<T> {
  for (const source of sources) yield* source();
}

/**
 * Whole units and 0 to 99 999 999 quanta above them, as a decimal: −1 units and 75 000 000 quanta are −0.25.
 */
function decimal(units: number, quanta: number): string {
  const total = BigInt(units) * 100_000_000n + BigInt(quanta);
  const digits = String(total < 0n ? -total : total).padStart(9, "0");
  const fraction = digits.slice(-8).replace(/0+$/, "");
  return `${total < 0n ? "-" : ""}${digits.slice(0, -8)}${fraction === "" ? "" : `.${fraction}`}`;
}

/** The names that stand for numbers in an export: names of accounts, symbols and steps of contracts. */
export interface ExportNames {
  readonly accounts: ReadonlyMap<number, string>;
  readonly contracts: ReadonlyMap<number, ExportContract>;
}

/** A contract in the store: one tick is `priceStep` × 10^−priceDecimals, a lot likewise. */
export interface ExportContract {
  readonly symbol: string;
  readonly priceDecimals: number;
  readonly priceStep: number;
  readonly sizeDecimals: number;
  readonly lotStep: number;
}

/** Reads the names. @throws {HistoryFailedError} when the store cannot be read */
export function exportNames(from: string | DatabaseSync): ExportNames {
  const database = opened(from);
  try {
    const rows = (table: Table) => {
      const select = database.prepare(`SELECT ${table.columns.join(", ")} FROM ${table.name}`);
      select.setReturnArrays(true);
      const found = select.all() as unknown as readonly (number | string)[][];
      return found.map((row) => {
        table.opened(row);
        return (column: string) => row[table.place(column)]!;
      });
    };
    return {
      accounts: new Map([
        ...SYSTEM_ACCOUNTS,
        ...rows(accounts).map((at) => [at("account") as number, at("name") as string] as const),
      ]),
      contracts: new Map(
        rows(contracts).map((at) => [
          at("contract") as number,
          {
            symbol: at("symbol") as string,
            priceDecimals: at("price_decimals") as number,
            priceStep: at("price_step") as number,
            sizeDecimals: at("size_decimals") as number,
            lotStep: at("lot_step") as number,
          },
        ]),
      ),
    };
  } catch (error) {
    throw failureOf(placeOf(from), "reading it failed", error);
  } finally {
    if (database !== from) database.close();
  }
}
