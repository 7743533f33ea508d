import { expect } from "vitest";
import type { Table, TableName } from "./seed-tables.ts";
import { enumerations, extraFields, tables } from "./seed-tables.ts";

/** Checks answers against the tables and remembers what has appeared. */
export class Coverage {
  /** "table.field" */
  readonly fields = new Set<string>();
  /** "table.field value" */
  readonly values = new Set<string>();

  /** An object of the table, or a list of them. Returns it. */
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  check(table: TableName | `${TableName}[]`, value: any): any {
    if (table.endsWith("[]")) {
      expect(Array.isArray(value), `${table}: ${JSON.stringify(value)}`).toBe(true);
      for (const each of value) this.#object(table.slice(0, -2) as TableName, each);
    } else {
      this.#object(table as TableName, value);
    }
    return value;
  }

  #object(name: TableName, object: Readonly<Record<string, unknown>>): void {
    const table: Table = tables[name];
    expect(object, name).toBeTypeOf("object");
    for (const [field, type] of Object.entries(table)) {
      const path = `${name}.${field}`;
      expect(Object.keys(object), path).toContain(field);
      this.#field(path, type, object[field]);
    }
    for (const field of Object.keys(object)) {
      if (!(field in table)) expect(extraFields, "fields that nobody declared").toContain(`${name}.${field}`);
    }
  }

  #field(path: string, type: string, value: unknown): void {
    const table = type.replace("[]", "");
    if (table in tables) {
      this.check(type as TableName, value);
    } else if (type === "array") {
      expect(Array.isArray(value), path).toBe(true);
    } else {
      expect(type.split("|"), `${path}: ${JSON.stringify(value)}`).toContain(
        value === null ? "null" : typeof value,
      );
      if (type === "number") expect(Number.isSafeInteger(value), path).toBe(true);
    }
    this.fields.add(path);
    const declared = enumerations[path];
    if (declared === undefined) return;
    expect(declared, path).toContain(String(value));
    this.values.add(`${path} ${value}`);
  }

  /** Declared fields that no answer had. */
  missingFields(): readonly string[] {
    return Object.entries(tables)
      .flatMap(([name, table]) => Object.keys(table).map((field) => `${name}.${field}`))
      .filter((path) => !this.fields.has(path));
  }

  /** Declared values that no answer had. */
  missingValues(): readonly string[] {
    return Object.entries(enumerations)
      .flatMap(([path, values]) => values.map((value) => `${path} ${value}`))
      .filter((value) => !this.values.has(value));
  }
}
