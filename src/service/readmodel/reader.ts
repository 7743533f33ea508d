import type { DatabaseSync } from "node:sqlite";
import {
  ACCOUNT_HOUSE,
  ACCOUNT_PAPER,
  BILL_DEPOSIT,
  BILL_FUNDING,
  BILL_START_LIQUIDATE,
  BILL_WITHDRAW,
  BUY,
  COIN_SUSDT,
  COIN_USDT,
  quantaPerTickLot,
  sideOf,
} from "../../kernel/core/index.ts";
import { candlePage } from "./candlePage.ts";
import { equityOf, equityPage } from "./equityPage.ts";
import { gridOf, worth } from "./equityTable.ts";
import { fundingPage } from "./fundingPage.ts";
import {
  type ActivityQuery,
  type AmendmentsQuery,
  type BillsQuery,
  type CandlesQuery,
  type ClosesQuery,
  type EquityQuery,
  type FillsQuery,
  type FundingRatesQuery,
  type LiquidationQuery,
  type OrderQuery,
  type OrdersQuery,
  PUBLIC_TRADES_KEPT,
  type RebatesQuery,
  type ResultsQuery,
} from "./history.ts";
import { OrderPages } from "./orderPage.ts";
import { Passed } from "./passed.ts";
import { pointsIn } from "./performance.ts";
import { type ProveQuery, prove } from "./prove.ts";
import { moneyAt, Results, wordsOfRows } from "./results.ts";
import {
  amendmentColumns,
  billColumns,
  closeColumns,
  fillColumns,
  type RowBatch,
  rebateColumns,
  tradeColumns,
} from "./rows.ts";
import { type Cut, Series } from "./series.ts";
import { Statements } from "./statements.ts";
import type { Table } from "./table.ts";
import {
  accounts,
  amendments,
  bills,
  closedPositions,
  contracts,
  fills,
  liquidations,
  publicTrades,
  rebates,
} from "./tables.ts";

/** A query as it is sent to a reader's thread; its answer is always a {@link RowBatch}. */
export type Question =
  | { readonly type: "orders"; readonly query: OrdersQuery }
  | { readonly type: "order"; readonly query: OrderQuery }
  | { readonly type: "fills"; readonly query: FillsQuery }
  | { readonly type: "closedPositions"; readonly query: ClosesQuery }
  | { readonly type: "amendments"; readonly query: AmendmentsQuery }
  | { readonly type: "bills"; readonly query: BillsQuery }
  | { readonly type: "liquidation"; readonly query: LiquidationQuery }
  | { readonly type: "rebates"; readonly query: RebatesQuery }
  | { readonly type: "activity"; readonly query: ActivityQuery }
  | { readonly type: "equity"; readonly query: EquityQuery }
  | { readonly type: "results"; readonly query: ResultsQuery }
  | { readonly type: "passed"; readonly query: ResultsQuery }
  | { readonly type: "candles"; readonly query: CandlesQuery }
  | { readonly type: "trades"; readonly query: { readonly contract: number; readonly limit: number } }
  | { readonly type: "fundingRates"; readonly query: FundingRatesQuery }
  | { readonly type: "houseAccounts"; readonly query: object }
  | { readonly type: "hasPrehistory"; readonly query: { readonly contract: number } }
  | { readonly type: "prove"; readonly query: ProveQuery };

const fill = {
  action: fills.place("action"),
  contract: fills.place("contract"),
  size: fills.place("size"),
  value: fills.place("value_units"),
  fee: fills.place("fee_units"),
  liquidationFee: fills.place("liquidation_fee_units"),
  counterparty: fills.place("counterparty"),
  indexPoints: fills.place("index_points"),
};
const bill = { type: bills.place("type"), amount: bills.place("amount_units") };

/** Rows that are added up at a time. */
const SUM_ROWS = 1_000;

/**
 * A batch without rows; a new one each time, because a reader's thread transfers the memory of its answers.
 */
function nothing(): RowBatch {
  return { words: new Float64Array(), texts: [], total: 0, more: false };
}

/** Answers queries from a store, over a connection of its own; synchronous. */
export class HistoryReader {
  readonly #database: DatabaseSync;
  readonly #statements: Statements;
  readonly #orders: OrderPages;
  readonly #fills: { readonly all: Series; readonly contract: Series };
  readonly #closes: { readonly all: Series; readonly contract: Series };
  readonly #amendments: Series;
  readonly #bills: {
    readonly all: Series;
    readonly contract: Series;
    readonly type: Series;
    readonly contractType: Series;
  };

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#statements = new Statements(database);
    this.#orders = new OrderPages(this.#statements);
    // The index is named, since SQLite's planner, without statistics, assumes that the primary key's first
    // column selects few rows.
    const series = (
      list: { readonly table: Table; readonly id: "fill" | "ordinal"; readonly shown: number },
      byContract?: string,
    ): Series =>
      new Series(this.#statements, {
        ...list,
        ...(byContract === undefined
          ? { ordinal: "ordinal", keys: ["account"] }
          : { ordinal: "contract_ordinal", keys: ["account", "contract"], index: byContract }),
      });
    const ofFills = { table: fills, id: "fill", shown: fillColumns.length } as const;
    this.#fills = {
      all: series(ofFills),
      contract: series(ofFills, "fills_by_contract"),
    };
    const ofCloses = { table: closedPositions, id: "ordinal", shown: closeColumns.length } as const;
    this.#closes = {
      all: series(ofCloses),
      contract: series(ofCloses, "closes_by_contract"),
    };
    this.#amendments = new Series(this.#statements, {
      ...{ table: amendments, id: "ordinal", shown: amendmentColumns.length },
      ...{ ordinal: "ordinal", keys: ["account", "order_id"] },
    });
    const billSeries = (ordinal: string, keys: readonly string[], index?: string): Series =>
      new Series(this.#statements, {
        ...{ table: bills, id: "bill" as const, shown: billColumns.length, ordinal },
        keys: ["account", ...keys],
        ...(index && { index }),
      });
    this.#bills = {
      all: billSeries("ordinal", []),
      contract: billSeries("contract_ordinal", ["contract"], "bills_by_contract"),
      type: billSeries("type_ordinal", ["type"], "bills_by_type"),
      contractType: billSeries("contract_type_ordinal", ["contract", "type"], "bills_by_contract_type"),
    };
  }

  /** Answers from one state of the store, whatever the writer commits meanwhile. */
  answer(question: Question): RowBatch {
    if (this.#database.isTransaction) return this.#answer(question); // over the writer's connection: it sees the rows of the transaction
    this.#database.exec("BEGIN");
    try {
      return this.#answer(question);
    } finally {
      this.#database.exec("COMMIT");
    }
  }

  #answer(question: Question): RowBatch {
    switch (question.type) {
      case "orders":
        return this.#orders.page(question.query);
      case "order":
        return this.#orders.one(question.query);
      case "fills":
        return this.#fillPage(question.query);
      case "closedPositions": {
        const { account, contract } = question.query;
        return contract === undefined
          ? this.#closes.all.page([account], question.query)
          : this.#closes.contract.page([account, contract], question.query);
      }
      case "amendments": {
        const { account, order } = question.query;
        return this.#amendments.page([account, order], question.query);
      }
      case "bills":
        return this.#billPage(question.query);
      case "candles":
        return candlePage(this.#statements, question.query);
      case "trades":
        return this.#tradePage(question.query);
      case "fundingRates":
        return fundingPage(this.#statements, question.query);
      case "liquidation":
        return this.#liquidation(question.query);
      case "rebates":
        return this.#rebatePage(question.query);
      case "activity":
        return this.#activity(question.query);
      case "equity":
        return equityPage(this.#statements, question.query);
      case "results":
        return this.#results(question.query);
      case "passed":
        return this.#passed(question.query);
      case "houseAccounts": {
        const rows = this.#statements.rows(accounts, "WHERE kind = ?", ACCOUNT_HOUSE);
        return { ...nothing(), words: Float64Array.from(rows, ([account]) => account as number) };
      }
      case "hasPrehistory":
        return {
          ...nothing(),
          total: this.#statements.all(
            "SELECT 1 FROM prehistory_candles WHERE contract = ? LIMIT 1",
            question.query.contract,
          ).length,
        };
      case "prove":
        return prove(this.#statements, question.query);
    }
  }

  /** The row of a bill that marks the start of a liquidation. */
  #liquidation({ account, bill }: LiquidationQuery): RowBatch {
    const [row] = this.#statements.rows(liquidations, "WHERE account = ? AND bill = ?", account, bill);
    if (row === undefined) return nothing();
    return { words: Float64Array.from(row.slice(2) as number[]), texts: [], total: 1, more: false };
  }

  #tradePage({ contract, limit }: Extract<Question, { type: "trades" }>["query"]): RowBatch {
    const rows = this.#statements.rows(
      publicTrades,
      "WHERE contract = ? ORDER BY ordinal DESC LIMIT ?",
      ...[contract, Math.min(limit, PUBLIC_TRADES_KEPT)],
    ) as number[][];
    const words = rows.flatMap((row) => row.slice(0, tradeColumns.length));
    return { ...nothing(), words: Float64Array.from(words), total: rows.length };
  }

  #fillPage(query: FillsQuery): RowBatch {
    const { account, contract, order } = query;
    if (order !== undefined) return this.#fillsOfOrder(order, query);
    if (contract === undefined) return this.#fills.all.page([account], query);
    return this.#fills.contract.page([account, contract], query);
  }

  /** The fills of one order are few enough to be read whole. */
  #fillsOfOrder(order: number, query: FillsQuery): RowBatch {
    const {
      account,
      contract,
      from = 0,
      to = Number.MAX_SAFE_INTEGER,
      before = Number.POSITIVE_INFINITY,
      since = 0,
    } = query;
    const rows = this.#statements.rows(
      fills,
      "INDEXED BY fills_by_order WHERE account = ? AND order_id = ? ORDER BY ordinal DESC",
      ...[account, order],
    ) as number[][];
    const [ofContract, ofTime, id] = [fills.place("contract"), fills.place("time"), fills.place("fill")];
    const found = rows.filter(
      (row) =>
        (contract ?? row[ofContract]) === row[ofContract] &&
        row[ofTime]! >= from &&
        row[ofTime]! <= to &&
        row[id]! < before &&
        row[id]! >= since,
    );
    return cutOut(found, fillColumns.length, query);
  }

  /** Rebates are paid by operators, so that there are few enough to read whole. */
  #rebatePage(query: RebatesQuery): RowBatch {
    const { agents, account, from = 0, to = Number.MAX_SAFE_INTEGER } = query;
    const rows = agents.flatMap(
      (agent) => this.#statements.rows(rebates, "WHERE agent = ?", agent) as number[][],
    );
    const [ofAccount, time, seq] = ["account", "time", "seq"].map((column) => rebates.place(column)) as [
      number,
      number,
      number,
    ];
    const found = rows
      .filter(
        (row) => (account ?? row[ofAccount]) === row[ofAccount] && row[time]! >= from && row[time]! <= to,
      )
      .sort((a, b) => b[seq]! - a[seq]!);
    return cutOut(found, rebateColumns.length, query);
  }

  #activity({ account, by, from, to }: ActivityQuery): RowBatch {
    const add = (series: Series, keys: readonly number[], take: (row: number[]) => void): void =>
      eachRow(series, keys, { from, to, by }, take);
    let [taken, made, deposited, withdrawn, fees] = [0n, 0n, 0n, 0n, 0n];
    let traded = 0;
    const [maker, value] = [fills.place("maker"), fills.place("value_units")];
    const [fee, liquidationFee] = [fills.place("fee_units"), fills.place("liquidation_fee_units")];
    add(this.#fills.all, [account], (row) => {
      traded++;
      fees += moneyAt(row, fee) + moneyAt(row, liquidationFee);
      if (row[maker] === 1) made += moneyAt(row, value);
      else taken += moneyAt(row, value);
    });
    const amount = bills.place("amount_units");
    add(this.#bills.type, [account, BILL_DEPOSIT], (row) => {
      deposited += moneyAt(row, amount);
    });
    add(this.#bills.type, [account, BILL_WITHDRAW], (row) => {
      withdrawn -= moneyAt(row, amount);
    });
    const [began, ended] = this.#bills.type.span([account, BILL_START_LIQUIDATE], { from, to }, by);
    const words = [taken, made, deposited, withdrawn, fees].flatMap((money) => [
      Number(money / 100_000_000n),
      Number(money % 100_000_000n),
    ]);
    words.push(traded, ended - began);
    return { words: Float64Array.from(words), texts: [], total: 1, more: false };
  }

  #results({ account, from, to }: ResultsQuery): RowBatch {
    const results = new Results();
    const span = { from, to: to - 1, by: "time" } as const;
    eachRow(this.#fills.all, [account], span, (row) => results.filled(row));
    eachRow(this.#closes.all, [account], span, (row) => results.closed(row));
    eachRow(this.#bills.type, [account, BILL_FUNDING], span, (row) => results.funded(row));
    return { ...nothing(), words: results.words() };
  }

  /** Rows and equity are read from one state of the store, so that they add up. */
  #passed({ account, from, to }: ResultsQuery): RowBatch {
    const equity = equityOf(equityPage(this.#statements, { account, from, to, valuedAt: "index" }));
    const points = pointsIn(equity, { from, to });
    const passed = new Passed();
    const listed = this.#statements.rows(contracts, "") as number[][];
    const perTickLot = new Map(listed.map((row) => [row[0]!, quantaPerTickLot(gridOf(row))]));
    const span = { from, to: to - 1, by: "time" } as const;
    eachRow(this.#fills.all, [account], span, (row) =>
      passed.filled({
        counterparty: row[fill.counterparty]!,
        buys: sideOf(row[fill.action]!) === BUY,
        value: moneyAt(row, fill.value),
        atIndex: worth(row[fill.size]!, row[fill.indexPoints]!, perTickLot.get(row[fill.contract]!)!),
        fees: moneyAt(row, fill.fee) + moneyAt(row, fill.liquidationFee),
      }),
    );
    eachRow(this.#bills.all, [account], span, (row) =>
      passed.billed(row[bill.type]!, moneyAt(row, bill.amount)),
    );
    const rows = passed.rows(points.at(-1)!.equity - points[0]!.equity);
    return { ...nothing(), words: wordsOfRows(rows), total: equity.minutesFrom };
  }

  #billPage(query: BillsQuery): RowBatch {
    const { account, contract, type, coin } = query;
    if (coin !== undefined && coin !== this.#coinOf(account)) return nothing();
    if (contract !== undefined && type !== undefined) {
      return this.#bills.contractType.page([account, contract, type], query);
    }
    if (contract !== undefined) return this.#bills.contract.page([account, contract], query);
    if (type !== undefined) return this.#bills.type.page([account, type], query);
    return this.#bills.all.page([account], query);
  }

  /** All bills of an account are in one coin. */
  #coinOf(account: number): number {
    const [row] = this.#statements.rows(accounts, "WHERE account = ?", account);
    return row?.[1] === ACCOUNT_PAPER ? COIN_SUSDT : COIN_USDT;
  }
}

/** Every row of a span, some at a time. */
function eachRow(
  series: Series,
  keys: readonly number[],
  { from, to, by }: { readonly from: number; readonly to: number; readonly by: "time" | "seq" },
  take: (row: number[]) => void,
): void {
  const [first, end] = series.span(keys, { from, to }, by);
  for (let low = first; low < end; low += SUM_ROWS) {
    for (const row of series.rows(keys, low, Math.min(low + SUM_ROWS, end) - 1)) take(row);
  }
}

/** A page of rows, all of which were read. */
function cutOut(rows: readonly number[][], shown: number, { limit, oldest, offset = 0 }: Cut): RowBatch {
  const from = oldest === true ? Math.max(0, rows.length - limit) : offset;
  const page = rows.slice(from, from + limit);
  return {
    words: Float64Array.from(page.flatMap((row) => row.slice(0, shown))),
    texts: [],
    total: rows.length,
    more: oldest === true ? from > 0 : offset + limit < rows.length,
  };
}
