import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Command, CommanderError } from "commander";
import { packageRoot } from "../../kernel/host/packageFiles.ts";
import { addInvitationCommands, addLimitsCommands, addOperatorCommands } from "./commands/access.ts";
import { addAccountCommands, addReferralCommands } from "./commands/account.ts";
import { addBench } from "./commands/bench.ts";
import { addClockCommands } from "./commands/clock.ts";
import { addExplainCommands } from "./commands/explain.ts";
import { addKeyCommands } from "./commands/key.ts";
import { addMarketCommands } from "./commands/market.ts";
import { addFaultCommands, addRiskCommands } from "./commands/mishaps.ts";
import { addTradingCommands } from "./commands/trading.ts";
import { addVenueCommands } from "./commands/venue.ts";
import { CliError, EXIT_DONE, EXIT_FAILED, EXIT_USAGE, ProgramEnded } from "./exitCodes.ts";
import { dataError } from "./offline.ts";
import { paint } from "./show/value.ts";
import type { Terminal } from "./terminal.ts";

const EXIT_CODES = `
Exit codes: 0 done, 1 refused or failed, 2 wrong usage, 3 no venue answers, 4 port taken, 5 data unusable.
Documentation: docs/reference/cli.md`;

/** Adds a group of commands. */
type Add = (program: Command, terminal: Terminal) => void;

/**
 * The groups of commands, in the order in which they are listed: the names of each, and the function that
 * adds them. Most commands only ask a running venue, and start in a third of the time without the modules of
 * a venue. Groups that need these are given by name, and loaded when one of their commands is asked for.
 */
const GROUPS: readonly (readonly [names: string, add: Add | keyof typeof import("./offlineCommands.ts")])[] =
  [
    ["serve", "addServe"],
    ["run", "addRun"],
    ["exam", "addExam"],
    ["stop status audit news messages leaderboard scenario requests uploads env", addVenueCommands],
    ["cluster", "addClusterCommands"],
    ["reset state", "addStateCommands"],
    ["backup restore", "addBackupCommands"],
    ["branch", "addBranchCommands"],
    ["contest", "addContestCommands"],
    ["replay playback", "addReplayCommands"],
    ["diff", "addDiff"],
    ["dump load", "addDumpCommands"],
    ["account accounts deposit withdraw move", addAccountCommands],
    ["order directive position", addTradingCommands],
    ["referral", addReferralCommands],
    ["invitation", addInvitationCommands],
    ["key", addKeyCommands],
    ["operator", addOperatorCommands],
    ["contract price", addMarketCommands],
    ["market", "addMarketReport"],
    ["record", "addRecord"],
    ["liquidate adl funding fund", addRiskCommands],
    ["fault", addFaultCommands],
    ["explain", addExplainCommands],
    ["migrate", "addMigrateCommands"],
    ["clock", addClockCommands],
    ["limits", addLimitsCommands],
    ["journal", "addJournalCommands"],
    ["history", "addHistoryCommands"],
    ["export", "addExport"],
    ["doctor", "addDoctor"],
    ["bench", addBench],
  ];

/**
 * The command line.
 *
 * @param named this command and those of its group alone; all of them where there is none of that name
 */
export async function createProgram(terminal: Terminal, named?: string): Promise<Command> {
  const program = new Command("outcry")
    .description("A self-hosted perpetual-futures venue")
    .version(packageVersion())
    .showHelpAfterError("(--help shows what it takes)")
    .addHelpText("after", EXIT_CODES)
    .configureOutput({ writeOut: terminal.out, writeErr: terminal.err })
    .exitOverride();
  const group = GROUPS.find(([names]) => names.split(" ").includes(named ?? ""));
  const groups = group === undefined ? GROUPS : [group];
  const isOffline = groups.some(([, add]) => typeof add === "string");
  const offline = isOffline ? await import("./offlineCommands.ts") : undefined;
  for (const [, add] of groups) (typeof add === "string" ? offline![add] : add)(program, terminal);
  return program;
}

/** Runs a command line; any error is printed as one message. @returns the exit code */
export async function run(args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    await (await createProgram(terminal, args[0])).parseAsync(args, { from: "user" });
    return EXIT_DONE;
  } catch (caught) {
    if (caught instanceof ProgramEnded) return caught.exitCode;
    const error = caught instanceof Error ? dataError(caught) : caught;
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT_DONE : EXIT_USAGE; // commander has printed its own message
    terminal.err(`${paint("red", "error:", terminal.errIsTty)} ${errorText(error)}\n`);
    return error instanceof CliError ? error.exitCode : isWrongFile(error) ? EXIT_USAGE : EXIT_FAILED;
  }
}

/** An error's message if it is meant for users; otherwise its stack. */
function errorText(error: unknown): string {
  if (error instanceof CliError || isWrongFile(error) || isRefusal(error)) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/**
 * Errors about a user's files by name, so that their modules are loaded only where they are needed; each
 * message names the file.
 */
const WRONG_FILES: ReadonlySet<string> = new Set(["ScenarioError", "RecordingError", "ArchiveError"]);

/** Errors for which a venue or a program could not be started, by name; each message says everything. */
const REFUSALS: ReadonlySet<string> = new Set(["SetUpError", "ParticipantError", "ProgramError"]);

function isRefusal(error: unknown): error is Error {
  return error instanceof Error && REFUSALS.has(error.name);
}

function isWrongFile(error: unknown): error is Error {
  return error instanceof Error && WRONG_FILES.has(error.name);
}

/** The version in `package.json`. */
function packageVersion(): string {
  const root = packageRoot();
  if (root === undefined) return "unknown";
  const manifest = readFileSync(join(root, "package.json"), "utf8");
  return (JSON.parse(manifest) as { readonly version: string }).version;
}
