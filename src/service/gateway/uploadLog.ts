import type { Json } from "../../interface/wire/index.ts";
import type { TimeMs } from "../../kernel/core/index.ts";

/**
 * The most entries of an account that are kept, and their length together as JSON, in UTF-16 units; beyond
 * either the oldest are dropped.
 */
export const ENTRIES_MAX = 1_000;
export const TEXT_MAX = 1024 * 1024;

/** An entry that a program uploaded; numbers inside `input` and `output` are their source text. */
export interface UploadedEntry {
  readonly account: number;
  readonly time: TimeMs;
  readonly orderId: string;
  readonly stage: string;
  readonly model: string;
  readonly input: Json;
  readonly output: Json;
  readonly explanation: string;
}

/**
 * The last entries that each account uploaded, in memory: an account that uploads much pushes out only its
 * own.
 */
export class UploadLog {
  readonly #accounts = new Map<number, Kept>();

  add(entry: UploadedEntry): void {
    const kept = this.#accounts.get(entry.account) ?? { entries: [], text: 0 };
    this.#accounts.set(entry.account, kept);
    kept.entries.push(entry);
    kept.text += textOf(entry);
    while (kept.entries.length > ENTRIES_MAX || kept.text > TEXT_MAX)
      kept.text -= textOf(kept.entries.shift()!);
  }

  clear(): void {
    this.#accounts.clear();
  }

  /** Oldest first. @param account only this account's entries */
  list(account?: number): readonly UploadedEntry[] {
    if (account !== undefined) return [...(this.#accounts.get(account)?.entries ?? [])];
    return [...this.#accounts.values()].flatMap(({ entries }) => entries).toSorted((a, b) => a.time - b.time);
  }
}

/** The entries of an account, oldest first, and their length together. */
interface Kept {
  readonly entries: UploadedEntry[];
  text: number;
}

function textOf(entry: UploadedEntry): number {
  return JSON.stringify(entry).length;
}
