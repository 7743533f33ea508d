import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { BILL_OPEN_LONG, OPEN_LONG } from "../../src/kernel/core/index.ts";
import { systemClock } from "../../src/kernel/host/clock.ts";
import { type History, openHistory, rebuildHistory } from "../../src/service/readmodel/index.ts";
import { HistoryTape } from "../historyTape.ts";
import { type Lane, median } from "../lane.ts";

const LIMIT = 100;
/** Rows of pages that several filters narrow, so that a thousand orders fill them too. */
const NARROW_LIMIT = 25;
const REPEATS = 40;

/**
 * Reads the median µs of each kind of page of an account that has every tenth of so many orders, each asked
 * for through the port of a store in a file.
 */
export async function start({ orders }: { orders: number }): Promise<Lane> {
  const directory = mkdtempSync(join(tmpdir(), "outcry-bench-"));
  const path = join(directory, "history.db");
  const tape = new HistoryTape({ accounts: 1_000, share: 10 });
  await rebuildHistory({
    path,
    frames: (async function* () {
      while (tape.orders < orders) yield tape.frame();
    })(),
  });
  const history = await openHistory({ path, clock: systemClock });
  const pages = pagesOf(history, tape);
  return {
    async pass() {
      const reading: Record<string, number> = {};
      for (const [name, page] of Object.entries(pages)) {
        const times: number[] = [];
        for (let turn = 0; turn < REPEATS; turn++) {
          const begun = performance.now();
          await page();
          times.push((performance.now() - begun) * 1_000);
        }
        reading[name] = median(times);
      }
      return reading;
    },
    async close() {
      await history.close();
      rmSync(directory, { recursive: true });
    },
  };
}

/** One of each: every list, its filters, a time window in the middle, the totals that come with them. */
function pagesOf(history: History, tape: HistoryTape): Record<string, () => Promise<unknown>> {
  const of = { account: tape.first, limit: LIMIT };
  const start = tape.time - tape.seq / 10;
  const window = { from: start + (tape.time - start) / 8, to: start + ((tape.time - start) * 7) / 8 };
  const narrow = { ...of, ...window, contract: 3, limit: NARROW_LIMIT };
  return {
    orders: () => history.orders({ ...of, family: "all" }),
    "orders of a contract": () => history.orders({ ...of, family: "all", contract: 3 }),
    "orders of an action": () => history.orders({ ...of, family: "normal", action: OPEN_LONG }),
    "orders in a window": () => history.orders({ ...of, ...window, family: "all" }),
    "orders of a contract in a window": () => history.orders({ ...narrow, family: "all" }),
    fills: () => history.fills(of),
    "fills of a contract": () => history.fills({ ...of, contract: 3 }),
    "fills in a window": () => history.fills({ ...of, ...window }),
    "fills of a contract in a window": () => history.fills(narrow),
    bills: () => history.bills(of),
    "bills of a type": () => history.bills({ ...of, type: BILL_OPEN_LONG }),
    "bills in a window": () => history.bills({ ...of, ...window }),
    "bills of a contract in a window": () => history.bills(narrow),
  };
}
