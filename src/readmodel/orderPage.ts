import { firstAt } from "./firstAt.ts";
import { COUNT_MAX, type OrderFamily, type OrderQuery, type OrdersQuery } from "./history.ts";
import { PLAN_LANES } from "./orderTable.ts";
import { orderColumns, type Sheet } from "./rows.ts";
import type { Statements } from "./statements.ts";

const columns = [...orderColumns, "client_id"].map((column) => `o.${column}`).join(", ");
const LANES = 2 * PLAN_LANES;

/**
 * Pages of terminal orders, the last created first.
 *
 * An account's orders lie by id. Creation times follow ids, so time bounds become bounds of the id. A filter by
 * contract, family or action names lanes (see `laneOf`); each lane is an index range by id, and SQLite merges the
 * ranges as far as the page needs them.
 */
export class OrderPages {
  readonly #statements: Statements;

  constructor(statements: Statements) {
    this.#statements = statements;
  }

  page(query: OrdersQuery): Sheet {
    const { account, contract, limit, offset = 0, endedBy } = query;
    const lanes = lanesOf(query.family, query.action);
    const [low, high] = this.#idBounds(query);
    let { sql, parameters } = selection(account, contract, lanes, low, high);
    if (endedBy !== undefined) {
      // The few that ended since are left out row by row: no index tells them apart.
      sql = `SELECT id FROM (${sql} ORDER BY id DESC) AS found
        CROSS JOIN orders AS e ON e.account = ? AND e.order_id = found.id WHERE e.ended_seq <= ?`;
      parameters = [...parameters, account, endedBy];
    }
    const rows = this.#statements.all(
      `SELECT ${columns} FROM (${sql} ORDER BY id DESC LIMIT ? OFFSET ?) AS page
       CROSS JOIN orders AS o ON o.account = ? AND o.order_id = page.id ORDER BY o.order_id DESC`,
      ...parameters,
      limit + 1,
      offset,
      account,
    );
    const isBounded = query.from !== undefined || query.to !== undefined || endedBy !== undefined;
    return {
      ...sheetOf(rows.slice(0, limit)),
      total: isBounded
        ? this.#statements.first(`SELECT count(*) FROM (${sql} LIMIT ?)`, ...parameters, COUNT_MAX)![0]!
        : this.#count(account, contract, lanes),
      more: rows.length > limit,
    };
  }

  /** One row or none. */
  one({ account, order, clientId }: OrderQuery): Sheet {
    const rows =
      order > 0
        ? this.#statements.all(
            `SELECT ${columns} FROM orders o WHERE account = ? AND order_id = ?`,
            account,
            order,
          )
        : this.#statements.all(
            `SELECT ${columns} FROM orders o INDEXED BY orders_by_client WHERE account = ? AND client_id = ? AND client_id <> ''
             ORDER BY order_id DESC LIMIT 1`,
            account,
            clientId,
          );
    return { ...sheetOf(rows), total: rows.length, more: false };
  }

  /** The ids that lie in the query's time, both inclusive. */
  #idBounds({ account, from, to }: OrdersQuery): readonly [number, number] {
    const ends = this.#statements.first(
      `SELECT (SELECT order_id FROM orders WHERE account = ?1 ORDER BY order_id LIMIT 1),
              (SELECT order_id FROM orders WHERE account = ?1 ORDER BY order_id DESC LIMIT 1)`,
      account,
    )! as readonly (number | null)[];
    const [first, last] = ends;
    if (first == null || last == null) return [1, 0];
    const createdAt = (id: number): number =>
      this.#statements.first(
        "SELECT created_time FROM orders WHERE account = ? AND order_id >= ? ORDER BY order_id LIMIT 1",
        account,
        id,
      )![0]!;
    const low = from === undefined ? first : firstAt(from, first, last + 1, createdAt);
    const end = to === undefined ? last + 1 : firstAt(to + 1, low, last + 1, createdAt);
    return [low, end - 1];
  }

  #count(account: number, contract: number | undefined, lanes: readonly number[]): number {
    const ofContract = contract === undefined ? "" : "AND contract = ?";
    const row = this.#statements.first(
      `SELECT coalesce(sum(orders), 0) FROM order_counts
       WHERE account = ? ${ofContract} AND lane IN (${lanes.map(() => "?").join(", ")})`,
      account,
      ...(contract === undefined ? [] : [contract]),
      ...lanes,
    );
    return row![0]!;
  }
}

/** The lanes that a family and an action name, ascending. */
function lanesOf(family: OrderFamily, action: number | undefined): number[] {
  const lanes: number[] = [];
  for (let lane = 0; lane < LANES; lane++) {
    const ofFamily = family === "all" || lane >= PLAN_LANES === (family === "plan");
    if (ofFamily && (action === undefined || lane % PLAN_LANES === action - 1)) lanes.push(lane);
  }
  return lanes;
}

/** The ids that a filter takes: a query to be ordered and limited. */
function selection(
  account: number,
  contract: number | undefined,
  lanes: readonly number[],
  low: number,
  high: number,
): { sql: string; parameters: number[] } {
  if (contract === undefined && lanes.length === LANES) {
    return {
      sql: "SELECT order_id AS id FROM orders WHERE account = ? AND order_id BETWEEN ? AND ?",
      parameters: [account, low, high],
    };
  }
  const [index, ofContract] =
    contract === undefined ? ["orders_by_lane", ""] : ["orders_by_contract", "contract = ? AND"];
  const one = `SELECT order_id AS id FROM orders INDEXED BY ${index}
    WHERE account = ? AND ${ofContract} lane = ? AND order_id BETWEEN ? AND ?`;
  return {
    sql: lanes.map(() => one).join(" UNION ALL "),
    parameters: lanes.flatMap((lane) => [
      account,
      ...(contract === undefined ? [] : [contract]),
      lane,
      low,
      high,
    ]),
  };
}

/** Splits rows into their numbers and, last in each, their client id. */
function sheetOf(rows: readonly (number | string)[][]): Pick<Sheet, "words" | "texts"> {
  const texts = rows.map((row) => row.pop() as string);
  return { words: Float64Array.from(rows.flat() as number[]), texts };
}
