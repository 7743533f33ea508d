/// <reference lib="dom" />
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { isMissing, TEST_TIMEOUT_MS } from "./chromium.ts";
import { book, useFloor } from "./floor.ts";
import { OperatorFloor } from "./operatorFloor.ts";

/**
 * A page of panels does not scroll, its panels do, and none within another: in all views and states of the
 * trader's and the operator's, at the widths of screens, of pages at 150 and 200 % and of a phone.
 */

/** CSS pixels. */
const SIZES = [
  [1920, 1080],
  [1440, 900],
  [960, 600],
  [820, 700],
  [720, 450],
  [390, 844],
] as const;

/** What scrolls and should not. */
function wrongOf(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const { scrollHeight, scrollWidth } = document.documentElement;
    const wrong: string[] = [];
    if (scrollHeight > innerHeight) wrong.push(`the page is ${scrollHeight} of ${innerHeight} high`);
    if (scrollWidth > innerWidth) wrong.push(`the page is ${scrollWidth} of ${innerWidth} wide`);
    const scrolls = (each: Element) =>
      each.scrollHeight > each.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(each).overflowY);
    const scrollers = [...document.querySelectorAll("body *")].filter(scrolls);
    for (const inner of scrollers)
      for (const outer of scrollers)
        if (inner !== outer && outer.contains(inner)) wrong.push(`${inner.className} in ${outer.className}`);
    return wrong;
  });
}

describe.skipIf(isMissing)("the trader's page", { timeout: TEST_TIMEOUT_MS }, () => {
  const floor = useFloor();

  test("it does not scroll, and its panels not within each other, in any list at any size", async () => {
    const { owner, page, maker } = floor;
    for (let i = 0; i < 60; i++)
      await owner.orders.place({ ...book, type: "1", size: "0.001", price: String(58_000 + i) });
    for (let i = 0; i < 30; i++) {
      await maker.orders.place({ ...book, type: "2", size: "0.001", price: "60001" });
      await owner.orders.place({ ...book, type: "1", size: "0.001", price: "60001" });
    }
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height });
      const account = page.getByRole("tab", { name: "Account", exact: true });
      await expect.poll(() => account.count()).toBe(width < 900 && height < 600 ? 1 : 0);
      if ((await account.count()) > 0) await account.click();
      const lists = page.getByRole("tablist", { name: "Lists" }).getByRole("tab");
      await lists.first().waitFor();
      for (const list of await lists.all()) {
        await list.click();
        const what = `${await list.innerText()} at ${width} x ${height}`;
        await expect.poll(() => wrongOf(page), { message: what }).toEqual([]);
      }
    }
  });

  test("at 200 % of 1440 x 900 there are candles, and below 900 pixels of width the narrow page", async () => {
    const { page } = floor;
    await page.setViewportSize({ width: 899, height: 700 });
    await page.locator(".workspace.narrow").waitFor();
    await page.setViewportSize({ width: 720, height: 450 });
    const high = () =>
      page
        .locator(".chart-canvas canvas")
        .evaluateAll((all) => Math.max(0, ...all.map((each) => each.getBoundingClientRect().height)));
    await expect.poll(high).toBeGreaterThan(100);
    await page.setViewportSize({ width: 901, height: 700 });
    await page.locator(".workspace:not(.narrow)").waitFor();
  });
});

describe.skipIf(isMissing)("the operator's page", { timeout: TEST_TIMEOUT_MS }, () => {
  const floor = new OperatorFloor().use();

  test("it does not scroll, and nothing within what scrolls, in any view at any size, however long its lists are", async () => {
    const { control, owner, page } = floor;
    for (let i = 0; i < 150; i++) await control.call("POST accounts/open", { name: `one-of-many-${i}` });
    await owner.contest.uploadLog({
      stage: "Decision",
      model: "none",
      input: { lines: Array.from({ length: 100 }, (_, i) => `line ${i}`) },
      output: {},
      explanation: "long",
    });
    await floor.signIn();
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height });
      for (const view of await page.getByRole("navigation").getByRole("link").all()) {
        await view.click();
        const what = `${await view.innerText()} at ${width} x ${height}`;
        await expect.poll(() => wrongOf(page), { message: what }).toEqual([]);
      }
      await page.getByRole("navigation").getByRole("link", { name: "Uploads" }).click();
      await page.getByRole("button", { name: /^Input and output,/ }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByText("line 99").waitFor();
      await expect.poll(() => wrongOf(page), { message: `an upload at ${width} x ${height}` }).toEqual([]);
      await dialog.getByRole("button", { name: "Close" }).click();
      const accounts = page.getByRole("navigation").getByRole("link", { name: "Accounts" });
      await accounts.click();
      const view = page.locator("#view");
      for (const [name, top] of [
        ["demo-1", 0],
        ["one-of-many-149", Number.MAX_SAFE_INTEGER],
      ] as const) {
        // Where a row is a card it is higher than it was taken to be before it was seen.
        const seen = async () => {
          await view.evaluate((each, to) => each.scrollTo({ top: to }), top);
          return page.getByRole("link", { name, exact: true }).count();
        };
        await expect.poll(seen).toBe(1);
        await expect.poll(() => wrongOf(page), { message: `${name} at ${width} x ${height}` }).toEqual([]);
      }
      await page.evaluate(() => {
        location.hash = "#/accounts/demo-1";
      });
      await page.getByRole("region", { name: "demo-1", exact: true }).waitFor();
      await expect.poll(() => wrongOf(page), { message: `demo-1 at ${width} x ${height}` }).toEqual([]);
    }
  });
});
