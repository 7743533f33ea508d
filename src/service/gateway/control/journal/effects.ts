import * as declared from "../../../../interface/wire/control/operations/journal.ts";
import { invalidParameter } from "../../../../interface/wire/index.ts";
import { controlOperation } from "../operation.ts";
import { entriesOf } from "./entries.ts";
import { knownTo } from "./read.ts";

/**
 * `GET /control/journal/effects`: the events of a past command, from memory while they are there, else by
 * executing the journal again.
 */
export const readEffects = controlOperation(declared.readEffects, async (context, { seq }) => {
  const { firstSeq, nextSeq } = context.records.past.head();
  if (seq < firstSeq || seq >= nextSeq)
    throw invalidParameter("seq", `the journal holds commands ${firstSeq} to ${nextSeq - 1}, not ${seq}`);
  const { directory } = await knownTo(context, undefined, undefined);
  const kept = context.records.journal.frames.find(
    ({ firstSeq: first, count }) => first <= seq && seq < first + count,
  );
  // The journal does not store when a command became durable.
  const frame = kept ?? { ...(await context.records.reexecutor.frameOf(seq)), durableAt: 0 };
  const entries = entriesOf(frame, {}, directory);
  const { durableAt, ...entry } = entries.find((each) => each.seq === seq)!;
  return entry;
});
