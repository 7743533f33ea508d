import { firstAt } from "./firstAt.ts";
import { COUNT_MAX, type OrderFamily, type OrderQuery, type OrdersQuery } from "./history.ts";
import { countedOrders, FILTER_KEYS, PLAN_KEYS, TRAILING_KEYS } from "./orderCounts.ts";
import { orderColumns, type RowBatch } from "./rows.ts";
import type { Statements } from "./statements.ts";
import { DamageError } from "./table.ts";
import { orders } from "./tables.ts";

const columns = orders.columns.map((column) => `o.${column}`).join(", ");
const [CONTRACT, FILTER_KEY] = [orders.place("contract"), orders.place("filter_key")];

/**
 * Pages of terminal orders, the last created first.
 *
 * An account's orders are stored by id. Creation times ascend with ids, so bounds of time become bounds of
 * the id. A filter by contract, family or action selects filter keys (see `filterKeyOf`); the orders of each
 * filter key are a range of an index by id, and SQLite merges these ranges as far as the page needs them.
 */
export class OrderPages {
  readonly #statements: Statements;

  constructor(statements: Statements) {
    this.#statements = statements;
  }

  page(query: OrdersQuery): RowBatch {
    const { account, contract, limit, offset = 0, endedBy } = query;
    const filterKeys = filterKeysOf(query.family, query.action);
    const [low, high] = this.#idBounds(query);
    const all = selection(account, contract, filterKeys, low, high);
    const { sql, parameters } = endedBy === undefined ? all : endedIn(all, account, endedBy);
    const rows = this.#statements.all(
      `SELECT ${columns} FROM (${sql} ORDER BY id DESC LIMIT ? OFFSET ?) AS page
       LEFT JOIN orders AS o ON o.account = ? AND o.order_id = page.id ORDER BY page.id DESC`,
      ...parameters,
      limit + 1,
      offset,
      account,
    );
    // An index entry without its order gives a row of nulls; one that points to another order gives a row
    // that does not match the filter.
    for (const row of rows) {
      orders.opened(row);
      const belongs =
        (contract ?? row[CONTRACT]) === row[CONTRACT] && filterKeys.includes(row[FILTER_KEY] as number);
      if (!belongs)
        throw new DamageError(orders.name, orders.named(row), "is listed where it does not belong");
    }
    const isBounded =
      query.from !== undefined || query.to !== undefined || (endedBy ?? query.before) !== undefined;
    return {
      ...batchOf(rows.slice(0, limit)),
      total: isBounded
        ? this.#statements.first(`SELECT count(*) FROM (${sql} LIMIT ?)`, ...parameters, COUNT_MAX)![0]!
        : countedOrders(this.#statements, account, contract, filterKeys),
      more: rows.length > limit,
    };
  }

  /** The order that is asked for, or no row. */
  one({ account, order, clientId }: OrderQuery): RowBatch {
    const rows =
      order > 0
        ? this.#statements.rows(orders, "WHERE account = ? AND order_id = ?", account, order)
        : this.#statements.rows(
            orders,
            `INDEXED BY orders_by_client WHERE account = ? AND client_id = ? AND client_id <> ''
             ORDER BY order_id DESC LIMIT 1`,
            account,
            clientId,
          );
    return { ...batchOf(rows), total: rows.length, more: false };
  }

  /** The bounds of ids for the query's times, both inclusive. */
  #idBounds({ account, from, to, before = Number.MAX_SAFE_INTEGER }: OrdersQuery): readonly [number, number] {
    const [first, last] = this.#ends(account);
    if (last < first) return [1, 0];
    const created = orders.place("created_time");
    const createdAt = (id: number): number =>
      this.#statements.rows(
        orders,
        "WHERE account = ? AND order_id >= ? ORDER BY order_id LIMIT 1",
        account,
        id,
      )[0]![created] as number;
    const low = from === undefined ? first : firstAt(from, first, last + 1, createdAt);
    const end = to === undefined ? last + 1 : firstAt(to + 1, low, last + 1, createdAt);
    return [low, Math.min(end, before) - 1];
  }

  /** The account's lowest and highest order id; without orders the first is larger than the second. */
  #ends(account: number): readonly [number, number] {
    const [first, last] = this.#statements.first(
      `SELECT (SELECT order_id FROM orders WHERE account = ?1 ORDER BY order_id LIMIT 1),
              (SELECT order_id FROM orders WHERE account = ?1 ORDER BY order_id DESC LIMIT 1)`,
      account,
    )! as readonly (number | null)[];
    return first == null || last == null ? [1, 0] : [first, last];
  }
}

/** The filter keys of a family and an action, ascending. */
function filterKeysOf(family: OrderFamily, action: number | undefined): number[] {
  const filterKeys: number[] = [];
  const [first, end] = {
    normal: [0, PLAN_KEYS],
    plan: [PLAN_KEYS, FILTER_KEYS],
    trailing: [TRAILING_KEYS, FILTER_KEYS],
    all: [0, FILTER_KEYS],
  }[family] as [number, number];
  for (let filterKey = first; filterKey < end; filterKey++) {
    if (action === undefined || filterKey % PLAN_KEYS === action - 1) filterKeys.push(filterKey);
  }
  return filterKeys;
}

/** A query of ids, still to be ordered and limited. */
interface Selection {
  readonly sql: string;
  readonly parameters: readonly number[];
}

/**
 * The selected orders that had ended by a certain command. They are found row by row, since no index has the
 * command.
 */
function endedIn({ sql, parameters }: Selection, account: number, seq: number): Selection {
  return {
    sql: `SELECT id FROM (${sql} ORDER BY id DESC) AS found
      CROSS JOIN orders AS e ON e.account = ? AND e.order_id = found.id WHERE e.ended_seq <= ?`,
    parameters: [...parameters, account, seq],
  };
}

/** The ids that a filter selects. */
function selection(
  account: number,
  contract: number | undefined,
  filterKeys: readonly number[],
  low: number,
  high: number,
): Selection {
  if (contract === undefined && filterKeys.length === FILTER_KEYS) {
    return {
      sql: "SELECT order_id AS id FROM orders WHERE account = ? AND order_id BETWEEN ? AND ?",
      parameters: [account, low, high],
    };
  }
  const [index, ofContract] =
    contract === undefined ? ["orders_by_filter_key", ""] : ["orders_by_contract", "contract = ? AND"];
  const one = `SELECT order_id AS id FROM orders INDEXED BY ${index}
    WHERE account = ? AND ${ofContract} filter_key = ? AND order_id BETWEEN ? AND ?`;
  return {
    sql: filterKeys.map(() => one).join(" UNION ALL "),
    parameters: filterKeys.flatMap((filterKey) => [
      account,
      ...(contract === undefined ? [] : [contract]),
      filterKey,
      low,
      high,
    ]),
  };
}

/** Splits rows into their numbers and, last in each, their client id. */
function batchOf(rows: readonly (number | string)[][]): Pick<RowBatch, "words" | "texts"> {
  const texts = rows.map((row) => row.at(-1) as string);
  const words = rows.flatMap((row) => row.slice(0, orderColumns.length) as number[]);
  return { words: Float64Array.from(words), texts };
}
