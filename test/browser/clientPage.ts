import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import type * as client from "../../src/interface/client/index.ts";

declare global {
  /** The client, in a page of {@link openClientPage}. */
  var outcry: typeof client;
}

const ROOT = join(import.meta.dirname, "../..");
/** A document that a venue itself serves. */
const DOCUMENT = "/health";

/**
 * Opens a page of an origin, with the client as the package exports it: its modules as they are, nothing
 * bundled anew. Functions that run in the page find it as `outcry`. Only the modules are put in the origin's
 * place, as if it served them.
 *
 * @param prepare runs in the page before anything else
 */
export async function openClientPage(browser: Browser, origin: string, prepare?: () => void): Promise<Page> {
  const page = await browser.newPage();
  if (prepare !== undefined) await page.addInitScript(prepare);
  await page.route(`${origin}/package/**`, (route) => route.fulfill({ path: fileOf(route.request().url()) }));
  await page.goto(`${origin}${DOCUMENT}`);
  // As text, because imports of functions are rewritten for Node.js.
  await page.evaluate(`import("${entryOf("./client")}").then((client) => { globalThis.outcry = client; })`);
  return page;
}

/** Where a page of {@link openClientPage} finds what the package exports under a name: `./core`. */
export function entryOf(name: string): string {
  const { exports } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  return exports[name].default.replace(/^\./, "/package");
}

/** The file of the package behind `…/package/dist/…`. */
function fileOf(url: string): string {
  return join(ROOT, new URL(url).pathname.replace(/^\/package\//, ""));
}
