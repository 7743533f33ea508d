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
  marginMode: Uint8Array;
  separatedMode: Uint8Array;
  cross: Int32Array;
  isolatedLong: Int32Array;
  isolatedShort: Int32Array;
  takerRate: Int32Array;
  makerRate: Int32Array;
  /** Next holding of the account. */
  next: Int32Array;
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
  watched: Uint8Array;
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
    this.account = new Int32Array(capacity);
    this.contract = new Int32Array(capacity);
    this.marginMode = new Uint8Array(capacity);
    this.separatedMode = new Uint8Array(capacity);
    this.cross = new Int32Array(capacity);
    this.isolatedLong = new Int32Array(capacity);
    this.isolatedShort = new Int32Array(capacity);
    this.takerRate = new Int32Array(capacity);
    this.makerRate = new Int32Array(capacity);
    this.next = new Int32Array(capacity);
    this.longHead = new Int32Array(capacity);
    this.longTail = new Int32Array(capacity);
    this.shortHead = new Int32Array(capacity);
    this.shortTail = new Int32Array(capacity);
    this.longSize = new Float64Array(capacity);
    this.shortSize = new Float64Array(capacity);
    this.longOpening = new Float64Array(capacity);
    this.shortOpening = new Float64Array(capacity);
    this.longReserved = new Float64Array(capacity);
    this.shortReserved = new Float64Array(capacity);
    this.orderHead = new Int32Array(capacity);
    this.orderTail = new Int32Array(capacity);
    this.restingCount = new Int32Array(capacity);
    this.planCount = new Int32Array(capacity);
    this.watched = new Uint8Array(capacity);
    this.bandLow = new Float64Array(capacity);
    this.bandHigh = new Float64Array(capacity);
    this.bandLots = new Float64Array(capacity);
    this.lowPlace = new Int32Array(capacity);
    this.highPlace = new Int32Array(capacity);
  }
}
