import type { Grid } from "../../../interface/wire/index.ts";
import {
  isDecimal,
  leverageText,
  moneyText,
  pointsText,
  priceText,
  quantaOfText,
  rateText,
  sizeText,
  stepsOf,
  unitsOf,
} from "../../../interface/wire/index.ts";
import type { RowFields, RowValue, StateRow, StateRows } from "../../../kernel/core/index.ts";
import { formOf } from "../../../service/gateway/fieldForms.ts";
import { words } from "./words.ts";

/**
 * A state as portable text: one JSON object a line, `table` first, then its fields by name; prices, sizes,
 * money and rates as decimals, codes as words, times in ISO 8601, contracts by symbol. Fields that are 0,
 * false, "" or empty are left out.
 *
 * @see docs/reference/dump.md
 */

/** The version of the text's form, in its first line. */
const DUMP_VERSION = 1;

/** The latest time that ISO 8601 can express here; later times are written as milliseconds. */
const TIME_MAX = 8_640_000_000_000_000;

/** A text that no venue dumps; the message names the line and the field. */
export class DumpError extends Error {
  override readonly name = "DumpError";
}

type Json = string | number | boolean | JsonRow | readonly JsonRow[];
type JsonRow = { readonly [name: string]: Json };

/**
 * Names and grids of contracts; where a symbol was listed anew, the latest is `symbol` and earlier ones are
 * `symbol#index`.
 */
class Contracts {
  private readonly grids: Grid[] = [];
  private readonly labels: string[] = [];

  constructor(rows: readonly StateRow[]) {
    const symbols = rows.map(({ symbol }) => String(symbol));
    for (const [i, row] of rows.entries()) {
      this.labels.push(symbols.lastIndexOf(symbols[i]!) === i ? symbols[i]! : `${symbols[i]}#${i}`);
      this.grids.push({
        priceDecimals: Number(row["priceDecimals"] ?? 0),
        priceStep: Number(row["priceStep"] ?? 1),
        sizeDecimals: Number(row["sizeDecimals"] ?? 0),
        lotStep: Number(row["lotStep"] ?? 1),
      });
    }
  }

  label(index: number): string {
    return this.labels[index] ?? String(index);
  }

  index(label: string): number {
    return this.labels.indexOf(label);
  }

  grid(index: number): Grid | undefined {
    return this.grids[index];
  }
}

/** A state as rows, with the fields that they may have. */
export interface DumpedState {
  rows(): StateRows;
  rowFields(): RowFields;
}

/** The lines of a dump; the first one lists the fields, table by table. */
export function* dumpLines(state: DumpedState, format: string): Generator<string> {
  const rows = state.rows();
  const contracts = new Contracts(rows.get("contracts") ?? []);
  const fields = Object.fromEntries(Array.from(state.rowFields(), ([path, names]) => [path, [...names]]));
  for (const [table, all] of rows) {
    for (const row of all) {
      const head = table === "venue" ? { table, dump: DUMP_VERSION, format, fields } : { table };
      yield JSON.stringify({ ...head, ...written(table, row, contracts, contractOf(table, row)) });
    }
  }
}

/** Tables whose rows belong to a contract. */
const OF_CONTRACT = new Set(["contracts", "settings", "positions", "orders", "paperFlows"]);

/** The contract of a row; −1 if it has none. */
function contractOf(table: string, row: StateRow): number {
  return OF_CONTRACT.has(table) ? Number(row["contract"] ?? 0) : -1;
}

function written(path: string, row: StateRow, contracts: Contracts, contract: number): JsonRow {
  const out: Record<string, Json> = {};
  for (const [name, value] of Object.entries(withZeros(path, row)))
    out[name] = writtenValue(path, name, value, contracts, contract);
  return out;
}

/** The row with its zeros, since a code of 0 has a word too, and contract 0 a symbol. */
function withZeros(path: string, row: StateRow): StateRow {
  const zeros: StateRow = {};
  for (const [place, codes] of Object.entries(words)) {
    const [table, name = ""] = place.split(".");
    if (table === path && codes[0] !== undefined) zeros[name] = 0;
  }
  return { ...(OF_CONTRACT.has(path) && { contract: 0 }), ...zeros, ...row };
}

function writtenValue(
  path: string,
  name: string,
  value: RowValue,
  contracts: Contracts,
  contract: number,
): Json {
  if (typeof value === "object") {
    const inside = (row: StateRow) => written(`${path}.${name}`, row, contracts, contract);
    return Array.isArray(value) ? (value as readonly StateRow[]).map(inside) : inside(value as StateRow);
  }
  const form = formOf(name);
  if (typeof value === "bigint") return form === "integer" ? String(value) : moneyText(value);
  if (typeof value !== "number") return value;
  if (name === "contract") return value < 0 ? value : contracts.label(value); // below 0: any
  const word = words[`${path}.${name}`]?.[value];
  if (word !== undefined) return word;
  const grid = contracts.grid(contract);
  if (form === "time") return value > TIME_MAX ? value : new Date(value).toISOString();
  if (form === "flag") return value === 1 ? true : value;
  if (form === "rate") return rateText(value);
  if (form === "leverage") return leverageText(value);
  if (grid === undefined) return value;
  if (form === "price") return priceText(grid, value);
  if (form === "points") return pointsText(grid, value);
  return form === "size" ? sizeText(grid, value) : value;
}

/** What a dump's lines say. */
export interface ParsedDump {
  readonly rows: StateRows;
  readonly format: string;
  /** The fields that the writer knew, by table; `undefined` where the first line does not list them. */
  readonly fields: RowFields | undefined;
  /** "line 7: orders", of each row and of those inside its fields. */
  readonly places: WeakMap<StateRow, string>;
}

const NO_DUMP = "a dump is what `outcry dump` writes";

/** The rows in a dump's lines. @throws DumpError */
export function parseDump(lines: Iterable<string>): ParsedDump {
  const tables = new Map<string, { readonly line: number; readonly row: JsonRow }[]>();
  let head: Pick<ParsedDump, "format" | "fields"> | undefined;
  let line = 0;
  for (const text of lines) {
    line++;
    if (text.trim() === "") continue;
    const { table, ...row } = parsedLine(line, text);
    head ??= headOf(table, row);
    const { dump: _, format: __, fields: ___, ...own } = row;
    const all = tables.get(String(table)) ?? [];
    tables.set(String(table), all);
    all.push({ line, row: table === "venue" ? own : row });
  }
  if (head === undefined) throw new DumpError(`it is empty: ${NO_DUMP}`);
  const listed = (tables.get("contracts") ?? []).map(({ row }) => row as unknown as StateRow);
  const contracts = new Contracts(listed);
  const rows: StateRows = new Map();
  const places = new WeakMap<StateRow, string>();
  for (const [table, all] of tables)
    rows.set(
      table,
      all.map(({ line, row }) => readRow(line, table, row, contracts, places)),
    );
  return { rows, ...head, places };
}

function parsedLine(line: number, text: string): JsonRow {
  try {
    const value = JSON.parse(text) as JsonRow | null;
    if (typeof value === "object" && value !== null && typeof value["table"] === "string") return value;
  } catch {
    // reported below
  }
  throw new DumpError(
    `line ${line} is not an object of JSON with a "table"${line === 1 ? `: ${NO_DUMP}` : ""}`,
  );
}

function headOf(
  table: Json | undefined,
  { dump, format, fields }: JsonRow,
): Pick<ParsedDump, "format" | "fields"> {
  if (table === "venue" && dump === DUMP_VERSION)
    return { format: String(format), fields: fields === undefined ? undefined : listedFields(fields) };
  throw new DumpError(
    `the first line must be of the table "venue" with "dump": ${DUMP_VERSION}, got ${String(dump)}`,
  );
}

function listedFields(listed: Json): RowFields {
  const tables = typeof listed === "object" && !Array.isArray(listed) ? Object.entries(listed) : undefined;
  if (tables === undefined || tables.some(([, names]) => !isListOfTexts(names)))
    throw new DumpError('line 1: "fields" must list the fields of each table, such as {"venue":["seq"]}');
  return new Map(tables.map(([path, names]) => [path, new Set(names as unknown as readonly string[])]));
}

function isListOfTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((each) => typeof each === "string");
}

function readRow(
  line: number,
  table: string,
  row: JsonRow,
  contracts: Contracts,
  places: WeakMap<StateRow, string>,
): StateRow {
  const label = row["contract"];
  const contract = typeof label === "string" ? contracts.index(label) : -1;
  if (typeof label === "string" && contract < 0)
    throw new DumpError(`line ${line}: contract '${label}' is not in the table of contracts before it`);
  return readFields({ where: `line ${line}: ${table}`, contract, contracts, places }, table, row);
}

/** The row that is read. */
interface Place {
  readonly where: string;
  /** Its contract; −1: none. */
  readonly contract: number;
  readonly contracts: Contracts;
  readonly places: WeakMap<StateRow, string>;
}

function readFields(place: Place, path: string, row: JsonRow): StateRow {
  const out: StateRow = {};
  place.places.set(out, place.where);
  for (const [name, value] of Object.entries(row)) {
    const read = readValue(place, path, name, value);
    if (read !== 0 && read !== 0n && read !== false && read !== "") out[name] = read;
  }
  return out;
}

function readValue(place: Place, path: string, name: string, value: Json): RowValue {
  const { contract, contracts } = place;
  const where = `${place.where}.${name}`;
  if (typeof value === "object") {
    const inside = (row: JsonRow) => readFields({ ...place, where }, `${path}.${name}`, row);
    return Array.isArray(value) ? (value as readonly JsonRow[]).map(inside) : inside(value as JsonRow);
  }
  const form = formOf(name);
  if (name === "contract") return typeof value === "number" ? value : contract;
  if (typeof value === "boolean") return form === "flag" ? Number(value) : value;
  if (typeof value === "number") return value;
  if (form === "text") return value;
  const codes = words[`${path}.${name}`];
  const code = Object.entries(codes ?? {}).find(([, word]) => word === value)?.[0];
  if (code !== undefined) return Number(code);
  if (codes !== undefined)
    throw new DumpError(`${where} is one of ${Object.values(codes).join(", ")}, got '${value}'`);
  if (form === "time") return timeOf(where, value);
  if (form === "integer") return integerOf(where, value);
  return numberOf(where, form, value, contracts.grid(contract));
}

function timeOf(where: string, text: string): number {
  const time = Date.parse(text);
  if (Number.isSafeInteger(time)) return time;
  throw new DumpError(`${where} is a time such as 2026-11-22T12:00:00.000Z, got '${text}'`);
}

function integerOf(where: string, text: string): bigint {
  if (/^-?\d+$/.test(text)) return BigInt(text);
  throw new DumpError(`${where} is a whole number, got '${text}'`);
}

function numberOf(where: string, form: string, text: string, grid: Grid | undefined): number | bigint {
  const value = isDecimal(text) ? decimalOf(form, text, grid) : undefined;
  if (value !== undefined && (typeof value === "bigint" || Number.isSafeInteger(value))) return value;
  throw new DumpError(`${where} is a decimal on its grid, got '${text}'`);
}

function decimalOf(form: string, text: string, grid: Grid | undefined): number | bigint | undefined {
  if (form === "rate") return unitsOf(text, 8);
  if (form === "leverage") return unitsOf(text, 2);
  if (form === "plain") return quantaOfText(text);
  if (grid === undefined) return undefined;
  if (form === "price") return stepsOf(text, grid.priceDecimals, grid.priceStep);
  if (form === "points") return stepsOf(text, grid.priceDecimals + 2, grid.priceStep);
  return stepsOf(text, grid.sizeDecimals, grid.lotStep);
}
