import { constants, DatabaseSync } from "node:sqlite";
import { describe, expect, test } from "vitest";
import { CLIENT_IDS, everyKind } from "../../test/readmodel/everyKind.ts";
import {
  BILL_START_LIQUIDATE,
  COIN_SUSDT,
  COIN_USDT,
  EXTERNAL_ACCOUNT,
  FEE_ACCOUNT,
  INSURANCE_ACCOUNT,
} from "../core/index.ts";
import { SeededRng } from "../host/seededRng.ts";
import { CANDLE_INTERVALS } from "./history.ts";
import { HistoryReader, type Question } from "./reader.ts";
import { openForWriting } from "./schema.ts";
import { DamageError } from "./table.ts";
import { allTables } from "./tables.ts";
import { HistoryWriter } from "./writer.ts";

/** Whatever happens to a store, an answer is what was written, or an error: never something else. */

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

/** The tables that each kind of question reads any row of, as SQLite says: those of other tables it cannot notice. */
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

/** Tables that questions are answered from. */
const read = allTables.filter(({ name }) => name !== "progress" && name !== "contracts");

test("a store that is whole answers everything, from every table", () => {
  expect(answers.filter((answer) => answer === undefined)).toEqual([]);
  for (const { name } of read) {
    const { rows } = whole.prepare(`SELECT count(*) AS rows FROM ${name}`).get() as { rows: number };
    expect([name, rows > 0]).toEqual([name, true]);
  }
});

describe.each(read.map((table) => [table.name, table] as const))("%s", (name, table) => {
  const isAsked = ["accounts", "standings", "equity_samples"].includes(name);
  const whose = isAsked ? `WHERE account IN (${accounts.join(", ")})` : "";
  const rows = (whole.prepare(`SELECT count(*) AS rows FROM ${name} ${whose}`).get() as { rows: number })
    .rows;
  const about = questionsAbout(name);
  const placeBy = (rng: SeededRng) => {
    const keys = whole
      .prepare(`SELECT ${table.key.join(", ")} FROM ${name} ${whose} LIMIT 1 OFFSET ${rng.below(rows)}`)
      .get() as Record<string, number>;
    return table.key.map((column) => `${column} = ${keys[column]}`).join(" AND ");
  };

  test.each([...table.columns.entries()])("%i: another value of %s is never answered", (nth, column) => {
    const database = opened();
    const where = placeBy(new SeededRng(nth));
    const other = column === table.text ? "'TAMPERED'" : `${column} + 1`;
    database.exec(`UPDATE OR REPLACE ${name} SET ${column} = ${other} WHERE ${where}`);
    const { wrong, refused } = compared(database, about);
    expect(wrong).toEqual([]);
    expect(refused).toBeGreaterThan(0);
  });

  test("a row that is missing is never left out", () => {
    const rng = new SeededRng(11);
    for (let n = 0; n < 5; n++) {
      const database = opened();
      database.exec(`DELETE FROM ${name} WHERE ${placeBy(rng)}`);
      const { wrong, refused } = compared(database, about);
      expect(wrong).toEqual([]);
      expect(refused).toBeGreaterThan(0);
    }
  });
});

test("no bit that flips changes an answer", () => {
  const rng = new SeededRng(13);
  const { page_size: pageBytes } = whole.prepare("PRAGMA page_size").get() as { page_size: number };
  const pages = whole.prepare(
    "SELECT pageno AS page, tbl_name AS name FROM dbstat JOIN sqlite_schema USING (name)",
  );
  const tables = new Map(pages.all().map(({ page, name }) => [page as number, name as string]));
  expect(tables.size).toBeGreaterThan(image.length / pageBytes / 2);
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
    const table = tables.get(1 + Math.floor(at / pageBytes));
    const found = compared(database, table === undefined ? questions : questionsAbout(table));
    expect([at, found.wrong]).toEqual([at, []]);
    if (found.refused > 0) refused++;
    database.close();
  }
  expect(refused).toBeGreaterThan(FLIPS / 5);
});

describe("a walk through the whole store, as the background audit takes it", () => {
  /** Rows of a pass, taken so many at a time; those that two pieces share count twice. */
  const walked = (database: DatabaseSync, rows: number): number => {
    const reader = new HistoryReader(database);
    let sum = 0;
    for (let from: readonly number[] = []; ; ) {
      const { words, total, more } = reader.answer({ type: "prove", query: { from, rows } });
      sum += total;
      if (!more) return sum;
      from = [...words];
    }
  };
  const sizeOf = (name: string): number =>
    (whole.prepare(`SELECT count(*) AS rows FROM ${name}`).get() as { rows: number }).rows;
  const placeOf = (name: string, key: readonly string[], nth: number, whose = ""): string => {
    const found = whole.prepare(`SELECT ${key.join(", ")} FROM ${name} ${whose} LIMIT 1 OFFSET ${nth}`);
    const keys = found.get() as Record<string, number>;
    return key.map((column) => `${column} = ${keys[column]}`).join(" AND ");
  };

  test.each([2, 7, 100_000])("finds nothing in a store that is whole, %i rows at a time", (rows) => {
    const all = allTables.reduce((sum, { name }) => sum + sizeOf(name), 0);
    expect(walked(opened(), rows)).toBeGreaterThanOrEqual(all);
  });

  describe.each(allTables.map((table) => [table.name, table] as const))("%s", (name, table) => {
    test("finds another value in any column", () => {
      const rng = new SeededRng(17);
      for (const column of table.columns) {
        const database = opened();
        const other = column === table.text ? "'TAMPERED'" : `${column} + 1`;
        const where = placeOf(name, table.key, rng.below(sizeOf(name)));
        database.exec(`UPDATE OR REPLACE ${name} SET ${column} = ${other} WHERE ${where}`);
        expect(() => walked(database, 50), `${column} where ${where}`).toThrow(DamageError);
      }
    });

    test("finds a missing row, be it first, last or between", () => {
      // Of accounts those that have no list are the venue's own.
      const whose = name === "accounts" ? `WHERE account IN (${accounts.join(", ")})` : "";
      const size = name === "accounts" ? accounts.length : sizeOf(name);
      const rng = new SeededRng(17);
      for (const nth of new Set([0, size - 1, rng.below(size), rng.below(size)])) {
        const database = opened();
        const where = placeOf(name, table.key, nth, whose);
        database.exec(`DELETE FROM ${name} WHERE ${where}`);
        expect(() => walked(database, 5), where).toThrow(DamageError);
      }
    });
  });
});
