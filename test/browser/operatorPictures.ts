/// <reference lib="dom" />
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { startVenue } from "../../src/assembly/venue/index.ts";
import { ControlClient, V2Client } from "../../src/interface/client/index.ts";
import { launch } from "./chromium.ts";

/**
 * Takes the pictures of the operator's page that the documents show:
 * `node test/browser/operatorPictures.ts docs/images`. A program, not a test: whoever runs it looks at every
 * picture before it is kept.
 *
 * @param all behind the folder: every view at every width in both themes, not only what is kept
 */

const folder = process.argv[2] ?? "docs/images";
const isWhole = process.argv[3] === "all";
const symbol = "cmt_btcusdt";
const SIZES = [
  [1920, 1080],
  [1280, 800],
  [390, 844],
] as const;
const THEMES = ["dark", "light"] as const;

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

/** Something of everything that a view shows; the gap at its end liquidates `demo-1`. */
async function happen(): Promise<void> {
  await venue.step(60_000);
  await control.call("POST accounts/open", { name: "alice", balance: "25000" });
  await first.orders.place({ ...order, size: "1.2", type: "1", match_price: "1" });
  await second.orders.place({ ...order, size: "0.4", type: "2", match_price: "1" });
  const { order_id } = await second.orders.place({
    ...{ symbol: "cmt_ethusdt", order_type: "0", size: "3", type: "1", match_price: "1" },
  });
  await first.orders.place({ ...order, size: "90000", type: "1", match_price: "1" }).catch(() => undefined);
  await first.orders
    .place({ ...order, size: "0.1", type: "1", match_price: "0", price: "12" })
    .catch(() => undefined);
  await second.contest.uploadLog({
    orderId: order_id,
    stage: "Decision",
    model: "momentum-3",
    input: { symbol: "cmt_ethusdt", return5m: "0.0021", spread: "0.01" },
    output: { action: "open long", size: "3", confidence: 0.71 },
    explanation: "The last five minutes rose with a narrow spread; a small long with a stop below the low.",
  });
  await second.contest.uploadLog({
    stage: "Risk check",
    model: "momentum-3",
    input: { equity: "100000", open: 2 },
    output: { action: "hold" },
    explanation: "Two positions are open, as many as the plan allows: nothing is done.",
  });
  await control.call("POST operators/add", { name: "carol", role: "operate" });
  await control.call("POST operators/add", { name: "projector", role: "read" });
  await control.call("POST money/withdraw", { account: "demo-1", amount: "93800" });
  await venue.step(30_000);
  await control.call("POST prices/push", { prices: { btc: "-10%" } });
  await venue.step(20_000);
}

interface Picture {
  readonly name: string;
  readonly hash: string;
  /** Other widths than 1280 at which it is kept. */
  readonly widths?: readonly number[];
  /** What is done before the picture is taken. */
  readonly prepare?: (page: Page) => Promise<void>;
}

/**
 * In this order: the last one lets market time run, and the end of the journal that the venue keeps moves on.
 */
const PICTURES: readonly Picture[] = [
  {
    name: "journal",
    hash: "#/journal",
    widths: [1920, 390],
    async prepare(page) {
      await page.getByLabel("That led to").selectOption("liquidationStarted");
      await page
        .getByRole("button", { name: /^Command / })
        .first()
        .click();
      await page.getByRole("region", { name: /^Command / }).waitFor();
    },
  },
  {
    name: "accounts",
    hash: "#/accounts/demo-2",
    widths: [1920, 390],
    async prepare(page) {
      for (const name of ["demo-1", "demo-2", "alice"])
        await page.locator(".toggle", { has: page.getByLabel(`Select ${name}`) }).click();
      await page.getByRole("region", { name: "Side by side" }).getByText("Live orders").last().waitFor();
    },
  },
  { name: "contracts", hash: `#/contracts/${symbol}` },
  { name: "market", hash: "#/market" },
  { name: "forced", hash: "#/forced", widths: [1920] },
  { name: "requests", hash: "#/requests" },
  { name: "uploads", hash: "#/uploads" },
  { name: "operators", hash: "#/operators" },
  {
    name: "overview",
    hash: "#/overview",
    widths: [1920, 390],
    async prepare(page) {
      await page.getByRole("button", { name: "Play" }).click();
      // A minute of market time a second: until there is a line to look at.
      await page.waitForFunction(
        () => document.querySelector(".op-trend polyline")?.getAttribute("points")?.split(" ").length === 8,
      );
      await page.getByRole("button", { name: "Pause" }).click();
      await page.getByText("stands still", { exact: true }).waitFor();
      const notice = page.getByRole("button", { name: "Dismiss" }).first();
      while ((await notice.count()) > 0) await notice.click();
    },
  },
];

/** One state of the page at each width and in each theme. */
async function take(page: Page, name: string, widths: readonly number[]): Promise<void> {
  // Nothing lies under the pointer.
  await page.mouse.move(0, 0);
  await page.evaluate("document.fonts.ready");
  for (const [width, height] of SIZES) {
    if (!isWhole && !widths.includes(width)) continue;
    await page.setViewportSize({ width, height });
    for (const colorScheme of THEMES) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await page.evaluate(
        () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
      );
      await page.screenshot({ path: join(folder, `operator-${name}-${width}-${colorScheme}.png`) });
    }
  }
}

mkdirSync(folder, { recursive: true });
await happen();
const browser = await launch();
for (const { name, hash, widths = [], prepare } of PICTURES) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(`${venue.controlUrl}/operator${hash}`);
  if (name === "overview") await take(page, "sign-in", []);
  await page.getByLabel("Token").fill(venue.adminToken);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByText("stands still").waitFor();
  await page.locator(".op-main table, .op-main .empty").first().waitFor();
  await prepare?.(page);
  await take(page, name, [1280, ...widths]);
  await page.close();
}
await browser.close();
first.close();
second.close();
await venue.stop();
