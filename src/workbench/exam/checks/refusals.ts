import type { FaultKindName } from "../../../interface/wire/control/faultKinds.ts";
import { fapi } from "../../../interface/wire/index.ts";
import type { Check } from "../check.ts";
import { failed, notExamined, passed } from "../check.ts";
import type { Asked, AskedOrder, Seen, TimedHappening } from "../happening.ts";
import {
  at,
  hasEndedWell,
  heldAt,
  heldUpMs,
  ofType,
  orderText,
  UNDER_WAY_MS,
  watchedMs,
} from "../happening.ts";

/** A way in which an order is refused: by a text of the market's, or by a fault before the market. */
export interface RefusalKind {
  readonly name: string;
  readonly by:
    | { readonly text: string }
    | { readonly fault: FaultKindName; readonly status?: 500 | 503 | 521 };
  /** Whether the refusal says that nothing is to be opened any more. */
  readonly isForGood?: true;
}

/** The market's refusals have the texts that clients search for, and the interface version's own code. */
export const REFUSALS: readonly RefusalKind[] = [
  { name: "margin", by: { text: "available amount not enough" } },
  { name: "price-band", by: { text: "buy price is above the highest allowed at mark price" } },
  { name: "order-count", by: { text: "too many open orders: the limit exceed" } },
  { name: "suspended", by: { text: "trading is suspended" } },
  { name: "server-error", by: { fault: "server-error", status: 500 } },
  { name: "unavailable", by: { fault: "server-error", status: 503 } },
  { name: "edge-page", by: { fault: "edge-page", status: 521 } },
  { name: "key-inactive", by: { fault: "key-inactive" } },
  { name: "restricted", by: { fault: "account-restricted" }, isForGood: true },
];

/** How often an order may be asked for within `WITHIN_MS` while it is refused, the first time included. */
const TIMES_MAX = 3;
const WITHIN_MS = 5_000;
/**
 * `TIMES_MAX` for a 503, which says that it will pass: so pauses that begin with a tenth of a second and grow
 * are allowed, too.
 */
const TRANSIENT_TIMES_MAX = 10;
/** How long at least a bot is watched after a refusal that forbids it to open anything more, ms. */
const STOPPED_FOR_MS = 10_000;

/** A bot does not ask again and again for what is refused. */
export const refusalChecks: readonly Check[] = REFUSALS.map((kind) => ({
  name: `refusal-${kind.name}`,
  rule: ruleOf(kind),
  judge(seen) {
    const refused = ownOf(kind, seen)
      .flatMap((asked) => ordersRefusedBy(kind, asked))
      .toSorted((one, other) => one.atMs - other.atMs); // what is asked at once is answered in any order
    const [first] = refused;
    if (first === undefined) return notExamined("no order was refused so");
    const happened = `${orderText(first.order)} was refused at ${at(first.atMs)}: ${first.why}`;
    const timesMax = timesMaxOf(kind);
    const withinMs = WITHIN_MS / seen.speed;
    let doubtedMs = Number.NEGATIVE_INFINITY;
    for (const same of byIntent(refused))
      for (const within of windowsOf(same, withinMs)) {
        const tooOften = within[timesMax];
        if (tooOften === undefined) continue;
        // The bot may have meant to ask over all the time in which it was held up, as often as in any other.
        const most = ({ atMs }: Refused) =>
          timesMax * (1 + Math.ceil(heldUpMs(seen, within[0]!.atMs, atMs) / withinMs));
        if (timesMax + 1 > most(tooOften) || within.length > most(within.at(-1)!))
          return failed(first.atMs, `${happened}; it was asked for ${within.length} times within 5 s`);
        doubtedMs = Math.max(doubtedMs, tooOften.atMs);
      }
    const again = kind.isForGood && openedAfter(seen, first);
    if (again)
      return failed(
        first.atMs,
        `${happened}; at ${at(again.atMs)} it asked for ${orderText(again.order)} all the same`,
      );
    const watchMs = kind.isForGood ? STOPPED_FOR_MS : WITHIN_MS;
    const beyondDoubt = refused.find(({ atMs }) => atMs > doubtedMs);
    const isWatched = (sinceMs: number) => hasEndedWell(seen) || watchedMs(seen, sinceMs) >= watchMs;
    if (beyondDoubt === undefined || !isWatched(beyondDoubt.atMs)) return notExamined(happened, first.atMs);
    return passed(first.atMs, `${happened}; ${refused.length} were refused so in all`);
  },
}));

function ruleOf(kind: RefusalKind): string {
  const rule = `an order that is refused (${kind.name}) is not asked for more than ${timesMaxOf(kind)} times in ${WITHIN_MS / 1_000} s`;
  return kind.isForGood
    ? `${rule}, and nothing is opened any more, for ${STOPPED_FOR_MS / 1_000} s and to the end of the case`
    : rule;
}

function timesMaxOf({ by }: RefusalKind): number {
  return "status" in by && by.status === 503 ? TRANSIENT_TIMES_MAX : TIMES_MAX;
}

/**
 * An opening order that the bot asked for after it could have read the refusal, and had not asked for before.
 */
function openedAfter(seen: Seen, { atMs: sinceMs }: Refused) {
  const asked = ofType(seen, "asked");
  const before = new Set(asked.filter(({ atMs }) => atMs <= sinceMs).map(({ signature }) => signature));
  return asked
    .filter(({ signature, atMs }) => {
      const heldMs = heldUpMs(seen, sinceMs, atMs);
      return atMs - sinceMs - heldMs > UNDER_WAY_MS && (signature === "" || !before.has(signature));
    })
    .flatMap(({ orders, atMs }) => orders.map((order) => ({ order, atMs })))
    .find(({ order, atMs }) => opens(order, heldAt(seen, atMs)));
}

/** Whether an order opens something: one that has a side alone opens with what it does not close. */
function opens({ action, size }: AskedOrder, held: number): boolean {
  if (action === "buy") return held >= 0 || Number(size) > -held;
  if (action === "sell") return held <= 0 || Number(size) > held;
  return action.startsWith("open");
}

interface Refused {
  readonly order: AskedOrder;
  readonly atMs: number;
  readonly why: string;
}

/**
 * The requests that this kind of refusal can be judged by: all but those that repeat, byte for byte, a
 * request that was first refused in another way.
 */
function ownOf(kind: RefusalKind, seen: Seen): readonly Extract<TimedHappening, Asked>[] {
  const first = new Map<string, RefusalKind>();
  return ofType(seen, "asked").filter((asked) => {
    const { signature } = asked;
    const way = first.get(signature) ?? REFUSALS.find((each) => ordersRefusedBy(each, asked).length > 0);
    if (way !== undefined && signature !== "") first.set(signature, way);
    return way === undefined || way === kind;
  });
}

function ordersRefusedBy({ by }: RefusalKind, asked: Extract<TimedHappening, Asked>): readonly Refused[] {
  const { orders, answeredMs: atMs, fault, status } = asked;
  if ("text" in by)
    return orders
      .filter(({ refusal }) => refusal.includes(by.text))
      .map((order) => ({ order, atMs, why: order.refusal }));
  if (fault !== by.fault || (by.status !== undefined && by.status !== status)) return [];
  return orders.map((order) => ({ order, atMs, why: `${fault}, status ${status}` }));
}

/**
 * Refused orders in groups that ask for the same, each group in the order of time. Another price makes no
 * other order, since prices follow the market.
 */
function byIntent(refused: readonly Refused[]): Iterable<readonly Refused[]> {
  const intents = Map.groupBy(
    refused,
    ({ order }) => `${order.symbol} ${order.action} ${Number(order.size)}`,
  );
  return intents.values();
}

/** For each refused order, it and those that follow within `withinMs`. */
function* windowsOf(same: readonly Refused[], withinMs: number): Generator<readonly Refused[]> {
  let end = 0;
  for (const [start, { atMs }] of same.entries()) {
    while (end < same.length && same[end]!.atMs < atMs + withinMs) end++;
    yield same.slice(start, end);
  }
}

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
