/// <reference lib="dom" />
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Venue } from "../../src/assembly/venue/index.ts";
import { startVenue } from "../../src/assembly/venue/index.ts";
import { ControlClient, V2Client } from "../../src/interface/client/index.ts";
import { borrowBrowser, giveBack, isMissing, LAUNCH_TIMEOUT_MS, TEST_TIMEOUT_MS } from "./chromium.ts";
import { watchConsole } from "./watchConsole.ts";

/**
 * A column of numbers has one number of decimals, across contracts: of every table of the trader's page, the
 * operator's and the leaderboard.
 */

/** Contracts of one, two and five decimals of a price; four, three and none of a size. */
const CONTRACTS = [
  { symbol: "cmt_btcusdt", size: "0.0123", price: "60000", below: "59100.5", above: "61000" },
  { symbol: "cmt_ethusdt", size: "0.45", price: "3000", below: "2960.25", above: "3050" },
  { symbol: "cmt_dogeusdt", size: "1200", price: "0.12345", below: "0.12161", above: "0.127" },
] as const;

/**
 * Columns whose numbers have not all as many decimals, as "table: column: what stands in it"; and how many
 * columns were looked at.
 */
function raggedOf(page: Page): Promise<{ readonly seen: number; readonly ragged: readonly string[] }> {
  return page.evaluate(() => {
    const ragged: string[] = [];
    let seen = 0;
    /** Of each number of a cell, in their order: how many decimals it has. */
    const placesOf = (cell: HTMLElement) =>
      [...cell.innerText.replaceAll(/(?<=\d)\s(?=\d)/g, "").matchAll(/\d+(?:\.(\d+))?/g)].map(
        ([, of = ""]) => of.length,
      );
    for (const table of document.querySelectorAll("table")) {
      if (table.checkVisibility() === false) continue;
      const rows = [...table.tBodies]
        .flatMap((body) => [...body.rows])
        .filter((row) => row.checkVisibility());
      const byRow = table.classList.contains("estimate");
      const columns = new Map<string, HTMLTableCellElement[]>();
      for (const row of rows) {
        let at = 0;
        for (const cell of row.cells) {
          const head = table.tHead?.rows[0]?.cells[at];
          at += cell.colSpan;
          if (
            !/\bnum\b/.test(cell.className) &&
            !/^(?:Fires when|TP \/ SL)$/.test(cell.dataset["label"] ?? "")
          )
            continue;
          const name = byRow ? (row.cells[0]?.innerText ?? "") : (head?.innerText.trim() ?? String(at));
          columns.set(name, [...(columns.get(name) ?? []), cell]);
        }
      }
      for (const [name, cells] of columns) {
        const numbers = cells.map(placesOf).filter((each) => each.length > 0);
        if (numbers.length < 2) continue;
        seen++;
        const most = Math.max(...numbers.map((each) => each.length));
        const isRagged = Array.from(
          { length: most },
          (_, i) => new Set(numbers.flatMap((each) => each[i] ?? [])),
        ).some((places) => places.size > 1);
        if (isRagged)
          ragged.push(
            `${table.caption?.innerText ?? ""}: ${name}: ${cells.map((each) => each.innerText).join(" | ")}`,
          );
      }
    }
    return { seen, ragged };
  });
}

describe.skipIf(isMissing)("columns of numbers", { timeout: TEST_TIMEOUT_MS }, () => {
  let venue: Venue;
  let browser: Browser;
  let control: ControlClient;
  const wrong: string[] = [];
  const opened: Page[] = [];

  beforeAll(async () => {
    venue = await startVenue({
      accounts: ["demo-1", "demo-2", "demo-3"].map((name) => ({ name })),
      prices: { btc: 60_000 },
      leaderboard: "public",
      data: "memory",
    });
    const { baseUrl, controlUrl, adminToken, accounts } = venue;
    control = new ControlClient({ baseUrl: controlUrl, token: adminToken });
    await control.call("POST prices/push", {
      prices: Object.fromEntries(CONTRACTS.map(({ symbol, price }) => [symbol, price])),
    });
    const [owner, maker, other] = accounts.map(
      (each) => new V2Client({ baseUrl, credentials: each, limits: "off" }),
    ) as [V2Client, V2Client, V2Client];
    for (const { symbol, size, price, below, above } of CONTRACTS) {
      const book = { symbol, size, order_type: "0", match_price: "0" } as const;
      const meet = async (taker: V2Client, type: "1" | "2" | "3" | "4") => {
        await maker.orders.place({ ...book, type: type === "1" || type === "4" ? "2" : "1", price });
        await taker.orders.place({ ...book, type, price });
      };
      for (const [taker, type] of [
        [owner, "1"],
        [other, "1"],
        [owner, "2"],
        [owner, "4"],
      ] as const)
        await meet(taker, type);
      await owner.plans.placeTpSl({
        symbol,
        planType: "profit_plan",
        positionSide: "long",
        triggerPrice: above,
      });
      await owner.orders.place({ ...book, type: "1", price: below });
      await owner.plans.place({
        symbol,
        size,
        type: "1",
        match_type: "0",
        execute_price: below,
        trigger_price: below,
      });
    }
    await control.call("POST accounts/liquidate", { account: "demo-3" });
    for (const client of [owner, maker, other]) client.close();
    browser = await borrowBrowser();
  }, LAUNCH_TIMEOUT_MS);
  afterEach(async () => {
    for (const page of opened.splice(0)) await page.close();
    expect(wrong.splice(0)).toEqual([]);
  });
  afterAll(async () => {
    await giveBack(browser);
    await venue?.stop();
  });

  /** Looks until no column is ragged. */
  async function isEven(page: Page, what: string, least = 0): Promise<void> {
    await expect.poll(async () => (await raggedOf(page)).ragged, { message: what }).toEqual([]);
    const { seen } = await raggedOf(page);
    expect(seen, `${what}: columns that were looked at`).toBeGreaterThanOrEqual(least);
  }

  test("of the trader's page", async () => {
    const page = await browser.newPage({ viewport: { width: 1920, height: 1080 } });
    opened.push(page);
    watchConsole(page, wrong);
    await page.goto(venue.baseUrl);
    await page.getByRole("button", { name: "Account demo-1" }).waitFor();
    const lists = page.getByRole("tablist", { name: "Lists" }).getByRole("tab");
    await lists.first().waitFor();
    const rows = {
      Positions: 3,
      "Open orders": 3,
      "Plan orders": 3,
      Fills: 9,
      "Order history": 9,
      Closed: 3,
      Bills: 9,
    };
    const looked: string[] = [];
    for (const each of await lists.all()) {
      const name = (await each.innerText()).replace(/\s*\d+$/, "");
      await each.click();
      const least = rows[name as keyof typeof rows];
      if (least !== undefined) {
        looked.push(name);
        await expect
          .poll(() => page.locator("#panel-dock tbody tr").count(), { message: name })
          .toBeGreaterThanOrEqual(least);
      }
      await isEven(page, name, least === undefined ? 0 : 3);
    }
    expect(looked.sort()).toEqual(Object.keys(rows).sort());
    await page.keyboard.press("e");
    await page.getByRole("dialog").getByText("What the positions add").waitFor({ state: "attached" });
    await isEven(page, "the explanation", 6);
  });

  test("of the operator's page", async () => {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    opened.push(page);
    watchConsole(page, wrong);
    await page.goto(`${venue.controlUrl}/operator`);
    await page.getByLabel("Token").fill(venue.adminToken);
    await page.getByRole("button", { name: "Sign in" }).click();
    for (const view of await page.getByRole("navigation").getByRole("link").all()) {
      await view.click();
      await expect.poll(() => page.locator("#view .wait").count()).toBe(0);
      await isEven(page, await view.innerText());
    }
    await page.evaluate(() => {
      location.hash = "#/accounts/demo-1";
    });
    await page.getByRole("region", { name: "Live orders" }).getByRole("row").nth(6).waitFor();
    await isEven(page, "an account", 10);
    await page.evaluate(() => {
      location.hash = "#/forced";
    });
    await page.getByLabel("Account", { exact: true }).first().selectOption("demo-3");
    await page.getByRole("button", { name: "Explain the liquidation of demo-3" }).click();
    await page.getByRole("dialog").getByRole("table", { name: "Fills of the liquidation" }).waitFor();
    await isEven(page, "a liquidation", 5);
  });

  test("of the leaderboard", async () => {
    const page = await browser.newPage({ viewport: { width: 1920, height: 1080 } });
    opened.push(page);
    watchConsole(page, wrong);
    await page.goto(`${venue.baseUrl}/leaderboard`);
    await page.locator("tr[data-team]").nth(2).waitFor();
    await isEven(page, "teams", 4);
  });
});
