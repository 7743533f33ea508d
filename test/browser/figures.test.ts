/// <reference lib="dom" />
import { readFileSync } from "node:fs";
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Venue } from "../../src/assembly/venue/index.ts";
import { startVenue } from "../../src/assembly/venue/index.ts";
import { ControlClient, V2Client } from "../../src/interface/client/index.ts";
import { borrowBrowser, giveBack, isMissing, LAUNCH_TIMEOUT_MS, TEST_TIMEOUT_MS } from "./chromium.ts";
import { book, openPage } from "./floor.ts";

/**
 * What holds of every list and of every amount of money on the trader's page, whichever there are: a column
 * or figure that is added and does not keep to it fails here. The account has traded and was settled, holds
 * both legs, has orders that rest and wait, and money on its way.
 */

/**
 * What stands over or beside a number that is no amount of money: sizes, prices, rates, counts, times, names.
 */
const NO_MONEY = [
  /^(?:Size|Filled|Held (?:long|short)|Price|Average|Entry|Exit|Mark|Executes|Fires when|TP \/ SL|ADL)$/,
  /^(?:Time UTC|Closed UTC|Opened UTC|Id|Order id|Contract|Coin|Kind|Order|Side|Status|Liquidated)$/,
  /^(?:Positions closed|Of them won)$/,
];
/** The account's lists that are tables of rows; the other two tabs are the assets and what bots asked. */
const LISTS = [
  "Positions",
  "Open orders",
  "Plan orders",
  "Order history",
  "Fills",
  "Closed",
  "Funding",
  "Bills",
] as const;

describe.skipIf(isMissing)("every list and every figure", { timeout: TEST_TIMEOUT_MS }, () => {
  let venue: Venue;
  let browser: Browser;
  let page: Page;
  const wrong: string[] = [];

  beforeAll(async () => {
    venue = await startVenue({ market: "empty", prices: { btc: 60_000 }, data: "memory" });
    const control = new ControlClient({ baseUrl: venue.controlUrl, token: venue.adminToken });
    const [trader, maker] = venue.accounts.map(
      (credentials) => new V2Client({ baseUrl: venue.baseUrl, credentials, limits: "off" }),
    ) as [V2Client, V2Client];
    await maker.orders.place({ ...book, type: "1", size: "3", price: "59995.0" });
    await maker.orders.place({ ...book, type: "2", size: "3", price: "60005.0" });
    const market = { ...book, match_price: "1" } as const;
    for (const size of ["0.1", "0.2"]) {
      await trader.orders.place({ ...market, type: "1", size });
      await trader.orders.place({ ...market, type: "3", size });
    }
    await trader.orders.place({ ...market, type: "1", size: "0.4" });
    await trader.orders.place({ ...market, type: "2", size: "0.3" });
    await venue.step(9 * 3_600_000); // over a settlement
    await trader.orders.place({ ...market, type: "3", size: "0.1" });
    await trader.orders.place({ ...market, type: "4", size: "0.1" });
    await trader.orders.place({ ...book, type: "1", size: "0.1", price: "55000.0" });
    await trader.orders.place({ ...book, type: "1", size: "0.2", price: "54000.0" });
    for (const [trigger_price, size] of [
      ["53500.0", "0.2"],
      ["53400.0", "0.1"],
    ] as const) {
      await trader.plans.place({
        symbol: book.symbol,
        client_oid: `waits-${size}`,
        size,
        type: "1",
        match_type: "1",
        execute_price: "0",
        trigger_price,
      });
    }
    for (const movement of ["deposit", "withdraw"] as const) {
      const way = movement === "deposit" ? { to: "demo-1" } : { from: "demo-1" };
      await control.call("POST money/begin", { movement, ...way, amount: "12.5" });
    }
    trader.close();
    maker.close();
    browser = await borrowBrowser();
  }, LAUNCH_TIMEOUT_MS);
  afterAll(async () => {
    await giveBack(browser);
    await venue?.stop();
  });
  beforeEach(async () => {
    page = await openPage({ browser, wrong }, venue.baseUrl);
  });
  afterEach(async () => {
    await page.close();
    expect(wrong).toEqual([]);
  });
  const bring = async (name: string) => {
    await page.getByRole("tab", { name: new RegExp(`^${name}`) }).click();
    await expect.poll(() => page.locator("#panel-dock .wait").count()).toBe(0);
  };
  const rows = () => page.locator("#panel-dock .tab-panel tbody tr:not(.spacer, .net)");

  test("every amount of money opens where it comes from", async () => {
    const ticket = page.locator("#panel-ticket");
    await ticket.getByLabel("Price USDT").fill("58000");
    await ticket.getByLabel("Size", { exact: true }).fill("0.5");
    await ticket.getByRole("table", { name: /^What the order would do/ }).waitFor();
    expect(await unexplained(page, "#panel-ticket")).toEqual({ bare: [], explained: 13 });
    for (const name of [...LISTS, "Assets"]) {
      await bring(name);
      if (name === "Assets") await page.locator("dt", { hasText: "Of it as maker" }).waitFor();
      else await rows().first().waitFor();
      const { bare, explained } = await unexplained(page, "#panel-dock");
      expect(bare, name).toEqual([]);
      if (!name.includes("orders")) expect(explained, name).toBeGreaterThan(0);
    }
    await page.locator("dt", { hasText: "On its way here" }).waitFor();
    await page.locator("dt", { hasText: "On its way out" }).waitFor();
  });

  test("every list is sorted by each of its columns, filtered, and exported as it stands", async () => {
    for (const name of LISTS) {
      await bring(name);
      await rows().first().waitFor();
      const heads = page.locator("#panel-dock th[scope=col]:not(:has(> .unseen))");
      expect(await heads.count(), name).toBeGreaterThan(4);
      for (const head of await heads.all()) {
        const title = `${name}: ${await head.innerText()}`;
        await head.getByRole("button").click();
        expect(await head.getAttribute("aria-sort"), title).toBe("descending");
        const down = await cellsUnder(head);
        await head.getByRole("button").click();
        expect(await head.getAttribute("aria-sort"), title).toBe("ascending");
        // What is equal keeps its place, so that only what differs is turned round. All of it is of one
        // contract.
        if (!title.endsWith("Contract"))
          expect((await cellsUnder(head)).toReversed().filter(isUnlike(down)), title).toEqual(
            down.filter(isUnlike(down)),
          );
        await head.getByRole("button").click();
        expect(await head.getAttribute("aria-sort"), title).toBe("none");
      }
      const all = await rows().filter({ hasText: "BTC" }).count();
      const filter = page.locator("#panel-dock").getByRole("searchbox");
      await filter.fill("nothing is called so");
      await expect.poll(() => rows().count(), { message: name }).toBe(0);
      await filter.fill("btc");
      await expect.poll(() => rows().count(), { message: name }).toBe(all);
      const saving = page.waitForEvent("download");
      await page.locator("#panel-dock").getByRole("button", { name: "CSV" }).click();
      const lines = readFileSync(await (await saving).path(), "utf8").split("\r\n");
      expect(lines.length, name).toBe(all + 1);
      const exported = lines[0]!.split(",");
      for (const title of await heads.allInnerTexts()) expect(exported, name).toContain(title.trim());
    }
  });
});

/** What stands under the head of a column, from above. */
function cellsUnder(head: Locator): Promise<readonly string[]> {
  return head.evaluate((th) => {
    const column = (th as HTMLTableCellElement).cellIndex;
    const rows = th.closest("table")!.querySelectorAll<HTMLTableRowElement>("tbody tr:not(.spacer, .net)");
    return [...rows].map((row) => {
      const cell = row.cells[column]!.cloneNode(true) as Element;
      for (const unseen of cell.querySelectorAll(".unseen")) unseen.remove();
      return cell.textContent!.trim();
    });
  });
}

/** Whether a cell is the only one of its kind in a column. */
function isUnlike(column: readonly string[]): (text: string) => boolean {
  return (text) => column.filter((each) => each === text).length === 1;
}

/**
 * Numbers in a part of the page that open nothing although they are money, with what stands over or beside
 * them; and how many do open something.
 */
function unexplained(page: Page, part: string) {
  return page.evaluate(
    ([within, noMoney]) => {
      const root = document.querySelector(within)!;
      const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const labelOf = (element: Element): string => {
        const cell = element.closest("td");
        if (cell !== null) {
          const row = cell.parentElement as HTMLTableRowElement;
          const head =
            row.querySelector("th[scope=row]") ??
            cell.closest("table")!.tHead!.rows[0]!.cells[cell.cellIndex];
          return cell.dataset["label"] ?? head?.textContent?.trim() ?? "?";
        }
        const term = element.closest("dd")?.previousElementSibling ?? element.closest("[aria-label]");
        return term?.textContent?.trim().slice(0, 60) ?? "?";
      };
      const bare: string[] = [];
      for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
        const element = node.parentElement!;
        const text = node.textContent!.trim();
        if (!/^[+−-]?\d[\d\s\u2009]*(?:\.\d+)?(?: USDT)?$/.test(text)) continue;
        if (element.closest(".explained, .unseen, button, input, [role=tab], .list-bar") !== null) continue;
        if (!element.checkVisibility()) continue;
        const label = labelOf(element);
        if (!noMoney.some((each) => new RegExp(each).test(label))) bare.push(`${label}: ${text}`);
      }
      return { bare, explained: root.querySelectorAll(".explained").length };
    },
    [part, NO_MONEY.map(({ source }) => source)] as const,
  );
}
