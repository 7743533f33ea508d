import type { MoneyColumn } from "../units/money.ts";
import { assert } from "../units/units.ts";
import type { Decoded, Layout } from "./layout.ts";
import type { Column } from "./snapshotStream.ts";
import type { Columns, NamedRow, StateReader, StateWriter } from "./stateStream.ts";
import { namedRow } from "./stateStream.ts";

/**
 * A named value of a state. Money and integers without a bound are bigints (money in quanta); small rows are nested.
 */
export type RowValue = number | bigint | boolean | string | StateRow | readonly StateRow[];
export type StateRow = { [name: string]: RowValue };
/** A state as sections of rows. What is 0, false, "" or empty is left out. */
export type StateRows = Map<string, StateRow[]>;

const QUANTA_PER_UNIT = 100_000_000n;

/** Gathers a state as rows. */
export class RowsWriter implements StateWriter {
  readonly sections: StateRows = new Map();
  private present: StateRow = {};

  count(section: string, rows: number): void {
    this.sections.set(
      section,
      Array.from({ length: rows }, () => ({})),
    );
  }
  row(section: string, index: number): void {
    const rows = this.sections.get(section);
    assert(rows?.[index] !== undefined, `row ${index} of ${section} is there`);
    this.present = rows[index];
  }
  number(name: string, value: number): void {
    put(this.present, name, value);
  }
  text(name: string, value: string): void {
    put(this.present, name, value);
  }
  integer(name: string, value: bigint): void {
    put(this.present, name, value);
  }
  record<L extends Layout>(layout: L, value: Decoded<L>): void {
    for (const name of namesOf(layout)) put(this.present, name, (value as Record<string, RowValue>)[name]!);
  }
  optional<L extends Layout>(name: string, layout: L, value: Decoded<L> | undefined): void {
    if (value === undefined) return;
    const row: StateRow = {};
    for (const each of namesOf(layout)) put(row, each, (value as Record<string, RowValue>)[each]!);
    this.present[name] = row;
  }
  table(name: string, columns: readonly string[], rows: readonly (readonly number[])[]): void {
    put(
      this.present,
      name,
      rows.map((row) => rowOf(columns, row)),
    );
  }
  list(section: string, columns: readonly string[], rows: readonly (readonly number[])[]): void {
    this.sections.set(
      section,
      rows.map((row) => rowOf(columns, row)),
    );
  }
  columns(section: string, slots: readonly number[], columns: Columns): void {
    this.sections.set(
      section,
      slots.map((slot) => {
        const row: StateRow = {};
        for (const [name, column] of Object.entries(columns)) put(row, name, valueAt(column, slot));
        return row;
      }),
    );
  }
  column(section: string, name: string, values: readonly number[]): void {
    const rows = this.sections.get(section)!;
    for (const [i, value] of values.entries()) put(rows[i]!, name, value);
  }
}

/** Reads a state from rows; what is left out is 0, false, "" or empty. */
export class RowsReader implements StateReader {
  private readonly sections: StateRows;
  private present: StateRow = {};
  private readonly read = new Set<string>();
  private section = "";

  constructor(sections: StateRows) {
    this.sections = sections;
  }

  count(section: string): number {
    return this.rowsOf(section).length;
  }
  row(section: string, index: number): void {
    const row = this.rowsOf(section)[index];
    assert(row !== undefined, `there is a row ${index + 1} of ${section}`);
    this.section = section;
    this.present = row;
  }
  number(name: string): number {
    return this.numberIn(this.section, this.present, name);
  }
  text(name: string): string {
    return this.typed(this.section, this.present, name, "");
  }
  integer(name: string): bigint {
    return this.typed(this.section, this.present, name, 0n);
  }
  record<L extends Layout>(layout: L): Decoded<L> {
    return this.recordIn(this.section, this.present, layout);
  }
  optional<L extends Layout>(name: string, layout: L): Decoded<L> | undefined {
    this.read.add(`${this.section}.${name}`);
    const row = this.present[name];
    return row === undefined ? undefined : this.recordIn(`${this.section}.${name}`, row as StateRow, layout);
  }
  table<N extends string>(name: string, columns: readonly N[]): readonly NamedRow<N>[] {
    const rows = this.typed<readonly StateRow[]>(this.section, this.present, name, []);
    return rows.map((row) => this.named(`${this.section}.${name}`, row, columns));
  }
  list<N extends string>(section: string, columns: readonly N[]): readonly NamedRow<N>[] {
    return this.rowsOf(section).map((row) => this.named(section, row, columns));
  }
  peekCount(section: string): number {
    return this.count(section);
  }
  peek(section: string, names: readonly string[]): readonly Float64Array[] {
    return names.map((name) => Float64Array.from(this.column(section, name)));
  }
  columns(section: string, slots: readonly number[], columns: Columns): void {
    const rows = this.rowsOf(section);
    assert(rows.length === slots.length, `${section} has ${slots.length} rows, got ${rows.length}`);
    for (const [name, column] of Object.entries(columns)) {
      for (const [i, slot] of slots.entries()) {
        if (!("hi" in column)) this.fill(column, slot, section, rows[i]!, name);
        else writeMoney(column, slot, this.typed(section, rows[i]!, name, 0n));
      }
    }
  }
  column(section: string, name: string): readonly number[] {
    return this.rowsOf(section).map((row) => this.numberIn(section, row, name));
  }
  /** @throws InvariantError where a section or a value was never read */
  end(): void {
    for (const [section, rows] of this.sections) {
      for (const row of rows)
        for (const name of Object.keys(row)) this.refuseUnread(section, name, row[name]!);
    }
  }

  private refuseUnread(section: string, name: string, value: RowValue): void {
    const path = `${section}.${name}`;
    assert(this.read.has(path), `${path} is a field of this build`);
    for (const inner of Array.isArray(value) ? (value as readonly StateRow[]) : [value]) {
      if (typeof inner !== "object") continue;
      for (const [key, each] of Object.entries(inner as StateRow)) this.refuseUnread(path, key, each);
    }
  }

  private named<N extends string>(path: string, row: StateRow, columns: readonly N[]): NamedRow<N> {
    return namedRow(
      columns,
      columns.map((column) => this.numberIn(path, row, column)),
    );
  }

  private rowsOf(section: string): readonly StateRow[] {
    return this.sections.get(section) ?? [];
  }

  private recordIn<L extends Layout>(path: string, row: StateRow, layout: L): Decoded<L> {
    const value: Record<string, unknown> = {};
    for (const [name, type] of Object.entries(layout.fixed)) {
      if (type === "flag") value[name] = this.typed(path, row, name, false);
      else if (type === "money") value[name] = this.typed(path, row, name, 0n);
      else value[name] = this.numberIn(path, row, name);
    }
    for (const name of layout.texts) value[name] = this.typed(path, row, name, "");
    if (layout.list !== undefined) {
      const { name, columns } = layout.list;
      const rows = this.typed<readonly StateRow[]>(path, row, name, []);
      value[name] = rows.map((each) =>
        Object.fromEntries(columns.map((column) => [column, this.numberIn(`${path}.${name}`, each, column)])),
      );
    }
    return value as Decoded<L>;
  }

  private fill(column: Column, slot: number, section: string, row: StateRow, name: string): void {
    const value = this.numberIn(section, row, name);
    if ("load" in column) column.store(slot, value);
    else column[slot] = value;
    assert(valueAt(column, slot) === value, `${section}.${name} fits its column, got ${value}`);
  }

  private numberIn(path: string, row: StateRow, name: string): number {
    const value = this.typed(path, row, name, 0);
    assert(Number.isSafeInteger(value), `${path}.${name} is a whole number, got ${value}`);
    return value;
  }

  private typed<T extends RowValue>(path: string, row: StateRow, name: string, absent: T): T {
    this.read.add(`${path}.${name}`);
    const value = row[name] ?? absent;
    assert(typeof value === typeof absent, `${path}.${name} is a ${typeof absent}, got ${typeof value}`);
    return value as T;
  }
}

function put(row: StateRow, name: string, value: RowValue): void {
  const isAbsent = value === 0 || value === 0n || value === false || value === "";
  if (!isAbsent && !(Array.isArray(value) && value.length === 0)) row[name] = value;
}

function rowOf(columns: readonly string[], values: readonly number[]): StateRow {
  const row: StateRow = {};
  for (const [i, name] of columns.entries()) put(row, name, values[i]!);
  return row;
}

function namesOf(layout: Layout): readonly string[] {
  const list = layout.list === undefined ? [] : [layout.list.name];
  return [...Object.keys(layout.fixed), ...layout.texts, ...list];
}

function valueAt(column: Column | MoneyColumn, slot: number): number | bigint {
  if ("load" in column) return column.load(slot);
  if (!("hi" in column)) return column[slot]!;
  return BigInt(column.hi[slot]!) * QUANTA_PER_UNIT + BigInt(column.lo[slot]!);
}

function writeMoney(column: MoneyColumn, slot: number, quanta: bigint): void {
  const units = quanta < 0n ? (quanta - (QUANTA_PER_UNIT - 1n)) / QUANTA_PER_UNIT : quanta / QUANTA_PER_UNIT;
  column.hi[slot] = Number(units);
  column.lo[slot] = Number(quanta - units * QUANTA_PER_UNIT);
}
