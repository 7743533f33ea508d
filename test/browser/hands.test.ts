/// <reference lib="dom" />
import type { Page } from "playwright-core";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { startVenue } from "../../src/assembly/venue/index.ts";
import { control } from "../venue/control.ts";
import { axe } from "./axe.ts";
import { isMissing, TEST_TIMEOUT_MS } from "./chromium.ts";
import { book, list as listOf, openFloor, openPage, useFloor } from "./floor.ts";
import { openGate } from "./gate.ts";
import { holdAnswers } from "./holdAnswers.ts";
import { Keyboard } from "./keyboard.ts";
import { told } from "./told.ts";

/**
 * Real or paper, keys typed, remembered and forgotten, one-key trading, keys of one's own, the book by arrow
 * keys; large text, forced colours.
 */

/** Where the ticket's orders go. */
const PLACES = /\/order\/placeOrder$/;

describe.skipIf(isMissing)("the page in its reader's hands", { timeout: TEST_TIMEOUT_MS }, () => {
  const floor = useFloor({ opens: false });
  const list = (name: string) => listOf(floor, name);
  const ticket = () => floor.page.locator("#panel-ticket");
  let { owner, venue } = floor;
  beforeEach(() => {
    ({ owner, venue } = floor);
  });

  test("one switch leads to the paper account and back; an order there is nobody's here", async () => {
    const page = await openFloor(floor);
    await page.getByRole("radio", { name: "Paper" }).click();
    await page.getByText("PAPER", { exact: true }).waitFor();
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    await expect.poll(focused).toBe("Paper"); // of the page that came in the other's place
    await ticket().getByRole("radio", { name: "Market" }).click();
    await ticket().getByLabel("Size", { exact: true }).fill("0.3");
    await ticket().getByRole("row", { name: "Cost USDT" }).waitFor();
    await ticket().getByRole("button", { name: "Open long" }).click();
    await list("Positions");
    await page.locator("tr[data-position]").getByText("0.3000").waitFor();
    expect(await axe(page)).toEqual([]);
    expect(await owner.positions.all()).toEqual([]);
    await page.getByRole("radio", { name: "Real" }).click();
    await page.getByText("PAPER", { exact: true }).waitFor({ state: "detached" });
    await list("Positions");
    await page.getByText("No position.").waitFor();
  });

  test("a connection that is cut before, while or after an order is asked for: one order or none, and the page says which", async () => {
    const page = await openFloor(floor);
    const sent: string[] = [];
    page.on("request", (request) => {
      if (PLACES.test(request.url())) sent.push(request.url());
    });
    await ticket().getByLabel("Price USDT").fill("59000");
    await ticket().getByLabel("Size", { exact: true }).fill("0.001");
    const press = () => ticket().getByRole("button", { name: "Open long" }).click();
    const resting = async () => (await owner.orders.current({})).length;

    await page.route(PLACES, (route) => route.abort("connectionrefused"));
    await press();
    await told(page, "Open long 0.001 BTC at 59000: not sent");
    const offer = ticket().getByText(
      /^Not sent: the venue has no order of this id .* BTC\/USDT is at [\d.\s]+ now\.$/,
    );
    await offer.waitFor();
    expect(await axe(page)).toEqual([]);
    expect([sent.length, await resting()]).toEqual([1, 0]);

    await page.unroute(PLACES);
    await page.route(PLACES, async (route) => {
      await route.fetch();
      await route.abort("connectionreset");
    });
    await press();
    await told(page, "Open long 0.001 BTC at 59000: it came, and is open");
    expect([sent.length, await resting()]).toEqual([2, 1]);

    await page.unroute(PLACES);
    await press();
    await told(page, "Open long 0.001 BTC at 59000: accepted");
    expect([sent.length, await resting()]).toEqual([3, 2]);
    floor.wrong = floor.wrong.filter((text) => !/ERR_/.test(text)); // what the cuts themselves say
  });

  test("without a connection nothing can be sent, and everything can again afterwards", async () => {
    await owner.orders.place({ ...book, type: "1", size: "0.1", price: "59000.0" });
    const gate = await openGate(venue.port);
    onTestFinished(() => gate.close());
    const page = await openPage(floor, gate.address);
    await page.getByRole("tab", { name: /^Open orders/ }).click();
    const buttons = [
      page.locator("#panel-ticket").getByRole("button", { name: "Open long" }),
      page.locator("#panel-ticket").getByRole("button", { name: "Open short" }),
      page.getByRole("button", { name: "Cancel open long BTC/USDT" }),
    ];
    for (const each of buttons) await expect.poll(() => each.isEnabled()).toBe(true);
    gate.cut();
    for (const each of buttons) await expect.poll(() => each.isEnabled()).toBe(false);
    gate.mend();
    for (const each of buttons) await expect.poll(() => each.isEnabled()).toBe(true);
    await page.close();
    floor.wrong = floor.wrong.filter((text) => !/ERR_|WebSocket/.test(text)); // what the cut itself says
  });

  test("a change of account that fails is told", async () => {
    const page = await openFloor(floor);
    const refusal = { status: 400, json: { code: "40009", msg: "not now" } };
    await page.route(/\/sim\/account\/snapshot/, (route) => route.fulfill(refusal));
    await page.getByRole("radio", { name: "Paper" }).click();
    await told(page, /The account was not changed.*not now/);
    floor.wrong = floor.wrong.filter((text) => !text.includes("400 (Bad Request)")); // how a browser tells of it
  });

  test("the account changes once at a time, and not after its reader has signed out", async () => {
    const page = await openFloor(floor);
    const paper = page.getByRole("radio", { name: "Paper" });
    const real = page.getByRole("radio", { name: "Real" });
    const asked: string[] = [];
    page.on("request", (request) => {
      if (/\/sim\/account\/snapshot/.test(request.url())) asked.push(request.url());
    });
    const letPaper = await holdAnswers(page, /\/sim\/account\/snapshot/);
    await paper.click();
    await expect.poll(() => asked.length).toBe(1);
    await paper.click();
    await real.click();
    expect(asked).toHaveLength(1);
    letPaper();
    await page.getByText("PAPER", { exact: true }).waitFor();

    await page.unroute(/\/sim\/account\/snapshot/);
    const letReal = await holdAnswers(page, /\/v2\/account\/snapshot/);
    const answered = page.waitForResponse(/\/v2\/account\/snapshot/);
    await real.click();
    await page.getByRole("button", { name: "Account demo-1" }).click();
    await page.getByRole("menuitem", { name: "Sign in with a key…" }).click();
    await page.getByLabel("API key").waitFor();
    letReal();
    await (await answered).finished();
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
    expect(await page.getByLabel("API key").count()).toBe(1);
  });

  test("where nobody is signed in by itself, a key signs in, and a wrong secret is told", async () => {
    const key = { apiKey: "chosenKey", secret: "chosenSecret", passphrase: "chosenPassphrase" };
    const other = await startVenue({ prices: { btc: 60_000 }, accounts: [{ name: "alice", ...key }] });
    const signing = await floor.browser.newPage();
    await signing.goto(other.baseUrl);
    const field = (label: string) => signing.getByLabel(label, { exact: true });
    await field("API key").fill(key.apiKey);
    await field("Secret").fill("wrong");
    await field("Passphrase").fill(key.passphrase);
    await signing.getByRole("button", { name: "Sign in" }).click();
    await signing.getByRole("alert").getByText("the signature does not match").waitFor();
    await field("Secret").fill(key.secret);
    await signing.getByRole("button", { name: "Sign in" }).click();
    await signing.getByRole("button", { name: "Account chosenKey" }).waitFor();
    expect(await signing.getByText("DEMO").count()).toBe(0);
    // What was typed stands nowhere until its reader wants to see it.
    await signing.getByRole("tab", { name: /^Positions/, selected: true }).waitFor();
    await signing.getByRole("tab", { name: "Connect your bot" }).click();
    const program = signing.getByRole("region", { name: "Python program" });
    expect(await program.innerText()).toContain('"the secret of this key", "the passphrase of this key"');
    await signing.getByText("Show my secret").click();
    await expect.poll(() => program.innerText()).toContain(`"${key.secret}", "${key.passphrase}"`);
    const kept = await signing.evaluate(
      () => JSON.stringify({ ...localStorage, ...sessionStorage }) + location.href,
    );
    for (const secret of [key.secret, key.passphrase]) expect(kept).not.toContain(secret);
    await signing.close();
    await other.stop();
  });

  test("a key is remembered only if asked, unreadable in the browser's storage, and forgotten by one button", async () => {
    const key = { apiKey: "chosenKey", secret: "chosenSecret", passphrase: "chosenPassphrase" };
    const other = await startVenue({ prices: { btc: 60_000 }, accounts: [{ name: "alice", ...key }] });
    await control(other, "accounts/many/message", { accounts: ["alice"], text: "The first round begins" });
    const context = await floor.browser.newContext();
    const signing = await context.newPage();
    const field = (label: string) => signing.getByLabel(label, { exact: true });
    await signing.goto(other.baseUrl);
    await field("API key").fill(key.apiKey);
    await field("Secret").fill(key.secret);
    await field("Passphrase").fill(key.passphrase);
    await signing.getByText("Remember it in this browser").click();
    await signing.getByRole("button", { name: "Sign in" }).click();
    await signing.getByRole("button", { name: "Account chosenKey" }).waitFor();
    await signing.getByRole("button", { name: "Read", exact: true }).click();
    const reads = () =>
      signing.evaluate(() => Object.keys(localStorage).filter((name) => /message/.test(name)));
    await expect.poll(reads).toHaveLength(1);

    const kept = await signing.evaluate(async () => {
      const opening = indexedDB.open("outcry", 1);
      await new Promise((resolve) => {
        opening.onsuccess = resolve;
      });
      const asking = opening.result.transaction("keys").objectStore("keys").getAll();
      await new Promise((resolve) => {
        asking.onsuccess = resolve;
      });
      const [row] = asking.result as { signing: CryptoKey; encryption: CryptoKey; encrypted: ArrayBuffer }[];
      const text = (bytes: ArrayBuffer) => String.fromCharCode(...new Uint8Array(bytes));
      const reads = (one: CryptoKey) =>
        crypto.subtle.exportKey("raw", one).then(
          () => true,
          () => false,
        );
      return {
        read: [await reads(row!.signing), await reads(row!.encryption)],
        text: JSON.stringify({ ...localStorage, ...sessionStorage }) + location.href + text(row!.encrypted),
      };
    });
    expect(kept.read).toEqual([false, false]);
    for (const word of Object.values(key)) expect(kept.text).not.toContain(word);

    await signing.reload();
    await signing.getByRole("button", { name: "Account chosenKey" }).waitFor();
    await signing.getByRole("button", { name: "Account chosenKey" }).click();
    await signing.getByRole("menuitem", { name: "Sign out and forget this key" }).click();
    await field("API key").waitFor();
    expect(await reads()).toEqual([]);
    await signing.reload();
    await field("API key").waitFor();
    await context.close();
    await other.stop();
  });

  test("a key that trades does nothing until one-key trading is armed; Escape disarms", async () => {
    const page = await openFloor(floor);
    const keys = page.keyboard;
    await owner.orders.place({ ...book, type: "1", size: "0.1", price: "59000" });
    await list("Open orders");
    await page.locator("tr[data-order]").waitFor();
    await keys.press("3");
    await told(page, "Not armed: “Cancel every open order of the contract”");
    expect(await owner.orders.current({})).toHaveLength(1);
    await keys.press("!");
    await page.getByText("the keys marked ! trade at once").waitFor();
    await keys.press("3");
    await page.getByText("No open order.").waitFor();
    await keys.press("Escape");
    await page.getByText("the keys marked ! trade at once").waitFor({ state: "detached" });
    await keys.press("4");
    await told(page, "Not armed: “Close every position of the contract at market”");
  });

  test("a key that trades is held: one order", async () => {
    const page = await openFloor(floor);
    const keys = page.keyboard;
    await ticket().getByLabel("Price USDT").fill("59000");
    await ticket().getByLabel("Size", { exact: true }).fill("0.1");
    await ticket().getByRole("button", { name: "Open long" }).focus();
    await keys.press("!");
    await page.getByText("the keys marked ! trade at once").waitFor();
    const sent: string[] = [];
    page.on("request", (request) => {
      const [, what] = /\/order\/(placeOrder|cancelAllOrders)$/.exec(request.url()) ?? [];
      if (what !== undefined) sent.push(what);
    });
    for (let i = 0; i < 5; i++) await keys.down("1");
    await keys.up("1");
    await keys.press("3"); // whatever the first key sent was sent before
    await expect.poll(() => sent).toContain("cancelAllOrders");
    expect(sent).toEqual(["placeOrder", "cancelAllOrders"]);
  });

  test("Enter in the palette does not trade: it asks, armed or not", async () => {
    const page = await openFloor(floor);
    const keys = page.keyboard;
    const asked = (title: string) => page.getByRole("dialog", { name: title });
    const choose = async (words: string) => {
      await keys.press("Control+K");
      await page.getByRole("dialog", { name: "Commands" }).waitFor();
      await keys.type(words);
      await keys.press("ArrowDown");
      await keys.press("Enter");
    };
    await ticket().getByLabel("Price USDT").fill("59000");
    await ticket().getByLabel("Size", { exact: true }).fill("0.1");
    await choose("ticket: long");
    await asked("Send the ticket: long").getByText("Open long 0.1 BTC at 59000?").waitFor();
    expect(await axe(page)).toEqual([]);
    expect(await owner.orders.current({})).toEqual([]);
    await keys.press("Escape");
    await choose("ticket: long");
    await asked("Send the ticket: long").getByRole("button", { name: "Send it" }).click();
    await told(page, "Open long 0.1 BTC at 59000: accepted");
    await page.locator("#panel-book").focus();
    await keys.press("!");
    await page.getByText("the keys marked ! trade at once").waitFor();
    await choose("cancel every");
    await asked("Cancel every open order of the contract").getByText("of BTC/USDT?").waitFor();
    expect(await owner.orders.current({})).toHaveLength(1);
  });

  test("a shortcut gets other keys, and one that is taken is refused", async () => {
    const page = await openFloor(floor);
    await page.keyboard.press("?");
    const map = page.getByRole("dialog", { name: "Shortcuts" });
    const own = map.getByRole("button", { name: /^Keys of Ticket: market order/ });
    await own.click();
    await page.keyboard.press("l");
    await map.getByRole("alert").getByText("belongs to “Ticket: limit order”").waitFor();
    await own.click();
    await page.keyboard.press("k");
    await own.getByText("K", { exact: true }).waitFor();
    expect(await axe(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.keyboard.press("k");
    await expect.poll(() => ticket().getByRole("radio", { name: "Market" }).isChecked()).toBe(true);
    await page.reload();
    await page.getByText("Live", { exact: true }).waitFor();
    await page.keyboard.press("k");
    await expect.poll(() => ticket().getByRole("radio", { name: "Market" }).isChecked()).toBe(true);
  });

  test("the book by arrow keys: a row is marked and read out, and fills the ticket", async () => {
    const page = await openFloor(floor);
    await page.getByRole("group", { name: /^Order book rows/ }).focus();
    await page.keyboard.press("ArrowDown");
    await page.getByText("Bid 59 995.0, size 2.0000").waitFor({ state: "attached" });
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowUp");
    await page.getByText(/^Ask 60 015.0/).waitFor({ state: "attached" });
    await page.keyboard.press("Enter");
    await page.keyboard.press("t");
    await expect.poll(() => ticket().getByLabel("Price USDT").inputValue()).toBe("60015.0");
    await expect.poll(() => ticket().getByLabel("Size", { exact: true }).inputValue()).toBe("4.0000");
  });

  test("the mark of the arrow keys goes with its rows, and a key takes what its row shows", async () => {
    const page = await openFloor(floor);
    const rows = page.getByRole("group", { name: /^Order book rows/ });
    const price = () => ticket().getByLabel("Price USDT").inputValue();
    await rows.focus();
    await page.keyboard.press("ArrowDown");
    await page.getByText(/^Bid 59 995.0/).waitFor({ state: "attached" });
    await page.locator("#panel-book").getByRole("button", { name: "Grouping" }).click();
    await page.getByRole("option", { name: "10.0", exact: true }).click();
    await expect.poll(() => page.locator(".bids tr").first().innerText()).toMatch(/59\s990/);
    await rows.focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("ArrowDown");
    await page.getByText(/^Bid 59 990.0/).waitFor({ state: "attached" });
    expect(await price()).toBe("");

    const best = page.locator(".bids tr").first();
    await best.hover();
    await page.mouse.down();
    await page.mouse.move(1, 1);
    await page.mouse.up();
    await floor.maker.orders.place({ ...book, type: "1", size: "2", price: "60000" });
    await expect.poll(() => best.innerText()).toMatch(/60\s000/);
    await rows.focus();
    await page.keyboard.press("Enter");
    await expect.poll(price).toBe("60000.0");
  });

  test("the book shows one side or both in the same height, and keeps that and its grouping", async () => {
    const page = await openFloor(floor);
    const rowsOf = async (side: string) => page.locator(`.${side} tr`).count();
    await page.locator(".bids tr").nth(4).waitFor();
    const each = await rowsOf("bids");
    const choose = async (on: Page, which: string, option: string) => {
      await on.locator("#panel-book").getByRole("button", { name: which }).click();
      await on.getByRole("option", { name: option, exact: true }).click();
    };
    await choose(page, "Sides", "Asks");
    await expect.poll(async () => [await rowsOf("asks"), await rowsOf("bids")]).toEqual([2 * each, 0]);
    await expect.poll(() => page.locator(".asks tr").last().innerText()).toMatch(/60\s005/);
    await choose(page, "Sides", "Bids");
    await expect.poll(async () => [await rowsOf("asks"), await rowsOf("bids")]).toEqual([0, 2 * each]);
    await choose(page, "Grouping", "10.0");
    await expect.poll(() => page.locator(".bids tr").first().innerText()).toMatch(/59\s990/);
    await page.reload();
    await page
      .locator(".bids tr", { hasText: /59\s990/ })
      .first()
      .waitFor();
    expect(await rowsOf("asks")).toBe(0);
  });

  test("on a phone the list in front has its tab in sight, a position is a card, and one is closed by thumb", async () => {
    await owner.orders.place({ ...book, type: "1", size: "0.1", match_price: "1" });
    const phone = await openPage(floor, venue.baseUrl, 390, 844);
    const inSight = (name: string) =>
      expect
        .poll(async () => {
          const box = (await phone.getByRole("tab", { name: new RegExp(`^${name}`) }).boundingBox())!;
          return box.x >= 0 && box.x + box.width <= 390;
        })
        .toBe(true);
    await inSight("Connect your bot"); // the first that is in front is the last
    await phone.getByRole("tab", { name: /^Assets/ }).click();
    await inSight("Assets");
    await new Keyboard(phone).chord("g", "p");
    await inSight("Positions");
    const leg = phone.locator("tr[data-position]");
    await leg.getByText("0.1000").waitFor();
    const close = leg.getByRole("button", { name: "Close long BTC/USDT" });
    const box = (await close.boundingBox())!;
    expect(box.x + box.width).toBeLessThanOrEqual(390);
    expect(box.height).toBeGreaterThanOrEqual(40);
    await close.click();
    await phone.getByRole("dialog").getByRole("button", { name: "Close long" }).click();
    await phone.getByText("No position.").waitFor();
    await phone.close();
  });

  test("what happens is told beside what can be pressed, on a phone and at 1280 pixels", async () => {
    const phone = await openPage(floor, venue.baseUrl, 390, 844);
    await phone.getByRole("button", { name: "Open", exact: true }).click();
    await phone
      .getByRole("button", { name: /^Open (long|short)$/ })
      .last()
      .waitFor();
    // Both looked at in one moment, since a notice stands for a while only.
    const overlaps = () => {
      const notice = document.querySelector(".notice")?.getBoundingClientRect();
      const buttons = [...document.querySelectorAll("button")].filter(({ textContent }) =>
        /^Open (long|short)$/.test(textContent),
      );
      return (
        notice &&
        buttons
          .map((button) => button.getBoundingClientRect())
          .map(({ top, bottom }) => notice.top < bottom && top < notice.bottom)
      );
    };
    // A fill is told from when on the page follows its account, which nothing on it shows.
    let seen: readonly boolean[] | undefined;
    const bought = async () => {
      await owner.orders.place({ ...book, type: "1", size: "0.01", match_price: "1" });
      seen = await phone.evaluate(overlaps);
      return seen;
    };
    await expect.poll(bought, { interval: 500 }).toBeDefined();
    expect(seen).toEqual([false, false]);
    await phone.close();

    const small = await openPage(floor, venue.baseUrl, 1280, 800);
    await small.getByRole("tab", { name: /^Positions/ }).click();
    const reverse = small.locator("tr[data-position]").getByRole("button", { name: /^Reverse/ });
    const dock = (await small.locator("#panel-ticket").boundingBox())!;
    // However wide what stands before it is.
    await small
      .locator("tr[data-position] td")
      .nth(4)
      .evaluate((cell: HTMLElement) => {
        cell.style.paddingLeft = "400px";
      });
    const box = (await reverse.boundingBox())!;
    expect(box.x + box.width).toBeLessThanOrEqual(dock.x);
    await small.close();
  });

  test("at 200 % nothing is cut off, and in forced colours nothing is lost", async () => {
    const page = await openFloor(floor);
    await owner.orders.place({ ...book, type: "1", size: "0.1", match_price: "1" });
    // A page of 1280 by 800 at 200 % is one of half the size in CSS pixels.
    await page.setViewportSize({ width: 640, height: 400 });
    await page.locator(".workspace.narrow").waitFor();
    const overflow = await page.evaluate(() => document.body.scrollWidth - document.body.clientWidth);
    expect(overflow).toBe(0);
    await page.getByRole("button", { name: "Open", exact: true }).click();
    const sheet = page.getByRole("dialog");
    await sheet.getByRole("button", { name: "Open long" }).scrollIntoViewIfNeeded();
    expect(await sheet.getByRole("button", { name: "Open long" }).isVisible()).toBe(true);
    expect(await axe(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.setViewportSize({ width: 1920, height: 1080 });
    await page.locator(".workspace:not(.narrow)").waitFor();
    await page.emulateMedia({ forcedColors: "active" });
    await list("Positions");
    const light = page.getByRole("img", { name: /ADL light/ });
    await light.waitFor();
    const bars = await light
      .locator("i")
      .evaluateAll((all) => all.map((bar) => getComputedStyle(bar).backgroundColor));
    expect(bars[0]).not.toBe("rgba(0, 0, 0, 0)"); // the first bar of any light is on
    expect(await axe(page)).toEqual([]);
  });
});
