import { expect, test } from "vitest";
import { SimulatedClock } from "../../test/host/simulatedClock.ts";
import { CLOSE_WAIT_MS, Retention, WORK_MAX_MS } from "./retention.ts";

/** Work on the files of a journal, such as a backup, that never ends: who waits for it, and how long. */

function retention() {
  const clock = new SimulatedClock({ seed: 1 });
  return { clock, kept: new Retention({ clock, tidy: undefined, onError() {} }) };
}

const forever = () => new Promise<never>(() => {});

test("hanging work is given up after its time, and the next has its turn", async () => {
  const { clock, kept } = retention();
  let told: AbortSignal | undefined;
  const hanging = kept.exclusively((signal) => {
    told = signal;
    return forever();
  });
  const next = kept.exclusively(async () => "done");
  await Promise.resolve();
  await clock.advance(WORK_MAX_MS);
  await clock.advance(1);
  await expect(hanging).rejects.toThrow("longer than an hour");
  expect([await next, told?.aborted]).toEqual(["done", true]);
});

test("a close tells the work to give up and waits so long for it and no longer", async () => {
  const { clock, kept } = retention();
  const hanging = kept.exclusively(forever);
  hanging.catch(() => undefined);
  const waiting = kept.exclusively(async () => "never begun");
  waiting.catch(() => undefined);
  await Promise.resolve();
  let isClosed = false;
  const closed = kept.close().then(() => {
    isClosed = true;
  });
  await clock.advance(CLOSE_WAIT_MS - 1);
  await Promise.resolve();
  expect(isClosed).toBe(false);
  await clock.advance(1);
  await closed;
  await expect(hanging).rejects.toThrow("being closed");
  await expect(waiting).rejects.toThrow("being closed");
});

test("work that obeys lets a close go on at once", async () => {
  const { kept } = retention();
  const obedient = kept.exclusively(
    (signal) => new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
  );
  obedient.catch(() => undefined);
  await Promise.resolve();
  await kept.close();
  await expect(obedient).rejects.toThrow("being closed");
});
