import { copyFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { temporaryDirectory } from "../../../test/host/temporaryDirectory.ts";
import { encode, eventLayouts, RecordBuffer } from "../../kernel/core/index.ts";
import { systemClock } from "../../kernel/host/clock.ts";
import type { HistoryFrame } from "./history.ts";
import { openHistory, peekHistory } from "./open.ts";
import { HistoryThreads, type ReaderThread } from "./threads.ts";

/** Threads are lent to one store after the other. */

/** A frame with one funding rate of contract 0. */
function turned(seq: number, settledRate: number): HistoryFrame {
  const buffer = new RecordBuffer();
  encode(
    eventLayouts.fundingTurned,
    { contract: 0, settledRate, skipped: false, rate: 0, due: 0, markPoints: 0 },
    buffer,
    0,
  );
  return { firstSeq: seq, count: 1, time: 1_000 * seq, events: buffer.slice() };
}

const rates = async (history: Awaited<ReturnType<typeof openHistory>>) =>
  (await history.fundingRates({ contract: 0, limit: 10 })).map(({ rate }) => rate);

test("a store that opens in lent threads has what its file has, and nothing of the one before", async () => {
  const data = temporaryDirectory();
  const threads = new HistoryThreads();
  onTestFinished(() => threads.close());
  const open = (name: string) => openHistory({ path: join(data, name), clock: systemClock, threads });

  const first = await open("first.db");
  await first.apply(turned(1, 7));
  await first.apply(turned(2, 8));
  await first.settle();
  expect(await rates(first)).toEqual([8, 7]);
  // An answer without rows can be given again: the memory of the first one is gone with it.
  for (let i = 0; i < 9; i++) expect(await first.hasPrehistory(1)).toBe(false);
  expect(threads.idle).toBe(0);
  await first.close();
  expect(threads.idle).toBe(2); // its writer and its reader wait for the next

  const second = await open("second.db");
  expect(threads.idle).toBe(0);
  expect(second.appliedSeq).toBe(0);
  expect(await rates(second)).toEqual([]);
  await second.apply(turned(1, 9));
  await second.settle();
  expect(await rates(second)).toEqual([9]);
  await second.close();

  const again = await open("first.db");
  expect(again.appliedSeq).toBe(2);
  expect(await rates(again)).toEqual([8, 7]);
  await again.close();
});

test("two stores at a time have threads of their own, of which no more wait than were asked for", async () => {
  const data = temporaryDirectory();
  const threads = new HistoryThreads(1);
  onTestFinished(() => threads.close());
  const open = (name: string) => openHistory({ path: join(data, name), clock: systemClock, threads });
  const [one, other] = await Promise.all([open("one.db"), open("other.db")]);
  await one.apply(turned(1, 1));
  await other.apply(turned(1, 2));
  await Promise.all([one.settle(), other.settle()]);
  expect([await rates(one), await rates(other)]).toEqual([[1], [2]]);
  await Promise.all([one.close(), other.close()]);
  expect(threads.idle).toBe(2);
  const again = await open("other.db");
  expect(threads.idle).toBe(0);
  await again.close();
});

test("threads of a store that could not be opened are not lent again", async () => {
  const path = join(temporaryDirectory(), "history.db");
  writeFileSync(path, "not a database, whatever its name says. ".repeat(200));
  const threads = new HistoryThreads();
  onTestFinished(() => threads.close());
  await expect(openHistory({ path, clock: systemClock, threads })).rejects.toThrow(/outcry history rebuild/);
  expect(threads.idle).toBe(0);
});

/** Tells what was asked of readers, and when it was answered. */
class ToldThreads extends HistoryThreads {
  readonly answered = new Map<string, Promise<unknown>>();

  override reader(): ReaderThread {
    const reader = super.reader();
    const ask = reader.ask.bind(reader);
    reader.ask = (order) => {
      const answer = ask(order);
      this.answered.set(order.type, answer);
      return answer;
    };
    return reader;
  }
}

test("the log is copied into the file by a thread of its own, while the store is open", async () => {
  const data = temporaryDirectory();
  const path = join(data, "history.db");
  const threads = new ToldThreads();
  onTestFinished(() => threads.close());
  const history = await openHistory({ path, clock: systemClock, threads });
  let seq = 0;
  while (!threads.answered.has("copyLog")) {
    await history.apply(turned(++seq, seq));
    await history.settle();
  }
  await threads.answered.get("copyLog");
  // The file alone, without its log.
  copyFileSync(path, join(data, "alone.db"));
  expect(peekHistory(join(data, "alone.db")).appliedSeq).toBe(seq);
  expect(await rates(history)).toHaveLength(10);
  await history.close();
  expect(threads.idle).toBe(3);
});
