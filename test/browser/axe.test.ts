/// <reference lib="dom" />
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Venue } from "../../src/assembly/venue/index.ts";
import { startVenue } from "../../src/assembly/venue/index.ts";
import { ControlClient, V2Client } from "../../src/interface/client/index.ts";
import { axe } from "./axe.ts";
import { borrowBrowser, giveBack, isMissing, LAUNCH_TIMEOUT_MS, TEST_TIMEOUT_MS } from "./chromium.ts";

/**
 * Both pages in every main state, at every width and in every look, as axe sees them: WCAG 2.0 to 2.2 A and
 * AA and its best practices, nothing left out. How a page is made is looked at once a state and width; its
 * colours, which are all that a look changes, in each look (nothing moves, so that no colour is seen on its
 * way). One page is made narrower, as a window is: none goes by the width that it was opened at.
 */

const SIZES = [
  { width: 1920, height: 1080 },
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
];
/** Below this the pages show tabs instead of panels. */
const NARROW = 760;

/** What a reader's system asks for. */
const LOOKS = [
  { colorScheme: "dark", contrast: "no-preference" },
  { colorScheme: "light", contrast: "no-preference" },
  { colorScheme: "light", contrast: "more" },
  { colorScheme: "dark", contrast: "more" },
] as const;
/**
 * Here every state is looked at whole and in every look. At the others what does not change from one list or
 * view to the next is looked at with the first of them; colours are the same there, and a phone's cards,
 * which are elements of their own, are looked at dark and light.
 */
const WIDTH_OF_ALL = 1280;

const LISTS = [
  ...["Positions", "Open orders", "Plan orders", "Order history", "Fills", "Closed", "Funding", "Bills"],
  ...["Assets", "Connect your bot"],
];
const VIEWS = [
  ...["Overview", "Accounts", "Contracts", "Market", "Forced events", "Requests", "Journal", "Uploads"],
  ...["Operators", "Operations"],
];

const symbol = "cmt_btcusdt";
const order = { symbol, order_type: "0", match_price: "0" } as const;

let venue: Venue;
let browser: Browser;

describe.skipIf(isMissing)("axe finds nothing", { timeout: TEST_TIMEOUT_MS }, () => {
  beforeAll(async () => {
    venue = await startVenue({ prices: { btc: 60_000 }, prehistory: 50, clock: "wall", data: "memory" });
    browser = await borrowBrowser();
    await trade();
  }, LAUNCH_TIMEOUT_MS);
  afterAll(async () => {
    await giveBack(browser);
    await venue?.stop();
  });

  test("on the trader's page", async () => {
    const page = await open(`${venue.baseUrl}/`);
    await page.locator(".chart-canvas[data-ready=true]").waitFor();
    for (const size of SIZES) {
      await page.setViewportSize(size);
      await page.locator(`.workspace${size.width < NARROW ? ".narrow" : ":not(.narrow)"}`).waitFor();
      await lookAtTrader(page, size.width < NARROW);
    }
    await page.close();
  });

  async function lookAtTrader(page: Page, isNarrow: boolean): Promise<void> {
    for (const [i, name] of LISTS.entries()) {
      await page.getByRole("tab", { name: new RegExp(`^${name}`) }).click();
      await expectNothing(page, name, i === 0 ? undefined : "#panel-dock");
    }
    if (isNarrow) {
      for (const name of ["Book", "Trades"]) {
        await page.getByRole("tab", { name, exact: true }).click();
        await expectNothing(page, name);
      }
      await page.getByRole("button", { name: "Open", exact: true }).click();
    }
    const ticket = page.locator("#panel-ticket");
    for (const [i, kind] of ["Market", "Trigger", "Limit"].entries()) {
      await ticket.getByRole("radio", { name: kind, exact: true }).click();
      await expectNothing(page, `ticket: ${kind}`, i === 0 ? undefined : "#panel-ticket");
    }
    if (isNarrow) await page.keyboard.press("Escape");
    await inDialog(page, "Commands", () => page.keyboard.press("Control+K"));
    await inDialog(page, /take profit/i, async () => {
      await page.getByRole("tab", { name: /^Positions/ }).click();
      await page
        .getByRole("button", { name: /Take profit/ })
        .first()
        .click();
    });
    expect(await page.evaluate(() => document.body.scrollWidth <= innerWidth)).toBe(true);
  }

  test("where a trader signs in", async () => {
    const page = await open(undefined);
    await page.route("**/demo-session", (route) => route.fulfill({ status: 404, json: { accounts: [] } }));
    await page.goto(venue.baseUrl);
    await page.getByLabel("API key", { exact: true }).waitFor();
    for (const size of SIZES) {
      await page.setViewportSize(size);
      await expectNothing(page, "sign-in");
    }
    await page.close();
  });

  test("on the operator's page", async () => {
    const page = await open(`${venue.controlUrl}/operator`);
    await page.getByLabel("Token").waitFor();
    for (const size of SIZES) {
      await page.setViewportSize(size);
      await expectNothing(page, "sign-in");
    }
    await page.getByLabel("Token").fill(venue.adminToken);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.locator(".link-state.up").waitFor();
    for (const size of SIZES) {
      await page.setViewportSize(size);
      await lookAtOperator(page);
    }
    await page.close();
  });

  async function lookAtOperator(page: Page): Promise<void> {
    const go = async (name: string) => {
      await page.getByRole("navigation").getByRole("link", { name }).click();
      await page.locator(".op-main :is(table, .empty, .op-form)").first().waitFor();
    };
    for (const [i, view] of VIEWS.entries()) {
      await go(view);
      await expectNothing(page, view, i === 0 ? undefined : ".op-main");
      expect(await widerThanPlace(page), view).toEqual([]);
    }
    await go("Contracts");
    await page.getByRole("link", { name: symbol }).first().click();
    await page.getByRole("region", { name: "Risk", exact: true }).waitFor();
    await expectNothing(page, "a contract");
    await go("Journal");
    await page
      .getByRole("button", { name: /^Command \d+$/ })
      .first()
      .click();
    await page.getByRole("region", { name: /^Command \d+:/ }).waitFor();
    await expectNothing(page, "a command");
    await go("Accounts");
    await page.getByRole("link", { name: "demo-1" }).first().click();
    await page.getByRole("region", { name: "API keys", exact: true }).waitFor();
    await expectNothing(page, "an account");
    expect(await widerThanPlace(page), "an account").toEqual([]);
    const button = (name: string | RegExp) => page.getByRole("button", { name }).first();
    await inDialog(page, /^Equity/, () => button(/^Equity of demo-1/).click());
    await inDialog(page, /^An order/, () => button("Place an order of demo-1").click());
    await inDialog(page, /^Import a key/, () => button("Import a key").click());
  }
});

/** A book, a position with what waits for it, resting orders, and something refused. */
async function trade(): Promise<void> {
  const [owner, maker] = venue.accounts.map(
    (credentials) => new V2Client({ baseUrl: venue.baseUrl, credentials, limits: "off" }),
  ) as [V2Client, V2Client];
  for (let i = 0; i < 3; i++) {
    await maker.orders.place({ ...order, type: "1", size: "2", price: String(59_995 - i * 10) });
    await maker.orders.place({ ...order, type: "2", size: "2", price: String(60_005 + i * 10) });
  }
  await owner.orders.place({ ...order, type: "1", size: "0.3", match_price: "1" });
  await owner.orders.place({ ...order, type: "3", size: "0.1", match_price: "1" });
  await owner.orders.place({ ...order, type: "1", size: "0.1", price: "59000" });
  await owner.plans.placeTpSl({
    symbol,
    planType: "profit_plan",
    triggerPrice: "61000",
    positionSide: "long",
  });
  await owner.orders.place({ ...order, type: "1", size: "99999", match_price: "1" }).catch(() => undefined);
  const control = new ControlClient({ baseUrl: venue.controlUrl, token: venue.adminToken });
  await control.call("POST money/begin", { movement: "deposit", to: "demo-2", amount: "11" });
  owner.close();
  maker.close();
}

async function open(address: string | undefined): Promise<Page> {
  const page = await browser.newPage({ viewport: SIZES[0]!, reducedMotion: "reduce" });
  if (address !== undefined) await page.goto(address);
  return page;
}

/**
 * What of the operator's page scrolls sideways: its tables may where there is room for tables, on a phone
 * nothing does but the tabs.
 */
function widerThanPlace(page: Page): Promise<readonly string[]> {
  return page.evaluate(
    (places) =>
      [...document.querySelectorAll(places)]
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
        .map(({ tagName, className }) => `${tagName} ${className}`),
    (page.viewportSize()?.width ?? 0) < NARROW ? "body, main, .op-scroll, .op-side" : "body, main",
  );
}

async function inDialog(page: Page, name: string | RegExp, opens: () => Promise<void>): Promise<void> {
  await opens();
  const dialog = page.getByRole("dialog", { name }).first();
  await dialog.waitFor();
  await expectNothing(page, String(name));
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
}

/** @param part a selector of what has changed since the state before; without one it is the whole page */
async function expectNothing(page: Page, state: string, part?: string): Promise<void> {
  const width = page.viewportSize()?.width ?? 0;
  const looks = width === WIDTH_OF_ALL ? LOOKS : LOOKS.slice(0, width < NARROW ? 2 : 1);
  const within = width === WIDTH_OF_ALL ? undefined : part;
  for (const [i, look] of looks.entries()) {
    await page.emulateMedia(look);
    const found = await axe(page, { within, colours: i > 0 });
    expect(found, `${state}, ${width} wide, ${look.colorScheme}, contrast ${look.contrast}`).toEqual([]);
  }
}
