import { stat } from "node:fs/promises";
import { join } from "node:path";
import { SNAPSHOT_EVERY_BYTES, SNAPSHOT_EVERY_COMMANDS } from "../../kernel/engine/index.ts";
import type { Clock, Timer } from "../../kernel/host/clock.ts";
import { NodeDisk } from "../../kernel/host/nodeDisk.ts";
import { oneAfterOther } from "../../kernel/host/oneAfterOther.ts";
import type { CommandLog } from "../../kernel/journal/commandLog.ts";
import { FileSnapshots } from "../../kernel/journal/fileSnapshots.ts";
import { listSegments } from "../../kernel/journal/segment.ts";
import { SEGMENT_SIZES } from "../../kernel/journal/segmentWriter.ts";
import { baselinesIn, dropBaselines, writeBaseline } from "./baselines.ts";
import { HISTORY_FILE, JOURNAL_DIRECTORY } from "./dataFiles.ts";

/** How often the journal is checked, ms of the host. */
const EVERY_MS = 5_000;
/** Work during which no file may be deleted, such as a backup, is told to give up after this long, ms. */
export const WORK_MAX_MS = 60 * 60_000;
/** How long a stop or a reset waits for such work to give up, ms. */
export const CLOSE_WAIT_MS = 5_000;

export interface RetentionOptions {
  readonly clock: Clock;
  /** Writes baselines, and deletes the part of the journal that is too old; `undefined`: all is kept. */
  readonly tidy: (() => Promise<void>) | undefined;
  readonly onError: (error: unknown) => void;
}

/**
 * Every few seconds has baselines written and the oldest part of the journal deleted; but nothing is deleted
 * while other work needs the files.
 */
export class Retention {
  readonly #options: RetentionOptions;
  readonly #inTurn = oneAfterOther();
  #timer: Timer | undefined;
  #tidying: Promise<void> | undefined;
  #isResting = false;
  #isClosed = false;
  /** Tells the work under way to give up. */
  #stopWork: ((reason: Error) => void) | undefined;

  constructor(options: RetentionOptions) {
    this.#options = options;
  }

  /** Checks what is due now, and then every few seconds. */
  start(): void {
    if (this.#options.tidy === undefined || this.#isResting) return;
    this.run()
      .catch((error) => this.#options.onError(error))
      .finally(() => {
        if (!this.#isResting) this.#timer = this.#options.clock.setTimer(EVERY_MS, () => this.start());
      });
  }

  /**
   * Writes and deletes nothing from now on, and waits a while for a run under way: the snapshot with which
   * the market ends must be there for the next start.
   */
  async rest(): Promise<void> {
    const { clock } = this.#options;
    this.#isResting = true;
    this.#timer?.clear();
    if (this.#tidying === undefined) return;
    let timer: Timer | undefined;
    const late = new Promise<void>((resolve) => {
      timer = clock.setTimer(CLOSE_WAIT_MS, resolve);
    });
    await Promise.race([this.#tidying, late]);
    timer?.clear();
  }

  /** Writes baselines and deletes what is due; one run at a time. */
  run(): Promise<void> {
    return this.exclusively(async () => {
      if (this.#isResting) return;
      const tidying = this.#options.tidy?.();
      this.#tidying = tidying?.catch(() => undefined); // the caller has the rejection
      await tidying;
    });
  }

  /**
   * Does work during which the files must stay where they are: no deletion begins before it ends. It is told
   * to give up when its time is over or the market closes; work that hangs in a system call is abandoned.
   */
  exclusively<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    return this.#inTurn(() => this.#bounded(work));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#isResting = true;
    this.#timer?.clear();
    this.#stopWork?.(new Error("the market is being closed"));
    await this.#inTurn(async () => undefined); // what is under way has ended
  }

  async #bounded<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const { clock } = this.#options;
    const aborting = new AbortController();
    if (this.#isClosed) throw new Error("the market is being closed");
    const timers: Timer[] = [];
    const late = new Promise<never>((_, reject) => {
      const stop = (reason: Error, waitMs: number) => {
        aborting.abort(reason);
        timers.push(clock.setTimer(waitMs, () => reject(reason)));
      };
      timers.push(clock.setTimer(WORK_MAX_MS, () => stop(new Error("it took longer than an hour"), 0)));
      this.#stopWork = (reason) => stop(reason, CLOSE_WAIT_MS);
    });
    try {
      return await Promise.race([work(aborting.signal), late]);
    } finally {
      this.#stopWork = undefined;
      for (const timer of timers) timer.clear();
    }
  }
}

/**
 * Deletes the oldest part of a journal that grows past a bound.
 *
 * Once `keepBytes` bytes were logged after the newest baseline, a new one is written at the newest snapshot.
 * Two baselines are kept, and what comes before the older one is deleted, in whole segments. So at least
 * `keepBytes` can always be executed and audited again, at most about three times as much is stored, and
 * nothing is deleted that is not covered by a verified snapshot and a baseline.
 *
 * @param keepBytes bytes of journal that stay executable; `undefined` keeps everything
 */
export function journalRetention(
  data: string,
  log: Pick<CommandLog, "trim">,
  keepBytes: number | undefined,
): (() => Promise<void>) | undefined {
  if (keepBytes === undefined) return undefined;
  return async () => {
    const journal = join(data, JOURNAL_DIRECTORY);
    const newest = (await baselinesIn(data)).at(-1)?.seq ?? 0;
    const taken = new FileSnapshots(await NodeDisk.open(journal));
    const snapshot = (await taken.list()).find((entry) => entry.type === "intact");
    if (snapshot?.type !== "intact") return;
    const { seq } = snapshot.info;
    if ((await bytesBetween(journal, newest, seq)) >= keepBytes) {
      await writeBaseline(data, seq, { snapshots: journal, history: join(data, HISTORY_FILE) });
    }
    const older = (await baselinesIn(data)).at(-2);
    if (older === undefined) return;
    await log.trim(older.seq + 1);
    await dropBaselines(data, older.seq);
    await taken.drop(older.seq);
  };
}

/** How often snapshots are taken, and how large segments are, so that the bound can be kept. */
export function boundedBy(keepBytes: number | undefined) {
  const bound = keepBytes ?? Number.POSITIVE_INFINITY;
  const { bytesMin, bytesMax } = SEGMENT_SIZES;
  return {
    // Commands that have a frame each take up to seven times their own bytes in the journal.
    snapshotEvery: { commands: SNAPSHOT_EVERY_COMMANDS, bytes: Math.min(SNAPSHOT_EVERY_BYTES, bound / 8) },
    segmentSizes: { bytesMin, bytesMax: Math.max(bytesMin, Math.min(bytesMax, bound / 8)) },
  };
}

/** Bytes of the segments whose commands all lie behind `after` and up to `upTo`. */
async function bytesBetween(journal: string, after: number, upTo: number): Promise<number> {
  const segments = await listSegments(await NodeDisk.open(journal));
  let bytes = 0;
  for (const [i, { name, firstSeq }] of segments.entries()) {
    const next = segments[i + 1];
    if (firstSeq <= after || next === undefined || next.firstSeq > upTo + 1) continue;
    bytes += (await stat(join(journal, name))).size;
  }
  return bytes;
}
