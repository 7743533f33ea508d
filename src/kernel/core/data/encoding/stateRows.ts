import type { MoneyColumn } from "../units/money.ts";
import { assert } from "../units/units.ts";
import type { Decoded, Layout } from "./layout.ts";
import type { Column } from "./snapshotStream.ts";
import type { Columns, NamedRow, StateReader, StateWriter } from "./stateStream.ts";
import { namedRow } from "./stateStream.ts";

/**
 * A named value of a state. Money and integers without a bound are bigints (money in quanta); small rows are
 * nested.
 */
export type RowValue = number | bigint | boolean | string | StateRow | readonly StateRow[];
export type StateRow = { [name: string]: RowValue };
/** A state as sections of rows. What is 0, false, "" or empty is left out. */
export type StateRows = Map<string, StateRow[]>;

/**
 * The fields of the rows that a state has, by section; of rows inside a field by its path: `contracts.tiers`.
 * Whoever reads the rows tells by them what was 0 from what their writer did not know.
 */
export type RowFields = ReadonlyMap<string, ReadonlySet<string>>;

/** How rows that another build may have written are read. */
export interface RowsOfOthers {
  /**
   * A value for a field that the row does not have; `undefined`: it was 0, false, "" or empty. @throws for
   * one that may not be lacking
   */
  lacking(row: StateRow, path: string, name: string, zero: RowValue): RowValue | undefined;
  /**
   * Hears of a field that nothing reads; without a name of a whole section. @throws for one that may not be
   * left
   */
  unread(row: StateRow, path: string, name: string | undefined): void;
}

/** For rows that this very build wrote. */
const OWN: RowsOfOthers = {
  lacking: () => undefined,
  unread(_row, path, name) {
    assert(false, `${name === undefined ? path : `${path}.${name}`} is known to this build`);
  },
};

const QUANTA_PER_UNIT = 100_000_000n;

/** Gathers a state as rows. */
export class RowsWriter implements StateWriter {
  readonly sections: StateRows = new Map();
  readonly fields = new Map<string, Set<string>>();
  private section = "";
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
    this.section = section;
    this.present = rows[index];
  }
  number(name: string, value: number): void {
    this.put(this.present, this.section, name, value);
  }
  text(name: string, value: string): void {
    this.put(this.present, this.section, name, value);
  }
  integer(name: string, value: bigint): void {
    this.put(this.present, this.section, name, value);
  }
  record<L extends Layout>(layout: L, value: Decoded<L>): void {
    this.putRecord(this.present, this.section, layout, value);
  }
  optional<L extends Layout>(name: string, layout: L, value: Decoded<L> | undefined): void {
    this.know(this.section, name);
    if (value === undefined) return;
    const row: StateRow = {};
    this.putRecord(row, `${this.section}.${name}`, layout, value);
    this.present[name] = row;
  }
  table(name: string, columns: readonly string[], rows: readonly (readonly number[])[]): void {
    const inside = rows.map((row) => this.rowOf(`${this.section}.${name}`, columns, row));
    this.put(this.present, this.section, name, inside);
  }
  list(section: string, columns: readonly string[], rows: readonly (readonly number[])[]): void {
    this.sections.set(
      section,
      rows.map((row) => this.rowOf(section, columns, row)),
    );
  }
  columns(section: string, slots: readonly number[], columns: Columns): void {
    this.sections.set(
      section,
      slots.map((slot) => {
        const row: StateRow = {};
        for (const [name, column] of Object.entries(columns))
          this.put(row, section, name, valueAt(column, slot));
        return row;
      }),
    );
  }
  column(section: string, name: string, values: readonly number[]): void {
    const rows = this.sections.get(section)!;
    for (const [i, value] of values.entries()) this.put(rows[i]!, section, name, value);
  }

  private putRecord<L extends Layout>(row: StateRow, path: string, layout: L, value: Decoded<L>): void {
    const values = value as Record<string, RowValue>;
    for (const name of [...Object.keys(layout.fixed), ...layout.texts])
      this.put(row, path, name, values[name]!);
    if (layout.list === undefined) return;
    const { name, columns } = layout.list;
    for (const column of columns) this.know(`${path}.${name}`, column);
    this.put(row, path, name, values[name]!);
  }

  private rowOf(path: string, columns: readonly string[], values: readonly number[]): StateRow {
    const row: StateRow = {};
    for (const [i, name] of columns.entries()) this.put(row, path, name, values[i]!);
    return row;
  }

  private put(row: StateRow, path: string, name: string, value: RowValue): void {
    this.know(path, name);
    const isAbsent = value === 0 || value === 0n || value === false || value === "";
    if (!isAbsent && !(Array.isArray(value) && value.length === 0)) row[name] = value;
  }

  private know(path: string, name: string): void {
    const fields = this.fields.get(path);
    if (fields === undefined) this.fields.set(path, new Set([name]));
    else fields.add(name);
  }
}

/** Reads a state from rows; what is left out is 0, false, "" or empty, or what {@link RowsOfOthers} say. */
export class RowsReader implements StateReader {
  private readonly sections: StateRows;
  private readonly others: RowsOfOthers;
  private present: StateRow = {};
  /** Sections, and paths of fields. */
  private readonly read = new Set<string>();
  private section = "";

  constructor(sections: StateRows, others = OWN) {
    this.sections = sections;
    this.others = others;
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
  /** Tells of every section and value that was never read. */
  end(): void {
    for (const [section, rows] of this.sections) {
      for (const row of rows) {
        if (this.read.has(section)) this.reportUnread(section, row);
        else this.others.unread(row, section, undefined);
      }
    }
  }

  private reportUnread(path: string, row: StateRow): void {
    for (const [name, value] of Object.entries(row)) {
      const place = `${path}.${name}`;
      if (!this.read.has(place)) this.others.unread(row, path, name);
      else if (typeof value === "object")
        for (const inner of [value].flat()) this.reportUnread(place, inner as StateRow);
    }
  }

  private named<N extends string>(path: string, row: StateRow, columns: readonly N[]): NamedRow<N> {
    return namedRow(
      columns,
      columns.map((column) => this.numberIn(path, row, column)),
    );
  }

  private rowsOf(section: string): readonly StateRow[] {
    this.read.add(section);
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
    const value = row[name] ?? this.others.lacking(row, path, name, absent) ?? absent;
    assert(typeof value === typeof absent, `${path}.${name} is a ${typeof absent}, got ${typeof value}`);
    return value as T;
  }
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
