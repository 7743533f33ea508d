import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import type { Socket } from "node:net";
import { connect } from "node:net";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Venue } from "../../src/assembly/venue/index.ts";
import { startVenue } from "../../src/assembly/venue/index.ts";
import { standStill } from "../host/standStill.ts";

/**
 * A venue that was held up does not take its own time for its clients': seconds in which they may be slow are
 * those that its loop counts. Here a test counts them.
 */

let venue: Venue;
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  subscribe("net.server.socket", accept);
  venue = await startVenue({ prices: { btc: 60_000 } });
});
afterAll(async () => {
  await venue.stop();
  unsubscribe("net.server.socket", accept);
  vi.useRealTimers();
});

let accepted: Socket;
const accept = (message: unknown) => {
  accepted = (message as { readonly socket: Socket }).socket;
};

interface Connection {
  readonly client: Socket;
  readonly ours: Socket;
}

/** A connection that has sent something, once the venue has read it. */
async function sent(text: string, to = venue): Promise<Connection> {
  const client = connect({ port: to.port, host: "127.0.0.1", noDelay: true }).pause();
  client.on("error", () => undefined);
  await once(client, "connect");
  client.write(text);
  while (accepted?.remotePort !== client.localPort) await turn();
  while (accepted.bytesRead < text.length) await turn();
  return { client, ours: accepted };
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
const second = () => vi.advanceTimersByTime(1_000);

/** What comes until the venue has said so much, or closes. */
async function answerOf({ client }: Connection, isAll: (text: string) => boolean): Promise<string> {
  let text = "";
  client.on("data", (bytes: Buffer) => {
    text += bytes.toString("latin1");
  });
  client.resume();
  while (!isAll(text) && !client.destroyed) await turn();
  client.destroy();
  return text;
}

const HEAD = "GET /capi/v2/market/time HTTP/1.1\r\nHost: 127.0.0.1\r\n";
const POST = "POST /capi/v2/account/bills HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 2\r\n\r\n";
const DOCUMENT = "GET /openapi.json HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n";
/** More of them than systems keep for a connection. */
const DOCUMENTS = 20;

/** A connection on which a document waits to be taken; after it others, and the time. */
async function unread(from = venue): Promise<Connection> {
  const connection = await sent(`${DOCUMENT.repeat(DOCUMENTS)}${HEAD}\r\n`, from);
  while (connection.ours.writableLength === 0) await turn();
  return connection;
}

test("the rest of requests is read, and answers are taken on, after the venue stood still for longer than it waits", async () => {
  const [head, body, documents] = [await sent(HEAD), await sent(POST), await unread()];
  second();
  head.client.write("\r\n");
  body.client.write("{}");
  for (let times = 0; times < 2; times++) {
    standStill(5_100); // Node.js's own time-out forgives a half-taken answer the first
    second(); // due meanwhile
    await turn();
  }
  expect(await answerOf(head, (text) => text.includes("\r\n\r\n"))).toMatch(/^HTTP\/1\.1 200 OK/);
  expect(await answerOf(body, (text) => text.includes("\r\n\r\n"))).toMatch(/^HTTP\/1\.1 400 .*"40001"/s);
  const isAll = (text: string) => /"timestamp":1767225600000\}$/.test(text.slice(-100));
  const answers = await answerOf(documents, isAll);
  expect(isAll(answers)).toBe(true);
  expect(answers.split("HTTP/1.1 200 OK")).toHaveLength(DOCUMENTS + 2);
});

/** Lets so many seconds pass at once. */
function pass(seconds: number): void {
  for (let passed = 0; passed < seconds; passed++) second();
}

/** Sends something more, and waits until the venue has read it. */
async function goOn({ client, ours }: Connection, text: string): Promise<void> {
  const { bytesRead } = ours;
  client.write(text);
  while (ours.bytesRead === bytesRead) await turn();
}

const REFUSED = /^HTTP\/1\.1 408 Request Timeout\r\n/;

test("after five seconds of the loop who sends no more is refused, and who takes nothing is cut off", async () => {
  const documents = await unread();
  const late = [await sent(HEAD), await sent(POST)];
  pass(4);
  await turn();
  for (const { ours } of [documents, ...late]) expect(ours.writableEnded || ours.destroyed).toBe(false);
  pass(1);
  for (const connection of late) expect(await answerOf(connection, () => false)).toMatch(REFUSED);
  for (; !documents.ours.destroyed; await turn()) pass(1); // by the next one, if no system has taken more
});

test("each request has its own five seconds, and between two of them none are counted", async () => {
  const connection = await sent(HEAD);
  const { client, ours } = connection;
  for (let times = 0; times < 3; times++) {
    pass(4);
    const answered = once(client.resume(), "data");
    await goOn(connection, "\r\n");
    expect(String((await answered)[0])).toMatch(/^HTTP\/1\.1 200 OK/);
    if (times === 0) await goOn(connection, "\r\n"); // as some clients do behind a body
    if (times < 2) pass(10);
    await goOn(connection, HEAD);
  }
  expect(ours.writableEnded).toBe(false);
  pass(5);
  expect(await answerOf(connection, () => false)).toMatch(REFUSED);
});

test("a venue that stops waits for nobody longer than that", async () => {
  const stopping = await startVenue({ prices: { btc: 60_000 } });
  const connections = [await sent(HEAD, stopping), await unread(stopping)];
  const stopped = stopping.stop();
  for (const { ours } of connections) for (; !ours.destroyed; await turn()) pass(1);
  await stopped;
  for (const { client } of connections) client.destroy();
});
