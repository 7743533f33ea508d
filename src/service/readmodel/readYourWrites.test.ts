import { expect, test } from "vitest";
import { SimulatedClock } from "../../../test/host/simulatedClock.ts";
import { HistoryBehindError, HistoryFailedError, WAIT_MAX_MS } from "./history.ts";
import { patiently, ReadYourWrites } from "./readYourWrites.ts";

test("opens to each as soon as what it waits for is reached, and to nobody before", async () => {
  const clock = new SimulatedClock({ seed: 1 });
  const gate = new ReadYourWrites(clock, 10);
  const opened: number[] = [];
  const waiting = [12, 10, 14].map((seq) => gate.reach(seq).then(() => opened.push(seq)));
  await clock.advance(1);
  expect(opened).toEqual([10]);
  gate.advance(13);
  await clock.advance(1);
  expect(opened).toEqual([10, 12]);
  gate.advance(14);
  await Promise.all(waiting);
  expect(opened).toEqual([10, 12, 14]);
  expect(clock.nextDueMs()).toBeUndefined();
});

test("refuses who has waited long enough, with how far the writer got meanwhile", async () => {
  const clock = new SimulatedClock({ seed: 1 });
  const gate = new ReadYourWrites(clock, 10);
  const refused = gate.reach(20).catch((error) => error);
  await clock.advance(WAIT_MAX_MS - 1);
  gate.advance(15);
  await clock.advance(1);
  expect(await refused).toEqual(new HistoryBehindError(15, 20));
  expect(await refused).toMatchObject({ appliedSeq: 15, wantedSeq: 20 });
});

test("refuses everybody once the store has failed, even what was reached", async () => {
  const gate = new ReadYourWrites(new SimulatedClock({ seed: 1 }), 10);
  const refused = gate.reach(20).catch((error) => error);
  const failure = new HistoryFailedError("history.db", { why: "the disk is full" });
  gate.fail(failure);
  expect(await refused).toBe(failure);
  await expect(gate.reach(1)).rejects.toBe(failure);
});

test("what had arrived, not read yet, when the time was over is an answer: the process was held up, not the writer", async () => {
  const clock = new SimulatedClock({ seed: 1 });
  const gate = new ReadYourWrites(clock, 10);
  const { port1: writer, port2: here } = new MessageChannel();
  const answered = new Promise((resolve) => {
    here.onmessage = ({ data }) => {
      gate.advance(data);
      resolve(data);
    };
  });
  const waiting = Promise.all([gate.reach(20), gate.within(20, answered)]);
  setImmediate(() => writer.postMessage(20)); // and in the same turn, before any message is read, time is over
  const over = clock.advance(WAIT_MAX_MS);
  expect(await waiting).toEqual([undefined, 20]);
  await over;
  here.close();
});

test("asks again for as long as history is behind, each time after all that was given is committed", async () => {
  const told: string[] = [];
  const history = { settle: async () => void told.push("settled") };
  const ask = async () => {
    told.push("asked");
    if (told.length < 5) throw new HistoryBehindError(5, 9);
    return 7;
  };
  expect(await patiently(history, ask)).toBe(7);
  expect(told).toEqual(["asked", "settled", "asked", "settled", "asked"]);
});

test("a history that has failed refuses, also while it is waited for", async () => {
  const failure = new HistoryFailedError("history.db", { why: "the disk is full" });
  const settle = (): Promise<void> => Promise.reject(failure);
  await expect(patiently({ settle }, () => Promise.reject(failure))).rejects.toBe(failure);
  const behind = () => Promise.reject(new HistoryBehindError(5, 9));
  await expect(patiently({ settle }, behind)).rejects.toBe(failure);
});
