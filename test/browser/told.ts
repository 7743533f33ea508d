/// <reference lib="dom" />
import type { Page } from "playwright-core";
import { expect } from "vitest";

/**
 * What the page's log has said since it was opened: a notice itself stands for seconds, and a busy machine
 * may look later.
 */
declare global {
  var toldSoFar: Set<string> | undefined;
}

/** Keeps what the pages of a tab tell in their log; called before the first is opened. */
export async function keepTold(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const told = new Set<string>();
    globalThis.toldSoFar = told;
    new MutationObserver(() => {
      for (const notice of document.querySelectorAll("[role=log] > *"))
        told.add(notice.textContent.replace(/\s+/g, " "));
    }).observe(document, { childList: true, subtree: true });
  });
}

/**
 * Waits until the page has told something, whether it still stands there or not. @param what part of a
 * notice, blanks as such
 */
export async function told(page: Page, what: string | RegExp): Promise<void> {
  const notice = typeof what === "string" ? expect.stringContaining(what) : expect.stringMatching(what);
  await expect.poll(() => page.evaluate(() => [...(globalThis.toldSoFar ?? [])])).toContainEqual(notice);
}
