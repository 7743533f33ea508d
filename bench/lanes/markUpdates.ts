import { performance } from "node:perf_hooks";
import { CoreEngine } from "../coreEngine.ts";
import { type Lane, median } from "../lane.ts";

const UPDATES = 2_000;

/**
 * An exchange with many accounts, each with a position that no price of the test endangers. Reads `micros`,
 * the p50 of a new mark price.
 */
export function start({ positions }: { readonly positions: number }): Lane {
  const engine = new CoreEngine(undefined, positions);
  for (let number = 0; number < positions; number++) {
    engine.place(number, number, number % 2, 100_000, 1, true);
  }
  const held = engine.exchange.answer({ type: "totals" }).positions;
  if (held !== positions) throw new Error(`${held} of ${positions} positions were opened`);
  return {
    pass() {
      const micros: number[] = [];
      for (let i = 0; i < UPDATES; i++) {
        const begun = performance.now();
        engine.index();
        micros.push((performance.now() - begun) * 1_000);
      }
      return { micros: median(micros) };
    },
  };
}
