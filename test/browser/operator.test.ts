/// <reference lib="dom" />
import { describe, expect, test } from "vitest";
import { ControlClient, V2Client } from "../../src/interface/client/index.ts";
import { LIMIT } from "../venue/limitOrder.ts";
import { axe } from "./axe.ts";
import { isMissing, TEST_TIMEOUT_MS } from "./chromium.ts";
import { symbol } from "./floor.ts";
import { OperatorFloor } from "./operatorFloor.ts";

/**
 * The operator's page in a real browser before a real venue: who may come in, money, a gap and the
 * liquidation that it sets off, market time, a change of risk previewed; nothing that the policy would
 * refuse.
 */

const VIEWS = [
  "Overview",
  "Accounts",
  "Contracts",
  "Market",
  "Forced events",
  "Requests",
  "Journal",
  "Uploads",
  "Operators",
  "Nodes",
  "Operations",
];

const floor = new OperatorFloor();

describe.skipIf(isMissing)("the operator's page", { timeout: TEST_TIMEOUT_MS }, () => {
  floor.use();
  test("a wrong token is told so and opens nothing; the right one stays out of the address and of storage", async () => {
    const { venue, page } = floor;
    await floor.signIn("not-the-token");
    await page.getByRole("alert").getByText("This is not a token of this venue.").waitFor();
    expect(floor.wrong.splice(0)).toEqual([expect.stringContaining("401")]);
    await floor.signIn();
    await page.locator(".link-state.up").waitFor();
    const kept = await page.evaluate(() =>
      JSON.stringify([location.href, { ...localStorage }, { ...sessionStorage }]),
    );
    expect(kept).not.toContain(venue.adminToken);
    expect(await page.content()).not.toContain(venue.adminToken);
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByLabel("Token").waitFor();
    expect(await page.getByLabel("Token").inputValue()).toBe("");
  });

  test("a deposit, by keys alone, and what the equity is made of", async () => {
    const { venue, page, control } = floor;
    await control.call("POST accounts/open", { name: "saver", balance: "100000" });
    await page.locator("input:focus").waitFor(); // of itself
    await page.keyboard.type(venue.adminToken);
    await page.keyboard.press("Enter");
    await page.locator(".link-state.up").waitFor();
    await page.keyboard.press("Control+k");
    await page.keyboard.type("go to acc");
    await page.keyboard.press("Enter");
    await floor.region("Accounts").getByRole("link", { name: "saver" }).press("Enter");
    await page.getByRole("button", { name: "Deposit into saver" }).press("Enter");
    await floor.dialog().getByLabel("Amount, USDT").press("2");
    await page.keyboard.type("500.5");
    await floor.dialog().getByRole("button", { name: "Deposit" }).press("Enter");
    await floor.noted("Deposit: 2500.5 USDT, saver");
    const equity = floor.region("saver").getByRole("button", { name: /^Equity of saver, 102.500\.50/ });
    await equity.press("Enter");
    await floor.dialog().getByText("= amount + Σ long size · mark − Σ short size · mark").waitFor();
    await page.keyboard.press("Escape");
    await expect.poll(() => equity.evaluate((element) => element === document.activeElement)).toBe(true);
    expect((await control.call("GET accounts/show", { account: "saver" })).equity).toBe("102500.5");
  });

  test("a gap of -10 % is a liquidation in the journal, explained; the price stands until it follows its feed", async () => {
    const { page, control, owner, maker } = floor;
    await control.call("POST prices/push", { prices: { btc: "60000" } });
    await maker.orders.cancelAll();
    await floor.signIn();
    await maker.orders.place({ ...LIMIT, symbol, type: "2", size: "5" });
    await maker.orders.place({ ...LIMIT, symbol, size: "9", price: "53500" });
    await owner.orders.place({ symbol, order_type: "0", match_price: "1", type: "1", size: "1.5" });
    const { withdrawable } = await control.call("GET accounts/show", { account: "demo-1" });
    await control.call("POST money/withdraw", { account: "demo-1", amount: withdrawable });

    await floor.go("Market");
    await page.getByRole("button", { name: `Let ${symbol} gap` }).click();
    await floor
      .dialog()
      .getByRole("button", { name: `Move ${symbol}` })
      .click();
    await floor.noted(`${symbol}: −10%`);
    await floor.region("Index prices").getByRole("cell", { name: "pushed", exact: true }).waitFor();

    await floor.go("Overview");
    await floor
      .region("What goes on")
      .getByText(/^demo-1 is liquidated: equity -?\d/)
      .waitFor();
    await floor.go("Journal");
    await page.getByLabel("That led to").selectOption("liquidationStarted");
    await floor
      .region("Journal")
      .getByRole("button", { name: /^Command \d+$/ })
      .first()
      .click();
    const entry = floor.region(/^Command \d+: pushIndex$/);
    await entry.getByRole("cell", { name: "liquidationStarted", exact: true }).waitFor();
    await entry.getByRole("button", { name: "Explain the liquidation of demo-1" }).click();
    await floor
      .dialog()
      .getByText(/met a requirement of/)
      .waitFor();
    await floor.dialog().getByRole("table", { name: "Fills of the liquidation" }).waitFor();
    await page.keyboard.press("Escape");

    await page.getByLabel("That led to").selectOption("");
    await page.getByLabel("Command", { exact: true }).selectOption("moveMoney");
    await floor.region("Journal").getByRole("cell", { name: "moveMoney" }).first().waitFor();
    await expect
      .poll(() => floor.region("Journal").getByRole("cell", { name: "pushIndex", exact: true }).count())
      .toBe(0);
  });

  test("the journal reaches back to its beginning, by a command or a time, page by page", async () => {
    const { page, control, venue } = floor;
    await Promise.all(
      Array.from({ length: 210 }, () =>
        control.call("POST money/deposit", { account: "demo-1", amount: "0.01" }),
      ),
    );
    const { time } = (await control.call("GET journal/past", { until: 5 })).entries[0]!;
    const upTo = { time: Math.floor(time / 1_000) * 1_000 + 999, users: true };
    const newest = (await control.call("GET journal/past", upTo)).entries.at(-1)!;
    await floor.signIn();
    await floor.go("Journal");
    const journal = floor.region("Journal");
    const back = async (to: string) => {
      await journal.getByLabel("Back to: a time, UTC, or a command").fill(to);
      await page.keyboard.press("Enter");
    };
    await back("the day before");
    await journal.getByRole("alert").getByText("neither a command's number nor a time").waitFor();
    const past = journal.getByRole("table", { name: "Past commands" });
    const command = (seq: number) => past.getByRole("button", { name: `Command ${seq}`, exact: true });
    await back(new Date(time).toISOString().slice(0, 19));
    await command(newest.seq).waitFor();
    expect(
      await past
        .getByRole("button", { name: /^Command \d/ })
        .first()
        .innerText(),
    ).toBe(String(newest.seq));
    await back("5");
    await journal.getByText("The journal begins with command 1.").waitFor();
    expect(await journal.getByLabel("That led to").count()).toBe(0); // no events are in the files

    const { durableSeq } = venue.engine;
    await back(String(durableSeq));
    await command(durableSeq).waitFor();
    await journal.getByRole("button", { name: "Older" }).click();
    const opened = command(durableSeq - 200); // a page is 200
    await opened.click();
    const detail = floor.region(new RegExp(`^Command ${durableSeq - 200}: `));
    await detail.getByRole("heading", { name: "What was asked" }).waitFor();
    await detail.getByRole("button", { name: "Show what it led to" }).click();
    await detail
      .getByRole("table", { name: `Events of command ${durableSeq - 200}` })
      .getByRole("cell", { name: "moneyMoved" })
      .first()
      .waitFor();
    expect(await axe(page)).toEqual([]);
    await journal.getByRole("button", { name: "Newer" }).click();
    await command(durableSeq).waitFor();
    expect(await detail.count()).toBe(0);
    await journal.getByRole("button", { name: "Back to now" }).click();
    await journal.getByLabel("That led to").waitFor();
  });

  test("on a phone a row is a card that says what each figure is, and is sorted", async () => {
    const { page } = floor;
    await page.setViewportSize({ width: 390, height: 844 });
    await floor.signIn();
    await floor.go("Accounts");
    const accounts = floor.region("Accounts");
    const names = () => accounts.locator("tbody a").allInnerTexts();
    await accounts.getByLabel("Sort").selectOption("Name, down");
    await expect.poll(names).toEqual((await names()).toSorted().toReversed());
    await accounts.getByLabel("Sort").selectOption("Name, up");
    await expect.poll(names).toEqual((await names()).toSorted());
    const said = await accounts
      .locator("tbody tr")
      .first()
      .evaluate((row) =>
        [...row.children].map((cell) => getComputedStyle(cell, "::before").content.replaceAll('"', "")),
      );
    expect(said).toEqual(expect.arrayContaining(["Name", "Kind", "Status", "Equity, USDT"]));
    const [left, right] = await accounts
      .locator("tbody tr")
      .first()
      .evaluate((row) => {
        const boxes = [...row.children].map((cell) => cell.getBoundingClientRect());
        return [Math.min(...boxes.map((box) => box.left)), Math.max(...boxes.map((box) => box.right))];
      });
    expect(left).toBeGreaterThanOrEqual(0);
    expect(right).toBeLessThanOrEqual(390);
  });

  test("what a client was refused stands with its reason, and is explained with its numbers", async () => {
    const { page, maker } = floor;
    await floor.signIn();
    await floor.go("Requests");
    await page
      .getByText("No request was logged.", { exact: false })
      .or(floor.region("Requests").getByRole("row"))
      .first()
      .waitFor();
    await maker.orders
      .place({ symbol, order_type: "0", match_price: "1", type: "1", size: "99999" })
      .catch(() => undefined);
    const row = floor.region("Requests").getByRole("row").filter({ hasText: "is above the maximum" });
    await row.waitFor();
    await row.getByRole("button", { name: /^Explain/ }).click();
    await floor.dialog().getByText("sizeTooLarge").waitFor();
    await page.keyboard.press("Escape");
    await page.getByLabel("Account").selectOption("demo-1");
    await expect.poll(() => row.count()).toBe(0);
  });

  test("market time is stepped, run and stopped; the next funding is found", async () => {
    const { venue, page } = floor;
    await floor.signIn();
    const clock = page.getByRole("region", { name: "Market clock" });
    await clock.getByText("stands still").waitFor();
    const before = venue.engine.now();
    await clock.getByLabel("Step by").selectOption("3600000");
    await clock.getByRole("button", { name: "Step", exact: true }).click();
    await floor.noted("Stepped by 1 h");
    expect(venue.engine.now()).toBe(before + 3_600_000);
    await clock.getByRole("button", { name: "Next funding" }).click();
    await floor.noted("Funding is settled");
    expect(venue.engine.now()).toBe(before + 2 * 3_600_000);
    const step = venue.step(366 * 24 * 3_600_000).catch(({ message }: Error) => message); // another one's
    await clock.getByText(/^stepping: \d+ % of the way$/).waitFor();
    await clock.getByRole("button", { name: "Stop step" }).click();
    await floor.noted("The step was ended");
    expect(await step).toContain("ended it");
    await clock.getByRole("button", { name: "Play" }).click();
    await clock.getByText("runs at ×60").waitFor();
    expect(venue.clock.mode()).toEqual({ type: "scaled", speed: 60 });
    await clock.getByRole("button", { name: "Pause" }).click();
    await clock.getByText("stands still").waitFor();
    expect(venue.clock.mode().type).toBe("frozen");
  });

  test("a change of risk is previewed, refused where it would breach, and done anyway where that is meant", async () => {
    const { venue, control, maker } = floor;
    await control.call("POST accounts/open", { name: "edge", balance: "1000" });
    const credentials = await control.call("POST keys/create", { account: "edge" });
    const edge = new V2Client({ baseUrl: venue.baseUrl, credentials, limits: "off" });
    await control.call("POST prices/push", { prices: { btc: "60000" } });
    await maker.orders.cancelAll();
    const book = { symbol, order_type: "0", match_price: "0" } as const;
    await maker.orders.place({ ...book, type: "2", size: "9", price: "60000" });
    await maker.orders.place({ ...book, type: "1", size: "9", price: "59990" });
    await edge.account.setLeverage({ symbol, marginMode: 1, longLeverage: "200", shortLeverage: "200" });
    await edge.orders.place({ symbol, order_type: "0", match_price: "1", type: "1", size: "0.3" });
    edge.close();
    const { withdrawable } = await control.call("GET accounts/show", { account: "edge" });
    await control.call("POST money/withdraw", { account: "edge", amount: withdrawable });

    await floor.signIn();
    await floor.go("Contracts");
    await floor.region("Contracts").getByRole("link", { name: symbol }).click();
    const risk = floor.region("Risk");
    await risk.getByLabel("Fees are rounded").selectOption("up");
    await risk.getByRole("button", { name: "Preview" }).click();
    await risk.getByText("Nobody would be in breach.").waitFor();
    await risk.getByRole("button", { name: "Apply", exact: true }).click();
    await floor.noted(`${symbol} is changed`);
    expect((await control.call("GET contracts", { symbol }))[0]!.riskRule["feeRounding"]).toBe("up");

    const terms = floor.region("Terms");
    await terms.getByLabel("Taker fee").fill("0.02");
    await terms.getByRole("button", { name: "Preview" }).click();
    await terms
      .getByRole("table", { name: "Who would be in breach" })
      .getByRole("link", { name: "edge" })
      .waitFor();
    await terms.getByRole("button", { name: "Apply", exact: true }).click();
    await terms.getByRole("alert").getByText("would be in breach and liquidated").waitFor();
    expect((await control.call("GET contracts", { symbol }))[0]!.takerRate).toBe("0.0006");
    expect(floor.wrong.splice(0)).toEqual([expect.stringContaining("400")]);
    await terms.getByRole("button", { name: "Apply anyway, and liquidate them" }).click();
    await expect
      .poll(async () => (await control.call("GET accounts/show", { account: "edge" })).positions)
      .toEqual([]);
    await control.call("POST contracts/change", { symbol, takerRate: "0.0006" });
  });

  test("house traders and feeds are switched off and on, keys made and revoked, accounts stand side by side", async () => {
    const { page, control } = floor;
    await floor.signIn();
    await floor.go("Market");
    await floor.region("Scenario").getByText("A day of an operator.").waitFor();
    await floor
      .region("Scenario")
      .getByRole("row", { name: /It begins\. (said|waits)/ })
      .waitFor();
    await page.locator(".toggle", { hasText: "Index prices of the market's own feeds" }).click();
    await floor.noted("Index prices of the market's own feeds: off");
    expect((await control.call("GET participants")).find(({ name }) => name === "feeds")?.on).toBe(false);
    await floor.go("Overview");
    await floor.region("Alerts").getByText("feeds is switched off").waitFor();
    await control.call("POST participants/switch", { name: "feeds", on: true });

    await floor.go("Accounts");
    for (const name of ["demo-1", "demo-2"])
      await page.locator(".toggle", { has: page.getByLabel(`Select ${name}`) }).click();
    const side = floor.region("Side by side");
    await side.getByRole("region", { name: "demo-2" }).getByText("Live orders").waitFor();
    await floor.region("Accounts").getByRole("link", { name: "demo-2" }).click();
    await page.getByRole("button", { name: "New key…" }).click();
    await floor.dialog().getByLabel("Label").fill("second");
    await floor.dialog().getByRole("button", { name: "Make the key" }).click();
    await floor.dialog().getByText("secret and passphrase are never shown again").waitFor();
    await floor.dialog().getByRole("button", { name: "Done" }).click();
    const key = floor.region("API keys").getByRole("row").filter({ hasText: "second" });
    await key.getByRole("button", { name: /^Revoke/ }).click();
    await floor.dialog().getByLabel("Type revoke to confirm").fill("revoke");
    await floor.dialog().getByRole("button", { name: "Revoke" }).click();
    await key.getByText("disabled").first().waitFor();
    await page.getByRole("radio", { name: "Frozen" }).click();
    await floor.noted("demo-2 is frozen");
    expect((await control.call("GET accounts/show", { account: "demo-2" })).status).toBe("frozen");
    await control.call("POST accounts/settings", { account: "demo-2", status: "normal" });
  });

  test("who may only read is told so, reads everything, and changes nothing", async () => {
    const { venue, page, control } = floor;
    const { token } = await control.call("POST operators/add", { name: "bob", role: "read" });
    await floor.signIn(token);
    await page.getByText("may only read; what changes something is refused").waitFor();
    for (const view of VIEWS) {
      await floor.go(view);
      await page.locator(".op-main :is(table, .empty, .op-form)").first().waitFor();
    }
    const before = venue.engine.now();
    await page.getByRole("button", { name: "Next event" }).click();
    await floor.noted("POST /control/clock/next needs the role operate: bob has read");
    await floor.go("Accounts");
    await floor.region("Accounts").getByRole("link", { name: "demo-2" }).click();
    const { wallet } = await control.call("GET accounts/show", { account: "demo-2" });
    await page.getByRole("button", { name: "Deposit into demo-2" }).click();
    await floor.dialog().getByLabel("Amount, USDT").fill("1");
    await floor.dialog().getByRole("button", { name: "Deposit" }).click();
    await floor.dialog().getByRole("alert").getByText("needs the role operate: bob has read").waitFor();
    expect((await control.call("GET accounts/show", { account: "demo-2" })).wallet).toBe(wallet);
    expect(venue.engine.now()).toBe(before);
    expect(floor.wrong.splice(0)).toEqual([expect.stringContaining("403"), expect.stringContaining("403")]);
  });

  test("operators are added, get another token, and are removed; what they did is told under their name", async () => {
    const { venue, page } = floor;
    await floor.signIn();
    await floor.go("Operators");
    await page.getByRole("button", { name: "Add…" }).click();
    await floor.dialog().getByLabel("Name").fill("carol");
    await floor.dialog().getByLabel("Role").selectOption("operate");
    await floor.dialog().getByRole("button", { name: "Add" }).click();
    await floor.dialog().getByText("it is never shown again").waitFor();
    const token = await floor.dialog().locator("code").innerText();
    await floor.dialog().getByRole("button", { name: "Done" }).click();
    const carol = new ControlClient({ baseUrl: venue.controlUrl, token });
    await carol.call("POST money/deposit", { account: "demo-2", amount: "3" });
    await floor.go("Journal");
    await floor.region("Journal").getByRole("cell", { name: "carol", exact: true }).first().waitFor();
    await floor.go("Operators");
    await page.getByRole("button", { name: "Remove carol" }).click();
    await floor.dialog().getByLabel("Type carol to confirm").fill("carol");
    await floor.dialog().getByRole("button", { name: "Remove" }).click();
    await floor.noted("carol operates no longer");
    await expect(carol.call("GET status")).rejects.toMatchObject({ status: 401 });
  });

  test("an order is placed for an account and its position closed; settings, limits and pending money are dealt with", async () => {
    const { page, control, maker } = floor;
    await control.call("POST prices/push", { prices: { btc: "60000" } });
    await maker.orders.cancelAll();
    const book = { symbol, order_type: "0", match_price: "0" } as const;
    await maker.orders.place({ ...book, type: "2", size: "3", price: "60000" });
    await maker.orders.place({ ...book, type: "1", size: "3", price: "59990" });
    await control.call("POST accounts/open", { name: "dora", balance: "9000" });
    await control.call("POST money/begin", { movement: "deposit", to: "dora", amount: "11" });
    const dora = () => control.call("GET accounts/show", { account: "dora" });
    await floor.signIn();
    await page
      .getByRole("radiogroup", { name: "Limits in force" })
      .getByRole("radio", { name: "published" })
      .click();
    await floor.noted("Limits are published");
    await control.call("POST limits/use", { profile: "off" });
    await floor.go("Accounts");
    await page.getByRole("button", { name: /^Complete movement/ }).click();
    await expect.poll(async () => (await dora()).wallet).toBe("9011");
    await floor.region("Accounts").getByRole("link", { name: "dora" }).click();
    await page.getByRole("button", { name: "Place an order of dora" }).click();
    await floor.dialog().getByLabel("Size").fill("0.5");
    await floor.dialog().getByRole("button", { name: "Place it" }).click();
    await floor.region("Positions").getByRole("cell", { name: "0.5000" }).waitFor();
    await page.getByRole("button", { name: "Close all positions of dora" }).click();
    await floor.dialog().getByLabel("Type dora to confirm").fill("dora");
    await floor.dialog().getByRole("button", { name: "Close all" }).click();
    await expect.poll(async () => (await dora()).positions).toEqual([]);
    await floor.region("Settings").getByLabel("Delay of a new order, ms").fill("250");
    await floor.region("Settings").getByRole("button", { name: "Change the settings" }).click();
    await expect.poll(async () => (await dora()).orderDelayMs).toBe(250);
  });

  test("a refusal is told in the venue's own words, beside the button, and changes nothing", async () => {
    const { page } = floor;
    await floor.signIn();
    await floor.go("Accounts");
    await floor.region("Accounts").getByRole("link", { name: "demo-2" }).click();
    await page.getByRole("button", { name: "Withdraw from demo-2" }).click();
    await floor.dialog().getByLabel("Amount, USDT").fill("99000000");
    await floor.dialog().getByRole("button", { name: "Withdraw" }).click();
    await floor
      .dialog()
      .getByRole("alert")
      .getByText("the account can part with", { exact: false })
      .waitFor();
    expect(floor.wrong.splice(0)).toEqual([expect.stringContaining("400")]);
  });
});
