import { startVenue } from "../../src/assembly/venue/index.ts";
import { Exchange, RecordView } from "../../src/kernel/core/index.ts";
import { parseScenario } from "../../src/movers/feeds/readScenario.ts";
import type { Lane } from "../lane.ts";
import { cpuSeconds } from "../lane.ts";

const MINUTE_MS = 60_000;

const STILL = { participants: false, feeds: { "*": { type: "constant", price: 100 } } };
const unread = (file: string): Promise<never> => Promise.reject(new Error(`no file is named, got ${file}`));

/** A frame as it was logged. */
interface Logged {
  readonly firstSeq: number;
  readonly count: number;
  readonly time: number;
  readonly commands: Uint8Array;
}

/**
 * Market time stepped through a venue in memory with nobody connected, a minute a step, and the same frames
 * again on the bare core, from the same state. Reads `venue` and `core`, seconds of processor time, and
 * `steps`, seconds of the host's that the venue took.
 */
export function start({
  market,
  minutes,
}: {
  /** `still`: empty, and its index prices never move. */
  readonly market: "simulated" | "empty" | "still";
  readonly minutes: number;
}): Lane {
  return {
    async pass() {
      const scenario = market === "still" ? await parseScenario(STILL, unread) : market;
      const venue = await startVenue({ market: scenario, seed: 7, backgroundAudit: false });
      try {
        await venue.step(5 * MINUTE_MS);
        await venue.settle();
        const { bytes } = venue.engine.capture();
        const frames: Logged[] = [];
        const stop = venue.engine.subscribe(({ firstSeq, count, time }, commands) => {
          frames.push({ firstSeq, count, time, commands: commands.slice() });
        });
        const before = cpuSeconds();
        const sinceMs = performance.now();
        for (let minute = 0; minute < minutes; minute++) await venue.step(MINUTE_MS);
        await venue.settle();
        const steps = (performance.now() - sinceMs) / 1_000;
        const inVenue = cpuSeconds() - before;
        stop();
        return { venue: inVenue, steps, core: onCore(bytes, frames) };
      } finally {
        await venue.stop();
      }
    },
  };
}

/** Seconds of processor time that the bare core takes for the frames. */
function onCore(snapshot: Uint8Array, frames: readonly Logged[]): number {
  const exchange = Exchange.restore(snapshot);
  const before = cpuSeconds();
  for (const { firstSeq, count, time, commands } of frames) {
    const view = new RecordView(commands);
    exchange.beginFrame(firstSeq, time);
    for (let i = 0, at = 0; i < count; i++) {
      exchange.execute(view, at);
      at = view.next(at);
    }
  }
  return cpuSeconds() - before;
}
