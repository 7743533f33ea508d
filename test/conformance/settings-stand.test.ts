import { afterEach, beforeEach, expect, test } from "vitest";
import type { Venue } from "../../src/assembly/venue/index.ts";
import { startVenue } from "../../src/assembly/venue/index.ts";
import { Listener, signed } from "../sockets/listener.ts";
import type { Client } from "../venue/client.ts";
import { control } from "../venue/control.ts";
import { MASTER_KEY } from "./key-holders.ts";
import { clientsOf, done } from "./traders.ts";

/**
 * A setting that is asked for as it stands is accepted whatever is open, by V2, V3 and control; another one
 * is not.
 */

const BTC = "cmt_btcusdt";
const ETH = "cmt_ethusdt";

let venue: Venue;
let alice: Client;
let position: string;
beforeEach(async () => {
  venue = await startVenue({ prices: { btc: 60_000, eth: 3_000 }, masterKey: MASTER_KEY });
  let bob: Client;
  [alice, bob] = clientsOf(venue);
  await done(alice.post("account/leverage", { symbol: BTC, marginMode: 1, longLeverage: "20" }));
  await done(alice.post("account/position/changeHoldModel", { symbol: ETH, marginMode: 3 }));
  const order = { size: "0.1", order_type: "0", match_price: "0" };
  await done(alice.post("order/placeOrder", { ...order, symbol: BTC, type: "1", price: "50000" }));
  await done(bob.post("order/placeOrder", { ...order, symbol: ETH, type: "2", price: "3000" }));
  const eth = { ...order, symbol: ETH, type: "1", price: "3000", marginMode: 3 };
  await done(alice.post("order/placeOrder", eth));
  await done(alice.post("order/placeOrder", { ...eth, price: "2500" }));
  const [held] = await done(alice.get(`account/position/singlePosition?symbol=${ETH}`));
  position = String(held.id);
});
afterEach(() => venue.stop());

const asInForce = () => [
  alice.post("account/leverage", { symbol: BTC, marginMode: 1, longLeverage: "20", shortLeverage: "20" }),
  alice.post("account/leverage", { symbol: ETH, marginMode: 3, longLeverage: "20", shortLeverage: "20" }),
  alice.post("account/position/changeHoldModel", { symbol: BTC, marginMode: 1, separatedMode: 1 }),
  alice.post("account/position/changeHoldModel", { symbol: ETH, marginMode: 3, separatedMode: 1 }),
  alice.post("account/modifyAutoAppendMargin", { positionId: position, autoAppendMargin: false }),
  alice.post("/capi/v3/account/leverage", { symbol: "BTCUSDT", marginType: "CROSSED", crossLeverage: 20 }),
  alice.post("/capi/v3/account/leverage", { symbol: "ETHUSDT", isolatedLongLeverage: "20" }),
  alice.post("/capi/v3/account/marginType", { symbol: "ETHUSDT", marginType: "ISOLATED" }),
  alice.post("/capi/v3/account/modifyAutoAppendMargin", { positionId: position, autoAppendMargin: false }),
];

test("V2 and V3 accept what stands beside orders and positions, and push and change nothing", async () => {
  const listener = await Listener.open(`${venue.wsUrl}/v2/ws/private`, signed(venue.accounts[0]!));
  for (const channel of ["account", "positions", "orders"]) await listener.subscribe(channel);
  const shown = () =>
    Promise.all(["account/getAccounts", "account/position/allPosition"].map((path) => alice.get(path)));
  const before = (await shown()).map(({ text }) => text);
  for (const reply of asInForce()) await done(reply);
  expect((await shown()).map(({ text }) => text)).toEqual(before);
  listener.send({ event: "ping" });
  expect(await listener.next()).toMatchObject({ event: "pong" });
  await listener.close();
});

test.each([
  ["account/leverage", { symbol: BTC, marginMode: 1, longLeverage: "21" }, /1 open orders/],
  [
    "account/leverage",
    { symbol: ETH, marginMode: 3, longLeverage: "20", shortLeverage: "21" },
    /1 open orders/,
  ],
  ["account/position/changeHoldModel", { symbol: BTC, marginMode: 3 }, /1 open orders/],
  ["account/position/changeHoldModel", { symbol: ETH, marginMode: 3, separatedMode: 2 }, /open position/],
  ["/capi/v3/account/leverage", { symbol: "BTCUSDT", crossLeverage: 21 }, /1 open orders/],
  [
    "/capi/v3/account/leverage",
    { symbol: "BTCUSDT", marginType: "ISOLATED", crossLeverage: 20 },
    /open orders/,
  ],
  ["/capi/v3/account/marginType", { symbol: "ETHUSDT", marginType: "CROSSED" }, /open position/],
])("%s refuses a change: %o", async (path, body, why) => {
  const { status, text } = await alice.post(path, body);
  expect(status, text).toBe(400);
  expect(text).toMatch(why);
});

test("control accepts what stands, and leaves the version of who holds there", async () => {
  const { version } = await done(alice.get("account/getAccounts"));
  for (const [path, body] of [
    ["contracts/status", { symbol: ETH, status: "trading" }],
    ["contracts/change", { symbol: ETH, apiTradable: true }],
    ["contracts/risk", { symbol: ETH }],
    ["accounts/settings", { account: "demo-1" }],
  ] as const) {
    const { status, body: answer } = await control(venue, path, body);
    expect(status, JSON.stringify(answer)).toBe(200);
  }
  expect((await done(alice.get("account/getAccounts"))).version).toBe(version);
});

test("a leverage that stands is accepted below a minimum that was raised since; another is refused by its parameter's name", async () => {
  for (const symbol of [BTC, ETH]) {
    const raised = { symbol, leverageMin: "30", leverageDefault: "30" };
    expect(await control(venue, "contracts/change", raised)).toMatchObject({ status: 200 });
  }
  for (const reply of asInForce()) await done(reply);
  const refused = async (path: string, body: object): Promise<string> => {
    const { status, body: answer } = await alice.post(path, body);
    expect(status).toBe(400);
    return answer.msg;
  };
  expect(
    await refused("account/leverage", {
      symbol: BTC,
      marginMode: 1,
      longLeverage: "20",
      shortLeverage: "21",
    }),
  ).toMatch(/^Parameter shortLeverage is invalid: 21.00 differs/);
  expect(await refused("account/leverage", { symbol: BTC, marginMode: 1, longLeverage: "21" })).toMatch(
    /^Parameter longLeverage is invalid: 21.00 is below 30.00/,
  );
  expect(
    await refused("account/leverage", {
      symbol: ETH,
      marginMode: 3,
      longLeverage: "20",
      shortLeverage: "21",
    }),
  ).toMatch(/^Parameter shortLeverage is invalid: 21.00 is below 30.00/);
  const { body } = await alice.post("/capi/v3/account/leverage", {
    symbol: "ETHUSDT",
    isolatedShortLeverage: "21",
  });
  expect(body).toEqual({
    code: -1142,
    msg: expect.stringMatching(/isolatedShortLeverage.*21.00 is below 30.00/),
  });
});
