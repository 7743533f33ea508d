import { setImmediate } from "node:timers/promises";
import { PagedBook } from "../../src/kernel/core/data/book/pagedBook.ts";
import { BookEngine } from "../bookEngine.ts";
import type { Lane } from "../lane.ts";

/**
 * Reads `bytes` an order: the growth of the process's heap and array buffers when so many orders come to rest
 * 10,000 ticks apart, half of them bids.
 */
export function start({ orders }: { orders: number }): Lane {
  return {
    async pass() {
      fill(orders); // so that compiled code is not counted
      const before = await held();
      const engine = fill(orders);
      const bytes = (await held()) - before;
      if (engine.levels().length !== orders) throw new Error("a level is missing");
      return { bytes: bytes / orders };
    },
  };
}

function fill(orders: number): BookEngine {
  const engine = new BookEngine((columns) => new PagedBook(columns));
  for (let i = 0; i < orders; i++) engine.place(i + 1, 0, i % 2, priceOf(i, orders), 1, true);
  return engine;
}

/** Price of an order: bids in the lower half, asks in the upper. */
function priceOf(i: number, orders: number): number {
  return 1 + 10_000 * ((i >>> 1) + (i % 2) * (orders >>> 1));
}

/** Bytes in use. Buffers are freed behind the collector's back, so it gets a second turn. */
async function held(): Promise<number> {
  for (let turn = 0; turn < 2; turn++) {
    globalThis.gc?.();
    await setImmediate();
  }
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
