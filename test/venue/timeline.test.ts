import { describe, expect, test } from "vitest";
import type { Venue, VenueOptions } from "../../src/assembly/venue/index.ts";
import { parseScenario } from "../../src/movers/feeds/index.ts";
import { temporaryDirectory } from "../host/temporaryDirectory.ts";
import { Client } from "./client.ts";
import { control } from "./control.ts";
import { venueOfTest } from "./venueOfTest.ts";

/** What a scenario makes happen and expects, in a market whose time stands until it is stepped. */

async function venueOf(
  timeline: readonly object[],
  rest: object = {},
  options: VenueOptions = {},
): Promise<Venue> {
  const file = {
    clock: { start: "2026-01-05T00:00:00Z", speed: 0 },
    contracts: [{ symbol: "cmt_btcusdt" }],
    feeds: { cmt_btcusdt: { type: "constant", price: 60_000 } },
    participants: false,
    prehistory: 0,
    timeline,
    ...rest,
  };
  const market = await parseScenario(file, () => Promise.reject(new Error("no file")));
  const venue = await venueOfTest({ ...options, market });
  return venue;
}

const statesOf = ({ scenario }: Venue) =>
  scenario.moments.map(({ state, note }) => (note === null ? state : `${state}: ${note}`));

describe("moments", () => {
  test("happen at their time and not before, and what became of each is told", async () => {
    const venue = await venueOf([
      { atMs: 500, do: "fund/deposit", with: { amount: "10" } },
      { atMs: 500, do: "accounts/liquidate", with: { account: "nobody" } },
      { atMs: 1_500, say: "The fund grows." },
      { atMs: 2_000, do: "fund/deposit", with: { amount: "1" }, everyMs: 250, times: 3 },
      { atMs: 2_400, expect: "fund", is: { wallet: "1000012" } },
      { atMs: 2_500, expect: "fund", is: { wallet: "1000012" } },
    ]);
    await venue.step(499);
    expect(statesOf(venue)).toEqual(Array(8).fill("waits"));
    await venue.step(1);
    expect(statesOf(venue).slice(0, 3)).toEqual([
      "done",
      expect.stringMatching(/^refused: .*nobody/),
      "waits",
    ]);
    await venue.step(5_000);
    expect(statesOf(venue).slice(2)).toEqual([
      "said",
      "done",
      "done",
      "met",
      "done",
      'broken: wallet must be "1000012", got "1000013"',
    ]);
    expect(venue.scenario.moments.map(({ time }) => time - Date.UTC(2026, 0, 5))).toEqual([
      500, 500, 1_500, 2_000, 2_250, 2_400, 2_500, 2_500,
    ]);
  });

  test("begin anew with the market, and are logged as an operator's", async () => {
    const venue = await venueOf([{ atMs: 1_000, do: "fund/deposit", with: { amount: "10" } }]);
    await venue.step(1_000);
    await venue.reset();
    expect(statesOf(venue)).toEqual(["waits"]);
    await venue.step(1_000);
    expect(statesOf(venue)).toEqual(["done"]);
    expect((await control(venue, "journal?limit=50")).text).toContain('"by":"admin"');
  });

  test("the accounts that it needs are there, with keys, beside those that are asked for", async () => {
    const venue = await venueOf(
      [{ atMs: 1, expect: "accounts/show", with: { account: "whale" }, is: { wallet: "5000" } }],
      { accounts: [{ name: "whale", balance: 5_000 }, { name: "minnow" }] },
    );
    await venue.step(1);
    expect(statesOf(venue)).toEqual(["met"]);
    expect(venue.accounts.map(({ name }) => name)).toEqual(["whale", "minnow"]);
    const { body } = await new Client(venue.baseUrl, venue.accounts[1]!).get("account/assets");
    expect(body).toMatchObject([{ coinName: "USDT", available: "100000" }]);
  });

  test("run late where the clock had gone on, each in its turn", async () => {
    const venue = await venueOf([
      { atMs: 1_000, do: "fund/deposit", with: { amount: "1" }, everyMs: 1_000, times: 60 },
      { atMs: 60_000, expect: "fund", is: { wallet: "1000060" } },
    ]);
    await venue.step(60_000);
    expect(statesOf(venue).at(-1)).toBe("met");
  });

  test("are done once each though the clock runs on before the first of them is done", async () => {
    const venue = await venueOf(
      [
        { atMs: 0, do: "fund/deposit", with: { amount: "1" } },
        { atMs: 1, do: "fund/deposit", with: { amount: "10" } },
        { atMs: 2, expect: "fund", is: { wallet: "1000011" } },
      ],
      {},
      { clock: "wall", data: temporaryDirectory() },
    );
    await expect.poll(() => statesOf(venue)).not.toContain("waits");
    expect(statesOf(venue)).toEqual(["done", "done", "met"]);
  });
});

describe("one at the start that the market refuses says why and holds up nothing", () => {
  const opens = { atMs: 0, do: "accounts/open", with: { name: "x" } };
  const refused = [expect.stringMatching(/^refused: .*taken/), "said"];
  const timeline = [opens, { atMs: 0, say: "It goes on." }];

  test("after a reset to a market that has it already", async () => {
    const venue = await venueOf(timeline);
    expect(statesOf(venue)).toEqual(["done", "said"]);
    await venue.saveState("a");
    await venue.reset({ to: "a" });
    expect(statesOf(venue)).toEqual(refused);
    expect(await venue.account("x")).toMatchObject({ name: "x" });
  });

  test("at a later start with the same data", async () => {
    const data = temporaryDirectory();
    await (await venueOf(timeline, {}, { data })).stop();
    expect(statesOf(await venueOf(timeline, {}, { data }))).toEqual(refused);
  });

  test("and so does a fault of the scenario after a reset, without which no venue starts", async () => {
    const data = temporaryDirectory();
    const first = await venueOf([opens], {}, { data });
    await first.stop();
    const faults = [{ kind: "cut", accounts: ["x"] }];
    const venue = await venueOf([], { faults }, { data });
    expect(statesOf(venue)).toEqual(["done"]);
    await venue.reset();
    expect(statesOf(venue)).toEqual([expect.stringMatching(/^refused: .*accounts/)]);
    expect(await venue.faults()).toEqual([]);
  });
});

describe("a moment that no market could carry out is refused before anything begins", () => {
  test.each([
    [
      { do: "accounts/liquidat", with: {} },
      "timeline.0.do: must be an operation of control (POST), got accounts/liquidat",
    ],
    [
      { do: "accounts/show", with: { account: "a" } },
      "timeline.0.do: must be an operation of control (POST)",
    ],
    [
      { do: "accounts/liquidate" },
      "timeline.0.with: Parameter validation failed: account must not be blank, got {}",
    ],
    [{ do: "fund/deposit", with: { amount: "ten" } }, "timeline.0.with: "],
    [{ do: "fund/deposit", with: { amount: "1", to: "x" } }, "Parameter 'to' is not known here"],
    [{ expect: "fund", with: { depth: 1 }, is: {} }, "Parameter 'depth' is not known here: it takes none"],
    [
      { do: "clock/step", with: { ms: 5 } },
      "timeline.0.do: must not move market time, end or branch the market, or write files",
    ],
    [{ do: "stop" }, "timeline.0.do: must not move market time"],
    [{ do: "branch" }, "timeline.0.do: must not move market time"],
  ])("%j", async (moment, said) => {
    await expect(venueOf([{ atMs: 0, ...moment }])).rejects.toThrow(said);
  });
});
