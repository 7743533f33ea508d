import { once } from "node:events";
import { expect, onTestFinished, test, vi } from "vitest";
import { WebSocket } from "ws";
import { RequestGate } from "../../src/service/gateway/requestGate.ts";
import { look } from "./client.ts";
import { venueOfTest } from "./venueOfTest.ts";

test("who finds too many waiting while the market is replaced is told that nothing was done", async () => {
  const venue = await venueOfTest();
  const full = vi.spyOn(RequestGate.prototype, "pass").mockImplementation(async (_, refuse) => refuse());
  onTestFinished(() => full.mockRestore());
  const { status, body, headers } = await look(venue.baseUrl, "time");
  expect([status, headers.get("retry-after"), headers.get("outcry-outcome")]).toEqual([503, "1", null]);
  expect(body.msg).toMatch(/too many requests wait for it, .*: nothing was done/);
  const socket = new WebSocket(`${venue.wsUrl}/v2/ws/public`, { headers: { "User-Agent": "test" } });
  const [, response] = await once(socket, "unexpected-response");
  expect(response.statusCode).toBe(503);
  response.resume();
});
