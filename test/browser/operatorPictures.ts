/// <reference lib="dom" />
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { ControlClient, V2Client } from "../../src/client/index.ts";
import { startVenue } from "../../src/venue/index.ts";
import { launch } from "./chromium.ts";

/**
 * Takes the pictures of the operator's page that the documents show: `node test/browser/operatorPictures.ts docs/images`. A program,
 * not a test: whoever runs it looks at every picture before it is kept.
 */

const folder = process.argv[2] ?? "docs/images";
const symbol = "cmt_btcusdt";
const SIZES = [
  [1920, 1080],
  [1280, 800],
  [390, 844],
] as const;

const venue = await startVenue({
  market: "simulated",
  clock: "test",
  prehistory: 0,
  seed: 1,
  data: "memory",
});
const control = new ControlClient({ baseUrl: venue.controlUrl, token: venue.adminToken });
const [first, second] = venue.accounts.map(
  (credentials) => new V2Client({ baseUrl: venue.baseUrl, credentials, limits: "off" }),
) as [V2Client, V2Client];
const order = { symbol, order_type: "0" } as const;
await venue.step(60_000);
await control.call("POST accounts/open", { name: "alice", balance: "25000" });
await first.orders.place({ ...order, size: "1.2", type: "1", match_price: "1" });
await second.orders.place({ ...order, size: "0.4", type: "2", match_price: "1" });
await second.orders.place({ symbol: "cmt_ethusdt", order_type: "0", size: "3", type: "1", match_price: "1" });
await first.orders.place({ ...order, size: "90000", type: "1", match_price: "1" }).catch(() => undefined);
await first.orders
  .place({ ...order, size: "0.1", type: "1", match_price: "0", price: "12" })
  .catch(() => undefined);
await control.call("POST money/withdraw", { account: "demo-1", amount: "93800" });
await venue.step(30_000);
await control.call("POST prices/push", { prices: { btc: "-10%" } });
await venue.step(20_000);

/** View, theme, what is done before the picture is taken. */
const PICTURES: readonly (readonly [string, string, "dark" | "light", ((page: Page) => Promise<void>)?])[] = [
  [
    "accounts",
    "#/accounts/demo-2",
    "light",
    async (page) => {
      for (const name of ["demo-1", "demo-2", "alice"])
        await page.locator(".toggle", { has: page.getByLabel(`Compare ${name}`) }).click();
      await page.getByRole("region", { name: "Side by side" }).getByText("Live orders").last().waitFor();
    },
  ],
  [
    "journal",
    "#/journal",
    "dark",
    async (page) => {
      await page.getByLabel("That led to").selectOption("liquidationStarted");
      await page
        .getByRole("button", { name: /^Command / })
        .first()
        .click();
      await page.getByRole("region", { name: /^Command / }).waitFor();
    },
  ],
  ["contracts", `#/contracts/${symbol}`, "light"],
  ["requests", "#/requests", "dark"],
  ["market", "#/market", "light"],
  ["forced", "#/forced", "dark"],
  [
    "overview",
    "#/overview",
    "dark",
    async (page) => {
      await page.getByRole("button", { name: "Play" }).click();
      // A minute of market time a second: until there is a line to look at.
      await page.waitForFunction(
        () => document.querySelector(".op-trend polyline")?.getAttribute("points")?.split(" ").length === 8,
      );
      await page.getByRole("button", { name: "Pause" }).click();
      await page.getByText("stands still", { exact: true }).waitFor();
    },
  ],
];

mkdirSync(folder, { recursive: true });
const browser = await launch();
for (const [width, height] of SIZES) {
  for (const [name, hash, colorScheme, prepare] of PICTURES) {
    const page = await browser.newPage({ viewport: { width, height }, colorScheme });
    await page.goto(`${venue.controlUrl}/operator${hash}`);
    if (name === "overview") await page.screenshot({ path: join(folder, `operator-sign-in-${width}.png`) });
    await page.getByLabel("Token").fill(venue.adminToken);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByText("stands still").waitFor();
    await page.locator(".op-main table, .op-main .empty").first().waitFor();
    await prepare?.(page);
    await page.evaluate("document.fonts.ready");
    await page.screenshot({ path: join(folder, `operator-${name}-${width}.png`) });
    await page.close();
  }
}
await browser.close();
first.close();
second.close();
await venue.stop();
