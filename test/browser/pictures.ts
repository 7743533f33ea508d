import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { V2Client } from "../../src/client/index.ts";
import { startVenue } from "../../src/venue/index.ts";
import { launch } from "./chromium.ts";

/**
 * Takes the pictures of the web page that the documents show: `node test/browser/pictures.ts docs/images`. A program, not a
 * test: whoever runs it looks at every picture before it is kept.
 */

const folder = process.argv[2] ?? "docs/images";
const symbol = "cmt_btcusdt";

/** Width, height, theme, the list in front. */
const PICTURES = [
  ["terminal-1920-dark", 1920, 1080, "dark", "Positions"],
  ["terminal-1920-light", 1920, 1080, "light", "Assets"],
  ["terminal-1280-dark", 1280, 800, "dark", "Connect your bot"],
  ["terminal-1280-light", 1280, 800, "light", "Open orders"],
  ["terminal-390-dark", 390, 844, "dark", "Positions"],
  ["terminal-390-light", 390, 844, "light", "Assets"],
] as const;

const venue = await startVenue({ market: "simulated", clock: "wall", prehistory: 1_000, seed: 1 });
const owner = new V2Client({ baseUrl: venue.baseUrl, credentials: venue.accounts[0]!, limits: "off" });
const { last } = await owner.market.ticker({ symbol });
const near = (share: number) => Math.round(Number(last) * share).toFixed(1);
const order = { symbol, order_type: "0" } as const;
await owner.orders.place({ ...order, size: "0.5", type: "1", match_price: "1" });
await owner.orders.place({ ...order, size: "0.2", type: "2", match_price: "1" });
await owner.orders.place({ ...order, size: "0.3", type: "1", match_price: "0", price: near(0.9992) });
await owner.orders.place({ ...order, size: "0.1", type: "3", match_price: "0", price: near(1.0011) });
for (const [planType, share] of [
  ["profit_plan", 1.0016],
  ["loss_plan", 0.9984],
] as const) {
  await owner.plans.placeTpSl({ symbol, planType, triggerPrice: near(share), positionSide: "long" });
}

mkdirSync(folder, { recursive: true });
const browser = await launch();
for (const [name, width, height, colorScheme, list] of PICTURES) {
  const page = await browser.newPage({ viewport: { width, height }, colorScheme });
  await page.goto(venue.baseUrl);
  await page.locator(".chart-canvas[data-ready=true]").waitFor();
  await page.getByRole("tab", { name: list }).click();
  await page.getByLabel("Lines on the chart").getByText("TP").waitFor({ state: "attached" });
  await page.getByText("Live", { exact: true }).waitFor();
  if (list === "Connect your bot") {
    // A bot's requests: one accepted, one refused.
    await owner.account.assets();
    await owner.orders
      .place({ ...order, size: "0.00001", type: "1", match_price: "1" })
      .catch(() => undefined);
    await page.locator("tr.refused").first().waitFor();
  }
  if (width === 1920) {
    // A limit that crosses the book: what the venue says of it stands in the ticket.
    const ticket = page.locator("#panel-ticket");
    await ticket.getByLabel("Price USDT").fill(near(1.0005));
    await ticket.getByLabel("Size", { exact: true }).fill("0.5");
    await ticket.getByRole("row", { name: "Largest BTC" }).waitFor();
  }
  if (list === "Assets") await page.getByText("Deepest drawdown").waitFor();
  await page.evaluate("document.fonts.ready");
  await page.screenshot({ path: join(folder, `${name}.png`) });
  await page.close();
}
await browser.close();
owner.close();
await venue.stop();
