import { hash } from "node:crypto";
import { copyFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { NodeDisk } from "../../../kernel/host/nodeDisk.ts";
import { isThere } from "../../../kernel/host/systemErrors.ts";
import { readFrames } from "../../../kernel/journal/readFrames.ts";
import type { LogReport } from "../../../kernel/journal/survey.ts";
import { seedJournal, writeBaseline } from "../baselines.ts";
import { CREDENTIALS_FILE, MASTER_KEY_FILE } from "../credentials.ts";
import { withDataErrorsAsync } from "../dataErrors.ts";
import { HISTORY_FILE, JOURNAL_DIRECTORY } from "../dataFiles.ts";
import { intactJournal } from "../dump/dump.ts";
import { replaceMarket } from "../replaceMarket.ts";
import { BranchError } from "./branches.ts";
import { goTo, startingStateOf } from "./goTo.ts";

/** Where a market is forked: after a command, or after the last command up to a market time (Unix ms). */
export type Moment = { readonly seq: number } | { readonly time: number };

/** A data directory whose market begins where another one was. */
export interface ForkReport {
  readonly data: string;
  /** The last command of both; the next number is the branch's first command. */
  readonly seq: number;
  /** Market time of that command. */
  readonly time: number;
  /**
   * The running digest of all events up to it, hex, and the SHA-256 of the state: those of the source at this
   * command.
   */
  readonly eventsDigest: string;
  readonly stateDigest: string;
  /** Commands that were executed again to get there. */
  readonly replayed: number;
  /** Whether the source's master key is there too; without it nobody opens the API secrets. */
  readonly secrets: boolean;
}

/**
 * Forks the market of a data directory, on which a venue may be running, or of a backup: another data
 * directory begins with its state after a command and the history up to there. Every frame on the way is
 * proven by its digest.
 *
 * @param at default: the last command
 * @throws BranchError, DataUnusableError, DirectoryInUse, LogError, ReplayError; then nothing was made
 */
export function fork(options: {
  readonly source: string;
  readonly target: string;
  readonly at?: Moment | undefined;
  readonly onProgress?: (share: number) => void;
}): Promise<ForkReport> {
  const { source, target, onProgress = () => {} } = options;
  return withDataErrorsAsync(target, async () => {
    const { disk, report } = await intactJournal(source);
    const seq = await seqOf(options.at, disk, report);
    const begin = await startingStateOf(source, disk, report.head, seq);
    return replaceMarket(target, {
      async fill(next) {
        const history = join(next, HISTORY_FILE);
        const state = await goTo(begin, { source, disk, seq, history, onProgress });
        await seedJournal(await NodeDisk.open(join(next, JOURNAL_DIRECTORY)), state);
        await writeBaseline(next, seq, { snapshots: join(next, JOURNAL_DIRECTORY), history });
        await copySecrets(source, next);
        return {
          data: resolve(target),
          seq,
          time: state.meta.time,
          eventsDigest: Buffer.from(state.meta.digest).toString("hex"),
          stateDigest: hash("sha256", state.bytes, "hex"),
          replayed: seq - begin.seq,
          secrets: isThere(join(next, MASTER_KEY_FILE)),
        };
      },
    });
  });
}

/** The command of a moment. @throws BranchError if the journal has none */
export async function seqOf(
  at: Moment | undefined,
  disk: NodeDisk,
  { head: { firstSeq, nextSeq }, segments }: LogReport,
): Promise<number> {
  const headSeq = nextSeq - 1;
  if (at === undefined) return headSeq;
  if ("seq" in at) {
    if (at.seq >= firstSeq - 1 && at.seq > 0 && at.seq <= headSeq) return at.seq;
    throw new BranchError(
      `at must be a command from ${Math.max(firstSeq - 1, 1)} to ${headSeq}, got ${at.seq}`,
    );
  }
  const segment = segments.findLast(({ timeMin }) => timeMin !== undefined && timeMin <= at.time);
  let seq = firstSeq - 1;
  for await (const { time, firstSeq: first, count } of readFrames(
    disk,
    segment?.firstSeq ?? firstSeq,
    nextSeq,
  )) {
    if (time > at.time) break;
    seq = first + count - 1;
  }
  if (seq >= firstSeq) return seq;
  throw new BranchError(
    `at must not be before the journal's first command, got ${new Date(at.time).toISOString()}`,
  );
}

async function copySecrets(from: string, to: string): Promise<void> {
  for (const name of [CREDENTIALS_FILE, MASTER_KEY_FILE])
    if (isThere(join(from, name))) await copyFile(join(from, name), join(to, name));
}
