import { open, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Clock, Timer } from "../host/clock.ts";
import type { FileLog } from "../journal/fileLog.ts";

/** How often the files are checked, ms: a deletion is noticed within two seconds. */
const EVERY_MS = 1_000;

/**
 * Checks that the journal's files are still the ones being written. A deleted file goes on accepting writes that
 * nobody will ever read, and a replaced one holds something else: then nothing may be acknowledged any more.
 *
 * A segment is unchanged if its file and its size, which never changes, are the same, and for a closed segment also
 * its time of writing. The newest frame is read back as well, so that a copy laid over the current segment is
 * noticed.
 */
export class JournalWatch {
  readonly #directory: string;
  readonly #log: Pick<FileLog, "files">;
  readonly #clock: Clock;
  readonly #onLost: (reason: Error) => void;
  readonly #known = new Map<string, string>();
  #timer: Timer | undefined;
  #looking: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(
    directory: string,
    options: {
      readonly log: Pick<FileLog, "files">;
      readonly clock: Clock;
      /** Called once, with an error that names the file. */
      readonly onLost: (reason: Error) => void;
    },
  ) {
    this.#directory = directory;
    this.#log = options.log;
    this.#clock = options.clock;
    this.#onLost = options.onLost;
  }

  /** Checks now, and then every second. */
  start(): void {
    this.#looking = this.look().then(
      () => {
        if (!this.#isClosed) this.#timer = this.#clock.setTimer(EVERY_MS, () => this.start());
      },
      (error: Error) => {
        if (!this.#isClosed) this.#onLost(error);
      },
    );
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#timer?.clear();
    await this.#looking;
  }

  /** @throws Error naming the file that has changed */
  async look(): Promise<void> {
    const { names } = this.#log.files();
    for (const name of names) await this.#compare(name);
    for (const name of this.#known.keys()) if (!names.includes(name)) this.#known.delete(name);
    await this.#readBack();
  }

  async #compare(name: string): Promise<void> {
    const found = await stat(join(this.#directory, name)).catch((cause: NodeJS.ErrnoException) => {
      if (this.#log.files().names.includes(name))
        throw lost(this.#directory, name, cause.code ?? cause.message);
      return undefined; // deleted since it was listed
    });
    if (found === undefined) return;
    const isWritten = this.#log.files().names.at(-1) === name;
    const file = `${found.dev}:${found.ino}:${found.size}`;
    const identity = isWritten ? file : `${file}:${found.mtimeMs}`;
    const known = this.#known.get(name) ?? identity;
    // Once a segment is closed, its time of writing is known too.
    if (known !== identity && !(identity.startsWith(`${known}:`) && known.split(":").length === 3))
      throw lost(this.#directory, name, "it is another file, or was written to");
    this.#known.set(name, identity);
  }

  /** Whether the newest durable frame is still where it was written. */
  async #readBack(): Promise<void> {
    const { newest } = this.#log.files();
    if (newest === undefined) return;
    const { name, offset, head } = newest;
    const found = new Uint8Array(head.length);
    const file = await open(join(this.#directory, name), "r").catch((cause: NodeJS.ErrnoException) => {
      if (this.#log.files().names.includes(name))
        throw lost(this.#directory, name, cause.code ?? cause.message);
      return undefined;
    });
    try {
      await file?.read(found, 0, found.length, offset);
    } finally {
      await file?.close();
    }
    if (file !== undefined && Buffer.compare(found, head) !== 0)
      throw lost(this.#directory, name, "its newest frame is not what was written");
  }
}

function lost(directory: string, name: string, why: string): Error {
  return new Error(
    `the journal's ${name} in ${directory} was deleted or replaced under the running venue (${why}). Nothing more is ` +
      "acknowledged. Put the file back, or restore a backup; what was acknowledged since the last copy may be lost",
  );
}
