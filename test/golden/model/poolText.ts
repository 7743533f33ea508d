import type { Column, Entity } from "../../../src/kernel/core/data/model/entity.ts";
import { storageOf } from "../../../src/kernel/core/data/model/entity.ts";

/** The columns of a pool and what is done with a whole row of them, as straight-line code. */
export function poolText(entity: Entity): string {
  const { name, slot, columns, aside } = entity;
  const every = Object.entries(columns)
    .filter(([, { visibility }]) => visibility !== "eventOnly")
    .map(([column, declared]) => ({ column, ...declared, storage: storageOf(declared) }));
  const all = every.filter(({ group }) => group === undefined || group !== aside?.group);
  const amounts = all.filter(({ storage }) => storage === "money");
  // What only some rows use lies at the row's end.
  const inRow = [
    ...all.filter(({ group }) => group === undefined),
    ...all.filter(({ group }) => group !== undefined),
  ];
  const doubles = inRow.filter(({ storage }) => storage === "double");
  const ints = inRow.filter(({ storage }) => storage === "int");
  const drafted = every.filter((each) => each.drafted !== undefined);
  const persistedColumns = every.filter(
    ({ column, visibility }) =>
      visibility === "persisted" || visibility === "published" || column === aside?.by,
  );
  const groups = [...new Set(all.flatMap(({ group }) => group ?? []))];
  const kinds = new Set<string>([slot]);
  for (const { kind, storage } of every) if (storage !== "money" && isImported(kind)) kinds.add(kind);
  const publishedColumns = Object.entries(columns).filter(
    ([, { visibility }]) => visibility === "published" || visibility === "eventOnly",
  );
  for (const [, { kind, visibility }] of publishedColumns)
    if (visibility === "eventOnly" && isImported(kind)) kinds.add(kind);

  const lines: string[] = [];
  const write = (...more: string[]): void => void lines.push(...more);
  const block = (indent: string, text: string): void => write(...commentOf(text, indent));

  write(`// Made of model/${entity.table}.ts by \`npm run golden\`: what a row has is changed there.`);
  if (aside !== undefined) write(`import type { ColumnAside } from "../../encoding/snapshotStream.ts";`);
  write(`import type { Columns } from "../../encoding/stateStream.ts";`);
  write(`import type { PublishedValues } from "../entity.ts";`);
  write(`import type { ${entity.table} } from "../${entity.table}.ts";`);
  write(`import type { ${[...kinds].sort().join(", ")} } from "../../units/kinds.ts";`);
  if (amounts.length > 0) write(`import { MoneyColumn } from "../../units/money.ts";`);
  write(`import { Pool } from "../../units/pool.ts";`);
  if (aside !== undefined) write(`import { assert } from "../../units/units.ts";`);
  write("");
  write(`/** A row as records and views show it. */`);
  write(`export type Published${name} = PublishedValues<typeof ${entity.table}>;`);
  if (drafted.length > 0) {
    write("", `/** What is decided of a row before there is one. */`, `export class ${name}DraftColumns {`);
    for (const { column, kind, drafted: value } of drafted)
      write(
        `  ${column}: ${kind === "flag" ? "boolean" : typeOf(kind)} = ${kind === "flag" ? Boolean(value) : value};`,
      );
    write("", `  /** Back to what nobody decided. */`, `  protected resetColumns(): void {`);
    for (const { column, kind, drafted: value } of drafted)
      write(`    this.${column} = ${kind === "flag" ? Boolean(value) : value};`);
    write("  }", "}");
  }
  if (aside !== undefined) write(...asideText(entity, aside, every));
  write("", `export abstract class ${name}Columns extends Pool<${slot}> {`);
  if (aside !== undefined) write(`  readonly ${aside.group} = new ${name}${capital(aside.group)}();`);
  for (const { column, kind, storage, note } of all) {
    if (note !== undefined) block("  ", note);
    if (storage === "money") write(`  readonly ${column} = new MoneyColumn<${slot}>();`);
    else write(`  ${column} = this.${storage}<${typeOf(kind)}>(0);`);
  }
  write("", "  constructor(capacity: number) {");
  const form = `doubles: ${amounts.length * 2 + doubles.length}, ints: ${ints.length}, together: ${entity.together}`;
  write(`    super({ ${form} });`, "    this.resize(capacity);", "  }");
  if (aside !== undefined) {
    const { group, by } = aside;
    write("", `  /** Whether a row has ${group}. */`);
    write(`  has${capital(group)}(slot: ${slot}): boolean {`, `    return this.${by}[slot] !== 0;`, "  }");
    write("", `  /** Gives a row ${group} of its own, at rest. */`);
    write(`  take${capital(group)}(slot: ${slot}): ${aside.slot} {`);
    write(`    assert(this.${by}[slot] === 0, "a row has ${group} once");`);
    write(`    const row = this.${group}.take();`, `    this.${by}[slot] = row;`, "    return row;", "  }");
    write("", `  /** Takes the ${group} of a row that has some. */`);
    write(`  drop${capital(group)}(slot: ${slot}): void {`, `    const row = this.${by}[slot];`);
    write(`    assert(row !== 0, "a row has the ${group} that it gives back");`);
    write(
      `    this.${by}[slot] = 0;`,
      `    this.${group}.clear(row);`,
      `    this.${group}.drop(row);`,
      "  }",
    );
    write("", "  override bytes(): number {", `    return super.bytes() + this.${group}.bytes();`, "  }");
    write("", `  /** A column of the ${group} as one of this pool's. */`);
    write(
      `  private aside(columnOf: (rows: ${name}${capital(group)}) => Float64Array | Int32Array): ColumnAside {`,
    );
    write(`    const { ${group} } = this;`);
    write(`    const rowOf = (slot: number): ${aside.slot} => this.${by}[slot as ${slot}];`, "    return {");
    write(`      load: (slot) => columnOf(${group})[rowOf(slot)]!,`, "      store(slot, value) {");
    write("        const row = rowOf(slot);");
    write(`        assert(row !== 0 || value === 0, "only a row with ${group} has values in them");`);
    write(`        if (row !== 0) columnOf(${group})[row] = value;`, "      },", "    };", "  }");
  }
  for (const group of groups) {
    write("", `  /** Whether a row uses its ${group}. */`);
    write(`  abstract has${capital(group)}(slot: ${slot}): boolean;`);
    write("", `  /** Puts the ${group} of a row that used them to rest. */`);
    write(`  clear${capital(group)}(slot: ${slot}): void {`);
    for (const each of all) if (each.group === group) write(`    ${atRest("this", each)}`);
    write("  }");
  }
  if (groups.length === 0) {
    write("", "  /** Puts every column of a row to rest. */", `  clear(slot: ${slot}): void {`);
    for (const each of all) write(`    ${atRest("this", each)}`);
    write("  }");
  }
  if (drafted.length > 0) {
    write("", "  /** Takes what a draft decided; its groups are those that the draft uses. */");
    write(
      `  take${name}(slot: ${slot}, draft: ${name}DraftColumns, ${groups
        .concat(aside?.group ?? [])
        .filter((g) => drafted.some((d) => d.group === g))
        .map((g) => `${g}: boolean`)
        .join(", ")}): void {`,
    );
    for (const { column, kind, group } of drafted)
      if (group === undefined)
        write(
          `    this.${column}[slot] = ${kind === "flag" ? `draft.${column} ? 1 : 0` : `draft.${column}`};`,
        );
    for (const group of [...groups, ...(aside === undefined ? [] : [aside.group])]) {
      const ofGroup = drafted.filter((each) => each.group === group);
      if (ofGroup.length === 0) continue;
      write(`    if (!${group}) return;`);
      const isAside = group === aside?.group;
      if (isAside) {
        write(`    const row = this.take${capital(group)}(slot);`);
        write(`    const rows = this.${group};`);
      }
      for (const { column, kind } of ofGroup)
        write(
          `    ${isAside ? `rows.${column}[row]` : `this.${column}[slot]`} = ${kind === "flag" ? `draft.${column} ? 1 : 0` : `draft.${column}`};`,
        );
    }
    write("  }");
  }
  write("", "  /** What a snapshot keeps, by name. */", "  persisted(): Columns {", "    return {");
  for (const { column, group } of persistedColumns) {
    if (aside !== undefined && column === aside.by) {
      write(`      ${aside.as}: {`);
      write(`        load: (slot) => (this.has${capital(aside.group)}(slot as ${slot}) ? 1 : 0),`);
      write("        store: (slot, value) => {");
      write(`          if (value === 1) this.take${capital(aside.group)}(slot as ${slot});`, "        },");
      write("      },");
    } else if (aside !== undefined && group === aside.group) {
      write(`      ${column}: this.aside((rows) => rows.${column}),`);
    } else write(`      ${column}: this.${column},`);
  }
  write("    };", "  }");
  write("", "  protected override lay(): void {");
  for (const [i, { column }] of amounts.entries())
    write(`    this.${column}.lay(this.double(${i * 2}), this.double(${i * 2 + 1}));`);
  for (const [i, { column }] of doubles.entries())
    write(`    this.${column} = this.double(${amounts.length * 2 + i});`);
  for (const [i, { column }] of ints.entries()) write(`    this.${column} = this.int(${i});`);
  write("  }");
  const initial = all.filter(({ initially }) => initially !== undefined && initially !== 0);
  if (initial.length > 0 && groups.length > 0) {
    write("", "  protected override prepare(first: number): void {");
    write("    for (let slot = first; slot < this.capacity * this.stride; slot += this.stride) {");
    for (const each of initial) write(`      ${atRest("this", each)}`);
    write("    }", "  }");
  }
  write("}");
  const eventOnly = publishedColumns.filter(([, { visibility }]) => visibility === "eventOnly");
  const given = eventOnly
    .map(([column, { kind }]) => `, ${column}: ${kind === "flag" ? "boolean" : typeOf(kind)}`)
    .join("");
  if (entity.recorded === true) {
    const toldOf = (group: string | undefined) => publishedColumns.filter(([, each]) => each.group === group);
    const wordOf = ([column, { visibility, group }]: (typeof publishedColumns)[number]): string =>
      visibility === "eventOnly" ? column : cellOf(entity, column, group, "row");
    const wordsFunction = `words: Float64Array, at: number, rows: ${name}Columns, slot: ${slot}`;
    const constant = `${name.toLowerCase()}Words`;
    const own = wordsOfColumns(toldOf(undefined), 1, wordOf);
    write("", "/** How many words a record has of a row, its header and the groups apart. */");
    write(`export const ${constant} = ${own.length};`);
    write(
      "",
      "/** Writes what is published of every row into the record at word `at`, whose first fields it is. */",
    );
    write(
      `export function encode${name}(${wordsFunction}${given}): void {`,
      ...own.map((line) => `  ${line}`),
      "}",
    );
    for (const group of [...groups, ...(aside === undefined ? [] : [aside.group])]) {
      const lines = wordsOfColumns(toldOf(group), 0, wordOf);
      const zeros = wordsOfColumns(toldOf(group), 0, () => undefined);
      write("", `/** How many words a record has of a row's ${group}. */`);
      write(`export const ${name.toLowerCase()}${capital(group)}Words = ${lines.length};`);
      write("", `/** Writes the ${group} of a row at word \`at\`; zeros of one that has none. */`);
      write(`export function encode${name}${capital(group)}(${wordsFunction}): void {`);
      write(`  if (rows.has${capital(group)}(slot)) {`);
      if (group === aside?.group)
        write(`    const { ${group} } = rows;`, `    const row = rows.${aside.by}[slot];`);
      write(
        ...lines.map((line) => `    ${line}`),
        "  } else {",
        ...zeros.map((line) => `    ${line}`),
        "  }",
        "}",
      );
    }
  }
  write("", "/** What is published of a row. */");
  write(`export function view${name}(rows: ${name}Columns, slot: ${slot}${given}): Published${name} {`);
  if (aside !== undefined)
    write(`  const { ${aside.group} } = rows;`, `  const row = rows.${aside.by}[slot];`);
  write("  return {");
  for (const [column, declared] of publishedColumns) {
    const { as, kind, visibility } = declared as Column;
    const key = as ?? column;
    if (visibility === "eventOnly") write(`    ${key},`);
    else if (kind === "money") write(`    ${key}: rows.${column}.quanta(slot),`);
    else if (kind === "flag") write(`    ${key}: ${cellOf(entity, column, declared.group, "row")} === 1,`);
    else write(`    ${key}: ${cellOf(entity, column, declared.group, "row")},`);
  }
  write("  };", "}", "");
  return lines.join("\n");
}

/**
 * An assignment for each word of some columns, the first at word `at` plus `first`.
 *
 * @param wordOf undefined: 0
 */
function wordsOfColumns<C extends readonly [string, Column]>(
  columns: readonly C[],
  first: number,
  wordOf: (column: C) => string | undefined,
): string[] {
  const values = columns.flatMap((column) => {
    const value = wordOf(column);
    if (column[1].kind !== "money") return [value ?? "0"];
    const row = `rows.${column[0]}`;
    return value === undefined ? ["0", "0"] : [`${row}.hi[slot]`, `${row}.lo[slot]`];
  });
  return values.map((value, i) => `words[at${first + i === 0 ? "" : ` + ${first + i}`}] = ${value};`);
}

/** A row's value of a column, where it lies; `row` names the row that lies aside. */
function cellOf({ aside }: Entity, column: string, group: string | undefined, row: string): string {
  return group !== undefined && group === aside?.group
    ? `${group}.${column}[${row}]`
    : `rows.${column}[slot]`;
}

/** The pool of the columns that lie aside. */
function asideText(
  { name, table }: Entity,
  { group, slot }: NonNullable<Entity["aside"]>,
  every: readonly (Column & { readonly column: string; readonly storage: string })[],
): string[] {
  const columns = every.filter((each) => each.group === group);
  const doubles = columns.filter(({ storage }) => storage === "double");
  const ints = columns.filter(({ storage }) => storage === "int");
  if (doubles.length + ints.length < columns.length) throw new Error("no money lies aside");
  const lines = [
    "",
    ...commentOf(
      `The ${group} of the ${table} that have any. The row 0 is at rest, as are free rows: all others of the ${table} read it.`,
      "",
    ),
    `export class ${name}${capital(group)} extends Pool<${slot}> {`,
  ];
  for (const { column, kind, storage, note } of columns) {
    if (note !== undefined) lines.push(...commentOf(note, "  "));
    lines.push(`  ${column} = this.${storage}<${typeOf(kind)}>(0);`);
  }
  lines.push(
    ...["", "  constructor() {"],
    `    super({ doubles: ${doubles.length}, ints: ${ints.length}, together: true });`,
    ...["    this.resize(16);", "    this.take();", "  }", ""],
    ...["  /** Puts a row to rest. */", `  clear(slot: ${slot}): void {`],
    ...columns.map((each) => `    ${atRest("this", each)}`),
    ...[
      "  }",
      "",
      "  /** Whether nothing of a row is set. */",
      `  isAtRest(slot: ${slot}): boolean {`,
      "    return (",
    ],
    columns.map(({ column, initially }) => `      this.${column}[slot] === ${initially ?? 0}`).join(" &&\n"),
    ...["    );", "  }", "", "  protected override lay(): void {"],
    ...doubles.map(({ column }, i) => `    this.${column} = this.double(${i});`),
    ...ints.map(({ column }, i) => `    this.${column} = this.int(${i});`),
    ...["  }", "", "  protected override prepare(first: number): void {"],
    "    for (let slot = first; slot < this.capacity * this.stride; slot += this.stride) {",
    ...columns
      .filter(({ initially }) => initially !== undefined && initially !== 0)
      .map((each) => `      ${atRest("this", each)}`),
    ...["    }", "  }", "}"],
  );
  return lines;
}

function atRest(
  rows: string,
  { column, storage, initially }: { column: string; storage: string; initially?: number },
): string {
  return storage === "money"
    ? `${rows}.${column}.clear(slot);`
    : `${rows}.${column}[slot] = ${initially ?? 0};`;
}

function isImported(kind: string): boolean {
  return /^[A-Z]/.test(kind);
}

export function typeOf(kind: string): string {
  return isImported(kind) ? kind : "number";
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** A comment, broken at 110 characters. */
export function commentOf(text: string, indent: string): string[] {
  const oneLine = `${indent}/** ${text} */`;
  if (oneLine.length <= 110) return [oneLine];
  const lines: string[] = [];
  let line = `${indent} *`;
  for (const word of text.split(" ")) {
    if (line.length + 1 + word.length > 110) {
      lines.push(line);
      line = `${indent} *`;
    }
    line += ` ${word}`;
  }
  return [`${indent}/**`, ...lines, line, `${indent} */`];
}
