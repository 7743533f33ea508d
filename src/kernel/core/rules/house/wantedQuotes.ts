import { BUY } from "../../data/codes.ts";
import type { Contract } from "../../data/contract/contract.ts";
import type { BookShape } from "../../data/house/bookShape.ts";
import { powerOf, shareOf } from "../../data/house/bookShape.ts";
import { cellOf, DENSITY } from "../../data/house/draws.ts";
import { DISTANCE_MAX } from "../../data/house/wantedPrices.ts";
import type { HouseRule } from "../../data/messages/event.ts";
import { bigDivFloor, divFloor } from "../../data/units/divide.ts";
import type { Side } from "../../data/units/kinds.ts";
import { QUANTA_PER_UNIT } from "../../data/units/money.ts";
import type { Lots, Points, Ticks } from "../../data/units/units.ts";
import { POINTS_PER_TICK } from "../../data/units/units.ts";

/** The most quotes that are wanted on a side. */
export const LEVELS_MAX = 220;
/** Cells of a side that make up its front. */
export const FRONT_LEVELS = 12;
/** Up to this many whole units, their quanta are a safe integer. */
const UNITS_SAFE = 90_000_000;
/** Distances are counted in this many parts of the near distance. */
const NEAR_PARTS = 64;
/** Above twice the usual heat the house wants smaller quotes, at least a quarter of the usual. */
const THIN_LEAST = 4;
/** The usual heat, in sixteenths; spreads widen once the heat is this much above it. */
export const CALM = 16;
const WIDE_FROM = 12;
const HALF = 8;

/**
 * Where the house wants its quotes at one moment: at the touch, and behind it one in each cell of prices,
 * where cells get wider with their distance: they are 2^k ticks wide from 2^k times the thickness on. Which
 * price of a cell is wanted does not depend on the touch, and the price that a cell wants is wanted by one of
 * the finer cells inside it, too. So a small move of the touch changes a few quotes at the front and hardly
 * any behind.
 */
export class WantedQuotes {
  readonly bid: Ticks;
  readonly ask: Ticks;
  /** How far the front reaches from the touch, in ticks: the part in which every look compares the quotes. */
  readonly front: Ticks;
  readonly shape: BookShape;
  private readonly nearPoints: Points;
  private readonly nearLots: Lots;
  private readonly touchLots: Lots;
  private readonly thin: number;

  /**
   * @param shape the contract's, which is set to the shape at this price
   * @param centre the middle between the best prices
   * @param heat in sixteenths of the usual one
   */
  constructor(contract: Contract, rule: HouseRule, shape: BookShape, centre: Points, heat: number) {
    const spread = divFloor(rule.spreadTicks * Math.max(CALM, heat - WIDE_FROM) + HALF, CALM);
    this.bid = divFloor(centre - spread * (POINTS_PER_TICK / 2), POINTS_PER_TICK);
    this.ask = this.bid + spread;
    const ticks = divFloor(centre, POINTS_PER_TICK);
    this.shape = shape.at(ticks);
    this.front = FRONT_LEVELS << shape.frontPower;
    this.nearPoints = Math.max(1, shareOf(centre, rule.nearRate));
    this.nearLots = lotsOf(contract, rule.nearUnits, ticks);
    this.touchLots = lotsOf(contract, rule.touchUnits, ticks);
    this.thin = Math.min(THIN_LEAST * CALM, Math.max(CALM, divFloor(heat, 2)));
  }

  /** The best price of a side. */
  touch(side: Side): Ticks {
    return side === BUY ? this.bid : this.ask;
  }

  /** The first price behind a side's front. */
  frontEnd(side: Side): Ticks {
    return side === BUY ? this.bid - this.front : this.ask + this.front;
  }

  /** Whether a price is at least 1 tick, and no farther from the touch than the book reaches. */
  isWithin(side: Side, price: Ticks): boolean {
    return price >= 1 && (side === BUY ? this.bid - price : price - this.ask) <= this.shape.reach;
  }

  /** The average lots that belong at a price. */
  lotsAt(side: Side, price: Ticks): Lots {
    const distance = side === BUY ? this.bid - price : price - this.ask;
    const { nearPoints, shape } = this;
    const parts = Math.max(1, divFloor((2 * distance + 1) * POINTS_PER_TICK * NEAR_PARTS, 2 * nearPoints));
    const perTick = divFloor(this.nearLots * densityAt(parts), 1000);
    const lots = divFloor(perTick * POINTS_PER_TICK * (1 << this.powerAt(distance)), nearPoints);
    const level = divFloor(distance, 1 << shape.frontPower);
    const front = level < 4 ? divFloor(this.touchLots, 2 ** (level + 1)) : 0;
    return divFloor((lots + front) * CALM, this.thin);
  }

  /** k for the cells at a distance, which are 2^k ticks wide. */
  private powerAt(distance: Ticks): number {
    const { thickness, frontPower } = this.shape;
    return Math.max(powerOf(divFloor(Math.min(distance, DISTANCE_MAX), thickness)), frontPower);
  }
}

/** The density at a distance, linear between the two nearest powers of two. */
function densityAt(parts: number): number {
  const power = Math.min(DENSITY.length - 2, 31 - Math.clz32(parts));
  const low = cellOf(DENSITY, power);
  const whole = 2 ** power;
  return low + divFloor((cellOf(DENSITY, power + 1) - low) * Math.min(whole, parts - whole), whole);
}

/** The lots that `units` of the quote coin buy at a price, rounded down. */
export function lotsOf(contract: Contract, units: number, price: Ticks): Lots {
  const each = Math.max(1, price);
  if (units <= UNITS_SAFE)
    return divFloor(divFloor(units * QUANTA_PER_UNIT, contract.quantaPerTickLot), each);
  const quanta = BigInt(units) * BigInt(QUANTA_PER_UNIT);
  return Number(bigDivFloor(quanta, BigInt(contract.quantaPerTickLot) * BigInt(each)));
}
