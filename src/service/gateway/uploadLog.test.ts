import { expect, test } from "vitest";
import { ENTRIES_MAX, TEXT_MAX, UploadLog } from "./uploadLog.ts";

const said = { orderId: "", stage: "s", model: "m", input: "i", output: "o", explanation: "e" };

test("an account loses its own oldest entries alone, by number", () => {
  const log = new UploadLog();
  log.add({ ...said, account: 1, time: 0 });
  for (let time = 1; time <= ENTRIES_MAX + 5; time++) log.add({ ...said, account: 2, time });
  expect(log.list(1)).toEqual([{ ...said, account: 1, time: 0 }]);
  expect(log.list(2).map(({ time }) => time)).toEqual(Array.from({ length: ENTRIES_MAX }, (_, i) => i + 6));
  expect(log.list(3)).toEqual([]);
});

test("and by length", () => {
  const log = new UploadLog();
  log.add({ ...said, account: 1, time: 0 });
  const input = "x".repeat(TEXT_MAX / 4);
  for (let time = 1; time <= 9; time++) log.add({ ...said, input, account: 2, time });
  expect(log.list(2).map(({ time }) => time)).toEqual([7, 8, 9]);
  expect(log.list(1)).toHaveLength(1);
});

test("those of all accounts come in the order of their times", () => {
  const log = new UploadLog();
  for (const [account, time] of [
    [2, 1],
    [1, 2],
    [2, 3],
  ] as const)
    log.add({ ...said, account, time });
  expect(log.list().map(({ time }) => time)).toEqual([1, 2, 3]);
  log.clear();
  expect(log.list()).toEqual([]);
});
