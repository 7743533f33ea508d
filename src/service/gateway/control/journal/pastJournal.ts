import type { StoredFrame } from "./entries.ts";

/** The journal as it is stored, which holds every command that was not let go of. */
export interface PastJournal {
  head(): { readonly firstSeq: number; readonly nextSeq: number };
  /** Stored frames from the one that holds a command; each is valid until the next is asked for. */
  read(from: number): AsyncIterable<StoredFrame>;
}
