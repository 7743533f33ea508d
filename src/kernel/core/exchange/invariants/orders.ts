import {
  FIRST_USER_ACCOUNT,
  isOpening,
  KIND_PRESET_STOP_LOSS,
  KIND_PRESET_TAKE_PROFIT,
  LONG,
  legOf,
  STATE_CANCELING,
  STATE_OPEN,
  STATE_PENDING,
  STATE_UNTRIGGERED,
  sideOf,
} from "../../data/codes.ts";
import { addOrderMargin } from "../../data/margin/orderMargin.ts";
import type { State } from "../../data/state/state.ts";
import type { AccountId, HoldingSlot, OrderSlot } from "../../data/units/kinds.ts";
import { Money } from "../../data/units/money.ts";
import { FIRST_ID, NONE } from "../../data/units/units.ts";
import { leverageFor } from "../../events/accountEvents.ts";
import { isOfPresets } from "../../rules/order/fields.ts";
import { permits } from "../../rules/order/permission.ts";
import { auditCanonical } from "./money.ts";
import type { AuditPart } from "./part.ts";
import { broken, inPool, whole } from "./part.ts";

/**
 * Live orders: what each is, the lists and tables that lead to it, and what accounts and legs have set aside
 * for it.
 */
export const orderParts: readonly AuditPart[] = [
  inPool("orders", (s) => s.orders, auditLiveOrder),
  inPool("orders of holdings", (s) => s.holdings, auditHolding),
  { name: "orders of accounts", rows: (s) => s.accounts.top, check: auditAccountOrders },
  whole("orders, counted", auditCount),
  whole("conditions of orders", auditConditions),
];

function auditLiveOrder(s: State, slot: OrderSlot): void {
  if (s.orders.used[slot] === 0) return;
  auditOrder(s, slot);
  auditFrozen(s, slot);
  auditPresets(s, slot);
}

function auditAccountOrders(s: State, account: AccountId): void {
  const { accounts, orders } = s;
  if (account < FIRST_USER_ACCOUNT) return;
  auditAccountFrozen(s, account);
  for (const [clientId, slot] of accounts.clientIds[account] ?? []) {
    if (
      orders.used[slot] === 0 ||
      orders.account[slot] !== account ||
      orders.clientIds[orders.rowOf(slot)] !== clientId
    ) {
      broken("a client id leads to its live order", { account, clientId });
    }
  }
}

/** Each list holds as many orders as its holding counts, so that together they hold all. */
function auditCount(s: State): void {
  const { holdings, orders } = s;
  let listed = 0;
  for (const h of holdings.slots()) listed += holdings.restingCount[h] + holdings.planCount[h];
  if (listed !== orders.count)
    broken("every order is in its holding's list", { listed, orders: orders.count });
}

/**
 * Rows of conditions have one order each, but for the row 0 of all that have none: no row is left behind,
 * none has two orders.
 */
function auditConditions({ orders }: State): void {
  const { conditions } = orders;
  if (!conditions.isAtRest(0)) broken("an order without conditions has none", {});
  const isOwned = new Uint8Array(conditions.rows);
  let owned = 0;
  for (let slot = 0 as OrderSlot; slot < orders.top; slot = (slot + orders.stride) as OrderSlot) {
    const own = orders.condition[slot];
    if (orders.used[slot] === 0 || own === 0) continue;
    const row = conditions.rowOf(own);
    if (isOwned[row] === 1)
      broken("an order shares its conditions with no other", { order: orders.id[slot] });
    isOwned[row] = 1;
    owned++;
  }
  if (owned !== conditions.count - 1)
    broken("conditions end with their order", { owned, rows: conditions.count - 1 });
}

/** An order's columns of money. */
const AMOUNTS = ["filledValue", "fee", "liquidationFee", "realized", "frozen"] as const;

function auditOrder(s: State, slot: OrderSlot): void {
  const { accounts, holdings, orders } = s;
  const order = orders.id[slot];
  const state = orders.state[slot];
  const size = orders.size[slot];
  const remaining = orders.remaining[slot];
  const waits = state === STATE_UNTRIGGERED;
  if (order < FIRST_ID || order >= s.nextId) broken("an id was given out", { order });
  if (orders.byId.get(order) !== slot) broken("an order is found by its id", { order });
  if (!accounts.has(orders.account[slot])) broken("an order has an account", { order });
  const holding = orders.holding[slot];
  if (
    holdings.account[holding] !== orders.account[slot] ||
    holdings.contract[holding] !== orders.contract[slot]
  ) {
    broken("an order belongs to the holding of its account and contract", { order });
  }
  if (
    orders.marginMode[slot] !== holdings.marginMode[holding] ||
    orders.separatedMode[slot] !== holdings.separatedMode[holding]
  ) {
    broken("modes do not change while an order is live", { order });
  }
  if (orders.side[slot] !== sideOf(orders.action[slot]))
    broken("an action takes its side of the book", { order });
  if (!waits && state !== STATE_PENDING && state !== STATE_OPEN && state !== STATE_CANCELING) {
    broken("a terminal order has left the pool", { order, state });
  }
  if (!waits && !permits(s, orders.account[slot], orders.action[slot]))
    broken("an account has no working order that its status forbids", { order });
  if (state === STATE_OPEN && orders.restsWhere[slot] === 0) broken("an open order rests", { order });
  if (state === STATE_PENDING && orders.heapKey[slot] === 0)
    broken("between commands only a delay leaves an order pending", { order });
  const whole = Number.isSafeInteger(size) && Number.isSafeInteger(remaining);
  if (!whole || remaining > size || (waits ? remaining !== size || size < 0 : remaining <= 0)) {
    broken("a live order has something left, within its size", { order, size, remaining });
  }
  if (waits && size !== 0 && orders.conditions.endsWithLeg[orders.condition[slot]] === 1)
    broken("an order that ends with its leg waits without a size of its own", { order });
  const price = orders.price[slot];
  const isToBeGiven = orders.conditions.priceMatch[orders.condition[slot]] !== 0;
  const needsNone = waits && (orders.market[slot] === 1 || isToBeGiven);
  if (!Number.isSafeInteger(price) || price < 0 || (price === 0 && !needsNone))
    broken("a price is a whole number of ticks", { order, price });
  for (const what of AMOUNTS) auditCanonical(orders[what], slot, what, orders.account[slot]);
  if ((waits || remaining === size) && !orders.filledValue.isZero(slot))
    broken("value comes with fills", { order });
  const clientId = orders.clientId(slot);
  if (clientId !== "" && accounts.clientIds[orders.account[slot]]?.get(clientId) !== slot)
    broken("a client id is live once", { order });
  if (!waits && orders.position[slot] !== 0 && s.positions.byId.get(orders.position[slot]) === NONE)
    broken("the position of a live close is open", { order });
}

/**
 * A limit order that opens freezes its margin for what is left, at the mark and rate of its acceptance; a
 * close freezes nothing.
 */
function auditFrozen(s: State, slot: OrderSlot): void {
  const { orders } = s;
  const order = orders.id[slot];
  const action = orders.action[slot];
  if (orders.state[slot] === STATE_UNTRIGGERED || !isOpening(action)) {
    if (!orders.frozen.isZero(slot)) broken("closing and waiting orders freeze nothing", { order });
    return;
  }
  if (orders.frozen.hi[slot] < 0) broken("an order does not freeze less than nothing", { order });
  const holding = orders.holding[slot];
  if (orders.leverage[slot] !== leverageFor(s, holding, legOf(action), orders.marginMode[slot]))
    broken("an order that opens has the leverage that is set", { order });
  if (orders.market[slot] === 1) return; // frozen at the prices that it was to meet, until it ends
  const contract = s.contracts[orders.contract[slot]];
  const due = new Money();
  addOrderMargin(
    s,
    contract,
    legOf(action),
    orders.price[slot],
    orders.remaining[slot],
    orders.markPoints[slot],
    orders.leverage[slot],
    orders.feeRate[slot],
    due,
  );
  if (!due.equals(orders.frozen.read(slot, new Money()))) {
    broken("an order's frozen margin is that of what it has left", {
      order,
      frozen: orders.frozen.quanta(slot),
      due: due.toQuanta(),
    });
  }
}

/** One holding's list, its counts, and what its orders would add to or take off each leg. */
function auditHolding(s: State, h: HoldingSlot): void {
  const { holdings, orders } = s;
  const where = { account: holdings.account[h], contract: holdings.contract[h] };
  const opening = [0, 0];
  const reserved = [0, 0];
  const bound = new Map<number, number>();
  let resting = 0;
  let plans = 0;
  let last = NONE;
  for (let slot = holdings.orderHead[h]; slot !== NONE; slot = orders.holdingNext[slot]) {
    const order = orders.id[slot];
    if (orders.used[slot] === 0 || orders.holding[slot] !== h)
      broken("an order is in its holding's list", { ...where, order });
    if (orders.holdingPrev[slot] !== last)
      broken("a holding's orders are linked both ways", { ...where, order });
    if (last !== NONE && orders.id[last] >= order)
      broken("a holding's orders stand by id", { ...where, order });
    last = slot;
    if (orders.state[slot] === STATE_UNTRIGGERED) {
      plans++;
      continue;
    }
    resting++;
    const claims = isOpening(orders.action[slot]) ? opening : reserved;
    claims[legOf(orders.action[slot])]! += orders.remaining[slot];
    const position = orders.position[slot];
    if (position !== 0) bound.set(position, (bound.get(position) ?? 0) + orders.remaining[slot]);
  }
  if (holdings.orderTail[h] !== last) broken("the tail of a holding's orders is their last", where);
  if (holdings.restingCount[h] !== resting || holdings.planCount[h] !== plans) {
    broken("a holding counts its orders", { ...where, resting, plans });
  }
  const [openingLong = 0, openingShort = 0] = opening;
  const [reservedLong = 0, reservedShort = 0] = reserved;
  if (holdings.longOpening[h] !== opening[LONG] || holdings.shortOpening[h] !== opening[1 - LONG]) {
    broken("what orders would open is what they have left", {
      ...where,
      long: openingLong,
      short: openingShort,
    });
  }
  if (holdings.longReserved[h] !== reserved[LONG] || holdings.shortReserved[h] !== reserved[1 - LONG]) {
    broken("what orders reserve is what they have left", {
      ...where,
      long: reservedLong,
      short: reservedShort,
    });
  }
  if (holdings.longReserved[h] > holdings.longSize[h] || holdings.shortReserved[h] > holdings.shortSize[h]) {
    broken("reservations are within a leg's size", { ...where, long: reservedLong, short: reservedShort });
  }
  for (const head of [holdings.longHead[h], holdings.shortHead[h]]) {
    for (let p = head; p !== NONE; p = s.positions.legNext[p]) {
      const position = s.positions.id[p];
      if (s.positions.reserved[p] !== (bound.get(position) ?? 0))
        broken("a position's reservations are those of the orders bound to it", { position });
    }
  }
}

function auditAccountFrozen(s: State, account: AccountId): void {
  const { accounts, holdings, orders } = s;
  const sum = new Money();
  const part = new Money();
  for (let h = accounts.holdingHead[account]; h !== NONE; h = holdings.next[h]) {
    for (let slot = holdings.orderHead[h]; slot !== NONE; slot = orders.holdingNext[slot]) {
      sum.add(orders.frozen.read(slot, part));
    }
  }
  auditCanonical(accounts.frozen, account, "frozen", account);
  if (!sum.equals(accounts.frozen.read(account, part))) {
    broken("an account has frozen what its orders freeze", {
      account,
      frozen: part.toQuanta(),
      orders: sum.toQuanta(),
    });
  }
}

/** A parent knows its children, a child its parent, and siblings each other. */
function auditPresets(s: State, slot: OrderSlot): void {
  const { orders } = s;
  const { conditions } = orders;
  const order = orders.id[slot];
  const own = orders.condition[slot];
  if (conditions.used[own] === 0) broken("an order's conditions are there while it lives", { order });
  for (const [child, kind] of [
    [conditions.takeProfitChild[own], KIND_PRESET_TAKE_PROFIT],
    [conditions.stopLossChild[own], KIND_PRESET_STOP_LOSS],
  ] as const) {
    if (child === NONE) continue;
    const parent = conditions.parent[orders.condition[child]];
    if (orders.used[child] === 0 || parent !== order || orders.kind[child] !== kind) {
      broken("a preset child belongs to its parent", { order });
    }
  }
  const [takeProfit, stopLoss] = [conditions.presetTakeProfit[own], conditions.presetStopLoss[own]];
  if (!isOfPresets(conditions.presetsOnMark[own], takeProfit, stopLoss)) {
    broken("presets that watch the mark are presets of the order", { order });
  }
  const kind = orders.kind[slot];
  if (
    (conditions.parent[own] !== 0) !==
    (kind === KIND_PRESET_TAKE_PROFIT || kind === KIND_PRESET_STOP_LOSS)
  ) {
    broken("preset children, and no others, have a parent", { order });
  }
  const sibling = conditions.sibling[own];
  if (sibling === NONE) return;
  const siblings = orders.condition[sibling];
  if (
    orders.used[sibling] === 0 ||
    conditions.sibling[siblings] !== slot ||
    conditions.parent[siblings] !== conditions.parent[own] ||
    orders.kind[sibling] === kind
  ) {
    broken("siblings are the take-profit and the stop-loss of one parent", { order });
  }
}
