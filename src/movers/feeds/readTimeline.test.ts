import { expect, test } from "vitest";
import { parseScenario } from "./readScenario.ts";
import { ScenarioError } from "./scenario.ts";

const read = (timeline: unknown, rest: object = {}) =>
  parseScenario({ timeline, ...rest }, () => Promise.reject(new Error("no file")));

async function problemsOf(timeline: unknown) {
  const error = await read(timeline).catch((cause: unknown) => cause);
  expect(error).toBeInstanceOf(ScenarioError);
  return (error as ScenarioError).problems.map(({ path, rule }) => `${path}: ${rule}`);
}

test("moments are in the order in which they happen, repetitions each, with the place that they have in the file", async () => {
  const { timeline } = await read([
    { atMs: 2_000, say: "Late." },
    { atMs: 1_000, do: "accounts/liquidate", with: { account: "whale" }, everyMs: 1_000, times: 2 },
    { atMs: 1_000, expect: "fund", is: { balance: "> 0" } },
  ]);
  expect(timeline).toEqual([
    {
      type: "do",
      path: "timeline.1",
      atMs: 1_000,
      operation: "accounts/liquidate",
      given: { account: "whale" },
    },
    {
      type: "expect",
      path: "timeline.2",
      atMs: 1_000,
      operation: "fund",
      given: {},
      wanted: { balance: "> 0" },
    },
    { type: "say", path: "timeline.0", atMs: 2_000, text: "Late." },
    {
      type: "do",
      path: "timeline.1",
      atMs: 2_000,
      operation: "accounts/liquidate",
      given: { account: "whale" },
    },
  ]);
});

test.each([
  ["must have one of do, expect and say", { say: "a", do: "fund/deposit" }, {}],
  ["must have no with if it has say", { say: "a", with: {} }],
  ["must have is if it has expect, and only then", { expect: "fund" }, { do: "audit", is: {} }],
  [
    "must have everyMs if it has times, and only then",
    { do: "audit", times: 2 },
    { do: "audit", everyMs: 1 },
  ],
  ["must have no times unless it has do", { expect: "fund", is: {}, times: 2, everyMs: 1 }],
] as [string, ...object[]][])("%s", async (rule, ...moments) => {
  for (const moment of moments)
    expect(await problemsOf([{ atMs: 0, ...moment }])).toEqual([`timeline.0: ${rule}`]);
});

test("an account is named once, and repetitions are counted", async () => {
  const twice = { accounts: [{ name: "whale" }, { name: "whale", balance: 5 }] };
  await expect(parseScenario(twice, () => Promise.resolve(""))).rejects.toThrow(
    "accounts.1.name: must be the name of one account only, got whale",
  );
  const many = { atMs: 0, do: "audit", everyMs: 1, times: 10_000 };
  expect(await problemsOf([many, { atMs: 0, say: "a" }])).toEqual([
    "timeline: must have at most 10000 moments, repetitions included",
  ]);
});

test("faults from the start on are moments like others, and come first", async () => {
  const { timeline } = await read([{ atMs: 0, say: "It begins." }], {
    faults: [{ kind: "cut" }, { kind: "stale" }],
  });
  expect(timeline.map(({ path, atMs, type }) => [path, atMs, type])).toEqual([
    ["faults.0", 0, "do"],
    ["faults.1", 0, "do"],
    ["timeline.0", 0, "say"],
  ]);
  expect(timeline[0]).toMatchObject({ operation: "faults/add", given: { kind: "cut" } });
});
