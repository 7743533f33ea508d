/// <reference lib="dom" />
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import type { Venue } from "../../src/assembly/venue/index.ts";
import { startVenue } from "../../src/assembly/venue/index.ts";
import { V2Client } from "../../src/interface/client/index.ts";
import { defaultScenario } from "../../src/movers/feeds/index.ts";
import { borrowBrowser, giveBack, LAUNCH_TIMEOUT_MS } from "./chromium.ts";
import { lastLook } from "./lastLook.ts";
import { keepTold } from "./told.ts";
import { watchConsole } from "./watchConsole.ts";

/**
 * The page in a real browser before a venue with a book around 60 000: what its tests begin with. Each begins
 * anew, page and account, so that one in which the browser and the market met unluckily may be tried again.
 */

export const symbol = "cmt_btcusdt";
export const book = { symbol, order_type: "0", match_price: "0" } as const;

/** What a test of the page works with; filled before each. */
export interface Floor {
  venue: Venue;
  browser: Browser;
  /** Opened before each test, or by {@link openFloor}. */
  page: Page;
  /** Trades against the page. */
  maker: V2Client;
  /** The page's account, from outside. */
  owner: V2Client;
  /** What a browser's console would show as wrong. */
  wrong: string[];
}

/**
 * Starts and ends it all around the tests of the present block.
 *
 * @param opens whether each test begins with the page open; to open it takes more than many a test does there
 */
export function useFloor({ opens = true } = {}): Floor {
  const floor = {} as Floor;
  beforeAll(async () => {
    const scenario = defaultScenario("empty");
    // The index stands, so that nothing that hangs on the mark changes between one look and the next.
    const feeds = { ...scenario.feeds, [symbol]: { type: "constant", price: 60_000 } } as const;
    floor.venue = await startVenue({ market: { ...scenario, feeds }, prehistory: 200, clock: "wall" });
    const [first, second] = floor.venue.accounts;
    const { baseUrl } = floor.venue;
    floor.owner = new V2Client({ baseUrl, credentials: first!, limits: "off" });
    floor.maker = new V2Client({ baseUrl, credentials: second!, limits: "off" });
    floor.browser = await borrowBrowser();
  }, LAUNCH_TIMEOUT_MS);
  afterAll(async () => {
    await giveBack(floor.browser);
    await floor.venue?.stop();
  });
  beforeEach(async () => {
    floor.wrong = [];
    await quote(floor);
    if (opens) await openFloor(floor);
  });
  afterEach(async (context) => {
    await lastLook(context, floor.page);
    await floor.page?.close();
    await flatten(floor);
    expect(floor.wrong).toEqual([]);
  });
  return floor;
}

/** Opens the page of the floor. */
export async function openFloor(floor: Floor): Promise<Page> {
  floor.page = await openPage(floor, floor.venue.baseUrl);
  return floor.page;
}

/** A book around 60 000, a tick and a half wide, deep enough for everything here. */
export async function quote({ maker }: Floor): Promise<void> {
  await maker.orders.cancelAll();
  for (let i = 0; i < 5; i++) {
    const away = i * 10;
    await maker.orders.place({ ...book, type: "1", size: "2", price: (59_995 - away).toFixed(1) });
    await maker.orders.place({ ...book, type: "2", size: "2", price: (60_005 + away).toFixed(1) });
  }
}

/**
 * A minute from 59 900 to 60 100: what the chart's scale holds at least, whatever the minutes before were,
 * which hang on the clock. Before the book is quoted, which would be met.
 */
export async function stretch({ maker, owner }: Floor): Promise<void> {
  for (const [price, makes, takes] of [
    ["60100.0", "2", "1"],
    ["59900.0", "4", "3"],
  ] as const) {
    await maker.orders.place({ ...book, type: makes, size: "0.01", price });
    await owner.orders.place({ ...book, type: takes, size: "0.01", price });
  }
  expect(await owner.positions.all()).toEqual([]);
}

/** Ends everything of the page's account. */
async function flatten(floor: Floor): Promise<void> {
  const { owner } = floor;
  await owner.orders.cancelAll();
  await owner.orders.cancelAll({ cancelOrderType: "plan" });
  if ((await owner.positions.all()).length === 0) return;
  await quote(floor); // a test may have left nobody to close with
  await owner.positions.close();
  expect(await owner.positions.all()).toEqual([]);
}

export async function openPage(
  { browser, wrong }: Pick<Floor, "browser" | "wrong">,
  address: string,
  width = 1920,
  height = 1080,
): Promise<Page> {
  const opened = await browser.newPage({ viewport: { width, height }, colorScheme: "dark" });
  watchConsole(opened, wrong);
  watchHosts(opened, address, wrong);
  await keepTold(opened);
  await opened.goto(address);
  await opened.getByRole("button", { name: "Account demo-1" }).waitFor();
  await opened.locator(".chart-canvas[data-ready=true]").waitFor();
  if (width > 760) await expect.poll(() => opened.locator(".bids tr").first().innerText()).toMatch(/59\s995/);
  return opened;
}

/**
 * Takes down every request and every socket of a page that goes elsewhere than to the venue's address, or
 * carries anything in it.
 */
export function watchHosts(page: Page, address: string, wrong: string[]): void {
  const { host } = new URL(address);
  const look = (text: string) => {
    const url = new URL(text);
    if (url.protocol === "data:" || url.protocol === "blob:") return;
    if (url.host !== host) wrong.push(`asked ${text}`);
    if (/ticket|secret|passphrase|token=|sign=/i.test(url.search)) wrong.push(`told in an address: ${text}`);
  };
  page.on("request", (request) => look(request.url()));
  page.on("websocket", (socket) => look(socket.url()));
}

/** Brings one of the account's lists to the front. */
export function list({ page }: Floor, name: string): Promise<void> {
  return page.getByRole("tab", { name: new RegExp(`^${name}`) }).click();
}

/**
 * Presses the label of a line on the chart, as who drags it: over it the hand shows, and where what was seen
 * has moved meanwhile, it is aimed at anew. While it is looked for the pointer is beside the chart, where its
 * cross can cover no edge of a label. Returns where the labels of the kind are, from above.
 *
 * @param of as many labels of its kind there are
 * @param at which of them, from above
 */
export async function pressLabel(on: Page, name: LineName, of = 1, at = 0): Promise<readonly Point[]> {
  for (;;) {
    await on.mouse.move(0, 0);
    const labels = await labelsOf(on, name, of);
    const { x, y } = labels[at]!;
    await on.mouse.move(x - BESIDE_PX, y);
    await on.mouse.move(x, y);
    if (!(await showsHand(on))) continue;
    await on.mouse.down();
    return labels;
  }
}

/** Left of every label. */
const BESIDE_PX = 400;

/** Whether the pointer is a hand: it is over what can be dragged, or drags it. */
export function showsHand(on: Page): Promise<boolean> {
  return on.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>(".chart-canvas *")].some(
      ({ style }) => style.cursor === "pointer",
    ),
  );
}

type LineName = "TP" | "limit" | "trigger";

interface Point {
  readonly x: number;
  readonly y: number;
}

/**
 * Frames in which labels must stand where they stood: what was just changed is drawn in the next one, and may
 * change the scale for the one after it.
 */
const STILL_FRAMES = 4;
let looks = 0;

/**
 * Where so many labels of a kind are, from above, once that many stand apart and still: their frames are
 * drawn in the colour of the kind.
 */
async function labelsOf(on: Page, name: LineName, count: number): Promise<readonly Point[]> {
  const token = { TP: "--down", limit: "--up", trigger: "--up" }[name]; // of their sides, in the tests
  const labels = await on.waitForFunction(
    ([variable, wantedCount, look, frames]) => {
      const kept = globalThis as { labelsSeen?: { look: number; places: string; frames: number } };
      const wanted = getComputedStyle(document.documentElement).getPropertyValue(variable).trim();
      const ink = [1, 3, 5].map((at) => Number.parseInt(wanted.slice(at, at + 2), 16));
      for (const canvas of document.querySelectorAll<HTMLCanvasElement>(".chart-canvas canvas")) {
        const box = canvas.getBoundingClientRect();
        if (box.height < 150 || box.width < 300) continue;
        const x = box.width - 100;
        const scale = canvas.width / box.width;
        // One column of it, copied: reading the canvas itself again and again would make the browser warn of
        // it.
        const column = new OffscreenCanvas(1, canvas.height).getContext("2d", { willReadFrequently: true })!;
        column.drawImage(canvas, -Math.round(x * scale), 0);
        const { data } = column.getImageData(0, 0, 1, canvas.height);
        const rows: number[] = [];
        for (let row = 0; row < canvas.height; row++) {
          if (ink.every((value, at) => Math.abs(data[4 * row + at]! - value) < 40)) rows.push(row / scale);
        }
        const tops: number[] = [];
        for (const row of rows) {
          const isWithin = tops.some((top) => row - top < 19);
          if (!isWithin && rows.some((other) => Math.abs(other - row - 18) < 2)) tops.push(row);
        }
        if (tops.length !== wantedCount) continue;
        const places = tops.map((top) => ({ x: box.x + x, y: box.y + top + 9 }));
        const text = JSON.stringify(places);
        const before = kept.labelsSeen;
        const isStill = before?.look === look && before.places === text;
        kept.labelsSeen = { look, places: text, frames: isStill ? before.frames + 1 : 1 };
        return kept.labelsSeen.frames < frames ? undefined : places;
      }
      return undefined; // until a frame has drawn them
    },
    [token, count, ++looks, STILL_FRAMES] as const,
  );
  return (await labels.jsonValue())!;
}

/** Where the candles end and the volume begins, which the chart takes for neither. */
export function endOfCandles(on: Page): Promise<number> {
  return on.evaluate(() => {
    const boxes = [...document.querySelectorAll(".chart-canvas canvas")].map((each) =>
      each.getBoundingClientRect(),
    );
    return boxes.find(({ height, width }) => height >= 150 && width >= 300)!.bottom;
  });
}
