import { setImmediate as turn } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import type { Venue } from "../../src/assembly/venue/index.ts";
import { startVenue, TEST_CLOCK_START } from "../../src/assembly/venue/index.ts";
import { SeededRng } from "../../src/kernel/host/seededRng.ts";
import { Listener, signed } from "../sockets/listener.ts";
import { Client } from "./client.ts";
import { control } from "./control.ts";

/** Market time as fast as the machine and its clients. */

const SYMBOL = "cmt_btcusdt";
const MINUTE = 60_000;

let venue: Venue;
afterEach(() => venue.stop());

async function start(): Promise<void> {
  venue = await startVenue({
    prices: { btc: 60_000 },
    seed: 5,
    accounts: ["alice", "bob"].map((name) => ({ name, apiKey: name, secret: "s", passphrase: "p" })),
  });
}

const digest = (): string => Buffer.from(venue.engine.digest).toString("hex");

/**
 * A bot that trades once a minute of market time, and takes its time of the host's for it, which is another
 * one in each run.
 */
async function playBot(
  pauses: SeededRng,
): Promise<{ readonly digest: string; readonly times: readonly number[] }> {
  await venue.reset({ to: "begin" });
  // Signed at market time, so that the very requests are the same.
  const [own, other] = venue.accounts.map((key) => new Client(venue.baseUrl, key, () => venue.clock.now()));
  const socket = await Listener.open(`${venue.wsUrl}/v2/ws/private`, signed(venue.accounts[0]!));
  await socket.subscribe("fill");
  const run = venue.runFast({ until: TEST_CLOCK_START + 5 * MINUTE, clients: 1 });
  const times: number[] = [];
  const pause = async (): Promise<void> => {
    for (let turns = pauses.uint32() % 300; turns > 0; turns--) await turn();
  };
  let until = TEST_CLOCK_START + MINUTE;
  socket.send({ event: "ready", until: String(until) });
  for (;;) {
    const over = run.then(() => undefined);
    const stands = await Promise.race([socket.find(({ event }) => event === "ready"), over]);
    if (stands === undefined) break;
    times.push(Number(stands.time) - TEST_CLOCK_START);
    await pause();
    const order = { symbol: SYMBOL, size: "0.01", order_type: "0", match_price: "0", price: "60000" };
    expect((await other!.post("order/placeOrder", { ...order, type: "2" })).status).toBe(200);
    expect((await own!.post("order/placeOrder", { ...order, type: "1" })).status).toBe(200);
    await pause();
    until = Number(stands.time) + MINUTE;
    socket.send({ event: "ready", until: String(until) });
  }
  expect((await run).varies).toBe(false);
  const end = digest();
  await socket.close();
  return { digest: end, times };
}

test("a bot that acknowledges sees the same market twice, however long it pauses", async () => {
  await start();
  await venue.saveState("begin");
  const one = await playBot(new SeededRng(1));
  const two = await playBot(new SeededRng(2));
  expect(one.times).toEqual([1, 2, 3, 4, 5].map((minutes) => minutes * MINUTE));
  expect(two).toEqual(one);
});

test("nobody there: it runs to its end, and nothing of it varies", async () => {
  await start();
  const before = venue.clock.now();
  const run = await venue.runFast({ until: before + 10 * MINUTE });
  expect(run).toMatchObject({ from: before, time: before + 10 * MINUTE, varies: false, isOver: true });
  expect(run.steps).toBeGreaterThan(100);
  expect(venue.clock.mode()).toEqual({ type: "frozen" });
  await venue.step(1_000); // and is stepped as before
  expect(venue.clock.now()).toBe(before + 10 * MINUTE + 1_000);
});

test("somebody who asks and does not acknowledge is thought about, and the run says that it varies", async () => {
  await start();
  const client = new Client(venue.baseUrl, venue.accounts[0]!);
  const run = venue.runFast({ until: TEST_CLOCK_START + 24 * 60 * MINUTE, thinkMs: 1 });
  expect((await client.get("account/assets")).status).toBe(200);
  const asked = venue.clock.now();
  while (venue.clock.now() < asked + MINUTE) await venue.engine.settle();
  venue.clock.freeze();
  expect(await run).toMatchObject({ varies: true, isOver: true });
});

test("who reads nothing is waited for until it has", async () => {
  await start();
  const socket = await Listener.open(`${venue.wsUrl}/v2/ws/public`);
  await socket.subscribe(`ticker.${SYMBOL}`);
  const seen: string[] = [];
  const run = venue.runFast({ until: TEST_CLOCK_START + MINUTE, thinkMs: 0 });
  const ended = await run;
  for (const message of socket.take()) if (message.event === "payload") seen.push(message.data[0].markPrice);
  expect(ended).toMatchObject({ varies: true, time: TEST_CLOCK_START + MINUTE });
  // Intervals are of the host's time, of which there was hardly any: each change came all the same.
  expect(new Set(seen).size).toBeGreaterThan(3);
  await socket.close();
});

test.each(["freeze", "a speed", "a reset", "the venue's end"])(
  "%s ends it, whoever it waits for",
  async (what) => {
    await start();
    const run = venue.runFast({ clients: 1 });
    if (what === "freeze") venue.clock.freeze();
    else if (what === "a speed") venue.clock.run(2);
    else if (what === "a reset") await venue.reset();
    else await venue.stop();
    expect(await run).toMatchObject({ from: TEST_CLOCK_START, time: TEST_CLOCK_START, isOver: true });
  },
);

test("control runs it, and says how far it is", async () => {
  await start();
  const call = (path: string, body?: object) => control(venue, `clock${path}`, body);
  const until = TEST_CLOCK_START + MINUTE;
  expect(await call("/max", { until: TEST_CLOCK_START - 1 })).toMatchObject({
    status: 400,
    body: { msg: expect.stringContaining("not before market time") },
  });
  expect(await call("/max", { until, clients: 1 })).toMatchObject({
    body: { mode: "max", run: { until, over: false, steps: 0 } },
  });
  expect(await call("/step", { ms: 1 })).toMatchObject({ status: 400 });
  const socket = await Listener.open(`${venue.wsUrl}/v3/ws/public`);
  socket.send({ method: "READY", until: "x" });
  expect(await socket.find(({ result }) => result === false)).toMatchObject({
    msg: expect.stringContaining("until must be Unix ms"),
  });
  socket.send({ method: "READY", until: until + 1 });
  for (;;) {
    const { mode, run } = (await call("")).body;
    if (!run.over) continue;
    expect({ mode, run }).toMatchObject({ mode: "frozen", run: { time: until, varies: false } });
    break;
  }
  await socket.close();
});
