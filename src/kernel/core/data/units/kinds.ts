// biome-ignore-all lint/style/noEnum: declared only; nothing of them is there when the program runs

/*
 * The kinds of number. A plain number (a literal, a sum) may become any kind, and a number of a kind may be
 * used as a plain number; but a number of one kind never passes for one of another.
 *
 * Rows are found by kinds that name a few of their values, as declared enums do. A column is an array that
 * has those as properties, so for the compiler `column[slot]` is there for a slot of the column's own pool,
 * and may be undefined for every other number.
 */

declare const kind: unique symbol;
type Kind<Name extends string> = number & { readonly [kind]?: Name };

/** Money at rest and at the edges, signed; 1 quantum = 1e-8 of the margin coin. */
export type Quanta = bigint;
/** A price in ticks of its contract; safe integer ≥ 1, 0 where a price is absent. */
export type Ticks = Kind<"Ticks">;
/** A mark, index or other reference price in hundredths of a tick. */
export type Points = Kind<"Points">;
/** A size in lots of its contract; safe integer ≥ 0. */
export type Lots = Kind<"Lots">;
/** A rate in units of 1e-8: 0.0006 is 60 000. */
export type Rate = Kind<"Rate">;
/** Leverage in hundredths: 20x is 2 000. */
export type Leverage = Kind<"Leverage">;
/** A moment of market time, Unix milliseconds. */
export type TimeMs = Kind<"TimeMs">;
/** The number of a command, counted from 1. */
export type Seq = Kind<"Seq">;

/** Ids from the one counter of the state (FIRST_ID). */
export type OrderId = Kind<"OrderId">;
export type PositionId = Kind<"PositionId">;
export type TradeId = Kind<"TradeId">;
export type BillId = Kind<"BillId">;

/** Kind and version of a record, and the code of a refusal (data/messages/rejection.ts). */
export type RecordHead = Kind<"RecordHead">;
export type RejectionCode = Kind<"RejectionCode">;

/** Codes of codes.ts. */
export type Action = Kind<"Action">;
export type Side = Kind<"Side">;
export type Leg = Kind<"Leg">;

/** An account by its id, which is its slot. */
export type AccountId = 0 | 1 | 2 | 3 | 4 | 0.875;
/** A contract by its place among the contracts. */
export type ContractIndex = -1 | 0 | 1 | 2 | 0.75;
/** Rows of the pools. */
export type OrderSlot = -1 | 0 | 0.125;
export type PositionSlot = -1 | 0 | 0.25;
export type HoldingSlot = -1 | 0 | 0.375;
export type EntrySlot = -1 | 0 | 0.625;
export type ConditionSlot = 0 | 0.3125;

/** A place in a heap, 0 its top. */
export declare enum HeapPlace {
  top = 0,
  left = 1,
  right = 2,
  some = 0.5,
}

/**
 * An account and a contract as the other folders name them, which cannot know whether there is such a row:
 * any number of the kind. The core's own functions take rows only; the functions below and `Accounts.has`
 * make a number a row.
 */
export type UncheckedAccount = Kind<"Account">;
export type UncheckedContract = Kind<"Contract">;

/** A message with plain numbers for its accounts and contracts, as the other folders write it. */
export type Unchecked<T> = { [Name in keyof T]: UncheckedValue<T[Name]> };
type UncheckedValue<V> = [V] extends [undefined]
  ? V
  : [V] extends [AccountId | undefined]
    ? UncheckedAccount | Extract<V, undefined>
    : [V] extends [ContractIndex | undefined]
      ? UncheckedContract | Extract<V, undefined>
      : UncheckedPart<V>;
type UncheckedPart<V> = V extends number ? V : V extends object ? Unchecked<V> : V;

export function accountId(value: number): AccountId {
  return value as AccountId;
}
export function contractIndex(value: number): ContractIndex {
  return value as ContractIndex;
}

/** Rows of numbers: `Value` by `Slot`. */
export type Doubles<Slot extends number, Value extends number = number> = Float64Array & Rows<Slot, Value>;
export type Ints<Slot extends number, Value extends number = number> = Int32Array & Rows<Slot, Value>;
/** Values found by `Slot`. */
export type Rows<Slot extends number, Value> = { [S in Slot]: Value };

/** A column of `rows` rows, all 0. */
export function doubles<Slot extends number, Value extends number>(rows: number): Doubles<Slot, Value> {
  return new Float64Array(rows) as Doubles<Slot, Value>;
}
export function ints<Slot extends number, Value extends number>(rows: number): Ints<Slot, Value> {
  return new Int32Array(rows) as Ints<Slot, Value>;
}

/** A list of values found by `Key`: empty, and filled in the order of the keys. */
export function listBy<Key extends number, Row>(...first: Row[]): Row[] & Rows<Key, Row> {
  return first as Row[] & Rows<Key, Row>;
}

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
  ConditionSlot: ConditionSlot;
}

/** As {@link FieldValue}, unchecked. */
export type UncheckedFieldValue<K extends FieldKind> = UncheckedValue<FieldValue<K>>;

/** What a field of a record or a column of a row may be. */
export type FieldKind = keyof NumberKinds | "flag" | "money";
export type FieldValue<K extends FieldKind> = K extends "flag"
  ? boolean
  : K extends keyof NumberKinds
    ? NumberKinds[K]
    : Quanta;

/** Fields that are declared together, by name, and what they hold. */
export type Fields = Readonly<Record<string, FieldKind>>;
export type FieldValues<F extends Fields> = { readonly [K in keyof F]: FieldValue<F[K]> };

/** Every field at 0 or false. */
export function blankFields<F extends Fields>(fields: F): FieldValues<F> {
  const zeroOf = (kind: FieldKind) => (kind === "flag" ? false : kind === "money" ? 0n : 0);
  return Object.fromEntries(
    Object.entries(fields).map(([name, kind]) => [name, zeroOf(kind)]),
  ) as FieldValues<F>;
}

/** These fields of a message, and nothing else of it. */
export function fieldsOf<F extends Fields>(fields: F, message: FieldValues<F>): FieldValues<F> {
  return Object.fromEntries(Object.keys(fields).map((name) => [name, message[name]])) as FieldValues<F>;
}

/** Fields without money, each one number: a flag is 0 or 1. */
export type NumberFields = Readonly<Record<string, Exclude<FieldKind, "money">>>;

/** These fields, out of one number each. */
export function fieldsOfNumbers<F extends NumberFields>(
  fields: F,
  numberOf: (name: keyof F & string) => number,
): FieldValues<F> {
  const values = Object.entries(fields).map(([name, kind]) => {
    const value = numberOf(name);
    return [name, kind === "flag" ? value === 1 : value];
  });
  return Object.fromEntries(values) as FieldValues<F>;
}

/** Whether two messages say the same in these fields. */
export function areAlike<F extends Fields>(fields: F, one: FieldValues<F>, other: FieldValues<F>): boolean {
  return Object.keys(fields).every((name) => one[name] === other[name]);
}
