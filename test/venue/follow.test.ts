import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import type { Venue } from "../../src/assembly/venue/index.ts";
import { BUY, decodeEvents, RecordView } from "../../src/kernel/core/index.ts";
import type { Clock } from "../../src/kernel/host/clock.ts";
import { systemClock } from "../../src/kernel/host/clock.ts";
import { FastClock } from "../../src/kernel/host/fastClock.ts";
import { SeededRng } from "../../src/kernel/host/seededRng.ts";
import {
  exchangeClient,
  readFollow,
  readReplay,
  recordedKinds,
  recorderOf,
} from "../../src/movers/feeds/index.ts";
import { examine } from "../../src/workbench/cli/doctor/examination.ts";
import { banner } from "../../src/workbench/cli/serve/banner.ts";
import { temporaryDirectory } from "../host/temporaryDirectory.ts";
import { Client } from "./client.ts";
import { operate } from "./control.ts";
import { placeFor } from "./placeLimit.ts";
import { venueOfTest } from "./venueOfTest.ts";

/** A venue that follows another one through ccxt as npm gives it, over its sockets. */

const SOON = { timeout: 200_000, interval: 50 };

/** @param clock of the source and of whoever trades there */
async function pair(clock: Clock = systemClock) {
  const source = await venueOfTest({ prices: { btc: 60_000 }, clock: "wall", hostClock: clock });
  const now = () => clock.wallMs();
  const maker = new Client(source.baseUrl, source.accounts[0]!, now);
  const place = async (type: "1" | "2", price: string, size: string, taker = maker) =>
    (await placeFor(taker, { type, price, size })).order_id;
  await place("1", "59990", "0.5");
  await place("1", "59980", "1");
  await place("2", "60010", "0.4");
  const market = await readFollow("weex", { symbols: ["btc"], url: source.baseUrl, sizes: "base" });
  const venue = await venueOfTest({ market: { ...market, prehistory: 0 }, clock: "wall" });
  const taker = new Client(source.baseUrl, source.accounts[1]!, now);
  const client = new Client(venue.baseUrl, venue.accounts[0]!);
  return { source, venue, maker, taker, client, place };
}

const statusOf = (venue: Venue) => operate(venue, "status");
const depthOf = async (venue: Venue) => {
  const { bids, asks } = (await venue.engine.query({ type: "depth", contract: 0, limit: 50 }))!;
  const text = ({ price, size }: { price: number; size: number }) => `${price / 10} ${size / 10_000}`;
  return { bids: bids.map(text), asks: asks.map(text) };
};

test("it shows the other's book and follows it; a client fills when what stood before has gone there", async () => {
  const { source, venue, taker, client, place } = await pair();
  const same = { bids: ["59990 0.5", "59980 1"], asks: ["60010 0.4"] };
  await vi.waitFor(async () => expect(await depthOf(venue)).toEqual(same), SOON);
  const symbol = "cmt_btcusdt";
  const shown = { symbol, market: "BTC/USDT:USDT", state: "live", divergence: 0 };
  const bannerOf = () =>
    banner({
      ...{ venue, options: { data: "memory" }, downMs: 0, symbol, isColoured: false, disturbances: [] },
    });
  // A book that does not change is asked for every second. On a busy machine an answer may be late, and the
  // book stale until it comes.
  await vi.waitFor(async () => {
    expect((await statusOf(venue)).sources).toMatchObject([shown]);
    const metrics = await (await fetch(`${venue.controlUrl}/metrics`)).text();
    expect(metrics).toContain('outcry_source_live{symbol="cmt_btcusdt"} 1\n');
    expect(metrics).toContain('outcry_source_divergence{symbol="cmt_btcusdt"} 0\n');
    expect(bannerOf()).toContain("1 of 1 contracts live\n");
    const [followed] = await venue.engine.query({ type: "contracts" });
    expect(followed).toMatchObject({ held: false, sourceRate: 10_000 });
    const looked = await examine({ url: venue.baseUrl, readOnly: true, onProgress: () => undefined });
    expect(looked.findings).toContainEqual({
      ...{ check: "source", verdict: "ok", detail: "the contract shows another market as it is" },
    });
  }, SOON);
  const mine = { symbol: "cmt_btcusdt", client_oid: "mine", order_type: "0", match_price: "0", type: "1" };
  const { body } = await client.post("order/placeOrder", { ...mine, price: "59990", size: "0.1" });
  const filled = async () => (await client.get(`order/detail?orderId=${body.order_id}`)).body.filled_qty;
  await place("1", "59985", "0.7");
  await vi.waitFor(
    async () => expect((await depthOf(venue)).bids).toEqual(["59990 0.6", "59985 0.7", "59980 1"]),
    SOON,
  );
  await place("2", "59990", "0.3", taker);
  await vi.waitFor(async () => expect((await depthOf(venue)).bids[0]).toBe("59990 0.3"), SOON);
  expect(Number(await filled())).toBe(0);
  await place("2", "59990", "0.2", taker);
  await vi.waitFor(async () => expect((await depthOf(venue)).bids[0]).toBe("59990 0.1"), SOON);
  await place("1", "59990", "0.05");
  await place("2", "59990", "0.05", taker);
  await vi.waitFor(async () => expect(Number(await filled())).toBeCloseTo(0.05), SOON);
  const { baseUrl } = source;
  await source.stop();
  expect(baseUrl).not.toBe("");
  await vi.waitFor(
    async () => expect(await depthOf(venue)).toEqual({ bids: ["59990 0.05"], asks: [] }),
    SOON,
  );
  expect((await venue.engine.query({ type: "contracts" }))[0]!.held).toBe(true);
  expect((await statusOf(venue)).sources[0]!.state).not.toBe("live");
  expect(bannerOf()).toMatch(/0 of 1 contracts live; cmt_btcusdt (stale|reconnecting) \(.+\)\n/);
  const deaf = await (await fetch(`${venue.controlUrl}/metrics`)).text();
  expect(deaf).toContain('outcry_source_live{symbol="cmt_btcusdt"} 0\n');
  const ill = await examine({ url: venue.baseUrl, readOnly: true, onProgress: () => undefined });
  expect(ill.findings).toContainEqual({
    ...{ check: "source", verdict: "wrong" },
    detail: expect.stringMatching(/^cmt_btcusdt is (stale|reconnecting).*: nothing of it stands in the book/),
  });
});

/** The size that traded, in lots, by the side of the taker and the price; filled in as trades come. */
function volumesOf(venue: Venue, isAsked: (price: number) => boolean): Map<string, number> {
  const volumes = new Map<string, number>();
  const stop = venue.engine.subscribe(({ events }) => {
    for (const { event } of decodeEvents(new RecordView(events.slice()))) {
      if (event.type !== "traded" || !isAsked(event.price)) continue;
      const name = `${event.takerSide === BUY ? "bought" : "sold"} at ${event.price}`;
      volumes.set(name, (volumes.get(name) ?? 0) + event.size);
    }
  });
  onTestFinished(stop);
  return volumes;
}

test("every trade of the other is printed, once, wherever the book stands by then", async () => {
  const { source, venue, taker, place } = await pair();
  // Trades are told from the second message on: what is in the first may be old.
  const first = 600_100;
  const told = volumesOf(venue, (price) => price === first);
  await vi.waitFor(async () => {
    await place("1", String(first / 10), "0.0001", taker);
    expect(told.size).toBe(1);
  }, SOON);
  const [wanted, printed] = [source, venue].map((each) => volumesOf(each, (price) => price !== first));
  const rng = new SeededRng(43);
  let price = 600_000;
  for (let i = 0; i < 200; i++) {
    price += rng.below(121) - 60;
    const size = ((1 + rng.below(150)) / 10_000).toFixed(4);
    // Each account has a side, so that nobody meets himself.
    if (rng.oneIn(2)) await place("1", (price / 10).toFixed(1), size);
    else await place("2", (price / 10).toFixed(1), size, taker);
  }
  expect(wanted!.size).toBeGreaterThan(30);
  await vi.waitFor(() => expect(printed).toEqual(wanted), SOON);
  const leftOut = { band: 0, lot: 0, halt: 0, limit: 0 };
  expect(venue.sources).toMatchObject([{ leftOut }]);
});

test("the unit of its sizes is measured: its class gives coins, though a contract there is a ten thousandth of one", async () => {
  const source = await venueOfTest({ prices: { btc: 60_000 }, clock: "test" });
  const [maker, taker] = source.accounts.map((account) => new Client(source.baseUrl, account));
  const place = (who: Client, type: "1" | "2", price: string, size: string) =>
    placeFor(who, { type, price, size });
  await place(maker!, "1", "59990", "2.9733");
  await place(maker!, "2", "60010", "4.4");
  const follow = (more: Parameters<typeof readFollow>[1]) =>
    readFollow("weex", { symbols: ["btc"], url: source.baseUrl, ...more });
  const untold = (await follow({})).source!.notes!;
  expect(untold).toEqual([
    "the unit of sizes cannot be told in cmt_btcusdt (cmt_btcusdt: it has no trades: --source-sizes base or --source-sizes contracts decides)",
  ]);
  await expect(follow({ contracts: "source" })).rejects.toThrow(
    /--source-sizes base or --source-sizes contracts decides/,
  );
  for (let i = 1; i <= 4; i++) {
    await place(taker!, "1", "60010", `0.${i}`);
    await source.step(60_000);
  }
  const measured = await follow({ contracts: "source" });
  expect(measured.source!.notes).toContain(
    "sizes are base coin in cmt_btcusdt (cmt_btcusdt: its trades of 3 min are 1 of its candles' volume as base coin and 0.0001 as contracts of 0.0001)",
  );
  expect(measured.listings).toMatchObject([{ sizeDecimals: 4, lotStep: 1 }]);
  // The operator's word holds against it, and is contradicted.
  expect((await follow({ sizes: "contracts" })).source!.notes).toContain(
    "sizes are contracts in cmt_btcusdt (cmt_btcusdt: --source-sizes says contracts, but they are base coin: its trades of 3 min are 1 of its candles' volume as base coin and 0.0001 as contracts of 0.0001)",
  );
  const venue = await venueOfTest({ market: { ...measured, prehistory: 3 }, prehistory: 3, clock: "wall" });
  await vi.waitFor(
    async () => expect(await depthOf(venue)).toEqual({ bids: ["59990 2.9733"], asks: ["60010 3.4"] }),
    SOON,
  );
  const client = new Client(venue.baseUrl, venue.accounts[0]!);
  const traded = async () => {
    const { body } = await client.get("market/trades?symbol=cmt_btcusdt&limit=100");
    return (body as { size: string }[]).reduce((sum, { size }) => sum + Number(size), 0);
  };
  // Trades are told from the second message on: what is in the first may be old.
  await vi.waitFor(async () => {
    await place(taker!, "1", "60010", "0.01");
    expect(await traded()).toBeGreaterThan(0);
  }, SOON);
  await place(taker!, "1", "60010", "0.9733");
  await vi.waitFor(async () => {
    expect(await traded()).toBeGreaterThanOrEqual(0.9733);
    expect(await depthOf(venue)).toEqual(await depthOf(source));
  }, SOON);
  await vi.waitFor(
    async () =>
      expect((await statusOf(venue)).sources).toMatchObject([
        {
          state: "live",
          sizes: expect.stringMatching(/^sizes are base coin \(its trades of 3 min are 1 of/),
        },
      ]),
    SOON,
  );
});

test("what is recorded of it can be played, and is the same market", async () => {
  // Noon there, so that its recording is of one day.
  const clock = new FastClock(systemClock, Date.UTC(2026, 0, 5, 12));
  const { source, place, taker } = await pair(clock);
  const folder = temporaryDirectory();
  const recorder = await recorderOf({
    client: await exchangeClient("weex", source.baseUrl),
    folder,
    symbols: ["btc"],
    sizes: "base",
    packing: "gz",
    kinds: recordedKinds,
    clock,
    onState: () => undefined,
  });
  onTestFinished(() => recorder.close());
  const linesOf = async (kind: string) => {
    await recorder.beat(clock.wallMs());
    const [name] = readdirSync(folder).filter((each) => each.includes(kind));
    return name === undefined ? [] : readFileSync(join(folder, name), "utf8").trim().split("\n");
  };
  const levels = ["bid,59990.0,0.5", "bid,59980.0,1", "ask,60010.0,0.4"];
  await vi.waitFor(async () => {
    const lines = await linesOf("-book-");
    expect(levels.filter((level) => !lines.some((line) => line.includes(`,${level}`)))).toEqual([]);
  }, SOON);
  await vi.waitFor(async () => expect(await linesOf("-derivativeTicker-")).not.toEqual([]), SOON);
  // Trades are told from the second message on: what is in the first may be old.
  await vi.waitFor(async () => {
    await place("1", "59990", "0.02");
    await place("2", "59990", "0.01", taker);
    expect((await linesOf("-aggTrades-")).length).toBeGreaterThan(1);
  }, SOON);
  const wanted = (await source.engine.query({ type: "depth", contract: 0, limit: 50 }))!;
  await vi.waitFor(async () => {
    const bids = (await linesOf("-book-")).filter((line) => line.includes(",bid,59990.0,"));
    expect(Number(bids.at(-1)!.split(",").at(-1))).toBe(wanted.bids[0]!.size / 10_000);
  }, SOON);
  await recorder.close();
  const closedAt = clock.wallMs();
  const market = await readReplay(folder);
  const venue = await venueOfTest({
    market: { ...market, prehistory: 0, clockSpeed: undefined },
    clock: "test",
  });
  // It begins at the minute of the first trade that was told, and a second after the end nothing waits for a
  // trade any more.
  await venue.step(closedAt + 1_000 - venue.clock.now());
  expect(await venue.engine.query({ type: "depth", contract: 0, limit: 50 })).toEqual(wanted);
});
