/// <reference lib="dom" />
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { startVenue } from "../../src/assembly/venue/index.ts";
import { V2Client } from "../../src/interface/client/index.ts";
import { launch } from "./chromium.ts";

/**
 * Takes the pictures of the web page that the documents show: `node test/browser/pictures.ts docs/images`. A
 * program, not a test: whoever runs it looks at every picture before it is kept.
 */

const folder = process.argv[2] ?? "docs/images";
const symbol = "cmt_btcusdt";

const SIZES = { 1920: 1080, 1280: 800, 390: 844 } as const;
const THEMES = ["dark", "light"] as const;

/** What is on a picture, each at its widths in both themes; the list in front. */
const PICTURES = [
  { name: "trade", list: "Positions", widths: [1920, 1280, 390] },
  { name: "assets", list: "Assets", widths: [1920, 390] },
  { name: "bot", list: "Connect your bot", widths: [1280] },
  { name: "orders", list: "Open orders", widths: [1280] },
  { name: "explain", list: "Positions", widths: [1280] },
  { name: "ticket", list: "Positions", widths: [390] },
  { name: "paper", list: "Positions", widths: [1280] },
] as const;

const venue = await startVenue({ market: "simulated", clock: "wall", prehistory: 1_000, seed: 1 });
const owner = new V2Client({ baseUrl: venue.baseUrl, credentials: venue.accounts[0]!, limits: "off" });
const { last } = await owner.market.ticker({ symbol });
const near = (share: number) => Math.round(Number(last) * share).toFixed(1);
const order = { symbol, order_type: "0" } as const;
await owner.orders.place({ ...order, size: "0.5", type: "1", match_price: "1" });
await owner.orders.place({ ...order, symbol: "cmt_ethusdt", size: "4", type: "2", match_price: "1" });
await owner.orders.place({ ...order, size: "0.3", type: "1", match_price: "0", price: near(0.999) });
await owner.orders.place({ ...order, size: "0.1", type: "3", match_price: "0", price: near(1.0008) });
for (const [planType, share] of [
  ["profit_plan", 1.0012],
  ["loss_plan", 0.9983],
] as const) {
  await owner.plans.placeTpSl({ symbol, planType, triggerPrice: near(share), positionSide: "long" });
}

mkdirSync(folder, { recursive: true });
const browser = await launch();
for (const { name, list, widths } of PICTURES) {
  for (const width of widths) {
    const page = await browser.newPage({ viewport: { width, height: SIZES[width] } });
    await page.goto(venue.baseUrl);
    await page.locator(".chart-canvas[data-ready=true]").waitFor();
    await page.getByRole("tab", { name: list }).click();
    await page.getByLabel("Lines on the chart").getByText("TP").waitFor({ state: "attached" });
    if (width > 760) await page.getByText("Live", { exact: true }).waitFor();
    await prepare(page, name, width);
    await page.evaluate("document.fonts.ready");
    await page.mouse.move(0, 0);
    for (const colorScheme of THEMES) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      // The chart draws the next second's prices in the colours of the theme.
      await page.evaluate(() => new Promise((drawn) => setTimeout(drawn, 1_000)));
      await page.screenshot({ path: join(folder, `terminal-${name}-${width}-${colorScheme}.png`) });
    }
    await page.close();
  }
}
await browser.close();
owner.close();
await venue.stop();

async function prepare(page: Page, name: (typeof PICTURES)[number]["name"], width: number): Promise<void> {
  const ticket = page.locator("#panel-ticket");
  if (name === "ticket") await page.getByRole("button", { name: "Open", exact: true }).click();
  if (name === "ticket" || (name === "trade" && width > 760)) {
    // A limit that crosses the book: what the venue says of it stands in the ticket.
    await ticket.getByLabel("Price USDT").fill(near(1.0005));
    await ticket.getByLabel("Size", { exact: true }).fill("0.5");
    await ticket.getByRole("row", { name: "Largest BTC" }).waitFor();
  }
  if (name === "bot") {
    // A bot's requests: one accepted, one refused.
    await owner.account.assets();
    await owner.orders
      .place({ ...order, size: "0.00001", type: "1", match_price: "1" })
      .catch(() => undefined);
    await page.locator("tr.refused").first().waitFor();
  }
  if (name === "assets") await page.getByText("Deepest drawdown").waitFor();
  if (name === "explain") {
    await page.locator("#panel-book").focus();
    await page.keyboard.press("e");
    await page.getByRole("dialog").locator("table, dl").first().waitFor();
  }
  if (name === "paper") {
    await page.getByRole("radio", { name: "Paper" }).click();
    await page.getByText("PAPER", { exact: true }).waitFor();
    await page.locator(".chart-canvas[data-ready=true]").waitFor();
    await page.getByRole("tab", { name: "Positions" }).click();
    await page.getByText("No position.").waitFor();
    await page.getByText("Live", { exact: true }).waitFor();
  }
}
