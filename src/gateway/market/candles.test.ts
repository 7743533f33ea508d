import { describe, expect, test } from "vitest";
import { BUY } from "../../core/index.ts";
import type { CandlesQuery } from "../../readmodel/index.ts";
import type { Bar } from "../../views/index.ts";
import { flatBar, MONTH, RunningCandles } from "../../views/index.ts";
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
  const views = { market: () => ({ candles: { last: candles } }) };
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

test("of an interval that is composed there are the latest alone", async () => {
  const { context, asked } = open(() => NOON + 1);
  const months = { ...question, intervalMs: MONTH };
  expect(await candlesOf(context, spec, months)).toHaveLength(1);
  expect(asked).toMatchObject([{ intervalMs: 24 * 60 * MINUTE }]);
  for (const edge of [{ from: NOON }, { to: NOON }])
    await expect(candlesOf(context, spec, { ...months, ...edge })).rejects.toThrow("composed");
});
