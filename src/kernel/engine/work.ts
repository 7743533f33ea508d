import type { RecordBuffer } from "../core/index.ts";
import type { Spacing } from "../journal/snapshotStore.ts";

/**
 * What executing a frame again takes, counted instead of timed, so that every machine comes to the same
 * number: its commands, and the events that came of them. What an exchange does by itself is in no command;
 * what takes long leaves many events.
 */
export function replayCost(commands: number, { halves, length }: RecordBuffer): number {
  let work = commands;
  // A record's first word is four numbers of 16 bits, of which the third is the record's length in words.
  for (let at = 0; at < length; at += halves[at * 4 + 2]!) work++;
  return work;
}

/**
 * Work between two snapshots: a few seconds of execution. @see
 * docs/decisions/0033-snapshots-are-spaced-by-work.md
 */
const REPLAY_WORK = 1_000_000;

/**
 * Reading a state takes time and disk as well: a large one lies farther apart, this many of its bytes for a
 * unit of work.
 */
const BYTES_PER_WORK = 16;

/** How far apart a venue's snapshots are taken and kept. */
export const replayWork: Spacing = (bytes) => Math.max(REPLAY_WORK, Math.ceil(bytes / BYTES_PER_WORK));
