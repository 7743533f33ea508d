/// <reference lib="dom" />
import type { Page } from "playwright-core";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { V2Client } from "../../src/interface/client/index.ts";
import { venueOfTest } from "../venue/venueOfTest.ts";
import { axe } from "./axe.ts";
import { isMissing, TEST_TIMEOUT_MS } from "./chromium.ts";
import { book, list, openFloor, openPage, symbol, useFloor } from "./floor.ts";
import { openGate } from "./gate.ts";
import { holdAnswers } from "./holdAnswers.ts";
import { Keyboard } from "./keyboard.ts";
import { watchConsole } from "./watchConsole.ts";

/**
 * What the page says before it knows, when there is nothing, and when it hears nothing: three things that
 * look alike where nobody takes care. Other states are in `honest`.
 */

/** Lists that are kept up to date, with what they say when there is nothing in them. */
const LIVE = [
  ["Positions", "No position."],
  ["Open orders", "No open order."],
  ["Plan orders", "Nothing waits for a price."],
  ["Assets", "The account is empty."],
] as const;
/** Lists of the past. */
const PAST = [
  ["Order history", "No order has ended yet.", /\/order\/history/],
  ["Fills", "No fill yet.", /\/order\/fills/],
  ["Closed", "Nothing was closed yet.", /\/position|\/bills|\/order|\/account/],
  ["Funding", "No funding yet", /\/bills|\/account/],
] as const;
const READING = /^Read(ing the account…|ing…)$/;

describe.skipIf(isMissing)("what the page does not know", { timeout: TEST_TIMEOUT_MS }, () => {
  const floor = useFloor({ opens: false });
  let { owner, maker, venue, browser } = floor;
  beforeEach(() => {
    ({ owner, maker, venue, browser } = floor);
  });
  const tab = (on: Page, name: string) => on.getByRole("tab", { name: new RegExp(`^${name}`) }).click();

  test("until the venue has said who is signed in, it is being looked for", async () => {
    const opened = await browser.newPage();
    const letGo = await holdAnswers(opened, /\/demo-session/);
    await opened.goto(venue.baseUrl);
    await opened.getByText("Looking for the venue…").waitFor();
    expect(await opened.getByRole("button", { name: "Sign in" }).count()).toBe(0);
    letGo();
    await opened.getByRole("button", { name: "Account demo-1" }).waitFor();
    await opened.close();
  });

  test("until the account was read, no list says that there is nothing", async () => {
    await owner.orders.place({ ...book, type: "1", size: "0.1", price: "59000.0" });
    const opened = await browser.newPage({ viewport: { width: 1920, height: 1080 } });
    const letGo = await holdAnswers(opened, /\/account\/snapshot/);
    await opened.goto(venue.baseUrl);
    for (const [name, nothing] of LIVE) {
      await tab(opened, name);
      await opened.getByText("Reading the account…").first().waitFor();
      expect(await opened.getByText(nothing).count(), name).toBe(0);
    }
    expect(await axe(opened)).toEqual([]);
    letGo();
    await tab(opened, "Open orders");
    await opened.locator("tr[data-order]").waitFor();
    await opened.close();
  });

  test("until the past was read, it is being read; what cannot be read is told, and read when asked again", async () => {
    const page = await openFloor(floor);
    for (const [name, nothing, path] of PAST) {
      const letGo = await holdAnswers(page, path);
      await tab(page, name);
      await page.getByText(READING).first().waitFor();
      expect(await page.getByText(nothing).count(), name).toBe(0);
      letGo();
      await expect.poll(() => page.getByText(READING).count(), { message: name }).toBe(0);
    }
    await page.route(/\/order\/fills/, (route) => route.abort());
    await page.reload();
    await tab(page, "Fills");
    const told = page.getByRole("alert").filter({ hasText: "Try again" });
    await told.waitFor();
    expect(await page.getByText("No fill yet.").count()).toBe(0);
    await page.unroute(/\/order\/fills/);
    await told.getByRole("button", { name: "Try again" }).click();
    await told.waitFor({ state: "detached" });
    floor.wrong = floor.wrong.filter((text) => !/ERR_FAILED/.test(text)); // what the missing answers themselves say
  });

  test("an account and a market with nothing in them say so, each list in its own words", async () => {
    const key = { apiKey: "emptyKey", secret: "emptySecret", passphrase: "emptyPassphrase" };
    const empty = await venueOfTest({
      prices: { btc: 60_000 },
      accounts: [{ name: "empty", balance: "0", ...key }],
    });
    const opened = await browser.newPage({ viewport: { width: 1920, height: 1080 } });
    await opened.goto(empty.baseUrl);
    for (const [label, text] of [
      ["API key", key.apiKey],
      ["Secret", key.secret],
      ["Passphrase", key.passphrase],
    ] as const)
      await opened.getByLabel(label, { exact: true }).fill(text);
    await opened.getByRole("button", { name: "Sign in" }).click();
    await opened.locator("#panel-book").getByText("empty", { exact: true }).waitFor();
    await opened.locator("#panel-tape").getByText("No trade yet.").waitFor();
    for (const [name, nothing] of [...LIVE.filter(([name]) => name !== "Assets"), ...PAST]) {
      await tab(opened, name);
      await opened.getByText(nothing).first().waitFor();
    }
    await tab(opened, "Connect your bot");
    await opened.getByText("Waiting for the first signed request").waitFor();
    await opened.close();
  });

  test("until the book and the trades were read, none is shown and nothing is said to be empty", async () => {
    const opened = await browser.newPage({ viewport: { width: 1920, height: 1080 } });
    const letGo = await holdAnswers(opened, /\/market\/(depth|trades)/);
    await opened.routeWebSocket(/\/v2\/ws\/public/, () => undefined); // a socket that says nothing
    await opened.goto(venue.baseUrl);
    await opened.locator("#panel-book").getByText("reading…").waitFor();
    await opened.locator("#panel-tape").getByText("Reading…").waitFor();
    await opened.getByText("Connecting", { exact: true }).waitFor();
    expect(await opened.locator("#panel-book").getByText("empty", { exact: true }).count()).toBe(0);
    expect(await opened.getByText("No trade yet.").count()).toBe(0);
    letGo();
    await opened.close();
  });

  test("a channel that could not be subscribed is asked for again, whichever it is, and so are candles: nobody reloads the page", async () => {
    const failed = new Set<string>();
    const begun = new Set<string>();
    const mayFail = /\.|^messages$/; // the other private ones are read together
    const opened = await browser.newPage({ viewport: { width: 1920, height: 1080 } });
    watchConsole(opened, floor.wrong);
    await opened.route(/\/market\/candles/, (route) => route.fulfill({ json: {} }), { times: 1 });
    await opened.routeWebSocket(/\/v2\/ws\//, (socket) => {
      const there = socket.connectToServer();
      socket.onMessage((text) => {
        const { event, channel } = JSON.parse(String(text));
        if (event !== "subscribe" || failed.has(channel) || !mayFail.test(channel)) return there.send(text);
        failed.add(channel);
        socket.send(JSON.stringify({ event: "error", channel, code: "-1", msg: "not now" }));
      });
      there.onMessage((text) => {
        const { event, channel } = JSON.parse(String(text));
        if (event === "subscribed" && failed.has(channel)) begun.add(channel.split(".")[0]);
        socket.send(text);
      });
    });
    await opened.goto(venue.baseUrl);
    await opened.getByText("Live", { exact: true }).waitFor();
    await opened.locator("[data-last]").waitFor();
    await opened.locator(".chart-canvas[data-ready=true]").waitFor();
    const all = ["depth", "kline", "messages", "ticker", "trades"];
    await expect.poll(() => [...begun].toSorted()).toEqual(all);
    await opened.close();
  });

  test("a list whose code has not come keeps the focus in its panel while it comes", async () => {
    const opened = await browser.newPage();
    const early = new Keyboard(opened);
    const letGo = await holdAnswers(opened, /\/assets\/lists-.+js$/);
    await opened.goto(venue.baseUrl);
    await opened.getByRole("button", { name: "Account demo-1" }).waitFor();
    await early.chord("g", "p");
    await opened.locator("#panel-dock .wait").waitFor();
    await early.expectFocusIn("#panel-dock");
    letGo();
    await opened.getByText("No position.").waitFor();
    await early.expectFocusIn("#panel-dock");
    await opened.close();
  });

  test("an account that cannot be read is told with the reason; read again, all is as it was", async () => {
    const page = await openFloor(floor);
    await list(floor, "Positions");
    await page.route(/\/account\/assets/, (route) => route.abort());
    await owner.orders.place({ symbol, order_type: "0", type: "1", match_price: "1", size: "0.01" });
    const told = page.locator(".warnings.danger");
    await told.getByText(/^The account cannot be read: .+ Trying again\.$/).waitFor();
    expect(await axe(page)).toEqual([]);
    await page.unroute(/\/account\/assets/);
    await told.waitFor({ state: "detached" });
    await page.locator("tr[data-position]").waitFor();
    floor.wrong = floor.wrong.filter((text) => !/ERR_FAILED/.test(text)); // what the missing answers themselves say
  });

  test("a market that starts over is shown from its beginning, whatever time it had come to", async () => {
    const anew = await venueOfTest({ prices: { btc: 60_000 } });
    const [taker, other] = anew.accounts.map((credentials) => {
      const client = new V2Client({ baseUrl: anew.baseUrl, credentials, limits: "off" });
      onTestFinished(() => client.close());
      return client;
    }) as [V2Client, V2Client];
    const trade = async (size: string) => {
      await other.orders.place({ ...book, type: "1", size, price: "59995.0" });
      await taker.orders.place({ ...book, type: "2", size, match_price: "1" });
    };
    await anew.step(60_000);
    await trade("0.0111");
    await other.orders.place({ ...book, type: "1", size: "1", price: "59995.0" });
    const on = await openPage(floor, anew.baseUrl);
    onTestFinished(() => on.close());
    const tape = on.locator("#panel-tape tbody tr:not([hidden])");
    await tape.filter({ hasText: "0.0111" }).waitFor();
    const candles = on.waitForRequest(/\/market\/candles/);
    await anew.reset();
    await tape.filter({ hasText: "0.0111" }).waitFor({ state: "detached" });
    await candles;
    await trade("0.0222");
    await tape.filter({ hasText: "0.0222" }).waitFor();
    floor.wrong = floor.wrong.filter((text) => !/ERR_|WebSocket/.test(text)); // what the sockets that ended say
  });

  test("a network that stops without breaking is told, and the last picture stays", async () => {
    const gate = await openGate(venue.port);
    onTestFinished(() => gate.close());
    const through = await openPage(floor, gate.address);
    await expect.poll(() => through.locator(".warnings").count()).toBe(0);
    const best = through.locator(".bids tr").first();
    await expect.poll(() => best.innerText()).toMatch(/\d/);
    gate.hold();
    const told = through.locator(".warnings");
    await told
      .getByText("Nothing is heard from the venue: prices may be old. The last picture stays.")
      .waitFor();
    await through.getByText("Silent", { exact: true }).waitFor();
    expect(await best.innerText()).toMatch(/\d/);
    expect(await axe(through)).toEqual([]);
    gate.mend();
    await told.waitFor({ state: "detached" });
    await through.close();
    floor.wrong = floor.wrong.filter((text) => !/ERR_/.test(text)); // what connections that had ended meanwhile say
  });

  test("a lost connection is said, and everything is right again afterwards", async () => {
    const gate = await openGate(venue.port);
    const through = await openPage(floor, gate.address);
    gate.cut();
    await through.getByText("The connection is gone.").waitFor();
    await through.locator(".book.stale").waitFor();
    expect(await through.locator(".bids tr").first().innerText()).toMatch(/\d/); // the last picture stays, whatever height is left for it
    await owner.orders.place({ ...book, type: "1", size: "0.0321", match_price: "1" });
    const candles = through.waitForRequest(/\/market\/candles/);
    gate.mend();
    await through.getByText("Live", { exact: true }).waitFor();
    // What was traded meanwhile was not pushed.
    await through.locator("#panel-tape tbody tr:not([hidden])", { hasText: "0.0321" }).waitFor();
    await candles;
    await maker.orders.place({ ...book, type: "1", size: "0.5", price: "60000.0" });
    await expect.poll(() => through.locator(".bids tr").first().innerText()).toMatch(/60\s000\.0/);
    await through.close();
    gate.close();
    floor.wrong = floor.wrong.filter((text) => !/ERR_/.test(text)); // what the cut itself says
  });

  test("a display that stands still sends nothing, tells that the connection is gone, and shows another contract as it is", async () => {
    const gate = await openGate(venue.port);
    onTestFinished(() => gate.close());
    const page = await openPage(floor, gate.address);
    const told = page.locator(".warnings");
    const stands = told.getByText("The display stands still; the market goes on.");
    const ticket = page.locator("#panel-ticket");
    await ticket.getByLabel("Price USDT").fill("59000");
    await ticket.getByLabel("Size", { exact: true }).fill("0.1");
    const send = ticket.getByRole("button", { name: "Open long" });
    const last = () => page.locator("[data-last]").getAttribute("data-last");
    await page.locator("[data-last]").waitFor();
    await send.focus();
    await page.keyboard.press("f");
    await stands.waitFor();
    await send.click();
    await ticket.getByRole("alert").getByText("The display stands still; go on first.").waitFor();
    expect(await axe(page)).toEqual([]);
    expect(await owner.orders.current({})).toEqual([]);

    const before = await last();
    await page.keyboard.press("]");
    await expect.poll(last).not.toBe(before);
    await stands.waitFor({ state: "detached" });

    await page.keyboard.press("f");
    await stands.waitFor();
    gate.cut();
    await told.getByText("The connection is gone.").waitFor();
    gate.mend();
    await stands.waitFor();
    await page.close();
    floor.wrong = floor.wrong.filter((text) => !/ERR_|WebSocket/.test(text)); // what the missing connection itself says
  });

  test("the chart of another contract has the orders of that one, before the account is read again", async () => {
    await owner.orders.place({ ...book, type: "1", size: "0.1", price: "59000.0" });
    await owner.orders.place({ ...book, symbol: "cmt_ethusdt", type: "1", size: "0.2", price: "1500" });
    const page = await openPage(floor, venue.baseUrl);
    const lines = page.getByLabel("Lines on the chart").getByRole("listitem");
    const shown = (text: RegExp) =>
      expect.poll(() => lines.allInnerTexts()).toEqual([expect.stringMatching(text)]);
    await shown(/^Open long 0\.1 at 59.000/);
    await page.route(/capi\/v2\/(account|order|position)/, () => {}); // the next reading of the account does not come
    await page.keyboard.press("]");
    await shown(/^Open long 0\.2 at 1.500/);
    await page.keyboard.press("[");
    await shown(/^Open long 0\.1 at 59.000/);
    await page.close();
  });

  test("used up by a program, a limit is told with its rule and when it goes on", async () => {
    const strict = await venueOfTest({ prices: { btc: 60_000 }, clock: "wall", limits: "published" });
    const bot = new V2Client({ baseUrl: strict.baseUrl, credentials: strict.accounts[0]!, limits: "off" });
    onTestFinished(() => bot.close());
    await bot.orders.place({ ...book, type: "1", size: "1", price: "59995.0" });
    const limited = await openPage(floor, strict.baseUrl);
    await limited.getByText("Live", { exact: true }).waitFor();
    const meter = limited.locator(".meter");
    const told = meter.getByText(/^Rate limit of .+: goes on by itself in \d+ s$/);
    // As often as it takes: on a busy machine the limit begins anew before so many have used it up.
    let isTold = false;
    const asked = (async () => {
      while (!isTold) await Promise.allSettled(Array.from({ length: 120 }, () => bot.account.assets()));
    })();
    await told.waitFor().finally(() => {
      isTold = true;
    });
    await asked;
    bot.close();
    await meter.getByText(/^Rate limit/).waitFor({ state: "detached" });
    floor.wrong = floor.wrong.filter((text) => !/429/.test(text)); // what the refusals themselves say
    await limited.close();
  });
});
