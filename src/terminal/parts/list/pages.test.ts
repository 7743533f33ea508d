import { expect, test } from "vitest";
import { Pages } from "./pages.ts";

/** Rows of which several share a millisecond, and a source that gives two a page. */
const ALL = [9, 8, 8, 7, 5].map((time, at) => ({ id: String(at), time }));
const pagesOf = (all: readonly { id: string; time: number }[], size = 3) =>
  new Pages(
    async (end) => all.filter(({ time }) => end === undefined || time <= end).slice(0, size),
    ({ id }) => id,
    ({ time }) => time,
  );

test("older and older until nothing is left, every row once", async () => {
  const pages = pagesOf(ALL);
  for (let i = 0; i < 9 && !pages.value.isWhole; i++) await pages.older();
  expect(pages.value.rows).toEqual(ALL);
  expect(pages.value.isWhole).toBe(true);
});

test("new rows come on top, known ones stay once", async () => {
  const all = [...ALL];
  const pages = pagesOf(all);
  await pages.older();
  all.unshift({ id: "new", time: 11 });
  await pages.newer();
  expect(pages.value.rows.map(({ id }) => id)).toEqual(["new", "0", "1", "2"]);
});

test("an empty past is whole; a failure is told and can be tried again", async () => {
  const none = pagesOf([]);
  await none.older();
  expect(none.value).toMatchObject({ rows: [], isWhole: true });
  let fails = true;
  const pages = new Pages<{ id: string }>(
    async () => {
      if (fails) throw new Error("down");
      return [{ id: "1" }];
    },
    ({ id }) => id,
    () => 0,
  );
  await pages.older();
  expect(pages.value).toMatchObject({ failure: "down", isLoading: false });
  fails = false;
  await pages.older();
  expect(pages.value.rows).toHaveLength(1);
});
