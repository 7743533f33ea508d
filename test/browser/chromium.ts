import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { type Browser, chromium, type Route } from "playwright-core";
import { SeededRng } from "../../src/kernel/host/seededRng.ts";

/**
 * A real browser for the tests: what `OUTCRY_CHROMIUM` names, else on Linux x64 the Chromium that `npm test`
 * installs, else one that the machine has in a usual place.
 */

/** Brought by `chromium/unpack.mjs`. */
const UNPACKED = join(import.meta.dirname, "chromium/node_modules/unpacked");

const USUAL_PLACES: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  linux: ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"],
  darwin: [
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
  ],
  win32: [
    "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
    "C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe",
  ],
};

/** A host name that leads the browser to this machine as any other site would. */
export const FOREIGN_HOST = "elsewhere.test";

/** Starting a browser on a busy machine may take this long. */
export const LAUNCH_TIMEOUT_MS = 300_000;
/** A page's work, too. */
export const TEST_TIMEOUT_MS = 600_000;
/**
 * What a page is to show comes when it comes; a busy machine may take longer than the half minute that
 * Playwright waits.
 */
const PATIENCE_MS = 200_000;

/** From `npm run test:steady -- --late`. */
const LATE = process.env["OUTCRY_LATE"];
const LATE_MS = 500;

const program = findProgram();

/** There is none, and nobody said that there would be. */
export const isMissing = program === undefined;

if (isMissing) {
  process.stderr.write(
    "No browser here, so nothing is tested in one: install Chrome or Chromium, or name its program in OUTCRY_CHROMIUM.\n",
  );
}

let borrowed: Promise<Browser> | undefined;

/**
 * The browser of this process, which its test files use one after the other: it is started once, and ends
 * with the process.
 */
export async function borrowBrowser(): Promise<Browser> {
  if (borrowed === undefined || !(await borrowed).isConnected()) borrowed = launch();
  return borrowed;
}

/** Ends what was opened in it: every page has cookies, storage and cache of its own, and they end with it. */
export async function giveBack(browser: Browser | undefined): Promise<void> {
  await Promise.all(browser?.contexts().map((context) => context.close()) ?? []);
}

/** Starts the browser, without a window. The caller closes it. */
export async function launch(): Promise<Browser> {
  if (program === undefined) throw new Error("there is no browser to start");
  if (!existsSync(program)) throw new Error(`${program} is not there: "npm test" installs it if it is ours`);
  const libraries = { LD_LIBRARY_PATH: join(UNPACKED, "al2023/lib") };
  const fonts = { FONTCONFIG_FILE: join(UNPACKED, "fonts.conf") };
  const browser = await chromium.launch({
    executablePath: program,
    timeout: LAUNCH_TIMEOUT_MS,
    args: [
      "--no-sandbox", // root has none
      "--disable-dev-shm-usage", // containers have little
      `--host-resolver-rules=MAP ${FOREIGN_HOST} 127.0.0.1`,
    ],
    ...(program.startsWith(UNPACKED) && { env: { ...process.env, ...libraries, ...fonts } }),
  });
  browser.on("context", (context) => {
    context.setDefaultTimeout(PATIENCE_MS);
    if (LATE !== undefined) void context.route(/./, lateBy(new SeededRng(Number(LATE))));
  });
  return browser;
}

/**
 * Every request of a page is late by a drawn time, so that no answer, and no part of the page, comes in the
 * order of every day.
 */
function lateBy(rng: SeededRng): (route: Route) => Promise<void> {
  return async (route) => {
    await setTimeout(rng.below(LATE_MS));
    await route.fallback().catch(() => undefined); // the page may have gone meanwhile
  };
}

function findProgram(): string | undefined {
  const { OUTCRY_CHROMIUM } = process.env;
  if (OUTCRY_CHROMIUM) return OUTCRY_CHROMIUM;
  // Not looked for, so that it cannot be missed: without it the tests fail.
  if (process.platform === "linux" && process.arch === "x64") return join(UNPACKED, "chromium");
  return USUAL_PLACES[process.platform]?.find((path) => existsSync(path));
}
