import type { ClusterLog } from "../../kernel/journal/clusterLog.ts";
import type { NodeAnnouncement } from "./peers.ts";

/**
 * A clock that is further from the median of all than this is wrong, ms, unless an operator has accepted
 * more.
 */
export const OFF_MAX_MS = 500;

/** The name under which the store keeps the bound that an operator has accepted, ms. */
const CLOCK_SETTING = "clock";

/** Fewer clocks than this are not judged: of two that differ nobody knows which is wrong. */
const JUDGED_MIN = 3;

/**
 * How far each clock is from the median of all, ms; positive: ahead. With an even number, whatever lies
 * between the two in the middle is no distance from it. `undefined` where there are too few to tell.
 */
export function clocksOff(aheadMs: readonly number[]): readonly number[] | undefined {
  if (aheadMs.length < JUDGED_MIN) return undefined;
  const sorted = aheadMs.toSorted((a, b) => a - b);
  const low = sorted[(sorted.length - 1) >> 1]!;
  const high = sorted[sorted.length >> 1]!;
  return aheadMs.map((ms) => (ms < low ? ms - low : ms > high ? ms - high : 0));
}

/** How far off a clock is, in words: `700 ms ahead of`, `700 ms behind`. */
export function offText(offMs: number): string {
  return `${Math.abs(Math.round(offMs))} ms ${offMs < 0 ? "behind" : "ahead of"}`;
}

/**
 * How far off a clock may be after an operator has accepted all clocks as they are, ms; the usual bound if no
 * clock is further off than the usual bound.
 */
function acceptedMs(offMs: readonly number[]): number {
  const most = Math.max(...offMs.map(Math.abs));
  return most <= OFF_MAX_MS ? OFF_MAX_MS : Math.ceil(most) + OFF_MAX_MS;
}

/** The bound that the store's settings give, ms. */
export function offMaxMsOf(settings: ReadonlyMap<string, string>): number {
  return Number(settings.get(CLOCK_SETTING) ?? OFF_MAX_MS);
}

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
