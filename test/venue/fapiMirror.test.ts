import fc from "fast-check";
import { expect, test } from "vitest";
import type { Venue } from "../../src/assembly/venue/index.ts";
import "../randomInput.ts";
import { Client } from "./client.ts";
import { type Message, Pushes } from "./pushes.ts";
import { venueOfTest } from "./venueOfTest.ts";

/*
 * Who keeps an account by the user data stream alone has what REST answers: orders, conditional orders,
 * trades, balances, positions, whatever the account does, in both position modes; and no order is told of
 * before it is NEW, or after it has ended.
 */

const SYMBOL = "BTCUSDT";
const PRICE = 60_000;
const ENDED = ["FILLED", "CANCELED", "EXPIRED", "EXPIRED_IN_MATCH"];

const orders: readonly (readonly [inPush: string, inRest: string])[] = [
  ...([
    ["c", "clientOrderId"],
    ["S", "side"],
    ["o", "type"],
    ["f", "timeInForce"],
    ["q", "origQty"],
  ] as const),
  ...([
    ["p", "price"],
    ["ap", "avgPrice"],
    ["sp", "stopPrice"],
    ["X", "status"],
  ] as const),
  ...([
    ["z", "executedQty"],
    ["R", "reduceOnly"],
    ["wt", "workingType"],
    ["ot", "origType"],
  ] as const),
  ...([
    ["ps", "positionSide"],
    ["cp", "closePosition"],
    ["pP", "priceProtect"],
    ["gtd", "goodTillDate"],
  ] as const),
  ...([
    ["V", "selfTradePreventionMode"],
    ["pm", "priceMatch"],
    ["T", "updateTime"],
    ["i", "orderId"],
  ] as const),
];
const trades: typeof orders = [
  ...([
    ["L", "price"],
    ["l", "qty"],
    ["rp", "realizedPnl"],
    ["n", "commission"],
    ["m", "maker"],
  ] as const),
  ...([
    ["S", "side"],
    ["ps", "positionSide"],
    ["i", "orderId"],
    ["t", "id"],
    ["N", "commissionAsset"],
  ] as const),
];
const algos: typeof orders = [
  ...([
    ["caid", "clientAlgoId"],
    ["aid", "algoId"],
    ["o", "orderType"],
    ["S", "side"],
    ["q", "quantity"],
  ] as const),
  ...([
    ["X", "algoStatus"],
    ["ai", "actualOrderId"],
    ["act", "actualType"],
    ["tt", "triggerTime"],
  ] as const),
  ...([
    ["p", "price"],
    ["cp", "closePosition"],
    ["R", "reduceOnly"],
    ["ps", "positionSide"],
  ] as const),
];
const positions: typeof orders = [
  ...([
    ["pa", "positionAmt"],
    ["ep", "entryPrice"],
    ["bep", "breakEvenPrice"],
  ] as const),
  ...([
    ["mt", "marginType"],
    ["iw", "isolatedWallet"],
    ["ps", "positionSide"],
  ] as const),
];

/** What of a push and of a row of REST is the same, by the names of the push. */
const ofPush = (fields: typeof orders, message: Message) =>
  Object.fromEntries(fields.map(([name]) => [name, message?.[name]]));
const ofRest = (fields: typeof orders, row: Message) =>
  Object.fromEntries(fields.map(([name, rest]) => [name, row[rest]]));

/** An account as its stream tells it. */
class Mirror {
  readonly client: Client;
  readonly #pushes: Pushes;
  readonly #orders = new Map<number, Message>();
  readonly #algos = new Map<number, Message>();
  readonly #trades = new Map<string, Message>();
  readonly #positions = new Map<string, Message>();
  readonly #wrong: unknown[] = [];
  #wallet: string | undefined;
  #markers = 0;

  static async of(venue: Venue, client: Client): Promise<Mirror> {
    const headers = { "X-MBX-APIKEY": client.key.apiKey };
    const answer = await fetch(`${venue.baseUrl}/fapi/v1/listenKey`, { method: "POST", headers });
    const { listenKey } = (await answer.json()) as { listenKey: string };
    const pushes = await new Pushes(venue.wsUrl, `/ws/${listenKey}`).subscribe();
    const mirror = new Mirror(client, pushes);
    await mirror.isTold();
    return mirror;
  }

  private constructor(client: Client, pushes: Pushes) {
    this.client = client;
    this.#pushes = pushes;
    pushes.onMessage = (message) => {
      try {
        this.#take(message);
      } catch (cause) {
        this.#wrong.push(cause);
      }
    };
  }

  #take({ e, a, o }: Message): void {
    if (e === "ACCOUNT_UPDATE") {
      for (const { wb } of a.B) this.#wallet = wb;
      for (const row of a.P) this.#positions.set(row.ps, row);
    }
    if (e === "ALGO_UPDATE") this.#algos.set(o.aid, o);
    if (e !== "ORDER_TRADE_UPDATE") return;
    const before = this.#orders.get(o.i);
    expect(before === undefined, `${o.x} of ${o.c} behind ${before?.X}`).toBe(o.x === "NEW");
    expect(ENDED, `${o.x} of ${o.c} behind its end`).not.toContain(before?.X);
    expect(Number(o.z), `fills of ${o.c}`).toBeCloseTo(Number(before?.z ?? 0) + Number(o.l), 8);
    expect(o.t !== 0, `a trade of ${o.c}`).toBe(Number(o.l) !== 0);
    if (o.t !== 0) expect([o.p, o.q], `what ${o.c} was when it traded`).toEqual([before.p, before.q]);
    this.#orders.set(o.i, o);
    if (o.t !== 0) this.#trades.set(`${o.t} ${o.i}`, o);
  }

  /** Resolves when everything was told that has happened so far: a last order is, and it is cancelled. */
  async isTold(): Promise<void> {
    const id = `last-${++this.#markers}`;
    const dual = (await this.client.get("/fapi/v1/positionSide/dual")).body.dualSidePosition;
    const rests = `&side=BUY&type=LIMIT&timeInForce=GTC&price=20000&quantity=0.001${dual ? "&positionSide=LONG" : ""}`;
    const query = `symbol=${SYMBOL}${rests}&newClientOrderId=${id}`;
    expect((await this.client.post(`/fapi/v1/order?${query}`)).status).toBe(200);
    await this.client.delete(`/fapi/v1/order?symbol=${SYMBOL}&origClientOrderId=${id}`);
    await this.#pushes.until(({ o }) => o?.c === id && o.X === "CANCELED");
  }

  async check(): Promise<void> {
    await this.isTold();
    for (const cause of this.#wrong) throw cause;
    const ask = async (path: string) => (await this.client.get(`/fapi/${path}`)).body;
    const [account, risk] = [await ask("v2/account"), await ask(`v2/positionRisk?symbol=${SYMBOL}`)];
    if (this.#wallet !== undefined) expect(this.#wallet).toBe(account.totalWalletBalance);
    for (const row of risk) {
      const told = this.#positions.get(row.positionSide);
      if (told === undefined) expect(Number(row.positionAmt)).toBe(0);
      else expect(ofPush(positions, told)).toEqual(ofRest(positions, row));
    }
    const all = await ask(`v1/allOrders?symbol=${SYMBOL}&orderId=1&limit=1000`);
    expect(all.map(({ orderId }: Message) => orderId).toSorted()).toEqual(
      [...this.#orders.keys()].toSorted(),
    );
    for (const row of all) expect(ofPush(orders, this.#orders.get(row.orderId))).toEqual(ofRest(orders, row));
    const live = (await ask(`v1/openOrders?symbol=${SYMBOL}`)).map(({ orderId }: Message) => orderId);
    const told = [...this.#orders].filter(([, { X }]) => !ENDED.includes(X)).map(([id]) => id);
    expect(live.toSorted()).toEqual(told.toSorted());
    const waiting = await ask(`v1/allAlgoOrders?symbol=${SYMBOL}&algoId=1&limit=1000`);
    expect(waiting).toHaveLength(this.#algos.size);
    for (const row of waiting) expect(ofPush(algos, this.#algos.get(row.algoId))).toEqual(ofRest(algos, row));
    const own = await ask(`v1/userTrades?symbol=${SYMBOL}&fromId=1&limit=1000`);
    expect(own).toHaveLength(this.#trades.size);
    for (const row of own)
      expect(ofPush(trades, this.#trades.get(`${row.id} ${row.orderId}`))).toEqual(ofRest(trades, row));
    const income = await ask("v1/income?startTime=1767225600000&limit=1000");
    const sum = income.reduce((total: number, row: Message) => total + Number(row.income), 0);
    expect(sum).toBeCloseTo(Number(account.totalWalletBalance), 6);
  }

  /** How many of each kind it was told of. */
  get told(): readonly number[] {
    return [this.#orders.size, this.#trades.size, this.#algos.size];
  }
}

const parts = fc.record({
  who: fc.nat(2),
  what: fc.constantFrom(
    ...Array(8).fill("limit"),
    "market",
    "algo",
    "algo",
    "cancel",
    "amend",
    "amend",
    "amend",
    "price",
  ),
  isBuy: fc.boolean(),
  isShort: fc.boolean(),
  reduceOnly: fc.constantFrom(true, false, false),
  timeInForce: fc.constantFrom("GTC", "GTC", "GTC", "GTC", "GTC", "GTC", "IOC", "GTX", "FOK"),
  /** Of 0.001. */
  lots: fc.integer({ min: 1, max: 20 }),
  /** Of 10, away from the price. */
  away: fc.integer({ min: -4, max: 15 }),
  type: fc.constantFrom("STOP", "STOP_MARKET", "TAKE_PROFIT", "TAKE_PROFIT_MARKET", "TRAILING_STOP_MARKET"),
  which: fc.nat(50),
  isWhole: fc.constantFrom(true, false, false, false),
});

test("what the user data stream tells is what REST answers, after orders of every kind", async () => {
  const venue = await venueOfTest({
    prices: { btc: PRICE },
    accounts: [
      { name: "alice", positionMode: "one-way" },
      { name: "bob", positionMode: "hedge" },
      { name: "carol", positionMode: "one-way" },
    ],
  });
  const clients = venue.accounts.map((key) => new Client(venue.baseUrl, key));
  await clients[2]!.post(`/fapi/v1/marginType?symbol=${SYMBOL}&marginType=ISOLATED`);
  const mirrors = await Promise.all(clients.map((client) => Mirror.of(venue, client)));
  let price = PRICE;
  const steps = fc.sample(parts, { numRuns: 240 });
  for (const [i, step] of steps.entries()) {
    const { client } = mirrors[step.who]!;
    const side = step.isBuy ? "BUY" : "SELL";
    const isHedge = step.who === 1;
    const leg = isHedge ? `&positionSide=${step.isShort ? "SHORT" : "LONG"}` : "";
    const closes = !isHedge && step.reduceOnly ? "&reduceOnly=true" : "";
    const away = (step.isBuy ? -10 : 10) * step.away;
    const order = `symbol=${SYMBOL}&side=${side}${leg}`;
    const size = `&quantity=${(step.lots * 0.001).toFixed(3)}`;
    const isStop = step.type.startsWith("STOP");
    const beyond = (isStop === step.isBuy ? 1 : -1) * (10 * Math.abs(step.away) + 5);
    const trigger = `&triggerPrice=${price + beyond}`;
    const conditions =
      step.type === "TRAILING_STOP_MARKET"
        ? `${size}${closes}&callbackRate=0.3`
        : step.isWhole && step.type.endsWith("_MARKET")
          ? `${trigger}&closePosition=true`
          : `${size}${closes}${trigger}${step.type.endsWith("_MARKET") ? "" : `&price=${price + away}`}`;
    const limit = `&type=LIMIT&timeInForce=${step.timeInForce}&price=${price + away}${size}${closes}`;
    if (step.what === "limit") await client.post(`/fapi/v1/order?${order}${limit}`);
    else if (step.what === "market") await client.post(`/fapi/v1/order?${order}&type=MARKET${size}${closes}`);
    else if (step.what === "algo")
      await client.post(`/fapi/v1/algoOrder?${order}&type=${step.type}${conditions}&workingType=MARK_PRICE`);
    else if (step.what === "price") {
      price += 10 * step.away;
      await venue.feeds.push({ cmt_btcusdt: price * 1_000 });
    } else {
      const { body } = await client.get(`/fapi/v1/openOrders?symbol=${SYMBOL}`);
      const { orderId, side: ofOrder } = body[step.which % body.length] ?? {};
      if (orderId === undefined) continue;
      const named = `symbol=${SYMBOL}&orderId=${orderId}`;
      if (step.what === "cancel") await client.delete(`/fapi/v1/order?${named}`);
      else {
        const nearer = price + (ofOrder === "BUY" ? 10 : -10) * step.away; // many of them take
        await client.put(`/fapi/v1/order?${named}&side=${ofOrder}${size}&price=${nearer}`);
      }
    }
    if (i % 80 === 79) for (const mirror of mirrors) await mirror.check();
  }
  for (const { told } of mirrors) expect(Math.min(...told), told.join()).toBeGreaterThan(4);
});
