import type { ReplayView } from "../../../interface/wire/control/index.ts";
import type { Dialect } from "../../../interface/wire/dialects.ts";
import { type HostMoment, hostMoment } from "./marketClock.ts";

/** Where a replay stands, without what only operators may know. */
export type ReplayPlace = Omit<ReplayView, "source" | "marks">;

/** How long an answer is waited for, ms. */
const PATIENCE_MS = 5_000;

/** What the venue says about itself. */
export interface Health {
  /** When the venue was asked. */
  readonly asked: HostMoment;
  /** Market time, Unix ms; `undefined` while the venue takes no orders. */
  readonly time: number | undefined;
  /** The faults and directives in force, in words. */
  readonly disturbances: readonly string[];
  /** The dialects that are served. */
  readonly dialects: readonly Dialect[];
  /** Where the replay stands; `undefined` for a venue that is no replay. */
  readonly replay: ReplayPlace | undefined;
}

/** The answer of `/health`, as far as the page reads it. */
interface Answer {
  readonly time?: number;
  readonly dialects?: readonly Dialect[];
  readonly disturbances?: readonly { readonly by: string; readonly id: number; readonly what: string }[];
  readonly replay?: ReplayPlace;
}

let last: { readonly atMs: number; readonly answer: Promise<Health> } | undefined;

/**
 * A venue's health. No injected fault affects it.
 *
 * @param ageMs an answer to a request that was sent less than this ago is used again
 * @throws if the venue does not answer in time
 */
export function healthOf(baseUrl: string, ageMs: number): Promise<Health> {
  const atMs = performance.now();
  if (last === undefined || atMs - last.atMs > ageMs) last = { atMs, answer: ask(baseUrl) };
  return last.answer;
}

async function ask(baseUrl: string): Promise<Health> {
  const asked = hostMoment();
  const response = await fetch(`${baseUrl}/health`, { signal: AbortSignal.timeout(PATIENCE_MS) });
  const { time, dialects = [], disturbances = [], replay } = (await response.json()) as Answer;
  return {
    asked,
    time,
    dialects,
    disturbances: disturbances.map(({ by, id, what }) => `${by} ${id}, ${what}`),
    replay,
  };
}
