import type { ExportRow } from "../../../service/readmodel/index.ts";
import type { Pair } from "./align.ts";
import { align } from "./align.ts";
import type { Recorded, Records } from "./records.ts";

/** A row that differs between two venues. */
export interface Difference {
  readonly list: "order" | "fill" | "bill" | "balance";
  readonly account: string;
  /**
   * The row among the account's rows: `client id x`, or its ordinal, counted in the first venue that has it.
   */
  readonly which: string;
  /** The row in the first venue, in words and decimals; null where it has none. */
  readonly a: ExportRow | null;
  /** The row in the second venue; null where it has none. */
  readonly b: ExportRow | null;
  /** The fields that differ, where both venues have the row. */
  readonly changed: readonly string[];
}

/** Numbers that differ as soon as anybody does one thing more, and fields that another row has, too. */
const NEVER_COMPARED = new Set([
  ...["order_id", "trade", "bill", "position", "seq", "ended_seq", "account"],
  "balance", // the balance after the bill: final balances are compared by themselves
]);

/** Every difference between the accounts of two venues, account by account. */
export function differences(a: Records, b: Records): readonly Difference[] {
  const found: Difference[] = [];
  const places = (rows: readonly Recorded[]) => new Map(rows.map((row, at) => [row, at + 1] as const));
  const [ofA, ofB] = [byAccount(a), byAccount(b)];
  for (const account of new Set([...ofA.balances.keys(), ...ofB.balances.keys()])) {
    const of = (rows: ReadonlyMap<string, readonly Recorded[]>) => rows.get(account) ?? [];
    const note = (
      list: Difference["list"],
      pairs: readonly Pair<Recorded>[],
      nameOf: (row: Recorded, isOfA: boolean) => string,
    ): void => {
      for (const [left, right] of pairs) {
        const changed = left && right ? changedFields(left.shown, right.shown) : [];
        if (left && right && changed.length === 0) continue;
        const which = left === undefined ? nameOf(right!, false) : nameOf(left, true);
        found.push({ list, account, which, a: left?.shown ?? null, b: right?.shown ?? null, changed });
      }
    };
    const [ordersA, ordersB] = [of(ofA.orders), of(ofB.orders)];
    const [ordinalsA, ordinalsB] = [places(ordersA), places(ordersB)];
    const orderName = (row: Recorded, isOfA: boolean): string =>
      clientIdOf(row) === ""
        ? `order ${(isOfA ? ordinalsA : ordinalsB).get(row)}`
        : `client id ${clientIdOf(row)}`;
    const orders = align(ordersA, ordersB, clientIdOf, placed);
    note("order", orders, orderName);

    // A fill belongs to its order, as the n-th fill of it: the two orders of a pair give it the same name.
    const names = new Map<string, string>();
    for (const [left, right] of orders) {
      const name = left === undefined ? orderName(right!, false) : orderName(left, true);
      if (left) names.set(`a${left.order}`, name);
      if (right) names.set(`b${right.order}`, left ? name : `${name} of the second`);
    }
    const fillsA = new Set(of(ofA.fills));
    const fillName = (row: Recorded): string => names.get(`${fillsA.has(row) ? "a" : "b"}${row.order}`) ?? "";
    note("fill", align([...fillsA], of(ofB.fills), fillName, bookedWords), fillName);

    const [billsA, billsB] = [of(ofA.bills), of(ofB.bills)];
    const [billPlacesA, billPlacesB] = [places(billsA), places(billsB)];
    note(
      "bill",
      align(billsA, billsB, () => "", bookedWords),
      (row, isOfA) => `bill ${(isOfA ? billPlacesA : billPlacesB).get(row)}`,
    );
    note(
      "balance",
      align(of(ofA.balances), of(ofB.balances), ({ account: name }) => name, bookedWords),
      () => "USDT",
    );
  }
  return found;
}

function byAccount({ orders, fills, bills, balances }: Records) {
  const grouped = (rows: readonly Recorded[]) => {
    const groups = new Map<string, Recorded[]>();
    for (const row of rows)
      (groups.get(row.account) ?? groups.set(row.account, []).get(row.account)!).push(row);
    return groups;
  };
  return {
    orders: grouped(orders),
    fills: grouped(fills),
    bills: grouped(bills),
    balances: grouped(balances),
  };
}

function changedFields(a: ExportRow, b: ExportRow): readonly string[] {
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].filter(
    (name) => !NEVER_COMPARED.has(name) && comparable(name, a[name]) !== comparable(name, b[name]),
  );
}

/** An isolated position's entry is named after the position's id. */
function comparable(name: string, value: string | number | undefined): string | number | undefined {
  return name === "entry" && value !== "shared" ? "isolated" : value;
}

function clientIdOf({ shown }: Recorded): string {
  return String(shown["client_id"]);
}

/** The parameters of an order, and when it was placed. */
function placed({ shown }: Recorded): string {
  return ["symbol", "kind", "action", "type", "price", "size", "trigger_price", "created_time"]
    .map((name) => shown[name])
    .join(" ");
}

function bookedWords({ shown }: Recorded): string {
  return Object.entries(shown)
    .filter(([name]) => !NEVER_COMPARED.has(name))
    .map(([name, value]) => comparable(name, value))
    .join(" ");
}
