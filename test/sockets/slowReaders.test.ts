import { afterEach, beforeEach, expect, test } from "vitest";
import {
  CLOSE_GRACE_MS,
  MESSAGES_MAX,
  MESSAGES_MAX_BYTES,
} from "../../src/service/gateway/sockets/connection.ts";
import { BACKLOG_CONFLATED_BYTES, BACKLOG_MAX_BYTES } from "../../src/service/gateway/sockets/outbox.ts";
import { MESSAGE_MAX_BYTES } from "../../src/service/gateway/sockets/sockets.ts";
import { signed } from "./listener.ts";
import { CLOSE, PING, PONG, RawReader, TEXT } from "./rawReader.ts";
import { Depth } from "./rebuilt.ts";
import { NOW, SocketVenue, vector } from "./socketVenue.ts";

/**
 * Readers that stop reading: what the venue holds for them, what becomes of them, and that nobody else
 * notices.
 */

const STALLED = 200;

let venue: SocketVenue;
beforeEach(async () => {
  venue = await SocketVenue.open();
});
afterEach(() => venue.stop());

const turn = () => new Promise((resolve) => setImmediate(resolve));

test("R17: 200 stalled readers of trades are cut at the limit, a healthy one misses nothing", async () => {
  const readers = await Promise.all(Array.from({ length: STALLED }, () => RawReader.open(venue.port)));
  for (const reader of readers) await reader.subscribeAndStall("trades.cmt_btcusdt");
  const healthy = await venue.connect();
  await healthy.subscribe("trades.cmt_btcusdt");
  let most = 0;
  let pushes = 0;
  while (venue.gateway.socketFigures().connections > 1) {
    for (let i = 0; i < 10; i++) venue.trade(600_000, 100);
    for (let i = 0; i < 10; i++) expect((await healthy.next()).data).toHaveLength(100);
    most = Math.max(most, venue.gateway.socketFigures().backlogMaxBytes);
    await venue.clock.advance(100);
    pushes += 10;
    expect(pushes, "pushes until everybody who stalls is cut").toBeLessThan(20_000);
  }
  expect(venue.gateway.socketFigures().tooSlow).toBe(STALLED);
  expect(most).toBeLessThanOrEqual(BACKLOG_MAX_BYTES);
  expect(most).toBeGreaterThan(BACKLOG_MAX_BYTES / 2);
  expect(healthy.socket.readyState).toBe(WebSocket.OPEN);
  for (const { socket } of readers) socket.destroy();
});

test("who stalls on a private channel is closed, and told why if it reads on", async () => {
  const reader = await RawReader.open(venue.port, "/v2/ws/private", signed(vector, NOW));
  await reader.subscribeAndStall("orders");
  for (let pushes = 0; venue.opened.length > 0; pushes++) {
    venue.push("orders", `${pushes} ${"x".repeat(10_000)}`);
    await turn();
  }
  reader.socket.resume();
  let told = 0;
  for (let frame = await reader.next(); frame !== undefined; frame = await reader.next()) {
    if (frame.opcode === TEXT) {
      expect(JSON.parse(frame.payload.toString()).text).toMatch(new RegExp(`^${told++} `)); // none is left out
    } else {
      expect(frame.opcode).toBe(CLOSE);
      expect(frame.payload.readUInt16BE(0)).toBe(1013);
      expect(frame.payload.toString("utf8", 2)).toMatch(/^too slow: \d+ bytes waited to be read$/);
      return;
    }
  }
  expect.unreachable();
});

test("who stalls on depth is kept within a quarter, and goes on with a snapshot", async () => {
  const channel = "depth.cmt_btcusdt.200";
  const reader = await RawReader.open(venue.port);
  const mine = new Depth(200);
  await reader.subscribeAndStall(channel);
  let change = 0;
  const move = async (): Promise<void> => {
    change++;
    for (let level = 0; level < 150; level++) venue.rest(0, 600_000 - level, 1 + (change % 9));
    await venue.clock.advance(100);
    if (change % 200 === 0) reader.send(TEXT, '{"event":"pong"}');
  };
  let most = 0;
  for (let held = 0; held < 200; ) {
    await move();
    const { backlogMaxBytes } = venue.gateway.socketFigures();
    held = backlogMaxBytes > 0 && backlogMaxBytes === most ? held + 1 : 0; // it grows no more
    most = Math.max(most, backlogMaxBytes);
  }
  expect(most).toBeLessThanOrEqual(BACKLOG_CONFLATED_BYTES);
  expect(most).toBeGreaterThan(BACKLOG_CONFLATED_BYTES / 2);

  reader.socket.resume();
  const left = venue.views.contractAt(0).bookSeq;
  let snapshots = 0;
  for (let version = 0; version < left; ) {
    const { payload } = (await reader.next())!;
    const push = JSON.parse(payload.toString());
    if (push.channel !== channel) continue;
    snapshots += push.data[0].depthType === "SNAPSHOT" ? 1 : 0;
    mine.apply(push.data[0]); // fails on a gap that no snapshot bridges
    version = Number(push.data[0].endVersion);
  }
  expect(snapshots).toBe(2);
  const { bids } = venue.views.depth(0, 200);
  expect(mine.shown().bids).toEqual(
    bids.map(({ price, size }) => [(price / 10).toFixed(1), (size / 10_000).toFixed(4)]),
  );
  reader.socket.destroy();
});

test("who stalls on a book of the fapi dialect is kept within a quarter, and sees by pu what was left out", async () => {
  const reader = await RawReader.open(venue.port, "/ws/btcusdt@depth@100ms");
  reader.socket.pause();
  const move = async (change: number): Promise<void> => {
    for (let level = 0; level < 150; level++) venue.rest(0, 600_000 - level, 1 + (change % 9));
    await venue.clock.advance(100);
  };
  let most = 0;
  for (let change = 0, held = 0; held < 200; change++) {
    await move(change);
    if (change % 200 === 0) reader.send(PONG, "");
    const { backlogMaxBytes } = venue.gateway.socketFigures();
    held = backlogMaxBytes > 0 && backlogMaxBytes === most ? held + 1 : 0; // it grows no more
    most = Math.max(most, backlogMaxBytes);
  }
  expect(most).toBeLessThanOrEqual(BACKLOG_CONFLATED_BYTES);
  expect(most).toBeGreaterThan(BACKLOG_CONFLATED_BYTES / 2);

  reader.socket.resume();
  let gaps = 0;
  let last: number | undefined;
  const left = venue.views.contractAt(0).bookSeq;
  for (let next = 0; (last ?? 0) <= left; next++) {
    if (next > 0 && venue.gateway.socketFigures().backlogMaxBytes === 0) await move(next); // it goes on
    const { opcode, payload } = (await reader.next())!;
    if (opcode !== TEXT) continue;
    const { U, u, pu } = JSON.parse(payload.toString());
    expect(U).toBe(pu);
    if (last !== undefined && pu !== last) gaps++;
    last = u;
  }
  expect(gaps).toBe(1);
  reader.socket.destroy();
});

test("who stalls on a combined stream of the fapi dialect is closed at the limit, told why, and nobody else notices", async () => {
  const streams = "/stream?streams=btcusdt@trade/btcusdt@depth@100ms";
  const reader = await RawReader.open(venue.port, streams);
  reader.socket.pause();
  const healthy = await RawReader.open(venue.port, streams);
  const held = () => venue.gateway.socketFigures().backlogMaxBytes;
  for (let before = -1; held() < BACKLOG_MAX_BYTES / 2 || held() > before; ) {
    before = held();
    for (let i = 0; i < 10; i++) venue.trade(600_000, 100);
    for (let trades = 0; trades < 1_000; ) {
      const { payload } = (await healthy.next())!;
      if (JSON.parse(payload.toString()).stream === "btcusdt@trade") trades++;
    }
    await venue.clock.advance(100);
  }
  expect(held()).toBeLessThanOrEqual(BACKLOG_MAX_BYTES + CLOSE_FRAME_MAX_BYTES);
  reader.socket.resume();
  let frame = await reader.next();
  while (frame?.opcode === TEXT) frame = await reader.next();
  expect(frame).toMatchObject({ opcode: CLOSE });
  expect(frame!.payload.readUInt16BE(0)).toBe(1013);
  healthy.socket.destroy();
});

const CLOSE_FRAME_MAX_BYTES = 127;

test("pings of the protocol are answered, but one by one into a peer that has answers to read", async () => {
  const reader = await RawReader.open(venue.port, "/v2/ws/private", signed(vector, NOW));
  reader.send(PING, "hello");
  expect(await reader.next()).toEqual({ opcode: PONG, payload: Buffer.from("hello") });
  reader.socket.pause();
  for (let batch = 0; batch < 60; batch++) {
    for (let i = 0; i < MESSAGES_MAX - 10; i++) reader.send(PING, "x".repeat(125));
    reader.send(TEXT, '{"event":"pong"}');
    const event = batch % 2 === 0 ? "subscribe" : "unsubscribe"; // shows that everything before it was read
    reader.send(TEXT, JSON.stringify({ event, channel: "orders" }));
    await expect.poll(() => venue.opened.length, { interval: 1 }).toBe(1 - (batch % 2));
    await venue.clock.advance(10_000);
  }
  const { backlogMaxBytes, connections } = venue.gateway.socketFigures();
  expect(connections).toBe(1);
  expect(backlogMaxBytes).toBeLessThan(BACKLOG_CONFLATED_BYTES);
  reader.socket.destroy();
});

test("a ping of the protocol is answered behind what its turn of the loop pushes", async () => {
  const reader = await RawReader.open(venue.port);
  reader.socket.cork();
  reader.send(TEXT, '{"event":"subscribe","channel":"trades.cmt_btcusdt"}');
  reader.send(PING, "hello");
  reader.socket.uncork();
  expect((await reader.next())!.opcode).toBe(TEXT);
  expect(await reader.next()).toEqual({ opcode: PONG, payload: Buffer.from("hello") });
  reader.socket.destroy();
});

test("of pings that came while their peer did not read, the newest is answered once it does", async () => {
  const reader = await RawReader.open(venue.port, "/v2/ws/private", signed(vector, NOW));
  await reader.subscribeAndStall("orders");
  while (venue.gateway.socketFigures().backlogMaxBytes < BACKLOG_CONFLATED_BYTES) {
    venue.push("orders", "x".repeat(10_000));
    await turn();
  }
  for (const payload of ["a", "b", "c"]) reader.send(PING, payload);
  reader.send(TEXT, '{"event":"unsubscribe","channel":"orders"}'); // shows that everything before it was read
  await expect.poll(() => venue.opened.length, { interval: 1 }).toBe(0);
  reader.socket.resume();
  const pongs: string[] = [];
  while (pongs.at(-1) !== "c") {
    const { opcode, payload } = (await reader.next())!;
    if (opcode === PONG) pongs.push(payload.toString());
  }
  expect(pongs).toEqual(["a", "c"]);
  reader.socket.destroy();
});

test("pings of the protocol in floods close the connection", async () => {
  const reader = await RawReader.open(venue.port);
  for (let i = 0; i <= MESSAGES_MAX; i++) reader.send(PING, "");
  let frame = await reader.next();
  while (frame?.opcode === PONG) frame = await reader.next();
  expect(frame).toMatchObject({ opcode: CLOSE });
  expect(frame!.payload.readUInt16BE(0)).toBe(1008);
});

test("long messages in floods close it, and nothing more of them is read", async () => {
  const reader = await RawReader.open(venue.port);
  const name = "x".repeat(MESSAGE_MAX_BYTES - 100);
  const long = Buffer.from(`{"event":"unsubscribe","channel":"${name}"}`);
  const head = Buffer.from([0x80 | TEXT, 0xff, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
  head.writeUInt32BE(long.length, 6);
  for (let i = 0; i < 2 * (MESSAGES_MAX_BYTES / MESSAGE_MAX_BYTES); i++) {
    reader.socket.write(Buffer.concat([head, long]));
  }
  let frame = await reader.next();
  let answers = 0;
  for (; frame?.opcode === TEXT; frame = await reader.next()) answers++;
  expect(answers).toBe(Math.floor(MESSAGES_MAX_BYTES / long.length));
  expect(frame!.payload.readUInt16BE(0)).toBe(1008);
  await venue.clock.advance(CLOSE_GRACE_MS);
  await expect.poll(() => venue.gateway.socketFigures().connections).toBe(0);
});

test("a message in pieces without end closes it", async () => {
  const reader = await RawReader.open(venue.port);
  reader.socket.write(Buffer.from([TEXT, 0x81, 0, 0, 0, 0, 0x78]));
  for (let i = 0; i < 100; i++) reader.socket.write(Buffer.from([0, 0x81, 0, 0, 0, 0, 0x78]));
  const frame = await reader.next();
  expect(frame).toMatchObject({ opcode: CLOSE });
  expect(frame!.payload.readUInt16BE(0)).toBe(1008);
});

test.each([
  ["/v2/ws/public", '{"event":"ping"}'],
  ["/ws-fapi/v1", '{"id":1,"method":"session.status"}'],
  ["/ws-fapi/v1", '{"id":1,"method":"nothing"}'],
])(
  "at %s questions %s without end from a peer that does not read the answers end it",
  async (path, asked) => {
    const reader = await RawReader.open(venue.port, path);
    reader.socket.pause();
    for (let i = 0; i <= MESSAGES_MAX; i++) reader.send(TEXT, asked);
    await expect
      .poll(() => venue.clock.advance(2_000).then(() => venue.gateway.socketFigures().connections))
      .toBe(0);
  },
);
