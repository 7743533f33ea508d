import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { outcry } from "../cli/inProcess.ts";
import { directoryOfFile } from "../host/temporaryDirectory.ts";
import { zipOf } from "../host/zip.ts";

/** `outcry market report`, and the page that explains it. */

const folder = directoryOfFile();
const html = join(folder, "report.html");
const early = join(import.meta.dirname, "two-second-market.csv.gz");

test("a recording is measured, and laid beside another", async () => {
  const { code, stderr, json } = await outcry(
    "market",
    "report",
    early,
    "--against",
    early,
    "--html",
    html,
    "--json",
  );
  expect(code, stderr).toBe(0);
  const [contract] = json().contracts;
  expect(contract).toMatchObject({ symbol: "two", source: "two-second-market.csv.gz" });
  expect(contract.facts.find((each: { name: string }) => each.name === "wick")).toMatchObject({
    low: 0.437,
    holds: false,
  });
  expect(contract.facts.find((each: { name: string }) => each.name === "levels")).toMatchObject({
    value: null,
    holds: null,
  });
  expect(contract.comparisons[0].rows.map((each: { distance: number }) => each.distance)).toEqual([
    0, 0, 0, 0, 0, 0,
  ]);
  expect(readFileSync(html, "utf8")).toContain("<h2>What is not realistic</h2>");
});

test("a recording is read as an archive has it, and what is shorter than a day is said to be", async () => {
  const lines = gunzipSync(readFileSync(early)).toString("utf8").split("\n");
  const measured = async (kept: readonly string[]) => {
    const zip = join(folder, "two-1m.zip");
    writeFileSync(zip, zipOf({ "two-1m.csv": kept.join("\n") }));
    return outcry("market", "report", zip, "--html", html);
  };
  const whole = await measured(lines);
  expect(whole.code, whole.stderr).toBe(0);
  expect(whole.stdout).not.toContain("The bounds are of whole days");
  const cut = await measured(lines.slice(0, 200));
  expect(cut.stdout).toContain("The bounds are of whole days");
  expect(readFileSync(html, "utf8")).toContain("The bounds are of whole days");
});

test("a contract that the market does not have is named, with those that it has", async () => {
  const { code, stderr } = await outcry("market", "report", "--hours", "1", "--symbols", "btc,foo");
  expect(code).toBe(2);
  expect(stderr).toContain(
    "this market has no contract 'foo'; it has btc, eth, sol, bnb, ltc, xrp, ada, doge",
  );
});

test("the simulated market is run, and the same again for the same seed", async () => {
  const report = () =>
    outcry(
      "market",
      "report",
      "--hours",
      "1",
      "--seed",
      "5",
      "--symbols",
      "ltc,cmt_adausdt",
      "--html",
      html,
      "--json",
    );
  const [one, other] = [await report(), await report()];
  expect(one.code, one.stderr).toBe(0);
  expect(one.json().contracts.map((each: { symbol: string }) => each.symbol)).toEqual([
    "cmt_ltcusdt",
    "cmt_adausdt",
  ]);
  expect(one.stdout).toBe(other.stdout);
  const [{ facts }] = one.json().contracts;
  const judged = facts
    .filter(({ value }: { value: number | null }) => value !== null)
    .map(({ name }: { name: string }) => name);
  expect(judged).toEqual(
    expect.arrayContaining(["wick", "levels", "alive", "openInterest", "lights", "busiestTenth", "spreadBp"]),
  );
  expect(one.json().contracts[0].liquidations).toMatchObject({ entries: expect.any(Number), paid: 0 });
  expect(readFileSync(html, "utf8").match(/price, and what was liquidated<\/text>/g)).toHaveLength(2);
});

test.each([
  [["/nonexistent.csv"], "there is no file /nonexistent.csv"],
  [["--hours", "0"], "--hours must be a whole number, 1 … 744, got '0'"],
  [["--seed", "-1"], "--seed must be a whole number, 0 … 4294967295, got '-1'"],
  [
    [join(import.meta.dirname, "report.test.ts")],
    "must have the columns of klines (12) or aggTrades (7 or 8)",
  ],
])("%j is wrong usage", async (args, message) => {
  const { code, stderr } = await outcry("market", "report", ...args, "--html", html);
  expect(code).toBe(2);
  expect(stderr).toContain(message);
});

/**
 * What an hour of the default market keeps in any contract; a day is told in docs/reference/realism.md, with
 * its figures.
 */
const KEPT = [
  "flat",
  "empty",
  "volumeClustering",
  "tradesClustering",
  "imbalanceSpread",
  "tradesASecond",
  "busiestTenth",
  "sameSide",
  "medianSize",
  "sizeTail",
  "levels",
  "reach",
  "growth",
  "alive",
  "spreadBp",
  "openInterest",
  "spreadTicks",
  "impact",
];

// How often it trades in a silent hour says nothing of the day: days.test.ts holds that of each day.
test("the default market keeps its facts: the largest contract, and a small one of coarse ticks", async () => {
  const { code, stderr, json } = await outcry(
    ...["market", "report", "--hours", "1", "--seed", "7", "--symbols", "btc,ltc", "--html", html, "--json"],
  );
  expect(code, stderr).toBe(0);
  const facts = json().contracts.flatMap(
    (contract: { symbol: string; facts: { name: string; value: number; holds: boolean | null }[] }) =>
      contract.facts.map((fact) => ({ ...fact, symbol: contract.symbol })),
  );
  expect(facts.map(({ name }: { name: string }) => name)).toEqual(expect.arrayContaining(KEPT));
  const broken = facts.flatMap(
    ({
      symbol,
      name,
      value,
      holds,
    }: {
      symbol: string;
      name: string;
      value: number;
      holds: boolean | null;
    }) => (KEPT.includes(name) && holds === false ? [`${symbol} ${name} ${value}`] : []),
  );
  expect(broken).toEqual([]);
});
