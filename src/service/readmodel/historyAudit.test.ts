import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import { SimulatedClock } from "../../../test/host/simulatedClock.ts";
import { temporaryDirectory } from "../../../test/host/temporaryDirectory.ts";
import { encode, eventLayouts, RecordBuffer } from "../../kernel/core/index.ts";
import { DAY_MS, systemClock } from "../../kernel/host/clock.ts";
import type { HistoryFailedError, HistoryFrame } from "./history.ts";
import { HistoryAudit, PROVE_EVERY_MS, PROVE_NEWEST_EVERY_MS, PROVE_REST_MS } from "./historyAudit.ts";
import { openHistory } from "./open.ts";

/** A frame that opens an account, whom nobody will ask for; the first 200 long before the others. */
function opening(seq: number): HistoryFrame {
  const buffer = new RecordBuffer();
  encode(eventLayouts.accountOpened, { account: seq, kind: 0, name: `account ${seq}` }, buffer, 0);
  return {
    firstSeq: seq,
    count: 1,
    time: (seq > 200 ? 2 * DAY_MS : 0) + 1_000 * seq,
    events: buffer.slice(),
  };
}

test("walks over the newest day, then over all of it, in pieces, rests and walks again, until it comes upon damage, which is told", async () => {
  const path = join(temporaryDirectory(), "history.db");
  const told: HistoryFailedError[] = [];
  const history = await openHistory({ path, clock: systemClock, onFailure: (failure) => told.push(failure) });
  onTestFinished(() => history.close());
  for (let seq = 1; seq <= 300; seq++) await history.apply(opening(seq));
  await history.settle();

  const host = new SimulatedClock({ seed: 1 });
  const pieces = { newest: 0, all: 0 };
  let proven: Promise<unknown> = Promise.resolve();
  const audit = new HistoryAudit(
    {
      failure: undefined,
      proveSome(rows, extent) {
        pieces[extent!]++;
        const piece = history.proveSome(rows, extent);
        proven = piece.catch(() => {});
        return piece;
      },
    },
    host,
  );
  const turn = async (ms: number): Promise<void> => {
    await host.advance(ms);
    await proven;
  };
  while (pieces.all === 0) await turn(PROVE_NEWEST_EVERY_MS);
  while (audit.passes === 0) await turn(PROVE_EVERY_MS);
  const { newest, all: ofPass } = pieces;
  expect([newest, ofPass]).toEqual([
    expect.toSatisfy((n: number) => n < ofPass),
    expect.toSatisfy((n: number) => n > 300 / 128),
  ]);
  await turn(PROVE_EVERY_MS);
  expect(pieces.all).toBe(ofPass);
  await turn(PROVE_REST_MS);
  while (audit.passes === 1) await turn(PROVE_EVERY_MS);
  expect(pieces).toEqual({ newest, all: 2 * ofPass });
  expect([told, history.damage]).toEqual([[], undefined]);

  const database = new DatabaseSync(path);
  database.exec("UPDATE accounts SET name = 'TAMPERED' WHERE account = 250");
  database.close();
  await turn(PROVE_REST_MS);
  while (host.nextDueMs() !== undefined) await turn(PROVE_EVERY_MS);
  expect(audit.passes).toBe(2);
  expect(told.map(({ message }) => message)).toEqual([
    `history at ${path}: a row of accounts (account 250) is not what was written; with the venue stopped, it can be made anew from the journal: outcry history rebuild`,
  ]);
  expect(history.damage).toBe(told[0]);
});
