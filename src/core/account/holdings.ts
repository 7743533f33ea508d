import type { FeeView } from "../query.ts";
import { Pool } from "../units/pool.ts";

/**
 * A holding: what one account has in one contract — modes, leverages, legs, live orders. Made at the first touch with
 * the contract's defaults, never dropped; the slot is the order of creation.
 *
 * `…Long` and `…Short` columns belong to the legs. The list of positions of a leg has one element in combined mode.
 */
export class Holdings extends Pool {
  account: Int32Array;
  contract: Int32Array;
  marginMode: Int32Array;
  separatedMode: Int32Array;
  cross: Int32Array;
  isolatedLong: Int32Array;
  isolatedShort: Int32Array;
  takerRate: Int32Array;
  makerRate: Int32Array;
  /** Next holding of the account. */
  next: Int32Array;
  /** What its positions require by a rule that is the contract's no more: a place in `keptMargins`, from 1; 0: the contract's rule. */
  keptRule: Int32Array;
  longHead: Int32Array;
  longTail: Int32Array;
  shortHead: Int32Array;
  shortTail: Int32Array;
  /** Σ size of the positions of a leg. */
  longSize: Float64Array;
  shortSize: Float64Array;
  /** Lots that live opening orders would still add to a leg. */
  longOpening: Float64Array;
  shortOpening: Float64Array;
  /** Lots that live close orders have reserved of a leg. */
  longReserved: Float64Array;
  shortReserved: Float64Array;
  /** Live orders, by id: pending, open and canceling ones, and untriggered ones, in one list; counted apart. */
  orderHead: Int32Array;
  orderTail: Int32Array;
  restingCount: Int32Array;
  planCount: Int32Array;
  /**
   * Marks between which the account cannot be in breach because of this contract, and its places in the contract's two
   * heaps (liquidation/watch.ts); `watched` 1 while it stands in them. Derived: a snapshot leaves them out.
   */
  watched: Int32Array;
  bandLow: Float64Array;
  bandHigh: Float64Array;
  /** Lots for which the band is wide enough. */
  bandLots: Float64Array;
  lowPlace: Int32Array;
  highPlace: Int32Array;
  /** Symbol fee setting, undefined where none was made. */
  readonly fees: (FeeView | undefined)[] = [];

  constructor(capacity = 64) {
    super(capacity);
    this.account = this.ints();
    this.contract = this.ints();
    this.marginMode = this.ints();
    this.separatedMode = this.ints();
    this.cross = this.ints();
    this.isolatedLong = this.ints();
    this.isolatedShort = this.ints();
    this.takerRate = this.ints();
    this.makerRate = this.ints();
    this.next = this.ints();
    this.keptRule = this.ints();
    this.longHead = this.ints();
    this.longTail = this.ints();
    this.shortHead = this.ints();
    this.shortTail = this.ints();
    this.longSize = this.doubles();
    this.shortSize = this.doubles();
    this.longOpening = this.doubles();
    this.shortOpening = this.doubles();
    this.longReserved = this.doubles();
    this.shortReserved = this.doubles();
    this.orderHead = this.ints();
    this.orderTail = this.ints();
    this.restingCount = this.ints();
    this.planCount = this.ints();
    this.watched = this.ints();
    this.bandLow = this.doubles();
    this.bandHigh = this.doubles();
    this.bandLots = this.doubles();
    this.lowPlace = this.ints();
    this.highPlace = this.ints();
    this.layTogether();
  }
}
