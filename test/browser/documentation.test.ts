import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startVenue, type Venue } from "../../src/assembly/venue/index.ts";
import { axe } from "./axe.ts";
import { borrowBrowser, giveBack, isMissing, LAUNCH_TIMEOUT_MS, TEST_TIMEOUT_MS } from "./chromium.ts";
import { watchConsole } from "./watchConsole.ts";

/**
 * The venue's pages as a browser shows them: everything in them, nothing wrong, nothing from anywhere else.
 */

interface OpenApi {
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly tags: readonly string[] }>>>>;
}

interface AsyncApi {
  readonly channels: Readonly<Record<string, { readonly address: string | null }>>;
}

let venue: Venue;
let browser: Browser;
let page: Page;
/** What a browser's console would show as wrong, and what the page fetched from other places. */
let wrong: string[];

const documentAt = async <T>(path: string): Promise<T> =>
  (await fetch(venue.baseUrl + path)).json() as Promise<T>;

describe.skipIf(isMissing)("in a browser", { timeout: TEST_TIMEOUT_MS }, () => {
  beforeAll(async () => {
    venue = await startVenue({ prices: { btc: 60_000 } });
    browser = await borrowBrowser();
  }, LAUNCH_TIMEOUT_MS);
  afterAll(async () => {
    await giveBack(browser);
    await venue?.stop();
  });

  beforeEach(async () => {
    wrong = [];
    page = await browser.newPage();
    watchConsole(page, wrong);
    page.on("response", (response) => {
      if (response.status() >= 400) wrong.push(`${response.status()} ${response.url()}`);
    });
    page.on("request", (request) => {
      const url = request.url();
      if (!url.startsWith(`${venue.baseUrl}/`) && !url.startsWith("data:")) wrong.push(`fetched ${url}`);
    });
  });
  afterEach(async () => {
    await page.close();
    expect(wrong).toEqual([]);
  });

  test("/docs shows every operation of the OpenAPI document, in its group", async () => {
    const { tags, paths } = await documentAt<OpenApi>("/openapi.json");
    await page.goto(`${venue.baseUrl}/docs`);
    const groups = page.locator(".opblock-tag");
    await groups.first().waitFor();
    expect(await groups.evaluateAll((all) => all.map((each) => each.getAttribute("data-tag")))).toEqual(
      tags.map(({ name }) => name),
    );
    expect(await page.title()).toBe("Outcry: REST");
    for (const { name } of tags) {
      const group = page.locator(".opblock-tag-section", { has: page.locator(`[data-tag="${name}"]`) });
      await group.locator(".opblock-tag").click();
      const documented = Object.entries(paths).flatMap(([path, methods]) =>
        Object.entries(methods)
          .filter(([, operation]) => operation.tags.includes(name))
          .map(([method]) => `${method.toUpperCase()} ${path}`),
      );
      expect(documented.length).toBeGreaterThan(0);
      const operations = group.locator(".opblock-summary");
      await operations.nth(documented.length - 1).waitFor();
      const shown = await operations.evaluateAll((all) =>
        all.map((each) => {
          const path = each.querySelector("[data-path]")?.getAttribute("data-path");
          return `${each.querySelector(".opblock-summary-method")?.textContent} ${path}`;
        }),
      );
      expect(shown.toSorted()).toEqual(documented.toSorted());
      await group.locator(".opblock-tag").click(); // with too many open, the page draws only those in sight
    }
  });

  test("/docs shows an operation's fields and examples, signs nothing, and tries what needs no key", async () => {
    const authorizing = page.locator(".authorize:visible, .authorization__btn:visible");
    await page.goto(`${venue.baseUrl}/docs`);
    const orders = page.locator('.opblock-tag[data-tag="V2 order"]');
    await orders.waitFor();
    expect(await authorizing.count()).toBe(0);
    await orders.click();
    const place = page.locator(".opblock", { has: page.locator('[data-path="/capi/v2/order/placeOrder"]') });
    await place.waitFor();
    expect(await authorizing.count()).toBe(0);
    await place.locator(".opblock-summary-control").click();
    await place.getByText('"match_price"').first().waitFor();
    await place.getByText("Weight 2 of the address, 5 of the account").waitFor();
    const refused = place.locator('.response[data-code="400"]'); // a reference in the document
    await refused.getByText('"requestTime"').waitFor();
    await page.locator('.opblock-tag[data-tag="V2 market"]').click();
    const depth = page.locator(".opblock", { has: page.locator('[data-path="/capi/v2/market/depth"]') });
    await depth.locator(".opblock-summary-control").click();
    await depth.getByRole("button", { name: "Try it out" }).click();
    await depth.getByPlaceholder("symbol").fill("cmt_btcusdt");
    await depth.getByRole("button", { name: "Execute" }).click();
    await depth.locator(".live-responses-table").getByText('"asks"').waitFor();
  });

  test("/docs/sockets shows every channel of the AsyncAPI document, on a screen and on a phone", async () => {
    await page.goto(`${venue.baseUrl}/docs/sockets`);
    const { channels } = await documentAt<AsyncApi>("/asyncapi.json");
    const addresses = Object.values(channels).flatMap(({ address }) => address ?? []);
    expect(addresses.length).toBeGreaterThan(10);
    const headings = await page.locator("h3 code").allTextContents();
    expect(headings).toEqual(expect.arrayContaining(addresses));
    const targets = await page
      .locator("nav a")
      .evaluateAll((all) => all.map((each) => each.getAttribute("href")!.slice(1)));
    expect(targets.length).toBeGreaterThan(addresses.length);
    const example = page.locator('[id="v2.depth"] details');
    await example.locator("summary").click();
    expect(await example.locator("pre").innerText()).toContain('"startVersion"');
    for (const width of [1200, 390]) {
      await page.setViewportSize({ width, height: 800 });
      for (const id of targets) await page.locator(`[id="${id}"]`).scrollIntoViewIfNeeded();
      expect(await axe(page), `${width} pixels wide`).toEqual([]);
      const overflow = await page.locator("html").evaluate((html) => html.scrollWidth - html.clientWidth);
      expect(overflow, `${width} pixels wide`).toBe(0);
    }
  });
});
