import { CoreEngine } from "../coreEngine.ts";
import { depthHash, generate } from "../flow.ts";
import { type FlowArguments, replay } from "../flowEngine.ts";
import type { Lane } from "../lane.ts";

/**
 * The memory of resting orders at the end of a tape. Reads `bytes` an order as the core counts them (rows,
 * books, ids), `heap` the same with what the process's heap grew by, and `correct`.
 */
export function start({ profile, seed, share }: FlowArguments): Lane {
  const tape = generate(profile, seed, share);
  return {
    pass() {
      globalThis.gc?.();
      const before = process.memoryUsage().heapUsed;
      const engine = new CoreEngine();
      replay(engine, tape, 0, tape.length);
      engine.forget();
      globalThis.gc?.();
      const heap = process.memoryUsage().heapUsed - before;
      const { orders, orderBytes } = engine.exchange.answer({ type: "totals" });
      const correct = depthHash(engine.levels()) === tape.depth ? 1 : 0;
      return { bytes: orderBytes / orders, heap: (orderBytes + heap) / orders, correct };
    },
  };
}
