import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startVenue, TEST_CLOCK_START, type Venue } from "../../src/assembly/venue/index.ts";
import type { Scenario } from "../../src/movers/feeds/index.ts";
import { parseScenario } from "../../src/movers/feeds/index.ts";
import { outcry, told } from "../cli/inProcess.ts";
import { temporaryDirectory } from "../host/temporaryDirectory.ts";
import { Client, look } from "./client.ts";
import { control } from "./control.ts";
import { exact, sum, times } from "./decimal.ts";
import { LIMIT } from "./limitOrder.ts";
import { placeFor } from "./placeLimit.ts";
import { venueOfTest } from "./venueOfTest.ts";

/**
 * Teams that are alone in one book, at a constant index, and try to win by what they can move: the mark, the
 * last minute, a friend's losses, the insurance fund, the operator. What each of it brought is in the
 * results.
 */

const [BTC, ETH] = ["cmt_btcusdt", "cmt_ethusdt"];
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const START = TEST_CLOCK_START + 2 * MINUTE;
const END = START + 8 * MINUTE;
const NAMES = ["win", "mule", "friend", "walker", "honest", "gambler"] as const;
type Team = (typeof NAMES)[number];
const RULES = {
  name: "cup",
  ...{ start: new Date(START).toISOString(), end: new Date(END).toISOString() },
  ...{ balance: "20000", contracts: [BTC, ETH], book: "shared" },
};
const [OPEN_LONG, OPEN_SHORT, CLOSE_LONG, CLOSE_SHORT] = ["1", "2", "3", "4"] as const;

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
type Json = any;

/** A market without a house, whose index stands still. */
function stillMarket(): Promise<Scenario> {
  const contracts = [{ symbol: BTC }, { symbol: ETH }];
  const feeds = { [BTC]: { type: "constant", price: 60_000 }, [ETH]: { type: "constant", price: 3_000 } };
  const given = { seed: 1, participants: false, prehistory: 0, contracts, feeds };
  return parseScenario(given, () => Promise.reject(new Error("no recordings")));
}

/** A contest that is about to begin, with the hands of its teams. */
class Cup {
  readonly data = temporaryDirectory();
  readonly folder = temporaryDirectory();
  readonly clients = new Map<string, Client>();
  readonly #modes = new Map<string, number>();
  venue!: Venue;

  async open(): Promise<void> {
    const market = await stillMarket();
    const options = { data: this.data, clock: TEST_CLOCK_START, market, leaderboard: "public" } as const;
    this.venue = await startVenue(options);
    onTestFinished(() => this.venue.stop());
    writeFileSync(join(this.folder, "cup.json"), JSON.stringify(RULES));
    writeFileSync(join(this.folder, "teams.csv"), NAMES.join("\n"));
    await this.ask("contest", "create", join(this.folder, "cup.json"), join(this.folder, "teams.csv"));
    const keys = join(this.folder, "keys");
    mkdirSync(keys);
    await this.ask("contest", "keys", "cup", "--out", keys);
    for (const name of NAMES) {
      const key = JSON.parse(readFileSync(join(keys, `${name}.json`), "utf8"));
      this.clients.set(name, new Client(this.venue.baseUrl, key, () => this.venue.clock.now()));
    }
  }

  ask(...words: readonly string[]): Promise<Json> {
    return told(...words, "--data", this.data);
  }

  client(team: Team): Client {
    return this.clients.get(team)!;
  }

  until(time: number): Promise<unknown> {
    return this.venue.step(time - this.venue.clock.now());
  }

  /** Places a limit order at the price; returns whether it was taken. */
  async limit(team: Team, type: string, size: string, price: number, symbol = BTC): Promise<boolean> {
    const marginMode = this.#modes.get(`${team} ${symbol}`) ?? 1;
    const order = { ...LIMIT, symbol, type, size, price: price.toFixed(1), marginMode };
    return (await this.client(team).post("order/placeOrder", order)).status === 200;
  }

  clear(team: Team): Promise<unknown> {
    return this.client(team).post("order/cancelAllOrders", { cancelOrderType: "normal" });
  }

  async trade(buyer: Team, buys: string, seller: Team, sells: string, size: string, price: number) {
    expect(await this.limit(buyer, buys, size, price)).toBe(true);
    expect(await this.limit(seller, sells, size, price)).toBe(true);
  }

  async leverage(team: Team, symbol: string, marginMode: 1 | 3, leverage: string): Promise<void> {
    const of = { symbol, marginMode };
    this.#modes.set(`${team} ${symbol}`, marginMode);
    if (marginMode === 3) await this.done(team, "account/position/changeHoldModel", of);
    await this.done(team, "account/leverage", { ...of, longLeverage: leverage, shortLeverage: leverage });
  }

  async done(team: Team, path: string, body: object): Promise<void> {
    const { status, text } = await this.client(team).post(path, body);
    expect(status, text).toBe(200);
  }

  /** What the insurance fund is worth, its positions at the index. */
  async fundAtIndex(): Promise<bigint> {
    const { equity, positions } = (await control(this.venue, "fund")).body;
    const { mark, index } = await this.prices(BTC);
    const more = exact((index - mark).toFixed(3));
    const legs = positions.map(
      ({ leg, size }: Json) => (leg === "long" ? 1n : -1n) * times(exact(size), more),
    );
    return exact(equity) + sum(legs);
  }

  /** The walker quotes both sides of a price and nothing else, until a time. */
  async walk(price: number, until: number): Promise<void> {
    await this.clear("walker");
    expect(await this.limit("walker", OPEN_LONG, "0.68", price - 0.1)).toBe(true);
    expect(await this.limit("walker", OPEN_SHORT, "0.68", price + 0.1)).toBe(true);
    await this.until(until);
  }

  async prices(symbol: string): Promise<{ readonly mark: number; readonly index: number }> {
    const contracts: Json = (await control(this.venue, "contracts")).body;
    const { mark, index } = contracts.find((each: Json) => each.symbol === symbol);
    return { mark: Number(mark), index: Number(index) };
  }
}

async function begun(): Promise<Cup> {
  const cup = new Cup();
  await cup.open();
  await cup.until(START);
  return cup;
}

/** What a team's result came of, each amount in units of 1e-8 USDT. */
function originOf(results: Json, team: Team): Readonly<Record<string, bigint>> {
  const { team: _, ...row } = results.origins.find((each: Json) => each.team === team);
  return Object.fromEntries(Object.entries(row).map(([name, amount]) => [name, exact(amount as string)]));
}

test("who pushes the mark of the closing minute wins nothing: board, results and performance count at the index", async () => {
  const cup = await begun();
  for (const team of ["win", "mule"] as const) await cup.leverage(team, BTC, 1, "50");
  await cup.trade("honest", OPEN_LONG, "friend", OPEN_SHORT, "0.01", 60_000);
  await cup.until(END - 100 * SECOND);
  await cup.trade("win", OPEN_LONG, "mule", OPEN_SHORT, "13", 60_000);
  await cup.until(END - 98 * SECOND);
  await cup.walk(60_300, END - SECOND);
  expect((await cup.prices(BTC)).mark).toBeGreaterThan(60_250);
  await cup.until(END);
  await cup.venue.settle();
  const { standings, indexes, pairs } = await cup.ask("contest", "results", "cup");
  expect(indexes).toEqual({ [BTC]: 60_000_000, [ETH]: 30_000_000 });
  const said = new Map<string, Json>(standings.map((each: Json) => [each.team, each]));
  for (const team of NAMES) {
    const { equity, fees, return: gain } = said.get(team);
    expect(exact(equity), team).toBe(exact("20000") - exact(fees));
    const { body: own } = await cup.client(team).get(`account/performance?startTime=${START}&endTime=${END}`);
    expect([own.return, own.equityAfter]).toEqual([gain, equity]);
  }
  expect(said.get("win").rank).toBeGreaterThan(said.get("honest").rank);
  expect(pairs.map(({ toA }: Json) => toA)).toEqual(["0", "0"]);
  const { body: board } = await look(cup.venue.baseUrl, "leaderboard");
  for (const { team, equity, rank } of board.teams) {
    const { equity: counted, rank: place } = said.get(team);
    expect([team, equity, rank]).toEqual([team, counted, place]);
  }
});

test("value passed at a mark that a team walked is told against the index, and what the fund gave beside it", async () => {
  const cup = await begun();
  const fund = await cup.fundAtIndex();
  await cup.leverage("mule", BTC, 3, "200");
  for (let cycle = 0; cycle < 2; cycle++) {
    for (const [price, far, mine, its, close] of [
      [59_700, 60_595.4, OPEN_LONG, OPEN_SHORT, CLOSE_SHORT],
      [60_300, 59_404.6, CLOSE_LONG, OPEN_LONG, CLOSE_LONG],
    ] as const) {
      await cup.walk(price, cup.venue.clock.now() + 40 * SECOND);
      expect(Math.abs((await cup.prices(BTC)).mark - price)).toBeLessThan(10);
      // What the exchange refuses of it is refused; the rest is told.
      await cup.limit("win", mine, "0.8", price);
      await cup.limit("mule", its, "0.8", price);
      await cup.clear("walker");
      await cup.limit("friend", close === CLOSE_SHORT ? OPEN_SHORT : OPEN_LONG, "0.8", far);
      await cup.limit("mule", close, "0.8", far);
      for (const team of ["win", "mule", "friend"] as const) await cup.clear(team);
    }
  }
  // Aside of what margins allow: a friend who has enough, at a mark below the index and above it.
  await cup.walk(59_700, cup.venue.clock.now() + 40 * SECOND);
  await cup.trade("honest", OPEN_LONG, "gambler", OPEN_SHORT, "0.5", 59_700);
  await cup.walk(60_300, cup.venue.clock.now() + 40 * SECOND);
  await cup.trade("gambler", CLOSE_SHORT, "honest", CLOSE_LONG, "0.5", 60_300);
  await cup.until(END);
  await cup.venue.settle();
  const results = await cup.ask("contest", "results", "cup");
  const pair = results.pairs.find(({ a }: Json) => a === "gambler");
  expect(pair).toMatchObject({ b: "honest", fills: 2, toA: "-300" });
  const origins = NAMES.map((team) => originOf(results, team));
  for (const { market, rise, teams, fund, fees, ...none } of origins) {
    expect(market).toBe(0n); // the index stood still
    expect(rise).toBe(teams! + fund! - fees!);
    expect(none).toEqual({ others: 0n, funding: 0n, operators: 0n });
  }
  expect(sum(origins.map(({ teams }) => teams!))).toBe(0n);
  // What teams got of the fund, it lost: its money and its positions, at the index.
  const { stdout } = await outcry("export fills --format ndjson --data", cup.data);
  const fills = stdout
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  const received = sum(fills.map(({ liquidation_fee }: Json) => exact(liquidation_fee)));
  const given = sum(origins.map((origin) => origin["fund"]!));
  expect((await cup.fundAtIndex()) - fund).toBe(received - given);
});

test("what the fund covers, what operators did, and their money are in the results; directives are refused", async () => {
  const cup = await begun();
  const direct = (account: string) =>
    outcry("directive set", account, "fill", "--symbol", "btc", "--data", cup.data);
  const refused = await direct("win");
  expect(refused.code).not.toBe(0);
  expect(refused.stderr).toContain(
    "win takes part in the contest cup: it is told nothing until that is over",
  );
  const asked = { account: "win", permissions: ["futures", "direct"] };
  const { body: key } = await control(cup.venue, "keys/create", asked);
  const order = { symbol: BTC, type: OPEN_LONG, size: "0.01", price: "60000", client_oid: "do:fill/1" };
  const carried = await new Client(cup.venue.baseUrl, key, () => cup.venue.clock.now()).post(
    "order/placeOrder",
    { ...order, order_type: "0", match_price: "0" },
  );
  expect(carried.body).toMatchObject({ code: "40020", msg: expect.stringContaining("not in a contest") });
  await cup.ask("deposit", "honest", "5");
  await cup.leverage("gambler", ETH, 3, "200");
  expect(await cup.limit("gambler", OPEN_LONG, "10", 3_000, ETH)).toBe(true);
  expect(await cup.limit("mule", OPEN_SHORT, "10", 3_000, ETH)).toBe(true);
  await cup.ask("price", "set", "eth=2900");
  await cup.until(END);
  await cup.venue.settle();
  const { origins, acts, pairs, standings } = await cup.ask("contest", "results", "cup");
  expect(acts).toMatchObject([
    { operator: "admin", action: "keys/create", teams: ["win"] },
    { operator: "admin", action: "money/deposit", teams: ["honest"] },
    { operator: "admin", action: "prices/push", teams: ["gambler"] },
  ]);
  const of = (team: Team) => originOf({ origins }, team);
  expect(of("honest")).toMatchObject({ operators: exact("5"), rise: exact("5"), market: 0n });
  const gambler = of("gambler");
  // Ten long from 3 000 to 2 900, of which it had a margin of 150 alone.
  expect(gambler["market"]).toBe(exact("-1000"));
  expect(gambler["fund"]).toBeGreaterThan(exact("800"));
  expect(gambler["rise"]).toBe(gambler["market"]! + gambler["fund"]! - gambler["fees"]!);
  expect(of("mule")).toMatchObject({ market: exact("1000"), fund: 0n });
  expect(pairs).toMatchObject([{ a: "gambler", b: "mule", toA: "0" }]);
  expect(standings.find(({ team }: Json) => team === "gambler").liquidations).toBe(1);
  expect((await direct("win")).code).toBe(0); // the contest is over
  await cup.ask("account", "open", "late");
  expect((await direct("late")).code).toBe(0);
  const next = { ...RULES, name: "next", start: new Date(END + MINUTE), end: new Date(END + 2 * MINUTE) };
  writeFileSync(join(cup.folder, "next.json"), JSON.stringify(next));
  writeFileSync(join(cup.folder, "late.csv"), "late\n");
  const files = [join(cup.folder, "next.json"), join(cup.folder, "late.csv")];
  const waiting = await outcry("contest create", ...files, "--data", cup.data);
  expect(waiting).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("has directives waiting for it"),
  });
});

test("a contract that is listed anew during a round counts with its own grid", async () => {
  const cup = await begun();
  await control(cup.venue, "contracts/status", { symbol: "eth", status: "delisted", noticeMs: 0 });
  const listed = { symbol: ETH, priceDecimals: 1, sizeDecimals: 2, price: "2000" };
  expect((await control(cup.venue, "contracts/add", listed)).status).toBe(200);
  expect(await cup.limit("honest", OPEN_LONG, "0.5", 1_980, ETH)).toBe(true);
  expect(await cup.limit("friend", OPEN_SHORT, "0.5", 1_980, ETH)).toBe(true);
  await cup.until(END);
  const { pairs, indexes } = await cup.ask("contest", "results", "cup");
  expect(pairs).toMatchObject([{ a: "friend", b: "honest", traded: "990", toA: "-10" }]);
  expect(indexes).toEqual({ [BTC]: 60_000_000, [ETH]: 2_000_000 });
});

test("of a course it is seen who passed what to whom, in any span, as accounts that somebody opened for oneself", async () => {
  const data = temporaryDirectory();
  const venue = await venueOfTest({
    data,
    market: await stillMarket(),
    accounts: ["one", "other", "third"].map((name) => ({ name })),
  });
  const clients = new Map(venue.accounts.map((key) => [key.name, new Client(venue.baseUrl, key)]));
  const trade = async (name: string, type: string, price: number) => {
    const order = { symbol: BTC, type, size: "0.1", price: String(price), order_type: "0", match_price: "0" };
    await placeFor(clients.get(name)!, order);
  };
  const begun = venue.clock.now();
  await trade("one", OPEN_LONG, 59_500);
  await trade("other", OPEN_SHORT, 59_500);
  await venue.step(MINUTE);
  await trade("one", CLOSE_LONG, 60_500);
  await trade("third", OPEN_LONG, 60_500);
  await venue.settle();
  const passed = (...words: readonly string[]) => told("accounts passed", ...words, "--data", data);
  const trades = (rows: Json) =>
    rows
      .filter(({ kind }: Json) => kind === "trades")
      .map((row: Json) => [row.account, row.with, row.count, row.traded, row.amount]);
  const all = await passed("*");
  expect(trades(all)).toEqual([
    ["one", "other", 1, "5950", "50"],
    ["one", "third", 1, "6050", "50"],
    ["other", "one", 1, "5950", "-50"],
    ["third", "one", 1, "6050", "-50"],
  ]);
  const { body } = await control(venue, "accounts?kind=user&money=true");
  for (const { name, equity } of body) {
    const own = all.filter(({ account }: Json) => account === name);
    expect(sum(own.map(({ amount, fees }: Json) => exact(amount) - exact(fees)))).toBe(exact(equity));
    expect(own.find(({ kind }: Json) => kind === "moved").amount).toBe("100000");
  }
  const later = await passed("one", "third", "--start-time", String(begun + MINUTE));
  expect(trades(later)).toEqual([
    ["one", "third", 1, "6050", "50"],
    ["third", "one", 1, "6050", "-50"],
  ]);
  const none = await outcry("accounts passed nobody --data", data);
  expect(none).toMatchObject({ code: 2, stderr: expect.stringContaining("there is no account 'nobody'") });
});
