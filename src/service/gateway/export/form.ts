import type { ExportRow } from "../../readmodel/index.ts";

/**
 * What the values of a column are: `integer` is exact, `decimal` has eight places at most, `moment` is in
 * market time. One of these that a row has not is "".
 */
export type ColumnKind = "integer" | "decimal" | "moment" | "text";

/** A form of an export: its columns in order, and the function that makes its row of a stored one. */
export interface ExportForm {
  readonly columns: readonly ExportColumn[];
  readonly row: (row: ExportRow) => ExportRow;
}

export interface ExportColumn {
  readonly name: string;
  readonly kind: ColumnKind;
}

/** A moment in words; "" where there is none. @param ms Unix */
export function momentText(ms: number): string {
  return ms === 0 ? "" : new Date(ms).toISOString();
}
