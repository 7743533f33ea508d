import { once } from "node:events";
import type { AddressInfo, Socket } from "node:net";
import { connect, createServer } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { standStill } from "../../../../test/host/standStill.ts";
import type { Operation } from "../operation.ts";
import { FastPath } from "./fastPath.ts";
import type { Response } from "./respond.ts";
import { OperationTable } from "./routes.ts";
import { SAFETY_LINES } from "./safety.ts";

const REQUEST = "GET /time HTTP/1.1\r\nHost: a\r\n\r\n";
const ANSWER: Response = { status: 200, body: "{}", version: 0 };

/** What the server in front of it was asked for. */
interface Asked {
  readonly client: Socket;
  readonly connections: FastPath;
  /** Answers the requests being served, in turn. */
  readonly answers: ((response: Response) => void)[];
  readonly handedOver: { unread: string; served: boolean }[];
  silent: number;
  /** The server has seen the end of what the client sends. */
  readonly ended: Promise<void>;
  /** The server's end of the connection is closed. */
  readonly closed: Promise<void>;
  isClosed(): boolean;
  /** Resolves when the server has read so many bytes. */
  read(bytes: number): Promise<void>;
  /** Resolves when the server has noticed something. */
  noticed(): Promise<void>;
}

async function opened(): Promise<Asked> {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  let notice = () => {};
  const asked = {
    answers: [] as Asked["answers"],
    handedOver: [] as Asked["handedOver"],
    silent: 0,
    noticed: () =>
      new Promise<void>((resolve) => {
        notice = resolve;
      }),
  };
  const connections = new FastPath({
    operations: new OperationTable([{ method: "GET", path: "/time" } as Operation]),
    keepAliveSeconds: 3,
    firstRequestSeconds: 2,
    allows: (host) => host !== "evil",
    serve: () =>
      new Promise((resolve) => {
        asked.answers.push(resolve);
        notice();
      }),
    handOver(socket, unread, served) {
      asked.handedOver.push({ unread: Buffer.concat(unread).toString(), served });
      // Node.js itself listens to the end of every socket, this test to end and close.
      const listeners = ["data", "end", "error", "close"].map((event) => socket.listenerCount(event));
      expect(listeners).toEqual([0, 2, 0, 1]);
      socket.destroy();
      notice();
    },
    refuseSilent(socket) {
      asked.silent++;
      socket.destroy();
    },
  });
  const server = createServer({ allowHalfOpen: true, noDelay: true });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const client = connect({ port: (server.address() as AddressInfo).port, host: "127.0.0.1", noDelay: true });
  client.on("error", () => undefined);
  const [socket] = (await once(server, "connection")) as [Socket];
  const ended = new Promise<void>((resolve) => socket.once("end", resolve));
  const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  const read = async (bytes: number) => {
    while (socket.bytesRead < bytes) await turn();
  };
  connections.take(socket);
  onTestFinished(() => {
    vi.useRealTimers();
    connections.close();
    client.destroy();
    server.close();
  });
  return Object.assign(asked, { client, connections, ended, closed, isClosed: () => socket.destroyed, read });
}

/** The rest of what the client receives until the connection closes. */
async function rest(client: Socket): Promise<string> {
  let text = "";
  for await (const chunk of client) text += chunk;
  return text;
}

/** Sends and waits until it is being served. */
async function send({ client, noticed }: Asked, text: string): Promise<void> {
  const seen = noticed();
  client.write(text);
  await seen;
}

test("request after request is answered on one connection", async () => {
  const asked = await opened();
  for (const body of ["1", "22"]) {
    await send(asked, REQUEST);
    const answered = once(asked.client, "data");
    asked.answers.pop()!({ ...ANSWER, body, version: 7, headers: ["x-more", "a"] });
    const [bytes] = await answered;
    expect(bytes.toString().replace(/Date: .*/, "Date")).toBe(
      `HTTP/1.1 200 OK\r\n${SAFETY_LINES}content-type: application/json; charset=utf-8\r\ncontent-length: ${body.length}\r\n` +
        `outcry-account-version: 7\r\nx-more: a\r\nDate\r\nConnection: keep-alive\r\nKeep-Alive: timeout=3\r\n\r\n${body}`,
    );
  }
  expect(asked.handedOver).toEqual([]);
});

test.each([
  ["another route", "GET /other HTTP/1.1\r\nHost: a\r\n\r\n"],
  ["a request in pieces", REQUEST.slice(0, 20)],
  ["two at once", REQUEST + REQUEST],
  ["a host that is not served", REQUEST.replace("a\r\n", "evil\r\n")],
])("%s is handed over", async (_, text) => {
  const asked = await opened();
  await send(asked, text);
  expect(asked.handedOver).toEqual([{ unread: text, served: false }]);
});

test("what comes during an answer is handed over after it, in order", async () => {
  const asked = await opened();
  const answered = once(asked.client, "data");
  await send(asked, REQUEST);
  asked.client.write("first, ");
  await asked.read(REQUEST.length + 7);
  asked.client.write("second");
  expect([asked.answers.length, asked.handedOver.length]).toEqual([1, 0]);
  const seen = asked.noticed();
  asked.answers[0]!(ANSWER);
  await seen;
  expect(asked.handedOver).toHaveLength(1);
  const { unread, served } = asked.handedOver[0]!;
  expect("first, second".startsWith(unread) && unread !== "").toBe(true); // the rest is in the socket
  expect(served).toBe(true);
  expect(String(await answered)).toMatch(/^HTTP\/1.1 200 OK/);
});

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

test("the next request waits until the answer before it is taken", async () => {
  const asked = await opened();
  await send(asked, REQUEST);
  asked.answers[0]!({ ...ANSWER, body: "x".repeat(32 << 20) });
  asked.client.write(REQUEST);
  for (let i = 0; i < 50; i++) await turn();
  expect([asked.answers.length, asked.handedOver.length]).toEqual([1, 0]);
  const seen = asked.noticed();
  asked.client.resume();
  await seen;
  expect(asked.handedOver).toEqual([{ unread: REQUEST, served: true }]);
});

/** More than systems keep for a connection, and several times what they do. */
const MUCH = 12 << 20;
const LONG_ANSWER: Response = { ...ANSWER, body: "x".repeat(6 * MUCH) };

/** Reads so many bytes, and a little more, and then no further. */
async function take(client: Socket, bytes: number): Promise<void> {
  const until = client.bytesRead + bytes;
  client.resume();
  while (client.bytesRead < until && !client.destroyed) await turn();
  expect(client.destroyed).toBe(false);
  client.pause();
}

test("who takes nothing of an answer for five seconds is cut off, whoever takes some now and then is not", async () => {
  const asked = await opened();
  asked.client.pause();
  await send(asked, REQUEST);
  asked.answers[0]!(LONG_ANSWER);
  for (let times = 0; times < 4; times++) {
    await take(asked.client, MUCH);
    vi.advanceTimersByTime(5_000); // in the first of them something was taken
  }
  expect(asked.isClosed()).toBe(false);
  vi.advanceTimersByTime(1_000);
  await asked.closed;
});

test("a client is not cut off for the time in which the server stood still", async () => {
  const asked = await opened();
  asked.client.pause();
  await send(asked, REQUEST);
  asked.answers[0]!(LONG_ANSWER);
  for (let times = 0; times < 2; times++) {
    await turn();
    standStill(5_100); // Node.js's own time-out forgives the first
    vi.advanceTimersByTime(1_000); // due meanwhile
  }
  await take(asked.client, LONG_ANSWER.body.length);
  await send(asked, REQUEST);
  expect(asked.answers).toHaveLength(2);
});

test("who says nothing is refused; who has fallen silent is cut off", async () => {
  const silent = await opened();
  vi.advanceTimersByTime(2_000);
  expect(silent.silent).toBe(0);
  vi.advanceTimersByTime(1_000);
  expect(silent.silent).toBe(1);

  const asked = await opened();
  const received = rest(asked.client);
  await send(asked, REQUEST);
  vi.advanceTimersByTime(60_000); // waiting for an answer is no silence
  asked.answers[0]!(ANSWER);
  await turn();
  for (const next of [1, 2]) {
    vi.advanceTimersByTime(3_000);
    await send(asked, REQUEST);
    asked.answers[next]!(ANSWER);
    await turn();
  }
  vi.advanceTimersByTime(4_000);
  expect((await received).match(/200 OK/g)).toHaveLength(3);
  expect(asked.silent).toBe(0);
});

test("an answer that closes, a client that sends no more, a server that stops: the connection ends after the answer", async () => {
  for (const how of ["closes", "ended", "stopped"]) {
    const asked = await opened();
    await send(asked, REQUEST);
    if (how === "ended") {
      asked.client.end();
      await asked.ended;
    }
    if (how === "stopped") asked.connections.close();
    asked.answers[0]!(how === "closes" ? { ...ANSWER, closes: true } : ANSWER);
    expect(await rest(asked.client), how).toMatch(/Connection: close\r\n\r\n\{\}$/);
  }
});

test("when the server stops, who waits for nothing is cut off, and nobody is let in", async () => {
  const asked = await opened();
  asked.connections.close();
  expect(await rest(asked.client)).toBe("");
});

test("a client that leaves before its answer disturbs nobody", async () => {
  const asked = await opened();
  await send(asked, REQUEST);
  asked.client.resetAndDestroy();
  await asked.closed;
  asked.answers[0]!(ANSWER);
  await turn();
  expect(asked.handedOver).toEqual([]);
});
