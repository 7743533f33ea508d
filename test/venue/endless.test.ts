import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import type { Socket } from "node:net";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { Worker } from "node:worker_threads";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import type { Venue } from "../../src/assembly/venue/index.ts";
import { startVenue } from "../../src/assembly/venue/index.ts";
import { look } from "./client.ts";
import type { EndlessSender } from "./endlessSender.ts";

/**
 * Clients that send without end: whatever they send and however little they read, the venue parses nothing
 * ahead of what it serves, keeps little of it, and serves others.
 */

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;
const GROWTH_MAX_BYTES = 24 * 1024 * 1024;
/** What others ask while the senders begin, and again whenever one of them has been cut off. */
const ASKED_FIRST = 200;
const ASKED_AT_EACH = 50;

/**
 * How many requests of one connection the venues of this process have parsed and not yet answered, at most so
 * far.
 */
class Ledger {
  mostUnanswered = 0;
  readonly #unanswered = new WeakMap<Socket, number>();

  readonly #began = (message: unknown): void => {
    const { socket } = message as { readonly socket: Socket };
    const unanswered = (this.#unanswered.get(socket) ?? 0) + 1;
    this.#unanswered.set(socket, unanswered);
    this.mostUnanswered = Math.max(this.mostUnanswered, unanswered);
  };
  readonly #answered = (message: unknown): void => {
    const { socket } = message as { readonly socket: Socket };
    this.#unanswered.set(socket, this.#unanswered.get(socket)! - 1);
  };

  open(): void {
    subscribe("http.server.request.start", this.#began);
    subscribe("http.server.response.finish", this.#answered);
  }

  close(): void {
    unsubscribe("http.server.request.start", this.#began);
    unsubscribe("http.server.response.finish", this.#answered);
  }
}

const ledger = new Ledger();
const failures: unknown[] = [];
const log = {
  info() {},
  warn() {},
  error: (fields: object, message: string) => failures.push([message, fields]),
};

/**
 * Where a sender goes: a venue, the same behind a proxy of its operator's, or a listener of control's own.
 */
const listeners: Record<string, { readonly venue: Venue; readonly port: number }> = {};
beforeAll(async () => {
  ledger.open();
  const [plain, proxied, apart] = await Promise.all([
    startVenue({ prices: { btc: 60_000 }, log }),
    startVenue({ prices: { btc: 60_000 }, log, proxies: ["127.0.0.1"] }),
    startVenue({ prices: { btc: 60_000 }, log, controlPort: 0 }),
  ]);
  listeners["the venue"] = { venue: plain, port: plain.port };
  listeners["the venue behind a proxy"] = { venue: proxied, port: proxied.port };
  listeners["control"] = { venue: apart, port: Number(new URL(apart.controlUrl).port) };
});
afterAll(async () => {
  ledger.close();
  await Promise.all(Object.values(listeners).map(({ venue }) => venue.stop()));
  expect(failures).toEqual([]);
});

/**
 * Starts senders in a thread of their own, and asks as others do, again and again and whenever a connection
 * has been closed: every answer must be there. Resolves when a connection of each has been closed by the
 * venue, but for those that last.
 */
async function expectService(venue: Venue, senders: readonly EndlessSender[]): Promise<void> {
  const ask = async (times: number): Promise<void> => {
    for (let i = 0; i < times; i++) expect((await look(venue.baseUrl, "time")).status).toBe(200);
  };
  const worker = new Worker(new URL("./endlessSender.ts", import.meta.url), { workerData: senders });
  onTestFinished(async () => {
    await worker.terminate();
  });
  const left = new Set(senders.flatMap(({ name, lasts }) => (lasts === true ? [] : [name])));
  const closed: Promise<void>[] = [ask(ASKED_FIRST)];
  worker.on("message", (name: string) => {
    if (left.delete(name)) closed.push(ask(ASKED_AT_EACH));
  });
  while (left.size > 0) await once(worker, "message");
  await Promise.all(closed);
}

/** Bytes of this process in use, those aside that nobody holds any more. */
async function heldBytes(): Promise<number> {
  for (let i = 0; i < 3; i++) {
    collectGarbage();
    await new Promise((resolve) => setImmediate(resolve)); // memory of buffers is freed a little later
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`;
const TIME = get("/capi/v2/market/time");
const shake = `GET /v2/ws/public HTTP/1.1\r\nHost: 127.0.0.1\r\nUser-Agent: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${"A".repeat(22)}==\r\n\r\n`;
/** A frame of a client, whose mask is zero. */
const frame = (head: number, payload = "") =>
  Buffer.concat([Buffer.from([head, 0x80 | payload.length, 0, 0, 0, 0]), Buffer.from(payload)]);

const SENDERS: Readonly<Record<string, Omit<EndlessSender, "name" | "port">>> = {
  "requests, reading nothing": { endless: TIME, lasts: true },
  "requests for much, reading nothing": { endless: get("/metrics") },
  "requests to nowhere": { endless: get("/none"), lasts: true },
  "requests to control": { endless: get("/control/status"), lasts: true },
  "requests without a host": { endless: "GET / HTTP/1.1\r\n\r\n" },
  "requests with an expectation": { endless: TIME.replace("\r\n\r\n", "\r\nExpect: wonders\r\n\r\n") },
  "requests, ending its side": { endless: get("/metrics"), endsAfter: 16 * 1024 * 1024 },
  "a body": {
    first: "POST /none HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000000000\r\n\r\n",
    endless: "x",
  },
  "a body of a GET": {
    first: TIME.replace("\r\n\r\n", "\r\nContent-Length: 1000000000000\r\n\r\n"),
    endless: "x",
  },
  "a body in pieces": {
    first: "POST /capi/v2/order/placeOrder HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n",
    endless: "1\r\nx\r\n",
  },
  "what is no HTTP": { endless: "hello\r\n\r\n" },
  "a head without end": { first: "GET / HTTP/1.1\r\n", endless: "X: y\r\n" },
  "pings over a socket": { first: shake, endless: frame(0x89, "x".repeat(100)) },
  "questions over a socket": { first: shake, endless: frame(0x81, '{"event":"ping"}') },
  "a message without end over a socket": {
    first: Buffer.concat([Buffer.from(shake), frame(0x01, "x")]),
    endless: frame(0x00),
  },
  "what is no frame over a socket": { first: shake, endless: "\xff" },
};

test.each<[string, readonly string[]]>([
  ["the venue", Object.keys(SENDERS).filter((kind) => kind.startsWith("requests"))],
  ["the venue", Object.keys(SENDERS).filter((kind) => !kind.startsWith("requests"))],
  ["the venue behind a proxy", ["requests for much, reading nothing", "requests to control"]],
  ["control", ["requests for much, reading nothing", "requests to control", "requests without a host"]],
])(
  "to %s: nothing is parsed ahead, little is kept, others are served",
  async (name, kinds) => {
    const { venue, port } = listeners[name]!;
    const before = await heldBytes();
    const senders = kinds.map((kind) => ({ ...SENDERS[kind]!, name: kind, port }));
    await expectService(venue, senders);
    expect(ledger.mostUnanswered).toBe(1);
    expect((await heldBytes()) - before).toBeLessThan(GROWTH_MAX_BYTES);
  },
  600_000,
);
