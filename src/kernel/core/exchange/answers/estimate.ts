import {
  BUY,
  COMBINED,
  FOK,
  GTC,
  ISOLATED,
  isOpening,
  LONG,
  legOf,
  orderAction,
  POST_ONLY,
  STP_EXPIRE_MAKER,
  STP_NONE,
  sideOf,
} from "../../data/codes.ts";
import type { Contract } from "../../data/contract/contract.ts";
import { RecordView } from "../../data/encoding/layout.ts";
import { fillFee } from "../../data/ledger/fees.ts";
import type { Valuation } from "../../data/margin/available.ts";
import { VALUATIONS } from "../../data/margin/available.ts";
import { liquidationPrice } from "../../data/margin/liquidationPrice.ts";
import type { Legs } from "../../data/margin/maintenance.ts";
import { isolatedLegs, maintenance } from "../../data/margin/maintenance.ts";
import { addedByNet } from "../../data/margin/netMargin.ts";
import { commandBytes, NO_PRESETS } from "../../data/messages/command.ts";
import type { EstimateView, Query } from "../../data/messages/query.ts";
import { facingLots, isOneWay } from "../../data/net/resolve.ts";
import { findHolding, legLotsOf, selfTradePreventionOf } from "../../data/state/ofAccount.ts";
import type { State } from "../../data/state/state.ts";
import type { OrderDraft } from "../../data/tables/orders.ts";
import { bigDivCeil } from "../../data/units/divide.ts";
import type { Rate } from "../../data/units/kinds.ts";
import type { Lots, Quanta, Ticks } from "../../data/units/units.ts";
import { NONE, RATE_ONE } from "../../data/units/units.ts";
import { headOf } from "../../events/accountEvents.ts";
import { healthOfShared, isInBreach, marginTermsOf } from "../../events/marginHealth.ts";
import { closableLots } from "../../rules/fill/reservations.ts";
import { largestOrder, walkBook } from "../../rules/order/admit.ts";
import { draftCrossesBest } from "../../rules/order/match.ts";
import { mayTrade } from "../../rules/order/permission.ts";
import { admitPlacement } from "../../rules/order/place.ts";
import { maxOpen } from "./maxOpen.ts";

type PlaceOrder = Extract<Query, { type: "estimate" }>["order"];

const NOTHING = {
  frozen: 0n,
  filled: 0,
  value: 0n,
  fee: 0n,
  slippage: 0,
  resting: 0,
  certain: true,
} as const;

/**
 * What a placement would do now: admitted by the same code as a placement, and filled by the orders that it
 * can count on meeting. Left out are the account's delay, and what its fills would do to the mark.
 *
 * @see docs/reference/orders.md, the estimate
 */
export function estimate(s: State, { order }: Extract<Query, { type: "estimate" }>): EstimateView {
  const largest = largestOf(s, order);
  if (!isAdmitted(s, order)) {
    return { ...NOTHING, refusal: s.refusal.toRejection(), liquidationPrice: undefined, largest };
  }
  const contract = s.contracts[order.contract];
  const { draft } = s;
  const frozen = (
    isOneWay(s, draft.account) && isOpening(draft.action)
      ? addedByNet(s, draft.holding, draft, s.scratch.needed)
      : draft.frozen
  ).toQuanta();
  const foreseen = new Foreseen(s, contract, draft);
  const passedNoneOver = walkBook(s, contract, draft, (lots, price, isOwn) =>
    foreseen.fill(lots, price, isOwn),
  );
  if (neverFills(draft, foreseen.filled)) foreseen.unfill();
  const rests = !draft.market && (draft.timeInForce === GTC || draft.timeInForce === POST_ONLY);
  const crosses = draft.timeInForce === POST_ONLY && draftCrossesBest(contract, draft);
  return {
    refusal: undefined,
    frozen,
    filled: foreseen.filled,
    value: foreseen.value,
    fee: foreseen.fee,
    slippage: foreseen.slippage(),
    resting: rests && !crosses ? draft.size - foreseen.filled : 0,
    liquidationPrice: foreseen.liquidationPrice(),
    largest,
    certain: passedNoneOver && foreseen.stands && !mayEndEarly(s, draft, foreseen.filled),
  };
}

/** A fill-or-kill order that finds too little, or a post-only one. */
function neverFills({ timeInForce, size }: OrderDraft, filled: Lots): boolean {
  return timeInForce === POST_ONLY || (timeInForce === FOK && filled < size);
}

/**
 * Whether the order may end or shrink on its way: where it meets an order of its own account under self-trade
 * prevention, or where a fill-or-kill cannot show that it carries all of its fills (its estimate is stricter
 * than the fills are).
 */
function mayEndEarly(s: State, { account, timeInForce, selfTradeMode }: OrderDraft, filled: Lots): boolean {
  const mode = selfTradePreventionOf(s, account, selfTradeMode);
  if (s.accounts.group[account] !== 0) return true; // what is left may be barred from resting
  return (mode !== STP_NONE && mode !== STP_EXPIRE_MAKER) || (timeInForce === FOK && filled > 0);
}

/** Whether a placement would be admitted now; else the refusal is noted. Sets the draft. */
function isAdmitted(s: State, order: PlaceOrder): boolean {
  const record = new RecordView(commandBytes({ ...order, requestHash: 0 }));
  return (
    mayTrade(s, order.account, order.contract, orderAction(order.action)) && admitPlacement(s, record, 0)
  );
}

/**
 * The largest size that would be accepted with all else as it is; 0 where not even that would be. What is
 * attached to the order, its name, and whether it is refused in place of ended do not count.
 */
function largestOf(s: State, order: PlaceOrder): Lots {
  const size = mostLots(s, order);
  const plain = { ...order, ...NO_PRESETS, clientId: "", orRefused: false, size };
  return size > 0 && isAdmitted(s, plain) ? size : 0;
}

/** As many lots as margin and limits on sizes leave, or as can be closed. */
function mostLots(
  s: State,
  { account, contract: index, action: sent, market, price, position, selfTradeMode }: PlaceOrder,
): Lots {
  const action = orderAction(sent);
  const contract = s.contracts[index];
  if (contract === undefined || !s.accounts.has(account)) return 0;
  if (isOpening(action)) {
    const limit = market ? 0 : price;
    return maxOpen(s, { type: "maxOpen", account, contract: index, action, price: limit }, selfTradeMode);
  }
  const holding = findHolding(s, account, index);
  if (holding === NONE) return 0;
  return Math.min(
    largestOrder(contract.terms, action, market),
    closableLots(s, holding, legOf(action), position),
  );
}

/** What the fills of a taker come to, one after another, and how its account would stand after them. */
class Foreseen {
  filled: Lots = 0;
  value: Quanta = 0n;
  fee: Quanta = 0n;
  /** Isolated margin that opening fills move to the position. */
  #moved: Quanta = 0n;
  /** Whether it meets an order of its own account, which is filled, too, and changes the account as well. */
  #meetsOwn = false;
  /**
   * False once a fill would leave the account in breach, or what it closes with less than nothing; and once
   * it meets an own order.
   */
  stands = true;
  #best: Ticks = 0;
  readonly #s: State;
  readonly #contract: Contract;
  readonly #draft: OrderDraft;
  readonly #before: Readonly<Record<Valuation, Before>>;

  constructor(s: State, contract: Contract, draft: OrderDraft) {
    this.#s = s;
    this.#contract = contract;
    this.#draft = draft;
    this.#before = {
      markPoints: beforeOf(s, contract, draft, "markPoints"),
      indexPoints: beforeOf(s, contract, draft, "indexPoints"),
    };
  }

  fill(lots: Lots, price: Ticks, isOwn: boolean): void {
    const { value, fee, move } = this.#s.scratch;
    const { feeRate, leverage } = this.#draft;
    if (this.filled === 0) this.#best = price;
    value.setProduct(lots, price * this.#contract.quantaPerTickLot);
    fillFee(this.#contract, value, feeRate, fee);
    this.filled += lots;
    this.value += value.toQuanta();
    this.fee += fee.toQuanta();
    this.#moved += move.copy(value).overLeverageCeil(leverage).add(fee).max0().toQuanta();
    this.#meetsOwn ||= isOwn;
    this.stands &&= !isOwn && VALUATIONS.every((by) => this.#isAllowed(by));
  }

  unfill(): void {
    this.filled = 0;
    this.value = 0n;
    this.fee = 0n;
    this.#moved = 0n;
    this.#meetsOwn = false;
    this.stands = true;
  }

  /** By what share of the best price the average price is worse; rounded up. */
  slippage(): number {
    if (this.filled === 0) return 0;
    const atBest = BigInt(this.filled) * BigInt(this.#best * this.#contract.quantaPerTickLot);
    const worse = sideOf(this.#draft.action) === BUY ? this.value - atBest : atBest - this.value;
    return Number(bigDivCeil(worse * BigInt(RATE_ONE), atBest));
  }

  /**
   * Of the position after the fills; undefined where an isolated one is closed in part, since what it
   * releases depends on each fill, and where the order meets one of its own account.
   */
  liquidationPrice(): Ticks | undefined {
    if (this.#meetsOwn) return undefined;
    const before = this.#before.markPoints;
    const after = this.#after(before);
    if (after === undefined) return undefined;
    const { legs, cash } = after;
    if (legs.long + legs.short === 0) return 0;
    return liquidationPrice(this.#contract, legs, cash, before.others, before.margin);
  }

  /** The rule of fillLimit.ts after the fills so far; for an isolated close it cannot be foreseen. */
  #isAllowed(by: Valuation): boolean {
    const before = this.#before[by];
    const after = this.#after(before);
    if (after === undefined) return false;
    const { legs, cash } = after;
    const { others, margin, shared } = before;
    const points = this.#contract[by];
    const value = BigInt(legs.long - legs.short) * BigInt(points) * BigInt(this.#contract.quantaPerPointLot);
    const equity = cash + value;
    if (!isOpening(this.#draft.action) || this.filled <= before.facing) return equity >= 0n;
    if (isInBreach({ equity, requirement: others + maintenance(margin, legs, points) })) return false;
    return shared === undefined || !isInBreach({ ...shared, equity: shared.equity - this.#moved });
  }

  /** After the fills: the legs that require margin together, and their equity at a price of 0. */
  #after(before: Before): { readonly legs: Legs; readonly cash: Quanta } | undefined {
    const { action } = this.#draft;
    const { long, short, feeRate, legLots, cash, shared, facing } = before;
    const paid = (sideOf(action) === BUY ? this.value : -this.value) + this.fee;
    if (shared !== undefined && facing > 0) return undefined; // it closes another position first
    const closed = Math.min(this.filled, facing);
    const by = isOpening(action) ? this.filled - closed : -this.filled;
    const isLong = legOf(action) === LONG;
    const after = {
      long: long + (isLong ? by : -closed),
      short: short + (isLong ? -closed : by),
      feeRate,
    };
    if (shared === undefined) return { legs: after, cash: cash - paid };
    if (by < 0) return undefined;
    const lots = isLong ? after.long : after.short;
    return { legs: isolatedLegs(legOf(action), lots, legLots + by), cash: cash - paid + this.#moved };
  }
}

/** The margin unit that an order's fills change, as it is before them. */
interface Before {
  readonly long: Lots;
  readonly short: Lots;
  readonly feeRate: Rate;
  /** Lots of the whole leg. */
  readonly legLots: Lots;
  /** Of a one-way account: what it closes before it opens. */
  readonly facing: Lots;
  /** Equity if the price of the symbol were 0. */
  readonly cash: Quanta;
  /** What other symbols require. */
  readonly others: Quanta;
  readonly margin: ReturnType<typeof marginTermsOf>;
  /** Isolated: the shared entry, which the margin comes from. */
  readonly shared: ReturnType<typeof healthOfShared> | undefined;
}

function beforeOf(s: State, contract: Contract, draft: OrderDraft, by: Valuation): Before {
  const { holdings, positions, entries } = s;
  const { account, holding, action, feeRate } = draft;
  const shared = healthOfShared(s, account, by);
  const margin = holding === NONE ? contract : marginTermsOf(s, holding);
  const legLots = holding === NONE ? 0 : legLotsOf(s, holding, legOf(action));
  const isNet = holding !== NONE && isOpening(action) && isOneWay(s, account);
  const facing = isNet ? facingLots(s, holding, action) : 0;
  if (draft.marginMode === ISOLATED) {
    const p = draft.separatedMode === COMBINED ? headOf(s, holding, legOf(action)) : NONE;
    const size = p === NONE ? 0 : positions.size[p];
    const cash = p === NONE ? 0n : entries.amount.quanta(positions.entry[p]);
    const isLong = legOf(action) === LONG;
    const sizes = { long: isLong ? size : 0, short: isLong ? 0 : size };
    return { ...sizes, feeRate: 0, legLots, facing, cash, others: 0n, margin, shared };
  }
  const long = holding === NONE ? 0 : holdings.longSize[holding];
  const short = holding === NONE ? 0 : holdings.shortSize[holding];
  const value = BigInt(long - short) * BigInt(contract[by]) * BigInt(contract.quantaPerPointLot);
  const own = maintenance(margin, { long, short, feeRate }, contract[by]);
  const others = shared.requirement - own;
  const cash = shared.equity - value;
  return { long, short, feeRate, legLots, facing, cash, others, margin, shared: undefined };
}
