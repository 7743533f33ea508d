import type { Fields, FieldValues, RecordHead, Unchecked } from "../units/kinds.ts";
import { blankFields } from "../units/kinds.ts";
import { assert } from "../units/units.ts";
import { byteAt, doubleAt, halfAt } from "../units/words.ts";
import { readUtf8, utf8Length, writeUtf8 } from "./text.ts";

/**
 * The one definition of a binary record: commands in the journal, events in a frame, rows of a snapshot.
 *
 * A record is a sequence of little-endian 8-byte words:
 *
 * ```
 * word 0    u16 kind · u8 version · u8 groups left out · u16 words (this one included) · u16 index
 * words 1…  the fixed fields in declared order: `money` two doubles (whole units, quanta), `flag`
 *           one double (0 or 1), any kind of number one double (a safe integer); the last groups of
 *           rare fields may be left out, as many as word 0 says: these are all 0 or false
 * then      for each text field: u32 byte length, UTF-8; all texts together padded to a word
 * then      for a list: one word with the row count, then the rows' fields, one double each
 * ```
 *
 * `index` is the place of the command in its frame (0 in a stored command): the sequence number of an event
 * is the frame's first sequence number plus `index`. Doubles because every field is a safe integer and a
 * Float64Array write is what V8 does fastest; a reader in another language reads IEEE doubles. A change of a
 * layout changes the format tag (docs/decisions/0001-units-and-encoding.md).
 */
export interface Layout {
  readonly kind: number;
  readonly version: number;
  readonly fixed: Fields;
  /**
   * Where each group of rare fields begins among the fixed ones, ascending; the last one ends with them. A
   * record leaves the last groups out that are all 0 or false.
   */
  readonly rare: readonly number[];
  readonly texts: readonly string[];
  /** At most one list, its rows made of ints. */
  readonly list: { readonly name: string; readonly columns: readonly string[] } | undefined;
}

type Fixed<L> = L extends { fixed: infer F extends Fields } ? FieldValues<F> : never;
type Texts<L> = L extends { texts: readonly (infer T extends string)[] }
  ? { readonly [K in T]: string }
  : never;
type List<L> = L extends {
  list: { name: infer N extends string; columns: readonly (infer C extends string)[] };
}
  ? { readonly [K in N]: readonly { readonly [P in C]: number }[] }
  : unknown;

/** The object form of a record of layout `L`. */
export type Decoded<L> = Fixed<L> & Texts<L> & List<L>;
/** The tagged union of a table of layouts, one variant a key. */
export type Union<T extends Record<string, Layout>> = {
  [K in keyof T & string]: { readonly type: K } & Decoded<T[K]>;
}[keyof T & string];

const HEADER_WORDS = 1;
/** The most words that a record may have (the header's u16). */
export const RECORD_WORDS_MAX = 65_535;
const TOO_LONG = "a record has at most 65535 words";

/** The object form with every field at 0, false or "", and no rows. */
export function blankOf<L extends Layout>(layout: L): Decoded<L> {
  return {
    ...blankFields(layout.fixed),
    ...Object.fromEntries(layout.texts.map((name) => [name, ""])),
    ...(layout.list && { [layout.list.name]: [] }),
  } as Decoded<L>;
}

/** Words of the fixed part, header included, by how many of the last groups of rare fields are left out. */
export function fixedWords(layout: Layout): readonly number[] {
  return [Object.keys(layout.fixed).length, ...layout.rare.toReversed()].map((fields) => {
    let words = HEADER_WORDS;
    for (const type of Object.values(layout.fixed).slice(0, fields)) words += type === "money" ? 2 : 1;
    return words;
  });
}

/**
 * Word offset of each fixed field inside its record; a rare one is there only where its group is not left
 * out. Hot code takes its constants from here once.
 */
export function offsetsOf<L extends Layout>(
  layout: L,
): { readonly [K in keyof L["fixed"] & string]: number } {
  const offsets: Record<string, number> = {};
  let word = HEADER_WORDS;
  for (const [name, type] of Object.entries(layout.fixed)) {
    offsets[name] = word;
    word += type === "money" ? 2 : 1;
  }
  // An object made by JSON.parse keeps fast properties; one filled key by key would be a dictionary that hot
  // code looks up by hash.
  return JSON.parse(JSON.stringify(offsets)) as { readonly [K in keyof L["fixed"] & string]: number };
}

/** Kind and version of a record, and how many groups it leaves out, as its first four bytes have them. */
export function headOf({ kind, version }: Pick<Layout, "kind" | "version">, leftOut = 0): RecordHead {
  return kind + version * 0x1_0000 + leftOut * 0x100_0000;
}

/**
 * A growing buffer of records, seen as words and as bytes. Cleared and reused; growing replaces the arrays.
 */
export class RecordBuffer {
  words: Float64Array;
  bytes: Uint8Array;
  /**
   * The words as numbers of 16 bits, four a word. Those of a record's first word are its kind, its version
   * with what it leaves out, its length in words, and its index.
   */
  halves: Uint16Array;
  /** Words in use. */
  length = 0;

  constructor(capacityWords = 4096) {
    this.words = new Float64Array(capacityWords);
    this.bytes = new Uint8Array(this.words.buffer);
    this.halves = new Uint16Array(this.words.buffer);
  }

  clear(): void {
    this.length = 0;
  }

  /** Opens a record of `words` words under a head ({@link headOf}) and returns its word offset. */
  begin(head: RecordHead, words: number, index: number): number {
    const at = this.length;
    const end = at + words;
    if (end > this.words.length) this.grow(end);
    assert(words > 0 && words <= RECORD_WORDS_MAX, TOO_LONG);
    const half = at * 4;
    this.halves[half] = head & 0xffff;
    this.halves[half + 1] = head >>> 16;
    this.halves[half + 2] = words;
    this.halves[half + 3] = index;
    this.length = end;
    return at;
  }

  private grow(words: number): void {
    const larger = new Float64Array(Math.max(words, this.words.length * 2));
    larger.set(this.words.subarray(0, this.length));
    this.words = larger;
    this.bytes = new Uint8Array(larger.buffer);
    this.halves = new Uint16Array(larger.buffer);
  }

  /** A copy of the records in use. */
  slice(fromWord = 0, toWord = this.length): Uint8Array {
    return this.bytes.slice(fromWord * 8, toWord * 8);
  }

  /** Appends records that were encoded elsewhere, setting the index of each to `index`. */
  append(records: Uint8Array, index: number): void {
    assert(records.byteLength % 8 === 0, "records are whole words");
    const at = this.length;
    const end = at + records.byteLength / 8;
    if (end > this.words.length) this.grow(end);
    this.bytes.set(records, at * 8);
    this.length = end;
    let word = at;
    while (word < end) {
      this.halves[word * 4 + 3] = index;
      const words = halfAt(this.halves, word * 4 + 2);
      assert(words > 0, "a record has words");
      word += words;
    }
    assert(word === end, "records are whole");
  }
}

/** A layout's fixed fields in order, worked out once: what coding a record walks through. */
interface Plan {
  readonly fields: readonly PlannedField[];
  /** The fields that are there, by how many groups are left out. */
  readonly kept: readonly (readonly PlannedField[])[];
  /** Words of the fixed part, header included, likewise. */
  readonly words: readonly number[];
  /** Every field at rest: a copy is what a record is decoded into. */
  readonly blank: Readonly<Record<string, unknown>>;
}

interface PlannedField {
  readonly name: string;
  readonly isMoney: boolean;
  readonly isFlag: boolean;
}

const plans = new WeakMap<Layout, Plan>();

function planOf(layout: Layout): Plan {
  let plan = plans.get(layout);
  if (plan === undefined) {
    const fields = Object.entries(layout.fixed).map(([name, type]) => ({
      name,
      isMoney: type === "money",
      isFlag: type === "flag",
    }));
    const kept = [fields, ...layout.rare.toReversed().map((first) => fields.slice(0, first))];
    plan = { fields, kept, words: fixedWords(layout), blank: { ...blankOf(layout) } };
    plans.set(layout, plan);
  }
  return plan;
}

/** Appends `value` to `buffer` in the form of `layout`. */
export function encode<L extends Layout>(
  layout: L,
  value: Decoded<L> | Unchecked<Decoded<L>>,
  buffer: RecordBuffer,
  index = 0,
): void {
  const fields = value as Readonly<Record<string, unknown>>;
  const plan = planOf(layout);
  let textBytes = 0;
  for (const name of layout.texts) textBytes += 4 + utf8Length(fields[name] as string);
  const textWords = Math.ceil(textBytes / 8);
  const rows = layout.list
    ? (fields[layout.list.name] as readonly Readonly<Record<string, number>>[])
    : NO_ROWS;
  const listWords = layout.list ? 1 + rows.length * layout.list.columns.length : 0;
  const leftOut = groupsAtRest(plan, fields);
  const words = plan.words[leftOut]! + textWords + listWords;
  assert(words <= RECORD_WORDS_MAX, TOO_LONG);
  let at = buffer.begin(headOf(layout, leftOut), words, index) + HEADER_WORDS;
  const target = buffer.words;
  for (const { name, isMoney } of plan.kept[leftOut]!) {
    const field = fields[name];
    if (isMoney) {
      const quanta = field as bigint;
      const units = quanta < 0n ? (quanta - 99_999_999n) / 100_000_000n : quanta / 100_000_000n;
      target[at++] = Number(units);
      target[at++] = Number(quanta - units * 100_000_000n);
    } else {
      target[at++] = Number(field);
    }
  }
  target.fill(0, at, at + textWords);
  let byte = at * 8;
  for (const name of layout.texts) {
    const end = writeUtf8(fields[name] as string, buffer.bytes, byte + 4);
    writeU32(buffer.bytes, byte, end - byte - 4);
    byte = end;
  }
  at += textWords;
  if (layout.list) {
    target[at++] = rows.length;
    for (const row of rows) for (const column of layout.list.columns) target[at++] = row[column]!;
  }
  assert(at === buffer.length, "a record is as long as its layout says");
}

/** How many of the last groups of rare fields are all 0 or false. */
function groupsAtRest({ fields: all, kept }: Plan, fields: Readonly<Record<string, unknown>>): number {
  let groups = 0;
  for (let field = all.length - 1; groups + 1 < kept.length; field--) {
    if (fields[all[field]!.name]) break;
    if (field === kept[groups + 1]!.length) groups++;
  }
  return groups;
}

const NO_ROWS: readonly Readonly<Record<string, number>>[] = [];

/** A word-aligned view of records; copies only if the bytes do not start on a word. */
export class RecordView {
  readonly words: Float64Array;
  readonly bytes: Uint8Array;
  readonly halves: Uint16Array;
  readonly length: number;

  constructor(records: Uint8Array) {
    const aligned = records.byteOffset % 8 === 0 ? records : records.slice();
    const words = Math.floor(aligned.byteLength / 8);
    this.words = new Float64Array(aligned.buffer, aligned.byteOffset, words);
    this.bytes = aligned;
    this.halves = new Uint16Array(aligned.buffer, aligned.byteOffset, words * 4);
    this.length = words;
  }

  kind(at: number): number {
    return halfAt(this.halves, at * 4);
  }
  version(at: number): number {
    return versionAt(this.halves, at);
  }
  /** How many of its last groups of rare fields the record leaves out; they are all 0 or false. */
  leftOut(at: number): number {
    return leftOutAt(this.halves, at);
  }
  /** Word offset of the next record. */
  next(at: number): number {
    const words = halfAt(this.halves, at * 4 + 2);
    assert(words > 0 && at + words <= this.length, "a record lies inside its buffer");
    return at + words;
  }
  index(at: number): number {
    return halfAt(this.halves, at * 4 + 3);
  }
}

/** The version of the record at word `at`. */
export function versionAt(halves: Uint16Array, at: number): number {
  return halfAt(halves, at * 4 + 1) & 0xff;
}

function leftOutAt(halves: Uint16Array, at: number): number {
  return halfAt(halves, at * 4 + 1) >>> 8;
}

/** What a decoder reads: a view, or a buffer that is still being written. */
export interface RecordSource {
  readonly words: Float64Array;
  readonly bytes: Uint8Array;
  readonly halves: Uint16Array;
}

/**
 * The object form of the record at word `at`.
 *
 * @param given the object that the fields are written into, with every one of them at rest, as
 * {@link blankOf} has them. Copying such an object costs less than making one field by field.
 */
export function decode<L extends Layout>(
  layout: L,
  source: RecordSource,
  start: number,
  given?: Record<string, unknown>,
): Decoded<L> {
  let at = start + HEADER_WORDS;
  const plan = planOf(layout);
  const value = given ?? { ...plan.blank };
  const kept = plan.kept[leftOutAt(source.halves, start)];
  assert(kept !== undefined, "a record leaves out no more than its rare fields");
  for (const { name, isMoney, isFlag } of kept) {
    if (isMoney) {
      value[name] =
        BigInt(doubleAt(source.words, at)) * 100_000_000n + BigInt(doubleAt(source.words, at + 1));
      at += 2;
    } else {
      value[name] = isFlag ? source.words[at] === 1 : source.words[at];
      at++;
    }
  }
  if (layout.texts.length > 0) {
    let byte = at * 8;
    for (const name of layout.texts) {
      const length = readU32(source.bytes, byte);
      value[name] = readUtf8(source.bytes, byte + 4, length);
      byte += 4 + length;
    }
    at = Math.ceil(byte / 8);
  }
  if (layout.list) {
    const rows: Record<string, number>[] = [];
    const count = doubleAt(source.words, at++);
    for (let i = 0; i < count; i++) {
      const row: Record<string, number> = {};
      for (const column of layout.list.columns) row[column] = doubleAt(source.words, at++);
      rows.push(row);
    }
    value[layout.list.name] = rows;
  }
  return value as Decoded<L>;
}

/**
 * Reads the one text field of a record whose layout has exactly one, without decoding the rest.
 *
 * @param fixed what {@link fixedWords} says of the layout
 */
export function readOnlyText(source: RecordSource, start: number, fixed: readonly number[]): string {
  const byte = (start + fixed[leftOutAt(source.halves, start)]!) * 8;
  const length = readU32(source.bytes, byte);
  return length === 0 ? "" : readUtf8(source.bytes, byte + 4, length);
}

function writeU32(bytes: Uint8Array, at: number, value: number): void {
  bytes[at] = value & 0xff;
  bytes[at + 1] = (value >>> 8) & 0xff;
  bytes[at + 2] = (value >>> 16) & 0xff;
  bytes[at + 3] = (value >>> 24) & 0xff;
}

function readU32(bytes: Uint8Array, at: number): number {
  return (
    (byteAt(bytes, at) |
      (byteAt(bytes, at + 1) << 8) |
      (byteAt(bytes, at + 2) << 16) |
      (byteAt(bytes, at + 3) << 24)) >>>
    0
  );
}
