import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { expect, onTestFinished, test, vi } from "vitest";
import { ControlClient, V2Client } from "../../src/client/index.ts";
import { standStill } from "../host/standStill.ts";
import { ANSWERED, ASKED, note, STANDS } from "./answeringThread.ts";
import { ManualTiming, settled } from "./manualTiming.ts";

/** What the client makes of it that its process, or the venue's, was held up: it is late, and never wrong. */

/** As a venue refuses a request that was not whole in time. */
const LATE = Response.json(
  { code: "408", msg: "Request Timeout", requestTime: 1, data: null },
  { status: 408 },
);
const PLACED = Response.json({ client_oid: null, order_id: "7" });
const ORDER = {
  symbol: "cmt_btcusdt",
  size: "0.01",
  type: "1",
  order_type: "0",
  match_price: "0",
  price: "50000",
} as const;

/** Answers in turn, a broken connection where it says "cut"; the last one to all further requests. */
function answering(...answers: readonly (Response | "cut")[]) {
  const stamps: string[] = [];
  const fetch = async (_: unknown, request?: RequestInit): Promise<Response> => {
    const answer = answers[Math.min(stamps.length, answers.length - 1)]!;
    stamps.push(String(new Headers(request!.headers).get("access-timestamp")));
    if (answer === "cut") throw new TypeError("fetch failed");
    return answer.clone();
  };
  return { fetch: fetch as typeof globalThis.fetch, stamps };
}

function client(fetch: typeof globalThis.fetch, timing: ManualTiming): V2Client {
  const credentials = { apiKey: "k", secret: "s", passphrase: "p" };
  return new V2Client({ baseUrl: "http://127.0.0.1:1", credentials, limits: "off", fetch, timing });
}

/** What becomes of something whose pauses pass. */
async function outcome(asked: Promise<unknown>, timing: ManualTiming): Promise<unknown> {
  let isOver = false;
  const end = asked
    .catch((error: unknown) => error)
    .finally(() => {
      isOver = true;
    });
  for (; !isOver; await settled()) await timing.pass(100);
  return end;
}

test("an order that the venue did not wait for is signed anew", async () => {
  const timing = new ManualTiming();
  const { fetch, stamps } = answering(LATE, LATE, PLACED);
  expect(await outcome(client(fetch, timing).orders.place(ORDER), timing)).toMatchObject({ order_id: "7" });
  expect(new Set(stamps).size).toBe(3);
});

test("after an attempt without an answer only its bytes go out again, and the end is that nobody knows", async () => {
  const timing = new ManualTiming();
  const { fetch, stamps } = answering("cut", LATE);
  expect(await outcome(client(fetch, timing).orders.place(ORDER), timing)).toMatchObject({
    name: "NoAnswerError",
    mayHaveHappened: true,
  });
  expect([stamps.length, new Set(stamps).size]).toEqual([11, 1]);
});

test("patience ends: the refusal is the answer", async () => {
  const timing = new ManualTiming();
  const { fetch, stamps } = answering(LATE);
  expect(await outcome(client(fetch, timing).orders.place(ORDER), timing)).toMatchObject({ status: 408 });
  expect(stamps).toHaveLength(11);
});

test("a question that is a POST is asked anew, and nothing can have happened", async () => {
  const timing = new ManualTiming();
  const { fetch, stamps } = answering("cut");
  expect(await outcome(client(fetch, timing).account.bills({}), timing)).toMatchObject({
    name: "NoAnswerError",
    mayHaveHappened: false,
  });
  expect(new Set(stamps).size).toBe(11);
});

test("an operator's request goes out again, which nothing else does", async () => {
  const control = (fetch: typeof globalThis.fetch) =>
    new ControlClient({ baseUrl: "http://127.0.0.1:1", token: "t", fetch });
  const deposit = { account: "demo-1", amount: "1" };
  const done = answering(LATE, LATE, Response.json({ wallet: "1" }));
  expect(await control(done.fetch).call("POST money/deposit", deposit)).toEqual({ wallet: "1" });
  expect(done.stamps).toHaveLength(3);

  const file = answering(LATE, new Response("a,b"));
  const sent = await control(file.fetch).file("GET accounts/export", { what: "fills" });
  expect(await sent.text()).toBe("a,b");

  const never = answering(LATE);
  await expect(control(never.fetch).call("POST money/deposit", deposit)).rejects.toMatchObject({
    status: 408,
  });
  expect(never.stamps).toHaveLength(10);

  const unknown = answering("cut");
  const lost = control(unknown.fetch).call("POST money/deposit", deposit);
  await expect(lost).rejects.toMatchObject({ name: "NoAnswerError", mayHaveHappened: true });
  expect(unknown.stamps).toHaveLength(1);
});

test("an answer that came while the process stood still for longer than it waits is read", async () => {
  const TIMEOUT_MS = 1_000;
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const cells = new Int32Array(new SharedArrayBuffer(12));
  const thread = new Worker(new URL("./answeringThread.ts", import.meta.url), { workerData: cells });
  onTestFinished(async () => void (await thread.terminate()));
  const [port] = (await once(thread, "message")) as [number];
  const asked = new V2Client({
    baseUrl: `http://127.0.0.1:${port}`,
    timeoutMs: TIMEOUT_MS,
    retries: 0,
  }).market.time();
  while (Atomics.load(cells, ASKED) === 0) await settled();
  note(cells, STANDS);
  Atomics.wait(cells, ANSWERED, 0);
  standStill(TIMEOUT_MS);
  vi.advanceTimersToNextTimer(); // what was due meanwhile
  expect(await asked).toEqual({ timestamp: 1 });
});
