import { expect, test } from "vitest";
import { NoConnectionError } from "../../src/client/openSocket.ts";
import { Reconnection } from "../../src/client/reconnection.ts";
import { RefusedForGood, SocketSession } from "../../src/client/socketSession.ts";
import { ManualTiming } from "./manualTiming.ts";

/** A socket that opens at once and is closed when its venue goes away. */
class Socket extends EventTarget {
  send(): void {}
  close(): void {
    this.dispatchEvent(Object.assign(new Event("close"), { code: 1006, reason: "" }));
  }
}

test("sockets of one client lose, and try, together", async () => {
  const timing = new ManualTiming();
  timing.random = () => timing.pending / 7; // never the same twice
  const reconnection = new Reconnection(timing);
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
    const listener = { opened() {}, message() {}, lost() {}, failed() {} };
    return new SocketSession({ connect, ping: () => "", timing, reconnection }, listener);
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
  const listener = { opened() {}, message() {}, lost() {}, failed() {} };
  const session = (connect: () => Promise<WebSocket>) =>
    new SocketSession({ connect, ping: () => "", timing, reconnection: new Reconnection(timing) }, listener);
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

test("what does not pass by waiting is not waited for", async () => {
  const timing = new ManualTiming();
  const listener = { opened() {}, message() {}, lost() {}, failed() {} };
  for (const [error, patienceMs] of [
    [new RefusedForGood("a wrong key"), 8_000],
    [new NoConnectionError("nobody there"), 0],
  ] as const) {
    const reconnection = new Reconnection(timing, patienceMs);
    const connect = () => Promise.reject(error);
    const session = new SocketSession({ connect, ping: () => "", timing, reconnection }, listener);
    await expect(session.open()).rejects.toBe(error);
  }
});
