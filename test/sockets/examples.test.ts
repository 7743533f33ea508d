import { join } from "node:path";
import Value from "typebox/value";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Venue } from "../../src/assembly/venue/index.ts";
import { startVenue } from "../../src/assembly/venue/index.ts";
import * as fapi from "../../src/interface/wire/fapi/sockets/index.ts";
import type { SocketsDeclaration } from "../../src/interface/wire/sockets.ts";
import * as v2 from "../../src/interface/wire/v2/sockets/index.ts";
import * as v3 from "../../src/interface/wire/v3/sockets/index.ts";
import { readScenario } from "../../src/movers/feeds/index.ts";
import { Client } from "../venue/client.ts";
import { control } from "../venue/control.ts";
import type { Message } from "./listener.ts";
import { Listener, signed } from "./listener.ts";

/**
 * The examples of the AsyncAPI document: a message of every kind that the venue sends, taken from a venue
 * that always does the same, and checked against the schema that documents it. `--update` writes them anew.
 */

const BTC = "cmt_btcusdt";
const order = { symbol: BTC, size: "0.01", type: "1", order_type: "0", match_price: "0", price: "60000" };

let venue: Venue;
let alice: Client;
let bob: Client;
beforeEach(async () => {
  venue = await startVenue({
    prices: { btc: 60_000 },
    seed: 1,
    prehistory: 2,
    leaderboard: "public",
    accounts: [
      { name: "alice", apiKey: "alice", secret: "secret", passphrase: "pass" },
      { name: "bob", apiKey: "bob", secret: "secret", passphrase: "pass" },
    ],
  });
  alice = new Client(venue.baseUrl, venue.accounts[0]!);
  bob = new Client(venue.baseUrl, venue.accounts[1]!);
  await bob.post("order/placeOrder", { ...order, type: "2", size: "0.1", price: "60100" });
  await bob.post("order/placeOrder", { ...order, size: "0.1", price: "59900" });
  expect((await alice.get("/capi/v3/sim/balance")).status).toBe(200);
});
afterEach(() => venue.stop());

/** Bob sells to Alice, who then has an order that is filled. */
async function trade(): Promise<void> {
  await bob.post("order/placeOrder", { ...order, type: "2" });
  const { status, text } = await alice.post("order/placeOrder", order);
  expect(status, text).toBe(200);
}

/** The private channels, and those of the paper account. */
const accountChannels = ["account", "positions", "fill", "orders"].flatMap((name) => [name, `sim.${name}`]);

/** Alice buys on paper. */
async function tradeOnPaper(): Promise<void> {
  const { status, text } = await alice.post("/capi/v3/sim/order", {
    ...{ symbol: "BTCSUSDT", side: "BUY", positionSide: "LONG", type: "LIMIT", timeInForce: "GTC" },
    ...{ quantity: "0.01", price: "60100", newClientOrderId: "on-paper-1" },
  });
  expect(status, text).toBe(200);
}

test("V2", async () => {
  const market = await Listener.open(`${venue.wsUrl}/v2/ws/public`);
  const own = await Listener.open(`${venue.wsUrl}/v2/ws/private`, signed(venue.accounts[0]!));
  const examples: Record<string, Message> = {};
  const pushed = (kind: string) => (message: Message) =>
    message.event === "payload" && message.channel.split(".")[0] === kind;
  await market.subscribe(`trades.${BTC}`);
  for (const channel of accountChannels) await own.subscribe(channel);
  await trade();
  await tradeOnPaper();
  for (const kind of ["ticker", "kline", "depth"]) {
    const rest = { ticker: "", kline: ".MINUTE_1", depth: ".15" }[kind];
    const channel = `${kind}${kind === "kline" ? ".LAST_PRICE" : ""}.${BTC}${rest}`;
    await market.subscribe(channel);
    examples[kind] = await market.find(pushed(kind));
  }
  await market.subscribe("leaderboard");
  examples["leaderboard"] = await market.find(pushed("leaderboard"));
  examples["trades"] = await market.find(pushed("trades"));
  for (const channel of accountChannels) {
    const isMeant = (message: Message) =>
      message.event === "payload" &&
      message.channel === channel &&
      (!channel.endsWith("orders") || message.msg.data.order[0].status === "FILLED");
    examples[channel] = await own.find(isMeant);
  }
  await own.subscribe("messages");
  await control(venue, "accounts/many/message", { accounts: ["alice"], text: "The round begins" });
  examples["messages"] = await own.find(pushed("messages"));
  const answers = {
    subscribed: { event: "subscribe", channel: `depth.${BTC}.15` },
    unsubscribed: { event: "unsubscribe", channel: `depth.${BTC}.15` },
    error: { event: "subscribe", channel: `depth.${BTC}.50` },
    serverPong: { event: "ping", time: "1767225600000" },
  };
  for (const [name, question] of Object.entries(answers)) {
    market.send(question);
    const event = name === "serverPong" ? "pong" : name;
    examples[name] = await market.find((message) => message.event === event);
  }
  await expectExamples(v2.sockets, examples);
  await Promise.all([market.close(), own.close()]);
});

test("V3", async () => {
  const market = await Listener.open(`${venue.wsUrl}/v3/ws/public`);
  const own = await Listener.open(
    `${venue.wsUrl}/v3/ws/private`,
    signed(venue.accounts[0]!, Date.now(), "/v3/ws/private"),
  );
  const examples: Record<string, Message> = {};
  const ask = async (listener: Listener, method: string, params: readonly string[]) => {
    listener.send({ method, params, id: 1 });
    return listener.find((message) => "result" in message);
  };
  examples["connected"] = await market.find((message) => message.event === "connected");
  await ask(market, "SUBSCRIBE", ["BTCUSDT@trade"]);
  await ask(own, "SUBSCRIBE", accountChannels);
  await trade();
  await tradeOnPaper();
  const first = { ticker: "ticker", kline: "klineSnapshot", depth: "depthSnapshot" };
  const names = { ticker: "ticker", kline: "kline_1m_LAST_PRICE", depth: "depth15" };
  for (const kind of ["ticker", "kline", "depth"] as const) {
    await ask(market, "SUBSCRIBE", [`BTCUSDT@${names[kind]}`]);
    examples[kind] = await market.find((message) => message.e === first[kind]);
  }
  examples["trade"] = await market.find((message) => message.e === "trade");
  for (const name of accountChannels) {
    const isMeant = (message: Message) =>
      message.e === name && (!name.endsWith("orders") || message.d[0].status === "FILLED");
    examples[name] = await own.find(isMeant);
  }
  examples["result"] = await ask(market, "SUBSCRIBE", ["BTCUSDT@depth50"]);
  await expectExamples(v3.sockets, examples);
  await Promise.all([market.close(), own.close()]);
});

test("fapi", async () => {
  const names = {
    ...{ aggTrade: "btcusdt@aggTrade", trade: "btcusdt@trade", depth: "btcusdt@depth@100ms" },
    ...{ partialDepth: "btcusdt@depth5@100ms", bookTicker: "btcusdt@bookTicker" },
    ...{ allBookTickers: "!bookTicker", markPrice: "btcusdt@markPrice@1s" },
    ...{ allMarkPrices: "!markPrice@arr@1s", kline: "btcusdt@kline_1m" },
    ...{ continuousKline: "btcusdt_perpetual@continuousKline_1m", miniTicker: "btcusdt@miniTicker" },
    ...{ allMiniTickers: "!miniTicker@arr", ticker: "btcusdt@ticker", allTickers: "!ticker@arr" },
    contractInfo: "!contractInfo",
  };
  const market = await Listener.open(`${venue.wsUrl}/stream`);
  const examples: Record<string, Message> = {};
  market.send({ method: "SUBSCRIBE", params: Object.values(names), id: 1 });
  examples["result"] = await market.find((message) => "result" in message);
  await trade();
  await control(venue, "contracts/status", { symbol: BTC, status: "cancel-only" });
  for (const [name, stream] of Object.entries(names))
    examples[name] = (await market.find((message) => message.stream === stream)).data;
  await market.close();
  const { listenKey } = (await alice.post("/fapi/v1/listenKey")).body;
  const user = await Listener.open(`${venue.wsUrl}/ws/${listenKey}`);
  await alice.post(
    "/fapi/v1/order?symbol=ETHUSDT&side=BUY&positionSide=LONG&type=LIMIT&timeInForce=GTC&price=2900&quantity=0.1&newClientOrderId=first",
  );
  examples["user"] = await user.find((message) => message.e === "ORDER_TRADE_UPDATE");
  await user.close();
  Object.assign(examples, await liquidated());
  await expectExamples(fapi.sockets, examples);
});

/** When the first one of the scenario is, from its beginning; a later one would take its place in a push. */
const FIRST_LIQUIDATION_MS = 63_000;

/** What streams say of the orders by which positions are liquidated, in a market that crashes. */
async function liquidated(): Promise<Record<string, Message>> {
  const scenario = join(import.meta.dirname, "../../examples/scenarios/flash-crash.json");
  const crashing = await startVenue({ market: await readScenario(scenario), prehistory: 0, clock: "test" });
  const all = await Listener.open(`${crashing.wsUrl}/ws/!forceOrder@arr`);
  const one = await Listener.open(`${crashing.wsUrl}/ws/btcusdt@forceOrder`);
  await crashing.step(FIRST_LIQUIDATION_MS);
  // It is pushed while time is stepped, or after it.
  const told = ({ o, ...event }: Message) => ({ ...event, E: o.T, o });
  const examples = { forceOrder: told(await one.next()), allForceOrders: told(await all.next()) };
  await Promise.all([one.close(), all.close()]);
  await crashing.stop();
  return examples;
}

/** They are what the document has, and each is what its schema says. */
async function expectExamples(
  { name: version, session, channels }: SocketsDeclaration,
  examples: Readonly<Record<string, Message>>,
): Promise<void> {
  const schemas = new Map([
    ...Object.entries(session).map(([name, { schema }]) => [name, schema] as const),
    ...Object.entries(channels).map(([name, { push }]) => [name, push] as const),
  ]);
  const recorded = Object.keys(session).filter((name) => session[name]!.example === undefined);
  expect(Object.keys(examples).sort()).toEqual([...recorded, ...Object.keys(channels)].sort());
  for (const [name, example] of Object.entries(examples))
    expect([...Value.Errors(schemas.get(name)!, example)].slice(0, 3), name).toEqual([]);
  const rows = Object.entries(examples).map(
    ([name, example]) => `  ${JSON.stringify(name)}: ${JSON.stringify(shortened(example))},\n`,
  );
  const text = `// Written by test/sockets/examples.test.ts
/** A message of every kind that the venue sends, from a running one; lists are cut to their first element. */
export const examples = {
${rows.join("")}};
`;
  const file = join(
    import.meta.dirname,
    `../../src/service/gateway/sockets/${version}/generated/examples.ts`,
  );
  await expect(text).toMatchFileSnapshot(file);
}

/**
 * Lists keep their first element, rows of plain values all; what chance or the host's clock decides is made
 * the same.
 */
function shortened(value: Message): Message {
  if (Array.isArray(value)) {
    const isRow = value.every((each) => typeof each !== "object");
    return (isRow ? value : value.slice(0, 1)).map(shortened);
  }
  if (typeof value !== "object" || value === null) return value;
  const object = Object.fromEntries(Object.entries(value).map(([name, each]) => [name, shortened(each)]));
  return "cid" in object
    ? { ...object, cid: "3c1e2b0a-7c67-4c3e-9a55-0d6e7f7f1a10", time: "1767225600000" }
    : object;
}
