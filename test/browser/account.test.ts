/// <reference lib="dom" />
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { V2Client } from "../../src/interface/client/index.ts";
import { control } from "../venue/control.ts";
import { venueOfTest } from "../venue/venueOfTest.ts";
import { axe } from "./axe.ts";
import { isMissing, TEST_TIMEOUT_MS } from "./chromium.ts";
import { book, list as listOf, openFloor, openPage, symbol, useFloor } from "./floor.ts";

/** A figure as it is seen: without what is said to screen readers alone. */
function seenText(cell: Element): string {
  const seen = cell.cloneNode(true) as Element;
  for (const unseen of seen.querySelectorAll(".unseen")) unseen.remove();
  return seen.textContent!.trim();
}

/**
 * What the page says of an account's money: before an order is sent, while it is held, and after it was lost.
 */

describe.skipIf(isMissing)("the account on the page", { timeout: TEST_TIMEOUT_MS }, () => {
  const floor = useFloor({ opens: false });
  const list = (name: string) => listOf(floor, name);
  const ticket = () => floor.page.locator("#panel-ticket");
  let { owner, venue } = floor;
  beforeEach(() => {
    ({ owner, venue } = floor);
  });
  const cell = (row: string, column: number) =>
    ticket().getByRole("row", { name: row }).locator("td").nth(column).evaluate(seenText);

  test("the ticket shows what the venue estimates, for both sides, and the refusal before it is sent", async () => {
    await openFloor(floor);
    await ticket().getByLabel("Price USDT").fill("60005");
    await ticket().getByLabel("Size", { exact: true }).fill("0.5");
    await ticket()
      .getByRole("table", { name: /^What the order would do/ })
      .waitFor();
    const order = { ...book, size: "0.5", price: "60005", marginMode: 1 } as const;
    const [long, short] = [
      await owner.orders.estimate({ ...order, type: "1" }),
      await owner.orders.estimate({ ...order, type: "2" }),
    ];
    const plain = (text: string) => text.replaceAll(" ", "");
    /** As many digits as are shown. */
    const near = (shown: string, asked: string) =>
      expect(Math.abs(Number(plain(shown)) / Number(asked) - 1)).toBeLessThan(0.005);
    near(await cell("Cost USDT", 0), long.frozen);
    near(await cell("Cost USDT", 1), short.frozen);
    expect(plain(await cell("Fills now at", 0))).toBe("60005.0");
    expect(await cell("Fills now at", 1)).toBe("rests");
    expect(plain(await cell("Fee USDT", 0))).toBe(Number(long.fee).toFixed(2));
    expect(plain(await cell("Liquidation", 0))).toBe(
      long.liquidatePrice === "0" ? "none" : long.liquidatePrice,
    );
    near(await cell("Largest BTC", 0), long.largestSize);

    await ticket().getByLabel("Size", { exact: true }).fill("90");
    await ticket().getByText("would be refused: ").first().waitFor();
    expect(await owner.orders.current({})).toEqual([]);
    await ticket().getByText("Trigger", { exact: true }).click();
    await ticket().getByText("Nothing is held for it until it fires").waitFor();
  });

  test("a share of what is available opens that part of the largest size", async () => {
    const page = await openFloor(floor);
    await ticket().getByRole("radio", { name: "Market" }).click();
    await ticket().getByRole("button", { name: "25 %" }).click();
    await ticket().getByRole("row", { name: "Largest BTC" }).waitFor();
    const largest = Number((await cell("Largest BTC", 0)).replaceAll(" ", ""));
    await ticket().getByRole("button", { name: "Open long" }).click();
    await list("Positions");
    await page.locator("tr[data-position]").waitFor();
    const [position] = await owner.positions.all();
    expect(Number(position!.size)).toBeCloseTo(Math.floor(largest * 0.25 * 1e4) / 1e4, 4);
  });

  test("every figure opens its formula; the ADL light stands beside the leg", async () => {
    const page = await openFloor(floor);
    await owner.orders.place({ ...book, type: "1", size: "0.5", match_price: "1" });
    await list("Positions");
    const row = page.locator("tr[data-position]");
    await row.getByRole("img", { name: /ADL light [1-5] of 5/ }).waitFor();
    await row.getByRole("button", { name: /^Margin of long BTC.USDT .*explain$/ }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("heading", { name: "Maintenance margin" }).first().waitFor();
    const { entries } = await owner.account.explain();
    const requirement = entries[0]!.symbols[0]!.numbers.find(({ name }) => name === "requirement")!;
    await dialog.getByText(`= ${requirement.formula}`).waitFor();
    expect(await axe(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await list("Assets");
    await page.getByRole("button", { name: /^Equity .*explain$/ }).click();
    await dialog.getByText("Σ over the entries").first().waitFor();
    await dialog.getByText("amount + Σ long size · mark").first().waitFor();
    await page.keyboard.press("Escape");
    await page.keyboard.press("e");
    await dialog.getByText("max(0, equity − position margin").waitFor();
  });

  test("what the operator tells stands at the top until it was read, and in a list from then on", async () => {
    const told = await venueOfTest({ prices: { btc: 60_000 } });
    const maker = new V2Client({ baseUrl: told.baseUrl, credentials: told.accounts[1]!, limits: "off" });
    onTestFinished(() => maker.close());
    await maker.orders.place({ ...book, type: "1", size: "1", price: "59995.0" });
    const tell = (text: string) => control(told, "accounts/many/message", { accounts: ["demo-1"], text });
    const on = await openPage(floor, told.baseUrl);
    onTestFinished(() => on.close());
    const messages = on.getByRole("button", { name: "Messages" });
    const unread = on.getByRole("status").filter({ hasText: "The operator, " });
    expect([await messages.count(), await unread.count()]).toEqual([0, 0]);
    await tell("The first round begins");
    await unread.getByText("The first round begins").waitFor();
    await tell("It begins later: <b>12:30</b>");
    await unread.getByText("It begins later: <b>12:30</b> (and 1 more, under Messages)").waitFor();
    expect(await axe(on)).toEqual([]);
    await unread.getByRole("button", { name: "Read" }).click();
    await unread.waitFor({ state: "detached" });
    await on.reload();
    await messages.click();
    const list = on.getByRole("list", { name: "Messages of the operator" });
    await list.getByText("The first round begins").waitFor();
    expect(await list.getByRole("listitem").allInnerTexts()).toEqual([
      expect.stringMatching(/UTC\s+It begins later: <b>12:30<\/b>$/),
      expect.stringMatching(/UTC\s+The first round begins$/),
    ]);
    expect(await axe(on)).toEqual([]);
    await on.keyboard.press("Escape");
    expect(await unread.count()).toBe(0);
    await tell("It has begun");
    await unread.getByText("It has begun").waitFor();
    await told.reset();
    await tell("It begins anew");
    await unread.getByText(/It begins anew$/).waitFor();
  });

  test("every amount of the lists opens what it is made of: fees, realised PnL, funding, bills", async () => {
    const stepped = await venueOfTest({ prices: { btc: 60_000 } });
    const [trader, other] = stepped.accounts.map((credentials) => {
      const client = new V2Client({ baseUrl: stepped.baseUrl, credentials, limits: "off" });
      onTestFinished(() => client.close());
      return client;
    }) as [V2Client, V2Client];
    await other.orders.place({ ...book, type: "1", size: "1", price: "59995.0" });
    await other.orders.place({ ...book, type: "2", size: "1", price: "60005.0" });
    await trader.orders.place({ ...book, type: "1", size: "0.4", match_price: "1" });
    await stepped.step(9 * 3_600_000); // over a settlement
    await trader.orders.place({ ...book, type: "3", size: "0.1", match_price: "1" });
    const on = await openPage(floor, stepped.baseUrl);
    const dialog = on.getByRole("dialog");
    const open = async (tab: string, figure: RegExp, ...words: readonly string[]) => {
      await on.getByRole("tab", { name: new RegExp(`^${tab}`) }).click();
      await on.getByRole("button", { name: figure }).first().click();
      for (const word of words) await dialog.getByText(word).first().waitFor();
      await on.keyboard.press("Escape");
      await dialog.waitFor({ state: "detached" });
    };
    const [fill] = (await trader.orders.fills({})).list;
    const shown = (text: string) => text.replaceAll("-", "−");
    await open("Fills", /^Fee .*explain$/, "value · the account's rate", "0.0600 %");
    await open("Fills", /^Realised PnL .*explain$/, "value − opened for", shown(fill!.realizePnl));
    await open("Order history", /^Fee .*explain$/, "Fills of order");
    const [rate] = await trader.market.fundingRates({ symbol, limit: 1 });
    const percent = `+${(Number(rate!.fundingRate) * 100).toFixed(4)} %`;
    await open("Funding", /^Amount .*explain$/, "rate of the period", percent);
    await open("Positions", /^Funding of long BTC.USDT .*explain$/, "Σ of its settlements", percent);
    const [bill] = (await trader.account.bills({ limit: 1 })).items;
    await open(
      "Bills",
      /^Amount .*explain$/,
      "value − fee",
      bill!.balance.replace(/\B(?=(?:\d{3})+\.)/g, " "),
    );
    await trader.positions.close();
    await open("Closed", /^Net .*explain$/, "PnL before fees − fees + funding");
    await on
      .getByRole("button", { name: /^Fees .*explain$/ })
      .first()
      .click();
    expect(await axe(on)).toEqual([]);
    await on.close();
  });

  test("after a liquidation the page explains it, step by step, with amounts that add up", async () => {
    const page = await openFloor(floor);
    await owner.orders.place({ ...book, type: "1", size: "0.3", match_price: "1" });
    await list("Positions");
    await page.locator("tr[data-position]").waitFor();
    await venue.liquidate("demo-1");
    const notice = page.locator(".notice", { hasText: "Liquidated:" });
    await notice.getByRole("button", { name: "Explain" }).click();
    const dialog = page.getByRole("dialog", { name: "The last liquidation" });
    await dialog.getByText("ordered by the venue's operator").waitFor();
    const amounts = await dialog
      .getByRole("table", { name: "Bills of the liquidation" })
      .locator("tr td:nth-last-child(3)")
      .allInnerTexts();
    expect(amounts.length).toBeGreaterThan(2);
    const { liquidation } = await owner.account.explainLiquidation();
    const dressed = Number(liquidation!.amountAfter).toLocaleString("en").replaceAll(",", " ");
    await dialog.getByText(dressed.split(".")[0]!).first().waitFor();
    expect(await axe(page)).toEqual([]);
  });

  test("assets show equity over time and what it comes to; a closed position is one row", async () => {
    const page = await openFloor(floor);
    await owner.orders.place({ ...book, type: "1", size: "0.2", match_price: "1" });
    await owner.orders.place({ ...book, type: "3", size: "0.2", match_price: "1" });
    await list("Assets");
    const performance = page.getByRole("region", { name: "Performance" });
    await performance.getByRole("img", { name: /^Equity from/ }).waitFor();
    await performance.getByText("Positions closed").waitFor();
    await performance.getByRole("radio", { name: "7 d" }).click();
    await performance.getByRole("img", { name: /^Equity from/ }).waitFor();
    expect(await axe(page)).toEqual([]);
    await list("Closed");
    const closed = page.getByRole("region", { name: "Closed positions" });
    const [row] = (await owner.positions.closed()).list;
    await closed.getByText("0.2000").first().waitFor();
    expect(Number(row!.netPnl)).toBeLessThan(0);
    await page.getByText("Next funding, est.").waitFor();
  });
});
