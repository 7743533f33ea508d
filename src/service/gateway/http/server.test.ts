import { lookup } from "node:dns/promises";
import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { systemClock } from "../../../kernel/host/clock.ts";
import { MemoryCounters } from "../limits/counters.ts";
import { Limits } from "../limits/limits.ts";
import { limitProfiles } from "../limits/profile.ts";
import type { Operation } from "../operation.ts";
import { BODY_MAX_BYTES } from "./bodyRequest.ts";
import { ClientAddresses } from "./clientAddresses.ts";
import { HostNames } from "./hosts.ts";
import type { Route } from "./routes.ts";
import { OperationTable } from "./routes.ts";
import { createServer } from "./server.ts";

/** What is served besides the operations, and the ways to them that no plain request takes. */

const operations = ["GET", "POST"].map((method) => ({ method, path: "/capi/v2/thing" }) as Operation);

/** Says what it was asked with. */
const echo: Route["serve"] = ({ method, url }, reply, body) =>
  void reply.end(`${method} ${url} ${Buffer.from(body).toString()}`);
const routes: readonly Route[] = [
  { method: "GET", path: "/page", serve: echo },
  { method: "POST", path: "/page", serve: echo },
  { method: "GET", path: "/files/*", serve: echo },
  { method: "GET", path: "/broken", serve: () => Promise.reject(new Error("a bug")) },
];

/** A server of these on a port of its own; resolves with a way to ask it, and what it logs. */
async function served(host = "127.0.0.1") {
  const errors: string[] = [];
  const statuses: number[] = [];
  const log = {
    info() {},
    warn() {},
    error: (fields: object, message: string) => void errors.push(`${message} ${JSON.stringify(fields)}`),
  };
  const limits = new Limits({
    ...{ profile: limitProfiles.off, counters: new MemoryCounters(), clock: systemClock, log },
  });
  const server = createServer(
    {
      ...{ hosts: new HostNames([]), addresses: new ClientAddresses(), limits, log, now: () => 1 },
      refused: (_raw, { status }) => void statuses.push(status),
      serve: async ({ method }, { url }, body) => ({
        ...{ status: 200, version: 0 },
        body: `${method} for ${url} with ${body.length} bytes`,
      }),
    },
    new OperationTable(operations),
    routes,
  );
  onTestFinished(() => server.close());
  const port = await server.listen({ host, port: 0 });
  /** Sends these bytes on a connection of their own, which the last of them closes. */
  const ask = async (head: string, body = "", at = "127.0.0.1"): Promise<string> => {
    const socket = connect(port, at);
    await once(socket, "connect");
    const length = body === "" ? "" : `Content-Length: ${body.length}\r\n`;
    socket.write(`${head} HTTP/1.1\r\nHost: localhost\r\n${length}Connection: close\r\n\r\n${body}`);
    return text(socket);
  };
  return { ask, errors, statuses };
}

const bodyOf = (answer: string) => answer.slice(answer.indexOf("\r\n\r\n") + 4);

test("a route is found by method and path, and its answer to HEAD goes without the body", async () => {
  const { ask, statuses } = await served();
  expect(await ask("GET /page?a=1")).toContain("GET /page?a=1");
  expect(await ask("POST /page", "sent")).toContain("POST /page sent");
  const head = await ask("HEAD /page");
  expect([head.slice(0, 15), bodyOf(head)]).toEqual(["HTTP/1.1 200 OK", ""]);
  expect(statuses).toEqual([]);
});

test.each<[string, number]>([
  ["GET /files/one", 200],
  ["GET /files/", 200],
  ["GET /files", 404],
  ["GET /files/one/two", 404],
  ["POST /files/one", 404],
])("of a folder's names: %s is %i", async (head, status) => {
  expect((await (await served()).ask(head)).slice(9, 12)).toBe(String(status));
});

test("a path is itself with letters that are encoded without need, and nothing where the encoding is broken", async () => {
  const { ask } = await served();
  expect(await ask("GET /p%61ge")).toContain("GET /p%61ge");
  expect(await ask("POST /capi/v2/%74hing", "{}")).toContain("POST for /capi/v2/%74hing with 2 bytes");
  expect(await ask("GET /files%2Fone")).toContain("HTTP/1.1 404");
  expect(await ask("GET /%zz")).toContain("Not found: GET /%zz");
});

test.each([
  ["GET", 405, "allow: GET, HEAD, POST, OPTIONS"],
  ["OPTIONS", 204, "allow: GET, HEAD, POST, OPTIONS"],
  ["HEAD", 200, "content-length: "],
])("what an operation's path says to %s", async (method, status, line) => {
  const { ask } = await served();
  const asked = method === "GET" ? "PATCH" : method;
  const answer = await ask(`${asked} /capi/v2/thing`);
  expect(answer.slice(9, 12)).toBe(String(status));
  expect(answer.toLowerCase()).toContain(line.toLowerCase());
});

test.each(["/page", "/capi/v2/thing", "/nothing"])("%s reads no body that is too long", async (path) => {
  const { ask, statuses } = await served();
  const answer = await ask(`POST ${path}`, "x".repeat(BODY_MAX_BYTES + 1));
  expect(answer).toContain("HTTP/1.1 413");
  expect(answer.toLowerCase()).toContain("connection: close");
  expect(statuses).toEqual([413]);
});

test("a bug in a route is logged, and is an answer", async () => {
  const { ask, errors } = await served();
  const answer = await ask("GET /broken?q");
  expect(answer).toContain("HTTP/1.1 500");
  expect(answer).not.toContain("a bug");
  expect(errors).toEqual(['a request failed {"err":{},"path":"/broken"}']);
});

test("localhost is every address that it has", async () => {
  const { ask } = await served("localhost");
  const addresses = await lookup("localhost", { all: true });
  for (const { address } of addresses) expect(await ask("GET /page", "", address)).toContain("GET /page");
});
