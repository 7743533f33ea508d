import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { SeededRng } from "../../src/kernel/host/seededRng.ts";
import { lateBy, sentLateBy } from "./lateness.ts";

test("some of what arrives is late; it comes whole and in order, the end last", async () => {
  const server = createServer((socket) => {
    let sent = 0;
    // Each goes when the one before was heard of, so that each arrives by itself.
    socket.on("data", () => (sent < 100 ? socket.write(`${sent++} `) : socket.end("over")));
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  const late = lateBy(new SeededRng(1));
  let [arrived, heard, isHeard, held] = ["", "", false, 0];
  socket.push = (chunk: Buffer | null, ...more) => {
    arrived += chunk ?? "";
    isHeard = false;
    const answer = late.call(socket, chunk, ...more);
    if (!isHeard) held++;
    return answer;
  };
  socket.on("data", (bytes: Buffer) => {
    isHeard = true;
    heard += bytes;
    if (!heard.endsWith("over")) socket.write("go");
  });
  socket.write("go");
  await once(socket, "close");
  expect(heard).toBe(`${Array.from({ length: 100 }, (_, i) => `${i} `).join("")}over`);
  expect(heard).toBe(arrived);
  expect(held).toBeGreaterThan(20);
});

test("some of what is sent is late; it goes whole and in order, the end last", async () => {
  let received = "";
  const server = createServer((socket) => {
    socket.on("data", (bytes: Buffer) => {
      received += bytes;
    });
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  const [[accepted]] = await Promise.all([once(server, "connection"), once(socket, "connect")]);
  let [isWritten, held] = [false, 0];
  const late = sentLateBy(new SeededRng(1), (chunk, ...rest) => {
    isWritten = true;
    usual.call(socket, chunk, ...rest);
  });
  const inner = socket as unknown as { _write: typeof late };
  const usual = inner._write;
  inner._write = (...sent) => {
    isWritten = false;
    late.apply(socket, sent);
    if (!isWritten) held++;
  };
  for (let i = 0; i < 100; i++) {
    const sent = new Promise((resolve) => socket.write(`${i} `, resolve));
    if (i % 2 === 0) await sent; // else the next one has to wait
  }
  socket.end("over");
  await once(accepted, "end");
  expect(received).toBe(`${Array.from({ length: 100 }, (_, i) => `${i} `).join("")}over`);
  expect(held).toBeGreaterThan(20);
});
