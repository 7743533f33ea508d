/// <reference lib="dom" />
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, Page } from "playwright-core";
import { startVenue, type Venue, type VenueOptions } from "../src/assembly/venue/index.ts";
import { V2Client, VenueError } from "../src/interface/client/index.ts";
import { rootOf } from "./entry.ts";

/**
 * Which page a lane looks at: the venue's, or one with a word on it, in the same browser on the same machine
 * under the same load.
 */
export interface PageArguments {
  readonly page: "terminal" | "empty";
}

/** A browser, a venue, and the address of the page that is looked at. */
export interface Stage {
  readonly browser: Browser;
  readonly venue: Venue;
  readonly address: string;
  close(): Promise<void>;
}

/**
 * What the venue's page shows once it can be traded by: a last price, five levels on either side, and the
 * ticket with its two buttons.
 */
const USEFUL = `(() => {
  const shown = (selector) =>
    [...document.querySelectorAll(selector)].filter((cell) => /\\d/.test(cell.textContent)).length;
  return shown(".bids .price") >= 5 && shown(".asks .price") >= 5 && shown(".last") > 0 &&
    document.querySelectorAll(".ticket-foot button").length === 2;
})()`;

/**
 * Run in the page before anything else: notes when it was useful first, and every frame from
 * {@link countFrames} on.
 */
const OBSERVE = `(() => {
  const noted = { usefulMs: 0, frames: undefined };
  globalThis.noted = noted;
  let last = 0;
  const look = (now) => {
    if (noted.usefulMs === 0 && (document.title === "empty" || ${USEFUL})) noted.usefulMs = performance.now();
    if (noted.frames !== undefined && last > 0) noted.frames.push(now - last);
    last = now;
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})()`;

interface Noting {
  readonly noted: { readonly usefulMs: number };
}

/** Opens browser and venue, which the options may change. */
export async function openStage({ page }: PageArguments, options: VenueOptions): Promise<Stage> {
  const venue = await startVenue({
    market: "simulated",
    seed: 1,
    prehistory: 300,
    data: "memory",
    ...options,
  });
  const browser = await launch();
  const empty = createServer((_request, reply) => {
    reply.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><title>empty</title><p>empty");
  });
  empty.listen(0, "127.0.0.1");
  await once(empty, "listening");
  const { port } = empty.address() as AddressInfo;
  return {
    browser,
    venue,
    address: page === "terminal" ? venue.baseUrl : `http://127.0.0.1:${port}`,
    async close() {
      await browser.close();
      empty.close();
      await venue.stop();
    },
  };
}

/** A page with nothing in its caches, once it is useful. */
export async function openPage({ browser, address }: Stage): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1_920, height: 1_080 } });
  const page = await context.newPage();
  await page.addInitScript(OBSERVE);
  await page.goto(address);
  await page.waitForFunction(() => (globalThis as unknown as Noting).noted.usefulMs > 0);
  return page;
}

/** When each of these is there, ms after the navigation began. */
export interface Loaded {
  readonly words: number;
  readonly price: number;
  readonly chart: number;
  readonly ticket: number;
}

/**
 * Run in the page before anything else: notes when its parts are there first; on the empty page all of them
 * are its word.
 */
const OBSERVE_LOAD = `(() => {
  const loaded = (globalThis.loaded = {});
  const isEmpty = () => document.title === "empty" && document.body !== null;
  const parts = {
    words: () => document.querySelector(".link-state") !== null,
    price: () => /\\d/.test(document.querySelector(".last")?.textContent ?? ""),
    chart: () => document.querySelector(".chart-canvas[data-ready=true]") !== null,
    ticket: () => document.querySelectorAll(".ticket-foot button").length === 2,
  };
  const look = (now) => {
    for (const [name, isThere] of Object.entries(parts))
      if (loaded[name] === undefined && (isEmpty() || isThere())) loaded[name] = now;
    if (Object.keys(loaded).length < Object.keys(parts).length) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})()`;

/** Opens a page over a slow network, with nothing in its caches, until all of its parts are there. */
export async function loadSlowly(
  { browser, address }: Stage,
  { bytesPerSecond, delayMs }: { readonly bytesPerSecond: number; readonly delayMs: number },
): Promise<Loaded> {
  const context = await browser.newContext({ viewport: { width: 1_440, height: 900 } });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send("Network.enable");
  await devtools.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: delayMs,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
  await page.addInitScript(OBSERVE_LOAD);
  await page.goto(address);
  await page.waitForFunction(
    () => Object.keys((globalThis as unknown as { readonly loaded: object }).loaded).length === 4,
  );
  const loaded: Loaded = await page.evaluate("globalThis.loaded");
  await context.close();
  return loaded;
}

/** When the page was useful, ms after its navigation began. */
export function usefulAt(page: Page): Promise<number> {
  return page.evaluate("globalThis.noted.usefulMs");
}

/** The times between frames while `meanwhile` runs, ms. */
export async function countFrames(page: Page, meanwhile: () => Promise<void>): Promise<readonly number[]> {
  await page.evaluate("globalThis.noted.frames = []; 0");
  await meanwhile();
  return page.evaluate("globalThis.noted.frames");
}

const SYMBOL = "cmt_btcusdt";

/**
 * Changes the book `perSecond` times a second through the venue's own interface, as its second account: a
 * small order comes, and goes.
 *
 * @returns how many changes a second there were
 */
export function stir(venue: Venue, seconds: number, perSecond: number): Promise<number> {
  return paced(venue.accounts[1]!, venue, seconds, perSecond, restAndCancel);
}

/**
 * Trades as the account that the page shows: orders come and go, and every tenth opens or closes a position
 * at market.
 */
export function trade(venue: Venue, seconds: number, perSecond: number): Promise<number> {
  return paced(venue.accounts[0]!, venue, seconds, perSecond, async (client, turn) => {
    if (turn % 10 !== 9) return restAndCancel(client, turn);
    const type = turn % 20 === 9 ? "1" : "3";
    await ended(
      client.orders.place({ symbol: SYMBOL, order_type: "0", match_price: "1", type, size: "0.01" }),
    );
  });
}

async function restAndCancel(client: V2Client, turn: number): Promise<void> {
  const isBuy = turn % 2 === 0;
  const { markPrice } = await client.market.ticker({ symbol: SYMBOL });
  // Fifty to fifty-nine ticks from the mark: among the first levels, and not across.
  const away = (isBuy ? -1 : 1) * (5 + (turn % 10) / 10);
  const { order_id } = await client.orders.place({
    symbol: SYMBOL,
    order_type: "1",
    match_price: "0",
    type: isBuy ? "1" : "2",
    size: "0.01",
    price: (Math.round(Number(markPrice) * 10) / 10 + away).toFixed(1),
  });
  await ended(client.orders.cancel({ orderId: order_id }));
}

/** A market that runs fast may have filled what is to be canceled, or closed what is to be closed. */
async function ended(request: Promise<unknown>): Promise<void> {
  await request.catch((error: unknown) => {
    if (!(error instanceof VenueError)) throw error;
  });
}

/** Two changes a turn. */
async function paced(
  credentials: Venue["accounts"][number],
  { baseUrl }: Venue,
  seconds: number,
  perSecond: number,
  act: (client: V2Client, turn: number) => Promise<void>,
): Promise<number> {
  const client = new V2Client({ baseUrl, credentials, limits: "off" });
  const begun = performance.now();
  const turns = Math.round((seconds * perSecond) / 2);
  for (let turn = 0; turn < turns; turn++) {
    await act(client, turn);
    const ahead = begun + ((turn + 1) * 2_000) / perSecond - performance.now();
    if (ahead > 0) await new Promise((resolve) => setTimeout(resolve, ahead));
  }
  client.close();
  return (turns * 2_000) / (performance.now() - begun);
}

/**
 * A page's metrics, as Chromium counts them. @returns looks at them; of what it returns, the value of each
 * name
 */
export async function metricsOf(page: Page): Promise<() => Promise<(name: string) => number>> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Performance.enable");
  return async () => {
    const { metrics } = await devtools.send("Performance.getMetrics");
    return (name) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
  };
}

/** The browser of the tests. */
async function launch(): Promise<Browser> {
  const source = pathToFileURL(join(rootOf(import.meta.dirname), "test/browser/chromium.ts"));
  const module = (await import(source.href)) as { launch(): Promise<Browser> };
  return module.launch();
}
