import type { Batch } from "./frameQueue.ts";
import { HistoryFailedError, type Prehistory } from "./history.ts";
import type { Question } from "./reader.ts";
import type { HouseHistory } from "./writer.ts";

/** What a writer is to open: a store, which is made if there is none. */
export interface WriterData {
  readonly path: string;
  readonly houseHistory: HouseHistory;
}

/** To a writer: `open` comes first, and again after `close`. */
export type WriterOrder =
  | ({ readonly type: "open" } & WriterData)
  | { readonly type: "apply"; readonly batch: Batch }
  | { readonly type: "prehistory"; readonly prehistory: Prehistory }
  | { readonly type: "close" };

/** To a reader: `open` comes first, and again after `close`. */
export type ReaderOrder =
  | { readonly type: "open"; readonly path: string }
  | { readonly type: "ask"; readonly question: Question }
  | { readonly type: "close" };

/** To each order, in their order. */
export type Answer<Result> = { readonly result: Result } | { readonly refusal: Refusal };

/** Why an order failed, and the way out if the thread knows it. */
export interface Refusal {
  readonly why: string;
  readonly remedy?: string | undefined;
}

export function refusalOf(error: unknown): Refusal {
  if (error instanceof HistoryFailedError) return { why: error.why, remedy: error.remedy };
  return { why: error instanceof Error ? error.message : String(error) };
}
