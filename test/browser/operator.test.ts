/// <reference lib="dom" />
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ControlClient, V2Client } from "../../src/client/index.ts";
import type { Venue } from "../../src/venue/index.ts";
import { startVenue } from "../../src/venue/index.ts";
import { isMissing, LAUNCH_TIMEOUT_MS, launch, TEST_TIMEOUT_MS } from "./chromium.ts";
import { axe, symbol } from "./floor.ts";

/**
 * The operator's page in a real browser before a real venue: who may come in, money, a gap and the liquidation that it sets off, market
 * time, a change of risk previewed; nothing that a screen reader would stumble over, nothing that the policy would refuse.
 */

const VIEWS = [
  "Overview",
  "Accounts",
  "Contracts",
  "Market",
  "Forced events",
  "Requests",
  "Journal",
  "Operators",
];

let venue: Venue;
let browser: Browser;
let page: Page;
let control: ControlClient;
let owner: V2Client;
let maker: V2Client;
/** What a browser's console would show as wrong. */
let wrong: string[];

async function openPage(width = 1280, height = 800, colorScheme: "dark" | "light" = "dark"): Promise<Page> {
  const opened = await browser.newPage({ viewport: { width, height }, colorScheme });
  opened.on("pageerror", (error) => wrong.push(String(error)));
  opened.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") wrong.push(message.text());
  });
  await opened.goto(`${venue.controlUrl}/operator`);
  return opened;
}

async function signIn(opened: Page, token = venue.adminToken): Promise<void> {
  await opened.getByLabel("Token").fill(token);
  await opened.getByRole("button", { name: "Sign in" }).click();
}

const go = (view: string) => page.getByRole("navigation").getByRole("link", { name: view }).click();
const region = (name: string | RegExp) => page.getByRole("region", { name, exact: true });
const dialog = () => page.getByRole("dialog");
const noted = (text: string) => page.getByRole("log").getByText(text).first().waitFor();

describe.skipIf(isMissing)("the operator's page", { timeout: TEST_TIMEOUT_MS }, () => {
  beforeAll(async () => {
    venue = await startVenue({ market: "empty", prices: { btc: 60_000 }, clock: "test", data: "memory" });
    control = new ControlClient({ baseUrl: venue.controlUrl, token: venue.adminToken });
    const [first, second] = venue.accounts;
    owner = new V2Client({ baseUrl: venue.baseUrl, credentials: first!, limits: "off" });
    maker = new V2Client({ baseUrl: venue.baseUrl, credentials: second!, limits: "off" });
    browser = await launch();
  }, LAUNCH_TIMEOUT_MS);
  afterAll(async () => {
    await browser?.close();
    owner?.close();
    maker?.close();
    await venue?.stop();
  });
  beforeEach(async () => {
    wrong = [];
    page = await openPage();
  });
  afterEach(async () => {
    await page.close();
    expect(wrong).toEqual([]);
  });

  test("a wrong token is told so and opens nothing; the right one stays out of the address and of storage", async () => {
    await signIn(page, "not-the-token");
    await page.getByRole("alert").getByText("This is not a token of this venue.").waitFor();
    expect(wrong.splice(0)).toEqual([expect.stringContaining("401")]);
    await signIn(page);
    await page.locator(".link-state.up").waitFor();
    const kept = await page.evaluate(() =>
      JSON.stringify([location.href, { ...localStorage }, { ...sessionStorage }]),
    );
    expect(kept).not.toContain(venue.adminToken);
    expect(await page.content()).not.toContain(venue.adminToken);
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByLabel("Token").waitFor();
    expect(await page.getByLabel("Token").inputValue()).toBe("");
  });

  test("a deposit, by keys alone, and what the equity is made of", async () => {
    await page.locator("input:focus").waitFor(); // of itself
    await page.keyboard.type(venue.adminToken);
    await page.keyboard.press("Enter");
    await page.locator(".link-state.up").waitFor();
    await page.keyboard.press("Control+k");
    await page.keyboard.type("go to acc");
    await page.keyboard.press("Enter");
    await region("Accounts").getByRole("link", { name: "demo-1" }).press("Enter");
    await page.getByRole("button", { name: "Deposit into demo-1" }).press("Enter");
    await dialog().getByLabel("Amount, USDT").press("2");
    await page.keyboard.type("500.5");
    await dialog().getByRole("button", { name: "Deposit" }).press("Enter");
    await noted("Deposit: 2500.5 USDT, demo-1");
    const equity = region("demo-1").getByRole("button", { name: /^Equity of demo-1, 102.500\.50/ });
    await equity.press("Enter");
    await dialog().getByText("= amount + Σ long size · mark − Σ short size · mark").waitFor();
    await page.keyboard.press("Escape");
    await expect.poll(() => equity.evaluate((element) => element === document.activeElement)).toBe(true);
    expect((await control.call("GET accounts/show", { account: "demo-1" })).equity).toBe("102500.5");
  });

  test("a gap of -10 % is a liquidation in the journal, explained; the price stands until it follows its feed", async () => {
    await signIn(page);
    await maker.orders.place({
      symbol,
      order_type: "0",
      match_price: "0",
      type: "2",
      size: "5",
      price: "60000",
    });
    await maker.orders.place({
      symbol,
      order_type: "0",
      match_price: "0",
      type: "1",
      size: "9",
      price: "53500",
    });
    await owner.orders.place({ symbol, order_type: "0", match_price: "1", type: "1", size: "1.5" });
    const { withdrawable } = await control.call("GET accounts/show", { account: "demo-1" });
    await control.call("POST money/withdraw", { account: "demo-1", amount: withdrawable });

    await go("Market");
    await page.getByRole("button", { name: `Let ${symbol} gap` }).click();
    await dialog()
      .getByRole("button", { name: `Move ${symbol}` })
      .click();
    await noted(`${symbol}: −10%`);
    await region("Index prices").getByRole("cell", { name: "pushed", exact: true }).waitFor();

    await go("Journal");
    await page.getByLabel("That led to").selectOption("liquidationStarted");
    await region("Journal")
      .getByRole("button", { name: /^Command \d+$/ })
      .first()
      .click();
    const entry = region(/^Command \d+: pushIndex$/);
    await entry.getByRole("cell", { name: "liquidationStarted", exact: true }).waitFor();
    await entry.getByRole("button", { name: "Explain the liquidation of demo-1" }).click();
    await dialog()
      .getByText(/met a requirement of/)
      .waitFor();
    await dialog().getByRole("table", { name: "Fills of the liquidation" }).waitFor();
    await page.keyboard.press("Escape");

    await page.getByLabel("That led to").selectOption("");
    await page.getByLabel("Command", { exact: true }).selectOption("moveMoney");
    await region("Journal").getByRole("cell", { name: "moveMoney" }).first().waitFor();
    await expect
      .poll(() => region("Journal").getByRole("cell", { name: "pushIndex", exact: true }).count())
      .toBe(0);
  });

  test("what a client was refused stands with its reason, and is explained with its numbers", async () => {
    await signIn(page);
    await go("Requests");
    await page
      .getByText("No request was logged.", { exact: false })
      .waitFor()
      .catch(() => undefined);
    await maker.orders
      .place({ symbol, order_type: "0", match_price: "1", type: "1", size: "99999" })
      .catch(() => undefined);
    const row = region("Requests").getByRole("row").filter({ hasText: "is above the maximum" });
    await row.waitFor();
    await row.getByRole("button", { name: /^Explain/ }).click();
    await dialog().getByText("sizeTooLarge").waitFor();
    await page.keyboard.press("Escape");
    await page.getByLabel("Account").selectOption("demo-1");
    await expect.poll(() => row.count()).toBe(0);
  });

  test("market time is stepped, run and stopped; the next funding is found", async () => {
    await signIn(page);
    const clock = page.getByRole("region", { name: "Market clock" });
    await clock.getByText("stands still").waitFor();
    const before = venue.engine.now();
    await clock.getByLabel("Step by").selectOption("3600000");
    await clock.getByRole("button", { name: "Step", exact: true }).click();
    await noted("Stepped by 1 h");
    expect(venue.engine.now()).toBe(before + 3_600_000);
    await clock.getByRole("button", { name: "Next funding" }).click();
    await noted("Funding is settled");
    expect(venue.engine.now() % 28_800_000).toBe(0);
    await clock.getByRole("button", { name: "Play" }).click();
    await clock.getByText("runs at ×60").waitFor();
    expect(venue.clock.mode()).toEqual({ type: "scaled", speed: 60 });
    await clock.getByRole("button", { name: "Pause" }).click();
    await clock.getByText("stands still").waitFor();
    expect(venue.clock.mode().type).toBe("frozen");
  });

  test("a change of risk is previewed, refused where it would breach, and done anyway where that is meant", async () => {
    await control.call("POST accounts/open", { name: "edge", balance: "1000" });
    const credentials = await control.call("POST keys/create", { account: "edge" });
    const edge = new V2Client({ baseUrl: venue.baseUrl, credentials, limits: "off" });
    await control.call("POST prices/push", { prices: { btc: "60000" } });
    await maker.orders.cancelAll();
    const book = { symbol, order_type: "0", match_price: "0" } as const;
    await maker.orders.place({ ...book, type: "2", size: "9", price: "60000" });
    await maker.orders.place({ ...book, type: "1", size: "9", price: "59990" });
    await edge.account.setLeverage({ symbol, marginMode: 1, longLeverage: "200", shortLeverage: "200" });
    await edge.orders.place({ symbol, order_type: "0", match_price: "1", type: "1", size: "0.3" });
    edge.close();
    const { withdrawable } = await control.call("GET accounts/show", { account: "edge" });
    await control.call("POST money/withdraw", { account: "edge", amount: withdrawable });

    await signIn(page);
    await go("Contracts");
    await region("Contracts").getByRole("link", { name: symbol }).click();
    const risk = region("Risk");
    await risk.getByLabel("feeRounding").selectOption("up");
    await risk.getByRole("button", { name: "Preview" }).click();
    await risk.getByText("Nobody would be in breach.").waitFor();
    await risk.getByRole("button", { name: "Apply", exact: true }).click();
    await noted(`${symbol} is changed`);
    expect((await control.call("GET contracts", { symbol }))[0]!.riskRule["feeRounding"]).toBe("up");

    const terms = region("Terms");
    await terms.getByLabel("Taker fee").fill("0.02");
    await terms.getByRole("button", { name: "Preview" }).click();
    await terms
      .getByRole("table", { name: "Who would be in breach" })
      .getByRole("link", { name: "edge" })
      .waitFor();
    await terms.getByRole("button", { name: "Apply", exact: true }).click();
    await terms.getByRole("alert").getByText("would be in breach and liquidated").waitFor();
    expect((await control.call("GET contracts", { symbol }))[0]!.takerRate).toBe("0.0006");
    expect(wrong.splice(0)).toEqual([expect.stringContaining("400")]);
    await terms.getByRole("button", { name: "Apply anyway, and liquidate them" }).click();
    await expect
      .poll(async () => (await control.call("GET accounts/show", { account: "edge" })).positions)
      .toEqual([]);
    await control.call("POST contracts/change", { symbol, takerRate: "0.0006" });
  });

  test("house traders and feeds are switched off and on, keys made and revoked, accounts stand side by side", async () => {
    await signIn(page);
    await go("Market");
    await page.locator(".toggle", { hasText: "Index prices of the market's own feeds" }).click();
    await noted("Index prices of the market's own feeds: off");
    expect((await control.call("GET participants")).find(({ name }) => name === "feeds")?.on).toBe(false);
    await go("Overview");
    await region("Alerts").getByText("feeds is switched off").waitFor();
    await control.call("POST participants/switch", { name: "feeds", on: true });

    await go("Accounts");
    for (const name of ["demo-1", "demo-2"])
      await page.locator(".toggle", { has: page.getByLabel(`Compare ${name}`) }).click();
    const side = region("Side by side");
    await side.getByRole("region", { name: "demo-2" }).getByText("Live orders").waitFor();
    await region("Accounts").getByRole("link", { name: "demo-2" }).click();
    await page.getByRole("button", { name: "New key…" }).click();
    await dialog().getByLabel("Label").fill("second");
    await dialog().getByRole("button", { name: "Make the key" }).click();
    await dialog().getByText("secret and passphrase are never shown again").waitFor();
    await dialog().getByRole("button", { name: "Done" }).click();
    const key = region("API keys").getByRole("row").filter({ hasText: "second" });
    await key.getByRole("button", { name: /^Revoke/ }).click();
    await dialog().getByLabel("Type revoke to confirm").fill("revoke");
    await dialog().getByRole("button", { name: "Revoke" }).click();
    await key.getByText("disabled").first().waitFor();
    await page.getByRole("radio", { name: "Frozen" }).click();
    await noted("demo-2 is frozen");
    expect((await control.call("GET accounts/show", { account: "demo-2" })).status).toBe("frozen");
    await control.call("POST accounts/settings", { account: "demo-2", status: "normal" });
  });

  test("who may only read is told so, reads everything, and changes nothing", async () => {
    const { token } = await control.call("POST operators/add", { name: "bob", role: "read" });
    await signIn(page, token);
    await page.getByText("may only read; what changes something is refused").waitFor();
    for (const view of VIEWS) {
      await go(view);
      await page.locator(".op-main table, .op-main .empty").first().waitFor();
    }
    const before = venue.engine.now();
    await page.getByRole("button", { name: "Next event" }).click();
    await noted("POST /control/clock/next needs the role operate: bob has read");
    await go("Accounts");
    await region("Accounts").getByRole("link", { name: "demo-2" }).click();
    const { wallet } = await control.call("GET accounts/show", { account: "demo-2" });
    await page.getByRole("button", { name: "Deposit into demo-2" }).click();
    await dialog().getByLabel("Amount, USDT").fill("1");
    await dialog().getByRole("button", { name: "Deposit" }).click();
    await dialog().getByRole("alert").getByText("needs the role operate: bob has read").waitFor();
    expect((await control.call("GET accounts/show", { account: "demo-2" })).wallet).toBe(wallet);
    expect(venue.engine.now()).toBe(before);
    expect(wrong.splice(0)).toEqual([expect.stringContaining("403"), expect.stringContaining("403")]);
  });

  test("operators are added, get another token, and are removed; what they did is told under their name", async () => {
    await signIn(page);
    await go("Operators");
    await page.getByRole("button", { name: "Add…" }).click();
    await dialog().getByLabel("Name").fill("carol");
    await dialog().getByLabel("Role").selectOption("operate");
    await dialog().getByRole("button", { name: "Add" }).click();
    await dialog().getByText("it is never shown again").waitFor();
    const token = await dialog().locator("code").innerText();
    await dialog().getByRole("button", { name: "Done" }).click();
    const carol = new ControlClient({ baseUrl: venue.controlUrl, token });
    await carol.call("POST money/deposit", { account: "demo-2", amount: "3" });
    await go("Journal");
    await region("Journal").getByRole("cell", { name: "carol", exact: true }).first().waitFor();
    await go("Operators");
    await page.getByRole("button", { name: "Remove carol" }).click();
    await dialog().getByLabel("Type carol to confirm").fill("carol");
    await dialog().getByRole("button", { name: "Remove" }).click();
    await noted("carol operates no longer");
    await expect(carol.call("GET status")).rejects.toMatchObject({ status: 401 });
  });

  test("an order is placed for an account and its position closed; settings, limits and pending money are dealt with", async () => {
    await control.call("POST prices/push", { prices: { btc: "60000" } });
    await maker.orders.cancelAll();
    const book = { symbol, order_type: "0", match_price: "0" } as const;
    await maker.orders.place({ ...book, type: "2", size: "3", price: "60000" });
    await maker.orders.place({ ...book, type: "1", size: "3", price: "59990" });
    await control.call("POST accounts/open", { name: "dora", balance: "9000" });
    await control.call("POST money/begin", { movement: "deposit", to: "dora", amount: "11" });
    const dora = () => control.call("GET accounts/show", { account: "dora" });
    await signIn(page);
    await page
      .getByRole("radiogroup", { name: "Limits in force" })
      .getByRole("radio", { name: "published" })
      .click();
    await noted("Limits are published");
    await control.call("POST limits/use", { profile: "off" });
    await go("Accounts");
    await page.getByRole("button", { name: /^Complete movement/ }).click();
    await expect.poll(async () => (await dora()).wallet).toBe("9011");
    await region("Accounts").getByRole("link", { name: "dora" }).click();
    await page.getByRole("button", { name: "Place an order of dora" }).click();
    await dialog().getByLabel("Size").fill("0.5");
    await dialog().getByRole("button", { name: "Place it" }).click();
    await region("Positions").getByRole("cell", { name: "0.5000" }).waitFor();
    await page.getByRole("button", { name: "Close all positions of dora" }).click();
    await dialog().getByLabel("Type dora to confirm").fill("dora");
    await dialog().getByRole("button", { name: "Close all" }).click();
    await expect.poll(async () => (await dora()).positions).toEqual([]);
    await region("Settings").getByLabel("Delay of a new order, ms").fill("250");
    await region("Settings").getByRole("button", { name: "Change the settings" }).click();
    await expect.poll(async () => (await dora()).orderDelayMs).toBe(250);
  });

  test("a refusal is told in the venue's own words, beside the button, and changes nothing", async () => {
    await signIn(page);
    await go("Accounts");
    await region("Accounts").getByRole("link", { name: "demo-2" }).click();
    await page.getByRole("button", { name: "Withdraw from demo-2" }).click();
    await dialog().getByLabel("Amount, USDT").fill("99000000");
    await dialog().getByRole("button", { name: "Withdraw" }).click();
    await dialog().getByRole("alert").getByText("the account can part with", { exact: false }).waitFor();
    expect(wrong.splice(0)).toEqual([expect.stringContaining("400")]);
  });

  test.each([
    [1280, 800, "dark"],
    [390, 844, "light"],
  ] as const)(
    "axe finds nothing in any view, and nothing but tables runs over, at %i pixels",
    async (width, height, theme) => {
      await page.close();
      page = await openPage(width, height, theme);
      await expectAccessible("sign-in");
      await signIn(page);
      await page.locator(".link-state.up").waitFor();
      for (const view of VIEWS) {
        await go(view);
        await page.locator(".op-main table, .op-main .empty").first().waitFor();
        await expectAccessible(view);
        expect(await page.evaluate(() => document.body.scrollWidth <= innerWidth), view).toBe(true);
      }
      await go("Contracts");
      await region("Contracts").getByRole("link", { name: symbol }).click();
      await region("Risk").waitFor();
      await expectAccessible("a contract");
      await go("Accounts");
      await region("Accounts").getByRole("link", { name: "demo-1" }).click();
      await region("API keys").waitFor();
      await expectAccessible("an account");
      await page.getByRole("button", { name: "Deposit into demo-1" }).click();
      await dialog().waitFor();
      await expectAccessible("a dialog");
    },
  );
});

async function expectAccessible(where: string): Promise<void> {
  expect(await axe(page), where).toEqual([]);
}
