import { expect, test } from "vitest";
import { HistoryBehindError, HistoryFailedError } from "./history.ts";
import { patiently } from "./patiently.ts";

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
