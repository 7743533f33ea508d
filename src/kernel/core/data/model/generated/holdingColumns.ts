// Made of model/holdings.ts by `npm run golden`: what a row has is changed there.
import type { Columns } from "../../encoding/stateStream.ts";
import type { PublishedValues } from "../entity.ts";
import type { holdings } from "../holdings.ts";
import type { AccountId, ContractIndex, HoldingSlot, Leverage, Lots, OrderSlot, Points, PositionSlot, Rate, TimeMs } from "../../units/kinds.ts";
import { Pool } from "../../units/pool.ts";

/** A row as records and views show it. */
export type PublishedHolding = PublishedValues<typeof holdings>;

export abstract class HoldingColumns extends Pool<HoldingSlot> {
  account = this.int<AccountId>(0);
  contract = this.int<ContractIndex>(0);
  marginMode = this.int<number>(0);
  separatedMode = this.int<number>(0);
  cross = this.int<Leverage>(0);
  isolatedLong = this.int<Leverage>(0);
  isolatedShort = this.int<Leverage>(0);
  takerRate = this.int<Rate>(0);
  makerRate = this.int<Rate>(0);
  /** Next holding of the account. */
  next = this.int<HoldingSlot>(0);
  /**
   * What its positions require by a rule that is the contract's no more: a place in `keptMargins`, from 1; 0:
   * the contract's rule.
   */
  keptRule = this.int<number>(0);
  longHead = this.int<PositionSlot>(0);
  longTail = this.int<PositionSlot>(0);
  shortHead = this.int<PositionSlot>(0);
  shortTail = this.int<PositionSlot>(0);
  /** Σ size of the positions of a leg. */
  longSize = this.double<Lots>(0);
  shortSize = this.double<Lots>(0);
  /** Lots that live opening orders would still add to a leg. */
  longOpening = this.double<Lots>(0);
  shortOpening = this.double<Lots>(0);
  /** Lots that live close orders have reserved of a leg. */
  longReserved = this.double<Lots>(0);
  shortReserved = this.double<Lots>(0);
  /**
   * Live orders, by id: pending, open and canceling ones, and untriggered ones, in one list; counted apart.
   */
  orderHead = this.int<OrderSlot>(0);
  orderTail = this.int<OrderSlot>(0);
  restingCount = this.int<number>(0);
  planCount = this.int<number>(0);
  /** When its live orders are canceled, unless that is put off; 0: no countdown runs. */
  countdownDue = this.double<TimeMs>(0);
  /** Which of them: CANCEL_ codes of a mass cancel. */
  countdownWhich = this.int<number>(0);
  countdownIndex = this.int<number>(0);
  /** 1 while it stands in the contract's two heaps of bands (events/watch.ts). */
  watched = this.int<number>(0);
  /** Marks between which the account cannot be in breach because of this contract. */
  bandLow = this.double<Points>(0);
  bandHigh = this.double<Points>(0);
  /** Lots for which the band is wide enough. */
  bandLots = this.double<Lots>(0);
  lowHeapIndex = this.int<number>(0);
  highHeapIndex = this.int<number>(0);

  constructor(capacity: number) {
    super({ doubles: 10, ints: 24, together: true });
    this.resize(capacity);
  }

  /** Puts every column of a row to rest. */
  clear(slot: HoldingSlot): void {
    this.account[slot] = 0;
    this.contract[slot] = 0;
    this.marginMode[slot] = 0;
    this.separatedMode[slot] = 0;
    this.cross[slot] = 0;
    this.isolatedLong[slot] = 0;
    this.isolatedShort[slot] = 0;
    this.takerRate[slot] = 0;
    this.makerRate[slot] = 0;
    this.next[slot] = -1;
    this.keptRule[slot] = 0;
    this.longHead[slot] = -1;
    this.longTail[slot] = -1;
    this.shortHead[slot] = -1;
    this.shortTail[slot] = -1;
    this.longSize[slot] = 0;
    this.shortSize[slot] = 0;
    this.longOpening[slot] = 0;
    this.shortOpening[slot] = 0;
    this.longReserved[slot] = 0;
    this.shortReserved[slot] = 0;
    this.orderHead[slot] = -1;
    this.orderTail[slot] = -1;
    this.restingCount[slot] = 0;
    this.planCount[slot] = 0;
    this.countdownDue[slot] = 0;
    this.countdownWhich[slot] = 0;
    this.countdownIndex[slot] = 0;
    this.watched[slot] = 0;
    this.bandLow[slot] = 0;
    this.bandHigh[slot] = 0;
    this.bandLots[slot] = 0;
    this.lowHeapIndex[slot] = 0;
    this.highHeapIndex[slot] = 0;
  }

  /** What a snapshot keeps, by name. */
  persisted(): Columns {
    return {
      account: this.account,
      contract: this.contract,
      marginMode: this.marginMode,
      separatedMode: this.separatedMode,
      cross: this.cross,
      isolatedLong: this.isolatedLong,
      isolatedShort: this.isolatedShort,
      keptRule: this.keptRule,
      longSize: this.longSize,
      shortSize: this.shortSize,
      longOpening: this.longOpening,
      shortOpening: this.shortOpening,
      longReserved: this.longReserved,
      shortReserved: this.shortReserved,
      countdownDue: this.countdownDue,
      countdownWhich: this.countdownWhich,
    };
  }

  protected override lay(): void {
    this.longSize = this.double(0);
    this.shortSize = this.double(1);
    this.longOpening = this.double(2);
    this.shortOpening = this.double(3);
    this.longReserved = this.double(4);
    this.shortReserved = this.double(5);
    this.countdownDue = this.double(6);
    this.bandLow = this.double(7);
    this.bandHigh = this.double(8);
    this.bandLots = this.double(9);
    this.account = this.int(0);
    this.contract = this.int(1);
    this.marginMode = this.int(2);
    this.separatedMode = this.int(3);
    this.cross = this.int(4);
    this.isolatedLong = this.int(5);
    this.isolatedShort = this.int(6);
    this.takerRate = this.int(7);
    this.makerRate = this.int(8);
    this.next = this.int(9);
    this.keptRule = this.int(10);
    this.longHead = this.int(11);
    this.longTail = this.int(12);
    this.shortHead = this.int(13);
    this.shortTail = this.int(14);
    this.orderHead = this.int(15);
    this.orderTail = this.int(16);
    this.restingCount = this.int(17);
    this.planCount = this.int(18);
    this.countdownWhich = this.int(19);
    this.countdownIndex = this.int(20);
    this.watched = this.int(21);
    this.lowHeapIndex = this.int(22);
    this.highHeapIndex = this.int(23);
  }
}

/** What is published of a row. */
export function viewHolding(rows: HoldingColumns, slot: HoldingSlot): PublishedHolding {
  return {
    contract: rows.contract[slot],
    marginMode: rows.marginMode[slot],
    separatedMode: rows.separatedMode[slot],
    cross: rows.cross[slot],
    isolatedLong: rows.isolatedLong[slot],
    isolatedShort: rows.isolatedShort[slot],
    countdownDue: rows.countdownDue[slot],
    countdownWhich: rows.countdownWhich[slot],
  };
}
