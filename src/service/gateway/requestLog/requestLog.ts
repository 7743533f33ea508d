import type { Log } from "../log.ts";
import type { RequestEntry, RequestLogLevel } from "./entry.ts";
import { RequestFiles } from "./requestFiles.ts";

/** Entries in memory; beyond this the oldest are dropped. */
export const ENTRIES_MAX = 10_000;
/** Longest path, reason and key that an entry keeps, in UTF-16 units. */
const TEXT_MAX = 512;

/**
 * How long all requests of an account are logged after its owner has read its log, so that accepted ones are
 * logged, too. In ms.
 */
export const WATCHED_MS = 60_000;

/** Which entries to read. */
export interface RequestsQuery {
  /** Only entries after this id, the oldest of them first. Left out: the newest entries there are. */
  readonly after?: number | undefined;
  readonly limit: number;
  /** Only this account's. */
  readonly account?: number | undefined;
  /** Only refused ones. */
  readonly refused?: boolean | undefined;
  /** Only requests by keys for which this returns true. */
  readonly isOwn?: (key: string) => boolean;
}

export interface RequestsPage {
  /** Ascending by id. */
  readonly entries: readonly RequestEntry[];
  /** Give this as `after` to go on where the page ends; entries that did not match count as read. */
  readonly next: number;
  /** How many entries after `after` memory no longer holds. */
  readonly lost: number;
}

/**
 * The last requests and their outcomes, for finding out what went wrong. A ring in memory answers; with a
 * data directory the same entries are also in a ring of files, from which memory is filled at the next
 * start. docs/reference/requests.md
 */
export class RequestLog {
  /** Changes at run time. */
  level: RequestLogLevel;
  readonly #ring: RequestEntry[] = [];
  readonly #files: RequestFiles | undefined;
  /** Id of the next entry; entry `id` is at `id % ENTRIES_MAX`. */
  #nextId = 1;
  #firstId = 1;
  /**
   * Accounts whose owner has read the log, each with the host time (monotonic, ms) until which all its
   * requests are logged.
   */
  readonly #watched = new Map<number, number>();

  constructor(level: RequestLogLevel, files?: RequestFiles) {
    this.level = level;
    this.#files = files;
  }

  /**
   * Opens the log of a data directory and recalls its newest entries.
   *
   * @param directory `undefined` keeps entries in memory only
   */
  static async open(level: RequestLogLevel, directory: string | undefined, log: Log): Promise<RequestLog> {
    if (directory === undefined) return new RequestLog(level);
    const files = await RequestFiles.open(directory, log);
    const requestLog = new RequestLog(level, files);
    for (const entry of await files.recall()) requestLog.#recall(entry);
    return requestLog;
  }

  /** Whether an answer would be logged. @param nowMs monotonic */
  wants(isRefused: boolean, account = 0, nowMs = 0): boolean {
    if (this.level === "all" || this.level === "off") return this.level === "all";
    return isRefused || this.#isWatched(account, nowMs);
  }

  /**
   * The account's owner has read its log: from now on its accepted requests are logged too, unless the level
   * is off.
   *
   * @param nowMs monotonic
   */
  watch(account: number, nowMs: number): void {
    this.#watched.set(account, nowMs + WATCHED_MS);
  }

  /** Logs an answer for which {@link wants} is true. */
  add(request: Omit<RequestEntry, "id">): void {
    // Copied field by field: a spread would cost as much as everything else that the log does.
    const entry: RequestEntry = {
      id: this.#nextId,
      time: request.time,
      marketTime: request.marketTime,
      method: request.method,
      path: clipped(request.path),
      key: clipped(request.key),
      account: request.account,
      address: request.address,
      program: clipped(request.program),
      weight: request.weight,
      status: request.status,
      code: request.code,
      tookMs: request.tookMs,
      reason: clipped(request.reason),
      refusal: request.refusal,
    };
    this.#put(entry);
    this.#files?.write(entry);
  }

  read({ after, limit, account, refused, isOwn = () => true }: RequestsQuery): RequestsPage {
    const matches = (entry: RequestEntry) =>
      (account === undefined || entry.account === account) &&
      (refused !== true || isRefused(entry)) &&
      isOwn(entry.key);
    const entries: RequestEntry[] = [];
    if (after === undefined) {
      for (let id = this.#nextId - 1; id >= this.#firstId && entries.length < limit; id--) {
        const entry = this.#at(id);
        if (matches(entry)) entries.push(entry);
      }
      return { entries: entries.reverse(), next: this.#nextId - 1, lost: 0 };
    }
    const from = Math.max(after + 1, this.#firstId);
    let id = from;
    for (; id < this.#nextId && entries.length < limit; id++) {
      const entry = this.#at(id);
      if (matches(entry)) entries.push(entry);
    }
    // An `after` beyond the end comes from another venue: it goes on from the end.
    return { entries, next: Math.min(id, this.#nextId) - 1, lost: Math.max(0, from - after - 1) };
  }

  /** Writes what is waiting and closes the files. */
  async close(): Promise<void> {
    await this.#files?.close();
  }

  #isWatched(account: number, nowMs: number): boolean {
    const until = this.#watched.get(account);
    if (until === undefined) return false;
    if (nowMs >= until) this.#watched.delete(account);
    return nowMs < until;
  }

  #at(id: number): RequestEntry {
    return this.#ring[id % ENTRIES_MAX]!;
  }

  #put(entry: RequestEntry): void {
    this.#ring[entry.id % ENTRIES_MAX] = entry;
    this.#nextId = entry.id + 1;
    this.#firstId = Math.max(this.#firstId, this.#nextId - ENTRIES_MAX);
  }

  /** Adds an entry of an earlier run. Ids never go back, and may leave gaps where lines were lost. */
  #recall(entry: RequestEntry): void {
    if (entry.id < this.#nextId) return;
    if (entry.id > this.#nextId) this.#firstId = entry.id;
    this.#put(entry);
  }
}

/** A refusal inside an answer of status 200 counts, too. */
function isRefused({ status, reason }: RequestEntry): boolean {
  return status >= 400 || reason !== "";
}

function clipped(text: string): string {
  return text.length > TEXT_MAX ? `${text.slice(0, TEXT_MAX)}…` : text;
}
