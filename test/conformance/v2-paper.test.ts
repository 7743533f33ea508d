import { afterEach, beforeEach, expect, test } from "vitest";
import type { Venue } from "../../src/assembly/venue/index.ts";
import { startVenue } from "../../src/assembly/venue/index.ts";
import { V2Client } from "../../src/interface/client/index.ts";

/**
 * V2 on paper: the signed operations under sim/, the private channels sim.…, and the typed client that uses
 * both.
 */

const symbol = "cmt_btcusdt";
const limit = { symbol, size: "0.1", order_type: "0", match_price: "0" } as const;

let venue: Venue;
let real: V2Client;
let paper: V2Client;
let maker: V2Client;
beforeEach(async () => {
  venue = await startVenue({ prices: { btc: 60_000 }, accounts: [{ name: "alice" }, { name: "maker" }] });
  const [alice, other] = venue.accounts;
  const { baseUrl } = venue;
  real = new V2Client({ baseUrl, credentials: alice!, limits: "off" });
  paper = new V2Client({ baseUrl, credentials: alice!, limits: "off", paper: true });
  maker = new V2Client({ baseUrl, credentials: other!, limits: "off" });
  await maker.orders.place({ ...limit, type: "2", size: "1", price: "60000" });
});
afterEach(async () => {
  for (const each of [real, paper, maker]) each.close();
  await venue.stop();
});

test("it trades against the real book with simulated money, and leaves no mark on it or on the real account", async () => {
  const before = await real.account.assets();
  const estimate = await paper.orders.estimate({ ...limit, type: "1", price: "60000" });
  expect(estimate).toMatchObject({ refusal: null, filledSize: "0.1000" });
  await paper.orders.place({ ...limit, type: "1", price: "60000" });
  expect((await paper.positions.all()).map(({ side, size }) => [side, size])).toEqual([["LONG", "0.1000"]]);
  expect((await paper.orders.fills()).list).toHaveLength(1);
  expect(await real.positions.all()).toEqual([]);
  expect(await real.account.assets()).toEqual(before);
  const { collateral } = await paper.account.list();
  expect(collateral.map(({ coin }) => coin)).toEqual(["USDT"]);
  const { asks } = await real.market.depth({ symbol });
  expect(asks).toEqual([["60000.0", "1.0000"]]);
});

test("what happens on paper is pushed to who asks for it, and amended there, too", async () => {
  await paper.orders.place({ ...limit, type: "1", price: "60000" });
  const mirror = await paper.accountMirror();
  const own = await real.accountMirror();
  const { order_id } = await paper.orders.place({ ...limit, type: "1", price: "59000" });
  await mirror.until(({ orders }) => orders.get(order_id)?.status === "open");
  await paper.orders.amend({ orderId: order_id, price: "59100" });
  await mirror.until(({ orders }) => orders.get(order_id)?.price === "59100");
  expect(mirror.positions.size).toBe(1);
  await real.orders.place({ ...limit, type: "1", price: "58000" });
  await own.until(({ orders }) => orders.size === 1);
  expect([...own.orders.keys()]).not.toContain(order_id);
  expect(mirror.orders.size).toBe(1);
  mirror.close();
  own.close();
});

test("a real order is nobody's on paper", async () => {
  const { order_id } = await real.orders.place({ ...limit, type: "1", price: "58000" });
  await paper.orders.place({ ...limit, type: "1", price: "58000" });
  await expect(paper.orders.cancel({ orderId: order_id })).rejects.toMatchObject({ code: "-1054" });
  expect(await real.orders.current()).toHaveLength(1);
});

test("its money is in the coin that V2 knows, wherever one asks for that coin", async () => {
  await paper.orders.place({ ...limit, type: "1", price: "60000" });
  const [entry] = (await paper.account.list()).collateral;
  expect((await paper.account.ofCoin({ coin: "USDT" })).collateral).toEqual([entry]);
  const [bill] = (await paper.account.bills({ coin: "USDT", businessType: "position_open_long" })).items;
  expect(bill).toMatchObject({ coin: "USDT", symbol });
  expect((await paper.account.retired({ coinId: 2 })).collateral).toMatchObject([{ coin_id: 2 }]);
});

test("its owner reads there what it asked, on paper and in truth", async () => {
  await paper.account.requestLog();
  await real.account.assets();
  await paper.account.assets();
  const paths = (await paper.account.requestLog()).entries.map(({ path }) => path);
  expect(paths.slice(-2)).toEqual(["/capi/v2/account/assets", "/capi/v2/sim/account/assets"]);
});
