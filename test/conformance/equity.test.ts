import { afterAll, beforeAll, expect, test } from "vitest";
import type { Venue } from "../../src/assembly/venue/index.ts";
import { ControlClient } from "../../src/interface/client/index.ts";
import { tellInOrder } from "../inOrder.ts";
import type { Client } from "../venue/client.ts";
import { BTC, openPushed } from "./pushedVenue.ts";

/**
 * Over the wire: equity over time, closed positions, the coming funding rate, and the account's own last
 * liquidation.
 */

const HOUR_MS = 3_600_000;
const order = { symbol: BTC, size: "1", order_type: "0", match_price: "0" };

let venue: Venue;
let alice: Client;
let maker: Client;
tellInOrder();
beforeAll(async () => {
  ({ venue, alice, maker } = await openPushed());
});
afterAll(() => venue.stop());

const trade = async (type: string, price: string, size = "1") => {
  const [own, theirs] = { "1": ["1", "2"], "2": ["2", "1"], "3": ["3", "1"], "4": ["4", "2"] }[type] as [
    string,
    string,
  ];
  await maker.post("order/placeOrder", { ...order, type: theirs, price, size });
  const { body } = await alice.post("order/placeOrder", { ...order, type: own, price, size });
  expect(body.order_id).toBeDefined();
};
const equityNow = async () => Number((await alice.get("account/assets")).body[0].equity);
const series = async (query = "granularity=1h&limit=50") =>
  (await alice.get(`account/equitySeries?${query}`)).body as {
    points: { time: number; equity: string; deposited: string }[];
    complete: boolean;
  };

test("every point is what the account was worth then; deposits stand apart", async () => {
  const was: [number, number][] = [];
  /** To the next full hour; what comes afterwards is a second later. */
  const nextHour = async () => {
    const now = venue.engine.now();
    await venue.step(HOUR_MS - (now % HOUR_MS));
    was.push([venue.engine.now(), await equityNow()]);
    await venue.step(1_000);
  };
  await nextHour();
  await trade("1", "60000");
  await venue.price(BTC, "60300");
  await nextHour();
  await trade("2", "60300", "0.4");
  await nextHour();
  await venue.deposit("alice", "500");
  await venue.price(BTC, "60100");
  await nextHour();
  await trade("3", "60100", "0.6");
  await venue.price(BTC, "59900");
  await nextHour();
  const { points, complete } = await series();
  expect(complete).toBe(true);
  const [began] = points;
  expect(began).toMatchObject({ equity: "100000", deposited: "100000" });
  const at = new Map(points.map(({ time, equity }) => [time, Number(equity)]));
  for (const [time, equity] of was) expect(at.get(time), new Date(time).toISOString()).toBe(equity);
  expect(Number(points.at(-1)!.equity)).toBe(await equityNow());
  const deposits = points.filter(({ deposited }) => deposited !== "0");
  expect(deposits.map(({ deposited }) => deposited)).toEqual(["100000", "500"]);
  expect((await series("granularity=1h&limit=2")).points).toEqual([
    { ...points.at(-3)!, deposited: "0" },
    ...points.slice(-2),
  ]);
});

test("a closed position is one row, which its fills and bills add up to", async () => {
  const toFunding = 8 * HOUR_MS - (venue.engine.now() % (8 * HOUR_MS));
  await venue.step(toFunding + 1_000);
  await trade("3", "59900", "0.4");
  await trade("4", "59900", "0.4");
  const { list, nextPage } = (await alice.get("account/position/closed")).body;
  expect(nextPage).toBe(false);
  expect(list.map(({ side }: { side: string }) => side)).toEqual(["SHORT", "LONG"]);
  const [short, long] = list;
  expect(long).toMatchObject({
    symbol: BTC,
    size: "1.0000",
    openValue: "60000",
    closeValue: "60020", // 0.6 at 60 100, 0.4 at 59 900
    closePrice: "60020.0",
    realizePnl: "-16.012",
    openFee: "36",
    closeFee: "36.012",
  });
  const fills = (await alice.get("order/fills")).body.list as { realizePnl: string; fillFee: string }[];
  const sum = (of: (row: (typeof fills)[number]) => string) =>
    fills.reduce((total, row) => total + Math.round(Number(of(row)) * 1e8), 0) / 1e8;
  expect(Number(long.realizePnl) + Number(short.realizePnl)).toBeCloseTo(
    sum(({ realizePnl }) => realizePnl),
    8,
  );
  const fees = [long, short].flatMap(({ openFee, closeFee }) => [Number(openFee), Number(closeFee)]);
  expect(fees.reduce((a, b) => a + b)).toBeCloseTo(
    sum(({ fillFee }) => fillFee),
    8,
  );
  const funding = (await alice.post("account/bills", { businessType: "position_funding" })).body.items as {
    amount: string;
  }[];
  expect(Number(long.fundingFee) + Number(short.fundingFee)).toBeCloseTo(
    funding.reduce((total, { amount }) => total + Number(amount), 0),
    8,
  );
  const net = Number(long.realizePnl) - Number(long.openFee) + Number(long.fundingFee);
  expect(Number(long.netPnl)).toBeCloseTo(net, 8);

  expect(Number(long.fundingFee)).toBeLessThan(0);

  const first = (await alice.get("account/position/closed?limit=1")).body;
  expect(first).toMatchObject({ list: [short], nextPage: true });
  const next = await alice.get(`account/position/closed?limit=1&beforeId=${first.list[0].closeId}`);
  expect(next.body).toEqual({ list: [long], nextPage: false });
  expect((await maker.get("account/position/closed")).body.list).toEqual([]); // it only ever opened
});

test("the coming funding rate follows the premium, the running one does not", async () => {
  const [before] = (await alice.get(`market/forecastFundRate?symbol=${BTC}`)).body;
  const [running] = (await alice.get(`market/currentFundRate?symbol=${BTC}`)).body;
  expect(before).toMatchObject({
    symbol: BTC,
    fundingRate: running.fundingRate,
    settlesAt: running.timestamp,
  });
  await maker.post("order/placeOrder", { ...order, type: "1", price: "60300", size: "10" });
  await maker.post("order/placeOrder", { ...order, type: "2", price: "60301", size: "10" });
  await venue.step(60 * 60_000);
  await alice.post("order/placeOrder", { ...order, type: "1", price: "55000" }); // samples are taken up to the last command
  const [after] = (await alice.get(`market/forecastFundRate?symbol=${BTC}`)).body;
  expect(after.fundingRate).toBe(before.fundingRate);
  expect(Number(after.forecastFundingRate)).toBeGreaterThan(Number(before.forecastFundingRate));
  await venue.step(before.settlesAt - venue.engine.now());
  const [turned] = (await alice.get(`market/forecastFundRate?symbol=${BTC}`)).body;
  expect(Number(turned.fundingRate)).toBeGreaterThan(Number(before.fundingRate));
});

test("its own last liquidation, and nobody else's", async () => {
  expect((await alice.get("account/explainLiquidation")).body).toEqual({ liquidation: null });
  await maker.post("order/placeOrder", { ...order, type: "2", price: "60000", size: "10" });
  await alice.post("order/placeOrder", { ...order, type: "1", price: "61000", size: "0.5" });
  await maker.post("order/placeOrder", { ...order, type: "1", price: "59900", size: "10" });
  await venue.liquidate("alice");
  const { liquidation } = (await alice.get("account/explainLiquidation")).body;
  expect(liquidation).toMatchObject({ position: 0, forced: true });
  const fell = liquidation.bills.reduce(
    (sum: number, { amount }: { amount: string }) => sum + Number(amount),
    0,
  );
  expect(Number(liquidation.amountBefore) + fell).toBeCloseTo(Number(liquidation.amountAfter), 6);
  expect(liquidation.fills.map(({ size }: { size: string }) => size)).toEqual(["0.5000"]);
  expect((await maker.get("account/explainLiquidation")).body).toEqual({ liquidation: null });
  expect((await alice.get("account/position/closed")).body.list[0].liquidateFee).not.toBe("0");
});

test("of an isolated position it names the leg, and what of its margin went back to the shared one", async () => {
  await alice.post("account/position/changeHoldModel", { symbol: BTC, marginMode: 3 });
  await maker.post("order/placeOrder", { ...order, type: "2", price: "60000", size: "10" });
  const placed = { ...order, type: "1", price: "61000", size: "0.1", marginMode: 3 };
  expect((await alice.post("order/placeOrder", placed)).status).toBe(200);
  await maker.post("order/placeOrder", { ...order, type: "1", price: "59900", size: "10" });
  const { positions } = await venue.account("alice");
  const { position, leg, entry, margin } = positions.find(({ marginMode }) => marginMode === "isolated")!;
  expect(leg).toBe("long");
  expect(Number(entry)).toBeGreaterThan(59_000);
  expect(Number(margin)).toBeGreaterThan(0);
  const available = async () => Number((await venue.account("alice")).available);
  const before = await available();
  const control = new ControlClient({ baseUrl: venue.controlUrl, token: venue.adminToken });
  await control.call("POST accounts/liquidate", { account: "alice", position: String(position) });
  const { liquidation } = (await alice.get(`account/explainLiquidation?positionId=${position}`)).body;
  expect(liquidation).toMatchObject({ position, fills: [{ leg: "long", size: "0.1000" }] });
  expect(Number(liquidation.returned)).toBeGreaterThan(0);
  expect(liquidation.returned).toBe(liquidation.amountAfter);
  expect((await available()) - before).toBeCloseTo(Number(liquidation.returned), 6);
});
