import {
  amendmentColumns,
  barColumns,
  billColumns,
  closeColumns,
  equityColumns,
  fillColumns,
  orderColumns,
  rebateColumns,
  tradeColumns,
} from "./rows.ts";
import { Table } from "./table.ts";

/*
 * The tables of history.
 *
 * Money is two columns, `…_units` whole units and `…_quanta` 0 to 99 999 999: exact beyond the range of an
 * int64 of quanta, sortable as a pair, and `sum(fee_units) + sum(fee_quanta) / 1e8` is the sum. Tables are
 * clustered on the account (WITHOUT ROWID), so that a page is a run of neighbouring rows however large the
 * table is.
 *
 * Fills and bills have ordinals, 1, 2, 3 … within the account and within each filter that can be asked for.
 * Time never decreases along them, so a time bound is found in a few steps (`firstAt`), a page is a range of
 * ordinals and a total a difference. Orders are in the order of their ids, which is that of their creation,
 * and end in another order: bounds of time are found among ids, and `order_counts` has their numbers.
 */

export const accounts = new Table("accounts", {
  numbers: ["account", "kind", "opened"],
  text: "name",
  key: ["account"],
});
export const contracts = new Table("contracts", {
  numbers: ["contract", "price_decimals", "price_step", "size_decimals", "lot_step", "listed"],
  text: "symbol",
  key: ["contract"],
});

export const orders = new Table("orders", {
  numbers: [...orderColumns, "filter_key"],
  text: "client_id",
  key: ["account", "order_id"],
  indexes: {
    orders_by_contract: ["account", "contract", "filter_key", "order_id"],
    orders_by_filter_key: ["account", "filter_key", "order_id"],
    orders_by_client: ["account", "client_id", "order_id"],
  },
});
/** How many orders of each filter key an account has in a contract. */
export const orderCounts = new Table("order_counts", {
  numbers: ["account", "contract", "filter_key", "rows"],
  key: ["account", "contract", "filter_key"],
});
export const fills = new Table("fills", {
  numbers: [...fillColumns, "ordinal", "contract_ordinal"],
  key: ["account", "ordinal"],
  indexes: {
    fills_by_contract: ["account", "contract", "contract_ordinal"],
    fills_by_order: ["account", "order_id", "ordinal"],
  },
});
export const bills = new Table("bills", {
  numbers: [...billColumns, "ordinal", "contract_ordinal", "type_ordinal", "contract_type_ordinal"],
  key: ["account", "ordinal"],
  indexes: {
    bills_by_contract: ["account", "contract", "contract_ordinal"],
    bills_by_type: ["account", "type", "type_ordinal"],
    bills_by_contract_type: ["account", "contract", "type", "contract_type_ordinal"],
  },
});
/** The results of each position, written when it ended. */
export const closedPositions = new Table("closed_positions", {
  numbers: [...closeColumns, "contract_ordinal"],
  key: ["account", "ordinal"],
  indexes: { closes_by_contract: ["account", "contract", "contract_ordinal"] },
});
/** Changes of price and size of resting orders; none of the house's. */
export const amendments = new Table("amendments", {
  numbers: amendmentColumns,
  key: ["account", "order_id", "ordinal"],
});

/**
 * Equity of accounts at whole minutes, positions valued at the mark, and `at_index`; `seq` is the first
 * command at or after the minute.
 */
export const equitySamples = new Table("equity_samples", {
  numbers: ["account", ...equityColumns, "at_index_units", "at_index_quanta", "seq"],
  key: ["account", "time"],
});
/**
 * A client's account as it is now: all its money, the money that came from outside, and the net lots of each
 * contract that it holds (`contract lots contract lots …`). `hours_until`: when the store was rewound,
 * samples before this were those of hours; 0: it never was rewound.
 */
export const accountTotals = new Table("account_totals", {
  numbers: ["account", "amount_units", "amount_quanta", "deposited_units", "deposited_quanta", "hours_until"],
  text: "lots",
  key: ["account"],
});

export const publicTrades = new Table("public_trades", {
  numbers: [...tradeColumns, "ordinal"],
  key: ["contract", "ordinal"],
});

/** An entry's equity and requirement when its liquidation began, by the bill that marks it. */
export const liquidations = new Table("liquidations", {
  numbers: [
    ...["account", "bill", "forced", "equity_units", "equity_quanta"],
    ...["requirement_units", "requirement_quanta"],
  ],
  key: ["account", "bill"],
});

/** Rebates by the agent that received them; `fees` are those since `since_seq`. */
export const rebates = new Table("rebates", { numbers: rebateColumns, key: ["agent", "seq"] });

const series = ["contract", "price", "interval"];
/**
 * Bars of closed minutes, added up in every interval; `opened` is when the first minute with an event in it
 * began.
 */
export const candles = new Table("candles", {
  numbers: [...barColumns, ...series, "opened", "ordinal"],
  key: [...series, "time"],
});
/** The minute in progress, not yet in candles: a few rows on one page, rewritten by every transaction. */
export const minutes = new Table("minutes", {
  numbers: [...barColumns, "contract", "price"],
  key: ["contract", "price"],
});
const rates = { numbers: ["contract", "time", "rate", "ordinal"], key: ["contract", "time"] };
export const fundingRates = new Table("funding_rates", rates);

/** Bars of the generated past: synthetic, and kept apart from recorded history. */
export const prehistoryCandles = new Table("prehistory_candles", {
  numbers: [...barColumns, ...series, "opened", "ordinal"],
  key: [...series, "time"],
});
export const prehistoryFundingRates = new Table("prehistory_funding_rates", rates);

/** Tables whose rows are counted when they are written, and are never deleted. */
export const countedTables: readonly Table[] = [
  ...[accounts, contracts, orders, fills, bills, closedPositions, amendments],
  ...[equitySamples, liquidations, rebates],
];

/** The last sequence number that was folded, its time, and how many rows the counted tables have: one row. */
export const progress = new Table("progress", {
  numbers: ["id", "applied_seq", "applied_time", ...countedTables.map(({ name }) => name)],
  key: ["id"],
});

/** Every table, in the order in which two stores are compared. */
export const allTables: readonly Table[] = [
  ...[
    accounts,
    contracts,
    fills,
    closedPositions,
    amendments,
    bills,
    orders,
    rebates,
    liquidations,
    fundingRates,
    publicTrades,
  ],
  ...[equitySamples, accountTotals],
  ...[candles, minutes, prehistoryCandles, prehistoryFundingRates, orderCounts, progress],
];

/** The tables of the generated past, which is in no frame and cannot be made anew. */
export const prehistoryTables: readonly Table[] = [prehistoryCandles, prehistoryFundingRates];

/** The statements that make an empty store. */
export const definitions = allTables.map(({ definition }) => definition).join("");
