import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { Venue } from "../../src/assembly/venue/index.ts";
import { startVenue } from "../../src/assembly/venue/index.ts";
import { defaultScenario, parseScenario } from "../../src/movers/feeds/index.ts";
import { outcry } from "../cli/inProcess.ts";
import { temporaryDirectory } from "../host/temporaryDirectory.ts";
import { operate } from "./control.ts";
import { venueOfTest } from "./venueOfTest.ts";

/** Results of contests on a venue that is not as most are. */

const START = Date.UTC(2026, 0, 1);
const at = (minutes: number): string => new Date(START + minutes * 60_000).toISOString();

test("a venue has results whose first contract never had a price", async () => {
  const [data, folder] = [temporaryDirectory(), temporaryDirectory()];
  const scenario = {
    contracts: [{ symbol: "cmt_btcusdt" }, { symbol: "cmt_ethusdt" }],
    feeds: { cmt_btcusdt: { type: "pushed" }, cmt_ethusdt: { type: "pushed", price: 3_000 } },
    prehistory: 0,
  };
  const market = await parseScenario(scenario, () => Promise.reject(new Error("no recordings")));
  const venue = await venueOfTest({ data, market, clock: START });
  const [rules, teams] = [join(folder, "cup.json"), join(folder, "teams.csv")];
  const cup = { name: "cup", start: at(1), end: at(2), contracts: ["cmt_ethusdt"], balance: "1000" };
  writeFileSync(rules, JSON.stringify(cup));
  writeFileSync(teams, "blue\nred\n");
  const created = await outcry("contest", "create", rules, teams, "--data", data);
  expect(created.code, created.stderr).toBe(0);
  await venue.step(3 * 60_000);
  const shown = await outcry("contest", "results", "cup", "--data", data, "--json");
  expect(shown.code, shown.stderr).toBe(0);
  expect(shown.json()).toMatchObject({ indexes: { cmt_ethusdt: expect.any(Number) } });
});

test("with --contest teams are alone in no book that they share, whenever the contest was made", async () => {
  const [data, folder] = [temporaryDirectory(), temporaryDirectory()];
  const secret = { data, seed: "secret", clock: START, accounts: [] } as const;
  const empty = { ...defaultScenario("empty"), prehistory: 0 };
  const create = (name: string, book: string) => {
    const [rules, teams] = [join(folder, `${name}.json`), join(folder, `${name}.csv`)];
    writeFileSync(rules, JSON.stringify({ name, start: at(1), end: at(2), balance: "1000", book }));
    writeFileSync(teams, `${name}-blue\n`);
    return outcry("contest", "create", rules, teams, "--data", data);
  };
  const quiet = await venueOfTest({ ...secret, market: empty });
  expect((await create("before", "shared")).code).toBe(0);
  await quiet.stop();
  await expect(startVenue({ ...secret, market: empty, contest: true })).rejects.toThrow(
    "the contest before has `book: shared`: without house participants teams alone would make the prices",
  );
  const busy = await venueOfTest({
    ...secret,
    market: { ...defaultScenario("simulated"), prehistory: 0 },
    contest: true,
  });
  expect((await create("beside", "shared")).code).toBe(0);
  await busy.step(3 * 60_000); // both are over
  await busy.stop();
  await venueOfTest({ ...secret, market: empty, contest: true });
  const refused = await create("alone", "shared");
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain("`book: shared` is refused with --contest");
  expect(refused.stderr).toContain("--market simulated");
  expect((await create("apart", "house")).stderr).toContain("must begin after now");
});

test("a round that is longer than minutes are kept has one score from its first day to its results", async () => {
  const data = temporaryDirectory();
  const DAYS = 8;
  const MINUTE = 60_000;
  const start = START + 30 * MINUTE; // no whole hour
  const options = { data, prices: { btc: 60_000 }, seed: 1 } as const;
  const open = (clock: number) => startVenue({ ...options, clock });
  const boardOf = async (venue: Venue) => {
    const { contest, teams } = await operate(venue, "leaderboard");
    return { phase: contest.phase, teams };
  };
  let venue = await open(START);
  const rules = { name: "cup", balance: "1000", start: at(30), end: at(30 + DAYS * 1_440) };
  const score = { return: 1, drawdown: 0.5 };
  await operate(venue, "contests/create", { rules: JSON.stringify({ ...rules, score }), teams: "blue\nred" });
  await venue.step(30 * MINUTE);
  const order = { symbol: "btc", size: "0.01", price: "60000" };
  await operate(venue, "orders/place", { ...order, account: "red", action: "open-short" });
  await operate(venue, "orders/place", { ...order, account: "blue", action: "open-long" });
  // A fall that is over before the hour is, and one that is not.
  for (const [btc, minutes] of [
    [66_000, 3],
    [58_000, 3],
    [61_000, 40],
    [59_000, 60],
    [61_500, 90],
  ] as const) {
    await operate(venue, "prices/push", { prices: { btc: String(btc) } });
    await venue.step(minutes * MINUTE);
  }
  const first = await boardOf(venue);
  // Time goes on where the venue is down.
  const days = [];
  for (const day of [7.5, DAYS + 0.1]) {
    await venue.stop();
    venue = await open(start + day * 1_440 * MINUTE);
    // Another price, since who has what it had gets no sample: blue rises, so that its deepest fall stays.
    await operate(venue, "prices/push", { prices: { btc: String(61_500 + 100 * day) } });
    await venue.step(2 * MINUTE);
    days.push(await boardOf(venue));
  }
  onTestFinished(() => venue.stop());
  expect(days.map(({ phase }) => phase)).toEqual(["running", "ended"]);
  const fallOf = ({ teams }: { readonly teams: readonly Row[] }) =>
    teams.find(({ team }) => team === "blue")!.drawdown;
  expect(fallOf(first)).toMatch(/^-0\.0/);
  for (const day of days) expect(fallOf(day)).toBe(fallOf(first));
  const results = await outcry("contest", "results", "cup", "--data", data, "--json");
  expect((results.json() as { readonly standings: readonly Row[] }).standings).toMatchObject(days[1]!.teams);
});

interface Row {
  readonly team: string;
  readonly drawdown: string;
}
