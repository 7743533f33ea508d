/** A time by this machine's clocks: monotonic ms, and Unix ms. */
export interface HostMoment {
  readonly atMs: number;
  readonly hostMs: number;
}

/** Market time, which may stand still or run faster than the host's. */
export interface MarketClock {
  readonly venueMs: number;
  /** When the venue was asked, monotonic ms. */
  readonly askedAtMs: number;
  /** When its answer was read, monotonic ms. */
  readonly atMs: number;
  /** Seconds of market time in one of the host's. */
  readonly speed: number;
  readonly mode: "running" | "frozen" | "fast";
  /** How far the venue's time is at least ahead of this machine's, ms; below 0: behind. */
  readonly skewMs: number;
}

/** A venue that runs with the host stays between these paces. */
const SPEED_MIN = 0.3;
const SPEED_MAX = 1.7;

/**
 * How market time runs, after another answer. The venue read its clock at some time between request and
 * answer, and a page that stalls reads answers late: so a pace other than the host's, or another time, is
 * reported only if it holds for each of these possible times.
 *
 * @param heard when the answer was read
 */
export function clockAfter(
  before: MarketClock | undefined,
  venueMs: number,
  asked: HostMoment,
  heard = hostMoment(),
): MarketClock {
  const skewMs = nearestToZero(venueMs - heard.hostMs, venueMs - asked.hostMs);
  const now = { venueMs, askedAtMs: asked.atMs, atMs: heard.atMs, skewMs };
  const asHost = { ...now, speed: 1, mode: "running" } as const;
  if (before === undefined) return asHost;
  const moved = venueMs - before.venueMs;
  const speed = Math.max(0, moved / (now.atMs - before.atMs));
  if (moved / (now.askedAtMs - before.atMs) < SPEED_MIN) return { ...now, speed, mode: "frozen" };
  if (moved / (now.atMs - before.askedAtMs) > SPEED_MAX) return { ...now, speed, mode: "fast" };
  return asHost;
}

/** The number between the two that is nearest to zero. */
function nearestToZero(least: number, most: number): number {
  return Math.max(least, Math.min(0, most));
}

export function hostMoment(): HostMoment {
  return { atMs: performance.now(), hostMs: Date.now() };
}
