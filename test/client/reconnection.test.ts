import { expect, test } from "vitest";
import { Reconnection } from "../../src/client/reconnection.ts";
import { SocketSession } from "../../src/client/socketSession.ts";
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
