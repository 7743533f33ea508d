import * as declared from "../../../../interface/wire/control/operations/journal.ts";
import { commandLayouts } from "../../../../kernel/core/index.ts";
import type { PastJournal } from "../operation.ts";
import { controlOperation } from "../operation.ts";
import { type EntryFilter, type PastEntry, pastEntriesOf } from "./entries.ts";
import { checkKind, knownTo, LOOK_BYTES } from "./read.ts";
import type { Directory } from "./shownRecord.ts";

/** The most bytes of commands that one request looks through; the answer says where the next one goes on. */
const QUESTION_BYTES = 16 * 1024 * 1024;
/** The number of commands that are read at a time; the newest are read first. */
const STRETCH = 10_000;

/**
 * `GET /control/journal/past`: reads back in time until `limit` commands are found, or {@link
 * QUESTION_BYTES} were read.
 */
export const readPast = controlOperation(
  declared.readPast,
  async (context, { until, time, limit, account: name, symbol, ...rest }) => {
    checkKind("command", rest.command, commandLayouts);
    const {
      records: { past },
    } = context;
    const { directory, ...of } = await knownTo(context, name, symbol);
    const { firstSeq: first, nextSeq } = past.head();
    const look = new Look(past, { ...rest, ...of }, directory);
    let entries: readonly PastEntry[] = [];
    let last = Math.min(until ?? nextSeq, time === undefined ? nextSeq - 1 : await lastUpTo(past, time));
    while (last >= first && entries.length < limit && look.bytes < QUESTION_BYTES) {
      const from = Math.max(first, last - STRETCH + 1);
      entries = [...(await look.through(from, last, limit - entries.length)), ...entries];
      last = from - 1;
    }
    const older = entries.length < limit ? last : entries[0]!.seq - 1;
    return { entries, older: older < first ? 0 : older, first, head: nextSeq - 1 };
  },
);

/**
 * The last command up to a market time, found by bisection; the one before the first where there is none.
 */
async function lastUpTo(past: PastJournal, time: number): Promise<number> {
  const { firstSeq, nextSeq } = past.head();
  let known = firstSeq - 1;
  let most = nextSeq - 1;
  while (known < most) {
    const middle = Math.ceil((known + most) / 2);
    for await (const frame of past.read(middle)) {
      if (frame.time <= time) known = frame.firstSeq + frame.count - 1;
      else most = frame.firstSeq - 1;
      break;
    }
  }
  return most;
}

/** Searches stretches of commands; between two frames, orders and other requests are served. */
class Look {
  readonly #past: PastJournal;
  readonly #filter: EntryFilter;
  readonly #directory: Directory;
  /** Looked through so far. */
  bytes = 0;

  constructor(past: PastJournal, filter: EntryFilter, directory: Directory) {
    this.#past = past;
    this.#filter = filter;
    this.#directory = directory;
  }

  /** The last commands of a stretch that pass the filter. */
  async through(from: number, last: number, limit: number): Promise<readonly PastEntry[]> {
    let kept: PastEntry[] = [];
    let unpaced = 0;
    for await (const frame of this.#past.read(from)) {
      if (frame.firstSeq > last) break;
      const wanted = pastEntriesOf(frame, this.#filter, this.#directory);
      kept.push(...wanted.filter(({ seq }) => seq >= from && seq <= last));
      if (kept.length > 2 * limit) kept = kept.slice(-limit);
      this.bytes += frame.payload.length;
      unpaced += frame.payload.length;
      if (unpaced < LOOK_BYTES) continue;
      unpaced = 0;
      await new Promise((resolve) => setImmediate(resolve));
    }
    return kept.slice(-limit);
  }
}
