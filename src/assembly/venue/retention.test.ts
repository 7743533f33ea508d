import { expect, onTestFinished, test, vi } from "vitest";
import { SimulatedClock } from "../../../test/host/simulatedClock.ts";
import { temporaryDirectory } from "../../../test/host/temporaryDirectory.ts";
import { Engine } from "../../kernel/engine/index.ts";
import { CLOSE_WAIT_MS, Retention, WORK_MAX_MS } from "./retention.ts";
import { startVenue } from "./venue.ts";

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

test("what is due is looked for every few seconds until it rests; the look under way is waited for so long and no longer", async () => {
  const clock = new SimulatedClock({ seed: 1 });
  let looks = 0;
  let look: () => Promise<void> = async () => {};
  const tidy = (): Promise<void> => {
    looks++;
    return look();
  };
  const kept = new Retention({ clock, tidy, onError() {} });
  kept.start();
  await clock.advance(5_000);
  expect(looks).toBe(2);
  let end = (): void => {};
  look = () => new Promise((resolve) => (end = resolve));
  await clock.advance(5_000);
  let isAtRest = false;
  const resting = kept.rest().then(() => {
    isAtRest = true;
  });
  await clock.advance(CLOSE_WAIT_MS - 1);
  expect(isAtRest).toBe(false);
  end();
  await resting;
  kept.start(); // as a node that comes to lead while it is closed
  await clock.advance(60_000);
  expect(looks).toBe(3);
  await kept.close();
});

test("a look that hangs keeps no market from closing", async () => {
  const clock = new SimulatedClock({ seed: 1 });
  const kept = new Retention({ clock, tidy: forever, onError() {} });
  kept.start();
  await clock.advance(0);
  const resting = kept.rest();
  await clock.advance(CLOSE_WAIT_MS);
  await resting;
});

test("it rests before a market writes its last snapshot", async () => {
  const data = temporaryDirectory();
  const venue = await startVenue({ data, market: "empty", prehistory: 0 });
  const [rests, stops] = [vi.spyOn(Retention.prototype, "rest"), vi.spyOn(Engine.prototype, "stop")];
  onTestFinished(() => void vi.restoreAllMocks());
  await venue.stop();
  const [[rested], [stopped]] = [rests.mock.invocationCallOrder, stops.mock.invocationCallOrder];
  expect(rested).toBeLessThan(stopped!);
});
