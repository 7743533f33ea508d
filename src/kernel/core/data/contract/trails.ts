import { TRIGGER_AT_OR_ABOVE, TRIGGER_AT_OR_BELOW } from "../codes.ts";
import type { Orders } from "../tables/orders.ts";
import { SlotHeap } from "../tables/slotHeap.ts";
import type { OrderSlot, Points, Rate, Ticks } from "../units/kinds.ts";
import { POINTS_PER_TICK } from "../units/units.ts";
import { ticksAbove, ticksBelow } from "./priceBand.ts";

/** Orders that have seen the same extreme, by callback rate: the smallest is the next to fire. */
export interface Trail {
  extreme: Points;
  readonly orders: SlotHeap<OrderSlot>;
}

/**
 * The trailing stops that fire one way and follow one price of a contract. Those that fire as it rises follow
 * its lowest, the others its highest; the stop lies their callback rate from it.
 *
 * A new extreme is that of all orders whose own it passes: these become one trail, the larger heap taking the
 * smaller in. So an extreme costs no walk over the orders, and each changes its heap at most log n times,
 * however often the price moves.
 */
export class Trails {
  /** 1: they fire as the price rises; −1: as it falls. */
  readonly sign: 1 | -1;
  /** Trails that the next extreme passes first stand last; none is empty. */
  readonly trails: Trail[] = [];
  private readonly orders: Orders;
  private readonly trailOf = new Map<OrderSlot, Trail>();
  /** The stop that the price comes to first; `undefined` where it has to be looked for. */
  private nearest: Ticks | undefined;

  constructor(orders: Orders, sign: 1 | -1) {
    this.orders = orders;
    this.sign = sign;
  }

  get size(): number {
    return this.trailOf.size;
  }

  /** The heap that an order stands in; `undefined` where it does not trail here. */
  heapOf(slot: OrderSlot): SlotHeap<OrderSlot> | undefined {
    return this.trailOf.get(slot)?.orders;
  }

  extremeOf(slot: OrderSlot): Points {
    return this.trailOf.get(slot)!.extreme;
  }

  /** Its trigger at this moment, rounded away from the extreme. */
  stopOf(slot: OrderSlot): Ticks {
    return this.stop(slot, this.extremeOf(slot));
  }

  add(slot: OrderSlot, extreme: Points): void {
    const at = this.placeOf(extreme);
    const found = this.trails[at - 1];
    const trail = found?.extreme === extreme ? found : { extreme, orders: new SlotHeap(this.orders, 1) };
    if (trail !== found) this.trails.splice(at, 0, trail);
    trail.orders.push(slot);
    this.trailOf.set(slot, trail);
    this.came(this.stop(slot, extreme));
  }

  remove(slot: OrderSlot): void {
    const trail = this.trailOf.get(slot)!;
    trail.orders.remove(slot);
    this.trailOf.delete(slot);
    if (trail.orders.size === 0) this.trails.splice(this.trails.indexOf(trail), 1);
    this.nearest = undefined;
  }

  /** Whether a price is a new extreme for any of them. */
  isPassedBy(points: Points): boolean {
    const last = this.trails.at(-1);
    return last !== undefined && this.passes(points, last);
  }

  /** A price is the extreme of all whose own it passes. */
  move(points: Points): void {
    let moved: Trail | undefined;
    for (let last = this.trails.at(-1); last !== undefined && this.passes(points, last); ) {
      this.trails.pop();
      moved = moved === undefined ? last : this.joined(moved, last);
      last = this.trails.at(-1);
    }
    if (moved === undefined) return;
    if (this.trails.at(-1)?.extreme === points) moved = this.joined(moved, this.trails.pop()!);
    moved.extreme = points;
    this.trails.push(moved);
    this.came(this.stop(moved.orders.peek(), points));
  }

  /** Appends the orders whose stop a price has come to, in no order. */
  collectMet(points: Points, into: OrderSlot[]): void {
    if (this.trails.length === 0 || !this.isMet(this.nearestStop(), points)) return;
    for (const { extreme, orders } of this.trails) {
      orders.eachWhile(
        (slot) => this.isMet(this.stop(slot, extreme), points),
        (slot) => into.push(slot),
      );
    }
  }

  private nearestStop(): Ticks {
    this.nearest ??= this.trails
      .map(({ extreme, orders }) => this.stop(orders.peek(), extreme))
      .reduce((nearest, stop) => this.nearer(nearest, stop));
    return this.nearest;
  }

  /** A stop came to be, which may be the nearest. */
  private came(stop: Ticks): void {
    if (this.nearest !== undefined) this.nearest = this.nearer(this.nearest, stop);
  }

  private nearer(a: Ticks, b: Ticks): Ticks {
    return this.sign === 1 ? Math.min(a, b) : Math.max(a, b);
  }

  private isMet(stop: Ticks, points: Points): boolean {
    return (points - stop * POINTS_PER_TICK) * this.sign >= 0;
  }

  private passes(points: Points, { extreme }: Trail): boolean {
    return (extreme - points) * this.sign > 0;
  }

  private stop(slot: OrderSlot, extreme: Points): Ticks {
    const rate: Rate = this.orders.conditions.callbackRate[this.orders.condition[slot]];
    return this.sign === 1 ? ticksAbove(extreme, rate) : ticksBelow(extreme, rate);
  }

  /** How many trails stand before one with this extreme would, itself included. */
  private placeOf(extreme: Points): number {
    let [low, high] = [0, this.trails.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.passes(extreme, this.trails[middle]!)) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  private joined(a: Trail, b: Trail): Trail {
    const [larger, smaller] = a.orders.size >= b.orders.size ? [a, b] : [b, a];
    for (let at = 0; at < smaller.orders.size; at++) {
      const slot = smaller.orders.at(at);
      larger.orders.push(slot);
      this.trailOf.set(slot, larger);
    }
    return larger;
  }
}

/** Which way the price must go to activate a trailing stop, by which way it must go to fire it. */
export function activatingDirection(fires: number): number {
  return fires === TRIGGER_AT_OR_ABOVE ? TRIGGER_AT_OR_BELOW : TRIGGER_AT_OR_ABOVE;
}
