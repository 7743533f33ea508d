import type { ReplayView } from "../../wire/control/index.ts";
import { type HostMoment, hostMoment } from "./marketClock.ts";

/** Where a replay stands, as anybody may know. */
export type ReplayPlace = Omit<ReplayView, "source" | "marks">;

/** The wait for an answer, ms. */
const PATIENCE_MS = 5_000;

/** What the venue says of itself. */
export interface Health {
  /** When it was asked. */
  readonly asked: HostMoment;
  /** Market time, Unix ms; `undefined` while it takes no orders. */
  readonly time: number | undefined;
  /** What it is made to do wrong at present, in words. */
  readonly disturbances: readonly string[];
  /** Where the replay stands that it is. */
  readonly replay: ReplayPlace | undefined;
}

/** As `/health` answers. */
interface Answer {
  readonly time?: number;
  readonly disturbances?: readonly { readonly by: string; readonly id: number; readonly what: string }[];
  readonly replay?: ReplayPlace;
}

let last: { readonly atMs: number; readonly answer: Promise<Health> } | undefined;

/**
 * A venue's health, which no fault that is made touches.
 *
 * @param ageMs what was asked for so long ago will do
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
  const { time, disturbances = [], replay } = (await response.json()) as Answer;
  return {
    asked,
    time,
    disturbances: disturbances.map(({ by, id, what }) => `${by} ${id}, ${what}`),
    replay,
  };
}
