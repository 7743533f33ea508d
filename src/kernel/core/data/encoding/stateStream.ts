import type { FieldValues, NumberFields } from "../units/kinds.ts";
import { fieldsOfNumbers } from "../units/kinds.ts";
import type { MoneyColumn } from "../units/money.ts";
import { assert } from "../units/units.ts";
import type { Decoded, Layout } from "./layout.ts";
import { decode, encode, RecordBuffer, RecordView } from "./layout.ts";
import type { Column } from "./snapshotStream.ts";
import { SnapshotReader, SnapshotWriter } from "./snapshotStream.ts";

/**
 * How a state is written and read, part by part, each under its name. A snapshot's canonical bytes use only
 * the order of the calls; rows of named values (stateRows.ts) use only the names. So one description of the
 * state serves both.
 *
 * A section is a list of rows; what is written after a call of `row` belongs to that row.
 */
export interface StateWriter {
  /** Announces how many rows of a section follow, written one by one. */
  count(section: string, rows: number): void;
  /** Begins a row of a section. */
  row(section: string, index: number): void;
  number(name: string, value: number): void;
  text(name: string, value: string): void;
  /** An integer without a bound. */
  integer(name: string, value: bigint): void;
  record<L extends Layout>(layout: L, value: Decoded<L>): void;
  /** A record that may be absent, under a name of its own. */
  optional<L extends Layout>(name: string, layout: L, value: Decoded<L> | undefined): void;
  /** A table inside the current row. */
  table(name: string, columns: readonly string[], rows: readonly (readonly number[])[]): void;
  /** A whole section, of rows that are lists of numbers. */
  list(section: string, columns: readonly string[], rows: readonly (readonly number[])[]): void;
  /** The rows of a section: those at `slots` of a pool. */
  columns(section: string, slots: readonly number[], columns: Columns): void;
  /** One more column of a section's rows. */
  column(section: string, name: string, values: readonly number[]): void;
}

/** What {@link StateWriter} wrote, in the same order. */
export interface StateReader {
  count(section: string): number;
  row(section: string, index: number): void;
  number(name: string): number;
  text(name: string): string;
  integer(name: string): bigint;
  record<L extends Layout>(layout: L): Decoded<L>;
  optional<L extends Layout>(name: string, layout: L): Decoded<L> | undefined;
  table<N extends string>(name: string, columns: readonly N[]): readonly NamedRow<N>[];
  list<N extends string>(section: string, columns: readonly N[]): readonly NamedRow<N>[];
  /** How many rows the section has whose columns come next, and its first columns, without taking them. */
  peekCount(section: string): number;
  peek(section: string, names: readonly string[]): readonly Float64Array[];
  columns(section: string, slots: readonly number[], columns: Columns): void;
  column(section: string, name: string): readonly number[];
  end(): void;
}

/**
 * Writes fields that are declared elsewhere (a rule's, a setting's), each a number of the present row.
 *
 * @param prefix begins their names in the row: `markMethod` for `method`
 */
export function writeFields<F extends NumberFields>(
  w: StateWriter,
  fields: F,
  values: FieldValues<F>,
  prefix = "",
): void {
  for (const field of Object.keys(fields)) w.number(prefixed(prefix, field), Number(values[field]));
}

/** The fields of {@link writeFields}, read. */
export function readFields<F extends NumberFields>(r: StateReader, fields: F, prefix = ""): FieldValues<F> {
  return fieldsOfNumbers(fields, (field) => r.number(prefixed(prefix, field)));
}

function prefixed(prefix: string, field: string): string {
  return prefix === "" ? field : `${prefix}${field.charAt(0).toUpperCase()}${field.slice(1)}`;
}

/** A row of a table or list, by the names of its columns. */
export type NamedRow<N extends string> = { readonly [K in N]: number };

export function namedRow<N extends string>(columns: readonly N[], values: Iterable<number>): NamedRow<N> {
  const given = values[Symbol.iterator]();
  return Object.fromEntries(columns.map((name) => [name, given.next().value])) as NamedRow<N>;
}

/** Columns of a pool by the names of their fields, in the order in which they are stored. */
export type Columns = Readonly<Record<string, Column | MoneyColumn>>;

/** Writes the canonical bytes. */
export class SnapshotStateWriter implements StateWriter {
  private readonly words = new SnapshotWriter();

  count(_section: string, rows: number): void {
    this.words.number(rows);
  }
  row(): void {}
  number(_name: string, value: number): void {
    this.words.number(value);
  }
  text(_name: string, value: string): void {
    this.words.text(value);
  }
  integer(_name: string, value: bigint): void {
    this.words.text(String(value));
  }
  record<L extends Layout>(layout: L, value: Decoded<L>): void {
    const buffer = new RecordBuffer(64);
    encode(layout, value, buffer);
    this.words.record(buffer.slice());
  }
  optional<L extends Layout>(_name: string, layout: L, value: Decoded<L> | undefined): void {
    if (value === undefined) this.words.record(new Uint8Array(0));
    else this.record(layout, value);
  }
  table(_name: string, _columns: readonly string[], rows: readonly (readonly number[])[]): void {
    this.words.values(rows.flat());
  }
  list(_section: string, _columns: readonly string[], rows: readonly (readonly number[])[]): void {
    this.words.values(rows.flat());
  }
  columns(_section: string, slots: readonly number[], columns: Columns): void {
    this.words.columns(slots, flat(columns));
  }
  column(_section: string, _name: string, values: readonly number[]): void {
    this.words.values(values);
  }
  finish(): Uint8Array {
    return this.words.finish();
  }
}

/** Reads the canonical bytes. */
export class SnapshotStateReader implements StateReader {
  private readonly words: SnapshotReader;

  constructor(bytes: Uint8Array) {
    this.words = new SnapshotReader(bytes);
  }

  count(): number {
    return this.words.number();
  }
  row(): void {}
  number(): number {
    return this.words.number();
  }
  text(): string {
    return this.words.text();
  }
  integer(): bigint {
    return BigInt(this.words.text());
  }
  record<L extends Layout>(layout: L): Decoded<L> {
    return decode(layout, new RecordView(this.words.record()), 0);
  }
  optional<L extends Layout>(_name: string, layout: L): Decoded<L> | undefined {
    const bytes = this.words.record();
    return bytes.length === 0 ? undefined : decode(layout, new RecordView(bytes), 0);
  }
  table<N extends string>(_name: string, columns: readonly N[]): readonly NamedRow<N>[] {
    return this.rows(columns);
  }
  list<N extends string>(_section: string, columns: readonly N[]): readonly NamedRow<N>[] {
    return this.rows(columns);
  }
  peekCount(): number {
    return this.words.peekCount();
  }
  peek(_section: string, names: readonly string[]): readonly Float64Array[] {
    const columns = names.map(() => new Float64Array(this.words.peekCount()));
    this.words.peekColumns(...columns);
    return columns;
  }
  columns(_section: string, slots: readonly number[], columns: Columns): void {
    this.words.columns(slots, flat(columns));
  }
  column(): readonly number[] {
    return [...this.words.values()];
  }
  end(): void {
    this.words.end();
  }

  private rows<N extends string>(columns: readonly N[]): readonly NamedRow<N>[] {
    const values = this.words.values();
    const width = columns.length;
    assert(values.length % width === 0, "a list has whole rows");
    return Array.from({ length: values.length / width }, (_, row) =>
      namedRow(columns, values.subarray(row * width, (row + 1) * width)),
    );
  }
}

function flat(columns: Columns): Column[] {
  return Object.values(columns).flatMap((column) => ("hi" in column ? [column.hi, column.lo] : [column]));
}
