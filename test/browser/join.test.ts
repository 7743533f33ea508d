/// <reference lib="dom" />
import { readFile } from "node:fs/promises";
import { expect, onTestFinished, test } from "vitest";
import { ControlClient, V2Client } from "../../src/interface/client/index.ts";
import { venueOfTest } from "../venue/venueOfTest.ts";
import { axe } from "./axe.ts";
import { borrowBrowser, giveBack, isMissing, TEST_TIMEOUT_MS } from "./chromium.ts";
import { symbol, watchHosts } from "./floor.ts";
import { watchConsole } from "./watchConsole.ts";

/**
 * From an invitation's code to an account, its keys and its requests, in a real browser before a real venue,
 * as wide as a phone.
 */

test.skipIf(isMissing)(
  "a code opens an account, its key makes another one, and what that is refused is shown with the reason",
  { timeout: TEST_TIMEOUT_MS },
  async () => {
    const venue = await venueOfTest({ prices: { btc: 60_000 }, selfService: true });
    const control = new ControlClient({ baseUrl: venue.controlUrl, token: venue.adminToken });
    const { code, link } = await control.call("POST invitations/create", { name: "class", balance: "100" });
    const browser = await borrowBrowser();
    onTestFinished(() => giveBack(browser));
    const page = await browser.newPage({
      viewport: { width: 390, height: 844 },
      reducedMotion: "reduce",
      permissions: ["clipboard-read", "clipboard-write"],
    });
    onTestFinished(() => page.close());
    const wrong: string[] = [];
    watchConsole(page, wrong);
    watchHosts(page, venue.baseUrl, wrong);
    const looksWell = async () => {
      expect(await axe(page)).toEqual([]);
      expect(await page.evaluate(() => document.querySelector("main")!.scrollWidth <= innerWidth)).toBe(true);
    };

    await page.goto(`${venue.baseUrl}${link}`);
    await expect.poll(() => page.getByLabel("Code").inputValue()).toBe(code);
    expect(page.url()).toBe(`${venue.baseUrl}/join`);
    await looksWell();
    // The name has the focus: no pointer is needed.
    await page.keyboard.type("demo-1");
    await page.keyboard.press("Enter");
    await page.getByRole("alert").getByText("'demo-1' is taken").waitFor();
    expect(wrong.splice(0)).toEqual([expect.stringContaining("409")]);
    await page.getByLabel("Name of the account").fill("carol");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Account carol" }).waitFor();
    await looksWell();
    await page.getByRole("button", { name: "Copy" }).click();
    await page.getByRole("button", { name: "Copied" }).waitFor();
    const first = JSON.parse(await page.evaluate(() => navigator.clipboard.readText()));
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Save as a file" }).click(),
    ]);
    expect(JSON.parse(await readFile(await file.path(), "utf8"))).toEqual(first);
    expect(first).toMatchObject({ account: "carol", baseUrl: venue.baseUrl });

    await page.getByRole("button", { name: "Go on" }).click();
    await page.getByRole("heading", { name: "New key" }).waitFor();
    await looksWell();
    await page.getByLabel("Label").fill("bot");
    await page.getByLabel("Addresses that may use it").fill("nowhere");
    await page.getByRole("button", { name: "Make the key" }).click();
    await page.getByRole("alert").getByText("addresses").waitFor();
    expect(wrong.splice(0)).toEqual([expect.stringContaining("400")]);
    await page.getByLabel("Addresses that may use it").fill("127.0.0.1, ::1");
    await page.getByRole("button", { name: "Make the key" }).click();
    await page.getByText("never shown again").waitFor();
    const shown = await page.locator(".join-strings code").allInnerTexts();
    const [apiKey, secret, passphrase] = shown as [string, string, string];
    await page.getByRole("button", { name: "Done" }).click();

    const bot = new V2Client({
      baseUrl: venue.baseUrl,
      credentials: { apiKey, secret, passphrase },
      limits: "off",
    });
    onTestFinished(() => bot.close());
    const order = { symbol, type: "1", order_type: "0", match_price: "0", price: "60000" } as const;
    await expect(bot.orders.place({ ...order, size: "9" })).rejects.toThrow();
    const requests = page.getByRole("region", { name: "Requests of your programs" });
    await requests.getByText("available amount not enough").waitFor();
    await looksWell();

    await page.getByRole("button", { name: "Revoke bot" }).click();
    await page.getByRole("button", { name: "Revoke bot for good" }).click();
    await page.getByRole("cell", { name: "revoked" }).waitFor();
    await expect(bot.account.assets()).rejects.toThrow("disabled");
    expect(wrong).toEqual([]);
  },
);
