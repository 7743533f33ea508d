import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { ExamReport } from "../../src/exam/index.ts";
import { temporaryDirectory } from "../cli/child.ts";
import { outcry } from "../cli/inProcess.ts";

/** Bots as their authors would start them, examined from the command line. */

const ROOT = join(import.meta.dirname, "../..");
const MAKER = join(ROOT, "examples/bots/market-maker.js");

interface Examined {
  readonly code: number;
  readonly stderr: string;
  readonly report: ExamReport;
  readonly html: string;
  readonly xml: string;
  /** The names of checks by what they say. */
  readonly named: (result: string) => readonly string[];
}

/** Unguarded, since not every machine gives namespaces; test/run has the guard. */
async function exam(options: readonly string[], ...command: readonly string[]): Promise<Examined> {
  const directory = temporaryDirectory();
  const files = ["json", "html", "xml"].map((ending) => join(directory, `exam.${ending}`));
  const reports = files.flatMap((file) => ["--report", file]);
  const { code, stderr } = await outcry("exam", "--unguarded", ...reports, ...options, "--", ...command);
  const [json, html, xml] = files.map((file) => readFileSync(file, "utf8"));
  const report = JSON.parse(json!) as ExamReport;
  const checks = report.papers.flatMap((paper) => paper.checks);
  const named = (wanted: string) =>
    checks
      .filter(({ result }) => result === wanted)
      .map(({ name }) => name)
      .toSorted();
  return { code, stderr, report, html: html!, xml: xml!, named };
}

test("a market maker: what is lost, refused for too much, filled in part", async () => {
  const papers = ["throttled", "lost", "partial"].flatMap((name) => ["--paper", name]);
  const options = [...papers, "--at-once", "3", "--seconds", "300", "--require", "all"];
  const { code, named, html, xml, report } = await exam(options, process.execPath, MAKER);
  expect(named("passed"), JSON.stringify(report)).toEqual(["lost-answer", "partial-fill", "rate-limit"]);
  expect(code).toBe(0);
  expect(html).toContain('<div class="check passed"><p><b>lost-answer: passed</b></p>');
  expect(html).toMatch(
    /<span><\/span><span>POST .*batchOrders → carried out, and the answer lost; open long/,
  );
  expect(xml).toContain('<testsuite name="lost" tests="1" failures="0" skipped="0" errors="0"');
});

test("a bot that does nothing passes nothing", async () => {
  const { code, stderr, named, xml } = await exam(
    ["--paper", "lost", "--paper", "fine", "--seconds", "2", "--at-once", "2"],
    process.execPath,
    "-e",
    "setInterval(() => {}, 1000)",
  );
  expect(named("not examined")).toEqual(["lost-answer", "rounding-fine"]);
  expect(code).toBe(1);
  expect(stderr).toContain("nothing was examined: the bot did nothing that a check could look at");
  expect(xml).toContain('<skipped message="not examined: no order was asked for');
});

test.each([
  [["--paper", "x", "--", "true"], /--paper is one of throttled, lost, .*, got 'x'/],
  [["--require", "x", "--", "true"], /--require is all, or checks .*, got 'x'/],
  [
    ["--paper", "lost", "--require", "rate-limit", "--", "true"],
    /--require is all, .*\(lost-answer\), got 'rate-limit'/,
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
