import { request } from "node:http";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Venue } from "../../src/assembly/venue/index.ts";
import { StepEndedError, TEST_CLOCK_START } from "../../src/assembly/venue/index.ts";
import { ControlClient } from "../../src/interface/client/index.ts";
import { Child } from "../cli/child.ts";
import { outcry } from "../cli/inProcess.ts";
import { nodesOfTest } from "../cluster/nodes.ts";
import { temporaryDirectory } from "../host/temporaryDirectory.ts";
import { look } from "./client.ts";
import { venueOfTest } from "./venueOfTest.ts";

/** A step that takes long: what the venue does meanwhile, and who can end it. */

const YEAR = 366 * 86_400_000;

async function start(): Promise<{ readonly venue: Venue; readonly control: ControlClient }> {
  const venue = await venueOfTest({ prices: { btc: 60_000 } });
  return { venue, control: controlOf(venue) };
}

function controlOf(venue: Pick<Venue, "controlUrl" | "adminToken">): ControlClient {
  return new ControlClient({ baseUrl: venue.controlUrl, token: venue.adminToken });
}

/** Resolves once a step is under way and has reached something. */
async function underWay(control: ControlClient, venue: Pick<Venue, "baseUrl">): Promise<void> {
  for (;;) {
    const { step } = await control.call("GET clock");
    if (step !== null && !step.over && step.time > step.from) return;
    await look(venue.baseUrl, "time");
  }
}

/** What a step was refused with, the time that it says, and what the journal says of it. */
async function refusalOf(step: Promise<unknown>): Promise<{ readonly text: string; readonly time: number }> {
  const error = await step.catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(Error);
  const text = (error as Error).message;
  const [, time] = /the step was ended at market time (\d+), \d+ ms before its end: /.exec(text) ?? [];
  return { text, time: Number(time) };
}

async function journalled(control: ControlClient, action: string): Promise<string> {
  const { entries } = await control.call("GET journal", { command: "act" });
  return JSON.stringify(entries.filter(({ fields }) => fields["action"] === action));
}

test("meanwhile the venue answers; clock stop ends it; every answer and the journal say the time reached", async () => {
  const { venue, control } = await start();
  const step = refusalOf(control.call("POST clock/step", { ms: YEAR }));
  await underWay(control, venue);
  const health = await fetch(`${venue.baseUrl}/health`);
  expect([health.status, (await health.json()).status]).toEqual([200, "ok"]);
  expect((await look(venue.baseUrl, "ticker?symbol=cmt_btcusdt")).status).toBe(200);
  const where = ["--url", venue.controlUrl, "--token", venue.adminToken, "--json"];
  const stopped = await outcry("clock", "stop", ...where);
  expect(stopped.code, stopped.stderr).toBe(0);
  const { time, step: shown } = stopped.json();
  expect(shown).toEqual({ from: TEST_CLOCK_START, to: TEST_CLOCK_START + YEAR, time, over: true });
  const refused = await step;
  expect(refused).toEqual({ text: expect.stringContaining("admin ended it"), time });
  expect(venue.clock.now()).toBe(time);
  expect(await journalled(control, "clock/step")).toContain(
    refused.text.slice(refused.text.indexOf("the step")),
  );
  expect(await journalled(control, "clock/stop")).toContain('"admin"');
  expect(await venue.step(1_000)).toBe(time + 1_000); // and a later one goes on
  const none = await control.call("POST clock/stop");
  expect(none).toMatchObject({ time: time + 1_000, step: { time: time + 1_000, over: true } });
});

test("a caller that hangs up ends it, and the journal says where", async () => {
  const { venue, control } = await start();
  const headers = { authorization: `Bearer ${venue.adminToken}` };
  const asked = request(`${venue.controlUrl}/control/clock/step`, { method: "POST", headers });
  asked.on("error", () => undefined);
  asked.end(JSON.stringify({ ms: YEAR }));
  await underWay(control, venue);
  asked.destroy();
  const over = async () => (await control.call("GET clock")).step!.over;
  while (!(await over()));
  await control.call("POST clock/stop"); // the refusal of the step comes before what is asked for now
  expect(await journalled(control, "clock/step")).toContain(`at market time ${venue.clock.now()}`);
  expect(await journalled(control, "clock/step")).toContain("its caller hung up");
});

test("in process: endStep, stop and reset end it; anything but whole ms is refused", async () => {
  const { venue, control } = await start();
  const step = venue.step(YEAR).catch((error: unknown) => error);
  await underWay(control, venue);
  const time = await venue.endStep();
  expect(await step).toBeInstanceOf(StepEndedError);
  expect(await step).toMatchObject({ time, message: expect.stringContaining("this program ended it") });
  for (const ms of [undefined, Number.NaN, Number.POSITIVE_INFINITY, -1])
    await expect(venue.step(ms as number)).rejects.toThrow(
      /^step: ms must be a whole number from 0 to \d+, got/,
    );

  for (const [options, sentence] of [
    [{ until: Number.NaN }, "runFast: options.until must be a whole number from 0 to "],
    [{ untl: 5 }, "runFast: options has no untl; known are clients, thinkMs, until"],
    [5, "runFast: options must be an object, got 5"],
  ] as const)
    await expect(venue.runFast(options as never)).rejects.toThrow(sentence);

  const beforeReset = refusalOf(venue.step(YEAR));
  await underWay(control, venue);
  await venue.reset();
  expect((await beforeReset).text).toContain("the market is closed");
  expect(await venue.endStep()).toBe(TEST_CLOCK_START);

  const last = refusalOf(control.call("POST clock/step", { ms: YEAR }));
  await underWay(control, venue);
  await venue.stop();
  expect((await last).text).toContain("the venue stops");
});

test("SIGTERM ends it: its caller is answered, the journal has the same, and the process ends as always", async () => {
  const data = temporaryDirectory();
  const { child, ready } = await Child.serve(["--data", data, "--clock", "test"]);
  const control = controlOf(ready);
  const step = refusalOf(control.call("POST clock/step", { ms: YEAR }));
  await underWay(control, ready);
  child.kill("SIGTERM");
  const { text, time } = await step;
  expect(text).toContain("the venue stops");
  expect(time).toBeGreaterThan(TEST_CLOCK_START);
  expect(await child.exited(), child.stderr).toBe(0);
  expect(child.stderr).toContain("stopped cleanly");
  const journal = await outcry("journal", "operators", join(data, "journal"));
  expect(journal.stdout).toContain(text.slice(text.indexOf("the step")));
});

test("a caller that hangs up on another node of a cluster ends it, too", async () => {
  const nodes = nodesOfTest();
  const leader = await nodes.start("a");
  const follower = await nodes.start("b");
  await nodes.until(() => leader.gateway !== undefined);
  const gone = new AbortController();
  const asked = fetch(`${follower.controlUrl}/control/clock/step`, {
    method: "POST",
    headers: { authorization: `Bearer ${follower.adminToken}` },
    body: JSON.stringify({ ms: YEAR }),
    signal: gone.signal,
  }).catch((error: unknown) => error);
  const control = controlOf(leader);
  await nodes.passing(underWay(control, leader));
  gone.abort();
  await asked;
  const over = async (): Promise<boolean> => (await control.call("GET clock")).step!.over;
  while (!(await nodes.passing(over())));
  expect((await nodes.passing(control.call("GET clock"))).step!.time).toBe(leader.clock.now());
});
