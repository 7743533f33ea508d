import { styleText } from "node:util";
import Table from "cli-table3";
import { takesColours } from "../config.ts";
import type { Terminal } from "../terminal.ts";

/**
 * Text for people: tables for lists, names and values for the rest, moments as ISO 8601. `--json` prints the
 * data itself.
 */

/** Prints a command's result: as JSON if that was asked for, else as text. */
export function show(terminal: Terminal, isJson: boolean, value: unknown): void {
  if (isJson) showJson(terminal, value);
  else showText(terminal, value);
}

export function showJson(terminal: Terminal, value: unknown): void {
  terminal.out(`${JSON.stringify(value)}\n`);
}

export function showText(terminal: Terminal, value: unknown): void {
  terminal.out(`${readable(value, terminal.outIsTty)}\n`);
}

function readable(value: unknown, isColoured: boolean): string {
  if (Array.isArray(value)) return value.length === 0 ? "none" : listTable(value as Row[], isColoured);
  if (typeof value === "object" && value !== null) return fields(value as Row, isColoured);
  return cell(value);
}

type Row = Readonly<Record<string, unknown>>;

/** The borders of a table that has none. */
export const NO_BORDERS = {
  top: "",
  "top-mid": "",
  "top-left": "",
  "top-right": "",
  bottom: "",
  "bottom-mid": "",
  "bottom-left": "",
  "bottom-right": "",
  left: "",
  "left-mid": "",
  mid: "",
  "mid-mid": "",
  right: "",
  "right-mid": "",
  middle: "  ",
} as const;

/** A list as a table; lists and objects within a row are shown by `--json` only. */
function listTable(rows: readonly Row[], isColoured: boolean): string {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row).filter((name) => isPlain(row[name]))))];
  const table = newTable();
  table.push(names.map((name) => paint("bold", name, isColoured)));
  for (const row of rows) table.push(names.map((name) => named(name, row[name])));
  return trimmed(table);
}

/** One name and value a line; a list among the values becomes a table below its name. */
function fields(row: Row, isColoured: boolean): string {
  const table = newTable();
  const lists: string[] = [];
  for (const [name, value] of flatFields(row)) {
    if (Array.isArray(value) && typeof value[0] === "object") {
      lists.push(`\n${paint("bold", name, isColoured)}\n${listTable(value as Row[], isColoured)}`);
    } else {
      table.push([
        paint("cyan", name, isColoured),
        Array.isArray(value) ? value.map(cell).join(", ") || "none" : named(name, value),
      ]);
    }
  }
  return [trimmed(table), ...lists].join("\n");
}

/** The fields that have a value, those of nested objects by their paths: `clock.mode`. */
function* flatFields(row: Row, prefix = ""): Generator<[string, unknown]> {
  for (const [name, value] of Object.entries(row)) {
    if (typeof value === "object" && value !== null && !Array.isArray(value)) {
      yield* flatFields(value as Row, `${prefix}${name}.`);
    } else if (value !== undefined) {
      yield [prefix + name, value];
    }
  }
}

function newTable(): Table.Table {
  return new Table({
    chars: NO_BORDERS,
    style: { "padding-left": 0, "padding-right": 0, head: [], border: [] },
  });
}

function trimmed(table: Table.Table): string {
  return table
    .toString()
    .split("\n")
    .map((line) => line.trimEnd())
    .join("\n");
}

function isPlain(value: unknown): boolean {
  return (
    typeof value !== "object" || value === null || (Array.isArray(value) && typeof value[0] !== "object")
  );
}

/** A number of Unix ms below this is a duration, or no time at all. */
const MOMENT_MIN_MS = Date.UTC(2001);

/** A field's text; a field whose name says that it is a moment is shown as one. */
function named(name: string, value: unknown): string {
  const isMoment =
    /(?:^|\.)(?:time|from|to|until|since|start|end|expires|due)$|(?:Time|At|Due|From|Until|Till|Start|End)$/.test(
      name,
    ) &&
    typeof value === "number" &&
    value >= MOMENT_MIN_MS;
  return isMoment ? new Date(value).toISOString() : cell(value);
}

function cell(value: unknown): string {
  if (value === undefined || value === null) return "";
  if (Array.isArray(value)) return value.map(cell).join(",");
  return String(value);
}

type Format = Parameters<typeof styleText>[0];

/** Colours a text if colours are wanted. @param isColoured whether it goes to a terminal */
export function paint(format: Format, text: string, isColoured: boolean): string {
  return isColoured && takesColours() ? styleText(format, text, { validateStream: false }) : text;
}

const UNITS = [
  ["d", 86_400_000],
  ["h", 3_600_000],
  ["min", 60_000],
  ["s", 1_000],
] as const;

/** A span of time in its two largest units: "2 h 5 min", "3 s"; below a second "0 s". */
export function durationText(ms: number): string {
  const parts: string[] = [];
  let left = ms;
  for (const [name, unit] of UNITS) {
    const count = Math.floor(left / unit);
    left -= count * unit;
    if (count > 0) parts.push(`${count} ${name}`);
    else if (parts.length > 0) break;
    if (parts.length === 2) break;
  }
  return parts.length === 0 ? "0 s" : parts.join(" ");
}
