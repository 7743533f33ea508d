import { describe, expect, test } from "vitest";
import type { Venue, VenueOptions } from "../../src/assembly/venue/index.ts";
import {
  CANCEL_ALL_ORDERS,
  depositOf,
  NET_BUY,
  PLAIN_ORDER,
  QUANTA_PER_UNIT,
} from "../../src/kernel/core/index.ts";
import { changedSettings } from "../../src/service/gateway/changedSettings.ts";
import { BACKLOG_MAX_BYTES } from "../../src/service/gateway/sockets/outbox.ts";
import { RawReader, TEXT } from "../sockets/rawReader.ts";
import { Client } from "./client.ts";
import { type Message, Pushes } from "./pushes.ts";
import { venueOfTest } from "./venueOfTest.ts";

/*
 * The user data stream of the fapi dialect: which events tell what happens to an account, in which order, and
 * at all addresses that clients use.
 */

async function started(options: VenueOptions = {}) {
  const venue = await venueOfTest({
    prices: { btc: 60_000 },
    accounts: [{ name: "alice", positionMode: "one-way" }, { name: "bob" }],
    ...options,
  });
  const [alice, bob] = venue.accounts.map((key) => new Client(venue.baseUrl, key)) as [Client, Client];
  return { venue, alice, bob };
}

async function listenKeyOf(venue: Venue, client: Client, method = "POST"): Promise<string> {
  const headers = { "X-MBX-APIKEY": client.key.apiKey };
  const response = await fetch(`${venue.baseUrl}/fapi/v1/listenKey`, { method, headers });
  return ((await response.json()) as { listenKey: string }).listenKey;
}

async function place(client: Client, fields: string): Promise<void> {
  const { status, text } = await client.post(`/fapi/v1/order?symbol=BTCUSDT&${fields}`);
  expect(status, text).toBe(200);
}

async function settingsOf(venue: Venue, name: string) {
  const { account } = await venue.account(name);
  return (await venue.engine.query({ type: "account", account }))!;
}
const limit = (side: string, price: number, quantity: number, more = "") =>
  `side=${side}&type=LIMIT&timeInForce=GTC&price=${price}&quantity=${quantity}${more}`;

/** What an event says, in short. */
function short({ e, o, a, ...flat }: Message): string {
  if (e === "ORDER_TRADE_UPDATE")
    return `order ${o.c} ${o.x} ${o.X} ${o.z}/${o.q} l${o.l} n${o.n} rp${o.rp} er${o.er}`;
  if (e === "ALGO_UPDATE") return `algo ${o.caid} ${o.X} ${o.aq}`;
  if (e === "TRADE_LITE") return `lite ${flat.c} ${flat.l}@${flat.L}`;
  if (e !== "ACCOUNT_UPDATE") return JSON.stringify({ e, ...flat });
  const rows = a.P.map((row: Message) => ` ${row.ps} ${row.pa}@${row.ep} cr${row.cr}`).join("");
  const balances = a.B.map(({ wb, bc }: Message) => ` wb${wb} bc${bc}`).join("");
  return `account ${a.m}${balances}${rows}`;
}

/** The events that came until the last one of all commands. */
async function eventsOf(pushes: Pushes, last: string): Promise<readonly string[]> {
  await pushes.until((message) => short(message).startsWith(last));
  return pushes.messages.map(short);
}

test("an order that rests, is changed and cancelled; one at market over two prices", async () => {
  const { venue, alice, bob } = await started();
  const pushes = await new Pushes(venue.wsUrl, `/ws/${await listenKeyOf(venue, alice)}`).subscribe();
  await place(bob, limit("SELL", 60_000, 0.01, "&positionSide=SHORT"));
  await place(bob, limit("SELL", 60_100, 0.01, "&positionSide=SHORT"));
  await place(alice, limit("BUY", 59_000, 0.01, "&newClientOrderId=rest"));
  const rest = "symbol=BTCUSDT&origClientOrderId=rest";
  await alice.put(`/fapi/v1/order?${rest}&side=BUY&quantity=0.02&price=58000`);
  await alice.delete(`/fapi/v1/order?${rest}`);
  await place(alice, "side=BUY&type=MARKET&quantity=0.03&newClientOrderId=take");
  expect(await eventsOf(pushes, "order take EXPIRED")).toEqual([
    "order rest NEW NEW 0.0000/0.0100 l0.0000 n0 rp0 er0",
    "order rest AMENDMENT NEW 0.0000/0.0200 l0.0000 n0 rp0 er0",
    "order rest CANCELED CANCELED 0.0000/0.0200 l0.0000 n0 rp0 er0",
    "order take NEW NEW 0.0000/0.0300 l0.0000 n0 rp0 er0",
    "lite take 0.0100@60000.0",
    "lite take 0.0100@60100.0",
    "account ORDER wb99999.2794 bc0 BOTH 0.0200@60050.0 cr0",
    "order take TRADE PARTIALLY_FILLED 0.0100/0.0300 l0.0100 n0.36 rp0 er0",
    "order take TRADE PARTIALLY_FILLED 0.0200/0.0300 l0.0100 n0.3606 rp0 er0",
    "order take EXPIRED EXPIRED 0.0200/0.0300 l0.0000 n0 rp0 er9",
  ]);
});

test("a stop that triggers, and goes through zero in one trade", async () => {
  const { venue, alice, bob } = await started();
  await place(bob, limit("SELL", 60_000, 0.02, "&positionSide=SHORT"));
  await place(alice, "side=BUY&type=MARKET&quantity=0.02");
  const pushes = await new Pushes(
    venue.wsUrl,
    `/private/ws?listenKey=${await listenKeyOf(venue, alice)}`,
  ).subscribe();
  const stop =
    "symbol=BTCUSDT&side=SELL&type=STOP_MARKET&quantity=0.05&triggerPrice=59500&workingType=MARK_PRICE";
  expect((await alice.post(`/fapi/v1/algoOrder?${stop}&clientAlgoId=stop`)).status).toBe(200);
  await place(bob, limit("BUY", 59_300, 0.05, "&positionSide=LONG"));
  await venue.feeds.push({ cmt_btcusdt: 59_400_000 });
  expect(await eventsOf(pushes, "algo stop FINISHED")).toEqual([
    "algo stop NEW 0.0000",
    "algo stop TRIGGERED 0.0000",
    "order stop NEW NEW 0.0000/0.0500 l0.0000 n0 rp0 er0",
    "lite stop 0.0500@59300.0",
    "account ORDER wb99983.501 bc0 BOTH -0.0300@59300.0 cr-14",
    "order stop TRADE FILLED 0.0500/0.0500 l0.0500 n1.779 rp-14 er0",
    "algo stop FINISHED 0.0500",
  ]);
});

test("a conditional order that the market refuses at its trigger is rejected, in push and answer", async () => {
  const { venue, alice } = await started();
  const pushes = await new Pushes(venue.wsUrl, `/ws/${await listenKeyOf(venue, alice)}`).subscribe();
  const stop = "symbol=BTCUSDT&side=SELL&triggerPrice=59500&workingType=MARK_PRICE";
  for (const [clientAlgoId, rest] of [
    ["nothing-held", "type=STOP_MARKET&quantity=0.01&reduceOnly=true"],
    ["too-much", "type=STOP&quantity=90&price=59300"],
  ])
    expect((await alice.post(`/fapi/v1/algoOrder?${stop}&${rest}&clientAlgoId=${clientAlgoId}`)).status).toBe(
      200,
    );
  await venue.feeds.push({ cmt_btcusdt: 59_400_000 });
  await pushes.until(({ o }) => o?.caid === "too-much" && o.X !== "NEW");
  expect(pushes.messages.slice(2).map(({ o }) => [o.caid, o.X, o.ai, o.rm])).toEqual([
    ["nothing-held", "REJECTED", "", "ReduceOnly Order is rejected."],
    ["too-much", "REJECTED", "", "Margin is insufficient."],
  ]);
  const shown = (await alice.get("/fapi/v1/allAlgoOrders?symbol=BTCUSDT")).body;
  expect(shown.map(({ algoStatus }: Message) => algoStatus)).toEqual(["REJECTED", "REJECTED"]);
});

test("a triggered order that fills in parts: its conditional order is told of when its status changes alone", async () => {
  const { venue, alice, bob } = await started();
  const pushes = await new Pushes(venue.wsUrl, `/ws/${await listenKeyOf(venue, alice)}`).subscribe();
  const stop = "symbol=BTCUSDT&side=BUY&type=STOP&quantity=0.03&triggerPrice=60500&price=60600";
  await alice.post(`/fapi/v1/algoOrder?${stop}&workingType=MARK_PRICE&clientAlgoId=parts`);
  await venue.feeds.push({ cmt_btcusdt: 60_550_000 });
  for (const _ of [1, 2, 3]) await place(bob, limit("SELL", 60_600, 0.01, "&positionSide=SHORT"));
  const told = await eventsOf(pushes, "algo parts FINISHED");
  expect(told.filter((each) => each.startsWith("algo"))).toEqual([
    ...["algo parts NEW 0.0000", "algo parts TRIGGERED 0.0000", "algo parts FINISHED 0.0300"],
  ]);
  expect(told.filter((each) => each.includes(" TRADE "))).toHaveLength(3);
});

test("a post-only order that is changed so that it would take ends, in answer, push and reads alike", async () => {
  const { venue, alice, bob } = await started();
  const pushes = await new Pushes(venue.wsUrl, `/ws/${await listenKeyOf(venue, alice)}`).subscribe();
  await place(bob, limit("SELL", 60_000, 0.01, "&positionSide=SHORT"));
  const rest = "side=BUY&type=LIMIT&timeInForce=GTX&price=59000&quantity=0.01&newClientOrderId=rest";
  await place(alice, rest);
  const named = "symbol=BTCUSDT&origClientOrderId=rest";
  const answer = await alice.put(`/fapi/v1/order?${named}&side=BUY&quantity=0.01&price=60000`);
  const ended = { status: "EXPIRED", executedQty: "0.0000", price: "60000.0" };
  expect([answer.status, answer.body]).toMatchObject([200, ended]);
  expect((await alice.get(`/fapi/v1/order?${named}`)).body).toMatchObject(ended);
  expect((await eventsOf(pushes, "order rest EXPIRED")).at(-1)).toBe(
    "order rest EXPIRED EXPIRED 0.0000/0.0100 l0.0000 n0 rp0 er11",
  );
});

test("money that comes, leverage, and margin of an isolated position", async () => {
  const { venue, alice, bob } = await started();
  const pushes = await new Pushes(venue.wsUrl, "/private/stream").subscribe();
  const listenKey = await listenKeyOf(venue, alice);
  pushes.send({ method: "SUBSCRIBE", params: [listenKey], id: 1 });
  await pushes.until(({ id }) => id === 1);
  await alice.post("/fapi/v1/marginType?symbol=BTCUSDT&marginType=ISOLATED");
  await place(bob, limit("SELL", 60_000, 0.02, "&positionSide=SHORT"));
  await place(alice, "side=BUY&type=MARKET&quantity=0.02&newClientOrderId=take");
  await alice.post("/fapi/v1/leverage?symbol=BTCUSDT&leverage=25");
  await alice.post("/fapi/v1/positionMargin?symbol=BTCUSDT&amount=10&type=1");
  const accounts = await venue.engine.query({ type: "accounts" });
  const { account } = accounts.find(({ name }) => name === "alice")!;
  await venue.engine.submit(depositOf(account, 500n * BigInt(QUANTA_PER_UNIT)));
  await pushes.until((message) => message.data?.a?.m === "DEPOSIT");
  const [, ...frames] = pushes.messages;
  expect(frames.every(({ stream }) => stream === listenKey)).toBe(true);
  expect(frames.map(({ data }) => short(data))).toEqual([
    "account MARGIN_TYPE_CHANGE BOTH 0.0000@0.0 cr0",
    "order take NEW NEW 0.0000/0.0200 l0.0000 n0 rp0 er0",
    "lite take 0.0200@60000.0",
    "account ORDER wb99999.28 bc0 BOTH 0.0200@60000.0 cr0",
    "order take TRADE FILLED 0.0200/0.0200 l0.0200 n0.72 rp0 er0",
    expect.stringMatching(/^\{"e":"ACCOUNT_CONFIG_UPDATE",.*"ac":\{"s":"BTCUSDT","l":25\}\}$/),
    "account MARGIN_TRANSFER wb99999.28 bc0 BOTH 0.0200@60000.0 cr0",
    "account DEPOSIT wb100499.28 bc500",
  ]);
});

test("settings of a symbol without a position are told too, in hedge mode by all three rows", async () => {
  const { venue, bob } = await started();
  const pushes = await new Pushes(venue.wsUrl, `/ws/${await listenKeyOf(venue, bob)}`).subscribe();
  await bob.post("/fapi/v1/leverage?symbol=BTCUSDT&leverage=25");
  await bob.post("/fapi/v1/leverage?symbol=BTCUSDT&leverage=25"); // stands: nothing to tell
  await bob.post("/fapi/v1/marginType?symbol=BTCUSDT&marginType=ISOLATED");
  await place(bob, limit("BUY", 59_000, 0.01, "&positionSide=LONG&newClientOrderId=rest"));
  expect(await eventsOf(pushes, "order rest NEW")).toEqual([
    expect.stringMatching(/^\{"e":"ACCOUNT_CONFIG_UPDATE",.*"ac":\{"s":"BTCUSDT","l":25\}\}$/),
    "account MARGIN_TYPE_CHANGE BOTH 0.0000@0.0 cr0 LONG 0.0000@0.0 cr0 SHORT 0.0000@0.0 cr0",
    "order rest NEW NEW 0.0000/0.0100 l0.0000 n0 rp0 er0",
  ]);
});

test("orders that rest follow the leverage, if their margin is available and their tier allows it", async () => {
  const { venue, alice } = await started();
  const lever = (times: number) => alice.post(`/fapi/v1/leverage?symbol=BTCUSDT&leverage=${times}`);
  const frozen = async () => (await alice.get("/fapi/v3/account")).body.totalOpenOrderInitialMargin;
  await lever(20);
  await place(alice, limit("BUY", 60_000, 10, "&newClientOrderId=rest"));
  const pushes = await new Pushes(venue.wsUrl, `/ws/${await listenKeyOf(venue, alice)}`).subscribe();
  expect(await frozen()).toBe("30360"); // the fee is frozen too
  expect((await lever(10)).status).toBe(200);
  expect(await frozen()).toBe("60360");
  expect((await lever(5)).body).toMatchObject({ code: -2028 });
  expect((await lever(100)).body).toMatchObject({ code: -2027 });
  expect(await frozen()).toBe("60360");
  await place(alice, limit("BUY", 50_000, 0.01, "&newClientOrderId=last"));
  expect(await eventsOf(pushes, "order last NEW")).toEqual([
    expect.stringMatching(/^\{"e":"ACCOUNT_CONFIG_UPDATE",.*"ac":\{"s":"BTCUSDT","l":10\}\}$/),
    "order last NEW NEW 0.0000/0.0100 l0.0000 n0 rp0 er0",
  ]);
});

test("an order on its way follows the leverage too, and is not told of again; one at market stands against it", async () => {
  const { venue, alice } = await started();
  await venue.engine.submit(changedSettings(await settingsOf(venue, "alice"), { orderDelayMs: 60_000 }));
  const lever = (times: number) => alice.post(`/fapi/v1/leverage?symbol=BTCUSDT&leverage=${times}`);
  const pushes = await new Pushes(venue.wsUrl, `/ws/${await listenKeyOf(venue, alice)}`).subscribe();
  await place(alice, limit("BUY", 50_000, 0.01, "&newClientOrderId=limit"));
  expect((await lever(25)).status).toBe(200);
  await place(alice, "side=BUY&type=MARKET&quantity=0.01&newClientOrderId=market");
  expect((await lever(10)).body).toMatchObject({ code: -2010, msg: expect.stringContaining("open orders") });
  expect(await eventsOf(pushes, "order market NEW")).toEqual([
    "order limit NEW NEW 0.0000/0.0100 l0.0000 n0 rp0 er0",
    expect.stringMatching(/^\{"e":"ACCOUNT_CONFIG_UPDATE",.*"ac":\{"s":"BTCUSDT","l":25\}\}$/),
    "order market NEW NEW 0.0000/0.0100 l0.0000 n0 rp0 er0",
  ]);
});

test("in hedge mode all rows of a symbol are told, also of the leg that did not change", async () => {
  const { venue, alice, bob } = await started();
  await place(alice, limit("SELL", 60_000, 0.02));
  await place(bob, "side=BUY&positionSide=LONG&type=MARKET&quantity=0.02");
  const pushes = await new Pushes(venue.wsUrl, `/ws/${await listenKeyOf(venue, bob)}`).subscribe();
  await place(alice, limit("BUY", 59_500, 0.01));
  await place(bob, "side=SELL&positionSide=SHORT&type=MARKET&quantity=0.01&newClientOrderId=short");
  expect((await eventsOf(pushes, "order short TRADE")).at(2)).toBe(
    "account ORDER wb99998.923 bc0 BOTH 0.0000@0.0 cr0 LONG 0.0200@60000.0 cr0 SHORT -0.0100@59500.0 cr0",
  );
});

test("kinds of events that an address asks for, and the end of a listen key", async () => {
  const { venue, alice } = await started();
  const listenKey = await listenKeyOf(venue, alice);
  const all = await new Pushes(venue.wsUrl, `/stream?streams=${listenKey}`).subscribe();
  const events = "events=ACCOUNT_UPDATE/TRADE_LITE";
  const few = await new Pushes(venue.wsUrl, `/private/ws?listenKey=${listenKey}&${events}`).subscribe();
  await place(alice, limit("BUY", 59_000, 0.01));
  await all.until(({ data }) => data?.e === "ORDER_TRADE_UPDATE");
  await listenKeyOf(venue, alice, "DELETE");
  await all.until(({ data }) => data?.e === "listenKeyExpired");
  await few.until(({ e }) => e === "listenKeyExpired");
  expect(few.messages).toMatchObject([{ e: "listenKeyExpired", listenKey }]);
  await place(alice, limit("BUY", 58_000, 0.01));
  const late = new Pushes(venue.wsUrl, `/ws/${listenKey}`);
  expect(await late.until(() => true)).toMatchObject({ error: { code: 2 } });
  expect(all.messages.map(({ data }) => data.e)).toEqual(["ORDER_TRADE_UPDATE", "listenKeyExpired"]);
});

test("who stalls on its user data stream is closed at the limit, and others miss nothing", async () => {
  const { venue, alice } = await started();
  const path = `/ws/${await listenKeyOf(venue, alice)}`;
  const [reader, healthy] = [await RawReader.open(venue.port, path), await RawReader.open(venue.port, path)];
  reader.socket.pause();
  const { engine, gateway } = venue;
  const { account } = (await engine.query({ type: "accounts" })).find(({ name }) => name === "alice")!;
  const rests = { ...PLAIN_ORDER, account, contract: 0, action: NET_BUY, price: 590_000, size: 1 } as const;
  const all = { type: "cancelAll", account, contract: 0, which: CANCEL_ALL_ORDERS } as const;
  const told: string[] = [];
  const held = () => gateway.socketFigures().backlogMaxBytes;
  for (let before = -1; held() < BACKLOG_MAX_BYTES / 2 || held() > before; ) {
    before = held();
    const until = told.length + 2 * ORDERS;
    const commands = [...Array.from({ length: ORDERS }, () => rests), all];
    await Promise.all(commands.map((command) => engine.submit(command)));
    while (told.length < until) told.push((await healthy.next())!.payload.toString());
  }
  expect(held()).toBeLessThanOrEqual(BACKLOG_MAX_BYTES + CLOSE_FRAME_MAX_BYTES);
  reader.socket.resume();
  let frame = await reader.next();
  for (let read = 0; frame?.opcode === TEXT; frame = await reader.next())
    expect(frame.payload.toString()).toBe(told[read++]); // none is left out
  await expect.poll(() => gateway.socketFigures().tooSlow).toBe(1);
  healthy.socket.destroy();
});

const CLOSE_FRAME_MAX_BYTES = 127;
/** Orders that rest at a time. */
const ORDERS = 190;

test("a liquidated account hears of orders under the client ids that bots look for", async () => {
  const { venue, alice, bob } = await started();
  await alice.post("/fapi/v1/marginType?symbol=BTCUSDT&marginType=ISOLATED");
  await alice.post("/fapi/v1/leverage?symbol=BTCUSDT&leverage=100");
  await place(bob, limit("SELL", 60_000, 0.1, "&positionSide=SHORT"));
  await place(alice, "side=BUY&type=MARKET&quantity=0.1");
  await place(bob, limit("BUY", 59_200, 0.5, "&positionSide=LONG"));
  const pushes = await new Pushes(venue.wsUrl, `/ws/${await listenKeyOf(venue, alice)}`).subscribe();
  await venue.feeds.push({ cmt_btcusdt: 59_300_000 });
  await pushes.until(({ o }) => o?.x === "CALCULATED");
  const calculated = pushes.messages.find(({ o }) => o?.x === "CALCULATED");
  expect(calculated.o).toMatchObject({
    c: expect.stringMatching(/^autoclose-\d{16}$/),
    o: "LIQUIDATION",
    S: "SELL",
    X: "FILLED",
  });
  const orders = (await alice.get("/fapi/v1/forceOrders?autoCloseType=LIQUIDATION")).body;
  expect(orders.at(-1)).toMatchObject({ clientOrderId: calculated.o.c, status: "FILLED" });
});

test("a position that is taken over has a price between ticks, the same in push and answers", async () => {
  const { venue, alice, bob } = await started();
  await alice.post("/fapi/v1/marginType?symbol=BTCUSDT&marginType=ISOLATED");
  await alice.post("/fapi/v1/leverage?symbol=BTCUSDT&leverage=70");
  await place(bob, limit("SELL", 60_000, 0.1, "&positionSide=SHORT"));
  await place(alice, "side=BUY&type=MARKET&quantity=0.1");
  const pushes = await new Pushes(venue.wsUrl, `/ws/${await listenKeyOf(venue, alice)}`).subscribe();
  await venue.feeds.push({ cmt_btcusdt: 59_100_000 }); // nobody bids
  const { o } = await pushes.until((message) => message.o?.x === "CALCULATED");
  const trade = (await alice.get("/fapi/v1/userTrades?symbol=BTCUSDT")).body.at(-1);
  const inV3 = (await alice.get("/capi/v3/userTrades?symbol=BTCUSDT")).body[0];
  expect(Number(trade.price)).toBeCloseTo(Number(trade.quoteQty) / Number(trade.qty), 7);
  expect((Number(trade.price) * 10) % 1).not.toBe(0);
  expect([trade.price, inV3.price]).toEqual([o.L, o.L]);
});

test("what a liquidation cancels is told of before the order that it places", async () => {
  const { venue, alice, bob } = await started({
    accounts: [{ name: "alice", positionMode: "one-way", balance: "1000" }, { name: "bob" }],
  });
  await alice.post("/fapi/v1/leverage?symbol=BTCUSDT&leverage=100");
  await place(bob, limit("SELL", 60_000, 0.5, "&positionSide=SHORT"));
  await place(alice, "side=BUY&type=MARKET&quantity=0.5");
  const pushes = await new Pushes(venue.wsUrl, `/ws/${await listenKeyOf(venue, alice)}`).subscribe();
  await place(alice, limit("BUY", 50_000, 0.01, "&newClientOrderId=rest"));
  const stop = "symbol=BTCUSDT&side=SELL&type=STOP_MARKET&closePosition=true&triggerPrice=40000";
  expect((await alice.post(`/fapi/v1/algoOrder?${stop}&clientAlgoId=stop`)).status).toBe(200);
  await place(bob, limit("BUY", 59_000, 0.5, "&positionSide=LONG"));
  await venue.feeds.push({ cmt_btcusdt: 58_100_000 });
  await pushes.until(({ o }) => o?.x === "CALCULATED");
  const told = pushes.messages
    .filter(({ e, o }) => e === "ALGO_UPDATE" || (e === "ORDER_TRADE_UPDATE" && o.x !== "TRADE"))
    .map(({ o }) => [(o.c ?? o.caid).split("-")[0], o.x ?? o.X, o.er ?? o.rm]);
  expect(told.slice(0, 6)).toEqual([
    ...[
      ["rest", "NEW", "0"],
      ["stop", "NEW", ""],
    ],
    ...[
      ["stop", "EXPIRED", "The account is liquidated."],
      ["rest", "EXPIRED", "5"],
    ],
    ...[
      ["autoclose", "NEW", "0"],
      ["autoclose", "CALCULATED", "0"],
    ],
  ]);
});

describe("a call for margin", () => {
  test("reaches whoever follows the account, at 80 per cent, and names the positions that are short of it", async () => {
    const { venue, alice, bob } = await started();
    for (const client of [alice, bob])
      await client.post("/fapi/v1/marginType?symbol=BTCUSDT&marginType=ISOLATED");
    const follow = async (client: Client) =>
      new Pushes(venue.wsUrl, `/ws/${await listenKeyOf(venue, client)}`).subscribe();
    const [ofAlice, ofBob] = [await follow(alice), await follow(bob)];
    await place(bob, limit("SELL", 60_000, 0.1, "&positionSide=SHORT"));
    await place(alice, "side=BUY&type=MARKET&quantity=0.1");
    const call = (ps: string, pa: string) => ({
      p: [{ s: "BTCUSDT", ps, pa, mt: "isolated", up: expect.stringMatching(/^-27\d/) }],
    });
    // Margin 300: 25 are left of the long, which must keep 22.9; 26 of the short, which must keep 25.1.
    await venue.feeds.push({ cmt_btcusdt: 57_250_000 });
    expect(await ofAlice.until(({ e }) => e === "MARGIN_CALL")).toMatchObject(call("BOTH", "0.1000"));
    await venue.feeds.push({ cmt_btcusdt: 62_740_000 });
    expect(await ofBob.until(({ e }) => e === "MARGIN_CALL")).toMatchObject(call("SHORT", "-0.1000"));
  });

  test("comes from where the operator has said; to an account without a stream none, whatever its mode", async () => {
    const { venue, alice, bob } = await started();
    await venue.engine.submit(changedSettings(await settingsOf(venue, "alice"), { marginCallPercent: 50 }));
    const percentOf = async (name: string) => (await settingsOf(venue, name)).marginCallPercent;
    await bob.get("/fapi/v3/account");
    expect([await percentOf("alice"), await percentOf("bob")]).toEqual([50, 0]);
    for (const client of [alice, bob, bob]) await listenKeyOf(venue, client);
    expect([await percentOf("alice"), await percentOf("bob")]).toEqual([50, 80]);
  });
});
