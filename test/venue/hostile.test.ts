import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import type { Socket } from "node:net";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Venue } from "../../src/assembly/venue/index.ts";
import { startVenue } from "../../src/assembly/venue/index.ts";
import { operations } from "../../src/service/gateway/index.ts";
import { Client, look } from "./client.ts";
import { marketState } from "./marketState.ts";
import { placeSome } from "./someOrders.ts";

/**
 * Clients that are slow, greedy, broken or mean: never a 5xx, never a hang, and nothing of the market
 * changes.
 */

const LONG = process.env.OUTCRY_LONG === "1";
const DRIPPING = LONG ? 1_000 : 200;
const SYMBOL = "cmt_btcusdt";

let venue: Venue;
let client: Client;
const failures: unknown[] = [];

beforeAll(async () => {
  venue = await startVenue({
    prices: { btc: 60_000 },
    log: { info() {}, warn() {}, error: (fields, message) => failures.push([message, fields]) },
  });
  client = new Client(venue.baseUrl, venue.accounts[0]!);
  const other = new Client(venue.baseUrl, venue.accounts[1]!);
  await placeSome(SYMBOL, client, other);
});

afterAll(async () => {
  venue.engine.audit();
  expect(failures).toEqual([]);
  await venue.stop();
});

const CONTRACTS = "/capi/v2/market/contracts";
/** What twenty answers of do not fit into what systems keep for a connection. */
const LONG_ANSWER = "/openapi.json";
const DRIP_MS = 50;
const request = (path: string) => `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`;

/** The venue's ends of connections, by the port of the other end. */
const accepted = new Map<number, Socket>();
const accept = (message: unknown) => {
  const { socket } = message as { readonly socket: Socket };
  const { remotePort } = socket;
  accepted.set(remotePort!, socket);
  // The port may be another connection's soon.
  socket.once("close", () => accepted.get(remotePort!) === socket && accepted.delete(remotePort!));
};
beforeAll(() => subscribe("net.server.socket", accept));
afterAll(() => unsubscribe("net.server.socket", accept));

/** The venue's end of a connection, once it is accepted. */
async function venueEnd({ localPort }: Socket): Promise<Socket> {
  while (!accepted.has(localPort!)) await new Promise((resolve) => setImmediate(resolve));
  return accepted.get(localPort!)!;
}

describe.concurrent("slow connections", () => {
  /**
   * Opens connections that send the beginning of something and then nothing; resolves once the venue has
   * closed them all.
   */
  async function drip(count: number, beginning: string): Promise<{ readonly answers: ReadonlySet<string> }> {
    const answers = new Set<string>();
    await Promise.all(
      Array.from({ length: count }, async () => {
        const socket: Socket = connect(venue.port, "127.0.0.1");
        let answer = "";
        socket.on("data", (bytes) => {
          answer += bytes.toString();
        });
        socket.on("error", () => undefined);
        await once(socket, "connect");
        socket.write(beginning);
        await once(socket, "close");
        answers.add(answer.split("\r\n", 1)[0]!);
      }),
    );
    return { answers };
  }

  test(`${DRIPPING} that drip headers and 20 that drip a body are closed, others are served meanwhile`, async () => {
    const closed = Promise.all([
      drip(DRIPPING, `GET /capi/v2/market/time HTTP/1.1\r\nHost: 127.0.0.1:${venue.port}\r\nX-Slow: 1`),
      drip(
        20,
        `POST /capi/v2/order/placeOrder HTTP/1.1\r\nHost: 127.0.0.1:${venue.port}\r\nContent-Length: 200\r\n\r\n{`,
      ),
    ]);
    for (let i = 0; i < 300; i++) expect((await client.get("account/assets")).status).toBe(200);
    const [headers, bodies] = await closed;
    expect([...headers.answers]).toEqual(["HTTP/1.1 408 Request Timeout"]);
    expect([...bodies.answers]).toEqual(["HTTP/1.1 408 Request Timeout"]);
    expect((await fetch(`${venue.baseUrl}/health`)).status).toBe(200);
  });

  test.each<[string, string]>([
    ["a head", "GET /capi/v2/market/time HTTP/1.1\r\nX-Slow: 1"],
    ["a body", "POST /capi/v2/order/placeOrder HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9999\r\n\r\n{"],
    ["a second head behind answers that it does not take", `${request(LONG_ANSWER).repeat(20)}GET `],
  ])("one that goes on dripping %s and reads nothing is closed", async (_, beginning) => {
    const socket = connect(venue.port, "127.0.0.1").pause();
    await once(socket, "connect");
    const cut = once(await venueEnd(socket), "close");
    socket.on("error", () => undefined).write(beginning);
    const drip = setInterval(() => socket.write("x"), DRIP_MS);
    await cut;
    clearInterval(drip);
    socket.destroy();
    expect((await look(venue.baseUrl, "time")).status).toBe(200);
  });

  test("what comes behind an answer that is not taken is read by one piece", async () => {
    const socket = connect(venue.port, "127.0.0.1").setNoDelay().pause();
    await once(socket, "connect");
    const ours = await venueEnd(socket);
    const cut = once(ours, "close");
    socket.on("error", () => undefined).write(request(LONG_ANSWER).repeat(20));
    const others = async (): Promise<void> => {
      for (let i = 0; i < 5; i++) expect((await look(venue.baseUrl, "time")).status).toBe(200);
    };
    while (ours.writableLength === 0) await others();
    const reads = new Set<number>();
    for (let i = 0; i < 10; i++) {
      socket.write("x");
      await others();
      reads.add(ours.bytesRead);
    }
    expect(reads.size).toBe(1);
    await cut;
    socket.destroy();
  });

  test("a connection that is never used, and one that ends in the middle", async () => {
    const [silent, halved] = [connect(venue.port, "127.0.0.1"), connect(venue.port, "127.0.0.1")];
    await Promise.all([once(silent, "connect"), once(halved, "connect")]);
    halved.end("POST /capi/v2/order/placeOrder HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9\r\n\r\n{");
    await once(halved.resume(), "close");
    silent.destroy();
    expect((await look(venue.baseUrl, "time")).status).toBe(200);
  });
});

describe.concurrent("a client that sends and does not read", () => {
  const CANDLES = "/capi/v2/market/candles";
  /** Answers to a path that a venue has given so far. */
  async function answersTo({ controlUrl, adminToken }: Venue, path: string): Promise<number> {
    const response = await fetch(`${controlUrl}/metrics`, {
      headers: { authorization: `Bearer ${adminToken}` },
    });
    const line = new RegExp(`^outcry_request_seconds_count\\{operation="${path}".*\\} (\\d+)$`, "m");
    return Number(line.exec(await response.text())?.[1] ?? 0);
  }

  test("has few of its requests answered, is cut off, and harms nobody", async ({ onTestFinished }) => {
    const past = await startVenue({ prices: { btc: 60_000 }, prehistory: 1_000 });
    onTestFinished(() => past.stop());
    const stalled = connect(past.port, "127.0.0.1").pause();
    await once(stalled, "connect");
    // Looked for now: while others are served it may be cut off already.
    const cut = once(await venueEnd(stalled), "close");
    const candles = request(`${CANDLES}?symbol=cmt_btcusdt&granularity=1m&limit=1000`); // 80 kB each
    stalled.on("error", () => undefined).write(candles.repeat(2_000));
    const other = new Client(past.baseUrl, past.accounts[0]!);
    for (let i = 0; i < 300; i++) expect((await other.get("account/assets")).status).toBe(200);
    const answers = await answersTo(past, CANDLES);
    expect(answers).toBeGreaterThan(0);
    expect(answers).toBeLessThan(300); // what the system takes of them, and a few
    await cut; // nothing moved for a while
    expect((await look(past.baseUrl, "time")).status).toBe(200);
    stalled.destroy();
  });

  test("what reads late gets all of its answers, in order", async () => {
    const late = connect(venue.port, "127.0.0.1").pause();
    await once(late, "connect");
    const isNone = (i: number) => i % 5 === 0;
    const paths = Array.from({ length: 2_000 }, (_, i) => (isNone(i) ? `/capi/v2/none${i}` : CONTRACTS));
    late.write(paths.map(request).join(""));
    expect((await look(venue.baseUrl, "time")).status).toBe(200);
    const chunks: Buffer[] = [];
    const lastPath = paths.findLastIndex((_, i) => isNone(i));
    late.resume().on("data", (bytes: Buffer) => chunks.push(bytes));
    while (!Buffer.concat(chunks.slice(-4)).includes(`none${lastPath}`)) await once(late, "data");
    const text = Buffer.concat(chunks).toString();
    const order = [...text.matchAll(/GET \/capi\/v2\/none(\d+)|"cmt_btcusdt"/g)].map(
      ([, i]) => i ?? "contracts",
    );
    expect(order.slice(0, lastPath + 1)).toEqual(
      paths.slice(0, lastPath + 1).map((_, i) => (isNone(i) ? String(i) : "contracts")),
    );
    late.destroy();
  });
});

/** A request's first line and headers as they are sent, behind the host that is asked. */
const asked =
  (host: string) =>
  (line: string, ...headers: readonly string[]) =>
    `${[`${line} HTTP/1.1`, `Host: ${host}`, ...headers].join("\r\n")}\r\n\r\n`;
const sent = asked("127.0.0.1");
const local = asked("localhost");
const BILLS = "POST /capi/v2/account/bills";
const TIME = "GET /capi/v2/market/time";

describe("what is no request", () => {
  const big = "x".repeat(70_000);

  test.each<[string, string, number]>([
    ["not HTTP", "hello\r\n\r\n", 400],
    ["a header without end", sent("GET /", `X: ${big}`), 431],
    ["a length that is none", sent(BILLS, "Content-Length: -1"), 400],
    ["two lengths", `${sent(BILLS, "Content-Length: 1", "Content-Length: 2")}{}`, 400],
    ["length and chunks", `${sent(BILLS, "Content-Length: 2", "Transfer-Encoding: chunked")}0\r\n\r\n`, 400],
    [
      "a body larger than allowed, in chunks",
      sent(BILLS, "Transfer-Encoding: chunked", "Connection: close") +
        `${big.length.toString(16)}\r\n${big}\r\n0\r\n\r\n`,
      413,
    ],
    [
      "a body larger than allowed",
      `${sent(BILLS, `Content-Length: ${big.length}`, "Connection: close")}${big}`,
      413,
    ],
    ["no host", "GET /capi/v2/market/time HTTP/1.1\r\n\r\n", 400],
    ["a path with a null byte", sent("GET /capi/v2/market/time%00", "Connection: close"), 404],
    ["a path that is broken", sent("GET /%zz", "Connection: close"), 404],
    ["a method that nobody has", sent("BREW /capi/v2/market/time"), 400],
    ["two hosts", sent(TIME, "Host: 127.0.0.1"), 400],
    [
      "a socket with two hosts",
      sent("GET /v2/ws/public", "Host: a", "Upgrade: websocket", "Connection: Upgrade"),
      400,
    ],
    ["a whole URL of another server", sent("GET http://example.com/capi/v2/market/time"), 400],
    [
      "a whole URL of another server, whose name is sent too",
      "GET http://example.com/capi/v2/market/time HTTP/1.1\r\nHost: example.com\r\n\r\n",
      400,
    ],
    ["a whole URL of this one", local("GET http://localhost/capi/v2/market/time", "Connection: close"), 200],
    ["HTTP/2.0", "GET /capi/v2/market/time HTTP/2.0\r\nHost: 127.0.0.1\r\n\r\n", 400],
    ["the beginning of HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400],
    ["HTTP/0.9", "GET /capi/v2/market/time HTTP/0.9\r\nHost: 127.0.0.1\r\n\r\n", 400],
    ["an expectation that nobody has", sent(TIME, "Expect: wonders"), 400],
    [
      "a socket with a body",
      sent("GET /v2/ws/public", "Content-Length: 1", "Upgrade: websocket", "Connection: Upgrade, close") +
        "x",
      426,
    ],
    ["a way to another server", "CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n", 405],
    ["a header without a colon", sent(TIME, "Nothing"), 400],
    ["a header with a null byte", sent(TIME, "X: a\0b"), 400],
    ["a piece of a body whose length is none", `${sent(BILLS, "Transfer-Encoding: chunked")}zz\r\n`, 400],
  ])("%s", async (_, bytes, status) => {
    const before = await marketState(venue);
    const socket = connect(venue.port, "127.0.0.1");
    let answer = "";
    socket
      .on("error", () => undefined)
      .on("data", (chunk) => {
        answer += chunk.toString();
      });
    await once(socket, "connect");
    socket.write(bytes);
    await once(socket, "close");
    expect(answer.slice(9, 12)).toBe(String(status));
    // Whoever asks is told the fault, not just that there is one.
    const { msg = "" } = answer.includes("{") ? JSON.parse(answer.slice(answer.indexOf("{"))) : {};
    if (status === 400 || status === 405) expect(msg).toMatch(/^(?:Bad Request|Method Not Allowed): \S/);
    expect(await marketState(venue)).toBe(before);
  });

  test.each<[string, string]>([
    ["not JSON", "{"],
    ["not an object", "[]"],
    ["a text", '"x"'],
    ["a number", "1"],
    ["null", "null"],
    ["a duplicate key", '{"symbol":"cmt_btcusdt","symbol":"cmt_ethusdt"}'],
    ["a dangerous key", '{"__proto__":{"admin":true}}'],
    ["depth", `${'{"a":'.repeat(100)}1${"}".repeat(100)}`],
    ["blanks behind it", '{"symbol":"cmt_btcusdt"}x'],
  ])("a signed body that is %s", async (_, body) => {
    // Whoever opens a user data stream for the first time is called for margin from then on.
    expect((await client.post("/fapi/v1/listenKey", "")).status).toBe(200);
    const before = await marketState(venue);
    for (const { path } of operations.filter(({ method }) => method === "POST")) {
      const reply = await client.post(path, body);
      expect(reply.status, `${path}: ${reply.text}`).toBeLessThan(500);
      if (reply.status !== 200)
        expect(reply.body).toMatchObject({ code: expect.anything(), msg: expect.any(String) });
    }
    expect(await marketState(venue)).toBe(before);
  });

  test("half a surrogate as a client id", async () => {
    const body = `{"symbol":"${SYMBOL}","client_oid":"\\ud800","size":"1","type":"1","order_type":"0","match_price":"1"}`;
    expect(await client.post("order/placeOrder", body)).toMatchObject({
      status: 400,
      body: { code: "40020" },
    });
  });

  test("bytes that are no text", async () => {
    const body = Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]);
    const { headers, url } = client.sign("POST", "account/bills", "{}");
    const response = await fetch(url, { method: "POST", headers, body });
    expect(response.status).toBe(400);
  });
});

describe("headers of every answer", () => {
  test.each<[string, string, number]>([
    ["a read", "GET /capi/v2/market/time HTTP/1.1\r\nHost: a.localhost\r\n\r\n", 200],
    ["the same, read by Node.js", local(TIME, "X_Odd: 1"), 200],
    ["a refusal", local("GET /capi/v2/account/assets"), 400],
    ["a foreign host", "GET /capi/v2/market/time HTTP/1.1\r\nHost: evil.example\r\n\r\n", 421],
    ["nothing there", local("GET /none"), 404],
    ["another method", local("DELETE /capi/v2/market/time"), 405],
    ["options", local("OPTIONS /capi/v2/market/time"), 204],
    ["no HTTP", "hello\r\n\r\n", 400],
    ["no host", "GET / HTTP/1.1\r\n\r\n", 400],
    ["a path that is broken", local("GET /%zz"), 404],
    ["control without a token", local("GET /control/status"), 401],
    ["metrics", local("GET /metrics"), 200],
    ["health", local("GET /health"), 200],
    ["the interface's document", local("GET /openapi.json"), 200],
    ["its page", local("GET /docs/"), 200],
    ["a page's file that there is not", local("GET /assets/none.css"), 404],
    ["the page of sockets", local("GET /docs/sockets"), 200],
    ["the web page, or that it is not built", local("GET /"), 0],
    [
      "a handshake that is refused",
      local("GET /v2/ws/private", "Upgrade: websocket", "Connection: Upgrade"),
      403,
    ],
  ])("%s", async (_, bytes, status) => {
    const socket = connect(venue.port, "127.0.0.1");
    await once(socket, "connect");
    socket.end(bytes);
    let answer = "";
    for await (const chunk of socket) answer += chunk;
    const head = answer.slice(0, answer.indexOf("\r\n\r\n")).toLowerCase();
    if (status !== 0) expect(Number(head.slice(9, 12))).toBe(status);
    for (const line of [
      "x-content-type-options: nosniff",
      "x-frame-options: deny",
      "referrer-policy: no-referrer",
    ]) {
      expect(head.split("\r\n").filter((each) => each === line)).toHaveLength(1);
    }
    expect(head.match(/^cache-control: /gm)).toHaveLength(1);
    expect(head.match(/^content-security-policy: .*frame-ancestors 'none'/gm)).toHaveLength(1);
  });
});

describe("orders of others", () => {
  test("nobody reaches another account by naming its orders", async () => {
    const theirs = new Client(venue.baseUrl, venue.accounts[1]!);
    const ids = (await theirs.get("order/current")).body.map(
      ({ order_id }: { order_id: string }) => order_id,
    );
    expect(ids).toHaveLength(1);
    const before = await marketState(venue);
    for (const body of [{ orderId: ids[0] }, { clientOid: "theirs" }, { ids }, { cids: ["theirs"] }]) {
      const { text } = await client.post("order/cancel_order", body);
      expect(text).toContain("Order does not exist");
    }
    expect((await client.get(`order/detail?orderId=${ids[0]}`)).body.code).toBe("50005");
    expect((await client.get(`order/fills?orderId=${ids[0]}`)).body.list).toEqual([]);
    const entry = { stage: "s", model: "m", input: {}, output: {}, explanation: "e" };
    const upload = (who: Client) => who.post("order/uploadAiLog", { ...entry, orderId: ids[0] });
    expect((await upload(client)).body.code).toBe("50005");
    expect((await upload(theirs)).body.code).toBe("00000");
    expect(await marketState(venue)).toBe(before);
  });
});
