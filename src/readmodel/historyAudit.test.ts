import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import { SimulatedClock } from "../../test/host/simulatedClock.ts";
import { encode, eventLayouts, RecordBuffer } from "../core/index.ts";
import { systemClock } from "../host/systemClock.ts";
import type { HistoryFailedError, HistoryFrame } from "./history.ts";
import { HistoryAudit, PROVE_EVERY_MS, PROVE_REST_MS } from "./historyAudit.ts";
import { openHistory } from "./open.ts";

/** A frame that opens an account, whom nobody will ask for. */
function opening(seq: number): HistoryFrame {
  const buffer = new RecordBuffer();
  encode(eventLayouts.accountOpened, { account: seq, kind: 0, name: `account ${seq}` }, buffer, 0);
  return { firstSeq: seq, count: 1, time: 1_000 * seq, events: buffer.slice() };
}

test("walks in pieces, rests and walks again, until it comes upon damage, which is told", async () => {
  const path = join(mkdtempSync(join(tmpdir(), "outcry-audit-")), "history.db");
  onTestFinished(() => rmSync(join(path, ".."), { recursive: true, maxRetries: 5 }));
  const told: HistoryFailedError[] = [];
  const history = await openHistory({ path, clock: systemClock, onFailure: (failure) => told.push(failure) });
  onTestFinished(() => history.close());
  for (let seq = 1; seq <= 300; seq++) await history.apply(opening(seq));
  await history.settle();

  const host = new SimulatedClock({ seed: 1 });
  let pieces = 0;
  let proven: Promise<unknown> = Promise.resolve();
  const audit = new HistoryAudit(
    {
      failure: undefined,
      proveSome(rows) {
        pieces++;
        const piece = history.proveSome(rows);
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
  while (audit.passes === 0) await turn(PROVE_EVERY_MS);
  const ofPass = pieces;
  expect(ofPass).toBeGreaterThan(300 / 128);
  await turn(PROVE_EVERY_MS);
  expect(pieces).toBe(ofPass);
  await turn(PROVE_REST_MS);
  while (audit.passes === 1) await turn(PROVE_EVERY_MS);
  expect(pieces).toBe(2 * ofPass);
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
