/// <reference lib="dom" />
import { beforeEach, describe, expect, test } from "vitest";
import { isMissing, TEST_TIMEOUT_MS } from "./chromium.ts";
import { book, list as listOf, symbol, useFloor } from "./floor.ts";
import { OperatorFloor } from "./operatorFloor.ts";
import { told } from "./told.ts";

/**
 * The page of an account in one-way mode: the mode is switched there, an order has a side, and a contract one
 * row.
 */
describe.skipIf(isMissing)("one-way mode", { timeout: TEST_TIMEOUT_MS }, () => {
  const floor = useFloor();
  let { page, owner } = floor;
  beforeEach(() => {
    ({ page, owner } = floor);
  });
  const list = (name: string) => listOf(floor, name);
  const ticket = () => page.locator("#panel-ticket");
  const chip = (mode: string) => ticket().getByRole("button", { name: `Position mode: ${mode}` });
  const leg = () => page.locator("tr[data-position]");

  async function ask(from: string, to: string): Promise<void> {
    await chip(from).click();
    await page.getByRole("dialog").getByRole("radio", { name: to }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Change" }).click();
  }

  test("is switched with nothing in the way, of which the venue's sentence says contract and order", async () => {
    const { order_id } = await owner.orders.place({ ...book, type: "1", size: "0.1", price: "59000" });
    await ask("Hedge", "One-way");
    const dialog = page.getByRole("dialog");
    await dialog
      .getByRole("alert")
      .getByText(`${symbol} has 1 open orders, the oldest ${order_id}`)
      .waitFor();
    await owner.orders.cancelAll();
    await dialog.getByRole("button", { name: "Change" }).click();
    await dialog.waitFor({ state: "detached" });
    await chip("One-way").waitFor();
    await ask("One-way", "Hedge");
    await chip("Hedge").waitFor();
    const { account } = await owner.account.list();
    expect(account.modeSetting[0]!.positionMode).toBe("HEDGE");
    floor.wrong = floor.wrong.filter((text) => !text.includes("400 (Bad Request)")); // how a browser tells of the refusal
  });

  test("an order buys or sells, through zero too; a position is one row, reversed by one order; closes only reduce", async () => {
    await ask("Hedge", "One-way");
    await chip("One-way").waitFor();
    const send = async (button: string, size: string) => {
      await ticket().getByLabel("Size", { exact: true }).fill(size);
      await ticket().getByRole("button", { name: button, exact: true }).click();
    };
    await ticket().getByRole("radio", { name: "Market" }).click();
    await send("Buy", "0.1");
    await list("Positions");
    await leg().getByText("Long", { exact: true }).waitFor();
    await send("Sell", "0.3");
    await told(page, "Sold 0.3 BTC");
    await leg().getByText("Short", { exact: true }).waitFor();
    await leg().getByText("0.2000").waitFor();
    expect(await leg().count()).toBe(1);

    await leg().getByRole("button", { name: "Reverse short BTC/USDT" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Buy 0.4 at market").waitFor();
    await dialog.getByRole("button", { name: "Reverse" }).click();
    await leg().getByText("Long", { exact: true }).waitFor();
    const [position] = await owner.positions.all();
    expect(position).toMatchObject({ side: "LONG", size: "0.2000" });

    await ticket().getByRole("radio", { name: "Limit" }).click();
    await ticket().getByRole("radio", { name: "Reduce only" }).click();
    await ticket().getByLabel("Price USDT").fill("60500");
    await send("Sell", "0.05");
    await list("Open orders");
    const order = page.locator("tr[data-order]");
    await order.getByText("Sell", { exact: true }).waitFor();
    await order.getByRole("cell", { name: "Sell Reduce only" }).waitFor();

    await owner.orders.cancelAll();
    await owner.positions.close();
    await ask("One-way", "Hedge");
    await chip("Hedge").waitFor();
  });
});

describe.skipIf(isMissing)("the operator's page of a one-way account", { timeout: TEST_TIMEOUT_MS }, () => {
  const floor = new OperatorFloor().use();

  test("it is switched with nothing in the way, and trades through zero by one order", async () => {
    const { owner, maker, control, page } = floor;
    await control.call("POST prices/push", { prices: { btc: "60000" } });
    await maker.orders.place({ ...book, type: "2", size: "3", price: "60000" });
    await maker.orders.place({ ...book, type: "1", size: "3", price: "59990" });
    const { order_id } = await owner.orders.place({ ...book, type: "1", size: "0.1", price: "59000" });
    await floor.signIn();
    await floor.account("demo-1");
    await page.getByLabel("Positions, changed with none and no orders").selectOption("one-way");
    const change = page.getByRole("button", { name: "Change the settings" });
    await change.click();
    await page.getByRole("alert").getByText(`${symbol} has 1 open orders, the oldest ${order_id}`).waitFor();
    await owner.orders.cancelAll();
    await change.click();
    await floor.noted("Settings of demo-1 are changed");
    expect((await control.call("GET accounts/show", { account: "demo-1" })).positionMode).toBe("one-way");

    const place = async (what: string, size: string) => {
      await page.getByRole("button", { name: "Place an order of demo-1" }).click();
      await floor.dialog().getByLabel("What").selectOption(what);
      await floor.dialog().getByLabel("Size").fill(size);
      await floor.dialog().getByRole("button", { name: "Place it" }).click();
      await floor.dialog().waitFor({ state: "detached" });
    };
    await place("buy", "0.1");
    await place("sell", "0.3");
    expect(await owner.positions.all()).toMatchObject([{ side: "SHORT", size: "0.2000" }]);
    await floor.region("Positions").getByText("short", { exact: true }).waitFor();
    floor.wrong = floor.wrong.filter((text) => !text.includes("400 (Bad Request)"));
  });
});
