import { performance } from "node:perf_hooks";
import { setTimeout as wait } from "node:timers/promises";
import { systemClock } from "../../src/kernel/host/clock.ts";
import { Exports } from "../../src/service/gateway/export/exports.ts";
import { openHistory } from "../../src/service/readmodel/index.ts";
import { HistoryTape } from "../historyTape.ts";
import type { Lane } from "../lane.ts";

/** How long is watched without an export, ms. */
const CALM_MS = 2_000;

/**
 * A history in memory with so many orders, all of them written: how long a write takes is not the export's.
 * Reads the longest turn of its thread's loop, for which all others wait: `longest` while fills are exported,
 * `calm` while nothing is; and `seconds` of the export. A turn is measured in ms of the thread's processor
 * time, which does not grow with what other programs do to the machine.
 */
export async function start({ orders }: { readonly orders: number }): Promise<Lane> {
  const history = await openHistory({ path: undefined, clock: systemClock });
  const tape = new HistoryTape({ accounts: 1_000, share: 10 });
  while (tape.orders < orders) void history.apply(tape.frame());
  await history.fills({ account: tape.first, limit: 1 }); // writes what was kept back
  return {
    async pass() {
      await wait(100);
      globalThis.gc?.();
      const { longest: calm } = await longestTurn(() => wait(CALM_MS));
      const begun = performance.now();
      const { longest } = await longestTurn(async () => {
        const from = await history.source();
        const task = { what: "fills", format: "csv", from, query: {}, requests: [] } as const;
        let bytes = 0;
        for await (const piece of await new Exports().begin(task)) bytes += piece.length;
        if (bytes < 50 * orders) throw new Error(`${bytes} bytes are not the fills of ${orders} orders`);
      });
      return { longest, calm, seconds: (performance.now() - begun) / 1_000 };
    },
    close: () => history.close(),
  };
}

/** The most processor time, ms, that this thread takes between two turns of its loop, during some work. */
async function longestTurn(work: () => Promise<unknown>): Promise<{ readonly longest: number }> {
  let longest = 0;
  const cpuMs = (): number => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1_000;
  };
  let last = cpuMs();
  const look = (): void => {
    const now = cpuMs();
    longest = Math.max(longest, now - last);
    last = now;
  };
  const timer = setInterval(look, 1);
  await work();
  look();
  clearInterval(timer);
  return { longest };
}
