import { join } from "node:path";
import type { TSchema } from "typebox";
import Value from "typebox/value";
import { describe, expect, test } from "vitest";
import { AMOUNT, ContestFile, MOMENT, NAME } from "../../src/service/contest/index.ts";

/** The schema of a contest's file that editors read: made from what its reader checks by. */

const { properties } = ContestFile;
const like = <T extends object>(schema: T, { source }: RegExp) => ({ ...schema, pattern: source });
const round = { start: like(properties.start, MOMENT), end: like(properties.end, MOMENT) };
const schema = JSON.parse(
  JSON.stringify({
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "The rules of a contest",
    ...ContestFile,
    properties: {
      ...properties,
      ...round,
      name: like(properties.name, NAME),
      balance: like(properties.balance, AMOUNT),
      practice: { ...properties.practice, properties: round },
    },
  }),
) as TSchema;

test("docs/contest.schema.json is the schema", async () => {
  await expect(`${JSON.stringify(schema, null, 1)}\n`).toMatchFileSnapshot(
    join(import.meta.dirname, "../../docs/contest.schema.json"),
  );
});

describe("by it", () => {
  const file = { name: "cup", start: "2030-12-04T18:00:00Z", end: "2030-12-06T18:00Z", balance: "10000" };

  test.each([
    {},
    {
      $schema: "contest.schema.json",
      score: { return: 1, drawdown: 0.5 },
      practice: { start: file.start, end: file.end },
    },
  ])("%j is right", (change) => {
    expect([...Value.Errors(schema, { ...file, ...change })]).toEqual([]);
  });

  test.each([
    { name: "12" },
    { start: "2030-12-04T18:00" },
    { practice: { start: "tomorrow", end: file.end } },
    { balance: "0" },
    { score: { luck: 1 } },
    { prize: 5 },
  ])("%j is wrong", (change) => {
    expect(Value.Check(schema, { ...file, ...change })).toBe(false);
  });
});
