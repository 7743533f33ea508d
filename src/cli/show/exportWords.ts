import { COIN_SUSDT } from "../../core/index.ts";
import {
  cancelReasons,
  marginModes,
  orderActions,
  orderKinds,
  orderStates,
  separatedModes,
  timesInForce,
  wordOf,
} from "../../gateway/control/words.ts";
import type { ExportContract, ExportName, ExportNames, ExportRow } from "../../readmodel/index.ts";
import { exportColumns } from "../../readmodel/index.ts";
import { billWords, leverageText, priceText, sizeText, v2 } from "../../wire/index.ts";

/** A form of an export: its columns in order, and the function that makes its row of a stored one. */
export interface ExportForm {
  readonly columns: readonly string[];
  readonly row: (row: ExportRow) => ExportRow;
}

/**
 * Rows as stored: prices in ticks, sizes in lots, times in Unix ms, codes as numbers; money is an exact decimal in
 * both forms.
 */
export function rawForm(what: ExportName): ExportForm {
  return { columns: exportColumns(what), row: (row) => row };
}

/** Rows for people and spreadsheets: decimals, words, names, moments. */
export function wordForm(what: ExportName, names: ExportNames): ExportForm {
  const stored = exportColumns(what);
  return {
    columns: stored.map((column) => RENAMED[column] ?? column),
    row: (row) => {
      const contract = names.contracts.get(row["contract"] as number);
      const told = stored.map((column) => {
        const tell = TELLERS[column];
        const value =
          tell === undefined ? row[column]! : tell(row[column] as number, { names, contract, row });
        return [RENAMED[column] ?? column, value] as const;
      });
      return Object.fromEntries(told);
    },
  };
}

/** Columns that have another name in this form. */
const RENAMED: Readonly<Record<string, string>> = { contract: "symbol", maker: "role", market: "type" };

interface Told {
  readonly names: ExportNames;
  /** Undefined if the row concerns no contract. */
  readonly contract: ExportContract | undefined;
  readonly row: ExportRow;
}

const moment = (ms: number): string => (ms === 0 ? "" : new Date(ms).toISOString());
const price = (ticks: number, { contract }: Told): string | number =>
  contract === undefined ? ticks : ticks === 0 ? "" : priceText(contract, ticks);
/** A market order's stored price is the one that protects it; the order itself has none. */
const orderPrice = (ticks: number, told: Told): string | number =>
  told.row["market"] === 1 ? "" : price(ticks, told);
const size = (lots: number, { contract }: Told): string | number =>
  contract === undefined ? lots : sizeText(contract, lots);

/** A stored number in words, by its column; columns that are not here are shown as they are. */
const TELLERS: Readonly<Record<string, (value: number, told: Told) => string | number>> = {
  time: moment,
  created_time: moment,
  updated_time: moment,
  account: (id, { names }) => names.accounts.get(id) ?? id,
  contract: (id, { contract }) => contract?.symbol ?? (id < 0 ? "" : id),
  entry: (position) => (position === 0 ? "shared" : `position ${position}`),
  position: (position) => (position === 0 ? "" : position),
  coin: (code) => (code === COIN_SUSDT ? "SUSDT" : (v2.words.coins[code] ?? code)),
  type: (code) => billWords.types[code] ?? code,
  reason: (code) => REASONS[code] ?? code,
  action: (code) => wordOf(orderActions, code),
  maker: (is) => (is === 1 ? "maker" : "taker"),
  market: (is) => (is === 1 ? "market" : "limit"),
  kind: (code) => wordOf(orderKinds, code),
  state: (code) => wordOf(orderStates, code),
  time_in_force: (code) => wordOf(timesInForce, code),
  cancel_reason: (code) => wordOf(cancelReasons, code),
  margin_mode: (code) => wordOf(marginModes, code),
  separated_mode: (code) => wordOf(separatedModes, code),
  leverage: leverageText,
  price: orderPrice,
  trigger_price: price,
  size,
  remaining: size,
};

const REASONS: Readonly<Record<number, string>> = {
  0: "",
  1: "transfer",
  2: "gift",
  3: "gift-back",
  4: "fee-refund",
};
