import * as fc from "fast-check";
import { expect, test } from "vitest";
import { Client } from "../venue/client.ts";
import { LIMIT } from "../venue/limitOrder.ts";
import { RequestSocket } from "../venue/requestSocket.ts";
import { venueOfTest } from "../venue/venueOfTest.ts";

/*
 * Random requests of all three dialects on one account: what one of them shows, the others show in their
 * words, digit for digit. V2 has the words of its own interface, V3 and the fapi dialect share those of
 * sides; each of them is asked after every request.
 */

/**
 * One request, in the words of any dialect: an order at a price near the market, a cancel of one that rests,
 * a change of one.
 */
type Step =
  | {
      readonly kind: "place";
      readonly by: Dialect;
      readonly buys: boolean;
      readonly opens: boolean;
      readonly price: number;
      readonly lots: number;
    }
  | {
      readonly kind: "market";
      readonly by: Dialect;
      readonly buys: boolean;
      readonly opens: boolean;
      readonly lots: number;
    }
  | { readonly kind: "cancel"; readonly by: Dialect; readonly which: number }
  | {
      readonly kind: "amend";
      readonly by: "V2" | "fapi" | "socket";
      readonly which: number;
      readonly price: number;
      readonly lots: number;
    };
/** The last is the third dialect as messages. */
type Dialect = "V2" | "V3" | "fapi" | "socket";

const dialect = fc.constantFrom<Dialect>("V2", "V3", "fapi", "socket");
const price = fc.integer({ min: 59_800, max: 60_200 });
const lots = fc.integer({ min: 1, max: 40 });
const which = fc.integer({ min: 0, max: 5 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("place"),
      by: dialect,
      buys: fc.boolean(),
      opens: fc.boolean(),
      price,
      lots,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("market"),
      by: dialect,
      buys: fc.boolean(),
      opens: fc.boolean(),
      lots,
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("cancel"), by: dialect, which }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("amend"),
      by: fc.constantFrom("V2", "fapi", "socket"),
      which,
      price,
      lots,
    }),
  },
) as fc.Arbitrary<Step>;

const BTC = "symbol=BTCUSDT";
/** What a message is answered, and REST. */
const SAME = [
  ["account.status", "/fapi/v2/account"],
  ["v2/account.status", "/fapi/v3/account"],
  ["account.position", "/fapi/v2/positionRisk"],
  ["v2/account.position", "/fapi/v3/positionRisk"],
  ["account.balance", "/fapi/v2/balance"],
] as const;
const sizeOf = (count: number) => (count / 10_000).toFixed(4);
/** Decimals are compared as numbers are: some dialects write more zeros. */
const plain = (text: string) =>
  text.replace(/^(-?\d+)(?:\.(\d*?))?0*$/, (_, whole, fraction = "") =>
    fraction === "" ? whole : `${whole}.${fraction}`,
  );

class Trader {
  readonly client: Client;
  readonly socket: RequestSocket;
  readonly isOneWay: boolean;

  constructor(client: Client, socket: RequestSocket, isOneWay: boolean) {
    this.client = client;
    this.socket = socket;
    this.isOneWay = isOneWay;
  }

  async open(): Promise<{ readonly orderId: number; readonly side: string }[]> {
    return (await this.client.get(`/fapi/v1/openOrders?${BTC}`)).body;
  }

  async take(step: Step): Promise<void> {
    if (step.kind === "place" || step.kind === "market") return this.#place(step);
    const open = await this.open();
    const order = open[step.which % (open.length || 1)];
    if (order === undefined) return;
    const { orderId, side } = order;
    if (step.kind === "cancel") {
      if (step.by === "V2") await this.client.post("order/cancel_order", { orderId: String(orderId) });
      else if (step.by === "V3") await this.client.delete(`/capi/v3/order?orderId=${orderId}`);
      else if (step.by === "socket")
        await this.socket.askSigned("order.cancel", { symbol: "BTCUSDT", orderId });
      else await this.client.delete(`/fapi/v1/order?${BTC}&orderId=${orderId}`);
      return;
    }
    const size = sizeOf(step.lots);
    if (step.by === "V2")
      await this.client.post("order/amend", { orderId: String(orderId), price: String(step.price), size });
    else if (step.by === "socket")
      await this.socket.askSigned("order.modify", {
        ...{ symbol: "BTCUSDT", orderId, side, price: step.price, quantity: size },
      });
    else
      await this.client.put(
        `/fapi/v1/order?${BTC}&orderId=${orderId}&side=${side}&price=${step.price}&quantity=${size}`,
      );
  }

  async #place(step: Extract<Step, { readonly kind: "place" | "market" }>): Promise<void> {
    const { by, buys, opens } = step;
    const size = sizeOf(step.lots);
    const limit = step.kind === "place" ? String(step.price) : undefined;
    const side = buys ? "BUY" : "SELL";
    const positionSide = buys === opens ? "LONG" : "SHORT";
    if (by === "V2") {
      const type = opens ? (buys ? "1" : "2") : buys ? "4" : "3";
      const body = { symbol: "cmt_btcusdt", client_oid: "", size, type, order_type: "0" };
      await this.client.post("order/placeOrder", {
        ...body,
        match_price: limit === undefined ? "1" : "0",
        price: limit ?? "0",
      });
      return;
    }
    const id = `v3-${Math.random()}`;
    const words = { symbol: "BTCUSDT", side, quantity: size, type: limit === undefined ? "MARKET" : "LIMIT" };
    const priced = limit === undefined ? {} : { price: limit, timeInForce: "GTC" };
    if (by === "V3") {
      await this.client.post("/capi/v3/order", { ...words, ...priced, positionSide, newClientOrderId: id });
      return;
    }
    const sided: Record<string, string> = this.isOneWay
      ? opens
        ? {}
        : { reduceOnly: "true" }
      : { positionSide };
    if (by === "socket") await this.socket.askSigned("order.place", { ...words, ...priced, ...sided });
    else await this.client.post(`/fapi/v1/order?${new URLSearchParams({ ...words, ...priced, ...sided })}`);
  }

  /** The three views agree. */
  async compare(): Promise<void> {
    const get = async (path: string) => (await this.client.get(path)).body;
    const [v2Orders, v3Orders, orders] = [
      await get("order/current?symbol=cmt_btcusdt"),
      await get(`/capi/v3/openOrders?${BTC}`),
      await this.open(),
    ];
    const shown = (rows: readonly Record<string, unknown>[], names: Record<string, string>) =>
      rows
        .map((row) =>
          Object.fromEntries(Object.entries(names).map(([name, its]) => [name, plain(String(row[its]))])),
        )
        .toSorted((a, b) => Number(a["id"]) - Number(b["id"]));
    const own = shown(orders as never, {
      id: "orderId",
      price: "price",
      size: "origQty",
      filled: "executedQty",
      value: "cumQuote",
    });
    expect(
      shown(v3Orders, {
        id: "orderId",
        price: "price",
        size: "origQty",
        filled: "executedQty",
        value: "cumQuote",
      }),
    ).toEqual(own);
    expect(shown(v2Orders, { id: "order_id", price: "price", size: "size", filled: "filled_qty" })).toEqual(
      own.map(({ value: _, ...row }) => row),
    );
    const [assets] = await get("account/assets");
    const [balance] = await get("/capi/v3/account/balance");
    const account = await get("/fapi/v2/account");
    expect([assets.available, assets.equity, assets.unrealizePnl]).toEqual([
      balance.availableBalance,
      balance.balance,
      balance.unrealizePnl,
    ]);
    expect([account.availableBalance, account.totalMarginBalance, account.totalUnrealizedProfit]).toEqual([
      balance.availableBalance,
      balance.balance,
      balance.unrealizePnl,
    ]);
    for (const [method, path] of SAME)
      expect((await this.socket.askSigned(method)).result, method).toEqual(await get(path));
    const positions = await get("/capi/v3/account/position/allPosition");
    const rows: Record<string, string>[] = (await get("/fapi/v2/positionRisk")).filter(
      ({ positionAmt }: { positionAmt: string }) => Number(positionAmt) !== 0,
    );
    expect(
      rows
        .map((row) => [
          plain(row["positionAmt"]!.replace("-", "")),
          row["unRealizedProfit"],
          row["liquidationPrice"],
        ])
        .toSorted(),
    ).toEqual(
      positions
        .map((each: Record<string, string>) => [
          plain(each["size"]!),
          each["unrealizePnl"],
          each["liquidatePrice"],
        ])
        .toSorted(),
    );
    const fills: Record<string, string>[] = await get("/capi/v3/userTrades?limit=100");
    const trades: Record<string, string>[] = await get(`/fapi/v1/userTrades?${BTC}&limit=1000`);
    const sum = (list: Record<string, string>[], name: string) =>
      Math.round(list.reduce((all, row) => all + Number(row[name]) * 1e8, 0));
    if (fills.length < 100) {
      expect(sum(trades, "qty")).toBe(sum(fills, "qty"));
      expect(sum(trades, "commission")).toBe(sum(fills, "commission"));
      expect(sum(trades, "quoteQty")).toBe(sum(fills, "quoteQty"));
    }
  }
}

for (const mode of ["one-way", "hedge"] as const) {
  test(`what one dialect shows, the others show: ${mode}`, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
        const venue = await venueOfTest({
          prices: { btc: 60_000 },
          accounts: [{ name: "own", positionMode: mode }, { name: "other" }],
        });
        const [own, other] = venue.accounts.map((key) => new Client(venue.baseUrl, key)) as [Client, Client];
        const order = { ...LIMIT, size: "0.02", client_oid: "" };
        for (const [i, level] of [59_900, 59_950, 60_050, 60_100].entries())
          await other.post("order/placeOrder", { ...order, type: i < 2 ? "1" : "2", price: String(level) });
        const socket = await RequestSocket.open(venue, own.key);
        const trader = new Trader(own, socket, mode === "one-way");
        for (const each of steps) {
          await trader.take(each);
          await trader.compare();
        }
      }),
      { numRuns: 3 },
    );
  });
}
