import { expect, test } from "vitest";
import { Pages } from "./pages.ts";

interface Row {
  readonly id: string;
  readonly time: number;
}

/** Seven rows of one millisecond among others, and a source that gives three a page. */
const ALL: readonly Row[] = [9, 8, 8, 8, 8, 8, 8, 8, 5].map((time, at) => ({ id: String(at), time }));
const pagesOf = (all: readonly Row[], size = 3) =>
  new Pages<Row>(
    async (before) => {
      const from = before === undefined ? 0 : all.indexOf(before) + 1;
      return all.slice(from, from + size);
    },
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

test("more new rows than a page holds leave no gap", async () => {
  const all = [...ALL];
  const pages = pagesOf(all);
  await pages.older();
  all.unshift(...["a", "b", "c", "d"].map((id) => ({ id, time: 11 })));
  await pages.newer();
  for (let i = 0; i < 9 && !pages.value.isWhole; i++) await pages.older();
  expect(pages.value.rows).toEqual(all);
});

test("of a market that began anew, whose ids are the same again, nothing of before stays", async () => {
  const all = [...ALL];
  const pages = pagesOf(all);
  for (let i = 0; i < 9 && !pages.value.isWhole; i++) await pages.older();
  const anew: readonly Row[] = [21, 20].map((time, at) => ({ id: String(at), time }));
  all.splice(0, all.length, ...anew);
  await pages.newer();
  expect(pages.value.rows).toEqual(anew);
});

test("an empty past is whole; a failure is told and can be tried again", async () => {
  const none = pagesOf([]);
  await none.older();
  expect(none.value).toMatchObject({ rows: [], isWhole: true });
  let fails = true;
  const pages = new Pages<Row>(
    async () => {
      if (fails) throw new Error("down");
      return [{ id: "1", time: 1 }];
    },
    ({ id }) => id,
    ({ time }) => time,
  );
  await pages.older();
  expect(pages.value).toMatchObject({ failure: "down", isLoading: false });
  fails = false;
  await pages.older();
  expect(pages.value.rows).toHaveLength(1);
});
