import type { FieldType, Layout } from "../../../src/core/data/encoding/layout.ts";
import { fixedWords, headOf } from "../../../src/core/data/encoding/layout.ts";

type Fields = Readonly<Record<string, FieldType>>;

/**
 * A function for each kind of record, straight-line code that appends one. Kinds with texts or lists are rare enough for `encode`.
 *
 * @param parts fields that are written into a record apart from the others, by name
 */
export function recordText(
  layouts: Readonly<Record<string, Layout>>,
  parts: Readonly<Record<string, Fields>>,
): string {
  const plain = Object.entries(layouts).filter(
    ([, { texts, list }]) => texts.length === 0 && list === undefined,
  );
  const functions = plain.map(([type, layout]) => {
    const { fixed } = layout;
    const names = Object.keys(fixed).length > 0 ? `, record: ${typeName(type)}Record` : "";
    return [
      `/** What {@link write${typeName(type)}} writes. */`,
      ...interfaceOf(`${typeName(type)}Record`, fixed),
      "",
      `export function write${typeName(type)}(events: RecordBuffer, index: number${names}): void {`,
      `  const at = events.begin(${hexOf(layout)}, ${fixedWords(layout)}, index) + 1;`,
      "  const { words } = events;",
      ...assignments(fixed, "record"),
      "}",
    ].join("\n");
  });
  const fields = [...plain.map(([, { fixed }]) => fixed), ...Object.values(parts)];
  const head = [
    "// Made of event.ts by `npm run golden`: a field is changed there.",
    `import type { RecordBuffer } from "../../encoding/layout.ts";`,
    `import type { ${kindsOf(fields).join(", ")} } from "../../units/kinds.ts";`,
    `import type { Amount } from "../../units/money.ts";`,
  ];
  return `${[head.join("\n"), ...functions, ...partsOf(parts)].join("\n\n")}\n`;
}

/** The same for rows of history: a function for each that writes its fields, and their types. */
export function rowPartsText(parts: Readonly<Record<string, Fields>>): string {
  const head = [
    "// Made of readmodel/rowFields.ts by `npm run golden`: a field is changed there.",
    `import type { Amount, ${kindsOf(Object.values(parts)).join(", ")} } from "../../core/index.ts";`,
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

function assignments(fields: Fields, from: string): string[] {
  const lines: string[] = [];
  let word = 0;
  for (const [name, kind] of Object.entries(fields)) {
    const value = `${from}.${name}`;
    if (kind === "money") {
      lines.push(`  words[${place(word)}] = ${value}.hi;`, `  words[${place(word + 1)}] = ${value}.lo;`);
      word += 2;
    } else {
      lines.push(`  words[${place(word)}] = ${kind === "flag" ? `${value} ? 1 : 0` : value};`);
      word++;
    }
  }
  return lines;
}

function place(word: number): string {
  return word === 0 ? "at" : `at + ${word}`;
}

function wordsOf(fields: Fields): number {
  return Object.values(fields).reduce((words, kind) => words + (kind === "money" ? 2 : 1), 0);
}

function typeOf(kind: FieldType): string {
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
