import { describe, expect, it } from "vitest";
import { momentsOf, phaseOf } from "./definition.ts";
import type { Problem } from "./readRules.ts";
import { ContestError, readRules, readTeams } from "./readRules.ts";

const SYMBOLS = ["cmt_btcusdt", "cmt_ethusdt"];
const least = { name: "cup", start: "2026-12-04T18:00Z", end: "2026-12-06T18:00:00+01:00", balance: "10000" };

function problemsOf(read: () => unknown): readonly Problem[] {
  try {
    read();
  } catch (error) {
    if (error instanceof ContestError) return error.problems;
    throw error;
  }
  return [];
}

describe("the rules of a contest", () => {
  it("are whole with what a file leaves out", () => {
    expect(readRules(least, SYMBOLS)).toEqual({
      name: "cup",
      title: "cup",
      start: Date.UTC(2026, 11, 4, 18),
      end: Date.UTC(2026, 11, 6, 17),
      practice: undefined,
      contracts: SYMBOLS,
      balance: "10000",
      leverageMax: 0,
      ordersPerMinute: 0,
      addressBudgets: false,
      operations: ["orders", "triggers", "leverage", "margin"],
      book: "shared",
      score: { return: "1" },
      liquidated: "counts",
    });
  });

  it("are refused with every field that is not known, however many there are", () => {
    for (const count of [1, 8, 100]) {
      const names = Array.from({ length: count }, (_, i) => `field${i}`);
      const file = { ...least, ...Object.fromEntries(names.map((name) => [name, 1])) };
      expect(problemsOf(() => readRules(file, SYMBOLS)).map(({ path }) => path)).toEqual(names);
    }
  });

  it("take a moment as programs write it, in ms too", () => {
    const start = new Date(Date.UTC(2026, 11, 4, 18)).toISOString();
    expect(start).toContain("18:00:00.000Z");
    expect(readRules({ ...least, start }, SYMBOLS).start).toBe(Date.UTC(2026, 11, 4, 18));
  });

  it.each([
    ["start", { start: "2026-12-04T18:00:00.001Z" }],
    ["start", { start: "2026-12-04T18:00:00.0000001Z" }],
    ["start", { start: "2026-12-04T18:00.000Z" }],
    ["name", { name: "12" }],
    ["name", { name: "a b" }],
    ["start", { start: "2026-12-04T18:00" }],
    ["start", { start: "2026-12-04T18:00:30Z" }],
    ["end", { end: "2026-12-04T18:00Z" }],
    ["practice.end", { practice: { start: "2026-12-04T10:00Z", end: "2026-12-04T18:01Z" } }],
    ["practice", { practice: { start: "2026-12-04T10:00Z" } }],
    ["contracts.1", { contracts: ["cmt_btcusdt", "cmt_nousdt"] }],
    ["balance", { balance: "0" }],
    ["balance", { balance: "1e5" }],
    ["balance", { balance: "007" }],
    ["balance", { balance: 10_000 }],
    ["leverageMax", { leverageMax: 0 }],
    ["limits.perHour", { limits: { perHour: 5 } }],
    ["operations.0", { operations: ["withdraw"] }],
    ["book", { book: "mine" }],
    ["score", { score: {} }],
    ["score.return", { score: { return: 0.123456789 } }],
    ["liquidated", { liquidated: "maybe" }],
    ["prize", { prize: 5 }],
  ])("name %s where it is %j", (path, change) => {
    const problems = problemsOf(() => readRules({ ...least, ...change }, SYMBOLS));
    expect(problems.map((each) => each.path)).toContain(path);
    for (const { rule, value } of problems) {
      expect(rule).not.toBe("");
      expect(value).not.toBe("");
    }
  });

  it("name everything that is wrong at once", () => {
    expect(
      problemsOf(() => readRules({ ...least, name: "", balance: "-1", start: "now" }, SYMBOLS)),
    ).toHaveLength(3);
  });
});

describe("a list of teams", () => {
  it("is read with and without a first line of names, quotes, other line ends, and a byte order mark", () => {
    const blue = { team: "blue", title: "Blue, and bold" };
    expect(readTeams('\uFEFFteam,title\r\nblue,"Blue, and bold"\r\nred\r\n\r\n')).toEqual([
      blue,
      { team: "red", title: "red" },
    ]);
    expect(readTeams('blue,"Blue, and bold"')).toEqual([blue]);
    expect(readTeams('blue, "Blue, and bold" ,,\n"red",Über 🦉')).toEqual([
      blue,
      { team: "red", title: "Über 🦉" },
    ]);
    expect(readTeams('blue,"""Blue"""')).toEqual([{ team: "blue", title: '"Blue"' }]);
  });

  it.each([
    ["line 2", "blue\nblue"],
    ["line 1", "bl ue"],
    ["line 3", "team\nblue\n12"],
    ["teams", "team,title\n"],
    ["line 1", "title,team\nBlue,blue"],
    ["line 2", "red\nblue,Blue, and bold"],
    ["line 2", 'red\nblue,"Blue" and bold'],
    ["line 2", 'red\nblue,"Blue\nand bold"'],
    ["line 1", 'blue,Bl"ue'],
    ["line 1", "blue,\u001b[31mBlue"],
    ["line 1", "blue,Blue\u202eder"],
    ["line 1", `blue,${"b".repeat(101)}`],
  ])("names %s of %j", (path, csv) => {
    expect(problemsOf(() => readTeams(csv)).map((each) => each.path)).toContain(path);
  });
});

it("phases follow market time alone, and each moment begins the next", () => {
  const contest = {
    ...readRules({ ...least, practice: { start: "2026-12-04T10:00Z", end: "2026-12-04T12:00Z" } }, SYMBOLS),
    teams: [],
    group: 0,
    publicKey: "",
  };
  const moments = momentsOf(contest);
  const phases = moments.flatMap((moment) => [phaseOf(contest, moment - 1), phaseOf(contest, moment)]);
  expect(phases).toEqual([
    "before",
    "practice",
    "practice",
    "between",
    "between",
    "running",
    "running",
    "ended",
  ]);
});
