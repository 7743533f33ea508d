import type { SeededRng } from "../../../src/kernel/host/seededRng.ts";
import type { DatabaseWeather } from "./database.ts";
import type { DiskWeather } from "./machine.ts";

export interface Weather extends DatabaseWeather {
  readonly leaseMs: number;
  /** How long a message is on its way, ms. */
  readonly networkMs: () => number;
  /** Between two acts of a client, ms. */
  readonly thinkMs: () => number;
  readonly disk: DiskWeather;
}

/** How fast a history's network, disks, database and clients are: each seed has its own. */
export function drawWeather(rng: SeededRng): Weather {
  const own = new SeededRngSource(rng);
  const networkMs = own.between(0.1, pick(rng, [0.5, 2, 20]), pick(rng, [1, 50, 400]));
  const replicationMs = own.between(0.1, pick(rng, [0.5, 5, 40]), pick(rng, [1, 50, 800]));
  const thinkMs = own.between(1, pick(rng, [20, 100, 300]), 1_000);
  const diskMs = own.between(0.1, pick(rng, [0.5, 10]), 200);
  const refusing = rng.oneIn(4) ? 40 : 0;
  return {
    leaseMs: pick(rng, [400, 1_000, 2_000]),
    networkMs,
    replicationMs,
    thinkMs,
    disk: {
      latencyMs: diskMs,
      fault: ({ kind }) =>
        refusing > 0 && (kind === "write" || kind === "sync") && rng.oneIn(refusing)
          ? { type: "error", code: "EIO" }
          : undefined,
    },
  };
}

function pick<T>(rng: SeededRng, list: readonly T[]): T {
  return list[rng.below(list.length)]!;
}

/** Draws of latencies. */
class SeededRngSource {
  readonly #rng: SeededRng;
  constructor(rng: SeededRng) {
    this.#rng = rng;
  }

  /** Mostly up to `usual`, once in fifty up to `worst`; ms. */
  between(least: number, usual: number, worst: number): () => number {
    const rng = this.#rng;
    return () => least + (rng.below(1_000) / 1_000) * (rng.oneIn(50) ? Math.max(worst, usual) : usual);
  }
}
