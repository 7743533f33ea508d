import { afterEach, expect, test, vi } from "vitest";
import { openSystemSocket } from "./openSocket.ts";

afterEach(() => vi.unstubAllGlobals());

/** A browser's WebSocket takes sub-protocols where Node.js takes options. */
class BrowserSocket {
  static readonly opened: unknown[][] = [];

  constructor(...given: unknown[]) {
    BrowserSocket.opened.push(given);
  }
}

test("in a browser a socket with headers is refused in words, and one without is opened", () => {
  vi.stubGlobal("WebSocket", BrowserSocket);
  vi.stubGlobal("process", undefined);
  expect(() => openSystemSocket("ws://venue/v2/ws/private", { "ACCESS-KEY": "k" })).toThrow(
    "cannot be opened in a browser",
  );
  openSystemSocket("ws://venue/v2/ws/public");
  expect(BrowserSocket.opened).toEqual([["ws://venue/v2/ws/public"]]);
});

test("in Node.js headers go out with the handshake", () => {
  vi.stubGlobal("WebSocket", BrowserSocket);
  openSystemSocket("ws://venue/v2/ws/private", { "ACCESS-KEY": "k" });
  expect(BrowserSocket.opened.at(-1)).toEqual([
    "ws://venue/v2/ws/private",
    { headers: { "ACCESS-KEY": "k" } },
  ]);
});
