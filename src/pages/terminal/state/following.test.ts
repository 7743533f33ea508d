import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { RefusedForGood } from "../../../interface/client/index.ts";
import { untilAborted } from "./following.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("what fails is begun again, and ends where it ends by itself", async () => {
  const follow = vi.fn(async () => {
    if (follow.mock.calls.length < 3) throw new Error("no acknowledgement within 10000 ms");
  });
  const following = untilAborted(new AbortController().signal, follow);
  await vi.advanceTimersByTimeAsync(60_000);
  await following;
  expect(follow).toHaveBeenCalledTimes(3);
});

test("nobody wants it any more, or the venue refuses for good: it is left", async () => {
  const leaving = new AbortController();
  const follow = vi.fn(() => Promise.reject(new Error("the client was closed")));
  const following = untilAborted(leaving.signal, follow);
  leaving.abort();
  const refused = vi.fn(() => Promise.reject(new RefusedForGood("40009")));
  const left = untilAborted(new AbortController().signal, refused);
  await vi.advanceTimersByTimeAsync(60_000);
  await Promise.all([following, left]);
  expect([follow, refused].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
});
