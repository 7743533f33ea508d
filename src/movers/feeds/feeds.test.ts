import { describe, expect, test } from "vitest";
import type { Command, ContractView } from "../../kernel/core/index.ts";
import { EngineBusyError } from "../../kernel/engine/index.ts";
import { defaultContracts } from "./contracts.ts";
import type { FeedsOptions } from "./feeds.ts";
import { FeedError, Feeds } from "./feeds.ts";
import { scriptedPrice } from "./priceFeed.ts";
import { readRecording } from "./recording.ts";

const POINTS_MAX = 900_000_000;
const T0 = Date.UTC(2026, 0, 1);
const [BTC, ETH] = defaultContracts.map(
  ({ listing }, contract) => ({ ...listing, contract, status: 0, index: 0 }) as unknown as ContractView,
) as [ContractView, ContractView];

function run(
  options: Partial<FeedsOptions> & Pick<FeedsOptions, "specs">,
  contracts: ContractView[] = [BTC, ETH],
) {
  const sent: Command[] = [];
  let failure: Error | undefined;
  const engine: FeedsOptions["engine"] = {
    now: () => T0,
    submit: async (command) => {
      if (failure !== undefined) throw failure;
      sent.push(command);
      const { prices } = command as Extract<Command, { type: "setIndex" | "pushIndex" }>;
      const bad = prices.find(({ points }) => points > POINTS_MAX);
      const rejection =
        bad &&
        ({ type: "indexOutOfRange", contract: bad.contract, points: bad.points, max: POINTS_MAX } as const);
      return { seq: 1, time: T0, id: 0, rejection, events: undefined as never };
    },
  };
  const feeds = new Feeds({ engine, contracts, seed: 7, from: T0, origin: T0, ...options });
  const rows = () => sent.map((command) => ("prices" in command ? command.prices : []));
  return { feeds, rows, fail: (error: Error | undefined) => (failure = error) };
}

describe("a beat", () => {
  test("sends every price that changed in one command", async () => {
    const { feeds, rows } = run({
      specs: {
        cmt_btcusdt: { type: "constant", price: 60_000.1 },
        cmt_ethusdt: { type: "constant", price: 3_000 },
      },
    });
    await feeds.beat(T0);
    await feeds.beat(T0 + 1000);
    expect(rows()).toEqual([
      [
        { contract: 0, points: 60_000_100 },
        { contract: 1, points: 30_000_000 },
      ],
    ]);
  });

  test("sends nothing while no price moved by the threshold", async () => {
    const steps = [
      { atMs: 1000, price: 10_000.1 },
      { atMs: 2000, price: 10_000.3 },
    ];
    const { feeds, rows } = run({ specs: { cmt_btcusdt: { type: "scripted", price: 10_000, steps } } });
    for (let i = 0; i < 4; i++) await feeds.beat(T0 + i * 1000);
    expect(rows().map((prices) => prices[0]!.points)).toEqual([10_000_000, 10_000_300]);
  });

  test("sends again what a full queue turned away", async () => {
    const { feeds, rows, fail } = run({ specs: { cmt_btcusdt: { type: "constant", price: 5 } } });
    fail(new EngineBusyError("full"));
    await feeds.beat(T0);
    fail(undefined);
    await feeds.beat(T0 + 1000);
    expect(rows().length).toBe(1);
  });

  test("lets one refused price hold up no other, and does not repeat it", async () => {
    const { feeds, rows } = run({
      specs: {
        cmt_btcusdt: { type: "constant", price: 9e8 },
        cmt_ethusdt: { type: "constant", price: 3_000 },
      },
    });
    await feeds.beat(T0);
    await feeds.beat(T0 + 1000);
    expect(rows().map((prices) => prices.map(({ contract }) => contract))).toEqual([[0, 1], [0], [1]]);
  });

  test("passes on that the venue stopped", async () => {
    const { feeds, fail } = run({ specs: { cmt_btcusdt: { type: "constant", price: 5 } } });
    fail(new Error("halted"));
    await expect(feeds.beat(T0)).rejects.toThrow("halted");
  });
});

describe("generated prices", () => {
  const specs = { cmt_btcusdt: { type: "generated", price: 60_000, volatility: 0.5 } } as const;

  test("start at the price given, and repeat", async () => {
    const one = run({ specs });
    const two = run({ specs });
    for (let i = 0; i < 50; i++) await one.feeds.beat(T0 + i * 1000);
    for (let i = 0; i < 50; i++) await two.feeds.beat(T0 + i * 1000);
    expect(one.rows()[0]).toEqual([{ contract: 0, points: 60_000_000 }]);
    expect(one.rows()).toEqual(two.rows());
    expect(one.rows().length).toBeGreaterThan(1);
  });

  test("go on from the venue's last price after a restart: nothing is sent until it moves", async () => {
    const { feeds, rows } = run({ specs, from: T0 + 9_000_000 }, [{ ...BTC, index: 61_234_567 }]);
    await feeds.beat(T0 + 9_000_000);
    expect(rows()).toEqual([]);
    for (let i = 1; i < 600; i++) await feeds.beat(T0 + 9_000_000 + i * 1000);
    expect(Math.abs(rows()[0]![0]!.points - 61_234_567)).toBeLessThan(61_234_567 * 0.01);
  });
});

describe("a push", () => {
  test("is sent at once, however small, and holds against the feed", async () => {
    const { feeds, rows } = run({ specs: { cmt_btcusdt: { type: "constant", price: 60_000 } } });
    await feeds.beat(T0);
    await feeds.push({ cmt_btcusdt: 60_000_001, cmt_ethusdt: 30_000_000 });
    await feeds.beat(T0 + 1000);
    expect(rows().slice(1)).toEqual([
      [
        { contract: 0, points: 60_000_001 },
        { contract: 1, points: 30_000_000 },
      ],
    ]);
    expect(feeds.sourceOf("cmt_btcusdt")).toBe("pushed");
  });

  test("holds against the feed after a restart too: the state says that it was pushed", async () => {
    const specs = { cmt_btcusdt: { type: "constant", price: 60_000 } } as const;
    const { feeds, rows } = run({ specs }, [{ ...BTC, index: 60_000_001, pushed: true }]);
    await feeds.beat(T0);
    expect(rows()).toEqual([]);
    expect(feeds.sourceOf("cmt_btcusdt")).toBe("pushed");
  });

  test("is refused as a whole when a symbol or a price is wrong", async () => {
    const { feeds, rows } = run({ specs: {} });
    await expect(feeds.push({ cmt_btcusdt: 60_000_000, cmt_nousdt: 100 })).rejects.toThrow(FeedError);
    await expect(feeds.push({ cmt_btcusdt: 99 })).rejects.toThrow("at least one tick");
    expect(rows()).toEqual([]);
  });

  test("sets nothing when the venue refuses one of its prices", async () => {
    const { feeds, rows } = run({ specs: { cmt_btcusdt: { type: "constant", price: 60_000 } } });
    const pushed = feeds.push({ cmt_btcusdt: 50_000_000, cmt_ethusdt: POINTS_MAX + 1 });
    await expect(pushed).rejects.toThrow("a price of cmt_ethusdt is at most");
    expect(rows().map((prices) => prices.length)).toEqual([2]);
    expect(feeds.sourceOf("cmt_btcusdt")).toBe("constant");
  });

  test("is not overtaken by a beat while it is on its way", async () => {
    const steps = [{ atMs: 1000, price: 70_000 }];
    const { feeds, rows } = run({ specs: { cmt_btcusdt: { type: "scripted", price: 60_000, steps } } });
    await feeds.beat(T0);
    await feeds.push({ cmt_btcusdt: 50_000_000 }, async () => {
      await feeds.beat(T0 + 1000);
      return { rejection: undefined };
    });
    await feeds.beat(T0 + 2000);
    expect(rows().map((prices) => prices[0]!.points)).toEqual([60_000_000]);
    expect(feeds.sourceOf("cmt_btcusdt")).toBe("pushed");
  });

  test("gives way to an assigned feed, which starts where the price is", async () => {
    const { feeds, rows } = run({ specs: {} });
    await feeds.push({ cmt_btcusdt: 50_000_000 });
    feeds.assign("cmt_btcusdt", { type: "generated", price: 60_000, volatility: 0.5 });
    for (let i = 1; i < 600; i++) await feeds.beat(T0 + i * 1000);
    expect(Math.abs(rows()[1]![0]!.points - 50_000_000)).toBeLessThan(500_000);
  });
});

test("a recording plays from the origin and starts again, or stays at its end", async () => {
  const recording = readRecording("1,10,1,1,1,5000\n2,20,1,1,1,6000", "aggTrades", "x.csv");
  const playing = async (loop: boolean): Promise<number[]> => {
    const { feeds, rows } = run({ specs: { cmt_btcusdt: { type: "recorded", recording, loop } } });
    for (let i = 0; i < 4; i++) await feeds.beat(T0 + i * 1000);
    return rows().map((prices) => prices[0]!.points);
  };
  expect(await playing(true)).toEqual([10_000, 20_000, 10_000, 20_000]);
  expect(await playing(false)).toEqual([10_000, 20_000]);
});

test.each([
  [-5, 100],
  [999, 100],
  [1000, 110],
  [2000, 99],
  [2500, 99],
  [3000, 99],
  [4000, 104.5],
  [4999, 109.9945],
  [5000, 50],
])("a script at %i ms stands at %d", (elapsedMs, price) => {
  const steps = [
    { atMs: 1000, price: 110 },
    { atMs: 2000, gap: -0.1 },
    { atMs: 3000, ramp: 110, overMs: 2000 },
    { atMs: 5000, price: 50 },
  ];
  expect(scriptedPrice({ type: "scripted", price: 100, steps }, elapsedMs)).toBeCloseTo(price, 9);
});

test("a step cuts a ramp short where it stands", () => {
  const steps = [
    { atMs: 0, ramp: 200, overMs: 1000 },
    { atMs: 500, gap: 0.1 },
  ];
  expect(scriptedPrice({ type: "scripted", price: 100, steps }, 250)).toBeCloseTo(125, 9);
  expect(scriptedPrice({ type: "scripted", price: 100, steps }, 5000)).toBeCloseTo(165, 9);
});
