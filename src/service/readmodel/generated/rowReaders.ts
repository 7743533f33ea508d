// Made of readmodel/rowFields.ts by `npm run golden`: a field is changed there.
import type { OrderRow, FillRow, CloseRow, AmendmentRow, BillRow, RebateRow, TradeRow, CandleRow, ActivityRow, LiquidationRow, FundingRow, EquityRow, ResultRow, PassedRow } from "../history.ts";
import type { Cursor } from "../rows.ts";

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
    createdTime: c.int(),
    updatedTime: c.int(),
    filledValue: c.money(),
    fee: c.money(),
    liquidationFee: c.money(),
    realized: c.money(),
    triggerPrice: c.int(),
    triggerSource: c.int(),
    triggerDirection: c.int(),
    triggeredTime: c.int(),
    priceProtect: c.flag(),
    callbackRate: c.int(),
    activationPrice: c.int(),
    endsWithLeg: c.flag(),
    presetTakeProfit: c.int(),
    presetStopLoss: c.int(),
    presetsOnMark: c.int(),
    selfTradeMode: c.int(),
    goodTill: c.int(),
    priceMatch: c.int(),
    parent: c.int(),
    endedSeq: c.int(),
    ordinal: c.int(),
    clientId: c.text(),
  };
}

export function readFill(c: Cursor): FillRow {
  return {
    fill: c.int(),
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
    counterparty: c.int(),
    indexPoints: c.int(),
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

export function readAmendment(c: Cursor): AmendmentRow {
  return {
    account: c.int(),
    contract: c.int(),
    order: c.int(),
    priceBefore: c.int(),
    price: c.int(),
    sizeBefore: c.int(),
    size: c.int(),
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

export function readTrade(c: Cursor): TradeRow {
  return {
    trade: c.int(),
    contract: c.int(),
    price: c.int(),
    size: c.int(),
    value: c.money(),
    takerSide: c.int(),
    takerOrder: c.int(),
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

export function readActivity(c: Cursor): ActivityRow {
  return {
    takerValue: c.money(),
    makerValue: c.money(),
    deposited: c.money(),
    withdrawn: c.money(),
    fees: c.money(),
    fills: c.int(),
    liquidations: c.int(),
  };
}

export function readLiquidation(c: Cursor): LiquidationRow {
  return {
    forced: c.flag(),
    equity: c.money(),
    requirement: c.money(),
  };
}

export function readFunding(c: Cursor): FundingRow {
  return {
    contract: c.int(),
    time: c.int(),
    rate: c.int(),
    synthetic: c.flag(),
  };
}

export function readEquity(c: Cursor): EquityRow {
  return {
    time: c.int(),
    equity: c.money(),
    deposited: c.money(),
  };
}

export function readResult(c: Cursor): ResultRow {
  return {
    day: c.int(),
    contract: c.int(),
    fills: c.int(),
    takerValue: c.money(),
    makerValue: c.money(),
    realized: c.money(),
    fees: c.money(),
    liquidationFees: c.money(),
    funding: c.money(),
    closed: c.int(),
    won: c.int(),
  };
}

export function readPassed(c: Cursor): PassedRow {
  return {
    kind: c.int(),
    counterparty: c.int(),
    count: c.int(),
    value: c.money(),
    amount: c.money(),
    fees: c.money(),
  };
}
