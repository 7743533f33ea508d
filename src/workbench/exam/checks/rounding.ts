import { fapi } from "../../../interface/wire/index.ts";
import type { Check } from "../check.ts";
import { failed, notExamined, passed } from "../check.ts";
import { at, hasEndedWell, ofType, orderText, watchedMs } from "../happening.ts";

/** Refusals of a price or size off the grid: V2's and V3's word, and the codes of fapi. */
const OFF_THE_GRID = new RegExp(`stepSize|^(?:${fapi.offTheGrid.join("|")}) `);
/** How long after its first order a bot's further orders are waited for, ms: a stop, a close. */
const ORDERS_FOR_MS = 20_000;

/** A bot asks for prices and sizes on the grid of the contract, whichever it is. */
export const rounding: readonly Check[] = ["coarse", "fine"].map((grid) => ({
  name: `rounding-${grid}`,
  rule: `prices and sizes are on the grid of the contract, which is ${grid === "coarse" ? "coarser" : "finer"} than usual, in its first ${ORDERS_FOR_MS / 1_000} s of orders`,
  judge(seen) {
    const orders = ofType(seen, "asked").flatMap((asked) =>
      asked.orders.map((order) => ({ order, atMs: asked.atMs })),
    );
    const [first] = orders;
    if (first === undefined) return notExamined("no order was asked for");
    const off = orders.find(({ order }) => OFF_THE_GRID.test(order.refusal));
    if (off !== undefined)
      return failed(off.atMs, `${orderText(off.order)} at ${at(off.atMs)}: ${off.order.refusal}`);
    const taken = orders.find(({ order }) => order.refusal === "");
    if (taken === undefined) return notExamined("no order was accepted", first.atMs);
    if (!hasEndedWell(seen) && watchedMs(seen, taken.atMs) < ORDERS_FOR_MS)
      return notExamined(`${orderText(taken.order)} was accepted at ${at(taken.atMs)}`, taken.atMs);
    return passed(
      taken.atMs,
      `${orderText(taken.order)} was accepted at ${at(taken.atMs)}; none of ${orders.length} was off the grid`,
    );
  },
}));
