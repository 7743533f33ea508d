import * as declared from "../../../../interface/wire/control/operations/journal.ts";
import { invalidParameter } from "../../../../interface/wire/index.ts";
import { commandLayouts, eventLayouts } from "../../../../kernel/core/index.ts";
import type { ControlContext } from "../operation.ts";
import { controlOperation } from "../operation.ts";
import { accountNamed, contractOf } from "../parameters.ts";
import type { Entry, EntryFilter } from "./entries.ts";
import { entriesOf } from "./entries.ts";
import type { TailFrame } from "./journalTail.ts";
import type { Directory } from "./shownRecord.ts";
import { directoryOf } from "./shownRecord.ts";

/** Bytes of events that are decoded at once: a few milliseconds of work. */
export const LOOK_BYTES = 256 * 1024;

/**
 * `GET /control/journal`: the last commands of this run with the events that they led to. Answers `{entries,
 * head, next, lost}`: to follow, ask again with `after` set to `next`. `lost` counts the commands after
 * `after` that are no longer kept in memory.
 */
export const readJournal = controlOperation(
  declared.readJournal,
  async (context, { after, limit, account: name, symbol, ...rest }) => {
    checkKind("command", rest.command, commandLayouts);
    checkKind("event", rest.event, eventLayouts);
    const {
      records: { journal },
    } = context;
    const { directory, ...of } = await knownTo(context, name, symbol);
    const filter = { ...rest, ...of };
    const { frames } = journal;
    const head = frames.at(-1) === undefined ? 0 : lastSeq(frames.at(-1)!);
    if (after === undefined)
      return { ...(await newest(frames, filter, directory, limit)), head, next: head, lost: 0 };
    const first = frames[0]?.firstSeq ?? head + 1;
    // A number beyond the end comes from a market before a reset: such a follower goes on from this market's
    // end.
    const from = Math.min(after, head);
    const read = await following(frames, from, filter, directory, limit);
    return { ...read, head, lost: Math.max(0, first - from - 1) };
  },
);

/**
 * `GET /control/news`: the last thousand notable events since the venue started. To follow, ask again with
 * `after` set to `next`; `missed` says that some after `after` may be missing, since the venue has started
 * anew meanwhile, or more happened than is kept.
 */
export const readNews = controlOperation(declared.readNews, ({ records: { news } }, { after, limit, kind }) =>
  news.read(after, limit, kind),
);

/** The newest `limit` commands, ascending. */
async function newest(
  frames: readonly TailFrame[],
  filter: EntryFilter,
  directory: Directory,
  limit: number,
): Promise<{ readonly entries: readonly Entry[] }> {
  const pages: (readonly Entry[])[] = [];
  let found = 0;
  for await (const frame of paced(frames.toReversed())) {
    const page = entriesOf(frame, filter, directory);
    pages.push(page);
    found += page.length;
    if (found >= limit) break;
  }
  return { entries: pages.toReversed().flat().slice(-limit) };
}

/**
 * The first `limit` commands after a given one that pass the filter, and the number up to which all commands
 * were checked.
 */
async function following(
  frames: readonly TailFrame[],
  after: number,
  filter: EntryFilter,
  directory: Directory,
  limit: number,
): Promise<{ readonly entries: readonly Entry[]; readonly next: number }> {
  const entries: Entry[] = [];
  let next = after;
  for await (const frame of paced(frames.filter((each) => lastSeq(each) > after))) {
    entries.push(...entriesOf(frame, filter, directory).filter(({ seq }) => seq > after));
    if (entries.length >= limit) {
      const kept = entries.slice(0, limit);
      return { entries: kept, next: kept.at(-1)!.seq };
    }
    next = lastSeq(frame);
  }
  return { entries, next };
}

/** Frames one by one; orders and other requests are served in between. */
async function* paced(frames: readonly TailFrame[]): AsyncGenerator<TailFrame> {
  let bytes = 0;
  for (const frame of frames) {
    yield frame;
    bytes += frame.events.length;
    if (bytes < LOOK_BYTES) continue;
    bytes = 0;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

function lastSeq({ firstSeq, count }: TailFrame): number {
  return firstSeq + count - 1;
}

/**
 * The names with which commands are shown, and the ids of the account and contract that the request names.
 */
export async function knownTo(
  context: ControlContext,
  name: string | undefined,
  symbol: string | undefined,
): Promise<{ directory: Directory; account: number | undefined; contract: number | undefined }> {
  const { engine } = context;
  const account = name === undefined ? undefined : (await accountNamed(context, name)).account;
  const contract = symbol === undefined ? undefined : (await contractOf(context, symbol)).contract;
  return { directory: await directoryOf(engine), account, contract };
}

/** Refuses a kind that is unknown. */
export function checkKind(name: string, kind: string | undefined, layouts: object): void {
  if (kind === undefined || Object.hasOwn(layouts, kind)) return;
  throw invalidParameter(name, `no such kind: GET /control/journal/kinds lists them, got '${kind}'`);
}

/**
 * `GET /control/journal/kinds`: the kinds of commands and events that a journal may hold, by which it can be
 * filtered.
 */
export const journalKinds = controlOperation(declared.journalKinds, () => ({
  commands: Object.keys(commandLayouts).toSorted(),
  events: Object.keys(eventLayouts).toSorted(),
}));

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
