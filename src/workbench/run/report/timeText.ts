import type { RunReport } from "./report.ts";

/** Answers that take longer than this, in ms of the program's time, change what the program does. */
const SLOW_MS = 1_000;

/** How the program's time passed, in a sentence or two; none if it was the host's. */
export function timeText({ speed, startedTime, endedTime, requests }: RunReport): string | undefined {
  if (speed === undefined) return undefined;
  const date = (ms: number): string => new Date(ms).toISOString();
  const passed = `${date(startedTime)} to ${date(endedTime)}, ${speed} times as fast as the host's`;
  if (requests.firstTime === 0) return `${passed}; it asked for nothing`;
  const took = `half of the answers took up to ${requests.medianMs.toFixed(1)} ms of it, a hundredth more than ${requests.slowMs.toFixed(1)} ms`;
  const advice =
    requests.slowMs > SLOW_MS ? ". That is slow to a program: a lower --speed makes it less so" : "";
  return `${passed}; first answer at ${date(requests.firstTime)}; ${took}${advice}`;
}
