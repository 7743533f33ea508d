import { createServer } from "node:http";
import { duplexPair } from "node:stream";
import fc from "fast-check";
import { expect, test } from "vitest";
import { PlainReader, readPlainRequest } from "./plainRequest.ts";

const READ = [
  "host",
  "access-key",
  "access-sign",
  "access-timestamp",
  "access-passphrase",
  "content-type",
  "user-agent",
  "sec-fetch-site",
  "locale",
] as const;

const request = (lines: readonly string[], body = "") => Buffer.from(`${lines.join("\r\n")}\r\n\r\n${body}`);

test("a bot's request is plain", () => {
  const bytes = request(
    [
      "POST /capi/v2/order/placeOrder?a=1&b=%20 HTTP/1.1",
      "Host: localhost:8787",
      "User-Agent: bot/1.0 (it, too)",
      "access-KEY:  k",
      "ACCESS-SIGN: s=\t ",
      "Content-Type: application/json",
      "Connection: Keep-Alive",
      "Content-Length: 4",
    ],
    '"é"',
  );
  const read = readPlainRequest(bytes)!;
  expect(read).toMatchObject({ method: "POST", url: "/capi/v2/order/placeOrder?a=1&b=%20" });
  expect(read.headers).toMatchObject({
    host: "localhost:8787",
    "access-key": "k",
    "access-sign": "s=",
    "content-type": "application/json",
  });
  expect(Buffer.from(read.body).toString()).toBe('"é"');
});

const HOST = "Host: a";
test.each<[string, Buffer]>([
  ["nothing", Buffer.alloc(0)],
  ["half a head", Buffer.from("GET /a HTTP/1.1\r\nHost: a\r\n")],
  ["half a body", request(["POST /a HTTP/1.1", HOST, "Content-Length: 3"], "ab")],
  ["more than its body", request(["POST /a HTTP/1.1", HOST, "Content-Length: 1"], "ab")],
  ["two requests", Buffer.concat(Array(2).fill(request(["GET /a HTTP/1.1", HOST])))],
  ["a body of no length", request(["POST /a HTTP/1.1", HOST], "ab")],
  ["another method", request(["PATCH /a HTTP/1.1", HOST])],
  ["HTTP/1.0", request(["GET /a HTTP/1.0", HOST])],
  ["no host", request(["GET /a HTTP/1.1", "Accept: */*"])],
  ["two hosts", request(["GET /a HTTP/1.1", HOST, "host: b"])],
  ["two keys", request(["GET /a HTTP/1.1", HOST, "ACCESS-KEY: a", "access-key: a"])],
  ["a whole address for a target", request(["GET http://a/b HTTP/1.1", HOST])],
  ["two slashes", request(["GET //a HTTP/1.1", HOST])],
  ["a fragment", request(["GET /a#b HTTP/1.1", HOST])],
  ["a blank in the target", request(["GET /a b HTTP/1.1", HOST])],
  ["chunks", request(["POST /a HTTP/1.1", HOST, "Transfer-Encoding: chunked"], "0\r\n\r\n")],
  ["chunks and a length", request(["POST /a HTTP/1.1", HOST, "transfer-ENCODING: x", "Content-Length: 0"])],
  ["an upgrade", request(["GET /a HTTP/1.1", HOST, "Upgrade: websocket", "Connection: keep-alive"])],
  ["a connection to close", request(["GET /a HTTP/1.1", HOST, "Connection: close"])],
  ["one that waits for a go-ahead", request(["GET /a HTTP/1.1", HOST, "Expect: 100-continue"])],
  ["a length with a sign", request(["POST /a HTTP/1.1", HOST, "Content-Length: +1"], "a")],
  ["a length with a zero before it", request(["POST /a HTTP/1.1", HOST, "Content-Length: 01"], "a")],
  ["a folded line", request(["GET /a HTTP/1.1", HOST, "Accept: a", " b"])],
  ["a blank before the colon", request(["GET /a HTTP/1.1", HOST, "Accept : a"])],
  ["a value of other bytes", request(["GET /a HTTP/1.1", HOST, "Accept: é"])],
  ["a bare line feed", Buffer.from("GET /a HTTP/1.1\nHost: a\n\n")],
  ["a line feed within a value", request(["GET /a HTTP/1.1", "Host: a\nX: b"])],
  ["a carriage return within a value", request(["GET /a HTTP/1.1", "Host: a\rX: b"])],
  ["a long one", request(["GET /a HTTP/1.1", HOST, `Accept: ${"a".repeat(9_000)}`])],
])("%s is not plain", (_, bytes) => {
  expect(readPlainRequest(bytes)).toBeUndefined();
});

test("what is plain, Node.js reads in the same way", async () => {
  let plain = 0;
  await fc.assert(
    fc.asyncProperty(requests, async (bytes) => {
      const ours = readPlainRequest(bytes);
      if (ours === undefined) return;
      plain++;
      const headers = Object.fromEntries(READ.map((name) => [name, ours.headers[name]]));
      const { method, url } = ours;
      expect(await readByNode(bytes)).toEqual([
        { method, url, headers, body: Buffer.from(ours.body).toString("latin1") },
      ]);
    }),
    { numRuns: 12_000, seed: 20 },
  );
  expect(plain).toBeGreaterThan(1_000);
});

/** The requests that Node.js finds in the bytes of a connection; "refused" for what it does not take. */
async function readByNode(bytes: Buffer): Promise<readonly unknown[]> {
  const found: unknown[] = [];
  const server = createServer((request, reply) => {
    let body = "";
    request.setEncoding("latin1");
    request.on("data", (text) => {
      body += text;
    });
    request.on("end", () => {
      const headers = Object.fromEntries(READ.map((name) => [name, request.headers[name]]));
      found.push({ method: request.method, url: request.url, headers, body });
      reply.end();
    });
  });
  server.on("upgrade", () => found.push("upgrade"));
  server.on("clientError", (_, socket) => {
    found.push("refused");
    socket.destroy();
  });
  const [client, peer] = duplexPair();
  const ended = new Promise((resolve) => peer.once("close", resolve));
  peer.on("error", () => undefined);
  client.on("error", () => undefined).resume();
  server.emit("connection", peer);
  client.end(bytes);
  await ended;
  return found;
}

test("each request of a connection is read as if it were the first", () => {
  fc.assert(
    fc.property(alike, (sent) => {
      const reader = new PlainReader();
      for (const bytes of sent) expect(reader.read(bytes)).toEqual(readPlainRequest(bytes));
    }),
    { numRuns: 2_000 },
  );
});

/** Requests with the same headers, most with the same values too. */
const alike: fc.Arbitrary<readonly Buffer[]> = (() => {
  const value = fc.constantFrom(
    "a",
    "a",
    "b",
    " c\t",
    "",
    "keep-alive",
    "close",
    "é",
    "x\r\nHost: b",
    "\x7f",
  );
  const names = fc.subarray(["ACCESS-KEY", "locale", "X-Unread", "Connection", "User-Agent", "Expect"]);
  const request = fc.record({
    method: fc.constantFrom("POST", "POST", "DELETE", "GET"),
    target: fc.constantFrom("/a", "/a", "/a", "/b?c=d", "//a", "/#"),
    values: fc.array(value, { minLength: 6, maxLength: 6 }),
    body: fc.constantFrom("", "{}", "{}{}"),
    length: fc.constantFrom(0, 0, 0, 0, 1),
    extra: fc.constantFrom("", "", "", "", "ACCESS-KEY: d\r\n", "Accept: */*\r\n"),
  });
  return fc.tuple(names, fc.array(request, { minLength: 2, maxLength: 8 })).map(([names, requests]) =>
    requests.map(({ method, target, values, body, length, extra }) => {
      const lines = names.map((name, i) => `${name}: ${values[i]}\r\n`).join("");
      const head = `${method} ${target} HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length + length}\r\n`;
      return Buffer.from(`${head}${lines}${extra}\r\n${body}`, "latin1");
    }),
  );
})();

/** Requests as clients write them, most of them with something odd about them. */
const requests: fc.Arbitrary<Buffer> = (() => {
  const oneOf = <T>(usual: T, ...odd: T[]) =>
    fc.oneof({ weight: 30, arbitrary: fc.constant(usual) }, ...odd.map((each) => fc.constant(each)));
  const text = fc.string({
    unit: fc.constantFrom(..."abcXYZ019 \t,;:=/?&%-_.~!\"'(){}[]<>|^`\\@#é\0\x7f"),
    maxLength: 12,
  });
  const name = fc.oneof(
    fc.constantFrom(
      ...[
        "ACCESS-KEY",
        "access-sign",
        "Access-Timestamp",
        "ACCESS-PASSPHRASE",
        "Content-Type",
        "locale",
        "User-Agent",
        "Sec-Fetch-Site",
        "Accept",
      ],
      ...[
        "Connection",
        "Content-Length",
        "Transfer-Encoding",
        "Upgrade",
        "Expect",
        "Host",
        "X_Odd",
        "Keep-Alive",
        "TE",
      ],
    ),
    text,
  );
  const value = fc.oneof(
    {
      weight: 3,
      arbitrary: fc.constantFrom("keep-alive", "close", "0", "3", "chunked", "application/json", ""),
    },
    text,
  );
  const parts = fc.record({
    method: oneOf("POST", "GET", "DELETE", "PUT", "post"),
    target: fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom("/capi/v2/order/placeOrder", "/a?b=c&d=%41", "/") },
      text.map((odd) => `/${odd}`),
      text,
    ),
    version: oneOf("HTTP/1.1", "HTTP/1.0", "HTTP/2.0", "http/1.1"),
    host: oneOf(["Host: a"], [], ["host:a", "Host: b"]),
    headers: fc.array(
      fc.tuple(name, oneOf(": ", ":", " : ", ":\t"), value).map((header) => header.join("")),
      { maxLength: 5 },
    ),
    length: oneOf(true, false),
    body: fc.oneof({ weight: 2, arbitrary: fc.constant("") }, text),
    lineEnd: oneOf("\r\n", "\n", "\r"),
    after: oneOf("", "\r\n", "GET / HTTP/1.1\r\nHost: a\r\n\r\n"),
  });
  return parts.map(({ method, target, version, host, headers, length, body, lineEnd, after }) => {
    const lengths = length ? [`Content-Length: ${Buffer.byteLength(body, "latin1")}`] : [];
    const lines = [`${method} ${target} ${version}`, ...host, ...headers, ...lengths];
    return Buffer.from(`${lines.join(lineEnd)}${lineEnd}${lineEnd}${body}${after}`, "latin1");
  });
})();
