import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { startVenue, type Venue } from "../../src/assembly/venue/index.ts";
import { type ClientOptions, NoAnswerError, V2Client, VenueError } from "../../src/interface/client/index.ts";
import { ruleOf } from "../../src/interface/client/limits.ts";
import { limitProfiles } from "../../src/service/gateway/index.ts";
import { LIMIT } from "../venue/limitOrder.ts";
import { ManualTiming } from "./manualTiming.ts";

/**
 * What the client does when a request goes wrong, before a real venue; a proxy between them does what
 * networks do.
 */

let venue: Venue;
let proxy: Proxy;
const closing: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  venue = await startVenue({ prices: { btc: 60_000 } });
  proxy = await openProxy(venue.baseUrl);
});
afterEach(() => proxy.spoil(() => "pass"));
afterAll(async () => {
  await proxy.close();
  await venue.stop();
  for (const close of closing) await close();
});

function client(options: Partial<ClientOptions> = {}): V2Client {
  return new V2Client({ baseUrl: proxy.url, credentials: venue.accounts[0]!, limits: "off", ...options });
}

const ORDER = { ...LIMIT, price: "50000" } as const;

describe("a refusal", () => {
  test("has code, words, status and the request, and no secret", async () => {
    const refused = client().orders.place({ ...ORDER, size: "0.00001" });
    const error = await refused.catch((reason: unknown) => reason as VenueError);
    expect(error).toBeInstanceOf(VenueError);
    expect(error).toMatchObject({ code: "40015", status: 400, retryAfterMs: undefined });
    expect((error as VenueError).msg).toContain("stepSize '0.0001'");
    expect((error as VenueError).request).toMatchObject({
      method: "POST",
      path: "/capi/v2/order/placeOrder",
    });
    const { secret, passphrase } = venue.accounts[0]!;
    expect(JSON.stringify(error)).not.toContain(secret);
    expect(JSON.stringify(error)).not.toContain(passphrase);
  });

  test("that is no JSON is one all the same", async () => {
    proxy.spoil(() => ({ status: 521, text: "<html>Web server is down</html>" }));
    await expect(client().market.time()).rejects.toMatchObject({
      code: "",
      status: 521,
      msg: "<html>Web server is down</html>",
    });
  });

  test("of a client without key says what is missing, and sends nothing", async () => {
    const anonymous = new V2Client({ baseUrl: proxy.url });
    const before = proxy.seen;
    await expect(anonymous.account.assets()).rejects.toThrow("give the client credentials");
    expect(proxy.seen).toBe(before);
    await expect(anonymous.market.ticker({ symbol: "cmt_btcusdt" })).resolves.toHaveProperty("last");
  });
});

describe("without an answer", () => {
  test("an order is sent again byte for byte, and placed once", async () => {
    proxy.spoil(onFirst("cut"));
    const bytes = proxy.record();
    const { order_id } = await client().orders.place({ ...ORDER, client_oid: "cut-once" });
    expect(bytes.length).toBe(2);
    expect(bytes[1]).toEqual(bytes[0]);
    const resting = await client().orders.current({ symbol: ORDER.symbol });
    expect(
      resting.filter(({ client_oid }) => client_oid === "cut-once").map((order) => order.order_id),
    ).toEqual([order_id]);
  });

  test("to the last attempt, the error says that the order may have happened, as it has", async () => {
    proxy.spoil(() => "cut");
    const error = await client({ retries: 1 })
      .orders.place({ ...ORDER, client_oid: "cut-always" })
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(NoAnswerError);
    expect(error).toMatchObject({ mayHaveHappened: true });
    proxy.spoil(() => "pass");
    const resting = await client().orders.current({ symbol: ORDER.symbol });
    expect(resting.filter(({ client_oid }) => client_oid === "cut-always").length).toBe(1);
  });

  test("followed by a refusal of the moment, it is still unknown what became of the first", async () => {
    proxy.spoil(onFirst("cut", () => ({ status: 429, text: '{"code":"429","msg":"Too many requests"}' })));
    await expect(
      client({ retries: 1 }).orders.place({ ...ORDER, client_oid: "doubt" }),
    ).rejects.toMatchObject({
      name: "NoAnswerError",
      mayHaveHappened: true,
    });
  });

  test("and then without a budget for another attempt, it is unknown what became of the first", async () => {
    const timing = new ManualTiming();
    timing.wallOffsetMs = Date.now();
    proxy.spoil(onFirst("cut"));
    const limits = { placements: { max: 1, windowMs: 60_000 } };
    const asked = ended(
      client({ timing, limits, waitMaxMs: 10_000 }).orders.place({ ...ORDER, client_oid: "doubt-throttled" }),
    );
    while (!asked.isOver) await timing.pass(1_000);
    expect(await asked.outcome).toMatchObject({ name: "NoAnswerError", mayHaveHappened: true });
  });

  test.each([
    [
      "a limit that is far away",
      { status: 429, retryAfter: "90", text: '{"code":"429","msg":"Too many requests"}' },
    ],
    ["an edge before the venue", { status: 502, text: "<html>Bad gateway</html>" }],
  ])("and then refused by %s, it is unknown what became of the first", async (_, answer) => {
    proxy.spoil(onFirst("cut", () => answer));
    const asked = client({ retries: 5 }).orders.place({ ...ORDER, client_oid: "doubt-refused" });
    await expect(asked).rejects.toMatchObject({ name: "NoAnswerError", mayHaveHappened: true });
  });

  test("a question is asked again, and nothing can have happened", async () => {
    proxy.spoil(onFirst("cut"));
    await expect(client().account.assets()).resolves.toHaveLength(1);
    proxy.spoil(() => "cut");
    await expect(client({ retries: 0 }).account.assets()).rejects.toMatchObject({ mayHaveHappened: false });
  });

  test("by default, a venue that is away for six seconds is waited for; what it would do twice is not sent again", async () => {
    const timing = new ManualTiming();
    timing.random = () => 0.999; // pauses as short as they get
    let sent = 0;
    const away: typeof fetch = () => {
      sent++;
      return timing.monotonicMs() < 6_000
        ? Promise.reject(new TypeError("fetch failed"))
        : Promise.resolve(Response.json({ timestamp: 1 }));
    };
    const waiting = new V2Client({
      baseUrl: "http://127.0.0.1:1",
      credentials: venue.accounts[0]!,
      fetch: away,
      timing,
      limits: "off",
    });
    const asked = ended(waiting.market.time());
    while (!asked.isOver) await timing.pass(1_000);
    expect(await asked.outcome).toEqual({ timestamp: 1 });
    expect(timing.monotonicMs()).toBeLessThan(8_000);

    const impatient = new V2Client({
      baseUrl: "http://127.0.0.1:1",
      credentials: venue.accounts[0]!,
      fetch: () => Promise.reject(new TypeError(`${++sent}`)),
      timing,
      limits: "off",
    });
    sent = 0;
    const margin = ended(impatient.positions.adjustMargin({ isolatedPositionId: 1, collateralAmount: "1" }));
    while (!margin.isOver) await timing.pass(100);
    expect(await margin.outcome).toMatchObject({ name: "NoAnswerError", mayHaveHappened: true });
    expect(sent).toBe(3);
  });

  test("in time, the attempt ends", async () => {
    proxy.spoil(() => "hold");
    await expect(client({ retries: 0, timeoutMs: 50 }).market.time()).rejects.toMatchObject({
      name: "NoAnswerError",
      cause: { name: "TimeoutError" },
    });
  });

  test("whoever gives up is told at once, with the reason given", async () => {
    proxy.spoil(() => "hold");
    const controller = new AbortController();
    const asked = client().market.time({}, { signal: controller.signal });
    controller.abort(new Error("no longer wanted"));
    await expect(asked).rejects.toThrow("no longer wanted");
  });
});

describe("over the limit", () => {
  test("the venue's Retry-After is waited for, then the request goes out signed anew", async () => {
    const timing = new ManualTiming();
    timing.wallOffsetMs = Date.now();
    proxy.spoil(
      onFirst(
        { status: 429, retryAfter: "7", text: '{"code":"429","msg":"Too many requests"}' },
        () => "pass",
      ),
    );
    const bytes = proxy.record();
    let isDone = false;
    const asked = client({ timing })
      .account.assets()
      .finally(() => {
        isDone = true;
      });
    await expect.poll(() => timing.pending).toBe(1);
    await timing.pass(6_999);
    expect(isDone).toBe(false);
    expect(bytes.length).toBe(1);
    await timing.pass(1);
    await expect(asked).resolves.toHaveLength(1);
    expect(bytes[1]).not.toEqual(bytes[0]);
  });

  test("a Retry-After of an hour is not waited for, whoever says it", async () => {
    for (const status of [429, 503]) {
      proxy.spoil(onFirst({ status, retryAfter: "3600", text: '{"code":"1","msg":"later"}' }, () => "pass"));
      const timing = new ManualTiming();
      timing.wallOffsetMs = Date.now();
      await expect(client({ timing }).account.assets()).rejects.toMatchObject({
        status,
        retryAfterMs: 3_600_000,
      });
    }
  });

  test("what the budget does not allow is not even sent", async () => {
    const timing = new ManualTiming();
    timing.wallOffsetMs = Date.now();
    const limits = { placements: { max: 2, windowMs: 60_000 } };
    const careful = client({ timing, limits, waitMaxMs: 40_000 });
    const before = proxy.seen;
    await careful.orders.placeBatch({ symbol: ORDER.symbol, orderDataList: [ORDER, ORDER] });
    const third = careful.orders.place(ORDER);
    const refused = expect(third).rejects.toMatchObject({ name: "ThrottledError", rule: "orders to place" });
    await timing.pass(40_000);
    await refused;
    expect(proxy.seen).toBe(before + 1);
    const fourth = careful.orders.place(ORDER);
    timing.wallOffsetMs -= 60_000; // the venue's clock has not moved
    await timing.pass(20_000);
    await expect(fourth).resolves.toHaveProperty("order_id");
  });

  test("a real venue's refusal says how long to wait", async () => {
    const limits = { ...limitProfiles.off, name: "one", cancels: { max: 1, windowMs: 3_600_000 } };
    const strict = await startVenue({ limits });
    closing.push(() => strict.stop());
    const hasty = new V2Client({
      baseUrl: strict.baseUrl,
      credentials: strict.accounts[0]!,
      limits: "off",
      retries: 0,
    });
    await expect(hasty.orders.cancelAll()).resolves.toEqual([]);
    const error = await hasty.orders.cancel({ orderId: 1 }).catch((reason: unknown) => reason as VenueError);
    expect(error).toMatchObject({ status: 429, code: "429" });
    expect((error as VenueError).retryAfterMs).toBeGreaterThanOrEqual(1_000);
    expect(
      ruleOf((error as VenueError).msg, [{ rule: "orders to cancel", cost: 1, budget: limits.cancels }], "/"),
    ).toBe("orders to cancel");
  });
});

describe("a clock that is off", () => {
  test("is corrected by the venue's time once the venue refuses it", async () => {
    const wall = await startVenue({ clock: "wall", strictFreshness: true });
    closing.push(() => wall.stop());
    const timing = new ManualTiming();
    const begun = Date.now();
    timing.wallOffsetMs = begun - 90_000;
    const late = new V2Client({ baseUrl: wall.baseUrl, credentials: wall.accounts[0]!, timing });
    await expect(late.account.assets()).resolves.toHaveLength(1);
    expect(late.clock.correctionMs).toBeGreaterThanOrEqual(90_000);
    expect(late.clock.correctionMs).toBeLessThanOrEqual(90_000 + Date.now() - begun);
  });

  test("is not confused with a venue whose market stands still somewhere else in time", async () => {
    const own = client();
    await own.account.assets();
    expect(own.clock.correctionMs).toBe(0);
    const { offsetMs } = await own.clock.measure();
    expect(Math.abs(offsetMs)).toBeGreaterThan(86_400_000);
  });

  test("is measured by the sample with the shortest way", async () => {
    const timing = new ManualTiming();
    const waysMs = [400, 20, 200];
    let at = 0;
    const slow = client({
      timing,
      fetch: async (input, init) => {
        const wayMs = waysMs[at++]!;
        await timing.pass(wayMs / 2);
        const timestamp = timing.wallMs() + 5_000;
        await timing.pass(wayMs / 2);
        void input;
        void init;
        return Response.json({ timestamp });
      },
    });
    expect(await slow.clock.measure()).toEqual({ offsetMs: 5_000, uncertaintyMs: 10 });
  });
});

type Fate =
  | "pass"
  /** The venue gets the request, the client no answer. */
  | "cut"
  | "hold"
  | { readonly status: number; readonly text: string; readonly retryAfter?: string };

interface Proxy {
  readonly url: string;
  readonly seen: number;
  spoil(fate: (request: number) => Fate): void;
  /** What comes from now on, line by line as sent. */
  record(): string[];
  close(): Promise<void>;
}

/** The first request has one fate, later ones another. */
function onFirst(fate: Fate, then: () => Fate = () => "pass"): (request: number) => Fate {
  return (request) => (request === 0 ? fate : then());
}

async function openProxy(target: string): Promise<Proxy> {
  let fateOf: (request: number) => Fate = () => "pass";
  let sinceSpoilt = 0;
  let seen = 0;
  let recorded: string[] = [];
  const server = createServer((request, response) => {
    void handle(request, response).catch(() => response.destroy());
  });
  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = Buffer.concat(await request.toArray());
    seen++;
    recorded.push(`${request.method} ${request.url}\n${JSON.stringify(request.headers)}\n${body}`);
    const fate = fateOf(sinceSpoilt++);
    if (fate === "hold") return;
    if (typeof fate === "object") {
      if (fate.retryAfter !== undefined) response.setHeader("retry-after", fate.retryAfter);
      response.writeHead(fate.status).end(fate.text);
      return;
    }
    const { host, connection, ...headers } = request.headers;
    const answer = await fetch(target + request.url, {
      method: request.method!,
      headers: headers as Record<string, string>,
      ...(body.length > 0 && { body }),
    });
    const text = await answer.text();
    if (fate === "cut") return void response.destroy();
    const version = answer.headers.get("outcry-account-version");
    if (version !== null) response.setHeader("outcry-account-version", version);
    response.writeHead(answer.status).end(text);
  }
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get seen() {
      return seen;
    },
    spoil(fate) {
      fateOf = fate;
      sinceSpoilt = 0;
    },
    record() {
      recorded = [];
      return recorded;
    },
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** What becomes of something, and whether it has. */
function ended(asked: Promise<unknown>): { isOver: boolean; readonly outcome: Promise<unknown> } {
  const state = {
    isOver: false,
    outcome: asked
      .catch((error: unknown) => error)
      .finally(() => {
        state.isOver = true;
      }),
  };
  return state;
}
