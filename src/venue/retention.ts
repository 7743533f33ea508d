import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { Clock, Timer } from "../host/clock.ts";
import { NodeDisk } from "../host/nodeDisk.ts";
import type { CommandLog } from "../journal/commandLog.ts";
import { FileSnapshots } from "../journal/fileSnapshots.ts";
import { listSegments } from "../journal/segment.ts";
import { baselinesIn, dropBaselines, sealBaseline } from "./baselines.ts";
import { HISTORY_FILE, JOURNAL_DIRECTORY } from "./storage.ts";

/** How often the journal is looked at, on the host's clock. */
const EVERY_MS = 60_000;

export interface RetentionOptions {
  readonly data: string;
  readonly log: Pick<CommandLog, "trim">;
  readonly clock: Clock;
  /** Bytes of journal that stay replayable; `undefined` keeps everything. */
  readonly keepBytes: number | undefined;
  readonly onError: (error: unknown) => void;
}

/**
 * Lets go of the oldest of a journal that grows past a bound.
 *
 * Once so many bytes were logged behind the newest baseline, a new one is sealed at the newest snapshot; two are kept, and
 * what comes before the older one is deleted, whole segments at a time. So at least `keepBytes` can always be executed
 * and audited again, at most about twice as much lies there, and nothing is deleted but past a verified snapshot and a
 * sealed history.
 */
export class Retention {
  readonly #options: RetentionOptions;
  #last: Promise<unknown> = Promise.resolve();
  #timer: Timer | undefined;
  #isClosed = false;

  constructor(options: RetentionOptions) {
    this.#options = options;
  }

  /** Looks at the journal now, and every minute. */
  start(): void {
    if (this.#options.keepBytes === undefined) return;
    this.run()
      .catch((error) => this.#options.onError(error))
      .finally(() => {
        if (!this.#isClosed) this.#timer = this.#options.clock.setTimer(EVERY_MS, () => this.start());
      });
  }

  /** Seals and deletes what is due; one run at a time. */
  run(): Promise<void> {
    return this.exclusively(() => this.#run());
  }

  /** Does work that needs the files where they are: no run begins before it is done. */
  exclusively<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => undefined); // who asked has the error
    return done;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#timer?.clear();
    await this.#last;
  }

  async #run(): Promise<void> {
    const { data, log, keepBytes } = this.#options;
    if (keepBytes === undefined || this.#isClosed) return;
    const journal = join(data, JOURNAL_DIRECTORY);
    const newest = (await baselinesIn(data)).at(-1)?.seq ?? 0;
    const snapshots = await new FileSnapshots(await NodeDisk.open(journal)).list();
    const snapshot = snapshots.find((entry) => entry.type === "intact");
    if (snapshot?.type !== "intact") return;
    const { seq } = snapshot.info;
    if ((await bytesBetween(journal, newest, seq)) >= keepBytes) {
      await sealBaseline(data, seq, { snapshots: journal, history: join(data, HISTORY_FILE) });
    }
    const older = (await baselinesIn(data)).at(-2);
    if (older === undefined) return;
    await log.trim(older.seq + 1);
    await dropBaselines(data, older.seq);
  }
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
