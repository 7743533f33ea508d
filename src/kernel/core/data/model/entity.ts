import type { FieldKind, FieldValue, NumberKinds } from "../units/kinds.ts";

/**
 * What the core keeps a row of (an order, a position …), column by column. A column is declared once; out of
 * it come the pool's array, the row's part in snapshots and dumps, the fields of its records, its views and
 * the columns of history. What has to be fast is written out as straight-line code in generated/, made by
 * `npm run golden` and held by test/golden/model.test.ts.
 */
export interface Entity {
  /** What a row is, and what rows are called: the file of this declaration. */
  readonly name: string;
  readonly table: string;
  /** The kind of its slots. */
  readonly slot: keyof NumberKinds;
  /** Whether a row's fields lie side by side (data/units/pool.ts). */
  readonly together: boolean;
  /** Whether records begin with what is published of a row. */
  readonly recorded?: boolean;
  /**
   * The group of columns that lies in a pool of its own, where only a row that uses the group has a row. `by`
   * is the column that leads there, to the row 0, which is at rest, from all others; snapshots keep whether
   * it leads anywhere, as the flag `as`.
   */
  readonly aside?: {
    readonly group: string;
    readonly slot: keyof NumberKinds;
    readonly by: string;
    readonly as: string;
  };
  readonly columns: Readonly<Record<string, Column>>;
}

/**
 * Where a column shows: `derived` columns (links, slots, caches) are made anew, `persisted` ones are in
 * snapshots and dumps too, `published` ones in records, views and history too. `eventOnly` fields are in
 * events of a row that has no column for them.
 */
export type Visibility = "derived" | "persisted" | "published" | "eventOnly";

export interface Column {
  readonly kind: FieldKind;
  readonly visibility: Visibility;
  /** What records and views call it, if not by its own name. */
  readonly as?: string;
  /** Its array, if not what its kind has by default ({@link storageOf}). */
  readonly stored?: "double" | "int";
  /** Columns of a group are at rest (0 or `initially`) in a row that does not need them. */
  readonly group?: string;
  /** What it holds at rest. */
  readonly initially?: number;
  /** What a draft of a row says of it before anybody did; none where a draft does not say it. */
  readonly drafted?: number;
  readonly note?: string;
}

const INTS: ReadonlySet<FieldKind> = new Set([
  ...(["flag", "int", "Action", "Side", "Leg", "Rate", "Leverage", "AccountId", "ContractIndex"] as const),
  ...(["OrderSlot", "PositionSlot", "HoldingSlot", "EntrySlot", "ConditionSlot"] as const),
]);

export function storageOf({ kind, stored }: Column): "double" | "int" | "money" {
  if (kind === "money") return "money";
  return stored ?? (INTS.has(kind) ? "int" : "double");
}

type Options = Omit<Column, "kind" | "visibility">;
export interface Declared<K, R, O> {
  readonly kind: K;
  readonly visibility: R;
  readonly as: O extends { as: infer N extends string } ? N : undefined;
}

function declaring<const R extends Visibility>(visibility: R) {
  return <const K extends FieldKind, const O extends Options>(kind: K, options?: O) =>
    ({ kind, visibility, ...options }) as unknown as Declared<K, R, O> & Column;
}
export const derived = declaring("derived");
export const persisted = declaring("persisted");
export const published = declaring("published");
export const eventOnly = declaring("eventOnly");

type IsPublished<C> = C extends { visibility: "published" | "eventOnly" } ? true : false;
type NameOf<K, C> = C extends { as: infer N extends string } ? N : K;

type Columns = Readonly<Record<string, Column>>;
/** The fields that records and views have of an entity, by name, in declared order. */
export type PublishedFields<C extends Columns> = {
  readonly [K in keyof C & string as IsPublished<C[K]> extends true ? NameOf<K, C[K]> : never]: C[K]["kind"];
};
/** A row as records and views show it. */
export type PublishedValues<E extends { readonly columns: Columns }> = {
  readonly [K in keyof PublishedFields<E["columns"]>]: FieldValue<PublishedFields<E["columns"]>[K]>;
};

export function publishedFields<const C extends Columns>(entity: {
  readonly columns: C;
}): PublishedFields<C> {
  const fields = Object.entries(entity.columns).flatMap(([name, { visibility, as, kind }]) =>
    visibility === "published" || visibility === "eventOnly" ? [[as ?? name, kind]] : [],
  );
  return Object.fromEntries(fields) as PublishedFields<C>;
}

/** Whether a field that is published of an entity is of a column of no group. */
export function isUngrouped({ columns }: { readonly columns: Columns }, field: string): boolean {
  return Object.entries(columns).some(
    ([name, { as, group }]) => (as ?? name) === field && group === undefined,
  );
}

/** Fields by the names and kinds of some of an entity's columns, in the order of the names. */
export function columnFields<const C extends Columns, const N extends ColumnName<C>>(
  { columns }: { readonly columns: C },
  ...names: readonly N[]
): { readonly [K in N]: ColumnKinds<C>[K] } {
  const kinds = new Map(Object.entries(columns).map(([name, { as, kind }]) => [as ?? name, kind]));
  return Object.fromEntries(names.map((name) => [name, kinds.get(name)])) as { [K in N]: ColumnKinds<C>[K] };
}
type ColumnKinds<C extends Columns> = {
  readonly [K in keyof C & string as NameOf<K, C[K]>]: C[K]["kind"];
};
type ColumnName<C extends Columns> = keyof ColumnKinds<C> & string;
