import { execFile } from "node:child_process";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Child, MAIN } from "../cli/child.ts";
import { directoryOfFile } from "../host/temporaryDirectory.ts";
import { borrowBrowser, giveBack, isMissing, LAUNCH_TIMEOUT_MS, TEST_TIMEOUT_MS } from "./chromium.ts";
import { freshClone, hasRepository, SET_UP_TIMEOUT_MS } from "./freshClone.ts";
import { watchConsole } from "./watchConsole.ts";

/**
 * The first five minutes of somebody who has just cloned this and set it up: they read the banner, open the
 * page it names first, copy a program from it, run it, and look at the page again. Nothing is known here that
 * banner and page do not say.
 */

const run = promisify(execFile);

let browser: Browser;
const folder = directoryOfFile();
/** The program of the clone. */
let main = MAIN;

describe.skipIf(isMissing)("the first five minutes", { timeout: TEST_TIMEOUT_MS }, () => {
  beforeAll(async () => {
    if (hasRepository) main = await freshClone(join(folder, "clone"));
    browser = await borrowBrowser();
  }, SET_UP_TIMEOUT_MS + LAUNCH_TIMEOUT_MS);
  afterAll(async () => {
    await giveBack(browser);
  });

  test.skipIf(!hasRepository)("who starts it waits for no compiler: program and page are built alone", () => {
    expect(readdirSync(join(folder, "clone/dist")).toSorted()).toEqual(["program", "terminal"]);
  });

  test("from the banner to an own order on the page; and a wrong secret is refused with a remedy", async () => {
    const venue = new Child(["serve", "--port", "0", "--data", join(folder, "data")], {}, undefined, main);
    while (!venue.stdout.includes("Try")) await venue.said();

    // The banner's first address is the page.
    const address = /https?:\/\/\S+/.exec(venue.stdout)?.[0];
    const page = await browser.newPage({ viewport: { width: 1920, height: 1080 } });
    const wrong = watch(page, address!);
    await page.goto(address!);

    // Signed in, with a market that moves.
    await page.getByRole("button", { name: "demo-1" }).waitFor();
    await page.getByText("DEMO", { exact: true }).waitFor();
    await page.locator(".chart-canvas[data-ready=true]").waitFor();
    const best = page.locator(".bids tr").first();
    await expect.poll(() => best.innerText()).toMatch(/\d/);
    const book = page.locator(".book");
    const before = await book.innerText();
    await expect.poll(() => book.innerText()).not.toBe(before);

    // A program of the page, as it stands there.
    await page.getByRole("tab", { name: "Connect your bot" }).click();
    await page.getByRole("tab", { name: "Node.js" }).click();
    const program = await page.getByRole("region", { name: "Node.js program" }).innerText();
    expect(program).toContain("last * 0.98"); // so far from a market that moves that the order is there when the page is looked at
    const bot = join(folder, "bot.mjs");
    writeFileSync(bot, program);
    const requests = page.getByLabel("Requests of your programs");
    const { stdout } = await run(process.execPath, [bot]);
    expect(stdout).toContain("order_id");
    await requests.getByText("/capi/v2/order/placeOrder").waitFor();
    await expect.poll(() => requests.locator("tr.accepted").count()).toBe(2);
    await page.getByRole("tab", { name: /Open orders/ }).click();
    await page.locator("tr[data-order]").waitFor();
    await page.getByLabel("Lines on the chart").getByText("Open long 0.01").waitFor({ state: "attached" });

    // The same in another dialect.
    await page.getByRole("tab", { name: "Connect your bot" }).click();
    await page.getByRole("radio", { name: "fapi" }).click();
    await page.getByRole("tab", { name: "Node.js" }).click();
    writeFileSync(bot, await page.getByRole("region", { name: "Node.js program" }).innerText());
    expect((await run(process.execPath, [bot])).stdout).toContain("clientOrderId");
    await requests.getByText("/fapi/v1/order").waitFor();

    // The same with a secret that is not the key's.
    const [, secret] = /= \["[^"]+", "([^"]+)"/.exec(program)!;
    writeFileSync(bot, program.replace(secret!, `x${secret}`));
    await run(process.execPath, [bot]);
    const refused = requests.locator("tr.refused").first();
    await refused.waitFor();
    expect(await refused.innerText()).toMatch(
      /40009[\s\S]*signature does not match[\s\S]*Copy the secret again/,
    );

    expect(wrong).toEqual([]);
    await page.close();
    venue.kill("SIGTERM");
    expect(await venue.exited()).toBe(0);
  });
});

/** Collects what a browser's console would show as wrong, and what the page asked of other hosts. */
function watch(page: Page, address: string): string[] {
  const wrong: string[] = [];
  watchConsole(page, wrong);
  page.on("request", (request) => {
    if (!request.url().startsWith(address)) wrong.push(`asked ${request.url()}`);
  });
  return wrong;
}
