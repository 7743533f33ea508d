/// <reference lib="dom" />
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { startVenue } from "../../src/assembly/venue/index.ts";
import type { ReplayVenue } from "../../src/assembly/venue/replay/startReplay.ts";
import { startReplay } from "../../src/assembly/venue/replay/startReplay.ts";
import { ControlClient } from "../../src/interface/client/index.ts";
import { directoryOfFile } from "../host/temporaryDirectory.ts";
import { placeLimit } from "../venue/placeLimit.ts";
import { axe } from "./axe.ts";
import { borrowBrowser, giveBack, isMissing, LAUNCH_TIMEOUT_MS, TEST_TIMEOUT_MS } from "./chromium.ts";

/**
 * The bar of time of a venue that replays a journal, in a real browser: it shows, moves, plays and branches;
 * and without a token it only shows.
 */

/** A key moves the bar by so much. */
const STEP_MS = 1_000;

const data = directoryOfFile();
let replay: ReplayVenue;
let browser: Browser;
/** Moments with the position that the first account had then, and the best bid. */
const moments = [
  { time: 0, size: undefined, bid: /58\s*500/ },
  { time: 0, size: "0.0100", bid: /59\s*000/ },
  { time: 0, size: "0.0300", bid: /59\s*500/ },
];

describe.skipIf(isMissing)("the bar of time", { timeout: TEST_TIMEOUT_MS }, () => {
  beforeAll(async () => {
    const venue = await startVenue({ data, prices: { btc: 60_000 }, prehistory: 20 });
    const order = (who: number, fields: Readonly<Record<string, string>>) => placeLimit(venue, who, fields);
    for (const [i, moment] of moments.entries()) {
      if (i > 0) {
        await order(1, { client_oid: `b${i}`, type: "2", size: `0.0${i}` });
        await order(0, { client_oid: `c${i}`, type: "1", size: `0.0${i}` });
      }
      await order(1, { client_oid: `d${i}`, type: "1", price: `${58_500 + i * 500}` });
      await venue.step(20_000);
      moment.time = venue.clock.now();
      if (i < moments.length - 1) await venue.step(STEP_MS); // what follows is later than the moment
    }
    await venue.stop();
    replay = await startReplay({ data, isPaused: true, from: { time: moments[0]!.time } });
    browser = await borrowBrowser();
  }, LAUNCH_TIMEOUT_MS);
  afterAll(async () => {
    await giveBack(browser);
    await replay?.stop();
  });

  async function open(fragment: string, width = 1280, height = 800): Promise<Page> {
    await replay.replay.seek({ time: moments[0]!.time });
    const page = await browser.newPage({ viewport: { width, height }, colorScheme: "dark" });
    onTestFinished(() => page.close());
    await page.goto(`${replay.baseUrl}/${fragment}`);
    await page.getByRole("region", { name: "Replay" }).waitFor();
    return page;
  }

  /** Brings the positions to the front, where they stay whatever moment is shown. */
  const showPositions = (page: Page) => page.getByRole("tab", { name: /^Positions/ }).click();

  /** The page shows a moment: time, book and position. */
  async function shows(page: Page, which: number): Promise<void> {
    const { time, size, bid } = moments[which]!;
    const at = `${new Date(time).toISOString().slice(0, 19).replace("T", " ")} UTC`;
    await expect.poll(() => page.locator(".replay-now").innerText()).toBe(at);
    await expect.poll(() => page.locator(".bids tr").first().innerText()).toMatch(bid);
    if (size === undefined) await page.getByText("No position.").waitFor();
    else await page.locator("#panel-dock").getByText(size).first().waitFor();
  }

  const slider = (page: Page) => page.getByRole("slider", { name: "Moment" });

  test("moved by keys, back and ahead, and by somebody else: book, positions and time are those of the moment", async () => {
    const page = await open(`#token=${replay.adminToken}`);
    expect(page.url()).toBe(`${replay.baseUrl}/`);
    await showPositions(page);
    await shows(page, 0);
    await slider(page).press("End");
    await shows(page, 2);
    expect(await slider(page).getAttribute("aria-valuetext")).toMatch(/UTC$/);
    const steps = (moments[2]!.time - moments[1]!.time) / STEP_MS;
    for (let i = 0; i < steps; i++) await slider(page).press("ArrowLeft");
    await shows(page, 1);
    const control = new ControlClient({ baseUrl: replay.controlUrl, token: replay.adminToken });
    await control.call("POST replay/seek", { time: moments[0]!.time });
    await shows(page, 0);
    expect(await axe(page)).toEqual([]);
  });

  test("played and paused; at the end it stands", async () => {
    const page = await open(`#token=${replay.adminToken}`);
    await showPositions(page);
    await page.getByRole("button", { name: "Speed" }).click();
    await page.getByRole("option", { name: "× 600" }).click();
    await expect.poll(() => replay.replay.show().state).toBe("ended");
    await shows(page, 2);
    expect(await page.getByRole("button", { name: "Play" }).isDisabled()).toBe(true);
  });

  test("a branch is made of what is shown, and the page says how to start it", async () => {
    const page = await open(`#token=${replay.adminToken}`);
    const directory = join(data, "branch");
    await page.getByRole("button", { name: "Branch here" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Directory to make, on the venue's machine").fill(directory);
    await dialog.getByRole("button", { name: "Make it" }).click();
    await dialog.getByText(`outcry serve --data ${directory}`).waitFor();
    expect(existsSync(join(directory, "journal"))).toBe(true);
    await dialog.getByRole("button", { name: "Make it" }).click();
    await dialog.getByText("holds a market already").waitFor();
    expect(await axe(page)).toEqual([]);
  });

  test("without a token it shows and does not move; with one that is typed it does; on a phone too", async () => {
    const page = await open("", 390, 844);
    expect(await slider(page).isDisabled()).toBe(true);
    expect(await page.getByRole("button", { name: "Play" }).isDisabled()).toBe(true);
    await page.getByRole("button", { name: "Move it…" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Token").fill("wrong");
    await dialog.getByRole("button", { name: "Take it" }).click();
    await dialog.getByText("needs the token of an operator").waitFor();
    await dialog.getByLabel("Token").fill(replay.adminToken);
    await dialog.getByRole("button", { name: "Take it" }).click();
    await dialog.waitFor({ state: "detached" });
    await slider(page).press("End");
    await expect.poll(() => replay.replay.show().state).toBe("ended");
    expect(await axe(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    );
  });
});
