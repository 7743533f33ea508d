import { counted, idsOf, ORDER_SPANS, ORDERS, spanOf } from "./counts.ts";
import { firstAt } from "./firstAt.ts";
import { COUNT_MAX, type OrderFamily, type OrderQuery, type OrdersQuery } from "./history.ts";
import { FILTER_KEYS, PLAN_KEYS } from "./orderTable.ts";
import { orderColumns, type RowBatch } from "./rows.ts";
import type { Statements } from "./statements.ts";
import { DamageError } from "./table.ts";
import { counts, orders } from "./tables.ts";

const columns = orders.columns.map((column) => `o.${column}`).join(", ");
/** How many orders are read, newest first, to show that an order of a client id does not exist. */
const ABSENT_ROWS_MAX = 1_000;
const [CONTRACT, FILTER_KEY] = [orders.place("contract"), orders.place("filter_key")];
const EVERY_KEY = Array.from({ length: FILTER_KEYS }, (_, filterKey) => filterKey);

/**
 * Pages of terminal orders, the last created first.
 *
 * An account's orders lie by id. Creation times follow ids, so bounds of time become bounds of the id. A filter by
 * contract, family or action selects filter keys (see `filterKeyOf`); each filter key is an index range by id, and
 * SQLite merges the ranges as far as the page needs them.
 *
 * A page checks itself: the spans of ids that it reaches over hold as many orders as were counted in them.
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
    const { sql, parameters } = endedBy === undefined ? all : endedIn(all, account, "<=", endedBy);
    const rows = this.#statements.all(
      `SELECT ${columns} FROM (${sql} ORDER BY id DESC LIMIT ? OFFSET ?) AS page
       LEFT JOIN orders AS o ON o.account = ? AND o.order_id = page.id ORDER BY page.id DESC`,
      ...parameters,
      limit + 1,
      offset,
      account,
    );
    // An index entry of an order that is not there gives a row of nulls; one that points to another order gives a row
    // that the filter does not match.
    for (const row of rows) {
      orders.opened(row);
      const belongs =
        (contract ?? row[CONTRACT]) === row[CONTRACT] && filterKeys.includes(row[FILTER_KEY] as number);
      if (!belongs)
        throw new DamageError(`orders of ${account}: ${row[0]} is listed where it does not belong`);
    }
    const ids = rows.map((row) => row[0] as number);
    const lowest = rows.length > limit ? ids.at(-1)! : query.from === undefined ? 0 : low;
    const highest = offset > 0 ? (ids[0] ?? this.#behind(query, high)) : this.#behind(query, high);
    const isBehindAll = offset > 0 && ids.length === 0; // no id of it lies among others
    this.#prove(
      { account, contract, filterKeys, low: lowest, high: highest },
      isBehindAll ? undefined : { ids, endedBy },
    );
    const isBounded =
      query.from !== undefined || query.to !== undefined || (endedBy ?? query.before) !== undefined;
    return {
      ...batchOf(rows.slice(0, limit)),
      total: isBounded
        ? this.#statements.first(`SELECT count(*) FROM (${sql} LIMIT ?)`, ...parameters, COUNT_MAX)![0]!
        : this.#count(account, contract, filterKeys),
      more: rows.length > limit,
    };
  }

  /**
   * One row or none. That none is missing is shown by the counts of its span; for a client id, by the newest of the orders
   * that are newer than the one found.
   */
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
    const found = rows[0]?.[0] as number | undefined;
    if (order === 0) {
      const newer: readonly [number, number] = [(found ?? -1) + 1, Number.MAX_SAFE_INTEGER];
      this.#proveAbsent(account, newer, (row) => clientId !== "" && row.at(-1) === clientId);
    } else if (found === undefined) {
      this.#proveAbsent(account, idsOf(spanOf(order)), ([id]) => id === order);
    }
    return { ...batchOf(rows), total: rows.length, more: false };
  }

  /** Checks that none of the newest orders of these ids is missing, and none is the one asked for. @throws DamageError */
  #proveAbsent(
    account: number,
    [low, high]: readonly [number, number],
    isSought: (row: readonly (number | string)[]) => boolean,
  ): void {
    const [from, to] = [idsOf(spanOf(low))[0], idsOf(spanOf(high))[1]];
    const rest = "WHERE account = ? AND order_id BETWEEN ? AND ? ORDER BY order_id DESC LIMIT ?";
    const rows = this.#statements.rows(orders, rest, account, from, to, ABSENT_ROWS_MAX);
    const lowest = rows.length < ABSENT_ROWS_MAX ? low : Math.max(low, rows.at(-1)![0] as number);
    const written = this.#prove({ account, contract: undefined, filterKeys: EVERY_KEY, low: lowest, high });
    const isWhole = rows.length === Math.min(written, ABSENT_ROWS_MAX);
    if (!isWhole || rows.some((row) => (row[0] as number) >= low && isSought(row)))
      throw new DamageError(`orders of ${account}: one is not found where it is listed`);
  }

  /** The first order later than the query's time: rows missing at the page's end lie before it. */
  #behind({ account, to, before }: OrdersQuery, high: number): number {
    if (to === undefined && before === undefined) return Number.MAX_SAFE_INTEGER;
    const next = this.#statements.first(
      "SELECT min(order_id) FROM orders WHERE account = ? AND order_id > ?",
      account,
      high,
    ) as readonly (number | null)[];
    return next[0] ?? Number.MAX_SAFE_INTEGER;
  }

  /**
   * Checks that the spans from `low` to `high` hold as many orders as were counted, and that those of a page follow
   * each other, but for orders that ended later than the page is of.
   *
   * @returns how many
   * @throws DamageError
   */
  #prove(
    of: {
      readonly account: number;
      readonly contract: number | undefined;
      readonly filterKeys: readonly number[];
      readonly low: number;
      readonly high: number;
    },
    page?: { readonly ids: readonly number[]; readonly endedBy: number | undefined },
  ): number {
    const { account, contract, filterKeys, low, high } = of;
    const [from, to] = [spanOf(low), spanOf(high)];
    let written = 0;
    for (const filterKey of filterKeys) {
      for (const listed of contract === undefined ? this.#contractsOf(account, filterKey) : [contract]) {
        const rest = "WHERE account = ? AND list = ? AND contract = ? AND span BETWEEN ? AND ?";
        const rows = this.#statements.rows(counts, rest, account, ORDER_SPANS + filterKey, listed, from, to);
        for (const row of rows) written += row[4] as number;
      }
    }
    const all = selection(account, contract, filterKeys, idsOf(from)[0], idsOf(to)[1]);
    // Read in the same way as the page, so that an index that misleads one misleads the other too.
    const idsIn = ({ sql, parameters }: Selection): number[] =>
      this.#statements.all(`${sql} ORDER BY id DESC`, ...parameters).flat() as number[];
    let found: number;
    if (page === undefined) {
      found = this.#statements.first(`SELECT count(*) FROM (${all.sql})`, ...all.parameters)![0]!;
    } else if (page.endedBy === undefined) {
      found = lengthAround(page.ids, idsIn(all), this.#ends(account));
    } else {
      const [past, later] = [
        idsIn(endedIn(all, account, "<=", page.endedBy)),
        idsIn(endedIn(all, account, ">", page.endedBy)),
      ];
      found = lengthAround(page.ids, past, this.#ends(account)) + later.length;
    }
    if (found === written) return written;
    throw new DamageError(`orders of ${account}: not ${written} whole rows from id ${low} to ${high}`);
  }

  /** In which contracts the account has orders of a filter key. @throws DamageError */
  #contractsOf(account: number, filterKey: number): number[] {
    const next = "SELECT min(contract) FROM counts WHERE account = ? AND list = ? AND contract > ?";
    const contracts: number[] = [];
    for (let contract: number | null | undefined = -1; ; contracts.push(contract)) {
      contract = this.#statements.first(next, account, ORDER_SPANS + filterKey, contract)?.[0];
      if (contract == null) return contracts;
    }
  }

  /** The bounds of ids that the query's times lead to, both inclusive. */
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

  /** The account's lowest and highest id; without orders the first is above the second. */
  #ends(account: number): readonly [number, number] {
    const [first, last] = this.#statements.first(
      `SELECT (SELECT order_id FROM orders WHERE account = ?1 ORDER BY order_id LIMIT 1),
              (SELECT order_id FROM orders WHERE account = ?1 ORDER BY order_id DESC LIMIT 1)`,
      account,
    )! as readonly (number | null)[];
    return first == null || last == null ? [1, 0] : [first, last];
  }

  #count(account: number, contract: number | undefined, filterKeys: readonly number[]): number {
    let sum = 0;
    for (const filterKey of filterKeys) {
      const listed = this.#contractsOf(account, filterKey).filter((each) => (contract ?? each) === each);
      for (const each of listed) {
        const rows = counted(this.#statements, {
          account,
          first: ORDERS + filterKey,
          last: ORDERS + filterKey,
          contract: each,
        });
        if (rows === 0)
          throw new DamageError(`counts of ${account}: those of filter key ${filterKey} are missing`);
        sum += rows;
      }
    }
    return sum;
  }
}

/**
 * The number of ids, descending, if those of a page follow each other among them; else −1.
 *
 * @param ends lowest and highest id of the account: an index that gives an id outside is wrong
 */
function lengthAround(
  page: readonly number[],
  ids: readonly number[],
  [lowest, highest]: readonly [number, number],
): number {
  if (ids.length > 0 && (ids[0]! > highest || ids.at(-1)! < lowest)) return -1;
  const first = page.length === 0 ? 0 : ids.indexOf(page[0]!);
  const isWhole = page.every((id, i) => ids[first + i] === id);
  const isDescending = ids.every((id, i) => i === 0 || id < ids[i - 1]!);
  return isWhole && isDescending ? ids.length : -1;
}

/** The filter keys of a family and an action, ascending. */
function filterKeysOf(family: OrderFamily, action: number | undefined): number[] {
  const filterKeys: number[] = [];
  for (let filterKey = 0; filterKey < FILTER_KEYS; filterKey++) {
    const ofFamily = family === "all" || filterKey >= PLAN_KEYS === (family === "plan");
    if (ofFamily && (action === undefined || filterKey % PLAN_KEYS === action - 1))
      filterKeys.push(filterKey);
  }
  return filterKeys;
}

/** A query of ids, still to be ordered and limited. */
interface Selection {
  readonly sql: string;
  readonly parameters: readonly number[];
}

/** Those of the selected orders that had ended by a command, or that ended later. Found row by row: no index tells them apart. */
function endedIn({ sql, parameters }: Selection, account: number, when: "<=" | ">", seq: number): Selection {
  return {
    sql: `SELECT id FROM (${sql} ORDER BY id DESC) AS found
      CROSS JOIN orders AS e ON e.account = ? AND e.order_id = found.id WHERE e.ended_seq ${when} ?`,
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

/** Splits rows into the numbers that are shown and, last in each, their client id. */
function batchOf(rows: readonly (number | string)[][]): Pick<RowBatch, "words" | "texts"> {
  const texts = rows.map((row) => row.at(-1) as string);
  const words = rows.flatMap((row) => row.slice(0, orderColumns.length) as number[]);
  return { words: Float64Array.from(words), texts };
}
