/// <reference lib="dom" />
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { STYLE_HASHES } from "../../src/service/gateway/page/policy.ts";
import { axe } from "./axe.ts";
import { isMissing, TEST_TIMEOUT_MS } from "./chromium.ts";
import {
  book,
  endOfCandles,
  list as listOf,
  pressLabel,
  quote,
  showsHand,
  stretch,
  symbol,
  useFloor,
} from "./floor.ts";
import { Keyboard } from "./keyboard.ts";
import { told } from "./told.ts";

/**
 * The web page in a real browser before a real venue: a take-profit dragged, a liquidation; nothing that the
 * policy would refuse.
 */

const require = createRequire(import.meta.url);

describe.skipIf(isMissing)("the web page", { timeout: TEST_TIMEOUT_MS }, () => {
  const floor = useFloor();
  const list = (name: string) => listOf(floor, name);
  const ticket = () => floor.page.locator("#panel-ticket");
  let { page, owner, maker, venue } = floor;
  beforeAll(() => stretch(floor));
  beforeEach(() => {
    ({ page, owner, maker, venue } = floor);
  });

  test("by mouse: a price from the book, a resting order, a market order, TP and SL, half of it closed", async () => {
    const before = (await owner.orders.fills({})).list.length;
    await page.locator(".bids tr").nth(2).locator(".price").click();
    await expect.poll(() => ticket().getByLabel("Price USDT").inputValue()).toBe("59975.0");
    await ticket().getByLabel("Size", { exact: true }).fill("0.3");
    await ticket().getByRole("button", { name: "Open long" }).click();
    await list("Open orders");
    await page.locator("tr[data-order]").getByText("59 975.0").waitFor();
    await page.locator(".bids .has-own").waitFor();

    await ticket().getByRole("radio", { name: "Market" }).click();
    await ticket().getByLabel("Size", { exact: true }).fill("0.2");
    await ticket().getByText("60 005.0").first().waitFor(); // what it would meet
    await ticket().getByText("Open long").click();
    await told(page, "Bought 0.2 BTC at 60 005.0");
    await list("Positions");
    const leg = page.locator("tr[data-position]");
    await leg.getByText("0.2000").waitFor();

    await leg.getByRole("button", { name: /Take profit/ }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Take profit at").fill("60500");
    await dialog.getByRole("button", { name: "Set take profit" }).click();
    await leg.getByText("60 500.0").waitFor();
    await page.keyboard.press("Escape"); // it stays for the second of the pair

    await leg.getByRole("button", { name: "Close long BTC/USDT" }).click();
    await dialog.getByRole("radio", { name: "50 %" }).click();
    await dialog.getByRole("button", { name: "Close long" }).click();
    await leg.getByText("0.1000").waitFor();

    await list("Open orders");
    await page.locator("tr[data-order]").getByRole("button", { name: "Cancel" }).click();
    await page.getByText("No open order.").waitFor();
    await list("Fills");
    await page.getByRole("region", { name: "Fills" }).getByText("0.2").first().waitFor();
    const { list: fills } = await owner.orders.fills({});
    expect(fills.slice(0, fills.length - before).map(({ fillSize }) => fillSize)).toEqual([
      "0.1000",
      "0.2000",
    ]);
  });

  test("by mouse: a stop loss is set and fires, a leg is reversed", async () => {
    await owner.orders.place({ ...book, type: "1", size: "0.2", match_price: "1" });
    await list("Positions");
    const leg = page.locator("tr[data-position]");
    await leg.getByText("0.2000").waitFor();
    await leg.getByRole("button", { name: /stop loss/ }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Stop loss at").fill("59980");
    await dialog.getByRole("button", { name: "Set stop loss" }).click();
    await leg.getByText("59 980.0").waitFor();
    await page.keyboard.press("Escape");

    await maker.orders.cancelAll();
    await maker.orders.place({ ...book, type: "1", size: "2", price: "59975.0" });
    await owner.orders.place({ ...book, type: "2", size: "0.05", match_price: "1" }); // the last price comes to it
    await told(page, /Sold 0.2\d? BTC at 59 975\.0/);
    await leg.getByText("Short", { exact: true }).waitFor();
    await leg.getByText("Long", { exact: true }).waitFor({ state: "detached" });

    await quote(floor);
    await leg.getByRole("button", { name: "Reverse short BTC/USDT" }).click();
    await dialog.getByText("Open long 0.05").waitFor();
    await dialog.getByRole("button", { name: "Reverse" }).click();
    await leg.getByText("Long", { exact: true }).waitFor();
    await leg.getByText("Short", { exact: true }).waitFor({ state: "detached" });
    expect((await owner.positions.all()).map(({ side, size }) => [side, size])).toEqual([["LONG", "0.0500"]]);
  });

  test("the menu of the page's looks leads to the licences, and looks stay as they were", async () => {
    const looksMenu = page.getByRole("button", { name: "How the page looks" });
    await looksMenu.click();
    const opening = page.context().waitForEvent("page");
    await page.getByRole("menuitem", { name: "Licences" }).click();
    const opened = await opening;
    await opened.getByText("Built into the web page").waitFor();
    expect(opened.url()).toBe(`${venue.baseUrl}/licenses`);
    await opened.close();
    await looksMenu.click();
    const chosen = page.getByRole("menuitemcheckbox", { checked: true });
    expect(await chosen.allInnerTexts()).toEqual(["As the system", "Green and red"]);
    await page.keyboard.press("Escape");
  });

  test("the palette leads to a list by its words", async () => {
    await owner.plans.place({
      symbol,
      client_oid: "palette",
      size: "0.1",
      type: "1",
      match_type: "1",
      trigger_price: "61000",
    });
    await page.keyboard.press("Control+K");
    await page.getByRole("dialog", { name: "Commands" }).waitFor();
    await page.keyboard.type("plan");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.locator("tr[data-order]").getByText("61 000.0").waitFor();
  });

  test("an order carries the client id that its reader gave it", async () => {
    await page.keyboard.press("Control+K");
    await page.getByRole("dialog", { name: "Commands" }).waitFor();
    await page.keyboard.type("client order id");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await ticket().getByLabel("Client order id").fill("do:never-fill/1");
    await ticket().getByLabel("Price USDT").fill("59000");
    await ticket().getByLabel("Size", { exact: true }).fill("0.1");
    await ticket().getByRole("button", { name: "Open long" }).click();
    await expect
      .poll(async () => (await owner.orders.current({})).map(({ client_oid }) => client_oid))
      .toContain("do:never-fill/1");
  });

  test("a size off the grid is told, with its neighbours; a refusal in the venue's own words", async () => {
    await ticket().getByLabel("Price USDT").fill("50000.05");
    await ticket().getByText("Not a multiple of 0.1").waitFor();
    await ticket().getByRole("button", { name: "50 000.1" }).click();
    await ticket().getByLabel("Size", { exact: true }).fill("900");
    await ticket().getByRole("button", { name: "Open long" }).click();
    await ticket().getByRole("alert").waitFor();
    const [refused] = (await owner.account.requestLog({ refused: true, limit: 1 })).entries;
    expect(await ticket().getByRole("alert").innerText()).toContain(refused!.reason);
    // What was mended is no longer complained of; and a button that sends keeps its name and the focus.
    await ticket().getByLabel("Size", { exact: true }).fill("");
    await ticket().getByRole("alert").waitFor({ state: "detached" });
    await ticket().getByRole("button", { name: "Open long" }).click();
    await ticket().getByRole("alert").getByText("How much?").waitFor();
    await ticket().getByLabel("Size", { exact: true }).fill("0.1");
    await ticket().getByRole("alert").waitFor({ state: "detached" });
    await ticket().getByLabel("Price USDT").fill("59990");
    const open = ticket().getByRole("button", { name: "Open short" });
    const known = new Set((await owner.orders.fills({})).list.map(({ tradeId }) => tradeId)); // of the tests before
    await open.focus();
    await open.evaluate((button: HTMLElement) => {
      button.click();
      button.click();
    });
    await expect.poll(async () => (await owner.positions.all()).length).toBe(1);
    const { list: fills } = await owner.orders.fills({});
    const own = fills.filter(({ tradeId }) => !known.has(tradeId));
    expect(own.map(({ fillSize }) => fillSize)).toEqual(["0.1000"]);
    await open.waitFor(); // the venue has filled it before the page is answered
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Open short");
    floor.wrong = floor.wrong.filter((text) => !text.includes("400 (Bad Request)")); // how a browser tells of the refusal
  });

  test("a comma is thousands or the point by what is typed around it; where it may be either, the reader says which", async () => {
    const price = ticket().getByLabel("Price USDT");
    const typed = async (text: string) => {
      await price.fill("");
      await price.pressSequentially(text);
      await price.blur();
      return price.inputValue();
    };
    expect(await typed("60,000.5")).toBe("60000.5");
    expect(await typed("59990,5")).toBe("59990.5");
    expect(await typed("60,000")).toBe("60,000");
    await ticket().getByText("Does the comma part thousands?").waitFor();
    await ticket().getByRole("button", { name: "60.000", exact: true }).waitFor();
    await price.press("ArrowUp");
    expect(await price.inputValue()).toBe("60,000");
    await ticket().getByRole("button", { name: "60 000", exact: true }).click();
    expect(await price.inputValue()).toBe("60000");
    await ticket().getByText("Does the comma part thousands?").waitFor({ state: "detached" });
  });

  test("a take-profit is dragged on the chart, asked about, and keeps its id", async () => {
    await owner.orders.place({ ...book, type: "1", size: "0.1", match_price: "1" });
    const [tp] = await owner.plans.placeTpSl({
      symbol,
      planType: "profit_plan",
      triggerPrice: "60060",
      positionSide: "long",
    });
    await page.getByLabel("Lines on the chart").getByText("TP").waitFor({ state: "attached" });
    const [label] = await pressLabel(page, "TP");
    await page.mouse.move(label!.x, label!.y - 20, { steps: 4 });
    await page.keyboard.press("Escape");
    await page.mouse.up();
    expect(await page.getByRole("alertdialog").count()).toBe(0);
    const [again] = await pressLabel(page, "TP");
    await page.mouse.move(again!.x, again!.y - 20, { steps: 4 });
    await page.mouse.up();
    const bar = page.getByRole("alertdialog", { name: "Move the order" });
    await bar.waitFor();
    expect((await owner.plans.current({}))[0]!.triggerPrice).toBe("60060.0"); // dropping sends nothing
    await page.keyboard.press("Enter");
    await expect.poll(async () => (await owner.plans.current({}))[0]?.triggerPrice).not.toBe("60060.0");
    const [moved] = await owner.plans.current({});
    expect(moved!.order_id).toBe(String(tp!.orderId));
    expect(Number(moved!.triggerPrice)).toBeGreaterThan(60_060);
  });

  test("an open order is dragged, also to the end of the candles: amended under its id, its fills stay", async () => {
    const { order_id } = await owner.orders.place({ ...book, type: "1", size: "0.3", price: "59990.0" });
    await maker.orders.cancelAll();
    await maker.orders.place({ ...book, type: "2", size: "0.1", price: "59990.0" });
    await page
      .getByLabel("Lines on the chart")
      .getByText("Open long 0.2 at 59 990.0")
      .waitFor({ state: "attached" });
    const bar = page.getByRole("alertdialog", { name: "Move the order" });
    const end = await endOfCandles(page);
    const beside = { border: { y: end, steps: 4 }, volume: { y: end + 60, steps: 1 } };
    for (const { y, steps } of Object.values(beside)) {
      const [far] = await pressLabel(page, "limit");
      await page.mouse.move(far!.x, y, { steps });
      await page.mouse.up();
      const [, price] = / to ([\d\s.]+)/.exec(await bar.innerText())!;
      expect(Number(price!.replaceAll(/\s/g, ""))).toBeLessThan(59_990);
      await page.keyboard.press("Escape");
      await bar.waitFor({ state: "detached" });
      await page.mouse.move(700, end - 100);
      await page.mouse.down();
      await page.mouse.move(640, end - 100, { steps: 4 });
      expect(await showsHand(page)).toBe(false); // the press is over: the next one pans
      await page.mouse.up();
    }
    const [seen] = await pressLabel(page, "limit");
    await page.mouse.up();
    await page.mouse.move(seen!.x, seen!.y + 8); // the pointer's cross lies on the lower edge of the label: it is found all the same
    const [label] = await pressLabel(page, "limit");
    await page.mouse.move(label!.x, label!.y + 20, { steps: 4 });
    await page.mouse.up();
    await bar.getByText("keeps its id and its fills, and loses its place in the queue").waitFor();
    await page.keyboard.press("Enter");
    await expect
      .poll(async () => (await owner.orders.detail({ orderId: order_id })).price)
      .not.toBe("59990.0");
    const amended = await owner.orders.detail({ orderId: order_id });
    expect(amended).toMatchObject({ size: "0.3000", filled_qty: "0.1000", status: "open" });
    expect(Number(amended.price)).toBeLessThan(59_990);
  });

  test("orders at one price have a label each, and either is taken by its own", async () => {
    const placed = ["0.11", "0.12", "0.13"].map((size) =>
      owner.orders.place({ ...book, type: "1", size, price: "59980.0" }),
    );
    const ids = (await Promise.all(placed)).map(({ order_id }) => order_id);
    const moved = new Set<string>();
    for (const at of [0, 2]) {
      // Anew each time: what a press meets is what the last frame has drawn, and a drag that ends moves the
      // labels back.
      const labels = await pressLabel(page, "limit", 3, at);
      expect(labels[2]!.y - labels[0]!.y).toBeGreaterThanOrEqual(36);
      const label = labels[at]!;
      await page.mouse.move(label.x, label.y + 30, { steps: 4 });
      const bar = page.getByRole("alertdialog", { name: "Move the order" });
      await page.mouse.up();
      moved.add(/Open long 0\.1[123]/.exec(await bar.innerText())![0]);
      await page.keyboard.press("Escape");
      await bar.waitFor({ state: "detached" });
    }
    expect(moved.size).toBe(2);
    for (const orderId of ids) expect((await owner.orders.detail({ orderId })).price).toBe("59980.0");
  });

  test("every figure of the symbol bar says what it is: by mouse, by keys, and by touch on a phone", async () => {
    const bar = page.getByRole("region", { name: "Contract", exact: true });
    const dialog = page.getByRole("dialog");
    const said = async (opens: () => Promise<void>) => {
      await opens();
      const text = await dialog.innerText();
      expect(text).toMatch(/Unit\n.+\nHow it is computed\n.+/);
      await page.keyboard.press("Escape");
      await dialog.waitFor({ state: "detached" });
      return text.split("\n")[0];
    };
    const buttons = await bar.getByRole("button", { name: /: what it is$/ }).all();
    const titles = [];
    for (const button of buttons) titles.push(await said(() => button.click()));
    expect(titles).toEqual([
      "Last price and its change",
      "Mark price",
      "Index price",
      "Highest price of 24 hours",
      "Lowest price of 24 hours",
      "Volume of 24 hours",
      "Turnover of 24 hours",
      "Open interest",
      "Funding of this period",
      "Funding of the next period, as it stands",
    ]);
    expect(buttons.length).toBe(1 + (await bar.locator(".figure").count()));

    const keys = new Keyboard(page);
    await page.locator("#panel-chart").focus();
    await bar.getByRole("button", { name: /choose another contract/ }).focus();
    await keys.tabTo(/^Open interest BTC: what it is/);
    expect(await said(() => keys.press("Enter"))).toBe("Open interest");
    await keys.expectFocused(/^Open interest BTC/);

    const context = await floor.browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true });
    const phone = await context.newPage();
    await phone.goto(venue.baseUrl);
    // The figure itself is tapped, not its name.
    await phone.locator("[data-last]").waitFor(); // with the first prices figures become as wide as they are
    const figure = phone.locator(".figure").first();
    const position = await figure.evaluate((whole) => {
      const [outer, inner] = [whole, whole.querySelector("dd")!].map((each) => each.getBoundingClientRect());
      return { x: inner!.x - outer!.x + 5, y: inner!.y - outer!.y + 5 };
    });
    await figure.tap({ position });
    await phone.getByRole("dialog", { name: "Mark price" }).waitFor();
    expect(await axe(phone)).toEqual([]);
    expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await context.close();
  });

  test("the chart's intervals by keys and by words, told in the map of shortcuts", async () => {
    const keys = new Keyboard(page);
    const shown = (name: string) => page.getByRole("img", { name: `Candles of BTC/USDT, ${name}` }).waitFor();
    await page.locator("#panel-book").focus();
    await keys.chord("i", "3");
    await shown("15m");
    await keys.press(".", ".");
    await shown("1h");
    await keys.press(",");
    await shown("30m");
    await keys.press("Control+K");
    await page.getByRole("dialog", { name: "Commands" }).waitFor();
    await page.keyboard.type("4 hours");
    await keys.press("ArrowDown", "Enter");
    await shown("4h");
    await keys.press("?");
    await page.getByRole("dialog").getByText("Chart interval: 1w, 1 week", { exact: true }).waitFor();
    await keys.press("Escape");
    await keys.chord("i", "1");
    await keys.press(","); // there is none shorter
    await shown("1m");
  });

  test("two keys that mean something together do so on a page that stalls between them, and trade nothing", async () => {
    const keys = new Keyboard(page);
    await ticket().getByLabel("Price USDT").fill("59000");
    await ticket().getByLabel("Size", { exact: true }).fill("0.1");
    await page.locator("#panel-book").focus();
    await keys.press("!");
    await page.getByText("the keys marked ! trade at once").waitFor();
    await page.evaluate((ms) => {
      const stall = () => {
        const untilMs = performance.now() + ms;
        while (performance.now() < untilMs);
      };
      window.addEventListener("keydown", stall, { once: true });
    }, 2_000);
    await keys.chord("i", "3");
    await page.getByRole("img", { name: "Candles of BTC/USDT, 15m" }).waitFor();
    await keys.press("!");
    await page.getByText("the keys marked ! trade at once").waitFor({ state: "detached" });
    expect(await owner.orders.current({})).toEqual([]);
  });

  test("a trigger order is dragged: amended in place, what it watches and executes at stays", async () => {
    const { order_id } = await owner.plans.place({
      symbol,
      client_oid: "dragged",
      size: "0.1",
      type: "1",
      match_type: "0",
      execute_price: "60100",
      trigger_price: "60070",
    });
    await page.getByLabel("Lines on the chart").getByText("Trigger").waitFor({ state: "attached" });
    const [label] = await pressLabel(page, "trigger");
    await page.mouse.move(label!.x, label!.y - 20, { steps: 4 });
    await page.mouse.up();
    const bar = page.getByRole("alertdialog", { name: "Move the order" });
    await bar.getByText("It keeps its id").waitFor();
    await page.keyboard.press("Enter");
    await bar.waitFor({ state: "detached" });
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe("BODY");
    const [moved] = await owner.plans.current({});
    expect(moved).toMatchObject({ order_id, size: "0.1000", price: "60100.0", triggerPriceType: "LIMIT" });
    expect(Number(moved!.triggerPrice)).toBeGreaterThan(60_070);
    await page
      .getByLabel("Lines on the chart")
      .getByText(
        Number(moved!.triggerPrice).toLocaleString("en", { minimumFractionDigits: 1 }).replace(",", " "),
      )
      .waitFor({ state: "attached" });
  });

  test("price and size of an open order are changed where they stand in the list", async () => {
    const { order_id } = await owner.orders.place({ ...book, type: "1", size: "0.3", price: "59900.0" });
    await list("Open orders");
    const row = page.locator(`tr[data-order="${order_id}"]`);
    await row.getByRole("button", { name: /^Size of open long/ }).click();
    await page.keyboard.type("0.2");
    await page.keyboard.press("Enter");
    await row.getByText("0.2000").waitFor();
    const price = row.getByRole("button", { name: /^Price of open long/ });
    await price.focus();
    await page.keyboard.press("Enter");
    await page.keyboard.type("59910");
    await page.keyboard.press("Escape");
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent))
      .toContain("Price of open long");
    await page.keyboard.press("Enter");
    await page.keyboard.type("59920");
    await page.keyboard.press("Enter");
    await row.getByText("59 920.0").waitFor();
    expect(
      (await owner.orders.current({})).map(({ order_id: id, price: at, size }) => [id, at, size]),
    ).toEqual([[order_id, "59920.0", "0.2000"]]);
  });

  test("live orders are filtered, sorted and exported as they stand", async () => {
    for (const [type, price] of [
      ["1", "59900.0"],
      ["2", "60200.0"],
      ["1", "59800.0"],
    ] as const) {
      await owner.orders.place({ ...book, type, size: "0.1", price });
    }
    await list("Open orders");
    const prices = () => page.locator("tr[data-order] td:nth-child(4)").allInnerTexts();
    const plain = async () =>
      (await prices()).map((text) =>
        /[\d\s]+\.\d/
          .exec(text)![0]
          .trim()
          .replace(/\D(?=\d{3})/g, ""),
      );
    await page.locator("tr[data-order]").nth(2).waitFor();
    await page.getByRole("button", { name: "Price", exact: true }).click();
    await expect.poll(plain).toEqual(["60200.0", "59900.0", "59800.0"]);
    await page.getByRole("button", { name: "Price", exact: true }).click();
    await expect.poll(plain).toEqual(["59800.0", "59900.0", "60200.0"]);
    await page.getByLabel("Filter open orders").fill("open long");
    await expect.poll(plain).toEqual(["59800.0", "59900.0"]);
    const saving = page.waitForEvent("download");
    await page.getByRole("button", { name: "CSV" }).click();
    const saved = await saving;
    expect(saved.suggestedFilename()).toBe("open-orders.csv");
    const lines = readFileSync(await saved.path(), "utf8").split("\r\n");
    expect(lines[0]).toBe("Time UTC,Contract,Order,Price,Size,Filled");
    expect(lines.slice(1).map((line) => line.split(",").slice(1).join())).toEqual([
      "BTC/USDT,open long,59800,0.1,0",
      "BTC/USDT,open long,59900,0.1,0",
    ]);
  });

  test("a liquidation is told as it happens, with what was sold and where", async () => {
    await owner.orders.place({ ...book, type: "1", size: "0.3", match_price: "1" });
    await list("Positions");
    await page.locator("tr[data-position]").getByText("0.3000").waitFor();
    await venue.liquidate("demo-1");
    await told(page, "Liquidated: Sold 0.3 BTC at 59 ");
    await page.getByText("No position.").waitFor();
    await list("Closed");
    await page.getByRole("region", { name: "Closed positions" }).getByText("0.3").first().waitFor();
  });
});

test("the two inline styles that the policy allows are those of the installed package", () => {
  const folder = join(require.resolve("react-aria/package.json"), "../dist/private");
  const hashes = ["interactions/usePress.mjs", "overlays/usePreventScroll.mjs"].map((name) => {
    const source = readFileSync(join(folder, name), "utf8");
    const [, text] = /\.textContent = `([^`]*)`\.trim\(\)/.exec(source)!;
    const style = text!.replace(/\$\{\S+PRESSABLE_ATTRIBUTE\}/, "data-react-aria-pressable").trim();
    return `sha256-${createHash("sha256").update(style).digest("base64")}`;
  });
  expect(hashes).toEqual([...STYLE_HASHES]);
});
