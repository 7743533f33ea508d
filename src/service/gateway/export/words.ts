import { billWords, leverageText, priceText, sizeText, v2 } from "../../../interface/wire/index.ts";
import { COIN_SUSDT } from "../../../kernel/core/index.ts";
import type { ExportContract, ExportName, ExportNames, ExportRow } from "../../readmodel/index.ts";
import { exportColumns, exportMoney } from "../../readmodel/index.ts";
import {
  cancelReasons,
  marginModes,
  orderActions,
  orderKinds,
  orderStates,
  separatedModes,
  timesInForce,
  wordOf,
} from "../words.ts";

/**
 * Rows as stored: prices in ticks, sizes in lots, times in Unix ms, codes as numbers; money is an exact
 * decimal in both forms.
 */
export function rawForm(what: ExportName): ExportForm {
  return {
    columns: exportColumns(what).map((name) => ({ name, kind: storedKind(what, name) })),
    row: (row) => row,
  };
}

/**
 * Rows for people and spreadsheets: decimals, words, names, times as text, and beside each time the same in
 * Unix ms.
 */
export function wordForm(what: ExportName, names: ExportNames): ExportForm {
  const columns = exportColumns(what).map((stored) => {
    const { kind, format }: Partial<CellFormat> = FORMATS[stored] ?? {};
    return { stored, name: RENAMED[stored] ?? stored, kind: kind ?? storedKind(what, stored), format };
  });
  return {
    columns: columns.flatMap(({ name, kind }): readonly ExportColumn[] =>
      kind === "moment"
        ? [
            { name, kind },
            { name: `${name}_ms`, kind: "integer" },
          ]
        : [{ name, kind }],
    ),
    row: (row) => {
      const contract = names.contracts.get(row["contract"] as number);
      const shown: Record<string, string | number> = {};
      for (const { stored, name, kind, format } of columns) {
        const value = row[stored]!;
        shown[name] = format === undefined ? value : format(value as number, { names, contract, row });
        if (kind === "moment") shown[`${name}_ms`] = value === 0 ? "" : value;
      }
      return shown;
    },
  };
}

function storedKind(what: ExportName, column: string): ColumnKind {
  if (column === "client_id") return "text";
  return exportMoney(what).includes(column) ? "decimal" : "integer";
}

/** Columns that have another name in this form. */
const RENAMED: Readonly<Record<string, string>> = { contract: "symbol", maker: "role", market: "type" };

interface CellContext {
  readonly names: ExportNames;
  /** Undefined if the row concerns no contract. */
  readonly contract: ExportContract | undefined;
  readonly row: ExportRow;
}

const price = (ticks: number, { contract }: CellContext): string | number =>
  contract === undefined ? ticks : ticks === 0 ? "" : priceText(contract, ticks);
/** A market order's stored price is the one that protects it; the order itself has none. */
const orderPrice = (ticks: number, cell: CellContext): string | number =>
  cell.row["market"] === 1 ? "" : price(ticks, cell);
const size = (lots: number, { contract }: CellContext): string | number =>
  contract === undefined ? lots : sizeText(contract, lots);

interface CellFormat {
  readonly kind: ColumnKind;
  readonly format: (value: number, cell: CellContext) => string | number;
}

const inWords = (format: CellFormat["format"]): CellFormat => ({ kind: "text", format });
const inDecimals = (format: CellFormat["format"]): CellFormat => ({ kind: "decimal", format });
const aMoment: CellFormat = { kind: "moment", format: momentText };

/** A stored number in words, by its column; columns that are not here are shown as they are. */
const FORMATS: Readonly<Record<string, CellFormat>> = {
  time: aMoment,
  created_time: aMoment,
  updated_time: aMoment,
  account: inWords((id, { names }) => names.accounts.get(id) ?? id),
  contract: inWords((id, { contract }) => contract?.symbol ?? (id < 0 ? "" : id)),
  entry: inWords((position) => (position === 0 ? "shared" : `position ${position}`)),
  position: { kind: "integer", format: (position) => (position === 0 ? "" : position) },
  coin: inWords((code) => (code === COIN_SUSDT ? "SUSDT" : (v2.words.coins[code] ?? code))),
  type: inWords((code) => billWords.types[code] ?? code),
  reason: inWords((code) => REASONS[code] ?? code),
  action: inWords((code) => wordOf(orderActions, code)),
  maker: inWords((is) => (is === 1 ? "maker" : "taker")),
  market: inWords((is) => (is === 1 ? "market" : "limit")),
  kind: inWords((code) => wordOf(orderKinds, code)),
  state: inWords((code) => wordOf(orderStates, code)),
  time_in_force: inWords((code) => wordOf(timesInForce, code)),
  cancel_reason: inWords((code) => wordOf(cancelReasons, code)),
  margin_mode: inWords((code) => wordOf(marginModes, code)),
  separated_mode: inWords((code) => wordOf(separatedModes, code)),
  leverage: inDecimals(leverageText),
  price: inDecimals(orderPrice),
  trigger_price: inDecimals(price),
  size: inDecimals(size),
  remaining: inDecimals(size),
};

const REASONS: Readonly<Record<number, string>> = {
  0: "",
  1: "transfer",
  2: "gift",
  3: "gift-back",
  4: "fee-refund",
};

/**
 * The values of a column: `integer` is exact, `decimal` has eight places at most, `moment` is a market time.
 * A value that a row does not have is "".
 */
type ColumnKind = "integer" | "decimal" | "moment" | "text";

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
