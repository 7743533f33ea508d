import { expect, test } from "vitest";
import { HOUR_MS, MINUTE_MS } from "../../../../kernel/host/clock.ts";
import { passedBetween } from "./passed.ts";

test.each([
  [{ startTime: 9 * HOUR_MS + MINUTE_MS }, "startTime"],
  [{ startTime: 8 * HOUR_MS, endTime: 9 * HOUR_MS + MINUTE_MS }, "endTime"],
  [{ startTime: 8 * HOUR_MS, endTime: 9 * HOUR_MS }, undefined],
  [{ startTime: 10 * HOUR_MS + MINUTE_MS }, undefined],
  [{}, undefined],
])(
  "a span whose minutes are not kept any more begins and ends with whole hours: %j",
  async (span, refused) => {
    const engine = {
      now: () => 800 * HOUR_MS + 5 * MINUTE_MS,
      query: async () => [{ account: 5, name: "one", kind: 0 }],
    };
    const history = { passed: async () => ({ rows: [], minutesFrom: 10 * HOUR_MS }) };
    const answer = (async () =>
      passedBetween.handle({ engine, history } as never, { accounts: "one", ...span }))();
    if (refused === undefined) expect(await answer).toEqual([]);
    else await expect(answer).rejects.toThrow(refused);
  },
);
