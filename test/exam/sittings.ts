import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import type { ExamReport } from "../../src/workbench/exam/index.ts";
import { outcry } from "../cli/inProcess.ts";
import { directoryOfFile } from "../host/temporaryDirectory.ts";
import { botProgram } from "./botProgram.ts";
import type { Mutant } from "./mutants.ts";

export interface Examined {
  readonly code: number;
  readonly stderr: string;
  readonly html: string;
  readonly xml: string;
  readonly report: ExamReport;
  /** The verdicts, and what the bot printed, for a failure of the test. */
  readonly told: string;
  /** The names of checks by what they say. */
  readonly named: (result: string) => readonly string[];
}

const WAVE_MS = 360_000;
/**
 * Writes the market that a bot is examined in (`src/workbench/exam/market.ts`) with the one contract that the
 * examples trade, and as much of a past as a bot of this speed looks at: the past of everything is most of
 * what a case takes.
 *
 * @param speed seconds of market time in one of the bot's; those that trade by candles have a quick market
 */
export function oneContract(place: string, speed = 1): string {
  const symbol = "cmt_btcusdt";
  const steps = Array.from({ length: 500 }, (_, i) => ({
    ...{ atMs: i * WAVE_MS, overMs: WAVE_MS, ramp: i % 2 === 0 ? 60_360 : 59_640 },
  }));
  const often = { quotesPerSecond: 0.05, tradesPerSecond: 0.05 };
  const file = join(mkdtempSync(join(place, "market-")), "one-contract.json");
  const market = {
    seed: 1,
    contracts: [{ symbol }],
    feeds: { [symbol]: { type: "scripted", price: 60_000, steps } },
    prehistory: speed === 1 ? 0 : 60,
    ...(speed !== 1 && {
      clock: { start: new Date().toISOString(), speed },
      participants: { contracts: { [symbol]: often } },
    }),
  };
  writeFileSync(file, JSON.stringify(market));
  return file;
}

/** Examines bots in a directory for the tests of the present file, of which several may run at a time. */
export function useSittings() {
  const place = directoryOfFile();
  return {
    place,
    exam: (options: readonly string[], ...command: readonly string[]) => exam(place, options, command),
    /** Puts a mutant through the case whose rule it breaks. */
    sit({ examCase, bot, changes }: Mutant): Promise<Examined> {
      const market = oneContract(place, bot === "trend-follower" ? QUICK_SPEED : 1);
      const mode = bot === "net-maker" ? ["--position-mode", "one-way"] : [];
      const options = ["--paper", examCase, "--market", market, ...PATIENT, ...mode];
      return exam(place, options, [process.execPath, botProgram(bot, place, changes)]);
    },
  };
}

/** Unguarded, since not every machine gives namespaces; test/run has the guard. */
async function exam(
  place: string,
  options: readonly string[],
  command: readonly string[],
): Promise<Examined> {
  const directory = mkdtempSync(join(place, "report-"));
  const files = ["json", "html", "xml"].map((ending) => join(directory, `exam.${ending}`));
  const reports = files.flatMap((file) => ["--report", file]);
  const { code, stderr } = await outcry("exam", "--unguarded", ...reports, ...options, "--", ...command);
  expect(existsSync(files[0]!), stderr).toBe(true);
  const [json, html, xml] = files.map((file) => readFileSync(file, "utf8"));
  const report = JSON.parse(json!) as ExamReport;
  const checks = report.papers.flatMap((each) => each.checks);
  const named = (wanted: string) =>
    checks
      .filter(({ result }) => result === wanted)
      .map(({ name }) => name)
      .toSorted();
  const told = report.papers.map(({ checks, output }) => JSON.stringify({ checks, output })).join("\n");
  return { code, stderr, told, report, html: html!, xml: xml!, named };
}

/**
 * A case takes as long as a busy machine lets a bot trade, 15 minutes at most; and several are sat one after
 * the other.
 */
export const PATIENT = ["--seconds", "900"];
export const IN_TIME = { timeout: 3_600_000 };

/** A minute of the market in a second of the bot, which trades by the minutes that it is told. */
export const QUICK_SPEED = 60;
