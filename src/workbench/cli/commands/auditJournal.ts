import { type Past, replayStart } from "../../../assembly/venue/replayStart.ts";
import type { Machine, MachineKind } from "../../../kernel/engine/index.ts";
import { replayFrames } from "../../../kernel/engine/index.ts";
import { readFrames } from "../../../kernel/journal/readFrames.ts";
import type { LogReport } from "../../../kernel/journal/survey.ts";

/** How many commands are executed between two audits of the whole state. */
const AUDIT_EVERY = 1_000;

/** What an audit of a journal found. */
export interface JournalAudit {
  /** The last command executed; for a violation, the first command after which the rule is broken. */
  readonly seq: number;
  /** How often the whole state was audited. */
  readonly audits: number;
  /** The broken rule, and where; undefined if none is broken. */
  readonly broken: string | undefined;
  /** The state after {@link seq}. */
  readonly machine: Machine;
}

/**
 * Executes a journal again, checking each frame's digest, and audits the state after every {@link
 * AUDIT_EVERY} commands and at the end. The command that caused a violation is found by bisection, each time
 * from the beginning; this assumes that a violation stays once it is there.
 *
 * @throws LogError, ReplayError
 */
export async function auditJournal(
  past: Past,
  report: LogReport,
  options: {
    readonly machine: MachineKind;
    readonly every?: number;
    readonly onProgress?: (share: number) => void;
  },
): Promise<JournalAudit> {
  const { machine: kind, every = AUDIT_EVERY, onProgress } = options;
  const { nextSeq } = report.head;
  const log = { read: (from: number) => readFrames(past.journal, from, nextSeq) };
  const headSeq = nextSeq - 1;
  let audits = 0;
  const audit = (machine: Machine) => {
    audits++;
    return brokenRule(machine);
  };
  const stateAfter = async (seq: number) => {
    const { replay } = await replayStart(past, report, kind);
    await replayFrames(replay, { log, toSeq: seq });
    return replay.machine;
  };

  const { replay } = await replayStart(past, report, kind);
  let good = replay.machine.seq;
  for await (const frame of log.read(good + 1)) {
    replay.apply(frame);
    const { machine } = replay;
    onProgress?.(machine.seq / headSeq);
    if (machine.seq - good < every && machine.seq < headSeq) continue;
    const broken = audit(machine);
    if (broken === undefined) {
      good = machine.seq;
      continue;
    }
    let first = { seq: machine.seq, broken, machine };
    while (first.seq - good > 1) {
      const middle = good + Math.floor((first.seq - good) / 2);
      const state = await stateAfter(middle);
      const why = audit(state);
      if (why === undefined) good = middle;
      else first = { seq: middle, broken: why, machine: state };
    }
    return { ...first, audits };
  }
  return { seq: replay.machine.seq, audits, broken: undefined, machine: replay.machine };
}

function brokenRule(machine: Machine): string | undefined {
  try {
    machine.audit();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
