import type { ExportRow } from "../../readmodel/index.ts";

/**
 * The values of a column: `integer` is exact, `decimal` has eight places at most, `moment` is a market time.
 * A value that a row does not have is "".
 */
export type ColumnKind = "integer" | "decimal" | "moment" | "text";

/** The form of an export: its columns in order, and the function that makes a row from a stored one. */
export interface ExportForm {
  readonly columns: readonly ExportColumn[];
  readonly row: (row: ExportRow) => ExportRow;
}

export interface ExportColumn {
  readonly name: string;
  readonly kind: ColumnKind;
}

/** A time as text; "" for none. @param ms Unix */
export function momentText(ms: number): string {
  return ms === 0 ? "" : new Date(ms).toISOString();
}
