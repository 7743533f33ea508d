import { open, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Clock, Timer } from "../../kernel/host/clock.ts";
import { systemErrorKind, undefinedIfGone } from "../../kernel/host/systemErrors.ts";
import type { FileLog } from "../../kernel/journal/fileLog.ts";

/** How often the files are checked, ms: a deletion is noticed within two seconds. */
const EVERY_MS = 1_000;

/**
 * Checks that the journal's files are still the ones being written. A deleted file goes on accepting writes
 * that nobody will ever read, and a replaced one holds something else: then nothing may be acknowledged any
 * more.
 *
 * A segment is unchanged if its file and its size, which never changes, are the same, and for a closed
 * segment also its time of writing. The newest frame is read back as well, so that a copy laid over the
 * current segment is noticed.
 *
 * Where the files cannot be checked (no descriptors, no permission, a disk that does not read), this is
 * reported and they are checked again later. It shows nothing about the files: writes go on, and fail by
 * themselves if they must.
 */
export class JournalWatch {
  readonly #directory: string;
  readonly #log: Pick<FileLog, "files">;
  readonly #clock: Clock;
  readonly #onLost: (reason: Error) => void;
  readonly #onBlind: (reason: Error | undefined) => void;
  #isBlind = false;
  readonly #known = new Map<string, string>();
  #timer: Timer | undefined;
  #checking: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(
    directory: string,
    options: {
      readonly log: Pick<FileLog, "files">;
      readonly clock: Clock;
      /** Called once, with an error that names the file. */
      readonly onLost: (reason: Error) => void;
      /**
       * Called with the system's error when the files cannot be checked any more, and without one when they
       * can be again.
       */
      readonly onBlind?: (reason: Error | undefined) => void;
    },
  ) {
    this.#directory = directory;
    this.#log = options.log;
    this.#clock = options.clock;
    this.#onLost = options.onLost;
    this.#onBlind = options.onBlind ?? (() => {});
  }

  /** Checks now, and then every second. */
  start(): void {
    this.#checking = this.look().then(
      () => this.#checkLater(undefined),
      (error: Error) => {
        if (systemErrorKind(error) !== undefined) this.#checkLater(error);
        else if (!this.#isClosed) this.#onLost(error);
      },
    );
  }

  /** @param cause why the files could not be checked this time */
  #checkLater(cause: Error | undefined): void {
    if (this.#isClosed) return;
    if ((cause !== undefined) !== this.#isBlind) {
      this.#isBlind = cause !== undefined;
      this.#onBlind(cause);
    }
    this.#timer = this.#clock.setTimer(EVERY_MS, () => this.start());
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#timer?.clear();
    await this.#checking;
  }

  /** @throws Error naming the file that has changed, or the system's error where that cannot be seen */
  async look(): Promise<void> {
    const { names } = this.#log.files();
    for (const name of names) await this.#compare(name);
    for (const name of this.#known.keys()) if (!names.includes(name)) this.#known.delete(name);
    await this.#readBack();
  }

  async #compare(name: string): Promise<void> {
    const found = await stat(join(this.#directory, name)).catch(undefinedIfGone);
    if (found === undefined) return this.#refuseGone(name);
    const isWritten = this.#log.files().names.at(-1) === name;
    const file = `${found.dev}:${found.ino}:${found.size}`;
    const identity = isWritten ? file : `${file}:${found.mtimeMs}`;
    const known = this.#known.get(name) ?? identity;
    // Once a segment is closed, its time of writing is known too.
    if (known !== identity && !(identity.startsWith(`${known}:`) && known.split(":").length === 3))
      throw lost(this.#directory, name, "it is another file, or was written to");
    this.#known.set(name, identity);
  }

  /** A file is not there: the log may have deleted it itself since it was listed. */
  #refuseGone(name: string): void {
    if (this.#log.files().names.includes(name)) throw lost(this.#directory, name, "it is not there");
  }

  /** Whether the newest durable frame is still where it was written. */
  async #readBack(): Promise<void> {
    const { newest } = this.#log.files();
    if (newest === undefined) return;
    const { name, offset, head } = newest;
    const found = new Uint8Array(head.length);
    const file = await open(join(this.#directory, name), "r").catch(undefinedIfGone);
    if (file === undefined) return this.#refuseGone(name);
    try {
      await file.read(found, 0, found.length, offset);
    } finally {
      await file.close();
    }
    if (Buffer.compare(found, head) !== 0)
      throw lost(this.#directory, name, "its newest frame is not what was written");
  }
}

/** A file of the journal is not what was written: what was acknowledged may be lost. */
export class JournalLostError extends Error {
  override readonly name = "JournalLostError";
}

function lost(directory: string, name: string, why: string): JournalLostError {
  return new JournalLostError(
    `the journal's ${name} in ${directory} was deleted or replaced under the running venue (${why}). Nothing more is ` +
      "acknowledged. Put the file back, or restore a backup; what was acknowledged since the last copy may be lost",
  );
}
