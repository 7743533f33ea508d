import { mkdirSync } from "node:fs";
import { join, relative } from "node:path";
import type { Page } from "playwright-core";
import type { TestContext } from "vitest";

const ROOT = join(import.meta.dirname, "../..");
const FOLDER = join(ROOT, "dist/red");

/**
 * Keeps what a page looked like when its test failed, in `dist/red`, and says where; called before the page
 * is closed.
 */
export async function lastLook({ task }: TestContext, page: Page | undefined): Promise<void> {
  if (task.result?.state !== "fail" || page === undefined || page.isClosed()) return;
  mkdirSync(FOLDER, { recursive: true });
  const path = join(FOLDER, `${task.name.replace(/\W+/g, "-").slice(0, 80)}.png`);
  await page.screenshot({ path });
  console.error(`"${task.name}" ended at ${relative(ROOT, path)}`);
}
