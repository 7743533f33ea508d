/// <reference lib="dom" />
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Venue } from "../../src/assembly/venue/index.ts";
import { startVenue } from "../../src/assembly/venue/index.ts";
import { V2Client } from "../../src/interface/client/index.ts";
import { axe } from "./axe.ts";
import { borrowBrowser, giveBack, isMissing, LAUNCH_TIMEOUT_MS, TEST_TIMEOUT_MS } from "./chromium.ts";
import { symbol, watchHosts } from "./floor.ts";
import { watchConsole } from "./watchConsole.ts";

/**
 * The leaderboard in a real browser before a real venue: as large as a projector needs it, on a phone, with
 * an operator's token.
 */

const TEAMS = Array.from({ length: 40 }, (_, i) => `team-${String(i + 1).padStart(2, "0")}`);

let venue: Venue;
let browser: Browser;
let wrong: string[];
const opened: Page[] = [];

async function open(width: number, height: number, address = `${venue.baseUrl}/leaderboard`): Promise<Page> {
  const page = await browser.newPage({ viewport: { width, height }, colorScheme: "dark" });
  watchConsole(page, wrong);
  watchHosts(page, new URL(address).origin, wrong);
  opened.push(page);
  await page.goto(address);
  return page;
}

/** What axe finds once nothing glides any more. */
async function axeAtRest(page: Page): Promise<unknown> {
  await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished)));
  return axe(page);
}

const teams = (page: Page): Promise<string[]> => page.locator("tbody th").allInnerTexts();

/** A team sells to another one at a price; then the price is another, and a minute passes. */
async function trade(first: number, second: number, price: string, then: string): Promise<void> {
  const [seller, buyer] = [first, second].map(
    (i) => new V2Client({ baseUrl: venue.baseUrl, credentials: venue.accounts[i]!, limits: "off" }),
  ) as [V2Client, V2Client];
  const order = { symbol, order_type: "0", match_price: "0", size: "0.01", price } as const;
  await seller.orders.place({ ...order, type: "2" });
  await buyer.orders.place({ ...order, type: "1" });
  for (const client of [seller, buyer]) client.close();
  await venue.price("btc", then);
  await venue.step(60_000);
}

describe.skipIf(isMissing)("the leaderboard", { timeout: TEST_TIMEOUT_MS }, () => {
  beforeAll(async () => {
    browser = await borrowBrowser();
  }, LAUNCH_TIMEOUT_MS);
  afterAll(() => giveBack(browser));
  beforeEach(async () => {
    wrong = [];
    venue = await startVenue({
      prices: { btc: 60_000 },
      accounts: TEAMS.map((name) => ({ name, balance: "1000" })),
      leaderboard: "public",
    });
  });
  afterEach(async () => {
    for (const page of opened.splice(0)) await page.close();
    await venue.stop();
    expect(wrong).toEqual([]);
  });

  test.each([
    [1920, 1080],
    [1280, 800],
  ])(
    "%i × %i: large rows, pages that are turned, ranks that move, nothing that axe finds",
    async (width, height) => {
      await trade(0, 1, "60000", "61000");
      const page = await open(width, height);
      await page.getByRole("table", { name: "Teams, best first" }).waitFor();
      await page.getByRole("button", { name: "Hold" }).click();
      const pages = page.getByRole("navigation", { name: "Pages" });
      while (!/\b1 of /.test(await pages.innerText()))
        await page.getByRole("button", { name: "Previous page" }).click();
      const rows = page.locator("tbody tr");
      const { height: high } = (await rows.first().boundingBox())!;
      expect(high).toBeGreaterThan(height / 18);
      const first = await teams(page);
      expect(first.slice(0, 2)).toEqual(["team-02", "team-01"]);
      expect(first.length).toBeLessThan(TEAMS.length);
      const last = (await rows.last().boundingBox())!;
      expect(last.y + last.height).toBeLessThanOrEqual(height);

      await page.getByRole("button", { name: "Next page" }).click();
      await expect.poll(() => teams(page)).toEqual(TEAMS.slice(first.length, 2 * first.length));
      await page.getByRole("button", { name: "Previous page" }).click();
      await expect.poll(() => teams(page)).toEqual(first);

      await trade(0, 2, "61000", "50000");
      await expect
        .poll(async () => (await teams(page)).slice(0, 3))
        .toEqual(["team-01", "team-02", "team-03"]);
      // By two where the page looked in between: until the price fell, who bought stood between them.
      await expect.poll(() => rows.first().locator(".lb-move").textContent()).toMatch(/^▲up [12]$/);
      expect(await axeAtRest(page)).toEqual([]);
      expect(await page.evaluate(() => document.body.scrollWidth <= innerWidth)).toBe(true);
    },
  );

  test("a phone has one list of all, no wider than it is", async () => {
    const page = await open(390, 844);
    await expect.poll(() => teams(page)).toEqual(TEAMS);
    expect(await page.getByRole("button", { name: "Hold" }).count()).toBe(0);
    expect(await page.evaluate(() => document.body.scrollWidth <= innerWidth)).toBe(true);
    expect(await axeAtRest(page)).toEqual([]);
  });
});

describe.skipIf(isMissing)("for operators alone", { timeout: TEST_TIMEOUT_MS }, () => {
  test("it says so, and shows it for a token", async () => {
    wrong = [];
    browser = await borrowBrowser();
    venue = await startVenue({ prices: { btc: 60_000 } });
    const page = await open(1280, 800);
    await page.getByText("to operators alone").waitFor();
    expect(await axeAtRest(page)).toEqual([]);
    expect(wrong.splice(0)).toEqual([expect.stringContaining("404")]);
    await page.getByLabel("Token").fill("not-the-token");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("alert").waitFor();
    expect(wrong.splice(0)).toEqual([expect.stringContaining("401")]);
    await page.getByLabel("Token").fill(venue.adminToken);
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect.poll(() => teams(page)).toEqual(["demo-1", "demo-2"]);
    expect(wrong).toEqual([]);
    await page.close();
    await giveBack(browser);
    await venue.stop();
  });
});
