import { Command, CommanderError } from "commander";
import { addLimitsCommands, addOperatorCommands } from "./commands/access.ts";
import { addAccountCommands, addReferralCommands } from "./commands/account.ts";
import { addBackupCommands } from "./commands/backup.ts";
import { addBench } from "./commands/bench.ts";
import { addBranchCommands } from "./commands/branch.ts";
import { addClockCommands } from "./commands/clock.ts";
import { addClusterCommands } from "./commands/cluster.ts";
import { addContestCommands } from "./commands/contest.ts";
import { addDiff } from "./commands/diff.ts";
import { addDoctor } from "./commands/doctor.ts";
import { addDumpCommands } from "./commands/dump.ts";
import { addExam } from "./commands/exam.ts";
import { addExplainCommands } from "./commands/explain.ts";
import { addExport } from "./commands/export.ts";
import { addFaultCommands } from "./commands/fault.ts";
import { addHistoryCommands } from "./commands/history.ts";
import { addInvitationCommands } from "./commands/invitation.ts";
import { addJournalCommands } from "./commands/journal.ts";
import { addKeyCommands } from "./commands/key.ts";
import { addMarketCommands } from "./commands/market.ts";
import { addMarketReport } from "./commands/marketReport.ts";
import { addMigrateCommands } from "./commands/migrate.ts";
import { addRecord } from "./commands/record.ts";
import { addReplayCommands } from "./commands/replay.ts";
import { addRiskCommands } from "./commands/risk.ts";
import { addRun } from "./commands/run.ts";
import { addServe } from "./commands/serve.ts";
import { addStateCommands } from "./commands/state.ts";
import { addTradingCommands } from "./commands/trading.ts";
import { addVenueCommands } from "./commands/venue.ts";
import { CliError, EXIT_DONE, EXIT_FAILED, EXIT_USAGE, ProgramEnded } from "./exitCodes.ts";
import { dataError } from "./offline.ts";
import { packageVersion } from "./packageVersion.ts";
import { paint } from "./show/value.ts";
import type { Terminal } from "./terminal.ts";

const EXIT_CODES = `
Exit codes: 0 done, 1 refused or failed, 2 wrong usage, 3 no venue answers, 4 port taken, 5 data unusable.
Documentation: docs/reference/cli.md`;

/** The whole command line. */
export function createProgram(terminal: Terminal): Command {
  const program = new Command("outcry")
    .description("A self-hosted perpetual-futures venue")
    .version(packageVersion())
    .showHelpAfterError("(--help shows what it takes)")
    .addHelpText("after", EXIT_CODES)
    .configureOutput({ writeOut: terminal.out, writeErr: terminal.err })
    .exitOverride();
  addServe(program, terminal);
  addRun(program, terminal);
  addExam(program, terminal);
  addVenueCommands(program, terminal);
  addClusterCommands(program, terminal);
  addStateCommands(program, terminal);
  addBackupCommands(program, terminal);
  addBranchCommands(program, terminal);
  addContestCommands(program, terminal);
  addReplayCommands(program, terminal);
  addDiff(program, terminal);
  addDumpCommands(program, terminal);
  addAccountCommands(program, terminal);
  addTradingCommands(program, terminal);
  addReferralCommands(program, terminal);
  addInvitationCommands(program, terminal);
  addKeyCommands(program, terminal);
  addOperatorCommands(program, terminal);
  addMarketCommands(program, terminal);
  addMarketReport(program, terminal);
  addRecord(program, terminal);
  addRiskCommands(program, terminal);
  addFaultCommands(program, terminal);
  addExplainCommands(program, terminal);
  addMigrateCommands(program, terminal);
  addClockCommands(program, terminal);
  addLimitsCommands(program, terminal);
  addJournalCommands(program, terminal);
  addHistoryCommands(program, terminal);
  addExport(program, terminal);
  addDoctor(program, terminal);
  addBench(program);
  return program;
}

/** Runs a command line; any error is printed as one message. @returns the exit code */
export async function run(args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    await createProgram(terminal).parseAsync(args, { from: "user" });
    return EXIT_DONE;
  } catch (caught) {
    if (caught instanceof ProgramEnded) return caught.exitCode;
    const error = caught instanceof Error ? dataError(caught) : caught;
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT_DONE : EXIT_USAGE; // commander has printed its own message
    terminal.err(`${paint("red", "error:", terminal.errIsTty)} ${told(error)}\n`);
    return error instanceof CliError ? error.exitCode : isWrongFile(error) ? EXIT_USAGE : EXIT_FAILED;
  }
}

/** An error's message if it is meant for users; otherwise its stack. */
function told(error: unknown): string {
  if (error instanceof CliError || isWrongFile(error)) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** Errors of a user's files by name, so that their modules are loaded only where they are needed; each message names the file. */
const WRONG_FILES: ReadonlySet<string> = new Set(["ScenarioError", "RecordingError", "ArchiveError"]);

function isWrongFile(error: unknown): error is Error {
  return error instanceof Error && WRONG_FILES.has(error.name);
}
