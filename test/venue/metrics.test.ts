import { expect, onTestFinished, test } from "vitest";
import WebSocket from "ws";
import { startVenue } from "../../src/venue/index.ts";
import { Client } from "./client.ts";
import { problemsOf } from "./metricRules.ts";

/** `GET /metrics` counts what happens, and is as Prometheus's own checker wants it. */

const figureOf = (text: string, sample: string): number => {
  const line = text.split("\n").find((each) => each.startsWith(`${sample} `));
  expect(line, `${sample} in\n${text}`).toBeDefined();
  return Number(line!.slice(sample.length + 1));
};

test("orders, trades, pushes and requests to unknown paths are counted, and every name keeps the rules", async () => {
  const venue = await startVenue({ prices: { btc: 60_000 } });
  onTestFinished(() => venue.stop());
  const metrics = async () => (await fetch(`${venue.controlUrl}/metrics`)).text();
  const before = await metrics();
  for (const sample of ["outcry_orders_total", "outcry_trades_total", "outcry_pushes_total"])
    expect(figureOf(before, sample)).toBe(0);

  const socket = new WebSocket(`${venue.wsUrl}/v2/ws/public`, { headers: { "user-agent": "test" } });
  const heard = new Promise((resolve) => socket.once("message", resolve));
  await new Promise((resolve) => socket.once("open", resolve));
  socket.send(JSON.stringify({ event: "subscribe", channel: "ticker.cmt_btcusdt" }));
  await heard;
  const order = { symbol: "cmt_btcusdt", size: "0.01", order_type: "0", match_price: "0", price: "60000" };
  const [maker, taker] = venue.accounts.map((account) => new Client(venue.baseUrl, account));
  for (const [client, type] of [
    [maker!, "1"],
    [taker!, "2"],
  ] as const) {
    const placed = await client.post("order/placeOrder", { ...order, type, client_oid: "" });
    expect(placed.status, placed.text).toBe(200);
  }
  for (const path of ["/nothing", "/capi/v2/nothing"]) await fetch(`${venue.baseUrl}${path}`);
  await fetch(`${venue.baseUrl}/capi/v2/market/time`, { method: "DELETE" });
  socket.close();

  const after = await metrics();
  expect(figureOf(after, "outcry_orders_total")).toBe(2);
  expect(figureOf(after, "outcry_trades_total")).toBe(1);
  expect(figureOf(after, "outcry_pushes_total")).toBeGreaterThan(0);
  expect(figureOf(after, 'outcry_unserved_requests_total{status="404"}')).toBe(2);
  expect(figureOf(after, 'outcry_unserved_requests_total{status="405"}')).toBe(1);
  expect(after).toMatch(/^# TYPE outcry_audit_passes_total counter$/m);
  expect(after).toMatch(/^# TYPE outcry_sockets_too_slow_total counter$/m);
  expect(problemsOf(after)).toEqual([]);
});

test.each([
  ["# TYPE a gauge\na 1", "a: has no help text"],
  ["# HELP a x\n# TYPE a counter\na 1", "a: a counter's name ends in _total"],
  ["# HELP a_total x\n# TYPE a_total gauge\na_total 1", "a_total: only a counter's name ends in _total"],
  ["# HELP a_count x\n# TYPE a_count gauge\na_count 1", "a_count: only a histogram's or summary's"],
  ['# HELP a x\n# TYPE a gauge\na{le="1"} 1', "a: only a histogram has the label le"],
  ["# HELP a_milliseconds x\n# TYPE a_milliseconds gauge\na_milliseconds 1", "a unit that is no base unit"],
  ["# HELP a_ms x\n# TYPE a_ms gauge\na_ms 1", "a_ms: the name has an abbreviated unit"],
  ["# HELP a_gauge x\n# TYPE a_gauge gauge\na_gauge 1", "a_gauge: the name says its type"],
  ['# HELP a x\n# TYPE a gauge\na{bC="1"} 1', "a: names are in snake_case"],
  ["a 1", "a has no type"],
])("the rules find %j", (exposition, problem) => {
  expect(problemsOf(`${exposition}\n`).join()).toContain(problem);
});
