import type { ClusterLog } from "../../kernel/journal/clusterLog.ts";
import { acceptedMs, CLOCK_SETTING, clocksOff, offMaxMsOf } from "./clocks.ts";
import type { NodeAnnouncement } from "./peers.ts";

/** A node that has announced nothing for longer than this, ms, is not counted. */
const FORGET_MS = 10_000;

/** The clocks of a cluster as its store knows them. */
export interface StoredClocks {
  /** How far from the median a clock may be, ms. */
  readonly boundMs: number;
  readonly clocks: readonly {
    /** Where other nodes reach the node whose machine's clock it is, or `the database`. */
    readonly clock: string;
    /**
     * How far the clock is ahead of the median of all, ms; negative: behind; null: with fewer than three
     * nobody can tell.
     */
    readonly offMs: number | null;
    /** How far the clock is ahead of the database's, ms. */
    readonly aheadMs: number;
  }[];
}

/** The clocks of the nodes that live, by their announcements in the store; for a caller that is no node. */
export async function storedClocks({
  roster,
  settings,
}: Pick<ClusterLog, "roster" | "settings">): Promise<StoredClocks> {
  const words = (await roster.present())
    .filter(({ ageMs }) => ageMs <= FORGET_MS)
    .map(({ announcement }) => JSON.parse(announcement) as NodeAnnouncement);
  const clocks = [
    { clock: "the database", aheadMs: 0 },
    ...words.map(({ address, offMs }) => ({ clock: address, aheadMs: Math.round(-offMs) })),
  ];
  const off = clocksOff(clocks.map(({ aheadMs }) => aheadMs));
  return {
    boundMs: offMaxMsOf(await settings.all()),
    clocks: clocks.map((each, i) => ({ ...each, offMs: off?.[i] ?? null })),
  };
}

/**
 * Takes the clocks as they are for right: none keeps its node from leading, and market time is the store's.
 * Where all clocks are within the usual bound, the usual bound holds again.
 */
export async function acceptClocks(log: Pick<ClusterLog, "roster" | "settings">): Promise<StoredClocks> {
  const { clocks } = await storedClocks(log);
  const boundMs = acceptedMs(clocks.map(({ offMs, aheadMs }) => offMs ?? aheadMs));
  await log.settings.set(new Map([[CLOCK_SETTING, String(boundMs)]]));
  return { boundMs, clocks };
}
