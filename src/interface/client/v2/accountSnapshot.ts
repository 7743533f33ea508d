import type { v2 } from "../../wire/index.ts";
import type { Answer } from "../form.ts";
import type { CallOptions, Operation } from "../operation.ts";
import type { MirroredCollateral, MirroredFill, MirroredOrder, MirroredPosition } from "./accountRows.ts";
import { collateralOfRest, fillOfRest, orderOfRest, planOfRest, positionOfRest } from "./accountRows.ts";
import { operations } from "./generated/operations.ts";
import type { LiveOrdersRequest } from "./messages.ts";

/** Calls an operation; returns its answer with the account's version. */
export type Ask = <In, Out>(
  operation: Operation<In, Out>,
  input: In,
  options?: CallOptions,
) => Promise<Answer<Out>>;

/** The rows of an answer that includes at least everything up to a version of the account. */
export interface Included<T> {
  readonly version: number;
  readonly rows: readonly T[];
}

/** An account as REST gives it, each part at a version of its own. */
export interface AccountSnapshot {
  readonly collateral: Included<MirroredCollateral>;
  readonly positions: Included<MirroredPosition>;
  /** Live orders, including waiting ones. */
  readonly orders: Included<MirroredOrder>;
  /** The latest fills, newest first. */
  readonly fills: Included<MirroredFill>;
  /** The answer that the snapshot begins with. */
  readonly answer: v2.Snapshot;
  /** All waiting orders, as that answer has the first. */
  readonly plans: readonly v2.PlanOrder[];
}

const PAGE = 100;
/** Rows of one page that the next page repeats. */
const OVERLAP = 20;
const PAGED_TRIES_MAX = 10;
/** How many further pages of fills are asked for at most. */
const FILL_PAGES_MAX = 20;

/** Reads an account. @param knownFill whether older fills than this one are known */
export async function accountSnapshot(
  ask: Ask,
  knownFill: (fill: MirroredFill) => boolean,
): Promise<AccountSnapshot> {
  const first = await ask(operations.account.snapshot, {});
  const { value: answer } = first;
  const version = versionOf(first);
  const [current, plans] = await Promise.all([
    rest(ask, operations.orders.current, { version, rows: answer.orders }),
    rest(ask, operations.plans.current, { version, rows: answer.plans }),
  ]);
  // History may be behind what was pushed, but never behind what an earlier answer showed.
  const fills = await fillPages(ask, knownFill, answer.fills);
  return {
    collateral: { version, rows: answer.accounts.collateral.map(collateralOfRest) },
    positions: { version, rows: answer.positions.map(positionOfRest) },
    orders: {
      version: Math.min(current.version, plans.version),
      rows: liveOrders(current.rows.map(orderOfRest), plans.rows.map(planOfRest)),
    },
    fills: { version, rows: fills },
    answer,
    plans: plans.rows,
  };
}

/**
 * The account as it was read before, if it is still so: an answer of little weight says the version that it
 * has now.
 *
 * @param knownFill whether older fills than this one are known
 * @returns undefined where it has changed since
 */
export async function asReadBefore(
  ask: Ask,
  knownFill: (fill: MirroredFill) => boolean,
  before: AccountSnapshot,
): Promise<AccountSnapshot | undefined> {
  const now = await ask(operations.account.ofCoin, { coin: "USDT" });
  const { answer } = before;
  if (now.value.version !== answer.accounts.version) return undefined;
  const version = versionOf(now);
  const fills = { version, rows: await fillPages(ask, knownFill, answer.fills) };
  const { collateral, positions, orders } = before;
  return {
    ...before,
    collateral: { ...collateral, version },
    positions: { ...positions, version },
    orders: { ...orders, version },
    fills,
  };
}

/** All pages of a list of live orders whose first page is known. */
async function rest<T extends { readonly order_id: string }>(
  ask: Ask,
  operation: Operation<LiveOrdersRequest, readonly T[]>,
  first: Included<T>,
): Promise<Included<T>> {
  return first.rows.length < PAGE ? first : livePages(ask, operation);
}

/**
 * Merges both lists: an order that was triggered but is not done is in both, and only one has its trigger
 * price.
 */
function liveOrders(current: readonly MirroredOrder[], plans: readonly MirroredOrder[]): MirroredOrder[] {
  const orders = new Map(plans.map((plan) => [plan.id, plan]));
  for (const order of current) {
    orders.set(order.id, {
      ...order,
      triggerPrice: orders.get(order.id)?.triggerPrice ?? order.triggerPrice,
    });
  }
  return [...orders.values()];
}

/**
 * All pages of a list of live orders, newest first. An order may end between two answers; then the orders
 * after it move up, and one might slip from one page to the previous. So each page begins within what is
 * known: as long as its first row is a known one, none has slipped; otherwise all pages are asked for again.
 */
export async function livePages<T extends { readonly order_id: string }>(
  ask: Ask,
  operation: Operation<LiveOrdersRequest, readonly T[]>,
): Promise<Included<T>> {
  for (let tries = 0; tries < PAGED_TRIES_MAX; tries++) {
    const rows = new Map<string, T>();
    let version = Number.POSITIVE_INFINITY;
    for (let place: Place = { limit: PAGE, page: 0 }; ; place = placeAfter(endOf(place))) {
      const answer = await ask(operation, place);
      const [first] = answer.value;
      if (place.page > 0 && (first === undefined || !rows.has(first.order_id))) break;
      for (const row of answer.value) rows.set(row.order_id, row);
      version = Math.min(version, versionOf(answer));
      if (answer.value.length < place.limit) return { version, rows: [...rows.values()] };
    }
  }
  throw new Error("orders end faster than their list can be read");
}

/** A page of a list, in rows a page; the first is 0. */
interface Place {
  readonly limit: number;
  readonly page: number;
}

/**
 * The page that reaches furthest of those that begin {@link OVERLAP} rows or more before this end: it is
 * never one that was asked for.
 */
function placeAfter(end: number): Place {
  const from = end - OVERLAP;
  const places = Array.from({ length: PAGE }, (_, i) => ({ limit: i + 1, page: Math.floor(from / (i + 1)) }));
  return places.reduce((best, each) => (endOf(each) > endOf(best) ? each : best));
}

/** How many rows there are up to the end of a page. */
function endOf({ limit, page }: Place): number {
  return (page + 1) * limit;
}

/** The fills of a first page, and of further ones until known ones come. */
async function fillPages(
  ask: Ask,
  known: (fill: MirroredFill) => boolean,
  first: v2.Fills,
): Promise<readonly MirroredFill[]> {
  const rows = first.list.map(fillOfRest);
  let more = first.nextFlag;
  for (let page = 1; more && page < FILL_PAGES_MAX && !rows.some(known); page++) {
    const endTime = Number(rows.at(-1)!.createdTime);
    const { value } = await ask(operations.orders.fills, { limit: PAGE, endTime });
    rows.push(...value.list.map(fillOfRest));
    more = value.nextFlag && Number(rows.at(-1)!.createdTime) < endTime;
  }
  return rows;
}

/**
 * If a venue does not say which version an answer includes, it is taken to include none: every push is
 * applied.
 */
function versionOf({ accountVersion = 0 }: Answer<unknown>): number {
  return accountVersion;
}
