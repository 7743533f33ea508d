import { afterEach, expect, test, vi } from "vitest";
import { openSystemSocket, sendsHeaders } from "./openSocket.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  BrowserSocket.opened.length = 0;
});

/** A browser's WebSocket takes sub-protocols where Node.js takes options. */
class BrowserSocket {
  static readonly opened: unknown[][] = [];

  constructor(...given: unknown[]) {
    BrowserSocket.opened.push(given);
  }
}

test("a browser has subprotocols go out with the handshake, and nothing else", () => {
  vi.stubGlobal("WebSocket", BrowserSocket);
  vi.stubGlobal("process", undefined);
  expect(sendsHeaders()).toBe(false);
  openSystemSocket("ws://venue/v2/ws/public");
  openSystemSocket("ws://venue/v2/ws/private", { protocols: ["outcry", "t"] });
  expect(BrowserSocket.opened).toEqual([
    ["ws://venue/v2/ws/public", []],
    ["ws://venue/v2/ws/private", ["outcry", "t"]],
  ]);
});

test("in Node.js headers go out with the handshake", () => {
  vi.stubGlobal("WebSocket", BrowserSocket);
  expect(sendsHeaders()).toBe(true);
  openSystemSocket("ws://venue/v2/ws/private", { headers: { "ACCESS-KEY": "k" } });
  expect(BrowserSocket.opened.at(-1)).toEqual([
    "ws://venue/v2/ws/private",
    { headers: { "ACCESS-KEY": "k" }, protocols: [] },
  ]);
});
