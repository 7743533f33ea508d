import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { expect, onTestFinished, test, vi } from "vitest";
import { ControlClient, V2Client } from "../../src/interface/client/index.ts";
import { standStill } from "../host/standStill.ts";
import { LIMIT } from "../venue/limitOrder.ts";
import { ANSWERED, ASKED, note, STANDS } from "./answeringThread.ts";
import { ManualTiming, settled } from "./manualTiming.ts";

/** What the client makes of it that its process, or the venue's, was held up: it is late, and never wrong. */

/** As a venue refuses a request that was not whole in time. */
const LATE = Response.json(
  { code: "408", msg: "Request Timeout", requestTime: 1, data: null },
  { status: 408 },
);
const PLACED = Response.json({ client_oid: null, order_id: "7" });
const ORDER = { ...LIMIT, price: "50000" } as const;

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
  for (; !isOver; await settled()) if (timing.pending > 0) await timing.pass(100); // time stands while it is signed
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

/**
 * What takes the price of the moment, and what does not: when it goes out for the last time where nobody
 * answers, ms after the call.
 */
const SENT: readonly [string, number, (client: V2Client) => Promise<unknown>][] = [
  ["a market order", 700, ({ orders }) => orders.place({ ...ORDER, match_price: "1" })],
  ["a market order whose word is a number", 700, ({ orders }) => orders.place({ ...ORDER, match_price: 1 })],
  [
    "a batch with a market order",
    700,
    ({ orders }) =>
      orders.placeBatch({
        symbol: ORDER.symbol,
        marginMode: 1,
        orderDataList: [ORDER, { ...ORDER, match_price: "1" }],
      }),
  ],
  ["closing at the market, which a venue would do twice", 300, ({ positions }) => positions.close({})],
  ["a limit order", 23_100, ({ orders }) => orders.place(ORDER)],
  ["a cancel", 23_100, ({ orders }) => orders.cancel({ orderId: "1" })],
  [
    "a trigger",
    23_100,
    ({ plans }) =>
      plans.place({
        symbol: ORDER.symbol,
        size: ORDER.size,
        type: "1",
        match_type: "1",
        trigger_price: "1",
        client_oid: "a",
        marginMode: 1,
      }),
  ],
];

test.each(SENT)("%s goes out for the last time after %i ms", async (_, afterMs, send) => {
  const timing = new ManualTiming();
  const sentAt: number[] = [];
  const bodies = new Set<string>();
  const fetch = async (_: unknown, request?: RequestInit): Promise<Response> => {
    sentAt.push(timing.monotonicMs());
    bodies.add(String(new Headers(request!.headers).get("access-sign")));
    throw new TypeError("fetch failed");
  };
  const credentials = { apiKey: "k", secret: "s", passphrase: "p" };
  const options = {
    baseUrl: "http://127.0.0.1:1",
    credentials,
    limits: "off",
    retries: 100,
    timing,
  } as const;
  const sent = send(new V2Client({ ...options, fetch: fetch as typeof globalThis.fetch }));
  expect(await outcome(sent, timing)).toMatchObject({ name: "NoAnswerError", mayHaveHappened: true });
  expect([sentAt.at(-1), bodies.size]).toEqual([afterMs, 1]);
});

test("a market order does not wait for a long Retry-After, and those after it are held back till then", async () => {
  const timing = new ManualTiming();
  const busy = Response.json(
    {
      code: "429",
      msg: "Too many requests: Rate limit exceeded: orders to place 10 of 10 in 1 s",
      data: null,
    },
    { status: 429, headers: { "Retry-After": "2" } },
  );
  const { fetch, stamps } = answering(busy, PLACED);
  const credentials = { apiKey: "k", secret: "s", passphrase: "p" };
  const limits = { placements: { max: 10, windowMs: 3_600_000 } };
  const { orders } = new V2Client({ baseUrl: "http://127.0.0.1:1", credentials, limits, fetch, timing });
  const order = { ...ORDER, match_price: "1" } as const;
  expect(await outcome(orders.place(order), timing)).toMatchObject({ status: 429 });
  expect(await outcome(orders.place(order, { deadlineMs: 0 }), timing)).toMatchObject({
    name: "ThrottledError",
  });
  expect(stamps).toHaveLength(1);
  await timing.pass(2_000);
  expect(await outcome(orders.place(order), timing)).toMatchObject({ order_id: "7" });
});

test("once and at once: what has no budget now, or was not answered, is not sent again", async () => {
  const timing = new ManualTiming();
  const { fetch, stamps } = answering("cut");
  const once = { deadlineMs: 0 };
  const cut = client(fetch, timing).orders.place(ORDER, once);
  expect(await outcome(cut, timing)).toMatchObject({ name: "NoAnswerError", mayHaveHappened: true });
  expect(stamps).toHaveLength(1);

  const placed = answering(PLACED);
  const limits = { placements: { max: 1, windowMs: 1_000 } };
  const narrow = new V2Client({
    baseUrl: "http://127.0.0.1:1",
    credentials: { apiKey: "k", secret: "s", passphrase: "p" },
    limits,
    fetch: placed.fetch,
    timing,
  });
  await outcome(narrow.orders.place(ORDER, once), timing);
  expect(await outcome(narrow.orders.place(ORDER, once), timing)).toMatchObject({ name: "ThrottledError" });
  expect(placed.stamps).toHaveLength(1);
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
