import type { Batch } from "./frameQueue.ts";
import type { Prehistory } from "./history.ts";
import type { Question } from "./reader.ts";
import type { Sheet } from "./rows.ts";
import type { HouseHistory } from "./writer.ts";

/** What each worker is started with. */
export interface WriterData {
  readonly path: string;
  readonly houseHistory: HouseHistory;
}
export interface ReaderData {
  readonly path: string;
}

/** To the writer; each is answered in order by one {@link WriterAnswer}. */
export type WriterOrder =
  | { readonly type: "apply"; readonly batch: Batch }
  | { readonly type: "prehistory"; readonly prehistory: Prehistory }
  | { readonly type: "close" };

/** After an `error` the writer has stopped. */
export type WriterAnswer =
  | { readonly type: "done"; readonly appliedSeq: number }
  | { readonly type: "error"; readonly error: unknown };

/** To a reader, and back; `id` ties the two. */
export interface ReaderQuestion {
  readonly id: number;
  readonly question: Question;
}
export type ReaderAnswer =
  | { readonly id: number; readonly sheet: Sheet }
  | { readonly id: number; readonly error: unknown };
