import { expect, test } from "vitest";
import WebSocket from "ws";
import { ControlClient } from "../../src/interface/client/index.ts";
import { limitProfiles } from "../../src/service/gateway/index.ts";
import { temporaryDirectory } from "../host/temporaryDirectory.ts";
import { Client } from "./client.ts";
import { LIMIT } from "./limitOrder.ts";
import { problemsOf } from "./metricRules.ts";
import { venueOfTest } from "./venueOfTest.ts";

/** `GET /metrics` counts what happens, and is as Prometheus's own checker wants it. */

const figureOf = (text: string, sample: string): number => {
  const line = text.split("\n").find((each) => each.startsWith(`${sample} `));
  expect(line, `${sample} in\n${text}`).toBeDefined();
  return Number(line!.slice(sample.length + 1));
};

test("orders, trades, pushes and requests to unknown paths are counted, and every name keeps the rules", async () => {
  const venue = await venueOfTest({ prices: { btc: 60_000 } });
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

test("the market is shown by contract, accounts by state, orders by what became of them, limits by rule", async () => {
  const data = temporaryDirectory();
  const venue = await venueOfTest({
    prices: { btc: 60_000 },
    prehistory: 0,
    clock: "test",
    limits: { ...limitProfiles.seed, placements: { max: 3, windowMs: 3_600_000 } },
    data,
  });
  const control = new ControlClient({ baseUrl: venue.controlUrl, token: venue.adminToken });
  const metrics = async () => (await fetch(`${venue.controlUrl}/metrics`)).text();
  const [one, two] = venue.accounts.map((account) => new Client(venue.baseUrl, account));
  const order = { ...LIMIT, client_oid: "" };
  const place = async (client: Client, changed: object) =>
    (await client.post("order/placeOrder", { ...order, ...changed })).status;
  expect(await place(one!, { type: "1" })).toBe(200);
  expect(await place(two!, { type: "2" })).toBe(200);
  expect(await place(one!, { type: "1", price: "50000" })).toBe(200);
  expect(await place(one!, { type: "1", size: "100" })).not.toBe(200);
  expect((await one!.post("order/cancelAllOrders", {})).status).toBe(200);
  expect(await place(one!, { type: "1" })).toBe(429);
  await control.call("POST accounts/settings", { account: venue.accounts[1]!.name, status: "restricted" });

  const shown = await metrics();
  const of = (name: string, labels: string) => figureOf(shown, `outcry_${name}{${labels}}`);
  const btc = 'symbol="cmt_btcusdt"';
  expect(
    [
      "volume_coins_total",
      "day_volume_usdt",
      "open_interest_usdt",
      "last_price",
      "mark_price",
      "contract_trading",
    ].map((name) => of(name, btc)),
  ).toEqual([0.01, 600, 600, 60_000, 60_000, 1]);
  expect(of("accounts", 'kind="user",status="normal"')).toBe(1);
  expect(of("accounts", 'kind="user",status="restricted"')).toBe(1);
  expect(of("fund_usdt", 'what="equity"')).toBe(of("fund_usdt", 'what="wallet"'));
  expect(of("orders_ended_total", 'how="filled"')).toBe(2);
  expect(of("orders_ended_total", 'how="user"')).toBe(1);
  expect(of("refusals_total", 'reason="marginInsufficient"')).toBe(1);
  expect(of("limit_used_total", 'rule="orders to place"')).toBe(4);
  expect(of("limit_used_ratio", 'rule="orders to place"')).toBe(1);
  expect(of("limit_refused_total", 'rule="orders to place"')).toBe(1);
  expect(of("limit_used_total", 'rule="/capi/v2/order/cancelAllOrders"')).toBe(1);
  expect(of("limit_refused_total", 'rule="/capi/v2/order/cancelAllOrders"')).toBe(0);
  expect(figureOf(shown, "outcry_disk_free_bytes")).toBeGreaterThan(0);
  expect(figureOf(shown, "outcry_sockets_lag_seconds_max")).toBe(0);
  expect(problemsOf(shown)).toEqual([]);

  await control.call("POST contracts/status", { symbol: "btc", status: "halted" });
  const halted = await metrics();
  expect(figureOf(halted, `outcry_contract_trading{${btc}}`)).toBe(0);
  expect(figureOf(halted, 'outcry_news_total{kind="contract"}')).toBe(1);
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
