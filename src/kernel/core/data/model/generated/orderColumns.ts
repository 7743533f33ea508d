// Made of model/orders.ts by `npm run golden`: what a row has is changed there.
import type { ColumnAside } from "../../encoding/snapshotStream.ts";
import type { Columns } from "../../encoding/stateStream.ts";
import type { PublishedValues } from "../entity.ts";
import type { orders } from "../orders.ts";
import type { AccountId, Action, ConditionSlot, ContractIndex, HoldingSlot, Leverage, Lots, OrderId, OrderSlot, Points, PositionId, Rate, Side, Ticks, TimeMs } from "../../units/kinds.ts";
import { MoneyColumn } from "../../units/money.ts";
import { Pool } from "../../units/pool.ts";
import { assert } from "../../units/units.ts";

/** A row as records and views show it. */
export type PublishedOrder = PublishedValues<typeof orders>;

/** What is decided of a row before there is one. */
export class OrderDraftColumns {
  account: AccountId = 0;
  contract: ContractIndex = 0;
  kind: number = 0;
  action: Action = 1;
  timeInForce: number = 0;
  market: boolean = false;
  price: Ticks = 0;
  size: Lots = 0;
  state: number = 1;
  marginMode: number = 0;
  separatedMode: number = 0;
  position: PositionId = 0;
  leverage: Leverage = 0;
  triggerPrice: Ticks = 0;
  triggerSource: number = 0;
  triggerDirection: number = 0;
  priceProtect: boolean = false;
  callbackRate: Rate = 0;
  activationPrice: Ticks = 0;
  endsWithLeg: boolean = false;
  presetTakeProfit: Ticks = 0;
  presetStopLoss: Ticks = 0;
  presetsOnMark: number = 0;
  selfTradeMode: number = 0;
  goodTill: TimeMs = 0;
  priceMatch: number = 0;
  parent: OrderId = 0;
  markPoints: Points = 0;
  feeRate: Rate = 0;

  /** Back to what nobody decided. */
  protected resetColumns(): void {
    this.account = 0;
    this.contract = 0;
    this.kind = 0;
    this.action = 1;
    this.timeInForce = 0;
    this.market = false;
    this.price = 0;
    this.size = 0;
    this.state = 1;
    this.marginMode = 0;
    this.separatedMode = 0;
    this.position = 0;
    this.leverage = 0;
    this.triggerPrice = 0;
    this.triggerSource = 0;
    this.triggerDirection = 0;
    this.priceProtect = false;
    this.callbackRate = 0;
    this.activationPrice = 0;
    this.endsWithLeg = false;
    this.presetTakeProfit = 0;
    this.presetStopLoss = 0;
    this.presetsOnMark = 0;
    this.selfTradeMode = 0;
    this.goodTill = 0;
    this.priceMatch = 0;
    this.parent = 0;
    this.markPoints = 0;
    this.feeRate = 0;
  }
}

/**
 * The conditions of the orders that have any. The row 0 is at rest, as are free rows: all others of the
 * orders read it.
 */
export class OrderConditions extends Pool<ConditionSlot> {
  /**
   * Of a trailing stop 0 until its trigger is met or it ends; views show where it is
   * (exchange/answers/images.ts).
   */
  triggerPrice = this.double<Ticks>(0);
  triggerSource = this.int<number>(0);
  triggerDirection = this.int<number>(0);
  /** Where it waits: TRIGGER_ codes. */
  triggerQueued = this.int<number>(0);
  triggeredTime = this.double<TimeMs>(0);
  /** 1: at its trigger it ends where last and mark price are further apart than the contract allows. */
  priceProtect = this.int<number>(0);
  /** How far from its extreme the trigger of a trailing stop lies; 0: it is none. */
  callbackRate = this.int<Rate>(0);
  /** Where a trailing stop becomes active; 0: it was from the start. */
  activationPrice = this.double<Ticks>(0);
  /** What a trailing stop had followed its price to when it last left its trail; 0: it was not active yet. */
  extreme = this.double<Points>(0);
  /** 1: it takes the whole leg (or position) that it closes, and ends when that does. */
  endsWithLeg = this.int<number>(0);
  presetTakeProfit = this.double<Ticks>(0);
  presetStopLoss = this.double<Ticks>(0);
  /** Which of the two watch the mark price (codes.ts). A double, as the leverage is. */
  presetsOnMark = this.double<number>(0);
  /** Its own self-trade prevention, as an STP_ code plus 1; 0: the account's. */
  selfTradeMode = this.int<number>(0);
  /** When it ends by itself; 0: never. */
  goodTill = this.double<TimeMs>(0);
  /**
   * Where the book gave it its price, or is to give it once it enters: MATCH_ codes; 0: it came with a price.
   */
  priceMatch = this.int<number>(0);
  /** Opening order of a preset child, 0 if none. */
  parent = this.double<OrderId>(0);
  /** The order itself, where it ends by itself. */
  dated = this.double<OrderId>(0);
  datedIndex = this.int<number>(0);
  /** Live preset children of an opening order; for a child, `sibling` is the other one. Slots or NONE. */
  takeProfitChild = this.int<OrderSlot>(0);
  stopLossChild = this.int<OrderSlot>(0);
  sibling = this.int<OrderSlot>(0);

  constructor() {
    super({ doubles: 10, ints: 12, together: true });
    this.resize(16);
    this.take();
  }

  /** Puts a row to rest. */
  clear(slot: ConditionSlot): void {
    this.triggerPrice[slot] = 0;
    this.triggerSource[slot] = 0;
    this.triggerDirection[slot] = 0;
    this.triggerQueued[slot] = 0;
    this.triggeredTime[slot] = 0;
    this.priceProtect[slot] = 0;
    this.callbackRate[slot] = 0;
    this.activationPrice[slot] = 0;
    this.extreme[slot] = 0;
    this.endsWithLeg[slot] = 0;
    this.presetTakeProfit[slot] = 0;
    this.presetStopLoss[slot] = 0;
    this.presetsOnMark[slot] = 0;
    this.selfTradeMode[slot] = 0;
    this.goodTill[slot] = 0;
    this.priceMatch[slot] = 0;
    this.parent[slot] = 0;
    this.dated[slot] = 0;
    this.datedIndex[slot] = 0;
    this.takeProfitChild[slot] = -1;
    this.stopLossChild[slot] = -1;
    this.sibling[slot] = -1;
  }

  /** Whether nothing of a row is set. */
  isAtRest(slot: ConditionSlot): boolean {
    return (
      this.triggerPrice[slot] === 0 &&
      this.triggerSource[slot] === 0 &&
      this.triggerDirection[slot] === 0 &&
      this.triggerQueued[slot] === 0 &&
      this.triggeredTime[slot] === 0 &&
      this.priceProtect[slot] === 0 &&
      this.callbackRate[slot] === 0 &&
      this.activationPrice[slot] === 0 &&
      this.extreme[slot] === 0 &&
      this.endsWithLeg[slot] === 0 &&
      this.presetTakeProfit[slot] === 0 &&
      this.presetStopLoss[slot] === 0 &&
      this.presetsOnMark[slot] === 0 &&
      this.selfTradeMode[slot] === 0 &&
      this.goodTill[slot] === 0 &&
      this.priceMatch[slot] === 0 &&
      this.parent[slot] === 0 &&
      this.dated[slot] === 0 &&
      this.datedIndex[slot] === 0 &&
      this.takeProfitChild[slot] === -1 &&
      this.stopLossChild[slot] === -1 &&
      this.sibling[slot] === -1
    );
  }

  protected override lay(): void {
    this.triggerPrice = this.double(0);
    this.triggeredTime = this.double(1);
    this.activationPrice = this.double(2);
    this.extreme = this.double(3);
    this.presetTakeProfit = this.double(4);
    this.presetStopLoss = this.double(5);
    this.presetsOnMark = this.double(6);
    this.goodTill = this.double(7);
    this.parent = this.double(8);
    this.dated = this.double(9);
    this.triggerSource = this.int(0);
    this.triggerDirection = this.int(1);
    this.triggerQueued = this.int(2);
    this.priceProtect = this.int(3);
    this.callbackRate = this.int(4);
    this.endsWithLeg = this.int(5);
    this.selfTradeMode = this.int(6);
    this.priceMatch = this.int(7);
    this.datedIndex = this.int(8);
    this.takeProfitChild = this.int(9);
    this.stopLossChild = this.int(10);
    this.sibling = this.int(11);
  }

  protected override prepare(first: number): void {
    for (let slot = first; slot < this.capacity * this.stride; slot += this.stride) {
      this.takeProfitChild[slot] = -1;
      this.stopLossChild[slot] = -1;
      this.sibling[slot] = -1;
    }
  }
}

export abstract class OrderColumns extends Pool<OrderSlot> {
  readonly conditions = new OrderConditions();
  id = this.double<OrderId>(0);
  account = this.int<AccountId>(0);
  contract = this.int<ContractIndex>(0);
  holding = this.int<HoldingSlot>(0);
  kind = this.int<number>(0);
  action = this.int<Action>(0);
  side = this.int<Side>(0);
  timeInForce = this.int<number>(0);
  market = this.int<number>(0);
  /**
   * Limit price; for a market order the protection price that it was given. 0: not yet triggered, and at
   * market, or the book gives it.
   */
  price = this.double<Ticks>(0);
  size = this.double<Lots>(0);
  /** Lots not filled. */
  remaining = this.double<Lots>(0);
  state = this.int<number>(0);
  /** Where it rests: in the book, on paper, or nowhere (RESTS_ codes). */
  restsWhere = this.int<number>(0);
  marginMode = this.int<number>(0);
  separatedMode = this.int<number>(0);
  /** Position that a close is bound to, 0 if none. */
  position = this.double<PositionId>(0);
  /** A double: the row then has about as many doubles as integers, and the longer half decides its length. */
  leverage = this.double<Leverage>(0);
  /** Where its conditions lie; 0 where none is set. */
  condition = this.int<ConditionSlot>(0);
  createdTime = this.double<TimeMs>(0);
  updatedTime = this.double<TimeMs>(0);
  readonly filledValue = new MoneyColumn<OrderSlot>();
  readonly fee = new MoneyColumn<OrderSlot>();
  readonly liquidationFee = new MoneyColumn<OrderSlot>();
  readonly realized = new MoneyColumn<OrderSlot>();
  /** Order margin of what remains of an opening order, at the mark and taker rate of its acceptance. */
  readonly frozen = new MoneyColumn<OrderSlot>();
  markPoints = this.double<Points>(0);
  feeRate = this.int<Rate>(0);
  /** Time priority in its price level: the n-th order ever rested. */
  priority = this.double<number>(0);
  /** What its heap orders it by: the trigger price, or the time at which a delay ends. */
  heapKey = this.double<number>(0);
  heapIndex = this.int<number>(0);
  next = this.int<OrderSlot>(0);
  prev = this.int<OrderSlot>(0);
  holdingNext = this.int<OrderSlot>(0);
  holdingPrev = this.int<OrderSlot>(0);

  constructor(capacity: number) {
    super({ doubles: 21, ints: 19, together: true });
    this.resize(capacity);
  }

  /** Whether a row has conditions. */
  hasConditions(slot: OrderSlot): boolean {
    return this.condition[slot] !== 0;
  }

  /** Gives a row conditions of its own, at rest. */
  takeConditions(slot: OrderSlot): ConditionSlot {
    assert(this.condition[slot] === 0, "a row has conditions once");
    const row = this.conditions.take();
    this.condition[slot] = row;
    return row;
  }

  /** Takes the conditions of a row that has some. */
  dropConditions(slot: OrderSlot): void {
    const row = this.condition[slot];
    assert(row !== 0, "a row has the conditions that it gives back");
    this.condition[slot] = 0;
    this.conditions.clear(row);
    this.conditions.drop(row);
  }

  override bytes(): number {
    return super.bytes() + this.conditions.bytes();
  }

  /** A column of the conditions as one of this pool's. */
  private aside(columnOf: (rows: OrderConditions) => Float64Array | Int32Array): ColumnAside {
    const { conditions } = this;
    const rowOf = (slot: number): ConditionSlot => this.condition[slot as OrderSlot];
    return {
      load: (slot) => columnOf(conditions)[rowOf(slot)]!,
      store(slot, value) {
        const row = rowOf(slot);
        assert(row !== 0 || value === 0, "only a row with conditions has values in them");
        if (row !== 0) columnOf(conditions)[row] = value;
      },
    };
  }

  /** Whether a row uses its fills. */
  abstract hasFills(slot: OrderSlot): boolean;

  /** Puts the fills of a row that used them to rest. */
  clearFills(slot: OrderSlot): void {
    this.filledValue.clear(slot);
    this.fee.clear(slot);
    this.liquidationFee.clear(slot);
    this.realized.clear(slot);
  }

  /** Takes what a draft decided; its groups are those that the draft uses. */
  takeOrder(slot: OrderSlot, draft: OrderDraftColumns, conditions: boolean): void {
    this.account[slot] = draft.account;
    this.contract[slot] = draft.contract;
    this.kind[slot] = draft.kind;
    this.action[slot] = draft.action;
    this.timeInForce[slot] = draft.timeInForce;
    this.market[slot] = draft.market ? 1 : 0;
    this.price[slot] = draft.price;
    this.size[slot] = draft.size;
    this.state[slot] = draft.state;
    this.marginMode[slot] = draft.marginMode;
    this.separatedMode[slot] = draft.separatedMode;
    this.position[slot] = draft.position;
    this.leverage[slot] = draft.leverage;
    this.markPoints[slot] = draft.markPoints;
    this.feeRate[slot] = draft.feeRate;
    if (!conditions) return;
    const row = this.takeConditions(slot);
    const rows = this.conditions;
    rows.triggerPrice[row] = draft.triggerPrice;
    rows.triggerSource[row] = draft.triggerSource;
    rows.triggerDirection[row] = draft.triggerDirection;
    rows.priceProtect[row] = draft.priceProtect ? 1 : 0;
    rows.callbackRate[row] = draft.callbackRate;
    rows.activationPrice[row] = draft.activationPrice;
    rows.endsWithLeg[row] = draft.endsWithLeg ? 1 : 0;
    rows.presetTakeProfit[row] = draft.presetTakeProfit;
    rows.presetStopLoss[row] = draft.presetStopLoss;
    rows.presetsOnMark[row] = draft.presetsOnMark;
    rows.selfTradeMode[row] = draft.selfTradeMode;
    rows.goodTill[row] = draft.goodTill;
    rows.priceMatch[row] = draft.priceMatch;
    rows.parent[row] = draft.parent;
  }

  /** What a snapshot keeps, by name. */
  persisted(): Columns {
    return {
      id: this.id,
      account: this.account,
      contract: this.contract,
      kind: this.kind,
      action: this.action,
      side: this.side,
      timeInForce: this.timeInForce,
      market: this.market,
      price: this.price,
      size: this.size,
      remaining: this.remaining,
      state: this.state,
      restsWhere: this.restsWhere,
      marginMode: this.marginMode,
      separatedMode: this.separatedMode,
      position: this.position,
      leverage: this.leverage,
      conditional: {
        load: (slot) => (this.hasConditions(slot as OrderSlot) ? 1 : 0),
        store: (slot, value) => {
          if (value === 1) this.takeConditions(slot as OrderSlot);
        },
      },
      createdTime: this.createdTime,
      updatedTime: this.updatedTime,
      filledValue: this.filledValue,
      fee: this.fee,
      liquidationFee: this.liquidationFee,
      realized: this.realized,
      triggerPrice: this.aside((rows) => rows.triggerPrice),
      triggerSource: this.aside((rows) => rows.triggerSource),
      triggerDirection: this.aside((rows) => rows.triggerDirection),
      triggerQueued: this.aside((rows) => rows.triggerQueued),
      triggeredTime: this.aside((rows) => rows.triggeredTime),
      priceProtect: this.aside((rows) => rows.priceProtect),
      callbackRate: this.aside((rows) => rows.callbackRate),
      activationPrice: this.aside((rows) => rows.activationPrice),
      endsWithLeg: this.aside((rows) => rows.endsWithLeg),
      presetTakeProfit: this.aside((rows) => rows.presetTakeProfit),
      presetStopLoss: this.aside((rows) => rows.presetStopLoss),
      presetsOnMark: this.aside((rows) => rows.presetsOnMark),
      selfTradeMode: this.aside((rows) => rows.selfTradeMode),
      goodTill: this.aside((rows) => rows.goodTill),
      priceMatch: this.aside((rows) => rows.priceMatch),
      parent: this.aside((rows) => rows.parent),
      frozen: this.frozen,
      markPoints: this.markPoints,
      feeRate: this.feeRate,
      priority: this.priority,
    };
  }

  protected override lay(): void {
    this.filledValue.lay(this.double(0), this.double(1));
    this.fee.lay(this.double(2), this.double(3));
    this.liquidationFee.lay(this.double(4), this.double(5));
    this.realized.lay(this.double(6), this.double(7));
    this.frozen.lay(this.double(8), this.double(9));
    this.id = this.double(10);
    this.price = this.double(11);
    this.size = this.double(12);
    this.remaining = this.double(13);
    this.position = this.double(14);
    this.leverage = this.double(15);
    this.createdTime = this.double(16);
    this.updatedTime = this.double(17);
    this.markPoints = this.double(18);
    this.priority = this.double(19);
    this.heapKey = this.double(20);
    this.account = this.int(0);
    this.contract = this.int(1);
    this.holding = this.int(2);
    this.kind = this.int(3);
    this.action = this.int(4);
    this.side = this.int(5);
    this.timeInForce = this.int(6);
    this.market = this.int(7);
    this.state = this.int(8);
    this.restsWhere = this.int(9);
    this.marginMode = this.int(10);
    this.separatedMode = this.int(11);
    this.condition = this.int(12);
    this.feeRate = this.int(13);
    this.heapIndex = this.int(14);
    this.next = this.int(15);
    this.prev = this.int(16);
    this.holdingNext = this.int(17);
    this.holdingPrev = this.int(18);
  }
}

/** How many words a record has of a row, its header and the groups apart. */
export const orderWords = 18;

/** Writes what is published of every row into the record at word `at`, whose first fields it is. */
export function encodeOrder(words: Float64Array, at: number, rows: OrderColumns, slot: OrderSlot, cancelReason: number): void {
  words[at + 1] = rows.id[slot];
  words[at + 2] = rows.account[slot];
  words[at + 3] = rows.contract[slot];
  words[at + 4] = rows.kind[slot];
  words[at + 5] = rows.action[slot];
  words[at + 6] = rows.timeInForce[slot];
  words[at + 7] = rows.market[slot];
  words[at + 8] = rows.price[slot];
  words[at + 9] = rows.size[slot];
  words[at + 10] = rows.remaining[slot];
  words[at + 11] = rows.state[slot];
  words[at + 12] = cancelReason;
  words[at + 13] = rows.marginMode[slot];
  words[at + 14] = rows.separatedMode[slot];
  words[at + 15] = rows.position[slot];
  words[at + 16] = rows.leverage[slot];
  words[at + 17] = rows.createdTime[slot];
  words[at + 18] = rows.updatedTime[slot];
}

/** How many words a record has of a row's fills. */
export const orderFillsWords = 8;

/** Writes the fills of a row at word `at`; zeros of one that has none. */
export function encodeOrderFills(words: Float64Array, at: number, rows: OrderColumns, slot: OrderSlot): void {
  if (rows.hasFills(slot)) {
    words[at] = rows.filledValue.hi[slot];
    words[at + 1] = rows.filledValue.lo[slot];
    words[at + 2] = rows.fee.hi[slot];
    words[at + 3] = rows.fee.lo[slot];
    words[at + 4] = rows.liquidationFee.hi[slot];
    words[at + 5] = rows.liquidationFee.lo[slot];
    words[at + 6] = rows.realized.hi[slot];
    words[at + 7] = rows.realized.lo[slot];
  } else {
    words[at] = 0;
    words[at + 1] = 0;
    words[at + 2] = 0;
    words[at + 3] = 0;
    words[at + 4] = 0;
    words[at + 5] = 0;
    words[at + 6] = 0;
    words[at + 7] = 0;
  }
}

/** How many words a record has of a row's conditions. */
export const orderConditionsWords = 15;

/** Writes the conditions of a row at word `at`; zeros of one that has none. */
export function encodeOrderConditions(words: Float64Array, at: number, rows: OrderColumns, slot: OrderSlot): void {
  if (rows.hasConditions(slot)) {
    const { conditions } = rows;
    const row = rows.condition[slot];
    words[at] = conditions.triggerPrice[row];
    words[at + 1] = conditions.triggerSource[row];
    words[at + 2] = conditions.triggerDirection[row];
    words[at + 3] = conditions.triggeredTime[row];
    words[at + 4] = conditions.priceProtect[row];
    words[at + 5] = conditions.callbackRate[row];
    words[at + 6] = conditions.activationPrice[row];
    words[at + 7] = conditions.endsWithLeg[row];
    words[at + 8] = conditions.presetTakeProfit[row];
    words[at + 9] = conditions.presetStopLoss[row];
    words[at + 10] = conditions.presetsOnMark[row];
    words[at + 11] = conditions.selfTradeMode[row];
    words[at + 12] = conditions.goodTill[row];
    words[at + 13] = conditions.priceMatch[row];
    words[at + 14] = conditions.parent[row];
  } else {
    words[at] = 0;
    words[at + 1] = 0;
    words[at + 2] = 0;
    words[at + 3] = 0;
    words[at + 4] = 0;
    words[at + 5] = 0;
    words[at + 6] = 0;
    words[at + 7] = 0;
    words[at + 8] = 0;
    words[at + 9] = 0;
    words[at + 10] = 0;
    words[at + 11] = 0;
    words[at + 12] = 0;
    words[at + 13] = 0;
    words[at + 14] = 0;
  }
}

/** What is published of a row. */
export function viewOrder(rows: OrderColumns, slot: OrderSlot, cancelReason: number): PublishedOrder {
  const { conditions } = rows;
  const row = rows.condition[slot];
  return {
    order: rows.id[slot],
    account: rows.account[slot],
    contract: rows.contract[slot],
    kind: rows.kind[slot],
    action: rows.action[slot],
    timeInForce: rows.timeInForce[slot],
    market: rows.market[slot] === 1,
    price: rows.price[slot],
    size: rows.size[slot],
    remaining: rows.remaining[slot],
    state: rows.state[slot],
    cancelReason,
    marginMode: rows.marginMode[slot],
    separatedMode: rows.separatedMode[slot],
    position: rows.position[slot],
    leverage: rows.leverage[slot],
    createdTime: rows.createdTime[slot],
    updatedTime: rows.updatedTime[slot],
    filledValue: rows.filledValue.quanta(slot),
    fee: rows.fee.quanta(slot),
    liquidationFee: rows.liquidationFee.quanta(slot),
    realized: rows.realized.quanta(slot),
    triggerPrice: conditions.triggerPrice[row],
    triggerSource: conditions.triggerSource[row],
    triggerDirection: conditions.triggerDirection[row],
    triggeredTime: conditions.triggeredTime[row],
    priceProtect: conditions.priceProtect[row] === 1,
    callbackRate: conditions.callbackRate[row],
    activationPrice: conditions.activationPrice[row],
    endsWithLeg: conditions.endsWithLeg[row] === 1,
    presetTakeProfit: conditions.presetTakeProfit[row],
    presetStopLoss: conditions.presetStopLoss[row],
    presetsOnMark: conditions.presetsOnMark[row],
    selfTradeMode: conditions.selfTradeMode[row],
    goodTill: conditions.goodTill[row],
    priceMatch: conditions.priceMatch[row],
    parent: conditions.parent[row],
  };
}
