import { copyFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { temporaryDirectory } from "../../../test/host/temporaryDirectory.ts";
import { CLIENT_IDS, everyKind } from "../../../test/readmodel/everyKind.ts";
import {
  BILL_START_LIQUIDATE,
  BUY,
  blankOf,
  encode,
  eventLayouts,
  FEE_ACCOUNT,
  INSURANCE_ACCOUNT,
  ORIGIN_BOOK,
  RecordBuffer,
} from "../../kernel/core/index.ts";
import { SeededRng } from "../../kernel/host/seededRng.ts";
import { CANDLE_INTERVALS, type HistoryFrame, PUBLIC_TRADES_KEPT } from "./history.ts";
import { HistoryReader, type Question } from "./reader.ts";
import { openForWriting } from "./schema.ts";
import { firstDifference } from "./verify.ts";
import { HistoryWriter, type PublicTable } from "./writer.ts";

/** A commit in parts: others fold and ask meanwhile, and the process may die at any moment. */

const TURNS = process.env.OUTCRY_LONG ? 6_000 : 600;
/** Few pages: the others are in the log long before the commit. */
const CACHED_PAGES = 20;

class Opened {
  readonly database: DatabaseSync;
  readonly writer: HistoryWriter;
  readonly reader: HistoryReader;

  constructor(path: string) {
    this.database = openForWriting(path);
    this.database.exec(`PRAGMA cache_size = ${CACHED_PAGES}`);
    this.writer = new HistoryWriter(this.database, "none");
    this.reader = new HistoryReader(this.database);
  }
}

/** What may be asked of an account whose rows are not committed. */
function questionsOf(account: number, draw: (below: number) => number): Question[] {
  const page = { account, limit: 1 + draw(30), offset: draw(3) };
  const family = (["all", "normal", "plan"] as const)[draw(3)]!;
  return [
    { type: "orders", query: { ...page, family } },
    { type: "orders", query: { ...page, family, contract: 0 } },
    { type: "order", query: { account, order: 0, clientId: `id-${draw(CLIENT_IDS)}` } },
    { type: "fills", query: page },
    { type: "closedPositions", query: page },
    { type: "bills", query: page },
    { type: "bills", query: { ...page, coin: 1 + draw(2) } },
    { type: "bills", query: { ...page, contract: 0, type: 7 + draw(4) } },
  ];
}

function marketQuestion(draw: (below: number) => number): [PublicTable, Question] {
  const limit = 1 + draw(30);
  const type = (["candles", "trades", "fundingRates"] as const)[draw(3)]!;
  if (type !== "candles") return [type, { type, query: { contract: 0, limit } }];
  const price = (["last", "mark", "index"] as const)[draw(3)]!;
  const intervalMs = CANDLE_INTERVALS[draw(CANDLE_INTERVALS.length)]!;
  return [type, { type, query: { contract: 0, price, intervalMs, limit, now: Number.MAX_SAFE_INTEGER } }];
}

test.each([1, 2, 3])("is whole after every crash, and shows all that is folded (seed %i)", (seed) => {
  const directory = temporaryDirectory();
  const { frames, accounts } = everyKind({ turns: TURNS, seed, isEventful: true });
  const rng = new SeededRng(seed);
  const draw = (below: number): number => rng.uint32() % below;
  const asked = [...accounts, FEE_ACCOUNT, INSURANCE_ACCOUNT];
  const lastSeq = frames.at(-1)!.firstSeq + frames.at(-1)!.count - 1;

  let path = join(directory, "0.db");
  let store = new Opened(path);
  let next = 0;
  /** In one go, whatever is folded. */
  const whole = new Opened(":memory:");
  const seen = { crashes: 0, midway: 0, shown: 0 };
  let isMidway = false;

  const fold = (): void => {
    for (let n = 1 + draw(8); n > 0 && next < frames.length; n--, next++) {
      store.writer.fold(frames[next]!);
      whole.writer.fold(frames[next]!);
    }
  };
  const commitSome = (): void => {
    const { appliedSeq, foldedSeq } = store.writer;
    if (appliedSeq === foldedSeq) return;
    store.writer.commitSome(1 + draw(60));
    isMidway = store.writer.appliedSeq === appliedSeq;
  };
  const ask = (): void => {
    whole.writer.commit();
    const shown = [asked[draw(asked.length)]!, asked[draw(asked.length)]!];
    const [account] = shown as [number];
    const questions = questionsOf(account, draw);
    questions.push({ type: "rebates", query: { agents: [...new Set(shown)], limit: 50 } });
    for (const { account: of, bill } of whole.database
      .prepare(`SELECT account, bill FROM bills WHERE type = ${BILL_START_LIQUIDATE} AND account = ?`)
      .all(account))
      questions.push({ type: "liquidation", query: { account: of as number, bill: bill as number } });
    store.writer.show(shown);
    if (store.writer.isShowing) seen.shown++;
    for (const question of questions)
      expect(store.reader.answer(question)).toEqual(whole.reader.answer(question));
    store.writer.hide();
  };
  const askOfMarket = (): void => {
    whole.writer.commit();
    const [type, question] = marketQuestion(draw);
    store.writer.showPublic(type);
    if (store.writer.isShowing) seen.shown++;
    expect(store.reader.answer(question)).toEqual(whole.reader.answer(question));
    store.writer.hide();
  };
  const crash = (): void => {
    const { appliedSeq } = store.writer;
    const left = join(directory, `${++seen.crashes}.db`);
    copyFileSync(path, left);
    copyFileSync(`${path}-wal`, `${left}-wal`);
    store.database.close();
    if (isMidway) seen.midway++;
    isMidway = false;
    path = left;
    store = new Opened(path);
    expect(store.writer.appliedSeq).toBe(appliedSeq);
    expect(differenceFrom(frames, appliedSeq)).toBeUndefined();
    for (const frame of frames.slice(0, next)) store.writer.fold(frame);
  };
  /** The first difference between the file and one made in one go of the frames up to a command. */
  const differenceFrom = (of: readonly HistoryFrame[], seq: number) => {
    const anew = join(directory, "anew.db");
    const made = new Opened(anew);
    made.writer.apply(of.filter(({ firstSeq, count }) => firstSeq + count - 1 <= seq));
    made.database.close();
    try {
      return firstDifference(path, anew, () => {});
    } finally {
      rmSync(anew);
    }
  };

  while (store.writer.appliedSeq < lastSeq) {
    const drawn = draw(100);
    if (drawn < 30) fold();
    else if (drawn < 75) commitSome();
    else if (drawn < 88) ask();
    else if (drawn < 97) askOfMarket();
    else if (seen.crashes < 20) crash();
  }
  expect(differenceFrom(frames, lastSeq)).toBeUndefined();
  for (let from: readonly number[] = [], more = true; more; ) {
    const proven = store.reader.answer({ type: "prove", query: { from, rows: 1_000 } });
    [from, more] = [[...proven.words], proven.more];
  }
  expect(Math.min(seen.midway, seen.shown)).toBeGreaterThan(3);
  whole.database.close();
  store.database.close();
});

test("the latest trades of a contract are kept, no more, however many of them were shown before", () => {
  const made = { price: 100, size: 1, value: 100n, takerSide: BUY, origin: ORIGIN_BOOK };
  const frames = Array.from({ length: 3 * PUBLIC_TRADES_KEPT }, (_, i): HistoryFrame => {
    const buffer = new RecordBuffer();
    encode(eventLayouts.traded, { ...blankOf(eventLayouts.traded), ...made, trade: i + 1 }, buffer);
    return { firstSeq: i + 1, count: 1, time: i, events: buffer.slice() };
  });
  const { writer, reader, database } = new Opened(":memory:");
  const query = { contract: 0, limit: PUBLIC_TRADES_KEPT };
  for (const [i, frame] of frames.entries()) {
    writer.fold(frame);
    if (i % 70 === 0) writer.commitSome(300); // for a commit of all that came meanwhile it takes a few of these
    if (i % 90 !== 0) continue;
    writer.showPublic("trades");
    expect(reader.answer({ type: "trades", query }).total).toBe(Math.min(i + 1, PUBLIC_TRADES_KEPT));
    writer.hide();
  }
  writer.commit();
  const rows = "SELECT count(*) AS rows, min(trade) AS first, max(trade) AS last FROM public_trades";
  expect(database.prepare(rows).get()).toEqual({
    ...{ rows: PUBLIC_TRADES_KEPT, first: 2 * PUBLIC_TRADES_KEPT + 1, last: 3 * PUBLIC_TRADES_KEPT },
  });
  database.close();
});
