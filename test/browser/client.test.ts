import type { Browser, JSHandle, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { startVenue, type Venue } from "../../src/assembly/venue/index.ts";
import { type ClientOptions, V2Client } from "../../src/interface/client/index.ts";
import { openRelay } from "../client/relay.ts";
import { LIMIT } from "../venue/limitOrder.ts";
import {
  borrowBrowser,
  FOREIGN_HOST,
  giveBack,
  isMissing,
  LAUNCH_TIMEOUT_MS,
  TEST_TIMEOUT_MS,
} from "./chromium.ts";
import { entryOf, openClientPage } from "./clientPage.ts";

/**
 * The client in a browser, before a real venue, and the core alone. What it does right or wrong everywhere is
 * tested in test/client/; here is what a browser's own fetch, WebSocket, WebCrypto and module loader make of
 * it. Functions given to `evaluate` run in the page.
 */

const symbol = "cmt_btcusdt";
const ORDER = { ...LIMIT, symbol, size: "0.0123", price: "50000.1" } as const;

let venue: Venue;
let browser: Browser;
let page: Page;
/** Two accounts that trade from outside. */
let buyer: V2Client;
let seller: V2Client;
const closing: (() => Promise<unknown>)[] = [];

/** Options that can travel into a page. */
type Options = Omit<ClientOptions, "fetch" | "openSocket" | "timing">;

/** A client in a page: with the venue's first account and no limits, if the options do not say otherwise. */
function clientIn(inside: Page, options: Partial<Options> = {}): Promise<JSHandle<V2Client>> {
  const given = {
    baseUrl: venue.baseUrl,
    credentials: venue.accounts[0]!,
    limits: "off",
    ...options,
  } as const;
  return inside.evaluateHandle((each) => new outcry.V2Client(each), given);
}

/** One trade at a price where nobody else trades. */
async function trade(price: string): Promise<void> {
  await seller.orders.place({ ...ORDER, type: "2", price });
  await buyer.orders.place({ ...ORDER, type: "1", price });
}

describe.skipIf(isMissing)("in a browser", { timeout: TEST_TIMEOUT_MS }, () => {
  beforeAll(async () => {
    venue = await startVenue({
      prices: { btc: 60_000 },
      accounts: ["page", "buyer", "seller"].map((name) => ({ name })),
    });
    const [, second, third] = venue.accounts;
    buyer = new V2Client({ baseUrl: venue.baseUrl, credentials: second!, limits: "off" });
    seller = new V2Client({ baseUrl: venue.baseUrl, credentials: third!, limits: "off" });
    browser = await borrowBrowser();
    page = await openClientPage(browser, venue.baseUrl);
  }, LAUNCH_TIMEOUT_MS);
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
  });
  afterAll(async () => {
    await giveBack(browser);
    await venue?.stop();
  });

  test("outcry/core runs here, too, with nothing but what the package brings", async () => {
    // As text, because imports of functions are rewritten for Node.js.
    const mark = await page.evaluate(`import("${entryOf("./core")}").then(({ DecimalExchange }) => {
      const exchange = new DecimalExchange({ time: 0 });
      exchange.list({ symbol: "BTC", tick: "0.1", lot: "0.0001" });
      exchange.index({ BTC: "60000" });
      return exchange.prices("BTC").mark;
    })`);
    expect(mark).toBe("60000.000");
  });

  describe("REST", () => {
    test("market data needs no key, and reads to the character as in Node.js", async () => {
      const client = await page.evaluateHandle((baseUrl) => new outcry.V2Client({ baseUrl }), venue.baseUrl);
      await seller.orders.place({ ...ORDER, type: "2", price: "60900.1" });
      const asked = [
        client.evaluate((each) => each.market.contracts()),
        client.evaluate((each, of) => each.market.depth({ symbol: of }), symbol),
        client.evaluate((each, of) => each.market.ticker({ symbol: of }), symbol),
      ];
      const { market } = buyer;
      expect(await Promise.all(asked)).toEqual(
        await Promise.all([market.contracts(), market.depth({ symbol }), market.ticker({ symbol })]),
      );
      const { asks } = await client.evaluate((each, of) => each.market.depth({ symbol: of }), symbol);
      expect(asks).toEqual([["60900.1", "0.0123"]]);
      await seller.orders.cancelAll();
    });

    test("an order is signed and placed, read back to the last digit, and cancelled", async () => {
      const client = await clientIn(page);
      const { order_id } = await client.evaluate((each, order) => each.orders.place(order), ORDER);
      const placed = await client.evaluate((each, orderId) => each.orders.detail({ orderId }), order_id);
      expect(placed).toMatchObject({ order_id, size: "0.0123", price: "50000.1", status: "open" });
      const canceled = await client.evaluate((each, orderId) => each.orders.cancel({ orderId }), order_id);
      expect(canceled).toMatchObject({ order_id, result: true });
      expect(await client.evaluate((each) => each.orders.current())).toEqual([]);
    });

    test("a query is signed as the browser sends it, whatever is in it", async () => {
      const client = await clientIn(page);
      const refused = client.evaluate((each) =>
        each.orders.current({ symbol: "it's (all)*! ü|^[`]" }).catch((error: unknown) => {
          if (error instanceof outcry.VenueError) return error.code;
          throw error;
        }),
      );
      expect(await refused).toBe("40020"); // a wrong symbol; a wrong signature would be 40009
    });

    test("a refusal is a VenueError with code, words and request, and no secret", async () => {
      const client = await clientIn(page);
      const refused = await client.evaluate(
        (each, order) =>
          each.orders.place(order).catch((error: unknown) => ({
            isVenueError: error instanceof outcry.VenueError,
            ...(error as Error),
          })),
        { ...ORDER, size: "0.00001" },
      );
      expect(refused).toMatchObject({
        isVenueError: true,
        name: "VenueError",
        code: "40015",
        status: 400,
        msg: expect.stringContaining("stepSize '0.0001'"),
        request: { method: "POST", path: "/capi/v2/order/placeOrder" },
      });
      const { secret, passphrase } = venue.accounts[0]!;
      expect(JSON.stringify(refused)).not.toContain(secret);
      expect(JSON.stringify(refused)).not.toContain(passphrase);
    });

    test("an order whose answer is lost is sent again byte for byte, and placed once", async () => {
      const own = await openClientPage(browser, venue.baseUrl);
      closing.push(() => own.close());
      const sent: (string | null | undefined)[][] = [];
      await own.route("**/placeOrder", async (route) => {
        const request = route.request();
        sent.push([
          request.headers()["access-timestamp"],
          request.headers()["access-sign"],
          request.postData(),
        ]);
        if (sent.length > 1) return route.continue();
        await route.fetch();
        await route.abort("connectionreset");
      });
      const client = await clientIn(own);
      const { order_id } = await client.evaluate((each, order) => each.orders.place(order), ORDER);
      expect(sent.length).toBe(2);
      expect(sent[1]).toEqual(sent[0]);
      const resting = await client.evaluate((each) => each.orders.current());
      expect(resting.map((order) => order.order_id)).toEqual([order_id]);
      await client.evaluate((each) => each.orders.cancelAll());
    });

    test("without any answer the error says whether something may have happened", async () => {
      const own = await openClientPage(browser, venue.baseUrl);
      closing.push(() => own.close());
      await own.route("**/capi/**", (route) => route.abort("connectionrefused"));
      const client = await clientIn(own, { retries: 0 });
      const told = (asked: Promise<unknown>) => asked.catch(String);
      expect(await told(client.evaluate((each, order) => each.orders.place(order), ORDER))).toContain(
        "no answer; it may have happened all the same",
      );
      expect(await told(client.evaluate((each) => each.orders.current()))).toMatch(/no answer$/m);
    });

    test("a machine whose clock is off signs with the venue's time once the venue refuses its own", async () => {
      const wall = await startVenue({ clock: "wall", strictFreshness: true });
      closing.push(() => wall.stop());
      const late = await openClientPage(browser, wall.baseUrl, () => {
        const now = Date.now;
        Date.now = () => now() - 90_000;
      });
      closing.push(() => late.close());
      const begun = Date.now();
      const client = await clientIn(late, { baseUrl: wall.baseUrl, credentials: wall.accounts[0]! });
      expect(await client.evaluate((each) => each.account.assets())).toHaveLength(1);
      const correctionMs = await client.evaluate((each) => each.clock.correctionMs);
      // As far as question and answer may have been apart.
      expect(Math.abs(correctionMs - 90_000)).toBeLessThanOrEqual(1 + Date.now() - begun);
    });
  });

  describe("budgets", () => {
    test("are kept by waiting, so that the venue refuses nothing", async () => {
      const strict = await startVenue({ limits: "published" });
      closing.push(() => strict.stop());
      const own = await openClientPage(browser, strict.baseUrl);
      closing.push(() => own.close());
      const statuses: number[] = [];
      own.on("response", (response) => statuses.push(response.status()));
      const at = { baseUrl: strict.baseUrl, credentials: strict.accounts[0]! };
      const burst = (client: V2Client): Promise<readonly unknown[]> =>
        Promise.all(
          Array.from({ length: 15 }, () =>
            client.orders.cancelAll().catch((error: unknown) => ({ ...(error as Error) })),
          ),
        );
      const careful = await clientIn(own, { ...at, limits: "published" });
      await careful.evaluate(burst);
      expect(statuses).toEqual(Array(15).fill(200));
      const hasty = await clientIn(own, { ...at, limits: "off", retries: 0 });
      // As often as it takes: where they arrive apart, on a busy machine, the budget begins anew before it is
      // used up.
      await expect
        .poll(() => hasty.evaluate(burst))
        .toContainEqual(
          expect.objectContaining({ name: "VenueError", status: 429, retryAfterMs: expect.any(Number) }),
        );
    });

    test("that would keep a request waiting too long refuse it, unsent", async () => {
      const limits = { placements: { max: 1, windowMs: 3_600_000 } };
      const client = await clientIn(page, { limits, waitMaxMs: 50 });
      const { order_id } = await client.evaluate((each, order) => each.orders.place(order), ORDER);
      const second = await client.evaluate(
        (each, order) => each.orders.place(order).catch((error: unknown) => ({ ...(error as Error) })),
        ORDER,
      );
      expect(second).toMatchObject({ name: "ThrottledError", rule: "orders to place" });
      await client.evaluate((each, orderId) => each.orders.cancel({ orderId }), order_id);
    });
  });

  describe("the public socket", () => {
    test("pushes each channel", async () => {
      const client = await clientIn(page);
      const trades = await client.evaluateHandle((each, of) => each.watch.trades(of), symbol);
      const ticker = await client.evaluateHandle((each, of) => each.watch.ticker(of), symbol);
      const candles = await client.evaluateHandle((each, of) => each.watch.candles(of, "MINUTE_1"), symbol);
      await trade("60010.1");
      const pushed = await trades.evaluate(async (feed) => {
        for await (const push of feed) return push;
        return undefined;
      });
      expect(pushed).toMatchObject({ price: "60010.1", size: "0.0123", buyerMaker: false });
      await ticker.evaluate(async (feed, price) => {
        for await (const push of feed) if (push.lastPrice === price) return;
      }, "60010.1");
      await candles.evaluate(async (feed, price) => {
        for await (const push of feed) if (push.close === price) return;
      }, "60010.1");
      expect(await client.evaluate((each) => each.echo("public"))).toBeGreaterThan(0);
      await client.evaluate((each) => each.close());
    });

    test("keeps a book that is REST's, and makes it anew when the connection is lost", async () => {
      const relay = await openRelay(venue.wsUrl, () => true);
      closing.push(() => relay.close());
      const client = await clientIn(page, { wsUrl: relay.url });
      const trades = await client.evaluateHandle((each, of) => each.watch.trades(of), symbol);
      const book = await client.evaluateHandle((each, of) => each.orderBook(of), symbol);
      const shown = await book.evaluateHandle((each) => {
        const told = ["live"];
        void (async () => {
          for await (const { isLive, bids, asks } of each) {
            const now = isLive ? "live" : bids.length + asks.length === 0 ? "empty" : "stale";
            if (now !== told.at(-1)) told.push(now);
          }
        })();
        return told;
      });
      for (let round = 1; round <= 3; round++) {
        await buyer.orders.place({ ...ORDER, price: `${59_500 + round}.5` });
        await seller.orders.place({ ...ORDER, type: "2", price: `${60_500 - round}.5` });
        const { bids, asks } = await buyer.market.depth({ symbol });
        const sides = [bids, asks].map((side) => side.map(([price, size]) => ({ price, size })));
        await book.evaluate(
          (each, expected) => each.until(() => JSON.stringify([each.bids, each.asks]) === expected),
          JSON.stringify(sides),
        );
        expect(relay.connections).toBe(round);
        relay.cut();
      }
      // Whoever read a feed goes on reading it.
      await expect.poll(() => relay.connections).toBe(4);
      await book.evaluate((each) => each.until(({ isLive }) => isLive));
      await trade("60011.1");
      const pushed = await trades.evaluate(async (feed) => {
        for await (const push of feed) return push;
        return undefined;
      });
      expect(pushed).toMatchObject({ price: "60011.1" });
      const [live, empty] = ["live", "empty"];
      expect(await shown.jsonValue()).toEqual([live, empty, live, empty, live, empty, live]);
      expect(await book.evaluate(({ gaps }) => gaps)).toBe(0);
      await client.evaluate((each) => each.close());
      await Promise.all([buyer.orders.cancelAll(), seller.orders.cancelAll()]);
    });

    test("notices a push that is missing", async () => {
      let lost = 0;
      const relay = await openRelay(venue.wsUrl, (text) => {
        if (lost > 0 || !text.includes('"CHANGED"')) return true;
        lost++;
        return false;
      });
      closing.push(() => relay.close());
      const client = await clientIn(page, { wsUrl: relay.url });
      const book = await client.evaluateHandle((each, of) => each.orderBook(of, 200), symbol);
      await buyer.orders.place({ ...ORDER, price: "59001.1" });
      await expect.poll(() => lost).toBe(1);
      await buyer.orders.place({ ...ORDER, price: "59002.1" });
      await book.evaluate((each) => each.until(({ bids }) => bids.length === 2));
      const shown = await book.evaluate(({ bids, gaps }) => ({ bids, gaps }));
      expect(shown.bids.map(({ price }) => price)).toEqual(["59002.1", "59001.1"]);
      expect(shown.gaps).toBe(1);
      await client.evaluate((each) => each.close());
      await buyer.orders.cancelAll();
    });
  });

  describe("private sockets", () => {
    test("a ticket opens one: orders are followed, and again when the connection was lost", async () => {
      const client = await clientIn(page);
      const feed = await client.evaluateHandle((each) => each.watch.orders());
      const { order_id } = await client.evaluate((each, order) => each.orders.place(order), ORDER);
      const pushed = await feed.evaluate(async (each) => {
        for await (const push of each) return push;
        return undefined;
      });
      expect(JSON.stringify(pushed)).toContain(order_id);
      await client.evaluate((each) => each.dropConnection("private"));
      const mirror = await client.evaluateHandle((each) => each.accountMirror());
      await mirror.evaluate((each) => each.until(({ orders }) => orders.size === 1));
      await client.evaluate((each, orderId) => each.orders.cancel({ orderId }), order_id);
      await mirror.evaluate((each) => each.until(({ orders }) => orders.size === 0));
      await client.evaluate((each) => each.close());
    });

    test("a wrong key is told, and not tried again", async () => {
      const [account] = venue.accounts;
      const client = await clientIn(page, { credentials: { ...account!, secret: "wrong" } });
      await expect(client.evaluate((each) => each.watch.orders().then(() => {}))).rejects.toThrow(
        "the private socket is refused: 40009",
      );
    });
  });

  describe("what a browser does not let a page do", () => {
    test("a page of another origin gets no answer: the venue allows none", async () => {
      const elsewhere = await openClientPage(browser, venue.baseUrl.replace("127.0.0.1", "localhost"));
      closing.push(() => elsewhere.close());
      const client = await clientIn(elsewhere, { retries: 0 });
      await expect(client.evaluate((each) => each.market.time())).rejects.toThrow("no answer");
    });

    test("a page of another site listens to the market, and where it is not secure it cannot sign", async () => {
      const elsewhere = await openClientPage(browser, venue.baseUrl.replace("127.0.0.1", FOREIGN_HOST));
      closing.push(() => elsewhere.close());
      const client = await clientIn(elsewhere);
      const ticker = await client.evaluate(async (each, of) => {
        for await (const push of await each.watch.ticker(of)) return push;
        return undefined;
      }, symbol);
      expect(ticker).toMatchObject({ symbol });
      await expect(client.evaluate((each) => each.account.assets())).rejects.toThrow(
        "WebCrypto needs a secure origin (https, or localhost)",
      );
    });
  });
});
