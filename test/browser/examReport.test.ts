/// <reference lib="dom" />
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ExamReport } from "../../src/workbench/exam/index.ts";
import { examHtml } from "../../src/workbench/exam/index.ts";
import { axe } from "./axe.ts";
import { borrowBrowser, giveBack, isMissing, LAUNCH_TIMEOUT_MS, TEST_TIMEOUT_MS } from "./chromium.ts";

/** The report of an examination as people see it. */

const check = (name: string, result: "passed" | "failed" | "not examined") => {
  return { name, rule: `the rule of ${name}`, result, sinceMs: 1_000, observed: `observed <of> ${name}` };
};
const REPORT: ExamReport = {
  command: ["python", "bot.py", '"--quoted" <b>'],
  startedTime: Date.UTC(2026, 0, 1),
  papers: [
    {
      paper: "lost",
      about: "an answer is lost",
      tookMs: 5_000,
      lostMs: 1_500,
      checks: [check("lost-answer", "failed"), check("other", "passed")],
      happenings: [
        { type: "did", deed: "set", text: "fault 1: an answer lost", atMs: 10 },
        { type: "subscribed", connection: 1, channel: "depth.cmt_btcusdt.15", atMs: 1_234 },
      ],
      output: "Traceback (most recent call last): <module>",
    },
    {
      paper: "triggered",
      about: "an order is triggered",
      tookMs: 120_000,
      lostMs: 0,
      checks: [check("trigger", "not examined")],
      happenings: [],
      output: "",
    },
  ],
};

let browser: Browser;

describe.skipIf(isMissing)("the report of an examination", { timeout: TEST_TIMEOUT_MS }, () => {
  beforeAll(async () => {
    browser = await borrowBrowser();
  }, LAUNCH_TIMEOUT_MS);
  afterAll(() => giveBack(browser));

  test.each([
    [1280, "light"],
    [390, "dark"],
  ] as const)(
    "at %i, %s: axe finds nothing, nothing is loaded, a failure shows what happened",
    async (width, colorScheme) => {
      const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme });
      const loaded: string[] = [];
      page.on("request", (request) => loaded.push(request.url()));
      await page.setContent(examHtml(REPORT));
      expect(await page.locator(".failed h3").textContent()).toBe("lost-answer: failed");
      const rows = await page.locator("details[open] tr").allTextContents();
      expect(rows).toEqual([
        "TimeThe venueThe bot",
        "0.010 sfault 1: an answer lost",
        "1.234 ssubscribed to depth.cmt_btcusdt.15 on connection 1",
      ]);
      expect(await page.locator("b").count()).toBe(0); // what the bot is called is no markup
      await page.getByText("What the bot printed last in lost").click();
      expect(await page.locator("pre").textContent()).toContain("<module>");
      expect(await page.evaluate(() => document.body.scrollWidth <= innerWidth)).toBe(true);
      expect(await axe(page)).toEqual([]);
      expect(loaded).toEqual([]);
      await page.close();
    },
  );
});
