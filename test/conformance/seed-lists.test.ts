import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Venue } from "../../src/assembly/venue/index.ts";
import { startVenue } from "../../src/assembly/venue/index.ts";
import type { Client } from "../venue/client.ts";
import { clientsOf, done } from "./traders.ts";

/**
 * Every list against the tables of `fixtures/lists.json`: sizes, defaults, pages and filters, on a venue that
 * has more than a page.
 */

interface List {
  readonly method: "GET" | "POST";
  readonly path: string;
  /** Where the rows are in the answer; "": it is the rows. */
  readonly rows: string;
  readonly size: string;
  readonly byDefault: number;
  readonly max: number;
  readonly above: "refused" | "cut";
  /** `null`: no pages. */
  readonly firstPage: number | null;
  readonly from: string | null;
  readonly to: string | null;
  readonly time: string;
}

const fixture = JSON.parse(readFileSync(new URL("fixtures/lists.json", import.meta.url), "utf8"));
const lists: readonly List[] = fixture.lists.map(
  // biome-ignore lint/suspicious/noExplicitAny: a row of the table, column by column
  ([name, rows, size, byDefault, max, above, firstPage, from, to, time]: any[]) => {
    const [method, path] = name.split(" ");
    return { method, path, rows, size, byDefault, max, above, firstPage, from, to, time };
  },
);

const BTC = "cmt_btcusdt";
const ETH = "cmt_ethusdt";
/** More than the largest page of 100. */
const MANY = 110;

let venue: Venue;
let alice: Client;
beforeAll(async () => {
  venue = await startVenue({ prices: { btc: 60_000, eth: 3_000 } });
  let bob: Client;
  [alice, bob] = clientsOf(venue);
  const order = { client_oid: "", order_type: "0", match_price: "0" };
  const batch = async (who: Client, symbol: string, rows: readonly object[]) => {
    for (let at = 0; at < rows.length; at += 20) {
      await done(who.post("order/batchOrders", { symbol, orderDataList: rows.slice(at, at + 20) }));
    }
  };
  /** Bids that rest, each at a price of its own. */
  const bids = (count: number, size: string, priceOf: (i: number) => number) =>
    Array.from({ length: count }, (_, i) => ({ ...order, size, price: String(priceOf(i)), type: "1" }));
  const plan = { size: "0.001", type: "1", match_type: "1" };
  // Trades first: an opening order of each, of one account against the other's.
  for (const [symbol, price, size] of [
    [ETH, "3000", "0.01"],
    [BTC, "60000", "0.001"],
  ] as const) {
    const [offered, taken] = symbol === BTC ? ["0.11", MANY] : ["0.05", 5];
    await done(bob.post("order/placeOrder", { ...order, symbol, price, size: offered, type: "2" }));
    await batch(alice, symbol, Array(taken).fill({ ...order, price, size, type: "1" }));
    await venue.step(1_000);
  }
  const plans = async (from: number) => {
    for (let i = 0; i < MANY; i++) {
      await done(alice.post("order/plan_order", { ...plan, symbol: BTC, trigger_price: String(from + i) }));
    }
  };
  await plans(50_000);
  await venue.step(1_000);
  await done(alice.post("order/cancelAllOrders", { cancelOrderType: "plan" }));
  await plans(51_000);
  await done(alice.post("order/plan_order", { ...plan, size: "0.01", symbol: ETH, trigger_price: "2500" }));
  await batch(
    alice,
    BTC,
    bids(89, "0.001", (i) => 58_000 + i),
  );
  await batch(
    alice,
    ETH,
    bids(30, "0.01", (i) => 2_900 + i / 100),
  );
  await venue.step(1_000);
});
afterAll(() => venue.stop());

// biome-ignore lint/suspicious/noExplicitAny: rows of every shape
type Row = any;

/** The symbol as the version of the interface has it. */
const named = ({ path }: List, symbol: string) =>
  path.includes("/v3/") ? symbol.slice(4).toUpperCase() : symbol;

/** What lists of one symbol must be told. */
const required = (list: List) =>
  list.path.endsWith("/trades") || list.path.endsWith("historyPlan") ? { symbol: named(list, BTC) } : {};

async function send(list: List, given: Record<string, unknown>) {
  const parameters = { ...required(list), ...given };
  if (list.method === "POST") return alice.post(list.path, parameters);
  const query = new URLSearchParams(parameters as Record<string, string>).toString();
  return alice.get(query === "" ? list.path : `${list.path}?${query}`);
}

async function rowsOf(list: List, given: Record<string, unknown> = {}): Promise<readonly Row[]> {
  const { status, text, body } = await send(list, given);
  expect(status, text).toBe(200);
  return list.rows === "" ? body : body[list.rows];
}

describe.each(lists.map((list) => [`${list.method} ${list.path}`, list] as const))("%s", (_, list) => {
  test("shows as many as by default, newest first, and at most as many as asked for", async () => {
    const most = await rowsOf(list, { [list.size]: list.max });
    expect(most.length).toBeGreaterThan(20);
    const shown = await rowsOf(list);
    expect(shown).toEqual(most.slice(0, list.byDefault));
    if (list.byDefault <= 100) expect(shown).toHaveLength(list.byDefault);
    const times = most.map((row) => Number(row[list.time]));
    expect(times).toEqual(times.toSorted((a, b) => b - a));
    expect(await rowsOf(list, { [list.size]: 7 })).toEqual(most.slice(0, 7));
    expect(await rowsOf(list, { [list.size]: 1 })).toEqual(most.slice(0, 1));
  });

  test("refuses a size of 0, and one above the largest as the table says", async () => {
    expect((await send(list, { [list.size]: 0 })).status).toBe(400);
    const above = await send(list, { [list.size]: list.max + 1 });
    if (list.above === "refused") expect(above.status, above.text).toBe(400);
    else expect(above.body).toEqual(await rowsOf(list, { [list.size]: list.max }));
  });

  const first = list.firstPage;
  if (first !== null)
    test("goes on page by page, without gap or double", async () => {
      const size = { [list.size]: 50 };
      const pages = await Promise.all([0, 1, 2, 3].map((i) => rowsOf(list, { ...size, page: first + i })));
      expect(pages[0]).toEqual(await rowsOf(list, size));
      const all = pages.flat();
      expect(all.length).toBeGreaterThan(100);
      expect(all.slice(0, 100)).toEqual(await rowsOf(list, { [list.size]: 100 }));
      expect(new Set(all.map((row) => JSON.stringify(row))).size).toBe(all.length);
    });

  test("filters by symbol", async () => {
    for (const symbol of [BTC, ETH]) {
      const rows = await rowsOf(list, { symbol: named(list, symbol), [list.size]: list.max });
      for (const row of rows) if ("symbol" in row) expect(row.symbol).toBe(named(list, symbol));
    }
  });

  const { from: start, to: end } = list;
  if (start !== null && end !== null)
    test("filters by time, both ends included", async () => {
      const most = await rowsOf(list, { [list.size]: list.max });
      const times = [...new Set(most.map((row) => Number(row[list.time])))];
      const [to, from] = [times[0]!, times.at(-1)!];
      const within = await rowsOf(list, { [start]: from, [end]: to, [list.size]: list.max });
      expect(within).toEqual(most);
      const before = await rowsOf(list, { [start]: from - 60_000, [end]: from - 1 });
      expect(before.every((row) => Number(row[list.time]) < from)).toBe(true);
      const newest = await rowsOf(list, { [start]: to, [end]: to, [list.size]: list.max });
      expect(newest).toEqual(most.filter((row) => Number(row[list.time]) === to));
    });
});
