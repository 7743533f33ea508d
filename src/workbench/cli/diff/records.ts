import { join } from "node:path";
import { HISTORY_FILE } from "../../../assembly/venue/dataFiles.ts";
import { intactJournal } from "../../../assembly/venue/dump/dump.ts";
import { moneyText } from "../../../interface/wire/index.ts";
import type { Answer, OrderView, Query } from "../../../kernel/core/index.ts";
import { ACCOUNT_HOUSE } from "../../../kernel/core/index.ts";
import { exchangeMachine, replayFrom, startingPoint } from "../../../kernel/engine/index.ts";
import { FileSnapshots } from "../../../kernel/journal/fileSnapshots.ts";
import { readFrames } from "../../../kernel/journal/readFrames.ts";
import { wordForm } from "../../../service/gateway/export/words.ts";
import type { ExportName, ExportNames, ExportRow } from "../../../service/readmodel/index.ts";
import { exportColumns, exportNames, exportRows, peekHistory } from "../../../service/readmodel/index.ts";

/** A row in words and decimals, with the ids by which it belongs to other rows of its venue. */
export interface Recorded {
  readonly account: string;
  /** Id of the order; for a fill, of the order that it filled; 0 for a bill. */
  readonly order: number;
  readonly shown: ExportRow;
}

/** The orders, fills, bills and balances of a venue's accounts, up to a command. */
export interface Records {
  readonly seq: number;
  /** Market time of that command. */
  readonly time: number;
  /** Orders by creation, ended and live ones, without those of the house. */
  readonly orders: readonly Recorded[];
  /** Fills as they happened, without those of the house. */
  readonly fills: readonly Recorded[];
  /** Bills as they happened, without those of the house. */
  readonly bills: readonly Recorded[];
  readonly balances: readonly Recorded[];
}

type Ask = <Q extends Query>(query: Q) => Answer<Q>;

/**
 * Reads a data directory, on which a venue may be running: its history, and the state at the command where
 * that ends.
 *
 * @throws DataUnusableError, LogError, ReplayError, HistoryFailedError
 */
export async function recordsOf(data: string): Promise<Records> {
  const { disk } = await intactJournal(data);
  const history = join(data, HISTORY_FILE);
  const { appliedSeq: seq } = peekHistory(history);
  const from = await startingPoint(exchangeMachine, new FileSnapshots(disk), seq);
  const log = { read: (first: number) => readFrames(disk, first, seq + 1) };
  const { machine } = await replayFrom(from, { log, toSeq: seq });
  const ask: Ask = (query) => machine.answer(query);
  const names = exportNames(history);
  const rows = (what: ExportName, at: string) =>
    [...exportRows(history, what, {})].filter((row) => Number(row[at]) <= seq);
  const orders = [...rows("orders", "ended_seq"), ...liveOrders(ask)];
  orders.sort((a, b) => Number(a["order_id"]) - Number(b["order_id"]));
  return {
    seq,
    time: machine.time,
    orders: recorded("orders", orders, names),
    fills: recorded("fills", rows("fills", "seq"), names),
    bills: recorded("ledger", rows("ledger", "seq"), names),
    balances: balances(ask, names),
  };
}

function recorded(what: ExportName, rows: readonly ExportRow[], names: ExportNames): Recorded[] {
  const form = wordForm(what, names);
  return rows.map((row) => ({
    account: names.accounts.get(Number(row["account"])) ?? `account ${row["account"]}`,
    order: Number(row["order_id"] ?? 0),
    shown: form.row(row),
  }));
}

function liveOrders(ask: Ask): ExportRow[] {
  const house = new Set(
    ask({ type: "accounts" }).flatMap(({ account, kind }) => (kind === ACCOUNT_HOUSE ? [account] : [])),
  );
  return ask({ type: "allOrders" })
    .filter(({ account }) => !house.has(account))
    .map(exported);
}

/** A live order in the form in which an export has ended ones. */
function exported(order: OrderView): ExportRow {
  const fields = { ...order, orderId: order.order, endedSeq: 0 } as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    exportColumns("orders").map((column) => {
      const value = fields[column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())];
      return [
        column,
        typeof value === "bigint" ? moneyText(value) : typeof value === "string" ? value : Number(value),
      ];
    }),
  );
}

function balances(ask: Ask, names: ExportNames): Recorded[] {
  return ask({ type: "accounts" })
    .filter(({ kind }) => kind !== ACCOUNT_HOUSE)
    .map(({ account }) => {
      const { wallet, equity, available } = ask({ type: "assets", account })!;
      const shown = { wallet: moneyText(wallet), equity: moneyText(equity), available: moneyText(available) };
      return { account: names.accounts.get(account)!, order: 0, shown };
    });
}
