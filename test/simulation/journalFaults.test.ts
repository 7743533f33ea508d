import { expect, test } from "vitest";
import { betrayEachWrite, failEachOperation, shortenEachTransfer } from "./journalFaults.ts";
import { journal } from "./journalUnderTest.ts";

test("EIO and ENOSPC at every operation in turn stop the log for good and lose nothing", async () => {
  const { opening, writing } = await failEachOperation(journal);
  expect(opening).toBeGreaterThan(10);
  expect(writing).toBeGreaterThan(50);
});

test("short reads and writes are carried on", async () => {
  expect(await shortenEachTransfer(journal)).toBeGreaterThan(20);
});

test("lost and misdirected writes are found when the log is opened", async () => {
  const { refused, behind } = await betrayEachWrite(journal);
  expect(refused).toBeGreaterThan(10);
  expect(behind).toBeGreaterThan(0);
});
