import { expect, test, vi } from "vitest";
import { useShownPage } from "../../../../../test/terminal/shownPage.ts";
import { Feed, type FeedPage, ROWS_MAX } from "./feed.ts";

/** A list at a venue: numbers, of which a filter keeps multiples. */
class Numbers extends Feed<number, number> {
  head = 0;
  asked: (number | undefined)[] = [];

  protected async ask(filter: number, after: number | undefined): Promise<FeedPage<number>> {
    this.asked.push(after);
    const from = Math.min(after ?? 0, this.head);
    const all = Array.from({ length: this.head - from }, (_, i) => from + i + 1);
    return { entries: all.filter((each) => each % filter === 0), next: this.head, lost: 0 };
  }
}

useShownPage();

test("follows while it is watched, newest first, and asks for nothing afterwards", async () => {
  const feed = new Numbers(1);
  feed.head = 2;
  const leave = feed.watch();
  await vi.advanceTimersByTimeAsync(0);
  expect(feed.value.rows).toEqual([2, 1]);
  feed.head = 4;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(feed.value.rows).toEqual([4, 3, 2, 1]);
  expect(feed.asked).toEqual([undefined, 2]);
  leave();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(feed.asked).toHaveLength(2);
});

test("another filter begins anew; paused it stands still and catches up", async () => {
  const feed = new Numbers(1);
  feed.head = 3;
  feed.watch();
  await vi.advanceTimersByTimeAsync(0);
  feed.filter.set(2);
  await vi.advanceTimersByTimeAsync(0);
  expect(feed.value.rows).toEqual([2]);
  feed.isPaused.set(true);
  feed.head = 8;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(feed.value.rows).toEqual([2]);
  feed.isPaused.set(false);
  await vi.advanceTimersByTimeAsync(0);
  expect(feed.value.rows).toEqual([8, 6, 4, 2]);
});

test("another filter while it is paused is read, once", async () => {
  const feed = new Numbers(1);
  feed.head = 3;
  feed.watch();
  await vi.advanceTimersByTimeAsync(0);
  feed.isPaused.set(true);
  feed.filter.set(2);
  await vi.advanceTimersByTimeAsync(0);
  expect(feed.value).toMatchObject({ rows: [2], isLoading: false });
  feed.head = 8;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(feed.value.rows).toEqual([2]);
});

test("a venue that started over is read anew, and rows are bounded", async () => {
  const feed = new Numbers(1);
  feed.head = ROWS_MAX + 500;
  feed.watch();
  await vi.advanceTimersByTimeAsync(0);
  expect(feed.value.rows).toHaveLength(ROWS_MAX);
  expect(feed.value.rows[0]).toBe(ROWS_MAX + 500);
  feed.head = 3;
  await vi.advanceTimersByTimeAsync(2_000);
  expect(feed.value.rows).toEqual([3, 2, 1]);
});

test("says after 7 s that no answer comes, until one does", async () => {
  const feed = new Numbers(1);
  let answer = (): void => {};
  vi.spyOn(feed as unknown as { ask: () => Promise<FeedPage<number>> }, "ask").mockImplementationOnce(
    () => new Promise((resolve) => (answer = () => resolve({ entries: [1], next: 1, lost: 0 }))),
  );
  feed.watch();
  await vi.advanceTimersByTimeAsync(6_999);
  expect(feed.value.failure).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1);
  expect(feed.value.failure).toBe("no answer for 7 s; still waiting");
  answer();
  await vi.advanceTimersByTimeAsync(0);
  expect(feed.value).toMatchObject({ rows: [1], failure: undefined });
});
