import type { DatabaseSync } from "node:sqlite";
import { ACCOUNT_PAPER, BILL_DEPOSIT, BILL_WITHDRAW, COIN_SUSDT, COIN_USDT } from "../core/index.ts";
import { candlePage } from "./candlePage.ts";
import type {
  ActivityQuery,
  BillsQuery,
  CandlesQuery,
  FillsQuery,
  LiquidationQuery,
  OrderQuery,
  OrdersQuery,
  RebatesQuery,
} from "./history.ts";
import { OrderPages } from "./orderPage.ts";
import { billColumns, fillColumns, rebateColumns, type Sheet, tradeColumns } from "./rows.ts";
import { type Cut, Series } from "./series.ts";
import { Statements } from "./statements.ts";

/** A question as it crosses to a reader; its answer is always a {@link Sheet}. */
export type Question =
  | { readonly type: "orders"; readonly query: OrdersQuery }
  | { readonly type: "order"; readonly query: OrderQuery }
  | { readonly type: "fills"; readonly query: FillsQuery }
  | { readonly type: "bills"; readonly query: BillsQuery }
  | { readonly type: "liquidation"; readonly query: LiquidationQuery }
  | { readonly type: "rebates"; readonly query: RebatesQuery }
  | { readonly type: "activity"; readonly query: ActivityQuery }
  | { readonly type: "candles"; readonly query: CandlesQuery }
  | { readonly type: "trades"; readonly query: { readonly contract: number; readonly limit: number } }
  | { readonly type: "fundingRates"; readonly query: { readonly contract: number; readonly limit: number } }
  | { readonly type: "hasPrehistory"; readonly query: { readonly contract: number } };

/** No contract has this number, and none is none of them. */
const ANY = -2;

/** Two columns: Σ factor · money, in whole units and quanta below one. */
function total(name: string, factor: string): string {
  const quanta = `coalesce(sum((${factor}) * ${name}_quanta), 0)`;
  return `coalesce(sum((${factor}) * ${name}_units), 0) + ${quanta} / 100000000, ${quanta} % 100000000`;
}

const nothing: Sheet = { words: new Float64Array(), texts: [], total: 0, more: false };

/** Answers questions from a store, over a connection of its own; synchronous. */
export class HistoryReader {
  readonly #database: DatabaseSync;
  readonly #statements: Statements;
  readonly #orders: OrderPages;
  readonly #fills: { readonly all: Series; readonly contract: Series };
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
    const series = (source: string, columns: readonly string[], ordinal: string, ...keys: string[]): Series =>
      new Series(this.#statements, { source, columns, keys: ["account", ...keys], ordinal });
    // The planner is told which index: without statistics it takes the primary key's first column for selective.
    this.#fills = {
      all: series("fills", fillColumns, "ordinal"),
      contract: series("fills INDEXED BY fills_by_contract", fillColumns, "contract_ordinal", "contract"),
    };
    const byContractType = "bills INDEXED BY bills_by_contract_type";
    this.#bills = {
      all: series("bills", billColumns, "ordinal"),
      contract: series("bills INDEXED BY bills_by_contract", billColumns, "contract_ordinal", "contract"),
      type: series("bills INDEXED BY bills_by_type", billColumns, "type_ordinal", "type"),
      contractType: series(byContractType, billColumns, "contract_type_ordinal", "contract", "type"),
    };
  }

  /** Answers from one state of the store, whatever the writer commits meanwhile. */
  answer(question: Question): Sheet {
    this.#database.exec("BEGIN");
    try {
      return this.#answer(question);
    } finally {
      this.#database.exec("COMMIT");
    }
  }

  #answer(question: Question): Sheet {
    switch (question.type) {
      case "orders":
        return this.#orders.page(question.query);
      case "order":
        return this.#orders.one(question.query);
      case "fills":
        return this.#fillPage(question.query);
      case "bills":
        return this.#billPage(question.query);
      case "candles":
        return candlePage(this.#statements, question.query);
      case "trades":
        return this.#select(
          `SELECT ${tradeColumns.join(", ")} FROM public_trades WHERE contract = ? ORDER BY ordinal DESC LIMIT ?`,
          question.query.contract,
          question.query.limit,
        );
      case "fundingRates":
        return this.#select(
          `SELECT contract, time, rate, 0 FROM funding_rates WHERE contract = ?1
           UNION ALL SELECT contract, time, rate, 1 FROM prehistory_funding_rates WHERE contract = ?1
           ORDER BY time DESC LIMIT ?2`,
          question.query.contract,
          question.query.limit,
        );
      case "liquidation":
        return this.#select(
          `SELECT forced, equity_units, equity_quanta, requirement_units, requirement_quanta
           FROM liquidations WHERE account = ? AND bill = ?`,
          question.query.account,
          question.query.bill,
        );
      case "rebates":
        return this.#rebatePage(question.query);
      case "activity":
        return this.#activity(question.query);
      case "hasPrehistory":
        return this.#select(
          "SELECT 1 FROM prehistory_candles WHERE contract = ? LIMIT 1",
          question.query.contract,
        );
    }
  }

  #fillPage(query: FillsQuery): Sheet {
    const { account, contract, order } = query;
    if (order !== undefined) return this.#fillsOfOrder(order, query);
    if (contract === undefined) return this.#fills.all.page([account], query);
    return this.#fills.contract.page([account, contract], query);
  }

  /** The fills of one order are few enough to be counted. */
  #fillsOfOrder(order: number, query: FillsQuery): Sheet {
    const { account, contract = ANY, from = 0, to = Number.MAX_SAFE_INTEGER } = query;
    return this.#counted(
      fillColumns,
      `fills INDEXED BY fills_by_order WHERE account = ?1 AND order_id = ?2 AND ?3 IN (${ANY}, contract) AND time BETWEEN ?4 AND ?5`,
      [account, order, contract, from, to],
      query,
    );
  }

  /** Operators pay rebates, so there are few enough to be counted. */
  #rebatePage(query: RebatesQuery): Sheet {
    const { agents, account = ANY, from = 0, to = Number.MAX_SAFE_INTEGER } = query;
    return this.#counted(
      rebateColumns,
      `rebates WHERE agent IN (SELECT value FROM json_each(?1)) AND ?2 IN (${ANY}, account) AND time BETWEEN ?3 AND ?4`,
      [JSON.stringify(agents), account, from, to],
      query,
      "seq",
    );
  }

  #activity({ account, by, from, to }: ActivityQuery): Sheet {
    const sum = (series: Series, columns: string, source: string, ...keys: number[]): readonly number[] => {
      const [first, end] = series.span([account, ...keys], { from, to }, by);
      const sql = `SELECT ${columns} FROM ${source} BETWEEN ? AND ?`;
      return this.#statements.first(sql, account, ...keys, first, end - 1)!;
    };
    const fills = `${total("value", "1 - maker")}, ${total("value", "maker")}`;
    const bills = "bills INDEXED BY bills_by_type WHERE account = ? AND type = ? AND type_ordinal";
    const words = [
      ...sum(this.#fills.all, fills, "fills WHERE account = ? AND ordinal"),
      ...sum(this.#bills.type, total("amount", "1"), bills, BILL_DEPOSIT),
      ...sum(this.#bills.type, total("amount", "-1"), bills, BILL_WITHDRAW),
    ];
    return { words: Float64Array.from(words), texts: [], total: 1, more: false };
  }

  #billPage(query: BillsQuery): Sheet {
    const { account, contract, type, coin } = query;
    if (coin !== undefined && coin !== this.#coinOf(account)) return nothing;
    if (contract !== undefined && type !== undefined) {
      return this.#bills.contractType.page([account, contract, type], query);
    }
    if (contract !== undefined) return this.#bills.contract.page([account, contract], query);
    if (type !== undefined) return this.#bills.type.page([account, type], query);
    return this.#bills.all.page([account], query);
  }

  /** All bills of an account are in one coin. */
  #coinOf(account: number): number {
    const kind = this.#statements.first("SELECT kind FROM accounts WHERE account = ?", account)?.[0];
    return kind === ACCOUNT_PAPER ? COIN_SUSDT : COIN_USDT;
  }

  /** A page of rows that are counted one by one, newest first. */
  #counted(
    columns: readonly string[],
    source: string,
    parameters: readonly (number | string)[],
    cut: Cut,
    ordinal = "ordinal",
  ): Sheet {
    const { limit, offset = 0 } = cut;
    const total = this.#statements.first(`SELECT count(*) FROM ${source}`, ...parameters)![0]!;
    const sheet = this.#select(
      `SELECT ${columns.join(", ")} FROM ${source} ORDER BY ${ordinal} DESC LIMIT ? OFFSET ?`,
      ...parameters,
      limit,
      offset,
    );
    return { ...sheet, total, more: offset + limit < total };
  }

  #select(sql: string, ...parameters: (number | string)[]): Sheet {
    const rows = this.#statements.all(sql, ...parameters) as number[][];
    return { words: Float64Array.from(rows.flat()), texts: [], total: rows.length, more: false };
  }
}
