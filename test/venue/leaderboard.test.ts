import { cp } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { Venue, VenueOptions } from "../../src/assembly/venue/index.ts";
import { startVenue } from "../../src/assembly/venue/index.ts";
import { systemClock } from "../../src/kernel/host/clock.ts";
import { outcry } from "../cli/inProcess.ts";
import { temporaryDirectory } from "../host/temporaryDirectory.ts";
import type { Message } from "../sockets/listener.ts";
import { Listener } from "../sockets/listener.ts";
import { Client, look } from "./client.ts";
import { control, operate } from "./control.ts";
import { placeLimit } from "./placeLimit.ts";
import { venueOfTest } from "./venueOfTest.ts";

/** The leaderboard over REST, its socket and control: who is ahead, how late, to whom it is shown. */

const MINUTE = 60_000;
const TEAMS = ["ann", "bob", "cid", "dan"];

function open(options: VenueOptions = {}): Promise<Venue> {
  return venueOfTest({
    prices: { btc: 60_000 },
    accounts: TEAMS.map((name) => ({ name, balance: "1000" })),
    leaderboard: "public",
    ...options,
  });
}

const raw = (venue: Pick<Venue, "baseUrl">, query = "") => look(venue.baseUrl, `leaderboard${query}`);
const boardOf = async (venue: Venue, query = "") => (await raw(venue, query)).body;

/**
 * Ann goes long against Bob and wins a tenth of what she has, he loses it; Cid is paid in, Dan does nothing.
 */
async function trade(venue: Venue): Promise<void> {
  await placeLimit(venue, 1, { type: "2" });
  await placeLimit(venue, 0, { type: "1" });
  await operate(venue, "money/deposit", { account: "cid", amount: "500" });
  await venue.step(MINUTE);
  await operate(venue, "prices/push", { prices: { btc: "70000" } });
  await venue.step(MINUTE);
}

test("who is ahead: by return, deposits left out, and last who has not traded", async () => {
  const venue = await open();
  await trade(venue);
  const board = await boardOf(venue, "?points=3");
  expect(board).toMatchObject({ time: venue.engine.now(), delayMs: 0, contest: null });
  expect(board.teams.map(({ rank, team, return: gained }: never) => [rank, team, gained])).toEqual([
    [1, "ann", "0.09964"],
    [2, "bob", "-0.10012"],
    [null, "cid", "0"],
    [null, "dan", "0"],
  ]);
  expect(board.teams[0]).toEqual({
    ...{
      rank: 1,
      team: "ann",
      title: "ann",
      score: "0.09964",
      return: "0.09964",
      equity: "1099.64",
      drawdown: "-0.00086691",
    },
    ...{ trades: 1, fees: "0.36", liquidations: 0, curve: ["999.13309", "1099.64"] },
  });
  expect(board.teams[2]).toMatchObject({ equity: "1500", fees: "0", drawdown: "0" });
  expect((await boardOf(venue, "?limit=1")).teams).toEqual([{ ...board.teams[0], curve: undefined }]);
  expect(await operate(venue, "leaderboard?points=3")).toEqual(board);
  const text = JSON.stringify(board);
  for (const { apiKey } of venue.accounts) expect(text).not.toContain(apiKey);
});

test("a team's return and drawdown are those of its own statistics, to the last digit", async () => {
  const venue = await open();
  await trade(venue);
  await operate(venue, "prices/push", { prices: { btc: "61234.5" } });
  await venue.step(3 * MINUTE);
  const { teams } = await boardOf(venue);
  const from = venue.clock.now() - 60 * MINUTE; // before anybody was there, and so short that minutes count, not hours
  expect(teams).toHaveLength(TEAMS.length);
  for (const [i, account] of venue.accounts.entries()) {
    const { body } = await new Client(venue.baseUrl, account).get(`account/performance?startTime=${from}`);
    const shown = teams.find(({ team }: { readonly team: string }) => team === TEAMS[i]);
    const fallen = shown.drawdown.replace("-", "");
    expect([shown.return, fallen], shown.team).toEqual([body.return, body.drawdown]);
  }
  expect(teams.filter((each: { readonly drawdown: string }) => each.drawdown !== "0")).toHaveLength(2);
});

test("two venues of one journal have the same board, byte for byte, whenever each was looked at", async () => {
  const data = temporaryDirectory();
  const venue = await startVenue({
    ...{ prices: { btc: 60_000 }, leaderboard: "public", data, seed: 1 },
    accounts: TEAMS.map((name) => ({ name, balance: "1000" })),
  });
  await raw(venue);
  await trade(venue);
  await raw(venue);
  await venue.step(3 * MINUTE);
  await placeLimit(venue, 0, { type: "3", price: "70000" });
  await placeLimit(venue, 1, { type: "4", price: "70000" });
  await venue.step(90_000);
  await expect.poll(async () => (await boardOf(venue)).time).toBe(venue.engine.now());
  const { text } = await raw(venue, "?points=9");
  const at = venue.engine.now();
  expect(JSON.parse(text).teams[0]).toMatchObject({ team: "ann", trades: 2 });
  const branch = await venue.branch();
  expect((await raw(branch, "?points=9")).text).toBe(text);
  await venue.stop();
  const copy = join(temporaryDirectory(), "copy");
  await cp(data, copy, { recursive: true });
  const again = await open({ data: copy, clock: at, seed: 1 });
  expect(again.engine.now()).toBe(at);
  expect((await raw(again, "?points=9")).text).toBe(text);
});

test("a late board shows nothing that is younger than its delay", async () => {
  const venue = await open({ leaderboardDelayMs: 5 * MINUTE });
  await venue.step(6 * MINUTE);
  const start = venue.engine.now();
  await trade(venue);
  await operate(venue, "accounts/open", { name: "eve", balance: "9" });
  await venue.step(2 * MINUTE + 59_000);
  const before = await boardOf(venue);
  expect(before).toMatchObject({ time: start - MINUTE, delayMs: 5 * MINUTE });
  const fresh = { rank: null, return: "0", equity: "1000", trades: 0, fees: "0" };
  expect(before.teams).toMatchObject(TEAMS.map((team) => ({ team, ...fresh })));
  expect((await operate(venue, "leaderboard")).teams[0]).toMatchObject({ team: "ann", equity: "1099.64" });
  await venue.step(3 * MINUTE + 1_000);
  await expect.poll(async () => (await boardOf(venue)).time).toBe(start + 3 * MINUTE);
  const late = await boardOf(venue);
  expect(late.teams.map(({ team }: { team: string }) => team)).toEqual([...TEAMS.slice(0, 4), "eve"]);
  expect(late.teams[0]).toMatchObject({ rank: 1, team: "ann", trades: 1, equity: "1099.64" });
});

test("a late board of a contest is, minute by minute, what operators saw at that minute", async () => {
  let later = 0; // so that no board is still the one that was shown a moment ago
  const hostClock = Object.assign(Object.create(systemClock), {
    monotonicMs: () => systemClock.monotonicMs() + later,
  });
  const venue = await open({ leaderboardDelayMs: 5 * MINUTE, hostClock });
  const start = Math.ceil(venue.clock.now() / MINUTE + 2) * MINUTE;
  const at = (minutes: number) => new Date(start + minutes * MINUTE).toISOString();
  const practice = { start: at(0), end: at(4) };
  const rules = { name: "cup", balance: "1000", practice, start: at(8), end: at(18) };
  await operate(venue, "contests/create", { rules: JSON.stringify(rules), teams: "blue\nred" });
  await venue.step(start - MINUTE - venue.clock.now());
  const trade = async (round: string, price: string) => {
    const order = { symbol: "btc", size: "0.01", price };
    await operate(venue, "orders/place", { ...order, account: `red${round}`, action: "open-short" });
    await operate(venue, "orders/place", { ...order, account: `blue${round}`, action: "open-long" });
    await operate(venue, "prices/push", { prices: { btc: String(Number(price) + 1_000) } });
  };
  const seen = new Map<number, { readonly contest: object; readonly teams: readonly object[] }>();
  for (let minute = -1; minute <= 24; minute++) {
    await operate(venue, "prices/push", { prices: { eth: String(3_000 + minute) } }); // so that time is known
    later += 10_000;
    const { time, contest, teams } = await operate(venue, "leaderboard?points=40");
    seen.set(time, { contest, teams });
    const late = await boardOf(venue, "?points=40");
    const then = seen.get(time - 5 * MINUTE);
    if (then !== undefined) {
      expect(late.time, `minute ${minute}`).toBe(time - 5 * MINUTE);
      expect({ contest: late.contest, teams: late.teams }, `minute ${minute}`).toEqual(then);
    }
    await venue.step(20_000);
    if (minute === 1) await trade(".practice", "60000");
    if (minute === 9) await trade("", "61000");
    if (minute === 12) await trade("", "62000");
    if (minute === 10) await operate(venue, "money/deposit", { account: "blue", amount: "77" });
    await venue.step(40_000);
  }
  expect(seen.size).toBe(26);
});

test("for operators alone it is not found by others, in the interface's words, and control has it", async () => {
  const venue = await open({ leaderboard: "operators" });
  const { status, text } = await raw(venue);
  expect([status, JSON.parse(text)]).toEqual([
    404,
    expect.objectContaining({
      code: "404",
      msg: expect.stringContaining("shows its leaderboard to operators alone"),
    }),
  ]);
  const listener = await Listener.open(`${venue.wsUrl}/v2/ws/public`);
  listener.send({ event: "subscribe", channel: "leaderboard" });
  expect(await listener.next()).toMatchObject({
    ...{ event: "error", channel: "leaderboard", code: "40020" },
    msg: expect.stringContaining("to operators alone"),
  });
  await listener.close();
  expect((await operate(venue, "leaderboard")).teams.length).toBe(TEAMS.length);
});

test("the channel shows the board at once, and again when it changed", async () => {
  const venue = await open();
  const [one, other] = await Promise.all(
    [0, 1].map(async () => {
      const listener = await Listener.open(`${venue.wsUrl}/v2/ws/public`);
      onTestFinished(() => listener.close());
      await listener.subscribe("leaderboard");
      return listener;
    }),
  );
  const isBoard = ({ channel, event }: Message) => event === "payload" && channel === "leaderboard";
  expect((await one!.find(isBoard)).data[0].teams.length).toBe(TEAMS.length);
  await trade(venue);
  const isWon = (message: Message) => isBoard(message) && message.data[0].teams[0].equity === "1099.64";
  const pushed = await one!.find(isWon);
  expect(await other!.find(isWon)).toEqual(pushed);
  expect(pushed.data[0].teams[0]).not.toHaveProperty("curve");
});

test("in a contest the channel shows its teams and its phase, from before it begins until it has ended", async () => {
  const venue = await open();
  const start = Math.ceil(venue.clock.now() / MINUTE + 2) * MINUTE;
  const at = (minutes: number) => new Date(start + minutes * MINUTE).toISOString();
  const rules = { name: "cup", title: "The cup", balance: "1000", start: at(0), end: at(5) };
  await operate(venue, "contests/create", { rules: JSON.stringify(rules), teams: "blue\nred" });
  const listener = await Listener.open(`${venue.wsUrl}/v2/ws/public`);
  onTestFinished(() => listener.close());
  await listener.subscribe("leaderboard");
  const pushed = async (isMeant: (board: Message) => boolean) =>
    (
      await listener.find(
        ({ channel, event, data }) => event === "payload" && channel === "leaderboard" && isMeant(data[0]),
      )
    ).data[0];
  const before = await pushed(({ contest }) => contest?.phase === "before");
  expect(before.teams).toMatchObject([{ team: "blue" }, { team: "red" }]);
  await venue.step(start - venue.clock.now());
  await pushed(({ contest }) => contest.phase === "running");
  const order = { symbol: "btc", size: "0.01", price: "60000" };
  await operate(venue, "orders/place", { ...order, account: "red", action: "open-short" });
  await operate(venue, "orders/place", { ...order, account: "blue", action: "open-long" });
  await operate(venue, "prices/push", { prices: { btc: "66000" } });
  await venue.step(MINUTE);
  const ahead = await pushed(({ teams }) => teams[0].team === "blue" && teams[0].equity === "1059.64");
  expect(ahead).toMatchObject({
    contest: { name: "cup", title: "The cup", phase: "running" },
    teams: [
      { rank: 1, team: "blue", return: "0.05964", trades: 1 },
      { rank: 2, team: "red", return: "-0.06012", trades: 1 },
    ],
  });
  await venue.step(start + 5 * MINUTE - venue.clock.now());
  expect(await pushed(({ contest }) => contest.phase === "ended")).toMatchObject({ contest: { leftMs: 0 } });
});

test("an end that is moved is a whole minute, so that the board ends as the results do", async () => {
  const data = temporaryDirectory();
  const venue = await open({ data });
  const start = Math.ceil(venue.clock.now() / MINUTE + 2) * MINUTE;
  const at = (minutes: number) => new Date(start + minutes * MINUTE).toISOString();
  const rules = { name: "cup", balance: "1000", start: at(0), end: at(9) };
  await operate(venue, "contests/create", { rules: JSON.stringify(rules), teams: "blue\nred" });
  await venue.step(start - venue.clock.now());
  const order = { symbol: "btc", size: "0.01", price: "60000" };
  await operate(venue, "orders/place", { ...order, account: "red", action: "open-short" });
  await operate(venue, "orders/place", { ...order, account: "blue", action: "open-long" });
  await venue.step(MINUTE + 10_000);
  const end = { contest: "cup", moment: "end" };
  const later = venue.clock.now() + 1_000;
  const refused = await control(venue, "contests/move", { ...end, at: later });
  expect([refused.status, refused.body.msg]).toEqual([
    400,
    expect.stringContaining(
      `at is invalid: a whole minute of market time, such as ${start + 2 * MINUTE}, got '${later}'`,
    ),
  ]);
  expect(await operate(venue, "contests/move", end)).toMatchObject({
    phase: "running",
    end: start + 2 * MINUTE,
  });
  await operate(venue, "prices/push", { prices: { btc: "66000" } });
  await venue.step(MINUTE);
  await operate(venue, "prices/push", { prices: { btc: "50000" } });
  await venue.step(2 * MINUTE);
  await expect.poll(async () => (await boardOf(venue)).contest.phase).toBe("ended");
  const shown = (await boardOf(venue)).teams;
  expect(shown[0]).toMatchObject({ team: "blue", equity: "1059.64" });
  const { standings } = (await outcry("contest results cup --json --data", data)).json() as typeof rules & {
    readonly standings: readonly object[];
  };
  expect(standings).toMatchObject(shown.map(({ curve: _, ...rest }: { readonly curve?: unknown }) => rest));
});

test("two hundred teams are read once for all who ask at the same time", async () => {
  const names = Array.from({ length: 200 }, (_, i) => `team-${String(i).padStart(3, "0")}`);
  const venue = await open({ accounts: names.map((name) => ({ name, balance: "100" })) });
  await venue.step(2 * MINUTE);
  const boards = await Promise.all(Array.from({ length: 20 }, () => raw(venue)));
  expect(new Set(boards.map(({ text }) => text)).size).toBe(1);
  expect(JSON.parse(boards[0]!.text).teams.map(({ team }: { team: string }) => team)).toEqual(names);
});
