import { afterAll, beforeAll, expect, test } from "vitest";
import type { Venue } from "../../src/assembly/venue/index.ts";
import { startVenue } from "../../src/assembly/venue/index.ts";
import { FIRST_USER_ACCOUNT } from "../../src/kernel/core/index.ts";
import type { Client } from "../venue/client.ts";
import { control } from "../venue/control.ts";
import { holder, MASTER_KEY } from "./key-holders.ts";
import { clientsOf, done } from "./traders.ts";

/**
 * What the vendor's Go SDK for V2 calls and how it reads the answers, where the interface has it otherwise.
 */

const BTC = "cmt_btcusdt";
const order = { symbol: BTC, size: "0.01", order_type: "0", match_price: "0", price: "60000" };

let venue: Venue;
let sdk: Client;
let bob: Client;
let other: Client;
beforeAll(async () => {
  venue = await startVenue({
    prices: { btc: 60_000 },
    masterKey: MASTER_KEY,
    wire: "strict-sdk",
    prehistory: 200,
  });
  [sdk, bob] = clientsOf(venue);
  other = await holder(venue, "of-the-seed", FIRST_USER_ACCOUNT, { wireProfile: "seed" });
});
afterAll(() => venue.stop());

test("candles between two times, by the name interval", async () => {
  const now = venue.clock.now();
  const [startTime, endTime] = [now - 10 * 60_000, now - 5 * 60_000];
  const query = `symbol=${BTC}&interval=1m&startTime=${startTime}&endTime=${endTime}&limit=500`;
  const rows = await done(sdk.get(`market/history/klines?${query}`));
  expect(rows).toHaveLength(6);
  expect(rows.map(([time]: [string]) => Number(time))).toEqual(
    Array.from({ length: 6 }, (_, i) => startTime + i * 60_000),
  );
  expect(rows[0].every((each: unknown) => typeof each === "string")).toBe(true);
});

test("past funding rates, and when the next is", async () => {
  const rates = await done(sdk.get(`market/fundingRate/history?symbol=${BTC}&limit=50`));
  expect(rates).toEqual(await done(sdk.get(`market/getHistoryFundRate?symbol=${BTC}&limit=50`)));
  expect(rates.length).toBeGreaterThan(3);
  const [, second, third] = rates;
  const span = `startTime=${third.fundingTime}&endTime=${second.fundingTime}`;
  expect(await done(sdk.get(`market/fundingRate/history?symbol=${BTC}&${span}`))).toEqual([second, third]);
  const { fundingTime } = await done(sdk.get(`market/funding_time?symbol=${BTC}`));
  expect(await done(sdk.get(`market/settlementTime?symbol=${BTC}`))).toEqual({
    symbol: BTC,
    settlementTime: fundingTime,
  });
});

test("one object where the interface has a list", async () => {
  expect(await done(sdk.get(`market/open_interest?symbol=${BTC}`))).toMatchObject({ symbol: BTC });
  const path = `account/position/singlePosition?symbol=${BTC}`;
  expect(await done(sdk.get(path))).toEqual({});
  await done(bob.post("order/placeOrder", { ...order, type: "2" }));
  await done(sdk.post("order/placeOrder", { ...order, type: "1" }));
  expect(await done(sdk.get(path))).toMatchObject({ symbol: BTC, side: "LONG", size: "0.0100" });
  expect(await done(other.get(path))).toMatchObject([{ side: "LONG" }]);
});

test("a moved take-profit has what is answered in its data, where the SDK looks for it", async () => {
  const tpSl = {
    symbol: BTC,
    planType: "profit_plan",
    size: "0.01",
    positionSide: "long",
    triggerPrice: "61000",
  };
  const [{ orderId }] = await done(sdk.post("order/placeTpSlOrder", tpSl));
  const moved = { orderId, triggerPrice: "62000" };
  const { data, ...envelope } = await done(sdk.post("order/modifyTpSlOrder", moved));
  expect(envelope).toEqual({ code: "00000", msg: "success", requestTime: expect.any(Number) });
  expect(data).toEqual({ ...envelope, data: "" });
  expect(await done(other.post("order/modifyTpSlOrder", { ...moved, triggerPrice: "62500" }))).toMatchObject({
    data: "",
  });
});

test("auto-append by symbol and side", async () => {
  const ETH = "cmt_ethusdt";
  await control(venue, "prices/push", { prices: { [ETH]: "3000" } });
  const asked = { symbol: ETH, marginMode: 3, positionSide: "LONG", autoAddMargin: true };
  expect((await sdk.post("account/autoAddMargin", asked)).body).toMatchObject({ code: "40015" });
  await done(sdk.post("account/position/changeHoldModel", { symbol: ETH, marginMode: 3 }));
  const eth = { ...order, symbol: ETH, price: "3000", size: "0.1" };
  await done(bob.post("order/placeOrder", { ...eth, type: "2" }));
  await done(sdk.post("order/placeOrder", { ...eth, type: "1", marginMode: 3 }));
  expect(await done(sdk.post("account/autoAddMargin", asked))).toEqual({ ...asked, marginMode: "ISOLATED" });
  expect(await done(sdk.get(`account/position/singlePosition?symbol=${ETH}`))).toMatchObject({
    is_auto_append_isolated_margin: true,
  });
});

test("who does not speak its dialect finds none of it", async () => {
  const asked = { symbol: BTC, marginMode: 3, positionSide: "LONG", autoAddMargin: true };
  expect((await other.post("account/autoAddMargin", asked)).status).toBe(404);
  const seed = await startVenue({ prices: { btc: 60_000 } });
  for (const path of ["history/klines", "fundingRate/history", "settlementTime"]) {
    const url = `${seed.baseUrl}/capi/v2/market/${path}?symbol=${BTC}&interval=1m`;
    expect((await fetch(url)).status, path).toBe(404);
  }
  await seed.stop();
  const { paths } = (await (await fetch(`${venue.baseUrl}/openapi.json`)).json()) as { paths: object };
  expect(Object.keys(paths).filter((path) => path.includes("history/klines"))).toEqual([]);
});
