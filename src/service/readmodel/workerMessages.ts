import { type SystemErrorKind, systemErrorKind, systemErrorOf } from "../../kernel/host/systemErrors.ts";
import type { Batch } from "./frameQueue.ts";
import { HistoryFailedError, type Prehistory } from "./history.ts";
import type { Question } from "./reader.ts";
import type { HouseHistory, PublicTable } from "./writer.ts";

/** The store that a writer opens, and creates if there is none. */
export interface WriterData {
  readonly path: string;
  readonly houseHistory: HouseHistory;
}

/** Accounts, or a list of the market. */
export type Shown = readonly number[] | PublicTable;

/** Orders to a writer: `open` comes first, and again after `close`. */
export type WriterOrder =
  | ({ readonly type: "open" } & WriterData)
  | { readonly type: "apply"; readonly batch: Batch; readonly commits: boolean }
  /** Commits the frames that were applied but not committed. */
  | { readonly type: "commit" }
  /**
   * Writes some of the rows that were applied, up to this sequence number, and commits with the last of
   * them; answered at once where they are committed.
   */
  | { readonly type: "commitSome"; readonly seq: number }
  /** Makes these rows visible to the query after this order, committed or not. */
  | { readonly type: "show"; readonly of: Shown }
  /** Answered with a batch. */
  | { readonly type: "ask"; readonly question: Question }
  | { readonly type: "prehistory"; readonly prehistory: Prehistory }
  | { readonly type: "close" };

/** Orders to a reader: `open` comes before questions, and again after `close`. */
export type ReaderOrder =
  | { readonly type: "open"; readonly path: string }
  /** Copies a store's write-ahead log into its file; needs no `open`. */
  | { readonly type: "copyLog"; readonly path: string }
  | { readonly type: "ask"; readonly question: Question }
  | { readonly type: "close" };

/** The answer to each order, in the order in which they were sent. */
export type Answer<Result> = { readonly result: Result } | { readonly refusal: Refusal };

/** Why an order failed, and the remedy if the thread knows one. */
export interface Refusal {
  readonly why: string;
  readonly remedy?: string | undefined;
  /** The kind of the system's error, if it was one. */
  readonly systemError?: SystemErrorKind | undefined;
}

/** @param path of the store */
export function refusalOf(error: unknown, path: string): Refusal {
  if (error instanceof HistoryFailedError) {
    const { why, remedy, systemError } = error;
    return { why, remedy, systemError };
  }
  const systemError = systemErrorKind(systemErrorOf(error, path));
  return { why: error instanceof Error ? error.message : String(error), systemError };
}
