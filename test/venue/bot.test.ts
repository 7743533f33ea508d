import { afterAll, expect, test } from "vitest";
import { defaultScenario } from "../../src/movers/feeds/index.ts";
import { tellInOrder } from "../inOrder.ts";
import { ApiError, Bot } from "./bot.ts";
import { Client } from "./client.ts";
import { openProxy } from "./cuttingProxy.ts";
import { ceilDivide, exact, feeOf, proportion, sum, times } from "./decimal.ts";
import { placeFor } from "./placeLimit.ts";
import { venueOfFile } from "./venueOfTest.ts";

/**
 * A bot runs through its day on a venue that it takes for the live one. What it is told is compared with
 * figures that this file works out by itself, to the last digit.
 */

const SYMBOL = "cmt_btcusdt";
const TAKER = "0.0006";
const LEVERAGE = 10n;
/** Answers that the network loses of one request: as many as the bot repeats it. */
const RETRIES_LOST = 2;

tellInOrder();
const scenario = defaultScenario("empty");
const venue = await venueOfFile({
  market: {
    ...scenario,
    listings: scenario.listings.slice(0, 1),
    feeds: { [SYMBOL]: { type: "constant", price: 60_000 } },
    prehistory: 300,
  },
  prehistory: 300,
  audit: true,
  log: { info() {}, warn: console.warn, error: console.error },
});
const proxy = await openProxy(venue.port);
afterAll(() => proxy.close());
const bot = new Bot(`${proxy.baseUrl}/`, venue.accounts[0]!);
const dealer = new Client(venue.baseUrl, venue.accounts[1]!);

/** What the account should say, worked out here. */
const mine = { amount: exact("100000"), size: 0n, openValue: 0n, fees: 0n };

interface Execution {
  readonly size: string;
  readonly price: string;
}

const worthOf = ({ size, price }: Execution) => times(exact(size), exact(price));

/** Books a purchase that opens. */
function bought(executions: readonly Execution[]): { readonly value: bigint; readonly fee: bigint } {
  const value = sum(executions.map(worthOf));
  const fee = sum(executions.map((each) => feeOf(worthOf(each), TAKER)));
  mine.amount -= value + fee;
  mine.size += sum(executions.map(({ size }) => exact(size)));
  mine.openValue += value;
  mine.fees += fee;
  return { value, fee };
}

/** Books a sale that closes; the realized gain of each execution. */
function sold(executions: readonly Execution[]): { value: bigint; fee: bigint; realized: bigint[] } {
  const realized: bigint[] = [];
  let [value, fee] = [0n, 0n];
  for (const each of executions) {
    const [v, f] = [worthOf(each), feeOf(worthOf(each), TAKER)];
    const size = exact(each.size);
    const share = size === mine.size ? mine.openValue : proportion(mine.openValue, size, mine.size);
    realized.push(v - share - f);
    mine.size -= size;
    mine.openValue -= share;
    value += v;
    fee += f;
  }
  mine.amount += value - fee;
  mine.fees += fee;
  return { value, fee, realized };
}

async function expectAssets(mark: string, frozen = 0n): Promise<void> {
  const assets = await bot.get("account/assets");
  expect(Array.isArray(assets)).toBe(true);
  const usdt = assets.find(({ coinName }: { coinName: string }) => coinName === "USDT");
  const worth = times(mine.size, exact(mark));
  const equity = mine.amount + worth;
  const told = ["equity", "unrealizePnl", "frozen", "available"].map((name) => exact(usdt[name]));
  const available = equity - ceilDivide(worth, LEVERAGE) - frozen;
  expect(told).toEqual([equity, worth - mine.openValue, frozen, available]);
}

async function expectPosition(mark: string): Promise<void> {
  const positions = await bot.get("account/position/allPosition");
  if (mine.size === 0n) {
    expect(positions).toEqual([]);
    return;
  }
  const [position] = positions;
  expect(position).toMatchObject({ symbol: SYMBOL, side: "LONG", leverage: "10.00", margin_mode: "SHARED" });
  const worth = times(mine.size, exact(mark));
  expect(exact(position.size)).toBe(mine.size);
  expect(exact(position.open_value)).toBe(mine.openValue);
  expect(exact(position.unrealizePnl)).toBe(worth - mine.openValue);
  expect(exact(position.marginSize)).toBe(ceilDivide(worth, LEVERAGE));
}

/** Somebody else makes the market: rests these, after taking away what was there. */
async function deal(quotes: readonly (readonly ["buy" | "sell", string, string])[]): Promise<void> {
  await dealer.post("order/cancelAllOrders", { cancelOrderType: "normal" });
  for (const [side, size, price] of quotes) {
    const named = { client_oid: `dealer-${size}-${price}`, type: side === "buy" ? "1" : "2" };
    await placeFor(dealer, { ...named, size, order_type: "1", price });
  }
}

let entryOrder: string;
/** The ticker before anything traded: what the generated past makes of the day. */
let quiet: Readonly<Record<string, string>>;

test("it gets its bearings", async () => {
  const { timestamp } = await bot.market("time");
  expect(timestamp).toBe(venue.clock.now());
  const [contract] = await bot.market(`contracts?symbol=${SYMBOL}`);
  expect(contract).toMatchObject({
    symbol: SYMBOL,
    tick_size: "1",
    size_increment: "4",
    minOrderSize: "0.0001",
    makerFeeRate: "0.0002",
    takerFeeRate: "0.0006",
  });
  const leverage = { symbol: SYMBOL, marginMode: 1, longLeverage: "10", shortLeverage: "10" };
  expect((await bot.post("account/leverage", leverage)).code).toBe("200");
  for (const [interval, ms] of [
    ["5m", 300_000],
    ["1H", 3_600_000],
    ["4h", 14_400_000],
  ] as const) {
    const candles = await bot.market(`candles?symbol=${SYMBOL}&granularity=${interval}&limit=120`);
    expect(candles.length).toBe(120);
    for (const [i, candle] of candles.entries()) {
      expect(candle).toHaveLength(7);
      const [time, open, high, low, close] = candle.map(Number);
      expect(time).toBe(Number(candles[0][0]) + i * ms);
      expect(low > 0 && low <= Math.min(open, close) && high >= Math.max(open, close)).toBe(true);
    }
  }
  await deal([
    ["sell", "0.3", "60010"],
    ["sell", "0.4", "60050.5"],
    ["buy", "0.5", "59990"],
  ]);
  quiet = await bot.market(`ticker?symbol=${SYMBOL}`);
  expect(quiet).toMatchObject({ best_ask: "60010.0", best_bid: "59990.0", markPrice: "60000.000" });
  expect(await bot.market(`depth?symbol=${SYMBOL}&limit=15`)).toMatchObject({
    asks: [
      ["60010.0", "0.3000"],
      ["60050.5", "0.4000"],
    ],
    bids: [["59990.0", "0.5000"]],
  });
  await expectAssets("60000");
});

test("it buys at market, without a price and with presets as numbers", async () => {
  const { order_id, client_oid } = await bot.post("order/placeOrder", {
    symbol: SYMBOL,
    client_oid: "bot_1767225600000_1",
    ...{ size: "0.5", type: "1", order_type: "0", match_price: "1" },
    ...{ presetTakeProfitPrice: 61800, presetStopLossPrice: 58800.5 },
  });
  expect(client_oid).toBe("bot_1767225600000_1");
  entryOrder = order_id;
  const { value, fee } = bought([
    { size: "0.3", price: "60010" },
    { size: "0.2", price: "60050.5" },
  ]);
  const detail = await bot.get("order/detail", { orderId: order_id });
  expect(detail).toMatchObject({
    order_id,
    status: "filled",
    type: "open_long",
    order_type: "ioc",
    price: "0.0",
    presetTakeProfitPrice: "61800.0",
    presetStopLossPrice: "58800.5",
    contracts: 500_000,
    filledQtyContracts: 500_000,
  });
  expect(exact(detail.filled_qty)).toBe(exact("0.5"));
  expect(exact(detail.fee)).toBe(fee);
  expect(exact(detail.price_avg)).toBe(proportion(value, exact("1"), exact("0.5")));
  await expectAssets("60000");
  await expectPosition("60000");
  const after = await bot.market(`ticker?symbol=${SYMBOL}`);
  expect(after).toMatchObject({ last: "60050.5", best_ask: "60050.5", best_bid: "59990.0" });
  expect(exact(after.base_volume) - exact(quiet.base_volume!)).toBe(exact("0.5"));
  expect(exact(after.volume_24h) - exact(quiet.volume_24h!)).toBe(value);
  expect((await bot.market(`depth?symbol=${SYMBOL}`)).asks).toEqual([["60050.5", "0.2000"]]);
  expect(await bot.market(`trades?symbol=${SYMBOL}&limit=2`)).toMatchObject([
    { price: "60050.5", size: "0.2000", value: "12010.1", isBuyerMaker: false },
    { price: "60010.0", size: "0.3000", value: "18003" },
  ]);
  expect(await bot.market(`open_interest?symbol=${SYMBOL}`)).toMatchObject([
    { base_volume: "0.5000", target_volume: "30000" },
  ]);
  const plans = await bot.get("order/currentPlan", { symbol: SYMBOL });
  expect(
    plans.map((plan: Record<string, string>) => [plan.type, plan.status, plan.triggerPrice]).sort(),
  ).toEqual([
    ["3", "0", "58800.5"],
    ["3", "0", "61800.0"],
  ]);
  for (const plan of plans) expect(exact(plan.size)).toBe(exact("0.5"));
});

test("it sets a stop-loss and takes it back", async () => {
  const loss = { planType: "loss_plan", triggerPrice: "59000", executePrice: "0", size: "0.2" };
  const of = { symbol: SYMBOL, positionSide: "long", marginMode: 1 };
  const [placed] = await bot.post("order/placeTpSlOrder", { ...of, clientOrderId: "sl-1", ...loss });
  expect(placed).toMatchObject({ success: true });
  expect(await bot.get("order/currentPlan")).toHaveLength(3);
  const canceled = await bot.post("order/cancel_plan", { orderId: String(placed.orderId) });
  expect(canceled).toMatchObject({ result: true, err_msg: null });
  expect(await bot.get("order/currentPlan")).toHaveLength(2);
});

test("answers are lost twice: its order is placed once", async () => {
  const before = bot.sent;
  proxy.cut(RETRIES_LOST);
  const order = { symbol: SYMBOL, size: "0.1", type: "1", order_type: "1", match_price: "0" };
  const named = { client_oid: "bot_1767225600000_2", price: "59980", marginMode: "1" };
  const { order_id } = await bot.post("order/placeOrder", { ...order, ...named });
  expect(bot.sent - before).toBe(3);
  const current = await bot.get("order/current", { symbol: SYMBOL });
  expect(current).toMatchObject([{ order_id, status: "open", price: "59980.0", filled_qty: "0", fee: "0" }]);
  // Initial margin, taker fee and no open loss, since the limit is below the mark; each rounded up.
  const value = times(exact("0.1"), exact("59980"));
  const fee = ceilDivide(value * exact(TAKER), exact("1"));
  await expectAssets("60000", ceilDivide(value, LEVERAGE) + fee);
  proxy.cut(RETRIES_LOST);
  const cancel = { symbol: SYMBOL, marginCoin: "USDT", orderId: order_id };
  const canceled = await bot.post("order/cancel_order", cancel);
  expect(canceled).toMatchObject({ order_id, result: true });
  expect(proxy.lost).toBe(2 * RETRIES_LOST);
  await expectAssets("60000");
});
test("the price rises, it takes some profit", async () => {
  await venue.feeds.push({ [SYMBOL]: 60_300_000 });
  await deal([
    ["buy", "0.2", "60300"],
    ["sell", "1", "60400"],
  ]);
  await expectPosition("60300");
  const close = { symbol: SYMBOL, size: "0.2", type: "3", order_type: "3", match_price: "0", price: "60290" };
  const { order_id } = await bot.post("order/placeOrder", { ...close, client_oid: "bot_1767225600000_3" });
  const { fee, realized } = sold([{ size: "0.2", price: "60300" }]);
  const { list, nextFlag, totals } = await bot.get("order/fills", { symbol: SYMBOL, orderId: order_id });
  expect({ nextFlag, totals }).toEqual({ nextFlag: false, totals: 1 });
  expect(list).toMatchObject([{ direction: "CLOSE_LONG", orderSide: "SELL", positionSide: "LONG" }]);
  expect(exact(list[0].fillFee)).toBe(fee);
  expect(exact(list[0].realizePnl)).toBe(realized[0]);
  await expectAssets("60300");
  await expectPosition("60300");
});

test("what does not exist is a quick JSON 404, what is refused says why", async () => {
  for (const path of ["order/openOrders", "order/plan_orders", "position/allPosition"]) {
    await expect(bot.get(path)).rejects.toMatchObject({ status: 404, code: "404" });
  }
  const wrong = { symbol: SYMBOL, type: "1", order_type: "0", match_price: "0", price: "60000" };
  const error = await bot.post("order/placeOrder", { ...wrong, size: "0.00015" }).catch((each) => each);
  expect(error).toBeInstanceOf(ApiError);
  expect(error.status).toBe(400);
  expect(/stepSize '([^']+)'/.exec(error.message)?.[1]).toBe("0.0001");
  await expect(bot.post("order/placeOrder", { ...wrong, size: "20" })).rejects.toThrow(
    "available amount not enough",
  );
  await expect(bot.post("order/cancel_order", { orderId: "123" })).rejects.toThrow("Order does not exist");
});

test("it closes everything with a body of no bytes", async () => {
  await deal([
    ["buy", "0.1", "60320"],
    ["buy", "1", "60310.3"],
  ]);
  const [closed] = await bot.post("order/closePositions");
  expect(closed).toMatchObject({ success: true, errorMessage: "" });
  const executions = [
    { size: "0.1", price: "60320" },
    { size: "0.2", price: "60310.3" },
  ];
  const { value, fee, realized } = sold(executions);
  expect(mine).toMatchObject({ size: 0n, openValue: 0n });
  const detail = await bot.get("order/detail", { orderId: closed.successOrderId });
  expect(detail).toMatchObject({ status: "filled", type: "close_long" });
  expect(exact(detail.price_avg)).toBe(proportion(value, exact("1"), exact("0.3")));
  expect(exact(detail.fee)).toBe(fee);
  expect(exact(detail.totalProfits)).toBe(sum(realized));
  await expectPosition("60300");
  await expectAssets("60300");
  expect(await bot.post("order/closePositions")).toEqual([]);
});

test("its books agree with the venue's", async () => {
  const orders = await bot.get("order/history", { symbol: SYMBOL, limit: 10 });
  expect(orders.map(({ status, client_oid }: Record<string, string>) => `${client_oid} ${status}`)).toEqual([
    expect.stringMatching(/^\d+ filled$/), // closePositions names its order by its id
    "bot_1767225600000_3 filled",
    "bot_1767225600000_2 canceled",
    "sl-1 canceled",
    "bot_1767225600000_1 filled",
  ]);
  expect(sum(orders.map(({ fee }: Record<string, string>) => exact(fee!)))).toBe(mine.fees);
  const { list } = await bot.get("order/fills");
  expect(list).toHaveLength(5);
  expect(sum(list.map((fill: Record<string, string>) => exact(fill.fillFee!)))).toBe(mine.fees);
  const entry = list.filter((fill: { orderId: number }) => String(fill.orderId) === entryOrder);
  expect(entry.map(({ fillValue }: Record<string, string>) => fillValue)).toEqual(["12010.1", "18003"]);
  const { items, hasNextPage } = await bot.post("account/bills");
  expect(hasNextPage).toBe(false);
  expect(items).toHaveLength(6);
  expect(sum(items.map((bill: Record<string, string>) => exact(bill.amount!)))).toBe(mine.amount);
  expect(exact(items[0].balance)).toBe(mine.amount);
  const { collateral } = await bot.get("account/getAccounts");
  expect(exact(collateral[0].amount)).toBe(mine.amount);
  expect(exact(collateral[0].cum_position_fill_fee_amount)).toBe(mine.fees);
  const old = await bot.get("account/accounts");
  expect(exact(old.collateral[0].amount)).toBe(mine.amount);
});

test("it tidies up and writes its log", async () => {
  expect(await bot.post("order/cancelAllOrders", {})).toEqual([]);
  expect(await bot.get("order/currentPlan")).toHaveLength(2); // presets outlive their position
  expect(await bot.post("order/cancelAllOrders", { cancelOrderType: "plan" })).toHaveLength(2);
  expect(await bot.get("order/currentPlan")).toEqual([]);
  const said = { stage: "Decision", model: "m", input: { rsi: 31.5 }, output: { side: "buy" } };
  const entry = { orderId: Number(entryOrder), ...said, explanation: "oversold" };
  expect(await bot.post("order/uploadAiLog", entry)).toMatchObject({ code: "00000" });
  expect(venue.gateway.uploadLog.list()).toMatchObject([{ orderId: entryOrder, explanation: "oversold" }]);
  venue.engine.audit();
});
