import { expect, test } from "vitest";
import type { Engine, Schedule } from "../../kernel/engine/index.ts";
import { textOf } from "../../service/contest/index.ts";
import { ContestClock } from "./contestClock.ts";

const MOMENT = 1_000_000;

test("a moment that is refused fails its beat, by which the schedule comes again; one that is granted is told", async () => {
  const beats: ((time: number) => Promise<void>)[] = [];
  const told: unknown[] = [];
  const statuses = [503, 200];
  const contest = {
    ...{ name: "cup", title: "The cup", start: MOMENT, end: 2 * MOMENT, teams: [], group: 0, publicKey: "" },
  };
  const clock = await ContestClock.start({
    engine: {
      query: async () => [
        { name: "cup", definition: textOf(contest as unknown as Parameters<typeof textOf>[0]) },
      ],
      subscribe: () => () => undefined,
    } as unknown as Engine,
    schedule: {
      at: (_times: unknown, beat: (time: number) => Promise<void>) => beats.push(beat),
    } as unknown as Schedule,
    adminToken: "",
    log: { info: (fields) => void told.push(fields), warn() {}, error() {} },
    answer: async () => {
      const status = statuses.shift()!;
      return { status, body: JSON.stringify(status === 200 ? { changed: 3 } : { msg: "busy" }), version: 0 };
    },
  });
  const [beat] = beats;
  await expect(beat!(MOMENT)).rejects.toThrow('the contest cup could not be advanced: {"msg":"busy"}');
  await beat!(MOMENT);
  expect(told).toEqual([{ contest: "cup", changed: 3 }]);
  clock.stop();
});
