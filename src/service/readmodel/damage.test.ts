import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { constants, DatabaseSync } from "node:sqlite";
import { describe, expect, test } from "vitest";
import { temporaryDirectory } from "../../../test/host/temporaryDirectory.ts";
import { CLIENT_IDS, everyKind } from "../../../test/readmodel/everyKind.ts";
import {
  BILL_START_LIQUIDATE,
  COIN_SUSDT,
  COIN_USDT,
  EXTERNAL_ACCOUNT,
  FEE_ACCOUNT,
  INSURANCE_ACCOUNT,
} from "../../kernel/core/index.ts";
import { SeededRng } from "../../kernel/host/seededRng.ts";
import { CANDLE_INTERVALS } from "./history.ts";
import { prove } from "./prove.ts";
import { HistoryReader, type Question } from "./reader.ts";
import { openForWriting } from "./schema.ts";
import { Statements } from "./statements.ts";
import { DamageError, type Table } from "./table.ts";
import {
  accounts as accountTable,
  accountTotals,
  allTables,
  amendments,
  bills,
  candles,
  closedPositions,
  equitySamples,
  fills,
  fundingRates,
  liquidations,
  minutes,
  orderCounts,
  orders,
  prehistoryCandles,
  progress,
  publicTrades,
} from "./tables.ts";
import { firstDamage, firstDifference } from "./verify.ts";
import { HistoryWriter } from "./writer.ts";

/**
 * What happens to a store is found: damage within a row by whoever reads it, who is refused; a row that is
 * gone, and an index that skips one, by `history verify`. docs/reference/history-damages.md lists
 * thirty-one of them.
 */

const FLIPS = process.env.OUTCRY_LONG ? 20_000 : 100;

/** A store with rows of every kind. */
function stored(): {
  readonly image: Uint8Array;
  readonly time: number;
  readonly accounts: readonly number[];
} {
  const { frames, time, accounts } = everyKind({ turns: 140, seed: 7 });
  const database = openForWriting(":memory:");
  const writer = new HistoryWriter(database, "none");
  const begins = Math.floor(frames[0]!.time / 60_000) * 60_000;
  const bars = Float64Array.from(
    [3, 2, 1].flatMap((age) => [begins - age * 60_000, 5, 9, 4, 6, 3, 1, 2, 2, 1, 0, 3]),
  );
  writer.writePrehistory({
    contract: 0,
    candles: [{ price: "last", intervalMs: CANDLE_INTERVALS[0]!, bars }],
    fundingRates: [1, 2, 3].map((rate) => ({ time: rate, rate })),
  });
  writer.apply(frames);
  return { image: database.serialize(), time, accounts };
}

const { image, time, accounts } = stored();

/** Tables whose newest rows no number tells of: only the journal does, but where other rows lead to them. */
const UNCOUNTED = new Set([
  ...["candles", "minutes", "funding_rates", "public_trades"],
  ...["prehistory_candles", "prehistory_funding_rates"],
]);

function opened(): DatabaseSync {
  const database = new DatabaseSync(":memory:");
  database.deserialize(image);
  return database;
}

/** Everything that can be asked, in a few ways each. */
function questionsOf(database: DatabaseSync): Question[] {
  const asked: Question[] = [];
  const middle = time - 300_000;
  for (const account of [...accounts, EXTERNAL_ACCOUNT, FEE_ACCOUNT, INSURANCE_ACCOUNT]) {
    const page = { account, limit: 20 };
    const families = { all: "all", normal: "normal", plan: "plan" } as const;
    for (const [query, ...ofOrders] of [
      [page, families.all, families.plan],
      [{ ...page, contract: 0 }, families.all, families.normal],
      [{ ...page, from: middle }, families.normal],
      [{ ...page, to: middle, offset: 7 }, families.all, families.plan],
    ] as const) {
      asked.push({ type: "fills", query }, { type: "bills", query }, { type: "closedPositions", query });
      for (const family of ofOrders) asked.push({ type: "orders", query: { ...query, family } });
    }
    asked.push(
      { type: "closedPositions", query: { ...page, limit: 1_000 } },
      { type: "bills", query: { ...page, limit: 1_000 } },
      { type: "fills", query: { ...page, limit: 1_000 } },
    );
    asked.push({ type: "orders", query: { ...page, family: "all", limit: 1_000 } });
    for (const type of [1, 3, 7, 8]) asked.push({ type: "bills", query: { ...page, type } });
    for (const coin of [COIN_USDT, COIN_SUSDT]) asked.push({ type: "bills", query: { ...page, coin } });
    asked.push({ type: "rebates", query: { agents: [account], limit: 50 } });
    asked.push({ type: "activity", query: { account, by: "time", from: 0, to: time } });
    asked.push({ type: "results", query: { account, from: middle, to: time } });
    for (const from of [0, middle])
      asked.push({ type: "equity", query: { account, from, to: Number.MAX_SAFE_INTEGER } });
    for (let n = 0; n < CLIENT_IDS; n++)
      asked.push({ type: "order", query: { account, order: 0, clientId: `id-${n}` } });
  }
  for (const { account, order_id: order } of database
    .prepare("SELECT DISTINCT account, order_id FROM fills")
    .all()) {
    asked.push({ type: "fills", query: { account: account as number, order: order as number, limit: 50 } });
  }
  for (const { account, order_id: order } of database
    .prepare("SELECT DISTINCT account, order_id FROM amendments")
    .all()) {
    asked.push({
      type: "amendments",
      query: { account: account as number, order: order as number, limit: 50 },
    });
  }
  for (const { account, order_id: order } of database.prepare("SELECT account, order_id FROM orders").all()) {
    asked.push({
      type: "order",
      query: { account: account as number, order: order as number, clientId: "" },
    });
  }
  for (const { account, bill } of database
    .prepare(`SELECT account, bill FROM bills WHERE type = ${BILL_START_LIQUIDATE}`)
    .all()) {
    asked.push({ type: "liquidation", query: { account: account as number, bill: bill as number } });
  }
  for (const limit of [2, 1_000]) {
    asked.push(
      { type: "trades", query: { contract: 0, limit } },
      { type: "fundingRates", query: { contract: 0, limit } },
    );
  }
  for (const price of ["last", "mark", "index"] as const) {
    for (const intervalMs of CANDLE_INTERVALS) {
      const query = { contract: 0, price, intervalMs, now: time };
      asked.push({ type: "candles", query: { ...query, limit: 1_000 } });
      asked.push({ type: "candles", query: { ...query, to: time - 400_000, limit: 3 } });
    }
  }
  asked.push({ type: "hasPrehistory", query: { contract: 0 } });
  return asked;
}

const whole = opened();
const questions = questionsOf(whole);
const answers = answersOf(whole, questions);

/**
 * The tables that each kind of question reads any row of, as SQLite says: those of other tables it cannot
 * notice.
 */
const tablesOf = new Map<string, Set<string>>();
for (const kind of new Set(questions.map(({ type }) => type))) {
  const database = opened();
  const reader = new HistoryReader(database);
  const tables = new Set<string>();
  database.setAuthorizer((action, table) => {
    if (action === constants.SQLITE_READ) tables.add(table!);
    return constants.SQLITE_OK;
  });
  for (const question of questions) if (question.type === kind) reader.answer(question);
  database.close();
  tablesOf.set(kind, tables);
}

/** What can tell that a table is damaged. */
const questionsAbout = (table: string): Question[] =>
  questions.filter(({ type }) => tablesOf.get(type)!.has(table));

/** Each answer as text, or undefined where it was refused. */
function answersOf(database: DatabaseSync, asked: readonly Question[]): (string | undefined)[] {
  let reader: HistoryReader;
  try {
    reader = new HistoryReader(database);
  } catch {
    return asked.map(() => undefined);
  }
  return asked.map((question) => {
    try {
      const { words, texts, total, more } = reader.answer(question);
      return JSON.stringify([[...words], texts, total, more]);
    } catch {
      return undefined;
    }
  });
}

/** Which questions got another answer, and how many none. */
function compared(
  database: DatabaseSync,
  asked: readonly Question[],
): { readonly wrong: unknown[]; readonly refused: number } {
  const found = answersOf(database, asked);
  const wrong = asked.flatMap((question, i) => {
    const answer = answers[questions.indexOf(question)];
    return found[i] === undefined || found[i] === answer ? [] : [[question, found[i], answer]];
  });
  return { wrong: wrong.slice(0, 3), refused: found.filter((answer) => answer === undefined).length };
}

test("a store that is whole answers everything, from every table", () => {
  expect(answers.filter((answer) => answer === undefined)).toEqual([]);
  for (const { name } of allTables) expect([name, sizeOf(whole, name) > 0]).toEqual([name, true]);
});

function sizeOf(database: DatabaseSync, name: string): number {
  return (database.prepare(`SELECT count(*) AS rows FROM ${name}`).get() as { rows: number }).rows;
}

/** The condition for one row of a table. */
function placeOf({ name, key }: Table, nth: number, whose = ""): string {
  const found = whole.prepare(`SELECT ${key.join(", ")} FROM ${name} ${whose} LIMIT 1 OFFSET ${nth}`);
  const keys = found.get() as Record<string, number>;
  return key.map((column) => `${column} = ${keys[column]}`).join(" AND ");
}

/**
 * Passes over the whole store, as the background audit and `history verify` take them. @returns rows; those
 * that two pieces share count twice
 */
function walked(database: DatabaseSync, rows: number): number {
  const statements = new Statements(database);
  let sum = 0;
  for (let from: readonly number[] = [], isMore = true; isMore; ) {
    const { words, total, more } = prove(statements, { from, rows });
    sum += total;
    [from, isMore] = [[...words], more];
  }
  return sum;
}

describe.each(allTables.map((table) => [table.name, table] as const))("%s", (name, table) => {
  const isAsked = ["accounts", "account_totals", "equity_samples"].includes(name);
  const whose = isAsked ? `WHERE account IN (${accounts.join(", ")})` : "";
  const rows = isAsked ? whole.prepare(`SELECT 1 FROM ${name} ${whose}`).all().length : sizeOf(whole, name);
  const ordered = new Set([...table.key, ...table.indexes.flatMap(({ columns }) => columns)]);

  test("another value in any column is found; but for where a row lies, by whoever reads it", () => {
    for (const [nth, column] of table.columns.entries()) {
      const database = opened();
      const other = column === table.text ? "'TAMPERED'" : `${column} + 1`;
      const where = placeOf(table, new SeededRng(nth).below(rows), whose);
      database.exec(`UPDATE OR REPLACE ${name} SET ${column} = ${other} WHERE ${where}`);
      expect(() => walked(database, 50), `${column} where ${where}`).toThrow(DamageError);
      if (ordered.has(column)) continue;
      const { wrong, refused } = compared(database, questionsAbout(name));
      expect([column, wrong]).toEqual([column, []]);
      expect([column, refused > 0]).toEqual([column, true]);
    }
  });

  test("a row that is gone is found by a pass, or its table has no number of its rows", () => {
    const rng = new SeededRng(17);
    for (const nth of new Set([0, rows - 1, rng.below(rows), rng.below(rows)])) {
      const database = opened();
      const where = placeOf(table, nth, whose);
      database.exec(`DELETE FROM ${name} WHERE ${where}`);
      if (UNCOUNTED.has(name)) continue;
      expect(() => walked(database, 5), where).toThrow(DamageError);
    }
  });
});

test.each([2, 7, 100_000])("a pass finds nothing in a store that is whole, %i rows at a time", (rows) => {
  const all = allTables.reduce((sum, { name }) => sum + sizeOf(whole, name), 0);
  expect(walked(opened(), rows)).toBeGreaterThanOrEqual(all);
});

test("no bit that flips in a row changes an answer, unless a pass finds it", () => {
  const rng = new SeededRng(13);
  let refused = 0;
  for (let n = 0; n < FLIPS; n++) {
    const bytes = image.slice();
    let at: number;
    do at = rng.below(bytes.length);
    while (bytes[at] === 0); // most of a page is room
    bytes[at]! ^= 1 << rng.below(8);
    const database = new DatabaseSync(":memory:");
    try {
      database.deserialize(bytes);
    } catch {
      continue; // not a database any more
    }
    const found = compared(database, questions);
    if (found.wrong.length > 0) expect(() => walked(database, 50), `bit at ${at}`).toThrow();
    if (found.refused > 0) refused++;
    database.close();
  }
  expect(refused).toBeGreaterThan(FLIPS / 5);
});

describe("thirty-one damages", () => {
  /** Makes a damaged copy of the bytes of a store. */
  type Harm = (image: Uint8Array) => Uint8Array;
  const harmed = (image: Uint8Array, harm: (database: DatabaseSync) => void): Uint8Array => {
    const database = new DatabaseSync(":memory:", { defensive: false });
    database.deserialize(image);
    harm(database);
    return database.serialize();
  };
  const nthOf = (table: Table, nth: (rows: number) => number, whose = ""): string =>
    placeOf(table, nth(whole.prepare(`SELECT 1 FROM ${table.name} ${whose}`).all().length), whose);
  const middle = (rows: number): number => rows >> 1;
  const newest = (rows: number): number => rows - 1;
  const other =
    (table: Table, column: string, whose?: string): Harm =>
    (image) =>
      harmed(image, (database) => {
        const value = column === table.text ? "'TAMPERED'" : `${column} + 1`;
        database.exec(`UPDATE ${table.name} SET ${column} = ${value} WHERE ${nthOf(table, middle, whose)}`);
      });
  const gone =
    (table: Table, nth: (rows: number) => number, whose?: string): Harm =>
    (image) =>
      harmed(image, (database) =>
        database.exec(`DELETE FROM ${table.name} WHERE ${nthOf(table, nth, whose)}`),
      );
  /** Makes an index without one row of its table, which its definition does not tell. */
  const skipping =
    (table: Table, name: string): Harm =>
    (image) =>
      harmed(image, (database) => {
        const named = table === orders ? `${clients} AND client_id <> ''` : clients;
        const schema = database.prepare("SELECT sql FROM sqlite_schema WHERE name = ?").get(name);
        const sql = schema!["sql"] as string;
        const given = sql.includes(" WHERE ") ? "AND" : "WHERE";
        database.exec(`DROP INDEX ${name}; ${sql} ${given} NOT (${nthOf(table, middle, named)});
          PRAGMA writable_schema = ON;`);
        database.prepare("UPDATE sqlite_schema SET sql = ? WHERE name = ?").run(sql, name);
        database.exec("PRAGMA writable_schema = RESET");
      });
  const zeroed =
    (name: string): Harm =>
    (image) => {
      const leaf = "SELECT pageno AS page, pgsize AS size FROM dbstat WHERE name = ? AND pagetype = 'leaf'";
      const { page, size } = whole.prepare(leaf).get(name) as { page: number; size: number };
      return image.slice().fill(0, (page - 1) * size, page * size);
    };
  const clients = `WHERE account = ${accounts[1]}`;
  const bars = `WHERE price = 1 AND interval = ${CANDLE_INTERVALS[0]}`;

  const harms: Readonly<Record<string, Harm>> = {
    "the price of a fill is another": other(fills, "price"),
    "the amount of a bill is another": other(bills, "amount_units"),
    "the size of an order is another": other(orders, "size"),
    "the funding of a closed position is another": other(closedPositions, "funding_units"),
    "the size that an order was changed to is another": other(amendments, "size"),
    "the size of a public trade is another": other(publicTrades, "size"),
    "the highest price of a bar is another": other(candles, "high"),
    "the last price of the minute in progress is another": other(minutes, "close"),
    "the opening price of a bar of pre-history is another": other(prehistoryCandles, "open"),
    "a funding rate is another": other(fundingRates, "rate"),
    "the equity of a sample is another": other(equitySamples, "equity_units"),
    "what an account holds is another": other(accountTotals, "lots", clients),
    "the kind of an account is another": other(accountTable, "kind", clients),
    "what a liquidated entry had to keep is another": other(liquidations, "requirement_units"),
    "the number of an account's orders is another": other(orderCounts, "rows"),
    "the time of the last event is another": other(progress, "applied_time"),
    "a page of a table is zeros": zeroed("fills"),
    "a page of an index is zeros": zeroed("bills_by_type"),
    "the file ends in its middle": (image) => image.slice(0, image.length >> 1),
    "a fill between two others is gone": gone(fills, middle, clients),
    "the newest fill of an account is gone": gone(fills, newest, clients),
    "the newest bill of an account is gone": gone(bills, newest, clients),
    "an order is gone": gone(orders, middle, clients),
    "a sample of equity is gone": gone(equitySamples, middle, clients),
    "an account's present holdings are gone": gone(accountTotals, middle, clients),
    "a bar between two others is gone": gone(candles, middle, bars),
    "the newest bar of an interval is gone": gone(candles, newest, bars),
    "the newest funding rate is gone": gone(fundingRates, newest),
    "the index of an account's fills in a contract skips one": skipping(fills, "fills_by_contract"),
    "the index of client ids skips an order": skipping(orders, "orders_by_client"),
    "a row is another, and its checksum with it": (image) =>
      harmed(image, (database) => {
        const [row] = new Statements(database).rows(fills, `${clients} LIMIT 1`) as [number[]];
        row[fills.place("price")]!++;
        fills.insert(database, "INSERT OR REPLACE").run(...fills.withChecksum(...row));
      }),
  };

  /** The first that finds it: a read, a pass over the store by itself, or the comparison with the journal. */
  const foundBy = (bytes: Uint8Array, path: string, anew: string): string => {
    const database = new DatabaseSync(":memory:");
    database.deserialize(bytes);
    const { wrong, refused } = compared(database, questions);
    if (wrong.length === 0 && refused > 0) return "a read";
    writeFileSync(path, bytes);
    if (firstDamage(path) !== undefined) return "`history verify`";
    return firstDifference(path, anew, () => {}) === undefined
      ? "nobody"
      : "`history verify` with the journal";
  };

  /** `vitest run src/service/readmodel/damage.test.ts --update` writes the page anew. */
  test("are found as docs/reference/history-damages.md says", async () => {
    const directory = temporaryDirectory();
    const [path, anew] = [join(directory, "history.db"), join(directory, "anew.db")];
    writeFileSync(anew, image);
    const found = Object.entries(harms).map(([what, harm]) => [what, foundBy(harm(image), path, anew)]);
    const page = `<!-- Written by src/service/readmodel/damage.test.ts, which makes each damage. -->
# Damages of history, and who finds each first

A read; \`history verify\`, by the store itself as it is checked while a venue runs; or \`history verify\` with the journal
only ([history](history.md#when-the-store-cannot-be-used)).

| Damage | Found by |
|---|---|
${found.map(([what, by]) => `| ${what} | ${by} |`).join("\n")}
`;
    await expect(page).toMatchFileSnapshot("../../../docs/reference/history-damages.md");
    expect(found).toHaveLength(31);
  });
});
