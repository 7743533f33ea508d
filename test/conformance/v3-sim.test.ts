import { Value } from "typebox/value";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Venue } from "../../src/assembly/venue/index.ts";
import { startVenue } from "../../src/assembly/venue/index.ts";
import { operations } from "../../src/service/gateway/operations.ts";
import { tellInOrder } from "../inOrder.ts";
import type { Client, Reply } from "../venue/client.ts";
import { send } from "../venue/client.ts";
import { control } from "../venue/control.ts";
import { clientsOf, keyed } from "./traders.ts";

/**
 * Paper trading over HTTP: every operation, every answer against its declared shape, next to a real market.
 */

const SIM = "/capi/v3/sim";
let venue: Venue;
let ann: Client;
let bob: Client;
let cat: Client;

tellInOrder();
beforeAll(async () => {
  const accounts = keyed("ann", "bob", "cat");
  venue = await startVenue({ prices: { btc: 60_000, eth: 3_000 }, seed: 1, accounts });
  [ann, bob, cat] = clientsOf(venue) as Client[] as [Client, Client, Client];
});
afterAll(async () => {
  await venue.settle();
  venue.engine.audit();
  await venue.stop();
});

let count = 0;
type Fields = Readonly<Record<string, string | boolean>>;

/** Places an order and returns its id, or its refusal. */
async function place(client: Client, path: string, fields: Fields): Promise<string> {
  const order = {
    type: "LIMIT",
    timeInForce: "GTC",
    side: "BUY",
    positionSide: "LONG",
    newClientOrderId: `sim-${++count}`,
    ...fields,
  };
  const reply = shaped("POST", path, await client.post(path, order));
  if (reply.status !== 200) return reply.body.msg as string;
  expect(reply.body).toMatchObject({ success: true, clientOrderId: order.newClientOrderId });
  return reply.body.orderId as string;
}
const paper = (fields: Fields, client = ann) =>
  place(client, `${SIM}/order`, { symbol: "BTCSUSDT", ...fields });
const real = (client: Client, fields: Fields) =>
  place(client, "/capi/v3/order", { symbol: "BTCUSDT", ...fields });
const sells = { side: "SELL", positionSide: "SHORT" } as const;

/** Checks that an answer has the shape that its operation declares. */
function shaped(method: string, path: string, reply: Reply): Reply {
  const operation = operations.find((each) => each.method === method && each.path === path)!;
  if (reply.status === 200) expect([...Value.Errors(operation.response, reply.body)]).toEqual([]);
  return reply;
}
async function read(path: string, query = "", client = ann) {
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  return shaped("GET", `${SIM}/${path}`, await client.get(`${SIM}/${path}${query}`)).body as any;
}

describe("the paper account", () => {
  test("is there at its first use, with its funds, beside the real one", async () => {
    expect(await read("balance")).toEqual([
      {
        asset: "SUSDT",
        balance: "100000",
        availableBalance: "100000",
        frozen: "0",
        unrealizePnl: "0",
      },
    ]);
    expect((await ann.get("/capi/v3/account/balance")).body).toMatchObject([{ asset: "USDT" }]);
    expect(await read("position/allPosition")).toEqual([]);
    expect(await read("order/history")).toEqual([]);
  });

  test("is the same for whoever asks at once", async () => {
    const replies = await Promise.all([1, 2, 3].map(() => read("balance", "", cat)));
    expect(replies.map(([{ balance }]) => balance)).toEqual(["100000", "100000", "100000"]);
  });
});

describe("a paper order", () => {
  test("takes from the live book and leaves it alone; positions and fills go by the paper symbol", async () => {
    await real(bob, { ...sells, quantity: "0.5", price: "60000" });
    const id = await paper({ quantity: "0.3", price: "60000" });
    expect(await read("position/allPosition")).toMatchObject([
      { symbol: "BTCSUSDT", asset: "SUSDT", side: "LONG", size: "0.3000", openValue: "18000" },
    ]);
    expect(await read("userTrades")).toMatchObject([
      { orderId: Number(id), symbol: "BTCSUSDT", commissionAsset: "SUSDT", maker: false, commission: "10.8" },
    ]);
    expect(await read("order/history", "?symbol=BTCSUSDT")).toMatchObject([
      { orderId: Number(id), symbol: "BTCSUSDT", status: "FILLED", executedQty: "0.3000" },
    ]);
    expect(await read("order/history", "?symbol=ETHSUSDT")).toEqual([]);
    const book = (await ann.get("/capi/v3/market/depth?symbol=BTCUSDT")).body;
    expect(book).toMatchObject({ asks: [["60000.0", "0.5000"]], bids: [] });
    expect((await ann.get("/capi/v3/market/trades?symbol=BTCUSDT")).body).toEqual([]);
    expect((await ann.get("/capi/v3/market/openInterest?symbol=BTCUSDT")).body.openInterest).toMatch(
      /^0(\.0*)?$/,
    );
  });

  test("takes what is left, and waits behind the queue for the rest", async () => {
    const id = await paper({ quantity: "0.5", price: "60000" });
    expect(await read("openOrders")).toMatchObject([
      { orderId: Number(id), symbol: "BTCSUSDT", status: "NEW", executedQty: "0.2000" },
    ]);
    await real(cat, { quantity: "0.6", price: "60000" }); // takes the real 0.5, rests with 0.1
    expect(await read("openOrders")).toMatchObject([{ executedQty: "0.2000" }]);
    await real(bob, { ...sells, quantity: "0.1", price: "60000" }); // meets the order behind
    expect(await read("openOrders")).toMatchObject([{ executedQty: "0.3000" }]);
    await real(bob, { ...sells, quantity: "1", price: "60000" });
    expect(await read("openOrders")).toEqual([]);
    expect(await read("userTrades", `?orderId=${id}`)).toMatchObject([
      { maker: true, qty: "0.2000", commission: "2.4" },
      { maker: true, qty: "0.1000" },
      { maker: false, qty: "0.2000" },
    ]);
  });

  test("is canceled by id or client id", async () => {
    const id = await paper({ quantity: "0.1", price: "50000" });
    await paper({ quantity: "0.1", price: "50000", newClientOrderId: "mine" });
    for (const query of [`orderId=${id}`, "origClientOrderId=mine"]) {
      const reply = shaped("DELETE", `${SIM}/order`, await ann.delete(`${SIM}/order?${query}`));
      expect(reply.body).toMatchObject({ success: true });
    }
    expect(await read("openOrders")).toEqual([]);
    const again = await ann.delete(`${SIM}/order?orderId=${id}`);
    expect(again.status).toBe(400);
  });

  test("is refused as a real one would be, and only for paper symbols", async () => {
    expect(await paper({ quantity: "90", price: "60000" })).toContain("available amount not enough");
    expect(await paper({ symbol: "BTCUSDT", quantity: "1", price: "60000" })).toContain("symbol");
    expect(await real(ann, { symbol: "BTCSUSDT", quantity: "1", price: "60000" })).toContain("symbol");
    expect(await paper({ quantity: "0.00001", price: "60000" })).toContain("stepSize");
  });

  test("that is sent again byte for byte is one order", async () => {
    const body = { symbol: "BTCSUSDT", side: "BUY", positionSide: "LONG", type: "LIMIT", timeInForce: "GTC" };
    const order = { ...body, quantity: "0.1", price: "50000", newClientOrderId: "twice" };
    const signed = ann.sign("POST", `${SIM}/order`, JSON.stringify(order));
    const [first, second] = [await send(signed), await send(signed)];
    expect(second.text).toBe(first.text);
    expect(await read("openOrders")).toMatchObject([{ orderId: Number(first.body.orderId) }]);
    await ann.delete(`${SIM}/order?origClientOrderId=twice`);
  });

  test("is nobody else's", async () => {
    const id = await paper({ quantity: "0.1", price: "50000" });
    expect((await cat.delete(`${SIM}/order?orderId=${id}`)).status).toBe(400);
    expect((await ann.delete(`/capi/v3/order?orderId=${id}`)).status).toBe(400);
    expect(await read("openOrders", "", cat)).toEqual([]);
    await ann.delete(`${SIM}/order?orderId=${id}`);
  });
});

describe("starting anew", () => {
  test("closes what is open, at any amount that is named", async () => {
    await paper({ quantity: "0.1", price: "50000" });
    const reply = shaped("POST", `${SIM}/reset`, await ann.post(`${SIM}/reset`, { amount: "2500.5" }));
    expect(reply.body).toMatchObject([{ asset: "SUSDT", balance: "2500.5", availableBalance: "2500.5" }]);
    expect(await read("openOrders")).toEqual([]);
    expect(await read("position/allPosition")).toEqual([]);
    expect((await ann.post(`${SIM}/reset`, {})).body).toMatchObject([{ balance: "100000" }]);
    for (const amount of ["0", "-1", "1000000000.1", "x"]) {
      const refused = await ann.post(`${SIM}/reset`, { amount });
      expect(refused.body).toMatchObject({
        code: expect.any(Number),
        msg: expect.stringContaining("amount"),
      });
      expect(refused.status).toBe(400);
    }
  });
});

test("an operator starts anybody anew, and opens what is not there yet", async () => {
  const paper = (body: object) => control(venue, "accounts/paper", body);
  expect((await paper({ account: "bob", balance: "77" })).body).toMatchObject({ wallet: "77" });
  expect(await read("balance", "", bob)).toMatchObject([{ balance: "77" }]);
  expect((await paper({ account: "ann" })).body).toMatchObject({ wallet: "100000" });
  for (const body of [{ account: "paper of ann" }, { account: "fees" }, { account: "ann", balance: "0" }])
    expect((await paper(body)).status).toBe(400);
});

test("paper symbols are told where programs ask for symbols, and nowhere in V2", async () => {
  const symbols = (await ann.get("/capi/v3/market/apiTradingSymbols")).body as string[];
  expect(symbols).toEqual(expect.arrayContaining(["BTCUSDT", "BTCSUSDT", "ETHSUSDT"]));
  for (const path of ["market/contracts", "market/tickers"]) {
    expect((await ann.get(path)).text).not.toContain("susdt");
  }
});
