import type { StoredFrame } from "./entries.ts";

/** The stored journal: every command but those that retention has deleted. */
export interface PastJournal {
  head(): { readonly firstSeq: number; readonly nextSeq: number };
  /** Stored frames from the one that holds a command; each is valid until the next is asked for. */
  read(from: number): AsyncIterable<StoredFrame>;
}
