import { expect, test } from "vitest";
import { btc } from "../../../test/core/contracts.ts";
import { Driver, placeOrder } from "../../../test/core/driver.ts";
import { SimulatedClock } from "../../../test/host/simulatedClock.ts";
import { Recorder } from "../../../test/readmodel/recorder.ts";
import {
  BILL_START_LIQUIDATE,
  COIN_SUSDT,
  COIN_USDT,
  FEE_ACCOUNT,
  ISOLATED,
  OPEN_LONG,
  SEPARATED,
} from "../../kernel/core/index.ts";
import { SeededRng } from "../../kernel/host/seededRng.ts";
import { type History, type HistoryFrame, openHistory } from "./index.ts";
import { openForWriting } from "./schema.ts";
import { TouchedAccounts } from "./touches.ts";

/** Whoever got a row of a frame was touched by it: else its reader would not wait for that row. */
async function expectTouched(history: History, frames: readonly HistoryFrame[]): Promise<void> {
  const touched = frames.map((frame) => {
    const touches = new TouchedAccounts();
    touches.note(frame);
    return { frame, touches };
  });
  const database = openForWriting(":memory:");
  database.deserialize(await history.image());
  const rows = database
    .prepare(
      `SELECT account, seq FROM fills UNION SELECT account, seq FROM bills
       UNION SELECT account, ended_seq FROM orders UNION SELECT account, seq FROM amendments
       UNION SELECT account, seq FROM rebates UNION SELECT agent, seq FROM rebates`,
    )
    .all() as { account: number; seq: number }[];
  database.close();
  const missed = rows.filter(({ account, seq }) => {
    const of = touched.find(({ frame }) => seq >= frame.firstSeq && seq < frame.firstSeq + frame.count)!;
    return of.touches.lastSeq(account) === 0;
  });
  expect(missed).toEqual([]);
  expect(rows.length).toBeGreaterThan(1_000);
}

test("what the core does is folded whole: bills add up to every entry, fills and orders to every order", async () => {
  const exchange = new Recorder();
  const driver = new Driver([btc], undefined, exchange);
  driver.audits = false;
  driver.index(60_000_000);
  const accounts = ["ann", "bob", "cid"].map((name) => driver.user(name, 100_000));
  driver.mode(accounts[1]!, ISOLATED);
  driver.mode(accounts[2]!, ISOLATED, SEPARATED);
  const rng = new SeededRng(5);
  const draw = (below: number): number => rng.uint32() % below;
  const placed = new Set<number>();
  for (let turn = 0; turn < 1_500; turn++) {
    if (turn % 50 === 0) driver.wait(60_000);
    const price = draw(9) === 0 ? 0 : 600_000 + (draw(9) - 4) * 10;
    const order = { account: accounts[draw(3)]!, action: OPEN_LONG + draw(4), price, size: 1 + draw(40) };
    const { id } = driver.execute(placeOrder(order));
    if (id !== 0) placed.add(id);
  }
  exchange.keep();

  const history = await openHistory({ path: undefined, clock: new SimulatedClock({ seed: 1 }) });
  for (const frame of exchange.frames) await history.apply(frame);
  expect(history.appliedSeq).toBe(exchange.seq);
  await expectTouched(history, exchange.frames);

  const all = { limit: 1_000_000 };
  let closed = 0;
  for (const account of [...accounts, FEE_ACCOUNT]) {
    const { rows } = await history.bills({ account, ...all });
    for (const { position, amount } of driver.ask({ type: "account", account })!.entries) {
      const bills = rows.filter(({ entry }) => entry === position);
      expect(bills.reduce((sum, bill) => sum + bill.amount, 0n)).toBe(amount);
      if (bills.length > 0) expect(bills[0]!.balance).toBe(amount);
    }
    const fills = (await history.fills({ account, ...all })).rows;
    for (const order of (await history.orders({ account, family: "all", ...all })).rows) {
      const own = fills.filter((fill) => fill.order === order.order);
      const sum = <K extends "size" | "value" | "fee" | "realized">(key: K): bigint =>
        own.reduce((total, fill) => total + BigInt(fill[key]), 0n);
      expect(sum("value")).toBe(order.filledValue);
      expect(sum("fee")).toBe(order.fee);
      expect(sum("realized")).toBe(order.realized);
      expect(sum("size")).toBe(BigInt(order.size - order.remaining));
      placed.delete(order.order);
      closed += own.length;
    }
  }
  expect(closed).toBeGreaterThan(500);
  const live = driver.ask({ type: "allOrders" }).map(({ order }) => order);
  expect([...placed].sort()).toEqual([...live].sort());
  const [candle] = await history.candles({
    ...{ contract: 0, price: "last" as const, intervalMs: 604_800_000, limit: 1, now: driver.time },
  });
  const value = (await Promise.all(accounts.map((account) => history.fills({ account, ...all }))))
    .flatMap(({ rows }) => rows)
    .reduce((sum, fill) => sum + fill.value, 0n);
  expect(candle!.value * 2n).toBe(value);
  await history.close();
});

test("changes of an order that rests are listed one by one, as it was before and after each", async () => {
  const exchange = new Recorder();
  const driver = new Driver([btc], undefined, exchange);
  driver.index(60_000_000);
  const [account, taker] = ["ann", "bob"].map((name) => driver.user(name, 1_000_000)) as [number, number];
  const rng = new SeededRng(3);
  const draw = (below: number): number => rng.uint32() % below;
  const expected = new Map<number, object[]>();
  for (let turn = 0; turn < 400; turn++) {
    const live = driver.ask({ type: "orders", account, contract: 0, which: "resting" });
    if (live.length < 5) {
      driver.execute(placeOrder({ account, action: OPEN_LONG, price: 599_990 - draw(9), size: 9 + draw(9) }));
      continue;
    }
    if (draw(8) === 0)
      driver.execute(
        placeOrder({ account: taker, action: OPEN_LONG + 1, price: 599_985, size: 1 + draw(9) }),
      );
    const before = driver.ask({ type: "orders", account, contract: 0, which: "resting" })[0];
    if (before === undefined) continue;
    const { order } = before;
    const change = { price: 599_990 - draw(9), size: 1 + draw(20) };
    const amend = { account, order, triggerPrice: 0, clientId: "", ...change };
    if (driver.execute({ type: "amendOrder", ...amend }).id === 0) continue;
    // Changed, it may have met another and ended.
    const after = driver.ask({ type: "order", account, order, clientId: "" }) ?? change;
    if (after.price === before.price && after.size === before.size) continue;
    const own = expected.get(order) ?? [];
    expected.set(order, own);
    own.unshift({
      ...{ priceBefore: before.price, price: after.price, sizeBefore: before.size, size: after.size },
      ...{ account, order, contract: 0, id: own.length + 1 },
    });
  }
  exchange.keep();
  const history = await openHistory({ path: undefined, clock: new SimulatedClock({ seed: 1 }) });
  for (const frame of exchange.frames) await history.apply(frame);
  expect([...expected.values()].flat().length).toBeGreaterThan(100);
  for (const [order, changes] of expected) {
    const { rows, more } = await history.amendments({ account, order, limit: 1_000 });
    expect(rows.map(({ time, seq, ...row }) => row)).toEqual(changes);
    expect(more).toBe(false);
    const last = await history.amendments({ account, order, limit: 1 });
    expect(last).toEqual({ rows: rows.slice(0, 1), total: rows.length, more: rows.length > 1 });
  }
  await history.close();
});

test("a paper account's history adds up like any other's, in its coin; its pool has none, the market nothing of it", async () => {
  const exchange = new Recorder();
  const driver = new Driver([btc], undefined, exchange);
  driver.audits = false;
  driver.index(60_000_000);
  const real = ["ann", "bob"].map((name) => driver.user(name, 1_000_000));
  const paper = ["cid", "dan"].map((name) => {
    const account = driver.user(name);
    return driver.accept({ type: "openPaper", account, amount: 100_000_000_000n }).id;
  });
  driver.mode(paper[1]!, ISOLATED);
  for (const [i, account] of paper.entries())
    driver.leverage(account, 10_000, 10_000, i === 0 ? 1 : ISOLATED);
  const rng = new SeededRng(7);
  const draw = (below: number): number => rng.uint32() % below;
  for (let turn = 0; turn < 1_500; turn++) {
    if (turn % 50 === 0) driver.execute({ type: "forceFunding", contract: 0, skip: false });
    if (turn % 30 === 0) driver.index(60_000_000 + (draw(9) - 4) * 100_000);
    const traders = draw(2) === 0 ? real : paper;
    const size = (1 + draw(40)) * (traders === paper ? 100 : 10);
    const order = {
      account: traders[draw(2)]!,
      action: OPEN_LONG + draw(4),
      price: 600_000 + draw(9) - 4,
      size,
    };
    driver.execute(placeOrder({ ...order, closeCapped: true }));
  }
  exchange.keep();

  const history = await openHistory({ path: undefined, clock: new SimulatedClock({ seed: 1 }) });
  for (const frame of exchange.frames) await history.apply(frame);
  await expectTouched(history, exchange.frames);
  const all = { limit: 1_000_000 };
  const liquidated: number[] = [];
  for (const account of [...real, ...paper]) {
    const coin = paper.includes(account) ? COIN_SUSDT : COIN_USDT;
    const { rows } = await history.bills({ account, ...all });
    expect(new Set(rows.map((bill) => bill.coin))).toEqual(new Set([coin]));
    expect((await history.bills({ account, coin, ...all })).rows.length).toBe(rows.length);
    expect((await history.bills({ account, coin: COIN_SUSDT + COIN_USDT - coin, ...all })).rows).toEqual([]);
    for (const { position, amount } of driver.ask({ type: "account", account })!.entries) {
      const bills = rows.filter(({ entry }) => entry === position);
      expect(bills.reduce((sum, bill) => sum + bill.amount, 0n)).toBe(amount);
    }
    const fills = (await history.fills({ account, ...all })).rows;
    expect(fills.length).toBeGreaterThan(50);
    if (paper.includes(account) && rows.some(({ type }) => type === BILL_START_LIQUIDATE))
      liquidated.push(account);
  }
  expect(liquidated.length).toBeGreaterThan(0);
  const traded = (await history.trades({ contract: 0, limit: 100_000 })).reduce(
    (sum, { size }) => sum + size,
    0,
  );
  const realFills = await Promise.all(real.map((account) => history.fills({ account, ...all })));
  expect(traded * 2).toBe(realFills.flatMap(({ rows }) => rows).reduce((sum, { size }) => sum + size, 0));
  const pool = exchange.state.funds[1];
  expect((await history.bills({ account: pool, ...all })).rows).toEqual([]);
  expect((await history.fills({ account: pool, ...all })).rows).toEqual([]);
  expect((await history.orders({ account: pool, family: "all", ...all })).rows).toEqual([]);
  await history.close();
});
