import { LogError } from "./commandLog.ts";
import type { NewestSnapshot, SnapshotEntry, SnapshotStore, Spacing } from "./snapshotStore.ts";

/** What a store of snapshots chooses among those that it lists, wherever it keeps them. */

/** The newest snapshot that can be read to its end, which verifies it whole. */
export async function newestIntact(
  store: Pick<SnapshotStore, "list" | "read">,
  atMost = Number.MAX_SAFE_INTEGER,
): Promise<NewestSnapshot> {
  const passedOver: { name: string; why: string }[] = [];
  for (const entry of await store.list()) {
    const seq = entry.type === "intact" ? entry.info.seq : entry.seq;
    if (seq > atMost) continue;
    try {
      const snapshot = await store.read(seq);
      for await (const _chunk of snapshot.chunks());
      return { snapshot, passedOver };
    } catch (error) {
      if (!(error instanceof LogError) || error.reason !== "damaged") throw error;
      passedOver.push({ name: entry.name, why: error.message });
    }
  }
  return { snapshot: undefined, passedOver };
}

/**
 * The last command of the newest snapshot whose header is intact, 0 for none: it was durable before that
 * snapshot was written.
 */
export async function newestSeq(store: Pick<SnapshotStore, "list">): Promise<number> {
  const newest = (await store.list()).find((entry) => entry.type === "intact");
  return newest?.type === "intact" ? newest.info.seq : 0;
}

/**
 * Sequence numbers of the snapshots that pruning deletes. @see SnapshotStore.prune
 *
 * @param spacing of old ones, from which any command of the past is reached; without it none of them is kept
 */
export function toPrune(
  entries: readonly SnapshotEntry[],
  keep: number,
  readerSeq: number,
  spacing?: Spacing,
): number[] {
  const intact = entries.flatMap((entry) => (entry.type === "intact" ? [entry.info] : []));
  const needed = intact.find(({ seq }) => seq <= readerSeq);
  const old = intact.slice(Math.max(keep, 1)).filter((info) => info !== needed);
  if (spacing === undefined) return old.map(({ seq }) => seq);
  const gone: number[] = [];
  let before = old.at(-1); // the oldest stays
  for (const info of old.slice(0, -1).reverse()) {
    const next = intact[intact.indexOf(info) - 1]!;
    if (next.work - before!.work <= spacing(info.length)) gone.push(info.seq);
    else before = info;
  }
  return gone;
}

/** A body of this many bytes in one array. */
export async function collectBody(chunks: AsyncIterable<Uint8Array>, length: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(length);
  let done = 0;
  for await (const chunk of chunks) {
    bytes.set(chunk, done);
    done += chunk.length;
  }
  return bytes;
}
