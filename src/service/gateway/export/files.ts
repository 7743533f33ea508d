import type { ExportRow } from "../../readmodel/index.ts";
import type { ExportColumn, ExportForm } from "./words.ts";

/** Forms of a file. */
export const FILE_FORMATS = ["csv", "ndjson", "parquet"] as const;
export type FileFormat = (typeof FILE_FORMATS)[number];

/** The number of characters that are written at a time. */
const CHUNK_CHARACTERS = 64 * 1024;
/** Rows of a Parquet file that are held in memory, and compressed together. */
const GROUP_ROWS = 20_000;
/** Decimal places of a decimal column in Parquet: as many as money, prices and sizes can have. */
const PLACES = 8;

/** Takes a piece of a file; the next piece is made once this resolves. */
export type TakePiece = (piece: string | Uint8Array) => Promise<unknown> | undefined;

/** Makes one file of rows, a piece at a time. */
export async function writeRows(
  take: TakePiece,
  format: FileFormat,
  { columns, row }: ExportForm,
  stored: Iterable<ExportRow>,
): Promise<void> {
  if (format === "parquet") return writeParquet(take, columns, mapped(stored, row));
  let text = format === "csv" ? `${columns.map(({ name }) => name).join(",")}\n` : "";
  for (const shown of mapped(stored, row)) {
    text += format === "csv" ? csvLine(columns, shown) : `${JSON.stringify(shown)}\n`;
    if (text.length < CHUNK_CHARACTERS) continue;
    await take(text);
    text = "";
  }
  await take(text);
}

function* mapped<From, To>(from: Iterable<From>, map: (each: From) => To): Generator<To> {
  for (const each of from) yield map(each);
}

/** One line after RFC 4180. Text that a spreadsheet would take for a formula is left as it is. */
function csvLine(columns: readonly ExportColumn[], row: ExportRow): string {
  return `${columns.map(({ name }) => csvField(row[name]!)).join(",")}\n`;
}

function csvField(value: string | number): string {
  const text = String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Decimals are DECIMAL(38, 8), times are timestamps of UTC in ms, integers INT64; a missing value is null.
 */
async function writeParquet(
  take: TakePiece,
  columns: readonly ExportColumn[],
  rows: Iterable<ExportRow>,
): Promise<void> {
  const { ByteWriter, parquetWriteRows } = await import("hyparquet-writer");
  const bytes = new ByteWriter();
  const handOn = async () => {
    const piece = bytes.getBytes().slice();
    bytes.index = 0;
    await take(piece);
  };
  await parquetWriteRows({
    writer: Object.assign(bytes, { flush: handOn, finish: handOn }),
    columns: columns.map(({ name }) => ({ name })),
    schema: [{ name: "root", num_children: columns.length }, ...columns.map(parquetColumn)],
    rows: mapped(rows, (row) =>
      Object.fromEntries(columns.map(({ name, kind }) => [name, PARQUET_VALUES[kind](row[name]!)])),
    ),
    rowGroupSize: GROUP_ROWS,
    createdBy: "outcry",
  });
}

function parquetColumn({ name, kind }: ExportColumn) {
  return { name, repetition_type: "OPTIONAL" as const, ...PARQUET_TYPES[kind] };
}

const PARQUET_TYPES = {
  integer: { type: "INT64" },
  decimal: {
    type: "FIXED_LEN_BYTE_ARRAY",
    type_length: 16,
    converted_type: "DECIMAL",
    precision: 38,
    scale: PLACES,
  },
  moment: {
    type: "INT64",
    converted_type: "TIMESTAMP_MILLIS",
    logical_type: { type: "TIMESTAMP", isAdjustedToUTC: true, unit: "MILLIS" },
  },
  text: { type: "BYTE_ARRAY", converted_type: "UTF8" },
} as const;

const PARQUET_VALUES = {
  integer: (value: string | number) => (value === "" ? null : BigInt(value)),
  decimal: (value: string | number) => (value === "" ? null : unscaled(String(value))),
  moment: (value: string | number) => (value === "" ? null : BigInt(Date.parse(value as string))),
  text: String,
};

/** A decimal in units of its last possible place, exactly: "-0.25" is -25 000 000. */
function unscaled(text: string): bigint {
  const [, sign, whole, fraction = ""] = /^(-?)(\d+)(?:\.(\d{1,8}))?$/.exec(text) ?? [];
  if (whole === undefined) throw new RangeError(`not a decimal of ${PLACES} places at most: ${text}`);
  const units = BigInt(whole + fraction.padEnd(PLACES, "0"));
  return sign === "-" ? -units : units;
}
