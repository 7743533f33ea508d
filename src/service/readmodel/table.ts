import type { DatabaseSync, StatementSync } from "node:sqlite";
import { crc32 } from "node:zlib";

/** A stored row is not as it was written. */
export class DamageError extends Error {
  override readonly name = "DamageError";
  readonly table: string;
  readonly row: string;
  readonly what: string;

  /**
   * @param row its key, or the list that it lies in: `account 5, ordinal 17`
   * @param what `is missing`
   */
  constructor(table: string, row: string, what: string) {
    super(`a row of ${table} (${row}) ${what}`);
    this.table = table;
    this.row = row;
    this.what = what;
  }
}

/** Values of a row: its numbers, then its text if it has one. */
export type Values = readonly (number | string)[];

/** Another order of a table's rows; `given`: the condition for rows to be in it. */
export interface Index {
  readonly name: string;
  readonly columns: readonly string[];
  readonly given: string | undefined;
}

/**
 * A table in which the last column of each row is a checksum over all its columns and the table's name: it
 * is computed when the row is written, and checked whenever the row is read. Every column but the text is a
 * whole number.
 *
 * The checksum is a CRC-32. It detects changes by a disk or a mistaken edit, but not an edit that also
 * changes the checksum; `outcry history verify` detects that.
 */
export class Table {
  readonly name: string;
  /** Without the text and the checksum. */
  readonly numbers: readonly string[];
  readonly text: string | undefined;
  /** Every column, in the order of the values; the checksum is last. */
  readonly columns: readonly string[];
  readonly key: readonly string[];
  readonly indexes: readonly Index[];
  readonly #seed: number;
  readonly #words: Float64Array;
  readonly #bytes: Uint8Array;

  constructor(
    name: string,
    {
      numbers,
      text,
      key,
      indexes = {},
    }: {
      readonly numbers: readonly string[];
      readonly text?: string;
      readonly key: readonly string[];
      /** The columns of each index by its name; one that ends with the text leaves out rows without any. */
      readonly indexes?: Readonly<Record<string, readonly string[]>>;
    },
  ) {
    this.name = name;
    this.numbers = numbers;
    this.text = text;
    this.key = key;
    this.indexes = Object.entries(indexes).map(([index, columns]) => {
      const given = text !== undefined && columns.includes(text) ? `${text} <> ''` : undefined;
      return { name: index, columns, given };
    });
    this.columns = [...numbers, ...(text === undefined ? [] : [text]), "checksum"];
    this.#seed = crc32(name);
    this.#words = new Float64Array(numbers.length);
    this.#bytes = new Uint8Array(this.#words.buffer);
  }

  /** The SQL statements that create the table and its indexes. */
  get definition(): string {
    const numbers = [...this.numbers, "checksum"].map((column) => `${column} INTEGER NOT NULL`);
    const text = this.text === undefined ? [] : [`${this.text} TEXT NOT NULL`];
    const columns = [...numbers, ...text].join(", ");
    const indexes = this.indexes.map(
      ({ name, columns, given }) =>
        `CREATE INDEX ${name} ON ${this.name} (${columns.join(", ")})${given ? ` WHERE ${given}` : ""};\n`,
    );
    return `CREATE TABLE ${this.name} (${columns}, PRIMARY KEY (${this.key.join(", ")})) STRICT, WITHOUT ROWID;\n${indexes.join("")}`;
  }

  insert(database: DatabaseSync, verb: "INSERT" | "INSERT OR REPLACE" = "INSERT"): StatementSync {
    const places = this.columns.map(() => "?").join(", ");
    return database.prepare(`${verb} INTO ${this.name} (${this.columns.join(", ")}) VALUES (${places})`);
  }

  /** The checksum of the numbers at `at` and the text. */
  checksum(words: ArrayLike<number | string>, at: number, text = ""): number {
    // −0 is stored as 0.
    for (let i = 0; i < this.#words.length; i++) this.#words[i] = (words[at + i] as number) + 0;
    const numbers = crc32(this.#bytes, this.#seed);
    return text === "" ? numbers : crc32(text, numbers);
  }

  /** A row as it is written: its values, then their checksum. */
  withChecksum(...values: (number | string)[]): (number | string)[] {
    const text = this.text === undefined ? undefined : (values.at(-1) as string);
    values.push(this.checksum(values, 0, text));
    return values;
  }

  /** A row as it was read, without its checksum. @throws DamageError if the checksum is wrong */
  opened(row: (number | string)[]): (number | string)[] {
    const checksum = row.pop();
    const text = this.text === undefined ? undefined : (row.at(-1) as string);
    if (this.checksum(row, 0, text) === checksum) return row;
    throw new DamageError(this.name, this.named(row), "is not what was written");
  }

  /** The key of a row for a message: `account 5, ordinal 17`. */
  named(row: Values): string {
    return this.key.map((column) => `${column} ${row[this.place(column)]}`).join(", ");
  }

  place(column: string): number {
    return this.columns.indexOf(column);
  }
}
