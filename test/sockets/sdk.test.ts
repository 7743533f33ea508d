import { createHmac } from "node:crypto";
import Value from "typebox/value";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Venue } from "../../src/assembly/venue/index.ts";
import { startVenue } from "../../src/assembly/venue/index.ts";
import { wireProfiles } from "../../src/interface/wire/index.ts";
import { sdkPushes, sockets } from "../../src/interface/wire/v2/sockets/index.ts";
import { MASTER_KEY } from "../conformance/key-holders.ts";
import type { Key } from "../venue/client.ts";
import { Client } from "../venue/client.ts";
import { control } from "../venue/control.ts";
import { placeFor } from "../venue/placeLimit.ts";
import type { Message } from "./listener.ts";
import { Listener, signed } from "./listener.ts";
import { shakeHands } from "./rawHandshake.ts";
import { SocketVenue } from "./socketVenue.ts";

/**
 * The sockets as the vendor's Go SDK for V2 speaks: what it sends, and every push in the types of its
 * structs.
 */

const BTC = "cmt_btcusdt";

let venue: Venue;
let alice: Client;
let bob: Client;
beforeEach(async () => {
  venue = await startVenue({ prices: { btc: 60_000 }, masterKey: MASTER_KEY, wire: "strict-sdk" });
  alice = new Client(venue.baseUrl, venue.accounts[0]!);
  bob = new Client(venue.baseUrl, venue.accounts[1]!);
});
afterEach(() => venue.stop());

const connect = (access: "public" | "private") => Listener.open(`${venue.wsUrl}/v2/ws/${access}`);

/** A login as the SDK writes it. */
function loginOf({ apiKey, secret, passphrase }: Key, seconds = Math.floor(Date.now() / 1000)) {
  const sign = createHmac("sha256", secret).update(`${seconds}GET/users/self/verify`).digest("base64");
  return { op: "login", args: [apiKey, passphrase, String(seconds), sign] };
}

async function loggedIn(key = venue.accounts[0]!): Promise<Listener> {
  const listener = await connect("private");
  listener.send(loginOf(key));
  expect(await listener.next()).toEqual({ event: "login", code: "0", msg: "success" });
  return listener;
}

async function subscribe(listener: Listener, ...args: string[]): Promise<void> {
  listener.send({ op: "subscribe", args });
  for (const channel of args) {
    const isMeant = (each: Message) => each.event === "subscribe" && each.channel === channel;
    expect(await listener.find(isMeant)).toEqual({ event: "subscribe", channel, code: "0", msg: "success" });
  }
}

/** The items of the next push of a channel, which are as its struct has them. */
async function pushed(
  listener: Listener,
  channel: string,
  isMeant = (_: Message) => true,
): Promise<Message[]> {
  const push = await listener.find(
    (each) => each.channel === channel && "data" in each && isMeant(each.data[0]),
  );
  const kind = channel.split(".")[0] as keyof typeof sdkPushes;
  expect(Value.Check(sdkPushes[kind], push), `${kind} ${JSON.stringify(push)}`).toBe(true);
  return push.data;
}

const place = async (who: Client, type: string, price: string, more = {}) =>
  (await placeFor(who, { price, type, ...more })).order_id;

test("public channels: ticker, the whole book, candles and trades", async () => {
  const listener = await connect("public");
  const channels = [`ticker.${BTC}`, `depth.${BTC}`, `candlestick.${BTC}.1m`, `trades.${BTC}`];
  await subscribe(listener, ...channels);
  const [ticker] = await pushed(listener, channels[0]!);
  expect(ticker).toMatchObject({ symbol: BTC, bestBidPrice: "0.0", bestAskPrice: "0.0" });
  expect(await pushed(listener, channels[1]!)).toMatchObject([{ bids: [], asks: [] }]);
  await place(alice, "1", "59900.0");
  await place(alice, "1", "59800.0");
  const isWhole = ({ bids }: Message) => bids.length === 2;
  const [book] = await pushed(listener, channels[1]!, isWhole);
  expect(book.bids).toEqual([
    { price: "59900.0", quantity: "0.0100" },
    { price: "59800.0", quantity: "0.0100" },
  ]);
  // A best price alone is news, since the ticker shows it.
  await pushed(listener, channels[0]!, ({ bestBidPrice }) => bestBidPrice === "59900.0");
  await place(bob, "2", "59900.0");
  const [trade] = await pushed(listener, channels[3]!);
  expect(trade).toMatchObject({ symbol: BTC, price: "59900.0", size: "0.0100", side: "sell" });
  const [candle] = await pushed(listener, channels[2]!, ({ volume }) => volume === "0.0100");
  expect(candle).toMatchObject({ interval: "1m", close: "59900.0" });
  expect(candle.closeTime - candle.openTime).toBe(60_000);
  await listener.close();
  await alice.post("order/cancelAllOrders", { cancelOrderType: "normal" });
  await place(alice, "3", "59900.0");
  await place(bob, "4", "59900.0");
});

test("after a login, without waiting for its answer: account, positions, orders and fills", async () => {
  const listener = await connect("private");
  listener.send(loginOf(venue.accounts[0]!));
  listener.send({ op: "subscribe", args: ["account", "positions"] });
  listener.send({ op: "subscribe", args: ["orders", "fill"] });
  expect(await listener.next()).toEqual({ event: "login", code: "0", msg: "success" });
  for (const channel of ["account", "positions", "orders", "fill"])
    expect(await listener.next()).toEqual({ event: "subscribe", channel, code: "0", msg: "success" });

  const clientOid = "its-own";
  const orderId = await place(alice, "1", "60000.0", { client_oid: clientOid });
  const asked = { orderId, clientOid, symbol: BTC, type: 1, side: "buy", price: "60000.0", size: "0.0100" };
  expect(await pushed(listener, "orders")).toMatchObject([
    { ...asked, state: 0, filledSize: "0", orderType: 0, matchPrice: 0, marginMode: 1, leverage: "20.00" },
  ]);
  const [asset] = await pushed(listener, "account", ({ frozen }) => frozen !== "0");
  const [shown] = (await alice.get("account/assets")).body;
  expect(asset).toMatchObject({ coinName: "USDT", available: shown.available, frozen: shown.frozen });

  await place(bob, "2", "60000.0");
  expect(await pushed(listener, "orders", ({ state }) => state === 2)).toMatchObject([
    { ...asked, filledSize: "0.0100", avgFillPrice: "60000.0" },
  ]);
  const [fill] = await pushed(listener, "fill");
  expect(fill).toMatchObject({ orderId, clientOid, price: "60000.0", side: "buy", liquidity: "maker" });
  const [position] = await pushed(listener, "positions");
  const { body: held } = await alice.get("account/position/allPosition");
  const { unrealizePnl: unrealizedPnl, marginSize: margin, liquidatePrice } = held[0];
  const leg = {
    symbol: BTC,
    positionSide: "LONG",
    size: "0.0100",
    averageOpenPrice: "60000.0",
    marginMode: 1,
  };
  expect(position).toMatchObject({ ...leg, unrealizedPnl, margin, liquidatePrice });
  // (margin + profit) / value at mark, and the mark is the index.
  expect(Number(position.marginRate)).toBe(Number(held[0].marginSize) / 600);

  await place(bob, "1", "60100.0");
  await place(alice, "3", "60100.0");
  expect(await pushed(listener, "positions", ({ size }) => size === "0")).toMatchObject([
    { positionSide: "LONG", realizedPnl: "1", unrealizedPnl: "0", margin: "0" },
  ]);
  const [closed] = await pushed(listener, "account", ({ realizedPnl }) => realizedPnl === "1");
  expect(closed.equity).toBe(closed.marginBalance);
  expect(await pushed(listener, "fill", ({ side }) => side === "sell")).toMatchObject([
    { realizedPnl: "0.6394", fee: "0.3606", liquidity: "taker" },
  ]);
  await listener.close();
});

test("an untriggered order and a canceled one have the SDK's states", async () => {
  const listener = await loggedIn();
  await subscribe(listener, "orders");
  const plan = { symbol: BTC, client_oid: "waits", size: "0.01", type: "1", match_type: "0" };
  const prices = { execute_price: "70000", trigger_price: "70000" };
  const { body } = await alice.post("order/plan_order", { ...plan, ...prices });
  expect(await pushed(listener, "orders")).toMatchObject([{ clientOid: "waits", state: -1 }]);
  await alice.post("order/cancel_plan", { orderId: body.order_id });
  expect(await pushed(listener, "orders")).toMatchObject([{ clientOid: "waits", state: 4 }]);
  await listener.close();
});

test("a ping is answered in both ways; unsubscribed, nothing comes", async () => {
  const listener = await loggedIn();
  await subscribe(listener, "orders");
  listener.send({ op: "ping" });
  expect(await listener.next()).toEqual({ event: "pong" });
  listener.send({ op: "unsubscribe", args: ["orders"] });
  const done = { event: "unsubscribe", channel: "orders", code: "0", msg: "success" };
  expect(await listener.next()).toEqual(done);
  await place(alice, "1", "50000.0");
  await alice.post("order/cancelAllOrders", { cancelOrderType: "normal" });
  listener.send({ op: "ping" });
  expect(await listener.next()).toEqual({ event: "pong" });
  await listener.close();

  const shaken = await shakeHands(Number(new URL(venue.baseUrl).port), "/v2/ws/public");
  if (shaken.type !== "upgraded") throw new Error("the handshake was refused");
  const { socket } = shaken;
  const framed = new Promise<Buffer>((resolve) => socket.once("data", resolve));
  socket.write(masked('{"op":"ping"}'));
  const PONG = 0x8a;
  expect((await framed).subarray(0, 2)).toEqual(Buffer.from([PONG, 0]));
  socket.destroy();
});

test.each([
  ["a wrong signature", (key: Key) => loginOf({ ...key, secret: "another" }), "40009", /signature/],
  ["a wrong passphrase", (key: Key) => loginOf({ ...key, passphrase: "another" }), "40012", /./],
  ["an unknown key", (key: Key) => loginOf({ ...key, apiKey: "another" }), "40006", /ACCESS_KEY/],
  ["milliseconds", (key: Key) => loginOf(key, Date.now()), "40005", /./],
  ["a time long ago", (key: Key) => loginOf(key, 1_600_000_000), "40008", /expired/],
  ["too few args", () => ({ op: "login", args: ["key"] }), "40017", /args/],
] as const)("a login with %s is refused, and the connection closed", async (_, login, code, msg) => {
  const listener = await connect("private");
  listener.send(login(venue.accounts[0]!));
  expect(await listener.next()).toEqual({ event: "error", code, msg: expect.stringMatching(msg) });
  expect(await listener.ended).toMatchObject({ code: 1008 });
});

test("what it may not ask for is an error that says what it may; the connection stays", async () => {
  const stranger = await connect("private");
  stranger.send({ op: "subscribe", args: ["orders"] });
  const refusal = { event: "error", channel: "orders", code: "40020" };
  expect(await stranger.next()).toEqual({ ...refusal, msg: expect.stringMatching(/log in first/) });
  stranger.send({ event: "subscribe", channel: "orders" });
  expect(await stranger.next()).toMatchObject({ event: "error", msg: expect.stringMatching(/op/) });
  await stranger.close();

  const listener = await connect("public");
  for (const [name, msg] of [
    ["account", /invalid channel/],
    ["constructor", /invalid channel/],
    ["ticker.nope", /symbol: nope/],
    [`depth.${BTC}.15`, /invalid channel/],
    [`candlestick.${BTC}`, /invalid channel/],
    [`candlestick.${BTC}.7m`, /interval: one of 1m, /],
  ] as const) {
    listener.send({ op: "subscribe", args: [name] });
    const refused = { event: "error", channel: name, code: "40020", msg: expect.stringMatching(msg) };
    expect(await listener.next()).toEqual(refused);
  }
  listener.send({ op: "subscribe", args: `ticker.${BTC}` });
  expect(await listener.next()).toMatchObject({ event: "error", msg: expect.stringMatching(/args/) });
  listener.send({ op: "login", args: [] });
  expect(await listener.next()).toMatchObject({
    event: "error",
    msg: expect.stringMatching(/first message/),
  });
  await listener.close();
});

test("a key that is disabled ends the connection that logged in with it", async () => {
  const { apiKey } = venue.accounts[1]!;
  const listener = await loggedIn(venue.accounts[1]!);
  await control(venue, "keys/disable", { apiKey });
  expect(await listener.ended).toMatchObject({ code: 1008, reason: "the API key was disabled" });
});

test("who does not log in is closed when the first ping is due", async () => {
  const quiet = await SocketVenue.open({ profile: wireProfiles["strict-sdk"] });
  const listener = await Listener.open(`ws://127.0.0.1:${quiet.port}/v2/ws/private`);
  await quiet.clock.advance(sockets.pings.everyMs);
  expect(await listener.ended).toEqual({ code: 1008, reason: "nobody logged in" });
  await quiet.stop();
});

test("the interface's own words stay: on the same address, and for a signed handshake", async () => {
  const listener = await connect("public");
  await listener.subscribe(`depth.${BTC}.15`);
  expect(await listener.next()).toMatchObject({ event: "payload", channel: `depth.${BTC}.15` });
  await listener.close();
  const own = await Listener.open(`${venue.wsUrl}/v2/ws/private`, signed(venue.accounts[0]!));
  await own.subscribe("orders");
  await subscribe(own, "fill");
  await own.close();
});

test("who does not speak its dialect finds none of it", async () => {
  const seed = await startVenue({ prices: { btc: 60_000 } });
  const shaken = await shakeHands(Number(new URL(seed.baseUrl).port), "/v2/ws/private");
  expect(shaken).toMatchObject({ type: "answered", status: 401 });
  const listener = await Listener.open(`${seed.wsUrl}/v2/ws/public`);
  listener.send({ op: "subscribe", args: [`ticker.${BTC}`] });
  expect(await listener.next()).toMatchObject({ event: "error", msg: expect.stringMatching(/event/) });
  await listener.close();
  await seed.stop();
});

/** A text as a client sends it: masked, with a mask of zeros. */
function masked(text: string): Buffer {
  return Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), Buffer.from(text)]);
}
