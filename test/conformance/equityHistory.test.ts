import { afterAll, beforeAll, expect, test } from "vitest";
import type { Venue } from "../../src/assembly/venue/index.ts";
import type { Client } from "../venue/client.ts";
import { BTC, openPushed } from "./pushedVenue.ts";

/**
 * Over the wire: the equity that history sampled, what is walked back from the present, and the statistics of
 * it.
 */

const MINUTE_MS = 60_000;
const order = { symbol: BTC, order_type: "0", match_price: "0" };

let venue: Venue;
let alice: Client;
let maker: Client;
beforeAll(async () => {
  ({ venue, alice, maker } = await openPushed());
});
afterAll(() => venue.stop());

interface Points {
  readonly points: readonly { readonly time: number; readonly equity: string; readonly deposited: string }[];
}
const get = async <T>(path: string): Promise<T> => (await alice.get(`account/${path}`)).body as T;

test("the series walked back, across funding and a day and more, is the history that was sampled on the way", async () => {
  for (let n = 0; n < 14; n++) {
    const price = String(59_000 + 217 * n);
    await venue.price(BTC, price);
    const [own, theirs] = n % 2 === 0 ? ["1", "2"] : ["2", "1"];
    if (n % 3 === 0) {
      await maker.post("order/placeOrder", { ...order, type: theirs, price, size: "0.3" });
      const { body } = await alice.post("order/placeOrder", { ...order, type: own, price, size: "0.3" });
      expect(body.order_id).toBeDefined();
    }
    if (n % 4 === 1) await venue.deposit("alice", String(10 + n));
    // To a whole hour now and then, so that funding falls on one.
    const ms = n % 2 === 0 ? 60 * MINUTE_MS - (venue.engine.now() % (60 * MINUTE_MS)) : 107 * MINUTE_MS;
    await venue.step(n === 7 ? 30 * 60 * MINUTE_MS : ms);
  }
  const { points } = await get<Points>("equitySeries?granularity=1h&limit=400");
  const kept = await get<Points>("equityHistory?granularity=1m&limit=1000");
  // The present is of after the last event, which may be at a whole hour; a sample is of before its minute.
  const [samples, present] = [kept.points.slice(0, -1), kept.points.at(-1)!];
  const pointAt = (time: number) =>
    present.time < time ? present : samples.findLast((point) => point.time <= time);
  const inside = points.slice(1, -1).filter(({ time }) => pointAt(time) !== undefined);
  expect(inside.length).toBeGreaterThan(40);
  expect(inside.map(({ time }) => [time, pointAt(time)!.equity])).toEqual(
    inside.map(({ time, equity }) => [time, equity]),
  );
  expect(new Set(inside.map(({ equity }) => equity)).size).toBeGreaterThan(8);
  expect(kept.points.at(-1)!.equity).toBe(points.at(-1)!.equity);
  const paid = ({ points: rows }: Points) => rows.reduce((sum, { deposited }) => sum + Number(deposited), 0);
  expect(paid(kept)).toBe(100_000 + 11 + 15 + 19 + 23);
  expect(paid({ points })).toBe(paid(kept));
  const bills = (await alice.post("account/bills", { businessType: "position_funding" })).body.items;
  expect(bills.length).toBeGreaterThan(0);

  const whole = await get<Record<string, string>>("performance");
  expect(Number(whole["pnl"])).toBeCloseTo(Number(points.at(-1)!.equity) - paid(kept), 8);
  expect(Number(whole["funding"])).toBeCloseTo(
    bills.reduce((sum: number, { amount }: { amount: string }) => sum + Number(amount), 0),
    8,
  );
  expect((await alice.get("account/performance?startTime=120000&endTime=60000")).status).toBe(400);
  expect((await alice.get("account/performance?startTime=60000")).status).toBe(400);
});
