/// <reference lib="dom" />
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { V2Client } from "../../src/interface/client/index.ts";
import { readFollow } from "../../src/movers/feeds/index.ts";
import { venueOfTest } from "../venue/venueOfTest.ts";
import { axe } from "./axe.ts";
import { isMissing, TEST_TIMEOUT_MS } from "./chromium.ts";
import { book, list, openFloor, openPage, useFloor } from "./floor.ts";
import { openGate } from "./gate.ts";
import { Keyboard } from "./keyboard.ts";
import { told } from "./told.ts";

/** What the page says when something is not as usual: it never shows more than it knows. */

/** Ahead of the machine's clock, as a venue on another machine may be. */
const AHEAD_MS = 9_000;
/**
 * The page's second takes ten of the host's, so that what is pressed within one is within one on a busy
 * machine, too.
 */
const SLOWNESS = 10;

describe.skipIf(isMissing)("the page is honest", { timeout: TEST_TIMEOUT_MS }, () => {
  const floor = useFloor({ opens: false });
  let { owner, maker, venue } = floor;
  beforeEach(() => {
    ({ owner, maker, venue } = floor);
  });

  test("partial fills are shown and told as they happen, rest and average right at every moment", async () => {
    const page = await openFloor(floor);
    const { order_id } = await owner.orders.place({ ...book, type: "1", size: "0.3", price: "60000.0" });
    await list(floor, "Open orders");
    const row = page.locator(`tr[data-order="${order_id}"]`);
    const filled = row.locator("td").nth(5);
    await expect.poll(() => filled.innerText()).toBe("0.0000");
    for (const [size, so] of [
      ["0.1", "0.1000"],
      ["0.05", "0.1500"],
    ] as const) {
      await maker.orders.place({ ...book, type: "2", size, price: "60000.0" });
      await told(page, `Bought ${size} BTC at 60 000.0`);
      await expect.poll(() => filled.innerText()).toBe(so);
      const lines = page.getByLabel("Lines on the chart");
      const rest = (0.3 - Number(so)).toFixed(4).replace(/0+$/, "");
      await lines.getByText(`Open long ${rest} at`).waitFor({ state: "attached" });
    }
    await maker.orders.place({ ...book, type: "2", size: "0.15", price: "60000.0" });
    await page.getByText("No open order.").waitFor();
    await list(floor, "Positions");
    const leg = page.locator("tr[data-position]");
    await leg.getByText("0.3000").waitFor();
    await expect.poll(() => leg.locator("td").nth(2).innerText()).toMatch(/60\s000\.0/);
  });

  test("a limit that is near is shown, with its rule; used up, an order is not sent until it is pressed again", async () => {
    const page = await openFloor(floor);
    await page.addInitScript((slowness) => {
      const now = performance.now.bind(performance);
      performance.now = () => now() / slowness;
    }, SLOWNESS);
    await page.reload();
    await page.getByText("Live", { exact: true }).waitFor();
    const keys = new Keyboard(page);
    const ticket = page.locator("#panel-ticket");
    await ticket.getByLabel("Price USDT").fill("59000");
    await ticket.getByLabel("Size", { exact: true }).fill("0.001");
    await keys.press("Escape");
    await page.locator("#panel-book").focus();
    await keys.press("!");
    await page.getByText("the keys marked ! trade at once").waitFor();
    const meter = page.locator(".meter");
    expect(await meter.innerText()).toBe("");
    // Ten orders a second may be placed.
    for (let i = 0; i < 35; i++) await keys.press("1");
    await meter.getByText(/^(?:orders to place|.*placeOrder) \d+ % used$/).waitFor();
    await told(page, "Open long 0.001 BTC at 59000: not sent");
    const resting = async () => (await owner.orders.current({})).length;
    const placed = await resting();
    expect(placed).toBeLessThan(35);
    const pressed = async () => {
      await keys.press("1");
      return resting();
    };
    await expect.poll(pressed).toBeGreaterThan(placed);
  });

  test("a machine whose clock is behind is told by how much; signed requests go on", async () => {
    const page = await openFloor(floor);
    await page.addInitScript((ms) => {
      const now = Date.now.bind(Date);
      Date.now = () => now() - ms;
    }, AHEAD_MS);
    await page.reload();
    // To half a second if question and answer took as long as each other, which on a busy machine they do
    // not.
    await page.getByText(/^(?:[4-9]|1[0-4]) s off this machine's clock$/).waitFor();
    await page.locator("#panel-ticket").getByText(/USDT$/).first().waitFor();
    await expect.poll(() => page.locator(".warnings").count()).toBe(0);
  });

  test("market time that stands still is told, with the time at which it stands; and what is made to go wrong", async () => {
    const still = await venueOfTest({ prices: { btc: 60_000 } });
    const { fault } = await still.fault({
      kind: "push-dropped",
      channels: ["trades.*"],
      accounts: ["demo-2"],
    });
    const client = new V2Client({ baseUrl: still.baseUrl, credentials: still.accounts[0]!, limits: "off" });
    onTestFinished(() => client.close());
    await client.orders.place({ ...book, type: "1", size: "1", price: "59995.0" });
    const frozen = await openPage(floor, still.baseUrl);
    const { iso } = await client.market.time();
    const told = frozen.locator(".warnings");
    await told.getByText(`Market time stands still at ${iso.slice(0, 19).replace("T", " ")} UTC`).waitFor();
    await frozen.getByText("stands still", { exact: true }).waitFor();
    const made = told.getByText(
      "Made to go wrong at this venue: fault 1, pushes dropped: all pushes of trades.*.",
    );
    await made.waitFor();
    expect(await axe(frozen)).toEqual([]);
    await still.removeFault(fault);
    await made.waitFor({ state: "detached" });
    await frozen.close();
  });

  test("a source of prices that is gone is told, and its return", async () => {
    const gate = await openGate(venue.port);
    onTestFinished(() => gate.close());
    const market = await readFollow("weex", { symbols: ["btc"], url: gate.address, sizes: "base" });
    const follower = await venueOfTest({ market: { ...market, prehistory: 200 }, clock: "wall" });
    const shown = await openPage(floor, follower.baseUrl);
    const told = shown.locator(".warnings");
    await expect.poll(() => told.count()).toBe(0);
    gate.cut();
    await told.getByText(/^The source of these prices, BTC\/USDT:USDT, .* since 2\d/).waitFor();
    await told.getByText("None of its prices stand in the book.").waitFor();
    expect(await axe(shown)).toEqual([]);
    gate.mend();
    await told.waitFor({ state: "detached" });
    await expect.poll(() => shown.locator(".bids tr").first().innerText()).toMatch(/59\s995/);
    await shown.close();
  });
});
