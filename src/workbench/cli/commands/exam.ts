import { extname } from "node:path";
import type { Command } from "commander";
import { Option } from "commander";
import type { Scenario } from "../../../movers/feeds/index.ts";
import { defaultContracts } from "../../../movers/feeds/index.ts";
import type { ExamReport } from "../../exam/index.ts";
import { examCases, examHtml, examine, examXml } from "../../exam/index.ts";
import { RUN_SPEED_MAX, UNGUARDED_WARNING } from "../../run/index.ts";
import { collect } from "../arguments.ts";
import { EXIT_FAILED, ProgramEnded, usage } from "../exitCodes.ts";
import { writeOutputFiles } from "../outputFile.ts";
import { readScenarioFile } from "../readScenarioFile.ts";
import { beginText, casesText, endText, examText } from "../run/examText.ts";
import type { ProgramOptions } from "../run/programOptions.ts";
import { addProgramOptions, fasterTime, ONE_WAY_TEXT, programSettings } from "../run/programOptions.ts";
import { wireOf } from "../serve/options.ts";
import { onSignals } from "../serve/signals.ts";
import { paint } from "../show/value.ts";
import type { Terminal } from "../terminal.ts";

interface ExamCommandOptions extends ProgramOptions {
  readonly paper?: readonly string[];
  readonly require?: string;
  readonly list?: boolean;
  readonly symbol: string;
  readonly seconds: string;
  readonly market?: string;
  readonly marketSpeed: string;
  readonly speed?: string;
  readonly atOnce: string;
}

/** The writers of `--report`, by the ending of the file's name. */
const WRITERS: Readonly<Record<string, (report: ExamReport) => string>> = {
  ".html": examHtml,
  ".json": (report) => `${JSON.stringify(report, null, 2)}\n`,
  ".xml": examXml,
};

/** `outcry exam`: puts a bot through scripted scenarios, and reports how it dealt with them. */
export function addExam(program: Command, terminal: Terminal): void {
  addProgramOptions(program.command("exam"), "[command...]")
    .addOption(new Option("--paper <name>", "only this case; repeatable").argParser(collect))
    .addOption(new Option("--list", "say which cases and checks there are, and run nothing"))
    .addOption(
      new Option("--require <names>", "checks that must be examined, `all` of them, or names after commas"),
    )
    .addOption(
      new Option(
        "--report <file>",
        "write the report to a .html, .json or .xml (JUnit) file, too; repeatable",
      ).argParser(collect),
    )
    .addOption(new Option("--symbol <symbol>", "the contract that the bot trades").default("cmt_btcusdt"))
    .addOption(
      new Option(
        "--market <file>",
        "a scenario file: its contracts and prices (default: those of a fresh venue, the bot's rising and falling in turn)",
      ),
    )
    .addOption(new Option("--seconds <n>", "how long a case may take").default("120"))
    .addOption(
      new Option(
        "--speed <n>",
        `let the bot's time, and the venue's, pass so many times as fast; at most ${RUN_SPEED_MAX} (needs libfaketime)`,
      ),
    )
    .addOption(
      new Option(
        "--market-speed <n>",
        "let the market's time alone pass so many times as fast, at most 1000, where the bot's own clock plays no part",
      ).default("1"),
    )
    .addOption(new Option("--at-once <n>", "cases at a time, a venue and a process each").default("1"))
    .description("have a bot sit what live trading does once a year, and say how it took it")
    .action((command: readonly string[], options: ExamCommandOptions) => exam(command, options, terminal));
}

async function exam(
  command: readonly string[],
  options: ExamCommandOptions,
  terminal: Terminal,
): Promise<void> {
  const chosen = chosenCases(options.paper);
  if (options.list === true) return terminal.out(casesText(chosen));
  if (command.length === 0) throw usage("the bot's program is missing: outcry exam -- python bot.py");
  const required = requiredChecks(options.require, chosen);
  const { files, account, ...settings } = programSettings(options, Object.keys(WRITERS));
  const limitMs = 1_000 * numberOf("--seconds", options.seconds, 3_600);
  const marketSpeed = numberOf("--market-speed", options.marketSpeed, 1_000);
  const atOnce = numberOf("--at-once", options.atOnce, 64);
  const market = await marketIn(options);
  checkSymbol(options.symbol, market);
  if (settings.guarding === "unguarded")
    terminal.err(`${paint("yellow", UNGUARDED_WARNING, terminal.errIsTty)}\n`);
  if (settings.positionMode === "one-way") terminal.err(ONE_WAY_TEXT);
  const faster = options.speed === undefined ? undefined : fasterTime(options.speed, command, settings.given);
  const over = new AbortController();
  const forget = onSignals(SIGNALS, () => over.abort());
  let report: ExamReport;
  try {
    report = await examine({
      ...settings,
      command,
      cases: chosen,
      symbol: options.symbol,
      ...(market && { market }),
      account,
      wire: wireOf(options.wire),
      limitMs,
      marketSpeed,
      faster,
      atOnce,
      signal: over.signal,
      onBegin: (examCase) => terminal.err(beginText(examCase)),
      onEnd: (report) => terminal.err(endText(report)),
    });
  } finally {
    faster?.time.close();
    forget();
  }
  terminal.out(examText(report, terminal.outIsTty));
  writeOutputFiles("--report", files, (file) => WRITERS[extname(file)]!(report));
  const found = problemOf(report, required);
  const problem = over.signal.aborted
    ? `the examination was broken off; until then, ${found ?? "no check failed"}`
    : found;
  if (problem === undefined) return;
  terminal.err(`${paint("red", problem, terminal.errIsTty)}\n`);
  throw new ProgramEnded(EXIT_FAILED);
}

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Why the exam is not passed; undefined if it is. */
function problemOf({ papers }: ExamReport, required: readonly string[]): string | undefined {
  const checks = papers.flatMap(({ checks }) => checks);
  const named = (wanted: string) => checks.filter(({ result }) => result === wanted).map(({ name }) => name);
  const failed = named("failed");
  if (failed.length > 0) return `failed: ${failed.join(", ")}`;
  if (named("passed").length === 0)
    return "nothing was examined: the bot did nothing that a check could look at";
  const missing = named("not examined").filter((name) => required.includes(name));
  return missing.length === 0 ? undefined : `required, and not examined: ${missing.join(", ")}`;
}

/**
 * The market that the bot is to be examined in. @throws CliError for a file that cannot be read, or has a
 * pace of its own beside `--market-speed`
 */
async function marketIn({ market: file, marketSpeed }: ExamCommandOptions): Promise<Scenario | undefined> {
  if (file === undefined) return undefined;
  if (marketSpeed !== "1")
    throw usage("--market-speed is not for --market: a scenario has its own clock.speed");
  return readScenarioFile(file);
}

function checkSymbol(symbol: string, market: Scenario | undefined): void {
  const listings = market?.listings ?? defaultContracts.map(({ listing }) => listing);
  const known = listings.map((listing) => listing.symbol);
  if (!known.includes(symbol)) throw usage(`--symbol is one of ${known.join(", ")}, got '${symbol}'`);
}

function chosenCases(names: readonly string[] | undefined) {
  const known = examCases.map(({ name }) => name);
  const unknown = names?.find((name) => !known.includes(name));
  if (unknown !== undefined) throw usage(`--paper is one of ${known.join(", ")}, got '${unknown}'`);
  return names === undefined ? examCases : examCases.filter(({ name }) => names.includes(name));
}

function requiredChecks(text: string | undefined, chosen: typeof examCases): readonly string[] {
  const known = chosen.flatMap(({ checks }) => checks.map(({ name }) => name));
  if (text === undefined) return [];
  if (text === "all") return known;
  const names = text.split(",");
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw usage(
      `--require is all, or checks of the cases after commas (${known.join(", ")}), got '${unknown}'`,
    );
  return names;
}

function numberOf(option: string, text: string, max: number): number {
  const value = Number(text);
  if (!(Number.isInteger(value) && value >= 1 && value <= max))
    throw usage(`${option} must be a whole number from 1 to ${max}, got '${text}'`);
  return value;
}
