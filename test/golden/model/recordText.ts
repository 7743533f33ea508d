import type { Layout } from "../../../src/kernel/core/data/encoding/layout.ts";
import { fixedWords, headOf } from "../../../src/kernel/core/data/encoding/layout.ts";
import type { Entity } from "../../../src/kernel/core/data/model/entity.ts";
import type { FieldKind, Fields } from "../../../src/kernel/core/data/units/kinds.ts";

/**
 * A function for each kind of record, straight-line code that appends one. Kinds with texts or lists are rare
 * enough for `encode`.
 *
 * @param parts fields that are written into a record apart from the others, by name
 * @param rowEvents by kind, the entity whose row an event carries, and the columns of fields that have other
 * names
 */
export function recordText(
  layouts: Readonly<Record<string, Layout>>,
  parts: Readonly<Record<string, Fields>>,
  rowEvents: Readonly<Record<string, RowEvent>>,
): string {
  const plain = Object.entries(layouts).filter(
    ([, { texts, list }]) => texts.length === 0 && list === undefined,
  );
  const functions = plain.map(([type, layout]) => {
    const { fixed } = layout;
    const rowEvent = rowEvents[type];
    const columns = rowEvent === undefined ? {} : columnsOf(rowEvent, fixed);
    const own = ownOf(fixed, rowEvent);
    const row =
      rowEvent === undefined ? "" : `, rows: ${rowEvent.entity.name}Columns, slot: ${rowEvent.entity.slot}`;
    const says = Object.keys(own).length > 0;
    const names = says ? `, record: ${typeName(type)}Record` : "";
    return [
      ...(says
        ? [
            `/** What {@link write${typeName(type)}} writes${rowEvent === undefined ? "" : " beside what the row says"}. */`,
            ...interfaceOf(`${typeName(type)}Record`, own),
            "",
          ]
        : []),
      `export function write${typeName(type)}(events: RecordBuffer, index: number${row}${names}): void {`,
      `  const at = events.begin(${hexOf(layout)}, ${fixedWords(layout)[0]}, index) + 1;`,
      "  const { words } = events;",
      ...assignments(fixed, "record", columns),
      "}",
    ].join("\n");
  });
  const entities = [...new Set(Object.values(rowEvents).map(({ entity }) => entity))];
  const slots = Object.fromEntries(entities.map(({ slot }) => [slot, slot as FieldKind]));
  const fields = [
    ...plain.map(([type, { fixed }]) => ownOf(fixed, rowEvents[type])),
    ...Object.values(parts),
    slots,
  ];
  const head = [
    "// Made of event.ts by `npm run golden`: a field is changed there.",
    `import type { RecordBuffer } from "../../encoding/layout.ts";`,
    `import type { ${kindsOf(fields).join(", ")} } from "../../units/kinds.ts";`,
    `import type { Amount } from "../../units/money.ts";`,
    ...entities.map(({ name }) => `import type { ${name}Columns } from "./${name.toLowerCase()}Columns.ts";`),
  ];
  return `${[head.join("\n"), ...functions, ...partsOf(parts)].join("\n\n")}\n`;
}

/** An entity whose row a record tells; `by` has the columns of fields that are named otherwise. */
export interface RowEvent {
  readonly entity: Entity;
  readonly by: Readonly<Record<string, string>>;
}

/** Where each field that is a column lies: the column, and the index into it. */
function columnsOf({ entity, by }: RowEvent, fields: Fields): Record<string, Place> {
  const names = new Map(Object.entries(entity.columns).map(([name, { as }]) => [as ?? name, name]));
  const { aside } = entity;
  return Object.fromEntries(
    Object.keys(fields).flatMap((field) => {
      const column = by[field] ?? names.get(field);
      if (column === undefined) return [];
      const isAside = aside !== undefined && entity.columns[column]?.group === aside.group;
      const place = isAside
        ? { column: `rows.${aside.group}.${column}`, at: `rows.${aside.by}[slot]` }
        : { column: `rows.${column}`, at: "slot" };
      return [[field, place]];
    }),
  );
}

/** The fields that no row tells. */
function ownOf(fixed: Fields, rowEvent: RowEvent | undefined): Fields {
  const columns = rowEvent === undefined ? {} : columnsOf(rowEvent, fixed);
  return Object.fromEntries(Object.entries(fixed).filter(([name]) => !(name in columns)));
}

interface Place {
  readonly column: string;
  readonly at: string;
}

/** A function for each part of a row of history that writes its fields, and their types. */
export function rowPartsText(parts: Readonly<Record<string, Fields>>): string {
  const head = [
    "// Made of readmodel/rowFields.ts by `npm run golden`: a field is changed there.",
    `import type { Amount, ${kindsOf(Object.values(parts)).join(", ")} } from "../../../kernel/core/index.ts";`,
  ];
  return `${[head.join("\n"), ...partsOf(parts)].join("\n\n")}\n`;
}

function partsOf(parts: Readonly<Record<string, Fields>>): string[] {
  return Object.entries(parts).map(([name, fields]) =>
    [
      `/** What {@link put${typeName(name)}} puts. */`,
      ...interfaceOf(typeName(name), fields),
      "",
      `/** How many words those are. */`,
      `export const ${name}Words = ${wordsOf(fields)};`,
      "",
      `/** Writes these fields of a record, the first of them at word \`at\`. */`,
      `export function put${typeName(name)}(words: Float64Array, at: number, part: ${typeName(name)}): void {`,
      ...assignments(fields, "part"),
      "}",
    ].join("\n"),
  );
}

/** The kinds of number among fields. */
function kindsOf(all: readonly Fields[]): string[] {
  const kinds = all.flatMap((fields) => Object.values(fields)).filter((kind) => /^[A-Z]/.test(kind));
  return [...new Set<string>(kinds)].sort();
}

function interfaceOf(name: string, fields: Fields): string[] {
  if (Object.keys(fields).length === 0) return [];
  return [
    `export interface ${name} {`,
    ...Object.entries(fields).map(([field, kind]) => `  readonly ${field}: ${typeOf(kind)};`),
    "}",
  ];
}

function assignments(fields: Fields, from: string, columns: Readonly<Record<string, Place>> = {}): string[] {
  const lines: string[] = [];
  let word = 0;
  const put = (value: string): void => void lines.push(`  words[${place(word++)}] = ${value};`);
  for (const [name, kind] of Object.entries(fields)) {
    const place = columns[name];
    const value = `${from}.${name}`;
    if (kind === "money") {
      put(place === undefined ? `${value}.hi` : `${place.column}.hi[${place.at}]`);
      put(place === undefined ? `${value}.lo` : `${place.column}.lo[${place.at}]`);
    } else if (place === undefined) put(kind === "flag" ? `${value} ? 1 : 0` : value);
    else put(`${place.column}[${place.at}]`);
  }
  return lines;
}

function place(word: number): string {
  return word === 0 ? "at" : `at + ${word}`;
}

function wordsOf(fields: Fields): number {
  return Object.values(fields).reduce((words, kind) => words + (kind === "money" ? 2 : 1), 0);
}

function typeOf(kind: FieldKind): string {
  return kind === "money" ? "Amount" : kind === "flag" ? "boolean" : kind === "int" ? "number" : kind;
}

function typeName(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** A head with its version before its kind, each in four digits: 0x0001_0039. */
function hexOf(layout: Layout): string {
  return `0x${headOf(layout)
    .toString(16)
    .padStart(8, "0")
    .replace(/(?=.{4}$)/, "_")}`;
}
