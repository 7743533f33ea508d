import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { TEST_CLOCK_START, type Venue } from "../../src/assembly/venue/index.ts";
import { parseScenario } from "../../src/movers/feeds/index.ts";
import { outcry, told } from "../cli/inProcess.ts";
import { temporaryDirectory } from "../host/temporaryDirectory.ts";
import { Client, look } from "./client.ts";
import type { Gift, Sight } from "./contestBots.ts";
import { BTC, botsOf, colluders, Desk, ETH } from "./contestBots.ts";
import { control } from "./control.ts";
import { exact, sum, times } from "./decimal.ts";
import { venueOfTest } from "./venueOfTest.ts";

/**
 * A contest of bots, from its files to its results: an hour of sixteen, or with `npm run test:long` a weekend
 * of two hundred. What it came to is computed a second time out of what the venue tells anybody: exports,
 * positions and index prices.
 */

const LONG = process.env["OUTCRY_LONG"] !== undefined;
const TEAMS = LONG ? 200 : 16;
const HOURS = LONG ? 48 : 1;
const MINUTE = 60_000;
/** Market time between two turns of each bot, ms. */
const TURN_MS = LONG ? 15 * MINUTE : MINUTE;
const START = TEST_CLOCK_START + 10 * MINUTE;
const END = START + HOURS * 60 * MINUTE;
const at = (time: number): string => new Date(time).toISOString().replace(".000", "");
const RULES = {
  name: "weekend",
  practice: { start: at(START - 8 * MINUTE), end: at(START - 4 * MINUTE) },
  ...{ start: at(START), end: at(END) },
  ...{ contracts: [BTC, ETH], balance: "10000", leverageMax: 100, limits: { ordersPerMinute: 6000 } },
  ...{ score: { return: 1, drawdown: 0.5, volume: 0.0001 }, liquidated: "last" },
};
const NAMES = Array.from({ length: TEAMS }, (_, i) => `team-${i}`);
const GAMBLER = NAMES[0]!;
const [TAKER, GIVER] = NAMES.slice(-2) as [string, string];
/** By contract, in units of 1e-8: a hundredth of its tick. */
const POINT: Readonly<Record<string, bigint>> = { [BTC]: exact("0.001"), [ETH]: exact("0.0001") };

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
type Json = any;

async function open(data: string, clock: number): Promise<Venue> {
  const feeds = { "*": { type: "generated", volatility: 1.5 } };
  const contracts = [{ symbol: BTC }, { symbol: ETH }];
  const market = await parseScenario({ seed: 4, participants: false, prehistory: 0, contracts, feeds }, () =>
    Promise.reject(new Error("no recording is named")),
  );
  const venue = await venueOfTest({ data, clock, market, leaderboard: "public", accounts: [] });
  return venue;
}

type Prices = Readonly<Record<string, { readonly mark: string; readonly index: string }>>;

async function pricesOf(venue: Venue): Promise<Prices> {
  const contracts: Json = (await control(venue, "contracts")).body;
  return Object.fromEntries(contracts.map((each: Json) => [each.symbol, each]));
}

async function sightOf(venue: Venue): Promise<Sight> {
  const prices = await pricesOf(venue);
  return { btc: Number(prices[BTC]!.mark), eth: Number(prices[ETH]!.index) };
}

async function rowsOf(data: string, what: string): Promise<readonly Json[]> {
  const { code, stderr, stdout } = await outcry("export", what, "--format", "ndjson", "--data", data);
  expect(code, stderr).toBe(0);
  const lines = stdout.split("\n").filter((line) => line !== "");
  return lines.map((line) => JSON.parse(line)).filter(({ time_ms }) => time_ms < END);
}

/**
 * What each team has: the balances after its last bills, which an opening is paid out of, and its open
 * positions at these prices.
 */
function equitiesOf(
  bills: readonly Json[],
  positions: readonly (readonly Json[])[],
  prices: Readonly<Record<string, bigint>>,
): readonly bigint[] {
  const balances = new Map(bills.map(({ account, entry, balance }) => [`${account} ${entry}`, balance]));
  return NAMES.map((name, i) => {
    const entries = [...balances].filter(([entry]) => entry.startsWith(`${name} `));
    const open = positions[i]!.map(({ symbol, side, size }) => {
      const worth = times(exact(size), prices[symbol]!);
      return side === "LONG" ? worth : -worth;
    });
    return sum([...entries.map(([, balance]) => exact(balance)), ...open]);
  });
}

/** The leaderboard's own text, once it is of this moment. */
async function boardOf(venue: Venue): Promise<string> {
  const read = async () => (await look(venue.baseUrl, "leaderboard?points=9")).text;
  await expect.poll(async () => JSON.parse(await read()).time).toBe(venue.clock.now());
  return read();
}

test(`${TEAMS} bots for ${HOURS} h: the results follow from the journal, and from what anybody was told`, async () => {
  const [data, folder] = [temporaryDirectory(), temporaryDirectory()];
  const venue = await open(data, TEST_CLOCK_START);
  const now = () => venue.clock.now();
  const until = (time: number) => venue.step(time - now());
  const contest = (line: string, ...words: readonly string[]) =>
    told(`contest ${line}`, ...words, "--data", data);
  writeFileSync(join(folder, "rules.json"), JSON.stringify(RULES));
  writeFileSync(join(folder, "teams.csv"), NAMES.join("\n"));
  await contest("create", join(folder, "rules.json"), join(folder, "teams.csv"));
  await contest("keys weekend --out", join(folder, "keys"));
  const clientsOf = (round: string) =>
    NAMES.map((name) => {
      const key = JSON.parse(readFileSync(join(folder, "keys", `${name}${round}.json`), "utf8"));
      return new Client(venue.baseUrl, key, now);
    });

  await until(START - 8 * MINUTE);
  const practice = clientsOf(".practice").map((client) => new Desk(client));
  for (const bot of botsOf(practice.slice(0, 8), 1)) await bot(await sightOf(venue));
  const clients = clientsOf("");
  const desks = clients.map((client) => new Desk(client));
  const frozen = async (times: number) => {
    expect(await desks[1]!.limit("1", 0.01, (await sightOf(venue)).btc)).toBe(false);
    expect(desks[1]!.refused.get("40013")).toBe(times);
  };
  await frozen(1);

  const gifts: Gift[] = [];
  const bots = [...botsOf(desks.slice(0, -2), 1), colluders(desks.at(-2)!, desks.at(-1)!, gifts)];
  for (let time = START; time < END - MINUTE; time += TURN_MS) {
    await until(time);
    const sight = await sightOf(venue);
    for (const bot of bots) await bot(sight);
  }
  await until(END - 1);
  const atEnd = await pricesOf(venue);
  const positions = await Promise.all(
    clients.map(async (client) => (await client.get("account/position/allPosition")).body),
  );
  await until(END);
  await frozen(2);
  await venue.settle();

  const out = join(folder, "published");
  const { standings, pairs, indexes } = await contest("results weekend --out", out);
  const verified = await told("contest verify", join(out, "journal"), join(out, "weekend.results.json"));
  expect(verified).toMatchObject({ signed: true, differences: [] });

  const points = (symbol: string) => Number(exact(atEnd[symbol]!.index) / POINT[symbol]!);
  expect(indexes).toEqual({ [BTC]: points(BTC), [ETH]: points(ETH) });
  const [bills, fills] = [await rowsOf(data, "ledger"), await rowsOf(data, "fills")];
  const counted = equitiesOf(bills, positions, {
    [BTC]: exact(atEnd[BTC]!.index),
    [ETH]: exact(atEnd[ETH]!.index),
  });
  const found = NAMES.map((team, i) => {
    const own = fills.filter(({ account }) => account === team);
    const paid = own.flatMap(({ fee, liquidation_fee }) => [exact(fee), exact(liquidation_fee)]);
    return [team, counted[i], sum(own.map(({ value }) => exact(value))), sum(paid)];
  });
  const byTeam = new Map<string, Json>(standings.map((each: Json) => [each.team, each]));
  const said = NAMES.map((team) => {
    const { equity, traded, fees } = byTeam.get(team);
    return [team, exact(equity), exact(traded), exact(fees)];
  });
  expect(said).toEqual(found);
  const pair = pairs.find(({ a }: Json) => a === TAKER);
  expect(pair).toMatchObject({ b: GIVER, fills: gifts.length });
  expect(exact(pair.toA)).toBe(sum(gifts.map(({ passed }) => passed)));
  expect(byTeam.get(GAMBLER).liquidations).toBeGreaterThan(0);
  const wrecked = standings.map(({ liquidations }: Json) => liquidations > 0);
  expect(wrecked).toEqual(wrecked.toSorted()); // who was liquidated is behind all others

  const shown = await boardOf(venue);
  const asItWas = now();
  await venue.stop();
  // Another venue has of it what is published, and what a directory begins with.
  const copy = join(folder, "copy");
  cpSync(data, copy, { recursive: true, filter: (path) => !path.includes("history.db") });
  rmSync(join(copy, "journal"), { recursive: true });
  cpSync(join(out, "journal"), join(copy, "journal"), { recursive: true });
  expect(await boardOf(await open(copy, asItWas))).toBe(shown);
});
