import { describe, expect, test } from "vitest";
import { BUY } from "../../../kernel/core/index.ts";
import type { CandlesQuery } from "../../readmodel/index.ts";
import type { Bar } from "../../views/index.ts";
import { composeBars, flatBar, MONTH, RunningCandles } from "../../views/index.ts";
import type { ContractSpec } from "../contracts.ts";
import type { Context } from "../operation.ts";
import { candlesOf } from "./candles.ts";

const MINUTE = 60_000;
const NOON = Date.UTC(2025, 10, 30, 12);
const spec = { contract: 0 } as ContractSpec;
const question = { price: "last", intervalMs: MINUTE, limit: 2 } as const;

/** A market with a price at noon; `meanwhile` happens while history reads. */
function open(meanwhile: (candles: RunningCandles) => number) {
  const candles = new RunningCandles();
  candles.see(NOON - MINUTE, 90);
  candles.count(NOON, 100, 1, 1, 0, BUY);
  let now = NOON + 1;
  const asked: CandlesQuery[] = [];
  const history = {
    candles: async (query: CandlesQuery): Promise<readonly Bar[]> => {
      asked.push(query);
      const bars = [flatBar(NOON - MINUTE, 90), flatBar(NOON, 100)];
      now = meanwhile(candles);
      return bars;
    },
  };
  const views = { contractAt: () => ({ candles: { last: candles } }) };
  return { context: { history, views, now: () => now } as unknown as Context, asked };
}

describe("the last candle of an answer is as live data has it", () => {
  test("while it runs", async () => {
    const { context } = open((candles) => {
      candles.count(NOON + 2, 110, 1, 1, 0, BUY);
      return NOON + 2;
    });
    const bars = await candlesOf(context, spec, question);
    expect(bars[0]).toEqual(flatBar(NOON - MINUTE, 90));
    expect(bars[1]).toMatchObject({ time: NOON, open: 100, high: 110, close: 110, volume: 2 });
  });

  test("when it ended before history had answered, and the next one has a price", async () => {
    const { context } = open((candles) => {
      candles.count(NOON + 2, 110, 1, 1, 0, BUY);
      candles.see(NOON + MINUTE, 200);
      return NOON + MINUTE;
    });
    const bars = await candlesOf(context, spec, question);
    expect(bars[1]).toMatchObject({ time: NOON, open: 100, high: 110, close: 110, volume: 2 });
  });

  test("or as history has it, when that is longer ago", async () => {
    const { context } = open((candles) => {
      for (let minute = 1; minute <= 3; minute++) candles.see(NOON + minute * MINUTE, 200);
      return NOON + 3 * MINUTE;
    });
    expect(await candlesOf(context, spec, question)).toEqual([
      flatBar(NOON - MINUTE, 90),
      flatBar(NOON, 100),
    ]);
  });
});

describe("of an interval that is composed", () => {
  const minutes = Array.from({ length: 20 }, (_, i) => flatBar(NOON + i * MINUTE, 100 + i));
  const now = NOON + 19 * MINUTE + 1;
  const history = {
    async candles({ from, to, limit }: CandlesQuery): Promise<readonly Bar[]> {
      const asked = minutes.filter(({ time }) => time >= (from ?? 0) && time <= (to ?? now));
      return from !== undefined && to === undefined ? asked.slice(0, limit) : asked.slice(-limit);
    },
  };
  const views = { contractAt: () => ({ candles: { last: new RunningCandles() } }) };
  const context = { history, views, now: () => now } as unknown as Context;
  const whole = composeBars(minutes, 3 * MINUTE);

  test.each<[string, { from?: number; to?: number; limit?: number }, readonly Bar[]]>([
    ["the latest", { limit: 2 }, whole.slice(-2)],
    ["the first from a start on", { from: NOON, limit: 2 }, whole.slice(0, 2)],
    ["from a start within one: the next", { from: NOON + MINUTE, limit: 2 }, whole.slice(1, 3)],
    ["the last up to an end within one, all of it", { to: NOON + 4 * MINUTE, limit: 2 }, whole.slice(0, 2)],
    ["between two times", { from: NOON + 1, to: NOON + 9 * MINUTE }, whole.slice(1, 4)],
  ])("%s", async (_, edges, bars) => {
    const asked = { ...question, intervalMs: 3 * MINUTE, limit: 100, ...edges };
    expect(await candlesOf(context, spec, asked)).toEqual(bars);
  });

  test("parts of an interval that history keeps are asked for", async () => {
    const { context: months, asked } = open(() => NOON + 1);
    expect(await candlesOf(months, spec, { ...question, intervalMs: MONTH })).toHaveLength(1);
    expect(asked).toMatchObject([{ intervalMs: 24 * 60 * MINUTE }]);
  });
});
