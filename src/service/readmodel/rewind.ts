import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { TimeMs } from "../../kernel/core/index.ts";
import {
  ACCOUNT_PAPER,
  ACCOUNT_USER,
  BILL_FIX_MARGIN,
  BILL_MARGIN_MOVE_IN,
  CLOSE_SHORT,
  OPEN_LONG,
  QUANTA_PER_UNIT,
} from "../../kernel/core/index.ts";
import { MINUTE_MS } from "../../kernel/host/clock.ts";
import { barOf, barStart, type CandleSums, extendBar, flatSums, PRICE_TYPES, wordsOf } from "./candle.ts";
import { INDEX, MARK } from "./candleTable.ts";
import { minutesFrom } from "./equityTable.ts";
import { CANDLE_INTERVALS, type HistoryFrame } from "./history.ts";
import { foldInto } from "./rebuild.ts";
import { barColumns } from "./rows.ts";
import { openForReading, openForWriting, saveProgress } from "./schema.ts";
import { Statements } from "./statements.ts";
import { accountTotals, candles, countedTables, minutes, orderCounts } from "./tables.ts";

/** A past state of the market, with the numbers that tell its rows from later ones. */
export interface EarlierState {
  readonly seq: number;
  readonly time: TimeMs;
  /** The next id that it would give. */
  readonly nextId: number;
  /** The highest account that it has, and how many contracts. */
  readonly accountMax: number;
  readonly contracts: number;
  /** Mark and index of each contract in points; 0: none yet. */
  readonly marks: readonly number[];
  readonly indexes: readonly number[];
}

/**
 * Turns a copy of a store back to an earlier command: deletes the rows that came after a state, and folds
 * the frames from there up to the command. Only public trades can be fewer than they were then: those before
 * the state are gone where later ones have replaced them. So can samples of equity: those of minutes are
 * gone where by now only those of hours are kept.
 *
 * @param path the copy
 * @param options.store the store, which may be written to meanwhile
 * @param options.state at the latest in the minute before the command's: otherwise closed bars would not be
 * whole
 */
export async function rewindHistory(
  path: string,
  options: {
    readonly store: string;
    readonly state: EarlierState;
    readonly frames: AsyncIterable<HistoryFrame>;
  },
): Promise<{ readonly appliedSeq: number }> {
  const { state } = options;
  const database = openForWriting(path, "none");
  try {
    database.exec("BEGIN");
    const hoursUntil = thinnedUntil(database, state.time);
    takeBack(database, state);
    standAnew(database, hoursUntil);
    countAnew(database);
    saveProgress(database)(state.seq, state.time, lengthsOf(database));
    database.exec("COMMIT");
    const appliedSeq = await foldInto(database, options.frames, "none");
    const store = openForReading(options.store);
    try {
      store.exec("BEGIN"); // all reads are of one state
      database.exec("BEGIN");
      new Bars(database, store, barStart(state.time, MINUTE_MS)).restore();
      database.exec("COMMIT");
    } finally {
      store.close();
    }
    return { appliedSeq };
  } finally {
    database.close();
  }
}

function takeBack(
  database: DatabaseSync,
  { seq, time, nextId, accountMax, contracts, marks, indexes }: EarlierState,
): void {
  for (const table of [
    ...["fills", "bills", "closed_positions", "amendments", "rebates", "public_trades", "equity_samples"],
  ])
    database.prepare(`DELETE FROM ${table} WHERE seq > ?`).run(seq);
  database.prepare("DELETE FROM orders WHERE ended_seq > ?").run(seq);
  database.prepare("DELETE FROM liquidations WHERE bill >= ?").run(nextId);
  database.prepare("DELETE FROM accounts WHERE account > ?").run(accountMax);
  database.prepare("DELETE FROM contracts WHERE contract >= ?").run(contracts);
  database.prepare("DELETE FROM funding_rates WHERE time > ?").run(time);
  database.exec("DELETE FROM minutes"); // the bars that contain the state's time are made anew at the end
  const addMinute = minutes.insert(database);
  for (const [price, known] of [
    [MARK, marks],
    [INDEX, indexes],
  ] as const)
    for (const [contract, points] of known.entries()) {
      const bar = flatSums(barStart(time, MINUTE_MS), points);
      if (points > 0) addMinute.run(...minutes.withChecksum(...wordsOf(bar), contract, price));
    }
}

/**
 * For each account, up to which time samples of minutes have been deleted but for the last of each hour;
 * accounts without samples that old are left out.
 */
function thinnedUntil(database: DatabaseSync, time: TimeMs): ReadonlyMap<number, TimeMs> {
  const sql = `SELECT account, hours_until, min(time), max(time)
    FROM account_totals JOIN equity_samples USING (account) GROUP BY 1`;
  const thinned = new Map<number, TimeMs>();
  for (const [account, known, first, last] of new Statements(database).all(sql) as number[][]) {
    const until = Math.min(time, Math.max(known!, minutesFrom(last!)));
    if (first! < until) thinned.set(account!, until);
  }
  return thinned;
}

/** The accounts' money and positions, computed from the bills and fills that are left. */
function standAnew(database: DatabaseSync, hoursUntil: ReadonlyMap<number, TimeMs>): void {
  const stored = new Statements(database);
  const held = new Map<number, number[]>();
  const buys = `action IN (${OPEN_LONG}, ${CLOSE_SHORT})`;
  for (const [account, ...lots] of stored.all(
    `SELECT account, contract, sum(CASE WHEN ${buys} THEN size ELSE -size END) AS lots
     FROM fills GROUP BY 1, 2 HAVING lots <> 0 ORDER BY 1, 2`,
  ) as [number, number, number][])
    held.set(account, [...(held.get(account) ?? []), ...lots]);
  const amounts = ["units", "quanta"].map((part) => `coalesce(sum(amount_${part}), 0)`);
  const outside = `FILTER (WHERE type < ${BILL_MARGIN_MOVE_IN} OR type > ${BILL_FIX_MARGIN})`;
  const deposits = ["units", "quanta"].map((part) => `coalesce(sum(amount_${part}) ${outside}, 0)`);
  const add = accountTotals.insert(database);
  database.exec("DELETE FROM account_totals");
  for (const [account, ...sums] of stored.all(
    `SELECT accounts.account, ${[...amounts, ...deposits].join(", ")}
     FROM accounts LEFT JOIN bills USING (account)
     WHERE kind IN (${ACCOUNT_USER}, ${ACCOUNT_PAPER}) GROUP BY 1`,
  ) as [number, number, number, number, number][]) {
    const [amount, amountQuanta, deposited, depositedQuanta] = sums;
    add.run(
      ...accountTotals.withChecksum(
        account,
        ...carried(amount, amountQuanta),
        ...carried(deposited, depositedQuanta),
        hoursUntil.get(account) ?? 0,
        (held.get(account) ?? []).join(" "),
      ),
    );
  }
}

/** The sums of units and of quanta as one amount: fewer than 90 million rows stay below 2^53 quanta. */
function carried(units: number, quanta: number): [number, number] {
  const carry = Math.floor(quanta / QUANTA_PER_UNIT);
  return [units + carry, quanta - carry * QUANTA_PER_UNIT];
}

/** Counts the orders that are left. */
function countAnew(database: DatabaseSync): void {
  database.exec("DELETE FROM order_counts");
  const add = orderCounts.insert(database);
  const sql = "SELECT account, contract, filter_key, count(*) FROM orders GROUP BY 1, 2, 3";
  for (const row of new Statements(database).all(sql)) add.run(...orderCounts.withChecksum(...row));
}

/** How many rows the counted tables have. */
function lengthsOf(database: DatabaseSync): number[] {
  const statements = new Statements(database);
  return countedTables.map(({ name }) => statements.first(`SELECT count(*) FROM ${name}`)![0]!);
}

/**
 * The bars of a rewound store: those after the state are folded anew, those before it are copied from the
 * store.
 */
class Bars {
  readonly #database: DatabaseSync;
  readonly #own: Statements;
  readonly #store: Statements;
  /** The minute of the state. */
  readonly #minute: TimeMs;
  readonly #addMinute: StatementSync;
  readonly #addBar: StatementSync;
  readonly #dropBars: StatementSync;

  constructor(database: DatabaseSync, store: DatabaseSync, minute: TimeMs) {
    this.#database = database;
    this.#addMinute = minutes.insert(database);
    this.#addBar = candles.insert(database);
    this.#dropBars = database.prepare(
      "DELETE FROM candles WHERE contract = ? AND price = ? AND interval = ? AND time >= ?",
    );
    this.#own = new Statements(database);
    this.#store = new Statements(store);
    this.#minute = minute;
  }

  restore(): void {
    const folded = new Map(
      this.#own.rows(minutes, "").map((row) => [keyOf(row as number[]), row as number[]]),
    );
    this.#database.exec("DELETE FROM minutes");
    const contracts = (this.#own.all("SELECT contract FROM contracts ORDER BY 1") as number[][]).map(
      ([id]) => id!,
    );
    this.#database.prepare("DELETE FROM candles WHERE contract > ?").run(Math.max(-1, ...contracts));
    for (const contract of contracts) {
      for (const price of PRICE_TYPES.keys()) {
        const own = folded.get(`${contract} ${price}`);
        this.#series(contract, price, own && barOf(own));
      }
    }
  }

  /** Writes a series' minute in progress and its bars from the state's minute on. */
  #series(contract: number, price: number, folded: CandleSums | undefined): void {
    const open =
      folded !== undefined && folded.time > this.#minute ? folded : this.#lastMinute(contract, price);
    if (open !== undefined) this.#addMinute.run(...minutes.withChecksum(...wordsOf(open), contract, price));
    const upTo = open?.time ?? Number.NEGATIVE_INFINITY;
    const closed = this.#rows(
      contract,
      price,
      MINUTE_MS,
      "time < ? ORDER BY time DESC LIMIT 1",
      upTo,
    )[0]?.[0];
    for (const interval of CANDLE_INTERVALS) {
      const from = barStart(this.#minute, interval);
      this.#dropBars.run(contract, price, interval, from);
      if (closed === undefined) continue;
      const last = barStart(closed, interval);
      const between = this.#rows(
        contract,
        price,
        interval,
        "time >= ? AND time < ? ORDER BY time",
        from,
        last,
      );
      for (const row of between) this.#addBar.run(...candles.withChecksum(...row));
      const final = this.#rows(contract, price, interval, "time = ?", last)[0]!;
      if (last < from) continue;
      const [first, ...others] = this.#rows(
        contract,
        price,
        MINUTE_MS,
        "time BETWEEN ? AND ? ORDER BY time",
        last,
        closed,
      );
      const bar = { ...barOf(first!), time: last };
      for (const each of others) extendBar(bar, barOf(each));
      this.#addBar.run(...candles.withChecksum(...wordsOf(bar), ...final.slice(barColumns.length)));
    }
  }

  /**
   * The last minute up to the state's: it may have been closed since, or still be the last one with an
   * event.
   */
  #lastMinute(contract: number, price: number): CandleSums | undefined {
    const [closed] = this.#rows(
      contract,
      price,
      MINUTE_MS,
      "time <= ? ORDER BY time DESC LIMIT 1",
      this.#minute,
    );
    const [open] = this.#store.rows(
      minutes,
      "WHERE contract = ? AND price = ? AND time <= ?",
      ...[contract, price, this.#minute],
    ) as number[][];
    const row = open ?? closed;
    return row && barOf(row);
  }

  #rows(contract: number, price: number, interval: number, where: string, ...times: number[]): number[][] {
    return this.#store.rows(
      candles,
      `WHERE contract = ? AND price = ? AND interval = ? AND ${where}`,
      ...[contract, price, interval, ...times],
    ) as number[][];
  }
}

function keyOf(row: readonly number[]): string {
  return `${row[minutes.place("contract")]} ${row[minutes.place("price")]}`;
}
