/// <reference lib="dom" />
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { V2Client } from "../../src/client/index.ts";
import { STYLE_HASHES } from "../../src/gateway/page/policy.ts";
import type { Venue } from "../../src/venue/index.ts";
import { startVenue } from "../../src/venue/index.ts";
import { isMissing, LAUNCH_TIMEOUT_MS, launch, TEST_TIMEOUT_MS } from "./chromium.ts";
import { openGate } from "./gate.ts";

/**
 * The web page in a real browser before a real venue: every order kind by mouse and by keys alone, a take-profit dragged,
 * a liquidation, a lost connection; nothing that a screen reader would stumble over, nothing that the policy would refuse.
 */

const symbol = "cmt_btcusdt";
const require = createRequire(import.meta.url);

let venue: Venue;
let browser: Browser;
let page: Page;
/** Trades against the page. */
let maker: V2Client;
/** The page's account, from outside. */
let owner: V2Client;
/** What a browser's console would show as wrong. */
let wrong: string[];

const book = { symbol, order_type: "0", match_price: "0" } as const;

/** A book around 60 000, a tick and a half wide, deep enough for everything here. */
async function quote(): Promise<void> {
  await maker.orders.cancelAll();
  for (let i = 0; i < 5; i++) {
    const away = i * 10;
    await maker.orders.place({ ...book, type: "1", size: "2", price: (59_995 - away).toFixed(1) });
    await maker.orders.place({ ...book, type: "2", size: "2", price: (60_005 + away).toFixed(1) });
  }
}

/** Ends everything of the page's account. */
async function flatten(): Promise<void> {
  await owner.orders.cancelAll();
  await owner.orders.cancelAll({ cancelOrderType: "plan" });
  if ((await owner.positions.all()).length > 0) await owner.positions.close();
}

async function openPage(address: string, width = 1920, height = 1080): Promise<Page> {
  const opened = await browser.newPage({ viewport: { width, height }, colorScheme: "dark" });
  opened.on("pageerror", (error) => wrong.push(String(error)));
  opened.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") wrong.push(message.text());
  });
  await opened.goto(address);
  await opened.getByRole("button", { name: "Account demo-1" }).waitFor();
  await opened.locator(".chart-canvas[data-ready=true]").waitFor();
  if (width > 760) await expect.poll(() => opened.locator(".bids tr").first().innerText()).toMatch(/59\s995/);
  return opened;
}

const list = (name: string) => page.getByRole("tab", { name: new RegExp(`^${name}`) }).click();
const ticket = () => page.locator("#panel-ticket");

describe.skipIf(isMissing)("the web page", { timeout: TEST_TIMEOUT_MS }, () => {
  beforeAll(async () => {
    venue = await startVenue({ prices: { btc: 60_000 }, prehistory: 200, clock: "wall" });
    const [first, second] = venue.accounts;
    owner = new V2Client({ baseUrl: venue.baseUrl, credentials: first!, limits: "off" });
    maker = new V2Client({ baseUrl: venue.baseUrl, credentials: second!, limits: "off" });
    browser = await launch();
  }, LAUNCH_TIMEOUT_MS);
  afterAll(async () => {
    await browser?.close();
    await venue?.stop();
  });
  beforeEach(async () => {
    wrong = [];
    await quote();
    page = await openPage(venue.baseUrl);
  });
  afterEach(async () => {
    await page.close();
    await flatten();
    expect(wrong).toEqual([]);
  });

  test("by mouse: a price from the book, a resting order, a market order, TP and SL, half of it closed", async () => {
    await page.locator(".bids tr").nth(2).locator(".price").click();
    await expect.poll(() => ticket().getByLabel("Price USDT").inputValue()).toBe("59975.0");
    await ticket().getByLabel("Size", { exact: true }).fill("0.3");
    await ticket().getByRole("button", { name: "Open long" }).click();
    await list("Open orders");
    await page.locator("tr[data-order]").getByText("59 975.0").waitFor();
    await page.locator(".bids .has-own").waitFor();

    await ticket().getByRole("radio", { name: "Market" }).click();
    await ticket().getByLabel("Size", { exact: true }).fill("0.2");
    await ticket().getByText("60 005.0").first().waitFor(); // what it would meet
    await ticket().getByText("Open long").click();
    await page.getByRole("log").getByText("Bought 0.2 BTC at 60 005.0").waitFor();
    await list("Positions");
    const leg = page.locator("tr[data-position]");
    await leg.getByText("0.2000").waitFor();

    await leg.getByRole("button", { name: /Take profit/ }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Take profit at").fill("60500");
    await dialog.getByRole("button", { name: "Set take profit" }).click();
    await leg.getByText("60 500.0").waitFor();

    await leg.getByRole("button", { name: "Close long BTC/USDT" }).click();
    await dialog.getByRole("radio", { name: "50 %" }).click();
    await dialog.getByRole("button", { name: "Close long" }).click();
    await leg.getByText("0.1000").waitFor();

    await list("Open orders");
    await page.locator("tr[data-order]").getByRole("button", { name: "Cancel" }).click();
    await page.getByText("No open order.").waitFor();
    await list("Fills");
    await page.getByRole("region", { name: "Fills" }).getByText("0.2").first().waitFor();
    expect((await owner.orders.fills({})).list.map(({ fillSize }) => fillSize)).toEqual(["0.1000", "0.2000"]);
  });

  test("by mouse: a stop loss is set and fires, a leg is reversed", async () => {
    await owner.orders.place({ ...book, type: "1", size: "0.2", match_price: "1" });
    await list("Positions");
    const leg = page.locator("tr[data-position]");
    await leg.getByText("0.2000").waitFor();
    await leg.getByRole("button", { name: /stop loss/ }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Stop loss at").fill("59980");
    await dialog.getByRole("button", { name: "Set stop loss" }).click();
    await leg.getByText("59 980.0").waitFor();

    await maker.orders.cancelAll();
    await maker.orders.place({ ...book, type: "1", size: "2", price: "59975.0" });
    await owner.orders.place({ ...book, type: "2", size: "0.05", match_price: "1" }); // the last price comes to it
    await page
      .getByRole("log")
      .getByText(/Sold 0.2\d? BTC at 59\s975\.0/)
      .waitFor();
    await leg.getByText("Short").waitFor();
    await leg.getByText("Long").waitFor({ state: "detached" });

    await quote();
    await leg.getByRole("button", { name: "Reverse short BTC/USDT" }).click();
    await dialog.getByText("Open long 0.05").waitFor();
    await dialog.getByRole("button", { name: "Reverse" }).click();
    await leg.getByText("Long").waitFor();
    await leg.getByText("Short").waitFor({ state: "detached" });
    expect((await owner.positions.all()).map(({ side, size }) => [side, size])).toEqual([["LONG", "0.0500"]]);
  });

  test("by keys alone: limit order and its time in force, trigger and market orders, and one cancelled; the focus is never lost", async () => {
    const keys = page.keyboard;
    const focused = () => page.evaluate(() => document.activeElement?.tagName);
    const tabTo = async (name: RegExp) => {
      for (let i = 0; i < 60; i++) {
        const label = await page.evaluate(() => {
          const element = document.activeElement;
          const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : undefined;
          return `${element?.getAttribute("aria-label") ?? ""} ${label ?? ""} ${element?.textContent ?? ""}`;
        });
        if (name.test(label)) return;
        await keys.press("Tab");
        expect(await focused()).not.toBe("BODY");
      }
      throw new Error(`the tab key does not lead to ${name}`);
    };
    await keys.press("l");
    await tabTo(/Price USDT/);
    await keys.type("59900");
    await tabTo(/^ Size/);
    await keys.type("0.01");
    await keys.press("ArrowUp");
    await tabTo(/Good till cancelled/);
    await keys.press("Enter");
    await page.getByRole("option", { name: "Post only" }).waitFor();
    await keys.press("ArrowDown");
    await keys.press("Enter");
    await tabTo(/Open long/);
    await keys.press("Enter");
    await expect.poll(async () => (await owner.orders.current({}))[0]?.size).toBe("0.0101");
    expect((await owner.orders.current({}))[0]).toMatchObject({ price: "59900.0", order_type: "postOnly" });

    await keys.press("t");
    await tabTo(/Trigger price/);
    await keys.type("61000");
    await tabTo(/Price USDT, none/);
    await keys.press("Control+A");
    await keys.press("Delete");
    await tabTo(/Open long/);
    await keys.press("Enter");
    await expect.poll(async () => (await owner.plans.current({}))[0]?.triggerPrice).toBe("61000.0");

    await keys.press("m");
    await tabTo(/Open short/);
    await keys.press("Enter");
    await expect.poll(async () => (await owner.positions.all())[0]?.side).toBe("SHORT");

    await keys.press("g");
    await keys.press("o");
    await page.locator("tr[data-order]").waitFor();
    await tabTo(/^ +Cancel$/);
    await keys.press("Enter");
    await expect.poll(async () => (await owner.orders.current({})).length).toBe(0);

    await keys.press("Control+K");
    await page.getByRole("dialog", { name: "Commands" }).waitFor();
    await keys.type("plan");
    await keys.press("ArrowDown");
    await keys.press("Enter");
    await page.locator("tr[data-order]").getByText("last comes to 61 000.0").waitFor();
  });

  test("a size off the grid is told, with its neighbours; a refusal in the venue's own words", async () => {
    await ticket().getByLabel("Price USDT").fill("50000.05");
    await ticket().getByText("Not a multiple of 0.1").waitFor();
    await ticket().getByRole("button", { name: "50 000.1" }).click();
    await ticket().getByLabel("Size", { exact: true }).fill("900");
    await ticket().getByRole("button", { name: "Open long" }).click();
    await ticket().getByRole("alert").waitFor();
    const [refused] = (await owner.account.requestLog({ refused: true, limit: 1 })).entries;
    expect(await ticket().getByRole("alert").innerText()).toContain(refused!.reason);
    wrong = wrong.filter((text) => !text.includes("400 (Bad Request)")); // how a browser tells of the refusal
  });

  test("a take-profit is dragged on the chart, asked about, and keeps its id", async () => {
    await owner.orders.place({ ...book, type: "1", size: "0.1", match_price: "1" });
    const [tp] = await owner.plans.placeTpSl({
      symbol,
      planType: "profit_plan",
      triggerPrice: "60060",
      positionSide: "long",
    });
    await page.getByLabel("Lines on the chart").getByText("TP").waitFor({ state: "attached" });
    const label = await labelOf(page, "TP");
    await page.mouse.move(label.x, label.y);
    await page.mouse.down();
    await page.mouse.move(label.x, label.y - 20, { steps: 4 });
    await page.keyboard.press("Escape");
    await page.mouse.up();
    expect(await page.getByRole("alertdialog").count()).toBe(0);
    await page.mouse.move(label.x, label.y);
    await page.mouse.down();
    await page.mouse.move(label.x, label.y - 20, { steps: 4 });
    await page.mouse.up();
    const bar = page.getByRole("alertdialog", { name: "Move the order" });
    await bar.waitFor();
    expect((await owner.plans.current({}))[0]!.triggerPrice).toBe("60060.0"); // dropping sends nothing
    await page.keyboard.press("Enter");
    await expect.poll(async () => (await owner.plans.current({}))[0]?.triggerPrice).not.toBe("60060.0");
    const [moved] = await owner.plans.current({});
    expect(moved!.order_id).toBe(String(tp!.orderId));
    expect(Number(moved!.triggerPrice)).toBeGreaterThan(60_060);
  });

  test("a liquidation is told as it happens, with what was sold and where", async () => {
    await owner.orders.place({ ...book, type: "1", size: "0.3", match_price: "1" });
    await list("Positions");
    await page.locator("tr[data-position]").getByText("0.3000").waitFor();
    await venue.liquidate("demo-1");
    await page
      .getByRole("log")
      .getByText(/Liquidated: Sold 0.3 BTC at 59\s/)
      .waitFor();
    await page.getByText("No position.").waitFor();
    await list("Closed");
    await page.getByRole("region", { name: "Closed positions" }).getByText("0.3").first().waitFor();
  });

  test("where nobody is signed in by itself, a key signs in, and a wrong secret is told", async () => {
    const key = { apiKey: "chosenKey", secret: "chosenSecret", passphrase: "chosenPassphrase" };
    const other = await startVenue({ prices: { btc: 60_000 }, accounts: [{ name: "alice", ...key }] });
    const signing = await browser.newPage();
    await signing.goto(other.baseUrl);
    const field = (label: string) => signing.getByLabel(label, { exact: true });
    await field("API key").fill(key.apiKey);
    await field("Secret").fill("wrong");
    await field("Passphrase").fill(key.passphrase);
    await signing.getByRole("button", { name: "Sign in" }).click();
    await signing.getByRole("alert").getByText("the signature does not match").waitFor();
    await field("Secret").fill(key.secret);
    await signing.getByRole("button", { name: "Sign in" }).click();
    await signing.getByRole("button", { name: "Account chosenKey" }).waitFor();
    expect(await signing.getByText("DEMO").count()).toBe(0);
    const kept = await signing.evaluate(
      () => JSON.stringify({ ...localStorage, ...sessionStorage }) + location.href,
    );
    for (const secret of [key.secret, key.passphrase]) expect(kept).not.toContain(secret);
    await signing.close();
    await other.stop();
  });

  test("a lost connection is said, and everything is right again afterwards", async () => {
    const gate = await openGate(venue.port);
    const through = await openPage(gate.address);
    gate.cut();
    await through.getByText("The connection is gone.").waitFor();
    expect(await through.locator(".book.stale").count()).toBe(1);
    gate.mend();
    await through.getByText("Live", { exact: true }).waitFor();
    await maker.orders.place({ ...book, type: "1", size: "0.5", price: "60000.0" });
    await expect.poll(() => through.locator(".bids tr").first().innerText()).toMatch(/60\s000\.0/);
    await through.close();
    gate.close();
    wrong = wrong.filter((text) => !/ERR_|WebSocket connection/.test(text)); // what the cut itself says
  });

  test.each([
    ["dark", 1920],
    ["light", 1920],
    ["dark", 390],
  ] as const)("nothing for axe to find: %s, %i px", async (theme, width) => {
    await owner.orders.place({ ...book, type: "1", size: "0.1", match_price: "1" });
    await page.close();
    page = await openPage(venue.baseUrl, width, width === 390 ? 844 : 1080);
    await page.emulateMedia({ colorScheme: theme });
    for (const name of ["Positions", "Open orders", "Order history", "Fills", "Bills", "Assets", "Connect"]) {
      await list(name);
      expect(await axe(page), name).toEqual([]);
    }
    const overflow = await page.evaluate(() => document.body.scrollWidth - document.body.clientWidth);
    expect(overflow).toBe(0);
  });
});

test("the two inline styles that the policy allows are those of the installed package", () => {
  const folder = join(require.resolve("react-aria/package.json"), "../dist/private");
  const hashes = ["interactions/usePress.mjs", "overlays/usePreventScroll.mjs"].map((name) => {
    const source = readFileSync(join(folder, name), "utf8");
    const [, text] = /\.textContent = `([^`]*)`\.trim\(\)/.exec(source)!;
    const style = text!.replace(/\$\{\S+PRESSABLE_ATTRIBUTE\}/, "data-react-aria-pressable").trim();
    return `sha256-${createHash("sha256").update(style).digest("base64")}`;
  });
  expect(hashes).toEqual([...STYLE_HASHES]);
});

/** Where the label of a line is on the chart, in pixels of the page: its frame is drawn in the colour of its kind. */
async function labelOf(on: Page, name: string): Promise<{ readonly x: number; readonly y: number }> {
  const token = { TP: "--up" }[name]!;
  const found = await on.evaluate((variable) => {
    const wanted = getComputedStyle(document.documentElement).getPropertyValue(variable).trim();
    const ink = [1, 3, 5].map((at) => Number.parseInt(wanted.slice(at, at + 2), 16));
    const area = document.querySelector(".chart-canvas")!.getBoundingClientRect();
    for (const canvas of document.querySelectorAll<HTMLCanvasElement>(".chart-canvas canvas")) {
      const box = canvas.getBoundingClientRect();
      if (box.height < 150 || box.width < 300) continue;
      const x = box.width - 100;
      const scale = canvas.width / box.width;
      const { data } = canvas.getContext("2d")!.getImageData(Math.round(x * scale), 0, 1, canvas.height);
      const rows: number[] = [];
      for (let row = 0; row < canvas.height; row++) {
        if (ink.every((value, at) => Math.abs(data[4 * row + at]! - value) < 40)) rows.push(row / scale);
      }
      for (const row of rows) {
        if (rows.some((other) => Math.abs(other - row - 18) < 2)) return { x: box.x + x, y: box.y + row + 9 };
      }
    }
    return { x: area.x, y: -1 };
  }, token);
  if (found.y < 0) throw new Error(`no label of ${name} on the chart`);
  return found;
}

/** What axe finds, in short. */
async function axe(on: Page): Promise<readonly string[]> {
  await on.evaluate(readFileSync(require.resolve("axe-core/axe.min.js"), "utf8"));
  return on.evaluate(async () => {
    const { violations } = await (globalThis as unknown as { axe: Axe }).axe.run(document, {
      runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    });
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`,
    );
  });
}

interface Axe {
  run(
    context: unknown,
    options: object,
  ): Promise<{
    readonly violations: readonly {
      readonly id: string;
      readonly nodes: readonly { readonly html: string }[];
    }[];
  }>;
}
