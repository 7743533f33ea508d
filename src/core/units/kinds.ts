// biome-ignore-all lint/style/noEnum: declared only; nothing of a kind is there when the program runs

import type { Quanta } from "./units.ts";

/*
 * The kinds of number. Each is a declared enum, for what TypeScript knows of those: a plain number (a literal, a sum) may become
 * one of a kind, one of a kind may be used as a plain number, and one of a kind is never one of another.
 *
 * Kinds that rows are found by name a few of their values. A column is an array that has those as properties, so for the compiler
 * `column[slot]` is there for a slot of the column's own pool, and may be undefined for every other number.
 */

/** A price in ticks of its contract; safe integer ≥ 1, 0 where a price is absent. */
export declare enum Ticks {
  kind,
}
/** A mark, index or other reference price in hundredths of a tick. */
export declare enum Points {
  kind,
}
/** A size in lots of its contract; safe integer ≥ 0. */
export declare enum Lots {
  kind,
}
/** A rate in units of 1e-8: 0.0006 is 60 000. */
export declare enum Rate {
  kind,
}
/** Leverage in hundredths: 20x is 2 000. */
export declare enum Leverage {
  kind,
}
/** A moment of market time, Unix milliseconds. */
export declare enum TimeMs {
  kind,
}
/** The number of a command, counted from 1. */
export declare enum Seq {
  kind,
}

/** Ids from the one counter of the state (FIRST_ID). */
export declare enum OrderId {
  kind,
}
export declare enum PositionId {
  kind,
}
export declare enum TradeId {
  kind,
}
export declare enum BillId {
  kind,
}

/** Codes of codes.ts. */
export declare enum Action {
  kind,
}
export declare enum Side {
  kind,
}
export declare enum Leg {
  kind,
}

/** An account by its id, which is its slot. */
export declare enum AccountId {
  none = 0,
  external = 1,
  fees = 2,
  insurance = 3,
  user = 4,
}
/** A contract by its place among the contracts. */
export declare enum ContractIndex {
  none = -1,
  first = 0,
  second = 1,
  third = 2,
}
/** Rows of the pools. */
export declare enum OrderSlot {
  none = -1,
  first = 0,
  second = 1,
  third = 2,
}
export declare enum PositionSlot {
  none = -1,
  first = 0,
  second = 1,
  third = 2,
}
export declare enum HoldingSlot {
  none = -1,
  first = 0,
  second = 1,
  third = 2,
}
export declare enum EntrySlot {
  none = -1,
  first = 0,
  second = 1,
  third = 2,
}

/** Rows of numbers: `Value` by `Slot`. */
export type Doubles<Slot extends number, Value extends number = number> = Float64Array & Rows<Slot, Value>;
export type Ints<Slot extends number, Value extends number = number> = Int32Array & Rows<Slot, Value>;
/** What is found by `Slot`. */
export type Rows<Slot extends number, Value> = { [S in Slot]: Value };

/** The kinds by name, as columns and fields of records declare them. "int" is any other integer. */
export interface NumberKinds {
  int: number;
  Ticks: Ticks;
  Points: Points;
  Lots: Lots;
  Rate: Rate;
  Leverage: Leverage;
  TimeMs: TimeMs;
  Seq: Seq;
  OrderId: OrderId;
  PositionId: PositionId;
  TradeId: TradeId;
  BillId: BillId;
  Action: Action;
  Side: Side;
  Leg: Leg;
  AccountId: AccountId;
  ContractIndex: ContractIndex;
  OrderSlot: OrderSlot;
  PositionSlot: PositionSlot;
  HoldingSlot: HoldingSlot;
  EntrySlot: EntrySlot;
}

/** What a field of a record or a column of a row may be. */
export type FieldKind = keyof NumberKinds | "flag" | "money";
export type FieldValue<K extends FieldKind> = K extends "flag"
  ? boolean
  : K extends keyof NumberKinds
    ? NumberKinds[K]
    : Quanta;
