import type { FieldKind, FieldValue } from "../../kernel/core/index.ts";
import { eventLayouts, orderFields } from "../../kernel/core/index.ts";

/*
 * The fields of each kind of row of history. Columns (`columnsOf`), types, and the functions that read and
 * write rows (generated/, made by `npm run golden`) are made from these declarations.
 */

type Fields = Readonly<Record<string, FieldKind>>;
/** A row as an answer has it. */
export type RowOf<F extends Fields> = { readonly [K in keyof F]: FieldValue<F[K]> };

const when = { time: "TimeMs", seq: "Seq" } as const;

/**
 * A terminal order: its last state, when it ended and its place among the account's ended orders (from 1).
 */
export const orderRow = { ...orderFields, endedSeq: "Seq", ordinal: "int" } as const;

/** One side of a trade. Fees positive = paid. */
export const fillEntry = {
  /**
   * Its own id: its trade's, unless its order went through zero: what it opened has one of its own, a bill's.
   */
  fill: "TradeId",
  trade: "TradeId",
  order: "OrderId",
  account: "AccountId",
  contract: "ContractIndex",
  action: "Action",
  maker: "flag",
  /** KIND_ code of the order. */
  kind: "int",
  marginMode: "int",
  separatedMode: "int",
  position: "PositionId",
  price: "Ticks",
  size: "Lots",
  value: "money",
  fee: "money",
  liquidationFee: "money",
  realized: "money",
  /** Whose order was on the other side. */
  counterparty: "AccountId",
  /** The index at the trade. */
  indexPoints: "Points",
} as const;
export const fillRow = { ...fillEntry, ...when } as const;

/**
 * The results of a position. `openFee`, `closeFee` and `liquidationFee` are positive if paid, `funding` is
 * positive if received; `openSize` are the lots ever opened, which are also those closed. The realized profit
 * of a long is its close value less its open value, of a short the reverse.
 */
const { openOrder: _, ...closeEntry } = eventLayouts.positionClosed.fixed;

export { closeEntry };

/** `id` is its place among the account's closed positions, from 1. */
export const closeRow = { ...closeEntry, ...when, id: "int" } as const;

/**
 * A change of price or size of an order that rested, other than by a fill. `id` is its place among those of
 * the order, from 1.
 */
export const amendmentRow = {
  account: "AccountId",
  contract: "ContractIndex",
  order: "OrderId",
  priceBefore: "Ticks",
  price: "Ticks",
  sizeBefore: "Lots",
  size: "Lots",
  ...when,
  id: "int",
} as const;

/** One change of a collateral entry. The amounts of an entry's bills add up to its amount. */
export const billEntry = {
  bill: "BillId",
  account: "AccountId",
  /** Isolated position whose entry it is, 0 for the shared one. */
  entry: "PositionId",
  /** −1: the bill concerns no contract. */
  contract: "ContractIndex",
  coin: "int",
  /** BILL_ code. */
  type: "int",
  amount: "money",
  /** The entry's amount after the bill. */
  balance: "money",
  /** The trading fee inside `amount`, positive = paid. */
  fee: "money",
  /** REASON_ code. */
  reason: "int",
} as const;
export const billRow = { ...billEntry, ...when } as const;

/** One payment to an agent: ⌊fees · rate⌋. */
export const rebateRow = {
  agent: "AccountId",
  /** Whose fees. */
  account: "AccountId",
  rate: "Rate",
  /** Trading fees paid after `sinceSeq`. */
  fees: "money",
  amount: "money",
  sinceSeq: "Seq",
  ...when,
} as const;

export const tradeRow = {
  trade: "TradeId",
  contract: "ContractIndex",
  price: "Ticks",
  size: "Lots",
  value: "money",
  takerSide: "Side",
  takerOrder: "OrderId",
  ...when,
} as const;

/** A bar; prices in ticks for `last`, in points for `mark` and `index`, which have no volume. */
export const barRow = {
  /** When the bar begins. */
  time: "TimeMs",
  open: "int",
  high: "int",
  low: "int",
  close: "int",
  volume: "Lots",
  value: "money",
  /** Number of trades, and the part of volume and value in which the taker bought. */
  trades: "int",
  boughtVolume: "Lots",
  boughtValue: "money",
} as const;
/** `synthetic`: whether part of it is pre-history. */
export const candleRow = { ...barRow, synthetic: "flag" } as const;

/**
 * Σ value of the fills as taker, and as maker, and of their fees, those of liquidations among them; how many
 * fills there were, and how often a liquidation began.
 */
export const activityRow = {
  takerValue: "money",
  makerValue: "money",
  deposited: "money",
  withdrawn: "money",
  fees: "money",
  fills: "int",
  liquidations: "int",
} as const;

/**
 * An account's equity at a whole minute: all its money, and its positions at the mark. `deposited`: what came
 * in from outside less what went out, since the account was opened.
 */
export const equityRow = { time: "TimeMs", equity: "money", deposited: "money" } as const;

/**
 * What passed between an account and one other, or came to it from nobody in particular, in a span
 * (passed.ts). `kind` is a PASSED_ code; `counterparty` is −1 where no account is. `value` is what was
 * traded; `amount` is what the account gained, before the `fees` that it paid.
 */
export const passedRow = {
  kind: "int",
  counterparty: "AccountId",
  count: "int",
  value: "money",
  amount: "money",
  fees: "money",
} as const;

/**
 * What an account did in a contract on a UTC day, added up. `realized` is that of closes, before all fees;
 * fees are positive if paid; `funding` is positive if received.
 */
export const resultRow = {
  /** When the day begins. */
  day: "TimeMs",
  contract: "ContractIndex",
  fills: "int",
  takerValue: "money",
  makerValue: "money",
  realized: "money",
  fees: "money",
  liquidationFees: "money",
  funding: "money",
  /** Positions that ended, and those of them that gained after all fees and funding. */
  closed: "int",
  won: "int",
} as const;

/** `forced`: by command, whatever the margin. */
export const liquidationRow = { forced: "flag", equity: "money", requirement: "money" } as const;

export const fundingRow = {
  contract: "ContractIndex",
  time: "TimeMs",
  rate: "Rate",
  synthetic: "flag",
} as const;

/** Fields whose columns have another name, since their own is a word of SQL or another column's. */
const COLUMN_NAMES: Readonly<Record<string, string>> = { order: "order_id", id: "ordinal" };

/** The columns of a row: `openSize` becomes `open_size`, an amount becomes two (whole units and quanta). */
export function columnsOf(fields: Fields): readonly string[] {
  return Object.entries(fields).flatMap(([field, kind]) => {
    const name = COLUMN_NAMES[field] ?? field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    return kind === "money" ? [`${name}_units`, `${name}_quanta`] : [name];
  });
}
