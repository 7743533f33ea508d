import { expect, test } from "vitest";
import { Channels } from "../../src/interface/client/channels.ts";
import { V2Client } from "../../src/interface/client/index.ts";
import { NoConnectionError } from "../../src/interface/client/openSocket.ts";
import { Reconnection } from "../../src/interface/client/reconnection.ts";
import {
  RefusedForGood,
  type SessionListener,
  SocketSession,
} from "../../src/interface/client/socketSession.ts";
import { afterSilence } from "../../src/interface/client/timing.ts";
import { v2Dialect } from "../../src/interface/client/v2/dialect.ts";
import { ManualTiming } from "./manualTiming.ts";

const PING = v2Dialect().ping();
const PONG = '{"event":"pong","type":"pong"}';

/** A listener to whom nothing matters. */
const NOBODY: SessionListener = { opened() {}, message() {}, doubted() {}, lost() {}, failed() {} };

/** A socket that opens at once, answers what it is asked, and is closed when its venue goes away. */
class Socket extends EventTarget {
  /** What it was told. */
  readonly heard: string[] = [];
  /** Whether what is sent to it gets lost. */
  isDeaf = false;
  send(text: string): void {
    if (this.isDeaf) return;
    this.heard.push(text);
    if (text === PING) this.say(PONG);
  }
  say(data: string): void {
    this.dispatchEvent(Object.assign(new Event("message"), { data }));
  }
  close(): void {
    this.dispatchEvent(Object.assign(new Event("close"), { code: 1006, reason: "" }));
  }
}

test("sockets of one client lose, and try, together", async () => {
  const timing = new ManualTiming();
  timing.random = () => timing.pending / 7; // never the same twice
  const reconnection = new Reconnection(timing, 10);
  const venue = { isUp: true, sockets: new Set<Socket>() };
  const attempts: number[][] = [[], []];
  const sessions = attempts.map((times) => {
    const connect = (): Promise<WebSocket> => {
      times.push(timing.monotonicMs());
      if (!venue.isUp) return Promise.reject(new Error("nobody there"));
      const socket = new Socket();
      venue.sockets.add(socket);
      return Promise.resolve(socket as unknown as WebSocket);
    };
    return new SocketSession({ connect, ping: () => PING, timing, reconnection }, NOBODY);
  });
  for (const session of sessions) await session.open();
  await timing.pass(20_000);
  venue.isUp = false;
  for (const socket of venue.sockets) socket.close();
  await timing.pass(6_000);
  venue.isUp = true;
  await timing.pass(30_000);
  expect(attempts[0]).toEqual(attempts[1]);
  expect(attempts[0]!.length).toBeGreaterThan(4);
  expect(sessions.map(({ isOpen }) => isOpen)).toEqual([true, true]);
  for (const session of sessions) session.close();
});

test("a first connection is tried again until the venue is there, and fails in the end", async () => {
  const timing = new ManualTiming();
  const session = (connect: () => Promise<WebSocket>) =>
    new SocketSession(
      { connect, ping: () => PING, timing, reconnection: new Reconnection(timing, 10) },
      NOBODY,
    );
  const nobody = () => Promise.reject(new NoConnectionError("nobody there"));
  const attempts: number[] = [];
  const late = session(() => {
    attempts.push(timing.monotonicMs());
    return timing.monotonicMs() < 3_000 ? nobody() : Promise.resolve(new Socket() as unknown as WebSocket);
  });
  const opening = late.open();
  await timing.pass(10_000);
  await opening;
  expect(attempts).toEqual([0, 250, 750, 1_750, 3_750]);
  late.close();

  attempts.length = 0;
  const beganMs = timing.monotonicMs();
  const never = session(() => {
    attempts.push(timing.monotonicMs() - beganMs);
    return nobody();
  });
  const failing = expect(never.open()).rejects.toThrow("nobody there");
  await timing.pass(30_000);
  await failing;
  expect(attempts).toEqual([0, 250, 750, 1_750, 3_750, 7_750, 15_750]);

  const left = session(nobody);
  const leaving = expect(left.open()).rejects.toThrow("closed while it was being opened");
  await timing.pass(100);
  left.close();
  await leaving;
  expect(timing.pending).toBe(0);
});

test.each([
  [0, 0],
  [10, 15_750],
  [50, 61_750],
])("with %i further attempts the first connection is given up after %i ms", async (retries, givenUpMs) => {
  const timing = new ManualTiming();
  const attempts: number[] = [];
  const openSocket = () => {
    const socket = new Socket();
    attempts.push(timing.monotonicMs());
    queueMicrotask(() => socket.dispatchEvent(new Event("error")));
    return socket as unknown as WebSocket;
  };
  const client = new V2Client({ baseUrl: "http://127.0.0.1:1", timing, retries, openSocket });
  const failing = expect(client.watch.ticker("cmt_btcusdt")).rejects.toBeInstanceOf(NoConnectionError);
  await timing.pass(200_000);
  await failing;
  expect(attempts.at(-1)).toBe(givenUpMs);
  client.close();
});

test("a first connection whose one attempt outlasts the patience is tried a second time", async () => {
  const timing = new ManualTiming();
  let attempts = 0;
  const connect = async (): Promise<WebSocket> => {
    if (++attempts === 2) return new Socket() as unknown as WebSocket;
    await new Promise<void>((resolve) => timing.after(10_000, resolve));
    throw new NoConnectionError("none within 10000 ms");
  };
  const reconnection = new Reconnection(timing, 10);
  const session = new SocketSession({ connect, ping: () => PING, timing, reconnection }, NOBODY);
  const opening = session.open();
  await timing.pass(11_000);
  await opening;
  expect(attempts).toBe(2);
  session.close();
});

test("time in which this process read nothing is one part of ten, however long it was", async () => {
  const stalled = new ManualTiming();
  let isOver = false;
  const cancel = afterSilence(stalled, 10_000, () => {
    isOver = true;
  });
  const { after } = stalled;
  stalled.after = (ms, action) => after.call(stalled, ms + 60_000, action); // what is due comes a minute late
  await stalled.pass(300_000);
  expect(isOver).toBe(false);
  stalled.after = after;
  await stalled.pass(60_000 + 5_000);
  expect(isOver).toBe(true);
  cancel();
});

test("what does not pass by waiting is not waited for", async () => {
  const timing = new ManualTiming();
  for (const [error, retries] of [
    [new RefusedForGood("a wrong key"), 10],
    [new NoConnectionError("nobody there"), 0],
  ] as const) {
    const reconnection = new Reconnection(timing, retries);
    const connect = () => Promise.reject(error);
    const session = new SocketSession({ connect, ping: () => PING, timing, reconnection }, NOBODY);
    await expect(session.open()).rejects.toBe(error);
  }
});

test("an acknowledgement has its time on every connection anew, and a channel that never got one is asked for again", async () => {
  const timing = new ManualTiming();
  const sockets: Socket[] = [];
  const connect = () => {
    const socket = new Socket();
    sockets.push(socket);
    return Promise.resolve(socket as unknown as WebSocket);
  };
  const options = { connect, timing, reconnection: new Reconnection(timing, 10), timeoutMs: 10_000 };
  const channels = new Channels("/v2/ws/public", options, v2Dialect());
  let begun = 0;
  const reader = () => ({ begun: () => void begun++, push() {}, lost() {}, ended() {} });
  const read = () => channels.read("ticker.cmt_btcusdt", reader());
  const asked = () => sockets.map(({ heard }) => heard.filter((text) => text.includes("subscribe")).length);

  const reading = read();
  for (let i = 0; i < 3; i++) {
    await timing.pass(9_000);
    sockets.at(-1)!.close();
    await timing.pass(1_000);
  }
  expect(asked()).toEqual([1, 1, 1, 1]);
  const failing = expect(reading).rejects.toThrow("ticker.cmt_btcusdt: no acknowledgement within 10000 ms");
  await timing.pass(10_000);
  await failing;

  const again = read();
  await timing.pass(1_000);
  expect(asked()).toEqual([1, 1, 1, 2]);
  const data = '{"event":"subscribed","channel":"ticker.cmt_btcusdt"}';
  const acknowledge = () => sockets.at(-1)!.say(data);
  acknowledge();
  await again;

  channels.renew("ticker.cmt_btcusdt");
  expect(begun).toBe(1);
  await timing.pass(15_000);
  expect(asked()).toEqual([1, 1, 1, 4]);
  acknowledge();
  expect(begun).toBe(2);
  channels.close();
  expect(timing.pending).toBe(0);
});

test("a line on which nothing is heard is asked after 3 s, doubtful after 8 s, and given up after 20 s", async () => {
  const timing = new ManualTiming();
  const sockets: Socket[] = [];
  const connect = () => {
    const socket = new Socket();
    sockets.push(socket);
    return Promise.resolve(socket as unknown as WebSocket);
  };
  const told: string[] = [];
  const listener: SessionListener = {
    ...NOBODY,
    doubted: (isDoubtful) => void told.push(isDoubtful ? "doubtful" : "heard"),
    lost: (reason) => void told.push(reason),
  };
  const reconnection = new Reconnection(timing, 10);
  const session = new SocketSession({ connect, ping: () => PING, timing, reconnection }, listener);
  expect(session.line).toBe("closed");
  await session.open();
  const [first] = sockets as [Socket];
  await timing.pass(2_000);
  first.say("{}"); // whatever is heard
  await timing.pass(2_999);
  expect(first.heard).toEqual([]);
  await timing.pass(1);
  expect(first.heard).toEqual([PING]);
  await timing.pass(60_000);
  expect([session.line, told]).toEqual(["open", []]);

  first.isDeaf = true;
  await timing.pass(7_000);
  expect(session.line).toBe("open");
  await timing.pass(1_000);
  expect([session.line, told]).toEqual(["doubtful", ["doubtful"]]);
  await timing.pass(11_000);
  first.isDeaf = false; // late, and all the same connection
  first.say(PONG);
  expect([session.line, told]).toEqual(["open", ["doubtful", "heard"]]);

  first.isDeaf = true;
  await timing.pass(19_000);
  expect(sockets).toHaveLength(1);
  await timing.pass(2_000);
  expect([session.line, told.slice(2), sockets.length]).toEqual([
    "open",
    ["doubtful", "nothing was heard for 20 s"],
    2,
  ]);
  session.close();
});

test("silence in which this process stood still is one second of it", async () => {
  const timing = new ManualTiming();
  const socket = new Socket();
  const session = new SocketSession(
    {
      connect: () => Promise.resolve(socket as unknown as WebSocket),
      ping: () => PING,
      timing,
      reconnection: new Reconnection(timing, 10),
    },
    NOBODY,
  );
  await session.open();
  socket.isDeaf = true;
  const { after } = timing;
  timing.after = (ms, action) => after.call(timing, ms + 60_000, action); // what is due comes a minute late
  await timing.pass(400_000);
  expect(session.line).toBe("open");
  session.close();
});
