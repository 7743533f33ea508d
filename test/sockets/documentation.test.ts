import Value from "typebox/value";
import { describe, expect, test } from "vitest";
import { sockets } from "../../src/interface/wire/v2/sockets/index.ts";
import { Client } from "../venue/client.ts";
import { control } from "../venue/control.ts";
import { placeFor } from "../venue/placeLimit.ts";
import { venueOfFile } from "../venue/venueOfTest.ts";
import { Listener, signed } from "./listener.ts";

// biome-ignore lint/suspicious/noExplicitAny: the test walks a document of any shape
type Node = any;

const venue = await venueOfFile({ prices: { btc: 60_000 }, leaderboard: "public" });
const document = await (await fetch(`${venue.baseUrl}/asyncapi.json`)).json();

/** What a reference in the document points to. */
function resolve({ $ref }: { readonly $ref: string }): Node {
  expect($ref).toMatch(/^#\//);
  const found = $ref
    .slice(2)
    .split("/")
    .reduce((node, name) => node?.[name], document);
  expect(found, $ref).toBeDefined();
  return found.$ref === undefined ? found : resolve(found);
}

function* references(node: Node): Generator<{ $ref: string }> {
  if (typeof node !== "object" || node === null) return;
  if (typeof node.$ref === "string") yield node;
  else for (const each of Object.values(node)) yield* references(each);
}

describe("the AsyncAPI document", () => {
  test("is whole: every reference leads somewhere, every operation's message belongs to its channel", () => {
    expect(document).toMatchObject({ asyncapi: "3.0.0", defaultContentType: "application/json" });
    let count = 0;
    for (const reference of references(document)) {
      resolve(reference);
      count++;
    }
    expect(count).toBeGreaterThan(50);
    for (const { action, channel, messages } of Object.values<Node>(document.operations)) {
      expect(["send", "receive"]).toContain(action);
      for (const { $ref } of messages) expect($ref.startsWith(`${channel.$ref}/messages/`)).toBe(true);
    }
    for (const { address, parameters = {} } of Object.values<Node>(document.channels)) {
      const named = [...(address ?? "").matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect(Object.keys(parameters)).toEqual(named);
    }
  });

  test("names the addresses that are served, under the host it was asked at", async () => {
    const { host } = new URL(venue.baseUrl);
    for (const name of ["v2-public", "v2-private", "v3-public", "v3-private"]) {
      expect(document.servers).toHaveProperty([name]);
    }
    expect(document.servers["v2-public"]).toMatchObject({ host, pathname: "/v2/ws/public", protocol: "ws" });
    const { pathname, security } = document.servers["v2-private"];
    expect(security).toHaveLength(4);
    const own = await Listener.open(`ws://${host}${pathname}`, signed(venue.accounts[0]!));
    await own.close();
  });

  test("its examples are what the schemas say", () => {
    for (const { payload, examples } of Object.values<Node>(document.components.messages)) {
      const schema = resolve(payload);
      for (const example of examples) expect([...Value.Errors(schema, example.payload)], schema).toEqual([]);
    }
  });
});

test("every message that is really sent is documented, and as it is documented", async () => {
  const schemas = document.components.schemas;
  const market = await Listener.open(`${venue.wsUrl}/v2/ws/public`);
  const own = await Listener.open(`${venue.wsUrl}/v2/ws/private`, signed(venue.accounts[0]!));
  const clients = venue.accounts.map((account) => new Client(venue.baseUrl, account));
  const parameters: Readonly<Record<string, string>> = {
    symbol: "cmt_btcusdt",
    levels: "200",
    priceType: "LAST_PRICE",
    interval: "MINUTE_1",
  };
  expect((await clients[0]!.get("/capi/v3/sim/balance")).status).toBe(200); // opens the paper account
  const missing = new Set(Object.keys(schemas).filter((name) => name.startsWith("v2."))); // V3: v3-sockets.test.ts
  for (const unsent of ["v2.subscribe", "v2.unsubscribe", "v2.clientPing", "v2.pong", "v2.ping", "v2.ready"])
    missing.delete(unsent);
  const see = async (listener: Listener): Promise<string> => {
    const message = await listener.next();
    const kinds: Readonly<Record<string, string>> = {
      error: "v2.error",
      pong: "v2.serverPong",
      ready: "v2.stands",
    };
    const name =
      message.event === "payload"
        ? `v2.${/^sim\.\w+|^\w+/.exec(message.channel)![0]}.push`
        : (kinds[message.event] ?? `v2.${message.event}`);
    expect(schemas, name).toHaveProperty([name]);
    expect([...Value.Errors(schemas[name], message)], name).toEqual([]);
    missing.delete(name);
    return name;
  };
  const asked = new Map([
    [market, 0],
    [own, 0],
  ]);
  for (const { address, access } of Object.values(sockets.channels)) {
    const channel = address.replaceAll(/\{(\w+)\}/g, (_, name: string) => parameters[name]!);
    const listener = access === "public" ? market : own;
    listener.send({ event: "subscribe", channel });
    asked.set(listener, asked.get(listener)! + 1);
  }
  for (let [listener, left] of asked) while (left > 0) if ((await see(listener)) === "v2.subscribed") left--;
  for (const event of ["ping", "nonsense"]) market.send({ event });
  market.send({ event: "unsubscribe", channel: "nothing" });
  market.send({ event: "ready" });
  let placed = 0;
  for (const [client, type] of [
    [clients[0]!, "1"],
    [clients[1]!, "2"],
    [clients[1]!, "2"], // rests for the paper order
  ] as const) {
    await placeFor(client, { type, client_oid: `d${++placed}` });
  }
  const onPaper = {
    side: "BUY",
    positionSide: "LONG",
    type: "MARKET",
    quantity: "0.01",
    newClientOrderId: "d3",
  };
  const { status, text } = await clients[0]!.post("/capi/v3/sim/order", { symbol: "BTCSUSDT", ...onPaper });
  expect(status, text).toBe(200);
  const message = { accounts: [venue.accounts[0]!.name], text: "The round begins" };
  expect((await control(venue, "accounts/many/message", message)).status).toBe(200);
  // Time runs as fast as it can to where it is: it stands for whoever acknowledges.
  const run = venue.runFast();
  while ([...missing].some((name) => !/account|positions|fill|orders|messages/.test(name))) await see(market);
  while (missing.size > 0) await see(own);
  venue.clock.freeze();
  await run;
  await Promise.all([market.close(), own.close()]);
});

test("the page shows every channel and field, and needs nothing from elsewhere", async () => {
  const response = await fetch(`${venue.baseUrl}/docs/sockets`);
  expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
  const page = await response.text();
  for (const { address } of Object.values(sockets.channels))
    expect(page).toContain(`<code>${address}</code>`);
  for (const field of ["data[].klineTime", "data[].asks[].price", "msg.data.order[].clientOrderId"]) {
    expect(page).toContain(`<code>${field}</code>`);
  }
  expect(page).not.toMatch(/(?:src|href)="https?:/);
  expect(page).not.toContain("<script");
  const rest = await fetch(`${venue.baseUrl}/docs`);
  expect(rest.status).toBe(200);
});
