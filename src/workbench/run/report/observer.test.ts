import { expect, onTestFinished, test } from "vitest";
import type { Venue } from "../../../assembly/venue/index.ts";
import { systemClock } from "../../../kernel/host/clock.ts";
import { RunObserver } from "./observer.ts";

test("who watches an engine that halts ends no process: the report says what happened", async () => {
  const unhandled: unknown[] = [];
  const note = (reason: unknown): void => void unhandled.push(reason);
  process.on("unhandledRejection", note);
  onTestFinished(() => void process.off("unhandledRejection", note));
  let questions = 0;
  const venue = {
    accounts: [{ name: "demo-1" }],
    account: async () => ({ account: 1 }),
    engine: {
      durableSeq: 1,
      now: () => 0,
      query: async () => {
        if (questions++ > 0) throw new Error("the engine has halted");
        return { equity: 1n };
      },
    },
    gateway: { requestLog: { read: () => ({ entries: [], next: 0, lost: 0 }) } },
    settle: async () => undefined,
  } as unknown as Venue;
  const observer = await RunObserver.of(venue, systemClock);
  await new Promise((resolve) => setImmediate(resolve));
  expect(unhandled).toEqual([]);
  await expect(observer.report("demo-1")).rejects.toThrow("the engine has halted");
});
