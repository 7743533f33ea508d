import { expect, onTestFinished, test, vi } from "vitest";
import { FIRST_USER_ACCOUNT, OPEN_LONG } from "../core/index.ts";
import { ORDER_SPANS, ORDERS, SPAN_IDS, spanOf } from "./counts.ts";
import { HistoryReader } from "./reader.ts";
import { openForWriting } from "./schema.ts";
import { Statements } from "./statements.ts";
import { DamageError } from "./table.ts";
import { counts, orders } from "./tables.ts";

const ACCOUNT = FIRST_USER_ACCOUNT;
/** In a span of ids of their own. */
const OLD = Array.from({ length: 10 }, (_, i) => SPAN_IDS + i);
const NEW = Array.from({ length: 1_100 }, (_, i) => 3 * SPAN_IDS + i);

/** A store with the orders of an account: no question about them reads all, however many they are. */
function storeOfMany() {
  const database = openForWriting(":memory:");
  onTestFinished(() => database.close());
  const addOrder = orders.insert(database);
  const addCount = counts.insert(database);
  for (const order of [...OLD, ...NEW]) {
    const known: Record<string, number> = {
      order_id: order,
      account: ACCOUNT,
      created_time: order,
      action: OPEN_LONG,
    };
    addOrder.run(...orders.sealed(...orders.numbers.map((column) => known[column] ?? 0), `id-${order}`));
  }
  for (const ids of [OLD, NEW])
    addCount.run(...counts.sealed(ACCOUNT, ORDER_SPANS, 0, spanOf(ids[0]!), ids.length));
  addCount.run(...counts.sealed(ACCOUNT, ORDERS, 0, 0, OLD.length + NEW.length));
  const lose = (order: number) => database.exec(`DELETE FROM orders WHERE order_id = ${order}`);
  return { reader: new HistoryReader(database), lose };
}

test("that no order has a client id is shown by the newest ones, and the others are not gone through", () => {
  const { reader, lose } = storeOfMany();
  const find = (clientId: string) =>
    reader.answer({ type: "order", query: { account: ACCOUNT, order: 0, clientId } }).total;
  expect([find("none"), find(`id-${OLD[5]}`), find(`id-${NEW[5]}`)]).toEqual([0, 1, 1]);
  lose(OLD[3]!); // which the audit finds
  expect([find("none"), find(`id-${OLD[5]}`)]).toEqual([0, 1]);
  lose(NEW.at(-3)!);
  expect(() => find("none")).toThrow(DamageError);
});

test("a page behind the last order reads none of them", () => {
  const { reader, lose } = storeOfMany();
  const all = vi.spyOn(Statements.prototype, "all");
  onTestFinished(() => all.mockRestore());
  const query = { account: ACCOUNT, family: "all", limit: 10, offset: 5_000 } as const;
  expect(reader.answer({ type: "orders", query })).toMatchObject({
    total: OLD.length + NEW.length,
    more: false,
  });
  expect(Math.max(...all.mock.results.map(({ value }) => value.length))).toBeLessThan(10);
  lose(OLD[3]!);
  expect(() => reader.answer({ type: "orders", query })).toThrow(DamageError);
});
