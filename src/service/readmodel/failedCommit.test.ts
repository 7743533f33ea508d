import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { SimulatedClock } from "../../../test/host/simulatedClock.ts";
import { temporaryDirectory } from "../../../test/host/temporaryDirectory.ts";
import { BUY, blankOf, encode, eventLayouts, ORIGIN_BOOK, RecordBuffer } from "../../kernel/core/index.ts";
import { type HistoryFailedError, type HistoryFrame, openHistory } from "./index.ts";
import { openForWriting } from "./schema.ts";

/** Wherever history is kept: what could not be committed is not left out, but ends the store. */

const START = 1_767_225_600_000;

/** One trade a command. */
function tradeOf(seq: number): HistoryFrame {
  const made = { trade: seq, price: 100, size: 1, value: 100n, takerSide: BUY, origin: ORIGIN_BOOK };
  const buffer = new RecordBuffer();
  encode(eventLayouts.traded, { ...blankOf(eventLayouts.traded), ...made }, buffer);
  return { firstSeq: seq, count: 1, time: START + seq, events: buffer.slice() };
}

/** A new store in which there is no room for the third trade. */
function fullStore(path: string): Uint8Array {
  const database = openForWriting(path);
  database.exec(
    `CREATE TRIGGER full BEFORE INSERT ON public_trades WHEN NEW.trade = 3
     BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END`,
  );
  const image = path === ":memory:" ? database.serialize() : new Uint8Array();
  database.close();
  return image;
}

test.each(["memory", "a file"])("a commit that fails ends a store in %s", async (where) => {
  const directory = temporaryDirectory();
  const path = where === "memory" ? undefined : join(directory, "history.db");
  const image = fullStore(path ?? ":memory:");
  const failures: HistoryFailedError[] = [];
  const history = await openHistory({
    ...{ path, image, clock: new SimulatedClock({ seed: 1 }) },
    onFailure: (failure) => failures.push(failure),
  });
  onTestFinished(() => history.close());
  const trades = async (): Promise<number[]> =>
    (await history.trades({ contract: 0, limit: 10 })).map(({ trade }) => trade);

  for (const seq of [1, 2]) await history.apply(tradeOf(seq));
  expect(await trades()).toEqual([2, 1]);
  for (const seq of [3, 4]) await history.apply(tradeOf(seq));
  const refused = "writing it failed (database or disk is full)";
  await expect(trades()).rejects.toThrow(refused);
  await history.apply(tradeOf(5));
  await expect(trades()).rejects.toThrow(refused);
  await expect(history.settle()).rejects.toThrow(refused);
  expect(history.damage).toBeUndefined();
  expect(failures).toEqual([history.failure]);
});
