import { hash } from "node:crypto";
import { makeFile } from "../host/ownerOnly.ts";
import { DatabaseSync } from "../host/sqlite.ts";
import { HistoryFailedError } from "./history.ts";

/**
 * The tables of history.
 *
 * Money is two columns, `…_units` whole units and `…_quanta` 0 to 99 999 999: exact past what an int64 of quanta holds,
 * sortable as a pair, and `sum(fee_units) + sum(fee_quanta) / 1e8` does what it says. Tables are clustered on the
 * account (WITHOUT ROWID), so that a page is a run of neighbouring rows however large the table is.
 *
 * Fills and bills carry ordinals, 1, 2, 3 … within the account and within each filter that can be asked for. Time never
 * decreases along them, so a time bound is found in a few looks (`firstAt`), a page is a range of ordinals and a
 * total a subtraction. Orders come in the order of their ids, which is that of their creation, and end in another one:
 * their time bounds are found among ids, and `order_counts` holds their totals.
 */
/** "OUTC": the file is ours. */
const APPLICATION_ID = 0x4f555443;

/** What an entry was worth and had to keep when its liquidation began, by the bill that marks it. */
const liquidations = `
CREATE TABLE liquidations (
  account INTEGER NOT NULL, bill INTEGER NOT NULL, forced INTEGER NOT NULL,
  equity_units INTEGER NOT NULL, equity_quanta INTEGER NOT NULL,
  requirement_units INTEGER NOT NULL, requirement_quanta INTEGER NOT NULL,
  PRIMARY KEY (account, bill)
) STRICT, WITHOUT ROWID;
`;

/** Rebates by the agent that got them; fees are those since `since_seq`. */
const rebates = `
CREATE TABLE rebates (
  agent INTEGER NOT NULL, account INTEGER NOT NULL, rate INTEGER NOT NULL, fees_units INTEGER NOT NULL, fees_quanta INTEGER NOT NULL,
  amount_units INTEGER NOT NULL, amount_quanta INTEGER NOT NULL, since_seq INTEGER NOT NULL, time INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  PRIMARY KEY (agent, seq)
) STRICT, WITHOUT ROWID;
`;

/** What takers did in a bar. */
const takerColumns = ["trades", "bought_volume", "bought_value_units", "bought_value_quanta"].map(
  (name) => `${name} INTEGER NOT NULL DEFAULT 0`,
);

const tables = `
CREATE TABLE progress (
  id INTEGER PRIMARY KEY CHECK (id = 1), applied_seq INTEGER NOT NULL, applied_time INTEGER NOT NULL
) STRICT;
INSERT INTO progress VALUES (1, 0, 0);

CREATE TABLE accounts (account INTEGER PRIMARY KEY, kind INTEGER NOT NULL, name TEXT NOT NULL, opened INTEGER NOT NULL) STRICT;
CREATE TABLE contracts (
  contract INTEGER PRIMARY KEY, symbol TEXT NOT NULL, price_decimals INTEGER NOT NULL, price_step INTEGER NOT NULL,
  size_decimals INTEGER NOT NULL, lot_step INTEGER NOT NULL, listed INTEGER NOT NULL
) STRICT;

CREATE TABLE orders (
  order_id INTEGER NOT NULL, account INTEGER NOT NULL, contract INTEGER NOT NULL, kind INTEGER NOT NULL,
  action INTEGER NOT NULL, time_in_force INTEGER NOT NULL, market INTEGER NOT NULL, price INTEGER NOT NULL,
  size INTEGER NOT NULL, remaining INTEGER NOT NULL, state INTEGER NOT NULL, cancel_reason INTEGER NOT NULL,
  margin_mode INTEGER NOT NULL, separated_mode INTEGER NOT NULL, position INTEGER NOT NULL,
  leverage INTEGER NOT NULL, trigger_price INTEGER NOT NULL, trigger_source INTEGER NOT NULL,
  trigger_direction INTEGER NOT NULL, triggered_time INTEGER NOT NULL, preset_take_profit INTEGER NOT NULL,
  preset_stop_loss INTEGER NOT NULL, presets_on_mark INTEGER NOT NULL, parent INTEGER NOT NULL,
  filled_value_units INTEGER NOT NULL, filled_value_quanta INTEGER NOT NULL,
  fee_units INTEGER NOT NULL, fee_quanta INTEGER NOT NULL,
  liquidation_fee_units INTEGER NOT NULL, liquidation_fee_quanta INTEGER NOT NULL,
  realized_units INTEGER NOT NULL, realized_quanta INTEGER NOT NULL,
  created_time INTEGER NOT NULL, updated_time INTEGER NOT NULL,
  ended_seq INTEGER NOT NULL, ordinal INTEGER NOT NULL, lane INTEGER NOT NULL, client_id TEXT NOT NULL,
  PRIMARY KEY (account, order_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX orders_by_contract ON orders (account, contract, lane, order_id);
CREATE INDEX orders_by_lane ON orders (account, lane, order_id);
CREATE INDEX orders_by_client ON orders (account, client_id, order_id) WHERE client_id <> '';
CREATE TABLE order_counts (
  account INTEGER NOT NULL, contract INTEGER NOT NULL, lane INTEGER NOT NULL, orders INTEGER NOT NULL,
  PRIMARY KEY (account, contract, lane)
) STRICT, WITHOUT ROWID;

CREATE TABLE fills (
  trade INTEGER NOT NULL, order_id INTEGER NOT NULL, account INTEGER NOT NULL, contract INTEGER NOT NULL,
  action INTEGER NOT NULL, maker INTEGER NOT NULL, kind INTEGER NOT NULL, margin_mode INTEGER NOT NULL,
  separated_mode INTEGER NOT NULL, position INTEGER NOT NULL, price INTEGER NOT NULL, size INTEGER NOT NULL,
  value_units INTEGER NOT NULL, value_quanta INTEGER NOT NULL, fee_units INTEGER NOT NULL, fee_quanta INTEGER NOT NULL,
  liquidation_fee_units INTEGER NOT NULL, liquidation_fee_quanta INTEGER NOT NULL,
  realized_units INTEGER NOT NULL, realized_quanta INTEGER NOT NULL, time INTEGER NOT NULL, seq INTEGER NOT NULL,
  ordinal INTEGER NOT NULL, contract_ordinal INTEGER NOT NULL,
  PRIMARY KEY (account, ordinal)
) STRICT, WITHOUT ROWID;
CREATE INDEX fills_by_contract ON fills (account, contract, contract_ordinal);
CREATE INDEX fills_by_order ON fills (account, order_id, ordinal);

CREATE TABLE bills (
  bill INTEGER NOT NULL, account INTEGER NOT NULL, entry INTEGER NOT NULL, contract INTEGER NOT NULL,
  coin INTEGER NOT NULL, type INTEGER NOT NULL, amount_units INTEGER NOT NULL, amount_quanta INTEGER NOT NULL,
  balance_units INTEGER NOT NULL, balance_quanta INTEGER NOT NULL, fee_units INTEGER NOT NULL, fee_quanta INTEGER NOT NULL,
  reason INTEGER NOT NULL, time INTEGER NOT NULL, seq INTEGER NOT NULL,
  ordinal INTEGER NOT NULL, contract_ordinal INTEGER NOT NULL, type_ordinal INTEGER NOT NULL,
  contract_type_ordinal INTEGER NOT NULL,
  PRIMARY KEY (account, ordinal)
) STRICT, WITHOUT ROWID;
CREATE INDEX bills_by_contract ON bills (account, contract, contract_ordinal);
CREATE INDEX bills_by_type ON bills (account, type, type_ordinal);
CREATE INDEX bills_by_contract_type ON bills (account, contract, type, contract_type_ordinal);

CREATE TABLE public_trades (
  trade INTEGER NOT NULL, contract INTEGER NOT NULL, price INTEGER NOT NULL, size INTEGER NOT NULL,
  value_units INTEGER NOT NULL, value_quanta INTEGER NOT NULL, taker_side INTEGER NOT NULL, time INTEGER NOT NULL,
  seq INTEGER NOT NULL, ordinal INTEGER NOT NULL,
  PRIMARY KEY (contract, ordinal)
) STRICT, WITHOUT ROWID;

${liquidations}${rebates}
-- Bars of closed minutes, added up in every interval; opened is when the first minute with an event in it began.
CREATE TABLE candles (${barColumns("contract INTEGER NOT NULL, price INTEGER NOT NULL, interval INTEGER NOT NULL,")}
  opened INTEGER NOT NULL,
  PRIMARY KEY (contract, price, interval, time)
) STRICT, WITHOUT ROWID;
-- The minute in progress, not yet in candles: a few rows on one page, rewritten by every transaction.
CREATE TABLE minutes (${barColumns("contract INTEGER NOT NULL, price INTEGER NOT NULL,")}
  PRIMARY KEY (contract, price)
) STRICT, WITHOUT ROWID;
CREATE TABLE funding_rates (
  contract INTEGER NOT NULL, time INTEGER NOT NULL, rate INTEGER NOT NULL, PRIMARY KEY (contract, time)
) STRICT, WITHOUT ROWID;

-- What was shown of the time before the opening: synthetic, kept apart from what happened.
CREATE TABLE prehistory_candles (${barColumns("contract INTEGER NOT NULL, price INTEGER NOT NULL, interval INTEGER NOT NULL,")}
  PRIMARY KEY (contract, price, interval, time)
) STRICT, WITHOUT ROWID;
CREATE TABLE prehistory_funding_rates (
  contract INTEGER NOT NULL, time INTEGER NOT NULL, rate INTEGER NOT NULL, PRIMARY KEY (contract, time)
) STRICT, WITHOUT ROWID;
`;

function barColumns(key: string): string {
  return `
  ${key}
  time INTEGER NOT NULL, open INTEGER NOT NULL, high INTEGER NOT NULL, low INTEGER NOT NULL, close INTEGER NOT NULL,
  volume INTEGER NOT NULL, value_units INTEGER NOT NULL, value_quanta INTEGER NOT NULL, ${takerColumns.join(", ")},`;
}

/** Of the tables above: a number of 31 bits, which changes with them; it stands in the file. */
export const SCHEMA_TAG = hash("sha256", tables, "buffer").readUInt32BE(0) >>> 1;

/** Instead of a path. */
const IN_MEMORY = ":memory:";

const MEBIBYTE = 1024 * 1024;
const WRITER_CACHE_BYTES = 64 * MEBIBYTE;
/** A rebuild writes to the ends of every account's lists: they stay in memory. */
const REBUILD_CACHE_BYTES = 512 * MEBIBYTE;
const READER_CACHE_BYTES = 16 * MEBIBYTE;
/** Pages in the write-ahead log before it is carried over into the file: 32 MiB. */
const WAL_PAGES = 8_192;

/** What is wrong with the store, and the way out. */
export function unusable(path: string, why: string, cause?: unknown): HistoryFailedError {
  return new HistoryFailedError(path, { why, cause });
}

/**
 * Opens the store for its one writer and creates it if there is none.
 *
 * Rows and `applied_seq` are committed in one transaction, so a crash of the process loses nothing that was committed
 * and a power cut at most the last transactions as wholes (synchronous NORMAL); the journal gives those again.
 *
 * @param path of the file, or `:memory:`
 * @param durability `none` while a rebuild fills a file that nobody uses yet
 * @throws {HistoryFailedError} when the file is damaged, not ours, or of other tables
 */
export function openForWriting(path: string, durability: "journaled" | "none" = "journaled"): DatabaseSync {
  return opening(path, () => {
    if (path !== IN_MEMORY) makeFile(path);
    const database = new DatabaseSync(path);
    try {
      database.exec(
        durability === "none"
          ? "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;"
          : `PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = ${WAL_PAGES};`,
      );
      const cacheBytes = durability === "none" ? REBUILD_CACHE_BYTES : WRITER_CACHE_BYTES;
      database.exec(`PRAGMA cache_size = -${cacheBytes / 1024}`);
      if (
        number(database, "PRAGMA user_version") === 0 &&
        number(database, "SELECT count(*) FROM sqlite_schema") === 0
      ) {
        database.exec(
          `BEGIN; ${tables} PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${SCHEMA_TAG}; COMMIT`,
        );
      }
      check(path, database);
      return database;
    } catch (error) {
      database.close();
      throw error;
    }
  });
}

/** Opens an existing store for a reader; refuses as {@link openForWriting} does. */
export function openForReading(path: string): DatabaseSync {
  return opening(path, () => {
    const database = new DatabaseSync(path, { readOnly: true });
    try {
      database.exec(`PRAGMA cache_size = -${READER_CACHE_BYTES / 1024}`);
      check(path, database);
      return database;
    } catch (error) {
      database.close();
      throw error;
    }
  });
}

/** `applied_seq` of an open store. */
export function appliedSeqOf(database: DatabaseSync): number {
  return number(database, "SELECT applied_seq FROM progress");
}

function opening<T>(path: string, open: () => T): T {
  try {
    return open();
  } catch (error) {
    throw error instanceof HistoryFailedError
      ? error
      : unusable(path, `it cannot be opened (${(error as Error).message})`, error);
  }
}

function check(path: string, database: DatabaseSync): void {
  if (number(database, "PRAGMA application_id") !== APPLICATION_ID)
    throw unusable(path, "it is not a history store");
  const version = number(database, "PRAGMA user_version");
  if (version !== SCHEMA_TAG) throw unusable(path, `it has schema ${version}, not ${SCHEMA_TAG}`);
}

function number(database: DatabaseSync, sql: string): number {
  return Object.values(database.prepare(sql).get()!)[0] as number;
}
