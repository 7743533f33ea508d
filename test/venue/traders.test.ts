import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { startVenue, Venue } from "../../src/assembly/venue/index.ts";
import { parseScenario, readScenario, ScenarioError } from "../../src/movers/feeds/index.ts";
import type { Trader, Turn } from "../../src/movers/traders/index.ts";
import { directoryOfFile } from "../host/temporaryDirectory.ts";
import { operate } from "./control.ts";
import { marketState } from "./marketState.ts";
import { venueOfTest } from "./venueOfTest.ts";

/*
 * Traders of a scenario: those that there are, and a user's own, which submit commands as everybody does.
 */

const EXAMPLE = "examples/scenarios/traders.json";
const noRecordings = () => Promise.reject(new Error("no recordings"));

function started(market: Parameters<typeof startVenue>[0]): Promise<Venue> {
  return venueOfTest({ accounts: [], ...market });
}

/** A market of one contract at a price that stands still. */
const quiet = (traders: readonly object[]) => ({
  contracts: [{ symbol: "cmt_btcusdt" }],
  feeds: { "*": { type: "constant", price: 60_000 } },
  participants: false,
  prehistory: 0,
  traders,
});

const accountsOf = async ({ engine }: Venue) =>
  (await engine.query({ type: "accounts" })).filter(({ name }) => name.startsWith("trader-"));

/** Orders in the book. */
const liveOrders = async ({ engine }: Venue) => (await engine.query({ type: "allOrders" })).length;

async function switched(venue: Venue, on: boolean): Promise<void> {
  await operate(venue, "participants/switch", { name: "trader own", on });
}

describe("the example", () => {
  test("is what the page shows", () => {
    expect(readFileSync("docs/traders.md", "utf8")).toContain(
      readFileSync("examples/traders/breakout.ts", "utf8"),
    );
  });

  test("all kinds and a file of TypeScript make a market of their own; the same seed makes the same one", async () => {
    const play = async (seed: number) => {
      const venue = await started({ market: await readScenario(EXAMPLE), seed });
      await venue.step(120_000);
      const [contract] = await venue.engine.query({ type: "contracts" });
      const accounts = await accountsOf(venue);
      const traded = new Set<string>();
      for (const { account, name } of accounts) {
        const view = await venue.engine.query({ type: "account", account });
        if (view!.entries[0]!.counters.fillFee !== 0n) traded.add(name);
      }
      return { contract, traded, names: accounts.map(({ name }) => name), digest: await marketState(venue) };
    };
    const [one, again, other] = [await play(7), await play(7), await play(8)];
    expect(one.names).toEqual([
      ...["maker", "noise", "bursts", "trend", "contrary"].map((name) => `trader-${name}`),
      ...[1, 2, 3, 4, 5].map((i) => `trader-crowd-${i}`),
      ...["spoofer", "mine"].map((name) => `trader-${name}`),
    ]);
    for (const name of ["maker", "noise", "bursts", "mine"]) expect(one.traded).toContain(`trader-${name}`);
    expect(one.traded).not.toContain("trader-spoofer");
    expect(one.contract!.bestBid).toBeGreaterThan(0);
    expect(one.contract!.openInterest).toBeGreaterThan(0);
    expect(again.digest).toBe(one.digest);
    expect(other.digest).not.toBe(one.digest);
  });
});

describe("a trader of one's own", () => {
  /** A venue whose trader does what a function says, with every turn that it had. */
  async function seated(act: (turn: Turn) => ReturnType<Trader["act"]>, more: object = {}) {
    const turns: Turn[] = [];
    const scenario = await parseScenario(quiet([{ name: "own", kind: "momentum", ...more }]), noRecordings);
    const kind = {
      about: "what a test says",
      start: () => ({
        act: (turn: Turn) => {
          turns.push(turn);
          return act(turn);
        },
      }),
    };
    const traders = scenario.traders.map((spec) => ({ ...spec, kind }));
    return { venue: await started({ market: { ...scenario, traders } }), turns };
  }

  test("has a turn in each interval, at a moment that its seed draws, with the numbers of its seed", async () => {
    const { venue, turns } = await seated(() => []);
    await venue.step(20_000);
    expect(turns.length).toBeGreaterThanOrEqual(19);
    expect(new Set(turns.map(({ time }) => time % 1_000)).size).toBeGreaterThan(15);
    expect(turns[0]).toMatchObject({ everyMs: 1_000, equity: 100_000, refused: [] });
    expect(turns[0]!.contracts).toMatchObject([
      { symbol: "cmt_btcusdt", index: 60_000, position: 0, leverage: 10 },
    ]);
    const draws = turns.slice(0, 3).map(({ random }) => [random(), random()]);
    expect(new Set(draws.flat()).size).toBe(6);
    const again = await seated(() => []);
    await again.venue.step(20_000);
    expect(again.turns.map(({ time }) => time)).toEqual(turns.map(({ time }) => time));
    expect(again.turns.slice(0, 3).map(({ random }) => [random(), random()])).toEqual(draws);
    const seeded = await seated(() => [], { seed: 5 });
    await seeded.venue.step(20_000);
    expect(seeded.turns[0]!.random()).not.toBe(draws[0]![0]);
  });

  test("its orders are anybody's: they rest, are seen, are canceled, and what is refused it is told", async () => {
    const wanted = [
      [{ do: "order", symbol: "cmt_btcusdt", side: "buy", size: 1, price: 59_990 }],
      [],
      [
        { do: "cancelAll", symbol: "cmt_btcusdt" },
        { do: "order", symbol: "cmt_btcusdt", side: "buy", size: 1e5, price: 59_990 },
      ],
      [],
    ] as const;
    let turn = 0;
    const { venue, turns } = await seated(() => wanted[turn++] ?? []);
    await venue.step(6_000);
    expect(turns[1]!.contracts[0]!.orders).toMatchObject([{ side: "buy", price: 59_990, size: 1 }]);
    expect(turns[3]!.contracts[0]!.orders).toEqual([]);
    expect(turns[3]!.refused).toEqual([expect.stringMatching(/^placeOrder: /)]);
    expect(turns[4]!.refused).toEqual([]);
  });

  test("one that fails sits out its turn, and nobody else does", async () => {
    let turn = 0;
    const { venue, turns } = await seated(() => {
      if (turn++ % 2 === 0) throw new Error("no idea");
      return [{ do: "order", symbol: "cmt_btcusdt", side: "buy", size: 0.1, price: 59_990 }];
    });
    await venue.step(10_000);
    expect(turns.length).toBeGreaterThanOrEqual(9);
    expect(turns.at(-1)!.contracts[0]!.orders.length).toBeGreaterThan(3);
  });

  test("switched off it cancels what it has and has no turns; on, it is back; off in the scenario, it waits", async () => {
    const act = () => [
      { do: "order", symbol: "cmt_btcusdt", side: "buy", size: 0.1, price: 59_990 } as const,
    ];
    const { venue, turns } = await seated(act);
    await venue.step(3_000);
    expect(await liveOrders(venue)).toBeGreaterThan(0);
    await switched(venue, false);
    expect(await liveOrders(venue)).toBe(0);
    const before = turns.length;
    await venue.step(3_000);
    expect(turns.length).toBe(before);
    await switched(venue, true);
    await venue.step(3_000);
    expect(turns.length).toBeGreaterThan(before);
    const waiting = await seated(act, { on: false });
    await waiting.venue.step(3_000);
    expect(waiting.turns).toEqual([]);
    expect(await accountsOf(waiting.venue)).toHaveLength(1);
    await switched(waiting.venue, true);
    await waiting.venue.step(3_000);
    expect(waiting.turns.length).toBeGreaterThan(0);
  });

  test("one that has lost half is refilled where that is asked for", async () => {
    const { venue, turns } = await seated(() => [], { refill: true });
    await venue.step(2_000);
    await venue.withdraw("trader-own", "60000");
    await venue.step(2_000);
    expect(turns.at(-1)!.equity).toBe(100_000);
  });
});

describe("a scenario's traders are checked", () => {
  const directory = directoryOfFile();
  const file = (name: string, text: string): string => {
    const path = join(directory, name);
    writeFileSync(path, text);
    return path;
  };

  test.each([
    [{ name: "a" }, "traders.0", "must have one of kind and file"],
    [{ name: "a", kind: "momentum", file: "b.ts" }, "traders.0", "must have one of kind and file"],
    [{ name: "a", kind: "oracle" }, "traders.0.kind", "must be one of zero-intelligence, bursts"],
    [{ name: "A b", kind: "momentum" }, "traders.0.name", "pattern"],
    [
      { name: "a", kind: "momentum", symbols: ["cmt_xusdt"] },
      "traders.0.symbols.0",
      "must name a listed contract",
    ],
    [
      { name: "a", kind: "momentum", parameters: { speed: 1 } },
      "traders.0.parameters.speed",
      "must be one of lookBack",
    ],
    [
      { name: "a", kind: "bursts", parameters: { branching: 1 } },
      "traders.0.parameters.branching",
      "must be 0 to 0.95",
    ],
    [{ name: "a", kind: "momentum", everyMs: 1 }, "traders.0.everyMs", "50"],
    [{ name: "a", file: join(directory, "none.ts") }, "traders.0.file", "it cannot be loaded"],
    [
      { name: "a", file: file("plain.ts", "export default 5;") },
      "traders.0.file",
      "an object with a function start",
    ],
    [
      {
        name: "a",
        file: file(
          "wrong.ts",
          "export default { about: 'x', parameters: { x: { usual: 5, least: 6, most: 7 } }, start() {} };",
        ),
      },
      "traders.0.file",
      "kind.parameters.x must have numbers least ≤ usual ≤ most, got 6, 5, 7",
    ],
  ])("%j", async (trader, path, rule) => {
    const problem = await parseScenario(quiet([trader]), noRecordings).catch((error: unknown) => error);
    expect(problem).toBeInstanceOf(ScenarioError);
    const { problems } = problem as ScenarioError;
    expect(problems).toContainEqual(expect.objectContaining({ path, rule: expect.stringContaining(rule) }));
  });

  test("two of one name", async () => {
    const one = { name: "a", kind: "momentum" };
    await expect(parseScenario(quiet([one, one]), noRecordings)).rejects.toThrow(
      "traders.0.name".replace("0", "1"),
    );
  });
});
