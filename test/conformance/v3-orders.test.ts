import { expect, onTestFinished, test } from "vitest";
import type { Venue } from "../../src/assembly/venue/index.ts";
import { startVenue } from "../../src/assembly/venue/index.ts";
import { ControlClient, V3Client } from "../../src/interface/client/index.ts";

/** What a program of V2 takes for granted when it has moved to V3. */

interface Trading {
  readonly venue: Venue;
  readonly bot: V3Client;
  readonly maker: V3Client;
}

const symbol = "BTCUSDT";
const buy = { symbol, side: "BUY", positionSide: "LONG", quantity: "1" } as const;
const sell = {
  symbol,
  side: "SELL",
  positionSide: "SHORT",
  quantity: "0.4",
  type: "LIMIT",
  timeInForce: "GTC",
} as const;

async function trading(): Promise<Trading> {
  const venue = await startVenue({ prices: { btc: 60_000 }, accounts: [{ name: "bot" }, { name: "maker" }] });
  const [bot, maker] = venue.accounts.map(
    (credentials) => new V3Client({ baseUrl: venue.baseUrl, credentials, limits: "off" }),
  );
  onTestFinished(async () => {
    bot!.close();
    maker!.close();
    await venue.stop();
  });
  return { venue, bot: bot!, maker: maker! };
}

test("a market order takes all or nothing where it says FOK, and cannot promise to rest", async () => {
  const { bot, maker } = await trading();
  await maker.orders.placeOrder({ ...sell, price: "60000", newClientOrderId: "ask" });
  const market = { ...buy, type: "MARKET" } as const;
  for (const rests of [{ postOnly: true }, { timeInForce: "POST_ONLY" as const }])
    await expect(
      bot.orders.placeOrder({ ...market, newClientOrderId: "rests", ...rests }),
    ).rejects.toMatchObject({
      code: "-1128",
    });
  await bot.orders.placeOrder({ ...market, timeInForce: "FOK", newClientOrderId: "whole" });
  expect(await bot.orders.getOrder({ origClientOrderId: "whole" })).toMatchObject({
    executedQty: "0.0000",
    status: "CANCELED",
  });
  await bot.orders.placeOrder({ ...market, timeInForce: "GTC", newClientOrderId: "rest" });
  expect(await bot.orders.getOrder({ origClientOrderId: "rest" })).toMatchObject({ executedQty: "0.4000" });
});

test("an order is found by the client id that it is shown with, its own where it was given none", async () => {
  const { bot, maker } = await trading();
  await maker.orders.placeOrder({ ...sell, price: "60000", newClientOrderId: "ask" });
  await bot.orders.placeOrder({ ...buy, quantity: "0.4", type: "MARKET", newClientOrderId: "in" });
  await maker.orders.placeOrder({
    ...sell,
    side: "BUY",
    positionSide: "LONG",
    price: "60000",
    newClientOrderId: "bid",
  });
  await bot.orders.closePositions({ symbol });
  const [ended] = await bot.orders.orderHistory({ symbol, limit: 1 });
  expect(ended!.clientOrderId).toBe(String(ended!.orderId));
  expect(await bot.orders.getOrder({ origClientOrderId: ended!.clientOrderId })).toEqual(ended);
  await expect(maker.orders.getOrder({ origClientOrderId: ended!.clientOrderId })).rejects.toMatchObject({
    code: "-3200",
  });
});

test("settings are listed of the contracts that are, once each", async () => {
  const { venue, bot } = await trading();
  const symbols = async () => (await bot.account.symbolConfig()).map((each) => each.symbol);
  const before = await symbols();
  const control = new ControlClient({ baseUrl: venue.controlUrl, token: venue.adminToken });
  await control.call("POST contracts/status", { symbol: "cmt_btcusdt", status: "delisted", noticeMs: 0 });
  expect(await symbols()).toEqual(before.filter((each) => each !== symbol));
  expect(await bot.account.symbolConfig({ symbol })).toMatchObject([{ symbol }]);
});
