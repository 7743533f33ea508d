import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import type { ExamReport, Paper } from "../../src/exam/index.ts";
import { papers } from "../../src/exam/index.ts";
import { outcry } from "../cli/inProcess.ts";
import { botProgram } from "./botProgram.ts";
import { mutants } from "./mutants.ts";

/** Bots as their authors would start them, examined from the command line. */

/** Of all tests, since several run at a time. */
const PLACE = mkdtempSync(join(tmpdir(), "outcry-exams-"));
afterAll(() => rmSync(PLACE, { recursive: true, maxRetries: 5 }));

interface Examined {
  readonly code: number;
  readonly stderr: string;
  readonly html: string;
  readonly xml: string;
  /** The verdicts, and what the bot printed, for a failure of the test. */
  readonly told: string;
  /** The names of checks by what they say. */
  readonly named: (result: string) => readonly string[];
}

/** Unguarded, since not every machine gives namespaces; test/run has the guard. */
async function exam(options: readonly string[], ...command: readonly string[]): Promise<Examined> {
  const directory = mkdtempSync(join(PLACE, "report-"));
  const files = ["json", "html", "xml"].map((ending) => join(directory, `exam.${ending}`));
  const reports = files.flatMap((file) => ["--report", file]);
  const { code, stderr } = await outcry("exam", "--unguarded", ...reports, ...options, "--", ...command);
  expect(existsSync(files[0]!), stderr).toBe(true);
  const [json, html, xml] = files.map((file) => readFileSync(file, "utf8"));
  const report = JSON.parse(json!) as ExamReport;
  const checks = report.papers.flatMap((paper) => paper.checks);
  const named = (wanted: string) =>
    checks
      .filter(({ result }) => result === wanted)
      .map(({ name }) => name)
      .toSorted();
  const told = report.papers.map(({ checks, output }) => JSON.stringify({ checks, output })).join("\n");
  return { code, stderr, told, html: html!, xml: xml!, named };
}

/** A paper takes as long as a busy machine lets a bot trade, 15 minutes at most; and several are sat one after the other. */
const PATIENT = ["--seconds", "900"];
const IN_TIME = { timeout: 3_600_000 };

/** A minute of the market in a second of the bot, which trades by minutes. */
const QUICK = ["--speed", "60"];
/** The three examples: with what each is started, and the checks whose occasion it never gives. */
const BOTS = [
  // It places no order that waits for a price.
  ["market-maker", [], ["trigger"]],
  // It follows no book.
  ["trend-follower", QUICK, ["depth-gap"]],
  ["liquidation-watcher", [], ["depth-gap", "trigger"]],
] as const;

const isMet = (paper: Paper, never: readonly string[]) =>
  !paper.checks.some(({ name }) => never.includes(name));
const chosen = (some: readonly Paper[]) => some.flatMap(({ name }) => ["--paper", name]);

describe.concurrent.each(BOTS)("the %s", (name, speed, never) => {
  const bot = botProgram(name, PLACE);

  test("passes every check of the papers that it meets", IN_TIME, async () => {
    const met = chosen(papers.filter((paper) => isMet(paper, never)));
    const options = [...met, ...speed, "--at-once", "4", ...PATIENT, "--require", "all"];
    const { code, named, html, xml, told } = await exam(options, process.execPath, bot);
    expect({ code, failed: named("failed"), open: named("not examined") }, told).toEqual({
      code: 0,
      failed: [],
      open: [],
    });
    expect(html).toContain('<div class="check passed"><h3>lost-answer: passed</h3>');
    expect(html).toMatch(
      /<td><\/td><td>POST .*rder.*: carried out, and the answer lost; open (?:long|short)/,
    );
    expect(xml).toContain('<testsuite name="lost" tests="1" failures="0" skipped="0" errors="0"');
  });

  test("is not examined in what it does not do", async () => {
    const unmet = chosen(papers.filter((paper) => !isMet(paper, never)));
    const options = [...unmet, ...speed, "--at-once", "2", "--seconds", "20"];
    const { named, told } = await exam(options, process.execPath, bot);
    expect(named("failed"), told).toEqual([]);
    expect(named("not examined"), told).toEqual(expect.arrayContaining([...never]));
  });
});

test("there is a mutant for every check", () => {
  const checks = papers.flatMap((paper) => paper.checks.map(({ name }) => `${paper.name} ${name}`));
  expect(mutants.map(({ paper, breaks }) => `${paper} ${breaks}`).toSorted()).toEqual(checks.toSorted());
});

test.concurrent.each(mutants)(
  "a $bot that breaks $breaks fails that, and nothing else",
  IN_TIME,
  async (mutant) => {
    const { breaks, paper, bot, changes } = mutant;
    const options = ["--paper", paper, ...PATIENT, ...(bot === "trend-follower" ? QUICK : [])];
    const { code, named, stderr, told } = await exam(
      options,
      process.execPath,
      botProgram(bot, PLACE, changes),
    );
    expect(named("failed"), told).toEqual([breaks]);
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(`failed: ${breaks}`) });
  },
);

test("a bot that does nothing passes nothing", async () => {
  const options = ["--seconds", "2", "--at-once", String(papers.length)];
  const { code, stderr, named, xml } = await exam(
    options,
    process.execPath,
    "-e",
    "setInterval(() => {}, 1000)",
  );
  expect(named("not examined")).toEqual(
    papers.flatMap(({ checks }) => checks.map(({ name }) => name)).toSorted(),
  );
  expect(code).toBe(1);
  expect(stderr).toContain("nothing was examined: the bot did nothing that a check could look at");
  expect(xml).toContain('<skipped message="not examined: no order was asked for');
});

test.concurrent.each([1, 60])(
  "a bot finds a past of every interval, at %i times its speed",
  async (speed) => {
    const asked = `for (const interval of ["1m", "15m", "1d"]) {
      const path = "/capi/v2/market/candles?symbol=cmt_ethusdt&limit=1000&granularity=" + interval;
      const candles = await (await fetch(process.env.OUTCRY_BASE_URL + path)).json();
      console.log(interval, candles.length);
    }`;
    const options = ["--paper", "fine", "--symbol", "cmt_ethusdt", "--speed", String(speed)];
    const { told } = await exam(options, process.execPath, "--input-type=module", "-e", asked);
    expect(told).toContain(String.raw`1m 1000\n15m 1000\n1d 1000\n`);
  },
);

test.each([
  [["--paper", "x", "--", "true"], /--paper is one of throttled, lost, .*, got 'x'/],
  [["--require", "x", "--", "true"], /--require is all, or checks .*, got 'x'/],
  [
    ["--paper", "lost", "--require", "rate-limit", "--", "true"],
    /--require is all, .*\(lost-answer\), got 'rate-limit'/,
  ],
  [
    ["--symbol", "cmt_xyzusdt", "--", "true"],
    /--symbol is one of cmt_btcusdt, cmt_ethusdt, .*, got 'cmt_xyzusdt'/,
  ],
  [["--seconds", "0", "--", "true"], /--seconds must be a whole number from 1 to 3600, got '0'/],
  [
    ["--report", "exam.txt", "--", "true"],
    /--report must be a file named .html or .json or .xml, got 'exam.txt'/,
  ],
  [[], /the bot's program is missing/],
])("%j is refused", async (words, said) => {
  const { code, stderr } = await outcry("exam", "--unguarded", ...words);
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(said) });
});

test("--list says which papers and checks there are, and runs nothing", async () => {
  const { code, stdout } = await outcry("exam", "--list", "--paper", "lost");
  expect(code).toBe(0);
  expect(stdout).toMatch(/^lost: an order is placed, and its answer lost\n {2}lost-answer: when the answer/);
});
