/// <reference lib="dom" />
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { isMissing, TEST_TIMEOUT_MS } from "./chromium.ts";
import { useFloor } from "./floor.ts";

/**
 * What the page loads first, counted: bytes as they are transferred, heads included, and requests, of which a
 * socket is one.
 */

/** Before the chart stands. */
const CHART_MAX = { bytes: 220_000, requests: 15 };
/** All that the first view shows. */
const VIEW_MAX = { bytes: 350_000, requests: 25 };

/** Asked for again while the page is looked at, so that how often depends on how long that is. */
const AGAIN = /requestLog|\/health|forecastFundRate|open_interest|market\/source/;

interface Asked {
  readonly url: string;
  bytes: number;
}

describe.skipIf(isMissing)("the first load", { timeout: TEST_TIMEOUT_MS }, () => {
  const floor = useFloor({ opens: false });

  test("is small before the chart stands, and in all; the rest comes when the page is used", async () => {
    const page = await floor.browser.newPage({ viewport: { width: 1440, height: 900 }, colorScheme: "dark" });
    floor.page = page;
    const load = await watchLoad(page);
    await page.goto(floor.venue.baseUrl);
    await showsAll(page);
    await page.waitForLoadState("networkidle");

    expect(load.beforeChart, told(load.beforeChart)).not.toHaveLength(0);
    expect(load.beforeChart.length, told(load.beforeChart)).toBeLessThanOrEqual(CHART_MAX.requests);
    expect(sumOf(load.beforeChart), told(load.beforeChart)).toBeLessThanOrEqual(CHART_MAX.bytes);

    const once = load.all.filter(
      ({ url }, at) => !AGAIN.test(url) || load.all.findIndex((each) => each.url === url) === at,
    );
    expect(once.length, told(once)).toBeLessThanOrEqual(VIEW_MAX.requests);
    expect(sumOf(load.all), told(load.all)).toBeLessThanOrEqual(VIEW_MAX.bytes);
    const before = load.all.length;
    await Promise.all([page.waitForRequest(/lists/), page.mouse.move(400, 400)]);
    expect(load.all.slice(0, before).filter(({ url }) => /lists|palette|explainDialog/.test(url))).toEqual(
      [],
    );
  });
});

/** Waits until everything of the first view is there. */
async function showsAll(page: Page): Promise<void> {
  await page.locator("#panel-ticket").getByRole("button", { name: "Open long" }).waitFor();
  await page.locator(".chart-canvas[data-ready=true]").waitFor();
  await page.locator(".bids tr").first().getByText("59 995.0").waitFor();
  await page.locator("#panel-dock").getByText("Waiting for the first signed request").waitFor();
  await page.getByRole("status").getByText("Live").waitFor();
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}

/** What a page asks for from now on; a socket's frames are its bytes. */
async function watchLoad(
  page: Page,
): Promise<{ readonly all: readonly Asked[]; readonly beforeChart: readonly Asked[] }> {
  const devtools = await page.context().newCDPSession(page);
  const all: Asked[] = [];
  const byId = new Map<string, Asked>();
  const load = { all, beforeChart: [] as readonly Asked[] };
  const begin = (id: string, url: string) => {
    const asked = { url, bytes: 0 };
    all.push(asked);
    byId.set(id, asked);
  };
  const add = (id: string, bytes: number) => {
    const asked = byId.get(id);
    if (asked !== undefined) asked.bytes += bytes;
  };
  devtools.on("Network.requestWillBeSent", ({ requestId, request }) => begin(requestId, request.url));
  devtools.on("Network.webSocketCreated", ({ requestId, url }) => begin(requestId, url));
  devtools.on("Network.loadingFinished", ({ requestId, encodedDataLength }) =>
    add(requestId, encodedDataLength),
  );
  devtools.on("Network.webSocketFrameReceived", ({ requestId, response }) =>
    add(requestId, response.payloadData.length),
  );
  // Called by the page in the order of its requests.
  devtools.on("Runtime.bindingCalled", () => {
    if (load.beforeChart.length === 0) load.beforeChart = [...all];
  });
  await devtools.send("Network.enable");
  await devtools.send("Runtime.enable");
  await devtools.send("Runtime.addBinding", { name: "chartStands" });
  await page.addInitScript(() => {
    new MutationObserver(() => {
      if (document.querySelector(".chart-canvas[data-ready=true]") !== null)
        (globalThis as unknown as { chartStands(_: string): void }).chartStands("");
    }).observe(document, { subtree: true, childList: true, attributeFilter: ["data-ready"] });
  });
  return load;
}

function sumOf(asked: readonly Asked[]): number {
  return asked.reduce((sum, { bytes }) => sum + bytes, 0);
}

function told(asked: readonly Asked[]): string {
  return asked.map(({ url, bytes }) => `${bytes} ${new URL(url).pathname}`).join("\n");
}
