import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { RawConnection } from "../../../../test/host/rawConnection.ts";
import { BodyRequest } from "./bodyRequest.ts";

const BYTES_MAX = 10;

/** A server that answers each request with its body, or `too large`; a GET is read as the stream it is. */
async function open(): Promise<RawConnection> {
  const server = createServer({ IncomingMessage: BodyRequest, keepAliveTimeout: 0 }, (request, reply) => {
    if (request.method === "GET") {
      request.on("end", () => reply.end("read")).resume();
      return;
    }
    request.takeBody(BYTES_MAX, (body) =>
      reply.end(body === undefined ? "too large" : `<${Buffer.from(body)}>`),
    );
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const connection = await RawConnection.open((server.address() as AddressInfo).port);
  onTestFinished(() => {
    connection.close();
    server.closeAllConnections();
    server.close();
  });
  return connection;
}

/** Waits for so many answers. */
async function answers(connection: RawConnection, count: number): Promise<string[]> {
  return (await connection.read(count)).map(({ text }) => text);
}

const post = (body: string, head = `Content-Length: ${body.length}`) =>
  `POST / HTTP/1.1\r\nHost: localhost\r\n${head}\r\n\r\n${body}`;

test("a body in one piece, in several, in chunks, and none", async () => {
  const connection = await open();
  for (const [sent, received] of [
    [[post("one")], "<one>"],
    [[post(""), ""], "<>"],
    [["POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nin", " thr", "ee."], "<in three.>"],
    [[post("4\r\nchun\r\n2\r\nks\r\n0\r\n\r\n", "Transfer-Encoding: chunked")], "<chunks>"],
  ] as const) {
    for (const piece of sent) {
      if (piece !== "") connection.socket.write(piece);
      await new Promise(setImmediate);
    }
    expect(await answers(connection, 1)).toEqual([received]);
  }
});

test("requests that come together are answered in their order, streams among them", async () => {
  const connection = await open();
  connection.socket.write(`${post("1")}GET / HTTP/1.1\r\nHost: localhost\r\n\r\n${post("2")}${post("3")}`);
  expect(await answers(connection, 4)).toEqual(["<1>", "read", "<2>", "<3>"]);
});

test("a body that is too large is refused once, whether it says so or not, and is read past", async () => {
  const connection = await open();
  connection.socket.write(`${post("x".repeat(11))}${post("after")}`);
  expect(await answers(connection, 2)).toEqual(["too large", "<after>"]);
  connection.socket.write(
    post("8\r\n12345678\r\n8\r\n12345678\r\n3\r\nend\r\n0\r\n\r\n", "Transfer-Encoding: chunked"),
  );
  connection.socket.write(post("after"));
  expect(await answers(connection, 2)).toEqual(["too large", "<after>"]);
});
