import { afterEach, beforeEach, expect, test } from "vitest";
import type { Venue } from "../../src/assembly/venue/index.ts";
import { OperatorError, startVenue } from "../../src/assembly/venue/index.ts";
import { V2Client } from "../../src/interface/client/index.ts";
import { INSURANCE_ACCOUNT } from "../../src/kernel/core/index.ts";

/**
 * What a test does to its market without a raw call of control: everything is a decimal, and has happened
 * when it resolves.
 */

let venue: Venue;
let maker: V2Client;
let bot: V2Client;

beforeEach(async () => {
  venue = await startVenue({
    accounts: [{ name: "maker" }, { name: "bot", balance: "500" }],
    prices: { btc: 60_000 },
  });
  [maker, bot] = venue.accounts.map(
    (credentials) => new V2Client({ baseUrl: venue.baseUrl, credentials }),
  ) as [V2Client, V2Client];
});

afterEach(async () => {
  maker.close();
  bot.close();
  await venue.stop();
});

const limit = { symbol: "cmt_btcusdt", order_type: "0", match_price: "0" } as const;

test("deposits and withdrawals answer what the account has then", async () => {
  expect(await venue.deposit("bot", "0.5")).toMatchObject({ wallet: "500.5", available: "500.5" });
  expect(await venue.withdraw("bot", "0.5")).toMatchObject({ wallet: "500", available: "500" });
});

test("with a reference money moves once, and the first answer is the answer", async () => {
  const first = await venue.deposit("bot", "3", { reference: "d:1" });
  await venue.deposit("bot", "1");
  expect(await venue.deposit("bot", "3", { reference: "d:1" })).toEqual(first);
  expect(await venue.withdraw("bot", "4", { reference: "w:1" })).toMatchObject({ wallet: "500" });
  expect(await venue.withdraw("bot", "4", { reference: "w:1" })).toMatchObject({ wallet: "500" });
  expect((await venue.account("bot")).wallet).toBe("500");
  await expect(venue.deposit("bot", "5", { reference: "d:1" })).rejects.toThrow(
    "reference 'd:1' was used for money/deposit with amount '3', now '5': use another",
  );
  const funds = async () =>
    (await venue.engine.query({ type: "assets", account: INSURANCE_ACCOUNT }))!.wallet;
  const before = await funds();
  for (let i = 0; i < 2; i++) await venue.fund("7", { reference: "f:1" });
  for (let i = 0; i < 2; i++) await venue.fund("-2", { reference: "f:2" });
  expect((await funds()) - before).toBe(500_000_000n);
});

test("a refusal is control's own, by code and in words", async () => {
  const refused = venue.withdraw("bot", "501");
  await expect(refused).rejects.toBeInstanceOf(OperatorError);
  await expect(venue.account("nobody")).rejects.toThrow(/accounts\/show.*nobody/);
});

test("anybody's order is cancelled by its id", async () => {
  const { order_id } = await bot.orders.place({ ...limit, size: "0.01", type: "1", price: "59000" });
  await venue.cancel(order_id);
  expect((await venue.account("bot")).liveOrders).toBe(0);
});

/** The maker sells to the bot. */
async function trade(): Promise<void> {
  await maker.orders.place({ ...limit, size: "0.1", type: "2", price: "60000" });
  await bot.orders.place({ ...limit, size: "0.1", type: "1", price: "60000" });
}

test("a price is set in decimals or moved, and what it sets off has happened", async () => {
  await trade();
  await venue.price("btc", "59000");
  await venue.step(1_000);
  const { positions } = await venue.account("bot");
  expect(positions).toMatchObject([{ symbol: "cmt_btcusdt", leg: "long", size: "0.1000" }]);
  await venue.price("cmt_btcusdt", "-20%");
  await venue.step(1_000);
  expect((await venue.account("bot")).positions).toEqual([]);
});

test("the fund is filled and drained, an account liquidated whatever its margin", async () => {
  await venue.fund("1000");
  await venue.fund("-400");
  await trade();
  await venue.price("btc", "59000");
  expect((await venue.account("maker")).positions).toMatchObject([{ leg: "short", size: "0.1000" }]);
  await venue.liquidate("maker");
  expect((await venue.account("maker")).positions).toEqual([]);
});
