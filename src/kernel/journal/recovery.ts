import type { Disk } from "../host/disk.ts";
import { writeFully } from "../host/disk.ts";
import { LogError } from "./commandLog.ts";
import type { Damage, LogReport, SurveyOptions } from "./survey.ts";
import { surveyLog } from "./survey.ts";

export interface LogRecoveryOptions extends SurveyOptions {
  /**
   * The highest sequence number known from elsewhere (read model, snapshot) to have been acknowledged. A
   * rotten last frame looks like a torn tail; this tells them apart.
   */
  readonly knownDurableSeq?: number;
}

/**
 * Reads a log after whatever happened and leaves it ready for writing: a torn tail is cut (overwritten with
 * zeros, durably), anything worse is refused before a byte is changed.
 *
 * @throws LogError `damaged` or `behind`
 */
export async function recoverLog(disk: Disk, options: LogRecoveryOptions = {}): Promise<LogReport> {
  const report = await surveyLog(disk, options);
  if (report.damage.length > 0) throw damaged(report);
  const known = options.knownDurableSeq ?? 0;
  if (report.head.nextSeq <= known) throw behind(report, known);
  if (report.tornTail !== undefined) await cut(disk, report.tornTail);
  return report;
}

/** Writes zeros over the torn bytes, so that they can never be read as part of a later frame. */
async function cut(disk: Disk, tail: NonNullable<LogReport["tornTail"]>): Promise<void> {
  const file = await disk.open(tail.name, "write");
  try {
    await writeFully(file, new Uint8Array(tail.bytes), tail.offset);
    await file.sync();
  } finally {
    await file.close();
  }
}

function damaged({ where, damage }: LogReport): LogError {
  const [first, ...others] = damage;
  return new LogError(
    "damaged",
    `the journal in ${where} is damaged: ${describeDamage(first!)}${others.length > 0 ? ` (and ${others.length} more)` : ""}. ` +
      "Acknowledged commands are affected, so the venue does not start, and nothing was changed. Restore the " +
      `file from a copy; "outcry journal verify ${where}" lists every damaged place.`,
  );
}

/** A damaged place in a sentence's middle: file, offset, why, and what is good again behind it. */
export function describeDamage({ name, offset, why, nextGood }: Damage): string {
  const after =
    nextGood === undefined
      ? "no good frame follows in this file"
      : `the next good frame is command ${nextGood.seq} at byte ${nextGood.offset}`;
  return `${name} at byte ${offset}: ${why}; ${after}`;
}

/** The log ends before a command that is known from elsewhere to have been acknowledged. */
export function behind({ where, head, tornTail }: LogReport, known: number): LogError {
  const tail =
    tornTail === undefined
      ? ""
      : ` Behind its last good frame, at byte ${tornTail.offset} of ${tornTail.name}, are ${tornTail.bytes} unreadable bytes.`;
  return new LogError(
    "behind",
    `the journal in ${where} ends with command ${head.nextSeq - 1}, but command ${known} was acknowledged.${tail} ` +
      "The venue does not start, and nothing was changed. Restore the journal from a copy; " +
      `"outcry journal verify ${where}" shows what it holds.`,
  );
}
