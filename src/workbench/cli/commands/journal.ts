import { hash } from "node:crypto";
import type { Command } from "commander";
import { sealOffline } from "../../../assembly/venue/offline.ts";
import { type Past, replayStart } from "../../../assembly/venue/replayStart.ts";
import { moneyText } from "../../../interface/wire/index.ts";
import type { Machine, StartingPoint } from "../../../kernel/engine/index.ts";
import {
  exchangeMachine,
  formatTag,
  replayFrom,
  shownTag,
  startingPoint,
} from "../../../kernel/engine/index.ts";
import { FileSnapshots } from "../../../kernel/journal/fileSnapshots.ts";
import { readFrames } from "../../../kernel/journal/readFrames.ts";
import { describeDamage } from "../../../kernel/journal/recovery.ts";
import type { LogReport } from "../../../kernel/journal/survey.ts";
import { surveyLog } from "../../../kernel/journal/survey.ts";
import { DEFAULT_DATA } from "../config.ts";
import { CliError, EXIT_DATA, usage } from "../exitCodes.ts";
import { dataError, openJournal, openPast } from "../offline.ts";
import { Progress } from "../show/progress.ts";
import { show } from "../show/value.ts";
import type { Terminal } from "../terminal.ts";
import { auditJournal } from "./auditJournal.ts";
import type { OperatorAct } from "./operators.ts";
import { operatorActs } from "./operators.ts";

interface JournalOptions {
  readonly json?: boolean;
}

interface ReplayOptions extends JournalOptions {
  readonly to?: string;
  readonly fromSnapshot?: boolean;
}

/** Commands about a journal on the disk; they need no venue, and only `seal` changes anything. */
export function addJournalCommands(program: Command, terminal: Terminal): void {
  const journal = program
    .command("journal")
    .description("a journal on the disk: inspect, verify, replay, operators, seal");
  const add = (name: string, what: string): Command =>
    journal
      .command(name)
      .argument("[directory]", "data directory, or the journal's own", DEFAULT_DATA)
      .option("--json", "print JSON")
      .description(what);
  add("inspect", "show segments, head and times of a journal").action(
    async (directory: string, options: JournalOptions) => {
      const report = await survey(directory, terminal);
      show(terminal, options.json === true, {
        ...summary(report),
        segments: report.segments.map(shownSegment),
      });
    },
  );
  add("verify", "check every byte of a journal: checksums, sequence, chain").action(
    async (directory: string, options: JournalOptions) => verify(directory, options, terminal),
  );
  add("replay", "execute a journal again, proving each frame, and audit the state")
    .option("--to <seq>", "last command to execute (default: all)")
    .option("--from-snapshot", "begin at the newest snapshot instead of as early as possible")
    .action(async (directory: string, options: ReplayOptions) => replay(directory, options, terminal));
  add(
    "operators",
    "show what operators did, and the venue's own set-up: the audit trail, out of the journal",
  ).action(async (directory: string, options: JournalOptions) => operators(directory, options, terminal));
  journal
    .command("seal")
    .argument("[directory]", "data directory; no venue may run on it", DEFAULT_DATA)
    .option("--json", "print JSON")
    .description("end a journal cleanly after a crash: execute what is left and write the state")
    .action(async (directory: string, options: JournalOptions) => seal(directory, options, terminal));
}

async function verify(directory: string, options: JournalOptions, terminal: Terminal): Promise<void> {
  const report = await survey(directory, terminal);
  const damage = report.damage.map((each) => describeDamage(each));
  show(terminal, options.json === true, { ...summary(report), intact: damage.length === 0, damage });
  if (damage.length === 0) return;
  throw new CliError(
    `the journal is damaged in ${damage.length} place${damage.length === 1 ? "" : "s"}: restore the files named above from a copy`,
    { exitCode: EXIT_DATA },
  );
}

async function replay(directory: string, options: ReplayOptions, terminal: Terminal): Promise<void> {
  const { past, report } = await intactJournal(directory, terminal);
  const { nextSeq } = report.head;
  const headSeq = nextSeq - 1;
  const toSeq = options.to === undefined ? headSeq : seqOf(options.to, headSeq);
  const progress = new Progress(terminal);
  const { machine, digest, snapshotSeq, frames, commands } = await start(past, report, toSeq, options)
    .then((from) =>
      replayFrom(from, {
        log: { read: (seq) => readFrames(past.journal, seq, nextSeq) },
        toSeq,
        progress: (done, total) => progress.update("replaying", total === 0 ? 1 : done / total),
      }),
    )
    .catch((error: Error) => {
      throw dataError(error);
    });
  progress.end();
  show(terminal, options.json === true, {
    seq: machine.seq,
    time: timeText(machine.time),
    fromSnapshot: snapshotSeq,
    frames,
    commands,
    eventsDigest: Buffer.from(digest).toString("hex"),
    stateDigest: hash("sha256", machine.snapshot(), "hex"),
    ...totals(machine),
    audit: audit(machine),
  });
}

/** Where a replay begins: with the earliest command that can be executed, or at the newest snapshot. */
async function start(
  past: Past,
  report: LogReport,
  toSeq: number,
  { fromSnapshot }: ReplayOptions,
): Promise<StartingPoint> {
  const from =
    fromSnapshot === true
      ? await startingPoint(exchangeMachine, new FileSnapshots(past.journal), toSeq)
      : await replayStart(past, report);
  if (from.snapshotSeq <= toSeq) return from;
  throw usage(
    `--to must be at least ${from.snapshotSeq}, where the journal can be executed from; got '${toSeq}'`,
  );
}

/**
 * Audits the states that a journal goes through. A violation is shown with its command.
 *
 * @throws CliError when a rule is broken, and when the journal cannot be executed
 */
export async function auditOffline(
  directory: string,
  options: JournalOptions,
  terminal: Terminal,
): Promise<void> {
  const { past, report } = await intactJournal(directory, terminal);
  const progress = new Progress(terminal);
  try {
    const onProgress = (share: number) => progress.update("executing the journal", share);
    const { seq, audits, broken, machine } = await auditJournal(past, report, {
      machine: exchangeMachine,
      onProgress,
    });
    progress.end();
    const passed = broken === undefined;
    show(terminal, options.json === true, { passed, seq, audits, ...totals(machine), broken });
    if (!passed)
      throw new CliError(`the state after command ${seq} is the first that breaks a rule: ${broken}`, {
        exitCode: EXIT_DATA,
      });
  } catch (error) {
    throw dataError(error as Error);
  } finally {
    progress.end();
  }
}

/** Reads a journal; a damaged one is an error. @throws CliError */
async function intactJournal(directory: string, terminal: Terminal) {
  const past = await openPast(directory);
  const report = await survey(directory, terminal);
  const { damage } = report;
  if (damage.length > 0) {
    throw new CliError(
      `the journal is damaged: ${describeDamage(damage[0]!)}; "journal verify" lists every place`,
      { exitCode: EXIT_DATA },
    );
  }
  return { past, report };
}

async function operators(directory: string, options: JournalOptions, terminal: Terminal): Promise<void> {
  const past = await openPast(directory);
  const report = await survey(directory, terminal);
  const progress = new Progress(terminal);
  let acts: readonly OperatorAct[];
  try {
    acts = await operatorActs(past, report, (share) => progress.update("executing the journal", share));
  } catch (error) {
    throw dataError(error as Error);
  } finally {
    progress.end();
  }
  // Last, as some are a thousand characters long: a table is as wide as its widest row.
  const rows = acts.map(({ details, ...act }) => ({ ...act, details }));
  show(terminal, options.json === true, rows);
}

async function seal(directory: string, options: JournalOptions, terminal: Terminal): Promise<void> {
  await openJournal(directory); // refuses a directory without a journal
  const progress = new Progress(terminal);
  try {
    const sealed = await sealOffline(directory, (share) => progress.update("executing the journal", share));
    show(terminal, options.json === true, { ...sealed, format: shownTag(formatTag()) });
  } catch (error) {
    throw dataError(error as Error);
  } finally {
    progress.end();
  }
}

/** Audits a state. @throws CliError when an invariant is broken */
function audit(machine: Machine): string {
  try {
    machine.audit();
    return "passed";
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new CliError(`the state after command ${machine.seq} breaks a rule: ${why}`, {
      exitCode: EXIT_DATA,
      cause: error,
    });
  }
}

function totals(machine: Machine) {
  const { accounts, orders, positions, money } = machine.answer({ type: "totals" });
  return { accounts, orders, positions, money: moneyText(money) };
}

async function survey(directory: string, terminal: Terminal): Promise<LogReport> {
  const progress = new Progress(terminal);
  const disk = await openJournal(directory);
  const report = await surveyLog(disk, {
    onProgress: (done, total) => progress.update("reading the journal", total === 0 ? 1 : done / total),
  });
  progress.end();
  return report;
}

function summary({ where, head, frames, commands, tornTail }: LogReport) {
  return {
    where,
    firstSeq: head.firstSeq,
    headSeq: head.nextSeq - 1,
    headTime: timeText(head.time),
    epoch: head.epoch,
    frames,
    commands,
    tornTail:
      tornTail === undefined
        ? "none"
        : `${tornTail.bytes} bytes at byte ${tornTail.offset} of ${tornTail.name}`,
  };
}

function shownSegment({ timeMin, timeMax, ...segment }: LogReport["segments"][number]) {
  return { ...segment, timeMin: timeText(timeMin ?? 0), timeMax: timeText(timeMax ?? 0) };
}

function timeText(time: number): string {
  return time === 0 ? "" : new Date(time).toISOString();
}

function seqOf(text: string, headSeq: number): number {
  const seq = /^\d{1,15}$/.test(text) ? Number(text) : 0;
  if (seq < 1 || seq > headSeq) throw usage(`--to must be a command from 1 to ${headSeq}, got '${text}'`);
  return seq;
}
