import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Venue } from "../../src/assembly/venue/index.ts";
import { startVenue } from "../../src/assembly/venue/index.ts";
import { takesBody } from "../../src/interface/wire/index.ts";
import { operations } from "../../src/service/gateway/index.ts";
import type { Operation } from "../../src/service/gateway/operation.ts";
import { Client } from "../venue/client.ts";

/**
 * A time range that ends before it starts is refused by every operation that takes one, in the code of its
 * version, and the refusal names what was sent: an empty answer would read as "nothing happened".
 */

const NOW = Date.UTC(2026, 0, 1);
const EARLIER = NOW - 60_000;

/** The interface says that the end decides where both are given. */
const IGNORES_START = ["/capi/v2/market/historyCandles"];

const PAIRS = [
  ["startTime", "endTime"],
  ["createDate", "endCreateDate"],
] as const;

/** What the operations that are asked need besides times. */
const NEEDED: Readonly<Record<string, string>> = {
  granularity: "1m",
  interval: "1m",
  pair: "BTCUSDT",
  contractType: "PERPETUAL",
  productType: "FUTURES",
  userId: "4",
};

interface Row {
  readonly operation: Operation;
  readonly start: string;
  readonly end: string;
}

const rows = operations.flatMap((operation) => {
  if (operation.sdk !== undefined || IGNORES_START.includes(operation.path)) return [];
  return PAIRS.flatMap(([start, end]): Row[] =>
    start in operation.parameters && end in operation.parameters ? [{ operation, start, end }] : [],
  );
});
const named = rows.map((row) => [`${row.operation.method} ${row.operation.path}`, row] as const);

let venue: Venue;
let client: Client;
beforeAll(async () => {
  venue = await startVenue({ prices: { btc: 60_000 } });
  client = new Client(venue.baseUrl, venue.accounts[0]!);
  await client.get("/capi/v3/sim/balance"); // opens the paper account
  const placed = await client.post("order/placeOrder", {
    ...{ symbol: "cmt_btcusdt", client_oid: "one", size: "0.01", type: "1", order_type: "0" },
    ...{ match_price: "0", price: "59000" },
  });
  order = placed.body.order_id;
});
afterAll(() => venue.stop());
let order = "";

/** A day, where the operation counts in days. */
const said = ({ operation, start }: Row, time: number): string | number =>
  (operation.parameters[start]!.schema as { type?: string }).type === "string"
    ? new Date(time).toISOString().slice(0, 10)
    : time;

function ask(row: Row, from: number, to: number) {
  const { operation, start, end } = row;
  const fields: Record<string, string | number> = { [start]: said(row, from), [end]: said(row, to) };
  for (const [name, { required }] of Object.entries(operation.parameters)) {
    if (name === "orderId" && operation.path.endsWith("/orderAmendment")) fields[name] = order;
    if (!required || name in fields) continue;
    const { name: version } = operation.api;
    const symbol =
      version === "V2" ? "cmt_btcusdt" : operation.path.includes("/sim/") ? "BTCSUSDT" : "BTCUSDT";
    fields[name] = name === "symbol" ? symbol : NEEDED[name]!;
  }
  if (takesBody(operation)) return client.post(operation.path, fields);
  const query = new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)]));
  return client.get(`${operation.path}?${query}`);
}

const DAY = 86_400_000;

describe("a range that ends before it starts", () => {
  test.each(named)("%s", async (_, row) => {
    const { start, end } = row;
    const days = typeof said(row, NOW) === "string" ? DAY : 0;
    const reversed = await ask(row, NOW, EARLIER - days);
    expect(reversed.status, reversed.text).toBe(400);
    expect(reversed.body.msg).toMatch(new RegExp(`${start}|${end}`));
    const { name } = row.operation.api;
    expect(String(reversed.body.code)).toBe({ V2: "40020", V3: "-1171", fapi: "-1128" }[name]);
    const right = await ask(row, EARLIER - days, NOW);
    // An agent asks about its own referrals alone, and has none here.
    if (!row.operation.path.endsWith("/getAssert")) expect(right.status, right.text).toBe(200);
    else expect(right.body.msg).toContain("not a referral");
  });
});

test.each(["/capi/v3/userTrades", "/capi/v2/account/performance", "/capi/v2/account/equityHistory"])(
  "of an end alone the refusal speaks: %s",
  async (path) => {
    const { status, body } = await client.get(`${path}?endTime=1`);
    expect([status, body.msg]).toEqual([400, expect.stringContaining("endTime")]);
    expect(body.msg).not.toContain("startTime");
  },
);
