import type { FileHandle } from "node:fs/promises";
import { open, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { makeDirectory, OWNER_FILE } from "../../../kernel/host/ownerOnly.ts";
import { undefinedIfGone } from "../../../kernel/host/systemErrors.ts";
import type { Log } from "../log.ts";
import type { RequestEntry } from "./entry.ts";

/** The most files that are kept, and the size of one: together 16 MiB at most. */
export const FILES_MAX = 4;
export const FILE_MAX_BYTES = 4 * 1024 * 1024;
/** The most entries that wait for a slow disk; further ones are left out, and counted. */
const WAITING_MAX = 4_096;
/** How long an entry waits for others to be written with it, ms of the host. */
const GATHER_MS = 20;
const NAME = /^(\d{8})\.ndjson$/;

/**
 * Entries of the request log as lines of JSON in numbered files, the oldest file deleted first. Not synced: a
 * log, not a journal. A disk that fails is reported once; the venue goes on without these files.
 */
export class RequestFiles {
  readonly #directory: string;
  readonly #log: Log;
  /** Numbers of the existing files, ascending; the last one is being written. */
  readonly #numbers: number[];
  #file: FileHandle | undefined;
  #fileBytes = 0;
  #waiting: RequestEntry[] = [];
  #dropped = 0;
  #writing: Promise<void> | undefined;
  /** Ends the time in which entries gather, if it is not over yet. */
  #endGathering = (): void => {};
  #isClosing = false;
  /** Whether no entry is accepted any more: the log is closed, or the disk has failed. */
  #isOver = false;

  private constructor(directory: string, log: Log, numbers: number[]) {
    this.#directory = directory;
    this.#log = log;
    this.#numbers = numbers;
  }

  static async open(directory: string, log: Log): Promise<RequestFiles> {
    makeDirectory(directory);
    return new RequestFiles(directory, log, await numbersIn(directory));
  }

  /** Entries of earlier runs, oldest first. A damaged or incomplete line is left out, and reported. */
  async recall(): Promise<readonly RequestEntry[]> {
    const { entries, damaged } = await readRequestFiles(this.#directory);
    if (damaged > 0) this.#log.warn({ lines: damaged }, "lines of the request log are damaged, and left out");
    return entries;
  }

  /** Adds an entry; it is written soon. */
  write(entry: RequestEntry): void {
    if (this.#isOver) return;
    if (this.#waiting.length < WAITING_MAX) this.#waiting.push(entry);
    else this.#dropped++;
    this.#writing ??= this.#drain();
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    this.#endGathering();
    await this.#writing;
    await this.#file?.close();
    this.#file = undefined;
    this.#isOver = true;
  }

  async #drain(): Promise<void> {
    try {
      while (this.#waiting.length > 0) {
        await this.#gathered();
        const text = Buffer.from(this.#waiting.map(lineOf).join(""));
        this.#waiting = [];
        await this.#write(text);
      }
    } catch (error) {
      this.#isOver = true;
      this.#log.error({ err: error, directory: this.#directory }, "the request log cannot be written");
    }
    if (this.#dropped > 0) {
      this.#log.warn({ dropped: this.#dropped }, "the disk is slow: requests are missing in the request log");
      this.#dropped = 0;
    }
    this.#writing = undefined;
  }

  /** Writes lines, however many: each file takes the whole lines that it has room for. */
  async #write(lines: Buffer): Promise<void> {
    for (let at = 0; at < lines.length; ) {
      if (this.#file === undefined) await this.#rotate();
      const fitting = lines.subarray(at, at + FILE_MAX_BYTES - this.#fileBytes);
      const whole = at + fitting.length === lines.length ? fitting.length : fitting.lastIndexOf("\n") + 1;
      if (whole === 0) {
        await this.#rotate(); // this file has no room for one more line
        continue;
      }
      const { bytesWritten } = await this.#file!.write(fitting.subarray(0, whole));
      this.#fileBytes += bytesWritten;
      at += bytesWritten;
    }
  }

  /**
   * Resolves after {@link GATHER_MS}, or when `#endGathering` is called: entries that come meanwhile are
   * written together. `undefined` while closing: nothing is waited for.
   */
  #gathered(): Promise<void> | undefined {
    if (this.#isClosing) return undefined;
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, GATHER_MS);
      this.#endGathering = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /**
   * Begins a new file, and deletes the oldest beyond {@link FILES_MAX}: when the file is full, and at the
   * first write of a run, so that a line cut off by a crash stays the last of its file.
   */
  async #rotate(): Promise<void> {
    await this.#file?.close();
    const number = (this.#numbers.at(-1) ?? 0) + 1;
    this.#file = await open(pathOf(this.#directory, number), "w", OWNER_FILE);
    this.#fileBytes = 0;
    this.#numbers.push(number);
    while (this.#numbers.length > FILES_MAX)
      await rm(pathOf(this.#directory, this.#numbers.shift()!), { force: true });
  }
}

/**
 * Reads the files in their order, oldest entry first; a venue may be writing to them. Nothing is read from a
 * file that the venue deletes meanwhile.
 *
 * @returns the entries, and in `damaged` the number of lines that were left out, an incomplete last line
 * included
 */
export async function readRequestFiles(directory: string) {
  const entries: RequestEntry[] = [];
  let damaged = 0;
  for (const number of await numbersIn(directory)) {
    const text = await readFile(pathOf(directory, number), "utf8").catch(undefinedIfGone);
    for (const line of (text ?? "").split("\n")) {
      const entry = entryOf(line);
      if (entry !== undefined) entries.push(entry);
      else if (line !== "") damaged++;
    }
  }
  return { entries, damaged };
}

/** The numbers of the files that there are, ascending. */
async function numbersIn(directory: string): Promise<number[]> {
  const numbers = (await readdir(directory)).flatMap((name) => NAME.exec(name)?.[1] ?? []).map(Number);
  return numbers.toSorted((a, b) => a - b);
}

function pathOf(directory: string, number: number): string {
  return join(directory, `${String(number).padStart(8, "0")}.ndjson`);
}

/** An entry and the checksum of its text, as one object. */
function lineOf(entry: RequestEntry): string {
  const text = JSON.stringify(entry);
  return `${text.slice(0, -1)},"crc":"${checksumOf(text)}"}\n`;
}

function entryOf(line: string): RequestEntry | undefined {
  const [, text, crc] = /^(.*),"crc":"([0-9a-f]{8})"\}$/.exec(line) ?? [];
  if (text === undefined || crc !== checksumOf(`${text}}`)) return undefined;
  return JSON.parse(`${text}}`) as RequestEntry;
}

function checksumOf(text: string): string {
  return crc32(text).toString(16).padStart(8, "0");
}
