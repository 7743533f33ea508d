import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { ExamReport } from "../../src/exam/index.ts";
import { papers } from "../../src/exam/index.ts";
import { temporaryDirectory } from "../cli/child.ts";
import { outcry } from "../cli/inProcess.ts";
import type { Change } from "./mutant.ts";
import { mutantOf } from "./mutant.ts";

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
  expect(existsSync(files[0]!), stderr).toBe(true);
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

const LONG = process.env["OUTCRY_LONG"] === "1";

/** What each bot sits in long runs, which nothing runs beside; otherwise what does not hang on how its market moves meanwhile. */
const MET = {
  // Orders that wait for a price none of them places.
  "market-maker": papers.map(({ name }) => name).filter((name) => name !== "triggered"),
  "trend-follower": ["throttled", "lost", "partial", "funding"],
  "liquidation-watcher": ["throttled", "lost", "partial", "restarted", "funding", "liquidated", "fine"],
} as const;
const STEADY: readonly string[] = ["throttled", "lost", "coarse", "fine"];
const metBy = (bot: keyof typeof MET) =>
  MET[bot].filter((paper) => LONG || STEADY.includes(paper)).flatMap((paper) => ["--paper", paper]);

test("the market maker passes everything that it meets", async () => {
  const options = [...metBy("market-maker"), "--at-once", "4", "--seconds", "300", "--require", "all"];
  const { code, named, html, xml, report } = await exam(options, process.execPath, MAKER);
  const told = JSON.stringify(report.papers.map(({ checks, output }) => ({ checks, output })));
  expect({ code, failed: named("failed"), open: named("not examined") }, told).toEqual({
    code: 0,
    failed: [],
    open: [],
  });
  expect(html).toContain('<div class="check passed"><p><b>lost-answer: passed</b></p>');
  expect(html).toMatch(
    /<span><\/span><span>POST .*batchOrders → carried out, and the answer lost; open long/,
  );
  expect(xml).toContain('<testsuite name="lost" tests="1" failures="0" skipped="0" errors="0"');
});

test.each([
  ["trend-follower", ["--speed", "60"]],
  ["liquidation-watcher", []],
] as const)("the %s passes what it meets", async (name, speed) => {
  const options = [...metBy(name), ...speed, "--at-once", "4", "--seconds", "300", "--require", "all"];
  const bot = join(ROOT, `examples/bots/${name}.js`);
  const { code, named, report } = await exam(options, process.execPath, bot);
  const told = JSON.stringify(report.papers.map(({ checks, output }) => ({ checks, output })));
  expect({ code, failed: named("failed"), open: named("not examined") }, told).toEqual({
    code: 0,
    failed: [],
    open: [],
  });
});

interface Mutant {
  readonly breaks: string;
  readonly paper: string;
  readonly changes: readonly Change[];
}

const CLIENT = "new V2Client({ baseUrl, credentials })";
const REFUSED = 'if (error.name === "VenueError") console.log(';

const mutants: readonly Mutant[] = [
  {
    breaks: "rate-limit",
    paper: "throttled",
    changes: [
      [
        "venue.js",
        CLIENT,
        `new V2Client({ baseUrl, credentials, fetch: async (...asked) => {
          const answer = await fetch(...asked);
          const headers = new Headers(answer.headers);
          headers.set("retry-after", "0");
          return new Response(answer.body, { status: answer.status, headers });
        } })`,
      ],
    ],
  },
  {
    breaks: "lost-answer",
    paper: "lost",
    changes: [
      ["venue.js", CLIENT, "new V2Client({ baseUrl, credentials, retries: 0 })"],
      ["venue.js", REFUSED, `if (error.name === "NoAnswerError") return action();\n        ${REFUSED}`],
    ],
  },
  {
    breaks: "partial-fill",
    paper: "partial",
    changes: [["market-maker.js", "Number(held.size) < Number(SIZE) ? held.size : SIZE", "SIZE"]],
  },
  {
    breaks: "duplicate",
    paper: "pushes",
    changes: [
      [
        "market-maker.js",
        "  for await (const { rows } of await client.watch.fills()) {",
        `  for await (const { rows } of await client.watch.fills()) {
    client.orders.place({ symbol, size: SIZE, type: OPEN_LONG, order_type: MAKER_ONLY, match_price: LIMIT, price: "59000" });`,
      ],
    ],
  },
  {
    breaks: "rounding-coarse",
    paper: "coarse",
    changes: [["market-maker.js", "price.toFixed(decimals),", "(price + 0.3).toFixed(1),"]],
  },
];

test.each(mutants.filter(({ paper }) => LONG || STEADY.includes(paper)))(
  "a market maker that breaks $breaks fails that, and nothing else",
  async ({ breaks, paper, changes }) => {
    const options = ["--paper", paper, "--seconds", "300"];
    const { code, named, stderr, report } = await exam(options, process.execPath, mutantOf(changes));
    expect(named("failed"), JSON.stringify(report)).toEqual([breaks]);
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(`failed: ${breaks}`) });
  },
);

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
