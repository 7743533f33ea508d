import { beforeEach, describe, expect, test } from "vitest";
import { isMissing, TEST_TIMEOUT_MS } from "./chromium.ts";
import { book, quote, symbol, useFloor } from "./floor.ts";
import { Keyboard } from "./keyboard.ts";

/**
 * What is done to positions and orders, without a mouse: the focus is never lost, also where the row that had
 * it leaves.
 */

describe.skipIf(isMissing)("positions and orders by keys alone", { timeout: TEST_TIMEOUT_MS }, () => {
  const floor = useFloor();
  let { page, owner } = floor;
  let keys: Keyboard;
  beforeEach(() => {
    ({ page, owner } = floor);
    keys = new Keyboard(page);
  });
  const leg = (side: "Long" | "Short") =>
    page.locator("tr[data-position]", { has: page.getByText(side, { exact: true }) });
  const long = async (size: string) => {
    await owner.orders.place({ ...book, type: "1", size, match_price: "1" });
    await keys.chord("g", "p");
    await leg("Long").waitFor();
  };
  const dialog = () => page.getByRole("dialog");

  test("take profit and stop loss are set, moved under their id, and removed", async () => {
    await long("0.2");
    const open = async () => {
      await keys.tabTo(/^Take profit and stop loss of long BTC/);
      await keys.press("Enter");
      await dialog().waitFor();
    };
    /** It stays for the second of a pair; Escape leaves it. */
    const closed = async () => {
      await keys.press("Escape");
      await dialog().waitFor({ state: "detached" });
      await keys.expectFocused(/^Take profit and stop loss of long/);
    };
    await open();
    await keys.type(/^Take profit at/, "60500");
    await keys.tabTo(/^Set take profit/);
    await keys.press("Enter");
    await leg("Long").getByText("60 500.0").waitFor();
    await closed();
    await open();
    await keys.type(/^Stop loss at/, "59500");
    await keys.tabTo(/^Set stop loss/);
    await keys.press("Enter");
    await leg("Long").getByText("59 500.0").waitFor();
    await closed();
    const [sl, tp] = await owner.plans.current({});
    expect([tp!.triggerPrice, sl!.triggerPrice]).toEqual(["60500.0", "59500.0"]);

    await open();
    await keys.tabTo(/^Take profit at/);
    await keys.press("ArrowUp", "Shift+ArrowUp");
    await keys.tabTo(/^Move take profit/);
    await keys.press("Enter");
    await leg("Long").getByText("60 501.1").waitFor();
    await closed();
    const moved = (await owner.plans.current({})).find(({ order_id }) => order_id === tp!.order_id);
    expect(moved).toMatchObject({ triggerPrice: "60501.1", size: tp!.size });

    await open();
    await keys.tabTo(/^Stop loss at/);
    await keys.tabTo(/^Remove/); // the one after it
    await keys.press("Enter");
    await expect.poll(async () => (await owner.plans.current({})).length).toBe(1);
    await closed();
  });

  test("a half is closed, the rest reversed, the last closed at a price; the focus goes on where a leg has left", async () => {
    await long("0.2");
    await keys.tabTo(/^Close long BTC/);
    await keys.press("Enter");
    await keys.choose("Share", /^50 %/);
    await keys.tabTo(/^Close long$/);
    await keys.press("Enter");
    await leg("Long").getByText("0.1000").waitFor();
    await dialog().waitFor({ state: "detached" });
    await keys.expectFocused(/^Close long BTC/);

    await keys.tabTo(/^Reverse long BTC/);
    await keys.press("Enter");
    await keys.tabTo(/^Reverse$/);
    await keys.press("Enter");
    await leg("Short").waitFor();
    await leg("Long").waitFor({ state: "detached" });
    await dialog().waitFor({ state: "detached" });
    await keys.expectFocusIn("#panel-dock");
    await expect
      .poll(async () => (await owner.positions.all()).map(({ side, size }) => [side, size]))
      .toEqual([["SHORT", "0.1000"]]);

    await keys.tabTo(/^Close short BTC/);
    await keys.press("Enter");
    await keys.choose("Kind of order", /^Limit/);
    await keys.type(/^Price/, "60005");
    await keys.tabTo(/^Close short$/);
    await keys.press("Enter");
    await page.getByText("No position.").waitFor();
    await dialog().waitFor({ state: "detached" });
    await keys.expectFocusIn("#panel-dock");
  });

  test("an open order gets another price and size where it stands and in its dialog; cancelled, the next one has the focus", async () => {
    const { order_id } = await owner.orders.place({ ...book, type: "1", size: "0.3", price: "59900.0" });
    await owner.orders.place({ ...book, type: "2", size: "0.1", price: "60100.0" });
    await keys.chord("g", "o");
    const row = page.locator(`tr[data-order="${order_id}"]`);
    await row.waitFor();
    await keys.tabTo(/^Price of open long/);
    await keys.press("Enter");
    await page.keyboard.type("59910");
    await keys.press("Enter");
    await row.getByText("59 910.0").waitFor();
    await keys.expectFocused(/^Price of open long/);
    await keys.tabTo(/^Edit open long/);
    await keys.press("Enter");
    await keys.type(/^Price/, "59920");
    await keys.type(/^Size, what is filled/, "0.2");
    await dialog().getByText("loses its place in the queue").waitFor();
    await keys.tabTo(/^Amend/);
    await keys.press("Enter");
    await row.getByText("59 920.0").waitFor();
    await dialog().waitFor({ state: "detached" });
    await keys.expectFocused(/^Edit open long/);
    expect(await owner.orders.detail({ orderId: order_id })).toMatchObject({
      price: "59920.0",
      size: "0.2000",
      status: "open",
    });
    await keys.tabTo(/^Cancel open long/);
    await keys.press("Enter");
    await row.waitFor({ state: "detached" });
    await keys.expectFocused(/open short/);
    await keys.tabTo(/^Cancel open short/);
    await keys.press("Enter");
    await page.getByText("No open order.").waitFor();
    await keys.expectFocusIn("#panel-dock");
  });

  test("an order that waits gets another trigger and size where it stands, under its id", async () => {
    const { order_id } = await owner.plans.place({
      symbol,
      client_oid: "waits",
      size: "0.2",
      type: "1",
      match_type: "1",
      trigger_price: "61000",
    });
    await keys.chord("g", "l");
    const row = page.locator(`tr[data-order="${order_id}"]`);
    await row.waitFor();
    await keys.tabTo(/^Trigger of open long/);
    await keys.press("Enter");
    await page.keyboard.type("61500");
    await keys.press("Enter");
    await row.getByText("61 500.0").waitFor();
    await keys.tabTo(/^Edit open long/);
    await keys.press("Enter");
    await keys.type(/^Price, none: at market/, "61600");
    await keys.type(/^Size/, "0.1");
    await keys.tabTo(/^Amend/);
    await keys.press("Enter");
    await row.getByText("61 600.0").waitFor();
    await dialog().waitFor({ state: "detached" });
    await keys.expectFocused(/^Edit open long/);
    expect(await owner.plans.current({})).toMatchObject([
      { order_id, triggerPrice: "61500.0", price: "61600.0", size: "0.1000" },
    ]);
  });

  test("leverage is changed, and the chip that was pressed has the focus again", async () => {
    await keys.press("l");
    await keys.tabTo(/^Leverage: /);
    await keys.press("Enter");
    await dialog().waitFor();
    await keys.type(/^Leverage$/, "7");
    await keys.tabTo(/^Change/);
    await keys.press("Enter");
    await dialog().waitFor({ state: "detached" });
    await keys.expectFocused(/^Leverage: 7/);
  });

  test("every panel is reached by its keys, and the book is made anew without losing the focus", async () => {
    for (const [key, panel] of [
      ["c", "chart"],
      ["b", "book"],
      ["t", "tape"],
      ["k", "ticket"],
      ["p", "dock"],
    ] as const) {
      await keys.chord("g", key);
      await keys.expectFocusIn(`#panel-${panel}`);
    }
    await quote(floor);
    await keys.expectFocusIn("#panel-dock");
  });
});
