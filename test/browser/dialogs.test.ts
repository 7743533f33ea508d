/// <reference lib="dom" />
import type { Locator } from "playwright-core";
import { describe, expect, test } from "vitest";
import { tellInOrder } from "../inOrder.ts";
import { axe } from "./axe.ts";
import { isMissing, TEST_TIMEOUT_MS } from "./chromium.ts";
import { book, list, openFloor, symbol, useFloor } from "./floor.ts";
import { told } from "./told.ts";

/**
 * Every dialog of the trader's page: Enter sends, Escape closes after every act, the focus stays within and
 * comes back.
 */

/** What opens a dialog: menus and lists say what else they open. */
const OPENERS = "button[aria-expanded]:not([aria-haspopup], .symbol-button)";
const DIALOGS = [
  ...[
    "Price alerts",
    "Position mode",
    "Margin mode",
    "Leverage",
    "Index",
    "Close all",
    "Cancel all",
    "Close long",
    "Reverse long",
  ],
  ...["Margin of long", "Take profit and stop loss of long", "Edit open long"],
];
const LISTS = ["Positions", "Open orders", "Plan orders"];

tellInOrder();
describe.skipIf(isMissing)("dialogs", { timeout: TEST_TIMEOUT_MS }, () => {
  const floor = useFloor({ opens: false });

  test("what is left of a former position is marked, is not the new one's, and goes with a close that takes it along", async () => {
    const { owner } = floor;
    const market = { ...book, match_price: "1", size: "0.1" } as const;
    await owner.orders.place({ ...market, type: "1" });
    const exit = { symbol, clientOrderId: "former", marginMode: 1, positionSide: "long" } as const;
    await owner.plans.placeTpSl({ ...exit, planType: "profit_plan", triggerPrice: "70000.0" });
    await owner.orders.place({ ...market, type: "3" });
    const page = await openFloor(floor);
    const lines = page.getByLabel("Lines on the chart");
    await lines.getByText(/left over/).waitFor({ state: "attached" });
    await owner.orders.place({ ...market, type: "1" });
    await list(floor, "Positions");
    await page.getByRole("button", { name: "Take profit and stop loss of long BTC/USDT: – / –" }).waitFor();
    await list(floor, "Plan orders");
    await page.locator("#panel-dock").getByText("left over", { exact: true }).waitFor();
    expect(await axe(page)).toEqual([]);
    await list(floor, "Positions");
    await page.getByRole("button", { name: "Close long BTC/USDT" }).click();
    await page.getByText("Cancel its trigger with it").waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "Close long" }).click();
    await told(page, /Cancel close long.*: accepted/);
    await expect.poll(async () => (await owner.plans.current({})).length).toBe(0);
    expect(await owner.positions.all()).toEqual([]);
  });

  test("two hundred orders are a few lines, which can be hidden", async () => {
    const { owner } = floor;
    const sides = ["1", "2"] as const;
    for (const type of sides)
      for (let batch = 0; batch < 5; batch++)
        await owner.orders.placeBatch({
          symbol,
          marginMode: 1,
          orderDataList: Array.from({ length: 20 }, (_, i) => ({
            type,
            size: "0.001",
            order_type: "0",
            match_price: "0",
            price: String(type === "1" ? 59_000 - (batch * 20 + i) : 61_000 + (batch * 20 + i)),
          })),
        });
    const page = await openFloor(floor);
    const lines = page.getByLabel("Lines on the chart").getByRole("listitem");
    await expect.poll(() => lines.count()).toBe(16);
    const texts = (await lines.allInnerTexts()).map((text) => text.replace(/\s/g, " "));
    expect(texts).toContain("Open long · 13 orders, 0.013 BTC, to 58 988.0 at 59 000.0");
    await page.locator(".chart-bar").getByText("Orders", { exact: true }).click();
    await expect.poll(() => lines.count()).toBe(0);
    await page.locator(".chart-bar").getByText("Orders", { exact: true }).click();
    await expect.poll(() => lines.count()).toBe(16);
    await owner.orders.cancelAll({ symbol });
  });

  test("each is left by Escape, sends by Enter, and keeps the focus whatever becomes of what was sent", async () => {
    const { owner } = floor;
    await owner.positions.setMode({ symbol, marginMode: 3 });
    await owner.orders.place({ ...book, type: "1", size: "0.1", match_price: "1", marginMode: 3 });
    await owner.orders.place({ ...book, type: "1", size: "0.1", price: "59000.0", marginMode: 3 });
    const plan = { symbol, type: "1", size: "0.1", match_type: "1", marginMode: 3 } as const;
    await owner.plans.place({ ...plan, trigger_price: "70000.0", client_oid: "waits" });
    const page = await openFloor(floor);
    const refusal = { status: 400, json: { code: "40015", msg: "not now" } };
    await page.route(/\/capi\/v2\/(?!order\/estimate|account\/bills)/, (route) =>
      route.request().method() === "POST" ? route.fulfill(refusal) : route.continue(),
    );
    const dialog = page.getByRole("dialog");
    const isWithin = () => dialog.evaluate((each) => each.contains(document.activeElement));
    const leave = async (opener: Locator) => {
      expect(await isWithin()).toBe(true);
      await page.keyboard.press("Escape");
      await dialog.waitFor({ state: "detached" });
      await expect.poll(() => opener.evaluate((each) => document.activeElement === each)).toBe(true);
    };
    /**
     * Changes one thing after the other until there is something to send; the focus is where Enter sends it.
     */
    const fill = async (): Promise<void> => {
      const submit = dialog.locator("button[type=submit]").first();
      for (const field of await dialog.locator("form input").all()) {
        await field.focus();
        await page.keyboard.press("ArrowUp");
        if (await submit.isEnabled()) return;
      }
      for (const choice of await dialog.locator("form").getByRole("radio").all()) {
        if (await submit.isEnabled()) break;
        await choice.click();
      }
      await expect.poll(() => submit.isEnabled()).toBe(true);
      await submit.focus();
    };
    const seen = new Set<string>();
    for (const name of LISTS) {
      await list(floor, name);
      await page.locator("#panel-dock tbody tr").first().waitFor();
      const openers = page.locator(OPENERS);
      for (let i = 0; i < (await openers.count()); i++) {
        const opener = openers.nth(i);
        const title = String((await opener.getAttribute("aria-label")) ?? (await opener.innerText()));
        if (seen.has(`${name} ${title}`) || (seen.has(title) && !/all$|^Edit/.test(title))) continue;
        seen.add(title).add(`${name} ${title}`);
        const open = async () => {
          await opener.focus();
          await page.keyboard.press("Enter");
          await dialog.waitFor();
        };
        await open();
        expect(await axe(page), title).toEqual([]);
        await leave(opener);
        await open();
        if ((await dialog.locator("form").count()) > 0) {
          await fill();
          await page.keyboard.press("Enter");
          await dialog.locator("[role=alert], .alert-list li").first().waitFor();
        }
        await leave(opener);
      }
    }
    for (const name of DIALOGS)
      expect(
        [...seen].some((title) => title.startsWith(name)),
        name,
      ).toBe(true);
    floor.wrong = floor.wrong.filter((text) => !text.includes("400 (Bad Request)")); // how a browser tells of it
  });
});
