import { expect, test } from "vitest";
import { type Ask, livePages } from "./accountSnapshot.ts";
import { operations } from "./generated/operations.ts";
import type { LiveOrdersRequest } from "./messages.ts";

/**
 * A venue with a list of live orders, whose pages have 1 to 100 rows. @param asked is called before each
 * answer
 */
function askOf(orders: string[], asked = (_place: LiveOrdersRequest): void => {}): Ask {
  const ask = async (_: unknown, place: LiveOrdersRequest) => {
    asked(place);
    const { limit = 100, page = 0 } = place;
    expect(limit >= 1 && limit <= 100).toBe(true);
    const value = orders.slice(page * limit, (page + 1) * limit).map((order_id) => ({ order_id }));
    return { value, accountVersion: 7 };
  };
  return ask as unknown as Ask;
}

const idsOf = async (ask: Ask) => {
  const { rows } = await livePages(ask, operations.orders.current);
  return rows.map(({ order_id }) => order_id);
};
const orders = (count: number) => Array.from({ length: count }, (_, i) => `${count - i}`);

test.each([0, 99, 100, 101, 160, 465, 466, 500, 3_600, 20_000])(
  "of %i live orders all are read",
  async (count) => {
    expect(await idsOf(askOf(orders(count)))).toEqual(orders(count));
  },
);

test("an order that slips from a page to the one before is read all the same", async () => {
  const live = orders(1_000);
  let pages = 0;
  const ask = askOf(live, () => {
    if (++pages === 6) live.splice(0, 60);
  });
  expect((await idsOf(ask)).slice(-900)).toEqual(orders(1_000).slice(-900));
});
