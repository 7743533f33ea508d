import { BUY } from "../codes.ts";
import type { Contract } from "../contract/contract.ts";
import { bigDivFloor, divFloor } from "../units/divide.ts";
import type { Side } from "../units/kinds.ts";
import { QUANTA_PER_UNIT } from "../units/money.ts";
import type { Lots, Points, Rate, Ticks } from "../units/units.ts";
import { POINTS_PER_TICK, RATE_ONE } from "../units/units.ts";
import type { HouseRule } from "./houseMarket.ts";
import { cellOf, DENSITY } from "./tables.ts";

/** How prices thin out away from the touch: every tick, every second one, every fifth … */
const STEPS: readonly number[] = [
  1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000,
];
/** Prices of a side at most. */
export const LEVELS_MAX = 220;
/** Distances are counted in this part of near. */
const NEAR_PARTS = 64;
/** A market twice as hot as usual begins to thin out, down to a quarter. */
const THIN_LEAST = 4;
/** The usual heat, in sixteenths; so much beyond it spreads begin to widen. */
export const CALM = 16;
const WIDE_FROM = 12;
const HALF = 8;

/**
 * Where the house wants its quotes of one moment: prices on a grid that coarsens outwards and that stands still while the touch moves, so that
 * a small move changes a few quotes at the front and hardly any behind.
 */
export class Ladder {
  readonly bid: Ticks;
  readonly ask: Ticks;
  private readonly reach: Ticks;
  private readonly thickness: number;
  private readonly nearTicks: Ticks;
  private readonly nearLots: Lots;
  private readonly touchLots: Lots;
  private readonly thin: number;

  /** @param centre the middle of it; @param heat in sixteenths of the usual one */
  constructor(contract: Contract, rule: HouseRule, centre: Points, heat: number) {
    const spread = divFloor(rule.spreadTicks * Math.max(CALM, heat - WIDE_FROM) + HALF, CALM);
    this.bid = divFloor(centre - spread * (POINTS_PER_TICK / 2), POINTS_PER_TICK);
    this.ask = this.bid + spread;
    const ticks = divFloor(centre, POINTS_PER_TICK);
    this.reach = ticksOf(ticks, rule.reachRate);
    this.thickness = rule.thickness;
    this.nearTicks = Math.max(1, ticksOf(ticks, rule.nearRate));
    this.nearLots = lotsOf(contract, rule.nearUnits, ticks);
    this.touchLots = lotsOf(contract, rule.touchUnits, ticks);
    this.thin = Math.min(THIN_LEAST * CALM, Math.max(CALM, divFloor(heat, 2)));
  }

  /** The best price of a side. */
  touch(side: Side): Ticks {
    return side === BUY ? this.bid : this.ask;
  }

  /** Whether a quote may stand at a price. */
  wants(side: Side, price: Ticks): boolean {
    const distance = side === BUY ? this.bid - price : price - this.ask;
    if (distance < 0 || distance > this.reach) return false;
    return price % this.stepAt(distance) === 0;
  }

  /** The next wanted price outwards; below 1 or beyond the reach it is none. */
  after(side: Side, price: Ticks): Ticks {
    let next = side === BUY ? price - 1 : price + 1;
    for (;;) {
      const step = this.stepAt(side === BUY ? this.bid - next : next - this.ask);
      const rest = next % step;
      if (rest === 0) return next;
      next += side === BUY ? -rest : step - rest;
    }
  }

  isWithin(side: Side, price: Ticks): boolean {
    return price >= 1 && (side === BUY ? this.bid - price : price - this.ask) <= this.reach;
  }

  /** What belongs at a price, on average. */
  lotsAt(side: Side, price: Ticks): Lots {
    const distance = side === BUY ? this.bid - price : price - this.ask;
    const parts = Math.max(1, divFloor((2 * distance + 1) * NEAR_PARTS, 2 * this.nearTicks));
    const perTick = divFloor(this.nearLots * densityAt(parts), 1000);
    const lots = divFloor(perTick * this.stepAt(distance), this.nearTicks);
    const front = distance < 4 ? divFloor(this.touchLots, 2 ** (distance + 1)) : 0;
    return divFloor((lots + front) * CALM, this.thin);
  }

  private stepAt(distance: Ticks): Ticks {
    let at = 0;
    while (at + 1 < STEPS.length && cellOf(STEPS, at + 1) * this.thickness <= distance) at++;
    return cellOf(STEPS, at);
  }
}

/** Between the powers of two linear. */
function densityAt(parts: number): number {
  const power = Math.min(DENSITY.length - 2, 31 - Math.clz32(parts));
  const low = cellOf(DENSITY, power);
  const whole = 2 ** power;
  return low + divFloor((cellOf(DENSITY, power + 1) - low) * Math.min(whole, parts - whole), whole);
}

/** A share of a price, rounded down. */
function ticksOf(price: Ticks, rate: Rate): Ticks {
  return Number(bigDivFloor(BigInt(price) * BigInt(rate), BigInt(RATE_ONE)));
}

/** The lots that `units` of the quote coin buy at a price, rounded down. */
export function lotsOf(contract: Contract, units: number, price: Ticks): Lots {
  const quanta = BigInt(units) * BigInt(QUANTA_PER_UNIT);
  return Number(bigDivFloor(quanta, BigInt(contract.quantaPerTickLot) * BigInt(Math.max(1, price))));
}
