import { expect, test, vi } from "vitest";
import { useShownPage } from "../../../../test/terminal/shownPage.ts";
import { Feed } from "../../../interface/client/feed.ts";
import type { LeaderboardPush, LineState, V2Client } from "../../../interface/client/index.ts";
import type { Leaderboard } from "../../../interface/wire/leaderboard.ts";
import { BoardData } from "./boardData.ts";

useShownPage();

test("a venue that was not there is asked again, a channel that was not begun, too: nobody reloads a projector", async () => {
  vi.stubGlobal("requestAnimationFrame", () => 0);
  const ask = vi.fn(async (): Promise<Leaderboard> => ({ time: 1, delayMs: 0, contest: null, teams: [] }));
  const pushes = new Feed<LeaderboardPush>("leaderboard", () => {});
  let line: LineState = "open";
  const watch = vi.fn(async () => pushes);
  const data = new BoardData({
    market: { leaderboard: ask },
    watch: { leaderboard: watch },
    line: () => line,
  } as unknown as V2Client);
  ask.mockRejectedValueOnce(new Error("no answer"));
  watch.mockRejectedValueOnce(new Error("no acknowledgement within 10000 ms"));
  void data.follow();
  await vi.advanceTimersByTimeAsync(0);
  expect(data.value).toEqual({ type: "failed", why: "no answer" });
  await vi.advanceTimersByTimeAsync(2_000);
  expect(data.value).toMatchObject({ type: "shown", problem: "no acknowledgement within 10000 ms" });
  await vi.advanceTimersByTimeAsync(2_000);
  expect(data.value).toMatchObject({ type: "shown", problem: undefined });
  pushes.push({ time: 2, delayMs: 0, contest: null, teams: [] });
  await vi.advanceTimersByTimeAsync(0);
  expect(data.value).toMatchObject({ type: "shown", board: { time: 2 } });

  for (const [state, problem] of [
    ["doubtful", "Nothing is heard from the venue: this may be old."],
    ["opening", "The connection is gone; it is being renewed."],
    ["open", undefined],
  ] as const) {
    line = state;
    await vi.advanceTimersByTimeAsync(1_000);
    expect(data.value).toMatchObject({ type: "shown", board: { time: 2 }, problem });
  }
});
