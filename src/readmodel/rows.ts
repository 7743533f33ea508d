import type { Quanta } from "../core/index.ts";
import { QUANTA_PER_UNIT, quantaOf } from "../core/index.ts";
import type {
  ActivityRow,
  BillRow,
  CandleRow,
  CloseRow,
  FillRow,
  FundingRow,
  LiquidationRow,
  OrderRow,
  RebateRow,
  TradeRow,
} from "./history.ts";

/**
 * Rows on their way from a reader: numbers only, so that a page crosses threads as one transferred buffer. Each row is
 * its columns in the order listed here; client ids, the one text, travel beside.
 */
export interface Sheet {
  readonly words: Float64Array<ArrayBuffer>;
  readonly texts: readonly string[];
  readonly total: number;
  readonly more: boolean;
}

const money = (name: string): string[] => [`${name}_units`, `${name}_quanta`];

export const orderColumns: readonly string[] = [
  ...[
    "order_id",
    "account",
    "contract",
    "kind",
    "action",
    "time_in_force",
    "market",
    "price",
    "size",
    "remaining",
  ],
  ...["state", "cancel_reason", "margin_mode", "separated_mode", "position", "leverage", "trigger_price"],
  ...[
    "trigger_source",
    "trigger_direction",
    "triggered_time",
    "preset_take_profit",
    "preset_stop_loss",
    "presets_on_mark",
    "parent",
  ],
  ...[...money("filled_value"), ...money("fee"), ...money("liquidation_fee"), ...money("realized")],
  ...["created_time", "updated_time", "ended_seq", "ordinal"],
];

export const fillColumns: readonly string[] = [
  ...["trade", "order_id", "account", "contract", "action", "maker", "kind", "margin_mode", "separated_mode"],
  ...["position", "price", "size", ...money("value"), ...money("fee"), ...money("liquidation_fee")],
  ...[...money("realized"), "time", "seq"],
];

export const closeColumns: readonly string[] = [
  ...["position", "account", "contract", "leg", "margin_mode", "separated_mode", "leverage", "open_size"],
  ...[...money("open_value"), ...money("open_fee"), ...money("close_value"), ...money("close_fee")],
  ...[...money("funding"), ...money("liquidation_fee"), "opened_time", "time", "seq", "ordinal"],
];

export const billColumns: readonly string[] = [
  ...["bill", "account", "entry", "contract", "coin", "type", ...money("amount"), ...money("balance")],
  ...[...money("fee"), "reason", "time", "seq"],
];

export const rebateColumns: readonly string[] = [
  ...["agent", "account", "rate", ...money("fees"), ...money("amount"), "since_seq", "time", "seq"],
];

export const tradeColumns: readonly string[] = [
  ...["trade", "contract", "price", "size", ...money("value"), "taker_side", "time", "seq"],
];

/** What {@link Bar} holds, as columns. */
export const barColumns: readonly string[] = [
  ...["time", "open", "high", "low", "close", "volume", ...money("value")],
  ...["trades", "bought_volume", ...money("bought_value")],
];

/** Reads the columns of a row one after the other: the order of the reads is the order of the columns. */
class Cursor {
  readonly #sheet: Sheet;
  #at = 0;
  #text = 0;

  constructor(sheet: Sheet) {
    this.#sheet = sheet;
  }
  get done(): boolean {
    return this.#at >= this.#sheet.words.length;
  }
  int(): number {
    return this.#sheet.words[this.#at++]!;
  }
  flag(): boolean {
    return this.int() !== 0;
  }
  money(): Quanta {
    const units = this.int();
    const quanta = this.int();
    // Most amounts are far below 2^53 quanta, where one conversion is enough.
    return units > -90_000_000 && units < 90_000_000
      ? BigInt(units * QUANTA_PER_UNIT + quanta)
      : quantaOf(units, quanta);
  }
  text(): string {
    return this.#sheet.texts[this.#text++]!;
  }
}

/** Every row of a sheet. */
export function rowsOf<T>(sheet: Sheet, read: (cursor: Cursor) => T): T[] {
  const rows: T[] = [];
  for (const cursor = new Cursor(sheet); !cursor.done; ) rows.push(read(cursor));
  return rows;
}

export function readOrder(c: Cursor): OrderRow {
  return {
    order: c.int(),
    account: c.int(),
    contract: c.int(),
    kind: c.int(),
    action: c.int(),
    timeInForce: c.int(),
    market: c.flag(),
    price: c.int(),
    size: c.int(),
    remaining: c.int(),
    state: c.int(),
    cancelReason: c.int(),
    marginMode: c.int(),
    separatedMode: c.int(),
    position: c.int(),
    leverage: c.int(),
    triggerPrice: c.int(),
    triggerSource: c.int(),
    triggerDirection: c.int(),
    triggeredTime: c.int(),
    presetTakeProfit: c.int(),
    presetStopLoss: c.int(),
    presetsOnMark: c.int(),
    parent: c.int(),
    filledValue: c.money(),
    fee: c.money(),
    liquidationFee: c.money(),
    realized: c.money(),
    createdTime: c.int(),
    updatedTime: c.int(),
    endedSeq: c.int(),
    ordinal: c.int(),
    clientId: c.text(),
  };
}

export function readFill(c: Cursor): FillRow {
  return {
    trade: c.int(),
    order: c.int(),
    account: c.int(),
    contract: c.int(),
    action: c.int(),
    maker: c.flag(),
    kind: c.int(),
    marginMode: c.int(),
    separatedMode: c.int(),
    position: c.int(),
    price: c.int(),
    size: c.int(),
    value: c.money(),
    fee: c.money(),
    liquidationFee: c.money(),
    realized: c.money(),
    time: c.int(),
    seq: c.int(),
  };
}

export function readClose(c: Cursor): CloseRow {
  return {
    position: c.int(),
    account: c.int(),
    contract: c.int(),
    leg: c.int(),
    marginMode: c.int(),
    separatedMode: c.int(),
    leverage: c.int(),
    openSize: c.int(),
    openValue: c.money(),
    openFee: c.money(),
    closeValue: c.money(),
    closeFee: c.money(),
    funding: c.money(),
    liquidationFee: c.money(),
    openedTime: c.int(),
    time: c.int(),
    seq: c.int(),
    id: c.int(),
  };
}

export function readBill(c: Cursor): BillRow {
  return {
    bill: c.int(),
    account: c.int(),
    entry: c.int(),
    contract: c.int(),
    coin: c.int(),
    type: c.int(),
    amount: c.money(),
    balance: c.money(),
    fee: c.money(),
    reason: c.int(),
    time: c.int(),
    seq: c.int(),
  };
}

export function readTrade(c: Cursor): TradeRow {
  return {
    trade: c.int(),
    contract: c.int(),
    price: c.int(),
    size: c.int(),
    value: c.money(),
    takerSide: c.int(),
    time: c.int(),
    seq: c.int(),
  };
}

export function readCandle(c: Cursor): CandleRow {
  return {
    time: c.int(),
    open: c.int(),
    high: c.int(),
    low: c.int(),
    close: c.int(),
    volume: c.int(),
    value: c.money(),
    trades: c.int(),
    boughtVolume: c.int(),
    boughtValue: c.money(),
    synthetic: c.flag(),
  };
}

export function readFunding(c: Cursor): FundingRow {
  return { contract: c.int(), time: c.int(), rate: c.int(), synthetic: c.flag() };
}

export function readRebate(c: Cursor): RebateRow {
  return {
    agent: c.int(),
    account: c.int(),
    rate: c.int(),
    fees: c.money(),
    amount: c.money(),
    sinceSeq: c.int(),
    time: c.int(),
    seq: c.int(),
  };
}

export function readActivity(c: Cursor): ActivityRow {
  return { takerValue: c.money(), makerValue: c.money(), deposited: c.money(), withdrawn: c.money() };
}

export function readLiquidation(c: Cursor): LiquidationRow {
  return { forced: c.flag(), equity: c.money(), requirement: c.money() };
}
