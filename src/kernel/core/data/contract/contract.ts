import { type Book, PRICE_MAX } from "../book/book.ts";
import { PagedBook } from "../book/pagedBook.ts";
import { BUY, SELL, TRIGGER_AT_OR_ABOVE, TRIGGER_AT_OR_BELOW, TRIGGER_ON_MARK } from "../codes.ts";
import { PremiumAverage } from "../funding/fundingRate.ts";
import { premiumOf } from "../funding/premium.ts";
import type { CommandOf } from "../messages/command.ts";
import type { ContractTerms, MarkRule } from "../model/contracts.ts";
import { ContractColumns, termsOf } from "../model/generated/contractColumns.ts";
import type { RiskRule } from "../model/riskRules.ts";
import { DEFAULT_RISK_RULE, requiresAlike } from "../model/riskRules.ts";
import type { Holdings } from "../tables/accounts.ts";
import type { Orders } from "../tables/orders.ts";
import type { HeapColumns } from "../tables/slotHeap.ts";
import { SlotHeap } from "../tables/slotHeap.ts";
import { divFloor } from "../units/divide.ts";
import type { ContractIndex, HoldingSlot, OrderSlot, Side } from "../units/kinds.ts";
import { QUANTA_PER_UNIT } from "../units/money.ts";
import type { Lots, Points, Rate, Ticks, TimeMs } from "../units/units.ts";
import { NONE, POINTS_PER_TICK } from "../units/units.ts";
import { BasisSamples } from "./basisSamples.ts";
import type { Bracket, MarginTerms } from "./brackets.ts";
import { bracketsOf } from "./brackets.ts";
import type { SourcePrice } from "./indexSources.ts";
import {
  defaultMarkRule,
  exponentialMark,
  MARK_EXPONENTIAL_BASIS,
  MARK_MEDIAN_OF_THREE,
  medianMark,
  withinBound,
} from "./markPrice.ts";
import { PriceLimits } from "./priceBand.ts";
import { Trails } from "./trails.ts";

export type ListContract = CommandOf<"listContract">;

const PRODUCT_MAX = Number.MAX_SAFE_INTEGER;
/**
 * What the largest position may be worth at the highest price, so that sums of money stay exact
 * (rules/ledger/bounds.ts).
 */
const POSITION_QUANTA_MAX = 10_000_000_000_000n * BigInt(QUANTA_PER_UNIT);

/** A contract: what it is, and its market at this moment. */
export class Contract extends ContractColumns {
  readonly index: ContractIndex;
  /** Quanta that one lot is worth at a price of one tick, and at a mark of one point. */
  readonly quantaPerTickLot: number;
  readonly quantaPerPointLot: number;
  terms: ContractTerms;
  /** The maintenance rate of the highest tier. */
  maintenanceRateMax: Rate;
  /** No price above this ({@link highestPrice}). */
  priceMax: Ticks;
  basis = new BasisSamples();
  markRule: MarkRule;
  riskRule: RiskRule = DEFAULT_RISK_RULE;
  /**
   * Earlier rules, by which positions go on requiring margin that were open when a rule changed for new
   * positions only (Holdings.keptRule).
   */
  readonly keptMargins: MarginTerms[] = [];
  /** The tiers of the terms as the risk rule has them (data/margin/maintenance.ts). */
  brackets: readonly Bracket[];
  /** The last report of each outside source, by its number; empty where the index itself is set. */
  readonly sources = new Map<number, SourcePrice>();
  /** Premium samples of the running period: they make the next rate. */
  premium = new PremiumAverage();
  readonly book: Book;
  /** Orders that wait beside the book, made with the first. */
  shadow: ShadowBook | undefined;
  /** Holdings with positions here, by the lower and the upper edge of their bands (events/watch.ts). */
  readonly lowBands: SlotHeap<HoldingSlot>;
  readonly highBands: SlotHeap<HoldingSlot>;
  private readonly limits = new PriceLimits();
  private readonly lastRising: SlotHeap<OrderSlot>;
  private readonly lastFalling: SlotHeap<OrderSlot>;
  private readonly markRising: SlotHeap<OrderSlot>;
  private readonly markFalling: SlotHeap<OrderSlot>;
  private readonly trailsOfLast: readonly [rising: Trails, falling: Trails];
  private readonly trailsOfMark: readonly [rising: Trails, falling: Trails];

  constructor(index: ContractIndex, spec: Omit<ListContract, "type">, orders: Orders, holdings: Holdings) {
    super(spec);
    this.index = index;
    this.quantaPerTickLot = quantaPerTickLot(spec);
    this.quantaPerPointLot = divFloor(this.quantaPerTickLot, POINTS_PER_TICK);
    this.terms = termsOf(spec);
    this.markRule = defaultMarkRule(this.terms.leverageMax);
    this.brackets = bracketsOf(this.terms.tiers, this.riskRule.flatTiers);
    this.priceMax = highestPrice(this.terms, this.quantaPerTickLot);
    this.maintenanceRateMax = this.terms.tiers.at(-1)!.maintenanceRate;
    this.book = new PagedBook(orders);
    this.lowBands = new SlotHeap(new LowBands(holdings), -1);
    this.highBands = new SlotHeap(new HighBands(holdings), 1);
    this.lastRising = new SlotHeap(orders, 1);
    this.lastFalling = new SlotHeap(orders, -1);
    this.markRising = new SlotHeap(orders, 1);
    this.markFalling = new SlotHeap(orders, -1);
    this.trailsOfLast = [new Trails(orders, 1), new Trails(orders, -1)];
    this.trailsOfMark = [new Trails(orders, 1), new Trails(orders, -1)];
  }

  changeTerms(terms: ContractTerms): void {
    this.terms = terms;
    for (const [i, { riskRule }] of this.keptMargins.entries())
      this.keptMargins[i] = this.marginUnder(riskRule);
    this.brackets = bracketsOf(terms.tiers, this.riskRule.flatTiers);
    this.priceMax = highestPrice(terms, this.quantaPerTickLot);
    this.maintenanceRateMax = terms.tiers.at(-1)!.maintenanceRate;
  }

  /** What the contract would require under another rule. */
  marginUnder(riskRule: RiskRule): MarginTerms {
    const { quantaPerPointLot, terms } = this;
    return { quantaPerPointLot, riskRule, brackets: bracketsOf(terms.tiers, riskRule.flatTiers) };
  }

  /**
   * Keeps a rule for those who hold positions under it. Returns its place in `keptMargins`, counted from 1;
   * rules that require alike share a place.
   */
  keep(rule: RiskRule): number {
    const at = this.keptMargins.findIndex(({ riskRule }) => requiresAlike(riskRule, rule));
    return at >= 0 ? at + 1 : this.keptMargins.push(this.marginUnder(rule));
  }

  changeRiskRule(rule: RiskRule): void {
    this.riskRule = rule;
    this.brackets = bracketsOf(this.terms.tiers, rule.flatTiers);
  }

  /** The limit prices that are accepted at this moment. */
  priceLimits(): PriceLimits {
    return this.limits.at(this.markPoints, this.terms, this.priceMax);
  }

  /** The heap of untriggered orders that watch a price from one side. */
  triggers(source: number, direction: number): SlotHeap<OrderSlot> {
    if (source === TRIGGER_ON_MARK)
      return direction === TRIGGER_AT_OR_ABOVE ? this.markRising : this.markFalling;
    return direction === TRIGGER_AT_OR_BELOW ? this.lastFalling : this.lastRising;
  }

  /**
   * The trailing stops that are active, by the price that they follow and the way in which it must go to fire
   * them.
   */
  trails(source: number, direction: number): Trails {
    const trails = source === TRIGGER_ON_MARK ? this.trailsOfMark : this.trailsOfLast;
    return trails[direction === TRIGGER_AT_OR_ABOVE ? 0 : 1];
  }

  /**
   * The price that a trigger of `source` is compared with now, in points; the mark until there was a first
   * trade.
   */
  watchedPoints(source: number): Points {
    return source === TRIGGER_ON_MARK || this.lastPrice === 0
      ? this.markPoints
      : this.lastPrice * POINTS_PER_TICK;
  }

  /** The premium of this instant (data/funding/premium.ts), or undefined while there is none. */
  premiumNow(): number | undefined {
    return this.indexPoints === 0
      ? undefined
      : premiumOf(this.book, this.indexPoints, BigInt(this.impactTickLots()));
  }

  /** The impact notional of the mark rule in ticks × lots. */
  private impactTickLots(): number {
    return Math.max(1, divFloor(this.markRule.impactUnits * QUANTA_PER_UNIT, this.quantaPerTickLot));
  }

  /** The mark as it should be now; 0 without an index. */
  markNow(time: TimeMs): Points {
    const { indexPoints: index, markRule } = this;
    if (this.held === 1) return this.markPoints;
    if (index === 0) return 0;
    if (this.sourceMark > 0) return Math.max(1, withinBound(index, this.sourceMark, markRule.boundRate));
    let mark = index + this.basis.mean();
    if (markRule.method === MARK_EXPONENTIAL_BASIS) mark = exponentialMark(index, this.exponentialBasis);
    if (markRule.method === MARK_MEDIAN_OF_THREE) {
      mark = medianMark({
        index,
        meanBasis: this.basis.mean(),
        lastPrice: this.lastPrice,
        fundingRate: this.fundingRate,
        timeLeftMs: this.fundingDue - time,
        intervalMs: this.terms.fundingIntervalMs,
      });
    }
    return Math.max(1, withinBound(index, mark, markRule.boundRate));
  }

  /**
   * The middle of the prices at which either side holds the impact notional − index, in points; undefined
   * while one is thinner.
   */
  basisNow(): Points | undefined {
    if (this.indexPoints === 0) return undefined;
    const impact = this.impactTickLots();
    const bid = depthPrice(this.book, BUY, impact);
    const ask = depthPrice(this.book, SELL, impact);
    if (bid < 0 || ask < 0) return undefined;
    return (bid + ask) * (POINTS_PER_TICK / 2) - this.indexPoints;
  }
}

/** Columns of holdings as a heap wants them; growing replaces them, so they are read anew each time. */
class LowBands implements HeapColumns<HoldingSlot> {
  private readonly holdings: Holdings;
  constructor(holdings: Holdings) {
    this.holdings = holdings;
  }
  get heapKey() {
    return this.holdings.bandLow;
  }
  get id() {
    return this.holdings.account;
  }
  get heapIndex() {
    return this.holdings.lowHeapIndex;
  }
}

class HighBands implements HeapColumns<HoldingSlot> {
  private readonly holdings: Holdings;
  constructor(holdings: Holdings) {
    this.holdings = holdings;
  }
  get heapKey() {
    return this.holdings.bandHigh;
  }
  get id() {
    return this.holdings.account;
  }
  get heapIndex() {
    return this.holdings.highHeapIndex;
  }
}

/** Quanta in one lot at a price of one tick: every decimal that price and size leave of the eight. */
export function quantaPerTickLot(
  spec: Pick<ListContract, "priceDecimals" | "priceStep" | "sizeDecimals" | "lotStep">,
): number {
  return spec.priceStep * spec.lotStep * 10 ** (8 - spec.priceDecimals - spec.sizeDecimals);
}

/**
 * The highest price in ticks at which the largest order stays below 2^53 ticks × lots and the largest
 * position below 10^13 units, and that the book can hold.
 */
export function highestPrice(
  { orderLotsMax, positionLotsMax }: Pick<ContractTerms, "orderLotsMax" | "positionLotsMax">,
  perTickLot: number,
): Ticks {
  const ofPosition = POSITION_QUANTA_MAX / (BigInt(positionLotsMax) * BigInt(perTickLot));
  return Math.min(divFloor(PRODUCT_MAX, orderLotsMax), Number(ofPosition), PRICE_MAX);
}

/**
 * The price of the level at which a side of the book, counted from its best price on, has reached a notional;
 * NONE while the side holds less. So a single lot in front of the book moves nothing.
 *
 * @param tickLots the notional in ticks × lots, at least 1
 */
function depthPrice(book: Book, side: Side, tickLots: number): Ticks {
  let left = tickLots;
  let reached = NONE;
  book.depth(side, Number.MAX_SAFE_INTEGER, (price: Ticks, lots: Lots) => {
    left -= price * lots;
    if (left <= 0) reached = price;
    return left > 0;
  });
  return reached;
}

/** Orders that wait beside a book for what happens in it. The book knows this interface, not the orders. */
export interface ShadowBook {
  readonly book: Book;
  /** `lots` of a resting order are about to trade. */
  traded(maker: OrderSlot, lots: Lots): void;
  /** An order has come to rest. */
  rested(order: OrderSlot): void;
}
