import fc from "fast-check";
import { expect, test } from "vitest";
import "../randomInput.ts";
import { Client } from "./client.ts";
import { venueOfTest } from "./venueOfTest.ts";

/*
 * Lists of the fapi dialect whose rows are made of some rows of history only: however many of these make none
 * of what is asked for, a page is full while there is more, and pages together are the whole.
 */

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
type Row = any;

const SYMBOL = "symbol=BTCUSDT";
/** Before anything happened. */
const START = 1_767_225_600_000;

/** An account that opened in parts, moved margin, closed in parts, went through zero, then did anything. */
async function traded() {
  const venue = await venueOfTest({
    prices: { btc: 60_000 },
    accounts: [{ name: "alice", positionMode: "one-way" }, { name: "bob" }],
  });
  const [alice, bob] = venue.accounts.map((key) => new Client(venue.baseUrl, key)) as [Client, Client];
  const done = async (client: Client, path: string) => {
    const { status, text } = await client.post(`/fapi/v1/${path}`);
    expect(status, text).toBe(200);
  };
  await done(alice, `marginType?${SYMBOL}&marginType=ISOLATED`);
  const rests = `order?${SYMBOL}&type=LIMIT&timeInForce=GTC&quantity=1`;
  await done(bob, `${rests}&side=SELL&positionSide=SHORT&price=60100`);
  await done(bob, `${rests}&side=BUY&positionSide=LONG&price=59900`);
  const trade = (lots: number) =>
    done(
      alice,
      `order?${SYMBOL}&type=MARKET&side=${lots > 0 ? "BUY" : "SELL"}&quantity=${(Math.abs(lots) * 0.001).toFixed(3)}`,
    );
  for (let i = 0; i < 40; i++) await trade(1); // openings alone, more than a page is read at a time
  await trade(-3);
  await done(alice, `positionMargin?${SYMBOL}&amount=5&type=1`);
  for (let i = 0; i < 20; i++) await trade(-1);
  await trade(-30); // through zero
  for (const lots of fc.sample(fc.integer({ min: -9, max: 9 }), 20)) if (lots !== 0) await trade(lots);
  const ask = async (path: string): Promise<Row[]> => {
    const { status, body, text } = await alice.get(`/fapi/v1/${path}`);
    expect(status, text).toBe(200);
    return body;
  };
  return { ask };
}

test("pages of income are full while there is more, of each type and from both ends", async () => {
  const { ask } = await traded();
  const all = await ask(`income?startTime=${START}&limit=1000`);
  const trades = await ask(`userTrades?${SYMBOL}&startTime=${START}&limit=1000`);
  const ofType = (type: string) => all.filter(({ incomeType }) => incomeType === type);
  // One commission and, where it closed, one profit a trade: also of the one through zero.
  expect(ofType("COMMISSION").map(({ tradeId, income }) => [tradeId, -Number(income)])).toEqual(
    trades.map(({ id, commission }) => [String(id), Number(commission)]),
  );
  expect(ofType("REALIZED_PNL").map(({ tradeId, income }) => [tradeId, income])).toEqual(
    trades.filter(({ realizedPnl }) => realizedPnl !== "0").map((row) => [String(row.id), row.realizedPnl]),
  );
  expect(all[0]).toMatchObject({ incomeType: "TRANSFER", income: "100000" });
  for (const type of ["", "REALIZED_PNL", "COMMISSION", "TRANSFER"]) {
    const whole = type === "" ? all : ofType(type);
    for (const limit of [1, 3, 7]) {
      const asked = `income?limit=${limit}${type === "" ? "" : `&incomeType=${type}`}`;
      const from = await ask(`${asked}&startTime=${START}&page=2`);
      expect(from, `${asked}, second page`).toEqual(whole.slice(limit, 2 * limit));
      expect(await ask(asked), `${asked}, the last ones`).toEqual(whole.slice(-limit));
    }
    const pages: Row[][] = [];
    do
      pages.push(
        await ask(
          `income?limit=20&startTime=${START}&page=${pages.length + 1}${type === "" ? "" : `&incomeType=${type}`}`,
        ),
      );
    while (pages.at(-1)!.length === 20);
    expect(pages.flat()).toEqual(whole);
  }
});

test("moves of margin of one direction are found behind any number of the other", async () => {
  const { ask } = await traded();
  const all = await ask(`positionMargin/history?${SYMBOL}&limit=500`);
  for (const type of [1, 2]) {
    const whole = all.filter((row) => row.type === type);
    expect(whole.length).toBeGreaterThan(20);
    for (const limit of [1, 2, 30]) {
      const asked = `positionMargin/history?${SYMBOL}&type=${type}&limit=${limit}`;
      expect(await ask(asked), asked).toEqual(whole.slice(-limit));
      expect(await ask(`${asked}&startTime=${START}`)).toEqual(whole.slice(0, limit));
    }
  }
});

test("incomes add up to the wallet, also where the fund paid what a liquidation fell short of", async () => {
  const venue = await venueOfTest({
    prices: { btc: 60_000 },
    accounts: [{ name: "alice", positionMode: "one-way", balance: "500" }, { name: "bob" }],
  });
  const [alice, bob] = venue.accounts.map((key) => new Client(venue.baseUrl, key)) as [Client, Client];
  await alice.post(`/fapi/v1/leverage?${SYMBOL}&leverage=100`);
  const rests = "type=LIMIT&timeInForce=GTC&quantity=0.4&price=60000";
  await bob.post(`/fapi/v1/order?${SYMBOL}&side=SELL&positionSide=SHORT&${rests}`);
  await alice.post(`/fapi/v1/order?${SYMBOL}&side=BUY&type=MARKET&quantity=0.4`);
  await venue.feeds.push({ cmt_btcusdt: 55_000_000 }); // a gap: 2 000 are lost
  const incomes: Row[] = (await alice.get(`/fapi/v1/income?startTime=${START}`)).body;
  const [{ balance }] = (await alice.get("/fapi/v2/balance")).body;
  expect(incomes.reduce((sum, { income }) => sum + Number(income), 0)).toBeCloseTo(Number(balance), 7);
  const paid = incomes.filter(({ incomeType }) => incomeType === "INSURANCE_CLEAR");
  expect(paid.map(({ income }) => Number(income) > 0)).toEqual([true]);
  expect((await alice.get("/fapi/v1/income?incomeType=INSURANCE_CLEAR")).body).toEqual(paid);
});
