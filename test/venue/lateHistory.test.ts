import { expect, onTestFinished, test, vi } from "vitest";
import type { Venue, VenueOptions } from "../../src/assembly/venue/index.ts";
import { systemClock } from "../../src/kernel/host/clock.ts";
import { parseScenario } from "../../src/movers/feeds/index.ts";
import { HistoryBehindError } from "../../src/service/readmodel/index.ts";
import { SqlHistory } from "../../src/service/readmodel/sqlHistory.ts";
import { RunObserver } from "../../src/workbench/run/report/observer.ts";
import type { Message } from "../sockets/listener.ts";
import { Listener } from "../sockets/listener.ts";
import { control, operate } from "./control.ts";
import { placeLimit } from "./placeLimit.ts";
import { venueOfTest } from "./venueOfTest.ts";

/**
 * A history that is behind whatever it is asked, until it is asked again, as one on a disk that takes seconds
 * to commit. A client's request may be refused for that; nothing that the venue does by itself is different
 * for it, or goes without.
 */

const MINUTE = 60_000;
const QUESTIONS = [
  ...(["orders", "order", "fills", "bills", "rebates", "activity", "equity", "results"] as const),
  ...(["candles", "trades", "hasPrehistory"] as const),
];

/** From now on history is behind; returns how to have it behind for all questions once more. */
function beLate(): () => void {
  const asked = new Set<string>();
  for (const name of QUESTIONS) {
    const answer = SqlHistory.prototype[name] as (query: unknown) => Promise<never>;
    const late = vi.spyOn(SqlHistory.prototype, name).mockImplementation(async function (
      this: SqlHistory,
      query: unknown,
    ) {
      const question = `${name} ${JSON.stringify(query)}`;
      if (asked.has(question)) return answer.call(this, query);
      asked.add(question);
      throw new HistoryBehindError(5, 9);
    });
    onTestFinished(() => late.mockRestore());
  }
  return () => asked.clear();
}

function open(options: VenueOptions = {}): Promise<Venue> {
  return venueOfTest({
    prices: { btc: 60_000 },
    accounts: ["ann", "bob"].map((name) => ({ name, balance: "1000" })),
    leaderboard: "public",
    ...options,
  });
}

/** Bob sells to Ann, and she wins. */
async function trade(venue: Venue): Promise<void> {
  await placeLimit(venue, 1, { type: "2" });
  await placeLimit(venue, 0, { type: "1" });
  await venue.step(MINUTE);
  await operate(venue, "prices/push", { prices: { btc: "70000" } });
  await venue.step(MINUTE);
}

test("a market begins with its past, and a stream of candles with it", async () => {
  beLate();
  const venue = await open({ prehistory: 100 });
  const listener = await Listener.open(`${venue.wsUrl}/v3/ws/public`);
  onTestFinished(() => listener.close());
  listener.send({ method: "SUBSCRIBE", params: ["BTCUSDT@kline_1h"], id: 1 });
  const { e, d } = await listener.find((message) => String(message.e).startsWith("kline"));
  expect(e).toBe("klineSnapshot");
  expect(d.length).toBeGreaterThan(50);
});

test("control places an order once and says what became of it; it pays and resets, once for each", async () => {
  const accounts = ["ann", "bob", "cid"].map((name) => ({ name, balance: "1000" }));
  const venue = await open({ accounts });
  await operate(venue, "referrals/set", { account: "ann", agent: "bob", rebateRate: "0.2" });
  const order = { symbol: "btc", size: "0.01", price: "60000" };
  const resting = { ...order, account: "bob", action: "open-short" };
  const made = await operate(venue, "orders/place", resting);
  beLate();
  const taking = { ...order, account: "ann", action: "open-long" };
  expect(await operate(venue, "orders/place", taking)).toMatchObject({ state: "filled" });
  const late = { account: "bob", order: String(made.order), price: "60001" };
  expect(await control(venue, "orders/amend", late)).toMatchObject({ status: 400 });
  expect(await operate(venue, "referrals/pay", { account: "ann" })).toMatchObject({ fees: "0.36" });
  await operate(venue, "money/deposit", { account: "ann", amount: "500" });
  await operate(venue, "money/deposit", { account: "cid", amount: "500" });
  await placeLimit(venue, 1, { type: "1" });
  expect(await operate(venue, "accounts/reset", { account: "ann" })).toMatchObject({
    ...{ closedPositions: 1, wallet: "1000" },
  });
  await operate(venue, "accounts/many/change", { change: "reset", accounts: ["cid"] });
  expect(await operate(venue, "accounts/show?account=cid")).toMatchObject({ wallet: "1000" });
});

test("what a scenario expects is met, and what it does is done", async () => {
  beLate();
  const market = await parseScenario(
    {
      contracts: [{ symbol: "cmt_btcusdt" }],
      feeds: { cmt_btcusdt: { type: "constant", price: 60_000 } },
      participants: false,
      prehistory: 0,
      accounts: [{ name: "ann", balance: 1_000 }],
      timeline: [
        { atMs: 1, do: "money/deposit", with: { account: "ann", amount: "500" } },
        { atMs: 2, do: "accounts/reset", with: { account: "ann" } },
        {
          atMs: MINUTE,
          expect: "accounts/performance",
          with: { account: "ann" },
          is: { equityAfter: "1000" },
        },
        { atMs: MINUTE, expect: "leaderboard", is: { teams: [{ team: "ann", equity: "1000" }] } },
      ],
    },
    () => Promise.reject(new Error("no file")),
  );
  const venue = await venueOfTest({ market });
  await venue.step(MINUTE);
  const outcomes = venue.scenario.moments.map(({ state, note }) => [state, note]);
  expect(outcomes).toEqual(["done", "done", "met", "met"].map((state) => [state, null]));
});

test("the leaderboard takes each minute once: its channel has it, and its figures are those of the statistics", async () => {
  const venue = await open();
  const again = beLate();
  const listener = await Listener.open(`${venue.wsUrl}/v2/ws/public`);
  onTestFinished(() => listener.close());
  await listener.subscribe("leaderboard");
  const boardWith = async (equity: string) => {
    const isMeant = ({ channel, data }: Message) =>
      channel === "leaderboard" && data?.[0].teams[0]?.equity === equity;
    return (await listener.find(isMeant)).data[0];
  };
  await boardWith("1000");
  await trade(venue);
  again();
  await operate(venue, "prices/push", { prices: { btc: "61234.5" } });
  await venue.step(3 * MINUTE);
  const since = venue.clock.now() - 60 * MINUTE;
  const statistics = (account: string) =>
    operate(venue, `accounts/performance?account=${account}&startTime=${since}`);
  const won = await statistics("ann");
  const { teams } = await boardWith(won.equityAfter);
  for (const [i, of] of [won, await statistics("bob")].entries()) {
    const { return: gained, drawdown, fees } = teams[i];
    expect([gained, drawdown.replace("-", ""), fees]).toEqual([of.return, of.drawdown, of.fees]);
  }
});

test("the report of a program that was run has all that it did", async () => {
  const venue = await open();
  const observer = await RunObserver.of(venue, systemClock);
  onTestFinished(() => observer.stop());
  await trade(venue);
  beLate();
  const { accounts } = await observer.report("ann");
  expect(accounts).toMatchObject([
    { name: "ann", fills: 1, orders: { placed: 1, filled: 1 }, pnl: "99.64" },
    { name: "bob", fills: 1, orders: { placed: 1, filled: 1 } },
  ]);
});
