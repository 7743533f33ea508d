/// <reference lib="dom" />
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Route } from "playwright-core";
import { describe, expect, test } from "vitest";
import { V2Client } from "../../src/interface/client/index.ts";
import { temporaryDirectory } from "../host/temporaryDirectory.ts";
import { registered } from "../venue/keyPairs.ts";
import { isMissing, TEST_TIMEOUT_MS } from "./chromium.ts";
import { symbol } from "./floor.ts";
import { OperatorFloor } from "./operatorFloor.ts";

/**
 * What an operator does by forms: each is filled in and sent in a real browser, and the venue asked what
 * became of it.
 */

const floor = new OperatorFloor();
const book = { symbol, order_type: "0", match_price: "0" } as const;

/** The maker sells and buys as much as anybody wants around 60 000. */
async function quote(): Promise<void> {
  const { control, maker } = floor;
  await control.call("POST prices/push", { prices: { btc: "60000" } });
  await maker.orders.cancelAll();
  await maker.orders.place({ ...book, type: "2", size: "3", price: "60000" });
  await maker.orders.place({ ...book, type: "1", size: "3", price: "59990" });
}

describe.skipIf(isMissing)("the operator's forms", { timeout: TEST_TIMEOUT_MS }, () => {
  floor.use();

  test("money moves between any two accounts, at once or announced", async () => {
    const { control, page } = floor;
    const wallet = async (account: string) => (await control.call("GET accounts/show", { account })).wallet;
    await control.call("POST accounts/open", { name: "giver", balance: "100" });
    await control.call("POST accounts/open", { name: "taker" });
    await floor.signIn();
    await floor.go("Accounts");
    const move = async (moment: string, send: string) => {
      await page.getByRole("button", { name: "Move money…" }).click();
      await floor.dialog().getByLabel("From").selectOption("giver");
      await floor.dialog().getByLabel("To").selectOption("taker");
      await floor.dialog().getByLabel("Amount, USDT").fill("12.5");
      await floor.dialog().getByLabel("When").selectOption(moment);
      await floor.dialog().getByRole("button", { name: send }).click();
    };
    await move("now", "Move it");
    await floor.noted("12.5 USDT are moved");
    expect([await wallet("giver"), await wallet("taker")]).toEqual(["87.5", "12.5"]);
    await move("later", "Announce it");
    await floor.noted("12.5 USDT are announced");
    expect(await wallet("taker")).toBe("12.5");
    const announced = page.getByRole("row").filter({ hasText: "taker" });
    await announced.getByRole("button", { name: /^Complete movement/ }).click();
    await expect.poll(() => wallet("taker")).toBe("25");
  });

  test("a deposit whose answer did not come is sent again, and made once", async () => {
    const { control, page } = floor;
    await control.call("POST accounts/open", { name: "doubtful", balance: "100" });
    const wallet = async () => (await control.call("GET accounts/show", { account: "doubtful" })).wallet;
    await floor.signIn();
    await floor.account("doubtful");
    await page.getByRole("button", { name: "Deposit into doubtful" }).click();
    await floor.dialog().getByLabel("Amount, USDT").fill("5");
    const lose = async (route: Route) => {
      await route.fetch();
      await route.abort();
    };
    await page.route(/money\/deposit/, lose, { times: 1 });
    const send = floor.dialog().getByRole("button", { name: "Deposit", exact: true });
    await send.click();
    await floor.dialog().getByRole("alert").getByText("whether it happened is not known").waitFor();
    expect(await wallet()).toBe("105");
    await send.click();
    await floor.noted("Deposit: 5 USDT, doubtful");
    expect(await wallet()).toBe("105");
    floor.wrong = floor.wrong.filter((text) => !/ERR_FAILED/.test(text)); // what the missing answer itself says
  });

  test("accounts are selected by the filter and changed together, once their number is typed; all or none", async () => {
    const { control, page } = floor;
    const names = Array.from({ length: 8 }, (_, i) => `class-${i + 1}`);
    await control.call("POST accounts/many/open", { names, balance: "100" });
    const rows = () => control.call("GET accounts", { match: "class-*", money: true });
    await floor.signIn();
    await floor.go("Accounts");
    const accounts = floor.region("Accounts");
    await accounts.getByRole("link", { name: "class-8" }).waitFor();
    await accounts.getByRole("searchbox").fill("class-");
    await accounts.getByRole("button", { name: "Select all" }).click();
    await accounts.locator(".toggle", { has: page.getByLabel("Select class-3") }).click();
    const open = async (change: string) => {
      await accounts.getByRole("button", { name: "Change 7…" }).click();
      await floor.dialog().getByLabel("What is done to them").selectOption(change);
    };
    const send = () => floor.dialog().getByRole("button", { name: "Do it to all of them" });
    await open("fund");
    await floor.dialog().getByLabel("Amount for each, USDT").fill("5");
    expect(await send().isDisabled()).toBe(true);
    await floor.dialog().getByLabel("Type 7, their number").fill("7");
    await send().click();
    await floor.noted("7 accounts: fund");
    expect((await rows()).map(({ wallet }) => wallet)).toEqual(
      names.map((name) => (name === "class-3" ? "100" : "105")),
    );
    await open("status");
    await floor.dialog().getByLabel("Type 7, their number").fill("7");
    await send().click();
    await floor.noted("7 accounts: status");
    expect((await rows()).filter(({ status }) => status === "frozen")).toHaveLength(7);
    await open("message");
    await floor.dialog().getByLabel("Type 7, their number").fill("7");
    expect(await send().isDisabled()).toBe(true);
    await floor.dialog().getByLabel("What they are told").fill("The round is over");
    await send().click();
    await floor.noted("7 accounts: message");
    expect((await control.call("GET messages", {})).at(-1)).toMatchObject({ text: "The round is over" });
    await control.call("POST money/begin", { movement: "withdraw", from: "class-5", amount: "1" });
    await open("reset");
    await floor.dialog().getByLabel("Type 7, their number").fill("7");
    await send().click();
    await floor
      .dialog()
      .getByRole("alert")
      .getByText(/^class-5: .*none was changed/)
      .waitFor();
    expect(floor.wrong.splice(0)).toEqual([expect.stringContaining("400")]);
    expect((await rows()).filter(({ wallet }) => wallet === "105")).toHaveLength(7);
  });

  test("what selected accounts did is saved as a file, and of all that the filter shows", async () => {
    const { control, page, owner, maker } = floor;
    await quote();
    await maker.orders.place({ ...book, type: "2", size: "1", price: "60000" });
    await owner.orders.place({ ...book, type: "1", size: "1", price: "60000" });
    const accounts = floor.region("Accounts");
    const saved = async (button: string, what: string, format: string) => {
      await accounts.getByRole("button", { name: button, exact: true }).click();
      await floor.dialog().getByLabel("What").selectOption(what);
      await floor.dialog().getByLabel("Form").selectOption(format);
      const saving = page.waitForEvent("download");
      await floor.dialog().getByRole("button", { name: "Save the file" }).click();
      const file = await saving;
      expect(file.suggestedFilename()).toBe(`${what}.${format}`);
      await floor.dialog().waitFor({ state: "hidden" });
      return readFileSync(await file.path());
    };
    const sent = async (asked: Parameters<typeof control.file>[1]) =>
      Buffer.from(await (await control.file("GET accounts/export", asked)).arrayBuffer());
    await floor.signIn();
    await floor.go("Accounts");
    await accounts.locator(".toggle", { has: page.getByLabel("Select demo-1") }).click();
    await accounts.locator(".toggle", { has: page.getByLabel("Select demo-2") }).click();
    const fills = await saved("Export 2…", "fills", "csv");
    expect(fills.toString()).toMatch(/,demo-1,.*,taker,.*\n(?:.*\n)*.*,demo-2,.*,maker,/);
    expect(fills.equals(await sent({ what: "fills", accounts: "demo-1,demo-2" }))).toBe(true);
    const bills = await saved("Export 2…", "ledger", "parquet");
    expect(bills.equals(await sent({ what: "ledger", format: "parquet", accounts: "demo-1,demo-2" }))).toBe(
      true,
    );
    await accounts.getByRole("button", { name: "Select none" }).click();
    await accounts.getByRole("searchbox").fill("demo-2");
    await accounts.getByRole("link", { name: "demo-1" }).waitFor({ state: "hidden" });
    const orders = await saved("Export…", "orders", "ndjson");
    expect(orders.equals(await sent({ what: "orders", format: "ndjson", accounts: "demo-2" }))).toBe(true);
    await accounts.getByRole("searchbox").fill("");
    await accounts.getByRole("link", { name: "demo-1" }).waitFor();
    const users = await saved("Export…", "ledger", "csv");
    expect(users.equals(await sent({ what: "ledger", kind: "user" }))).toBe(true);
    expect(users.toString()).not.toContain(",fees,");
  });

  test("the buttons above the accounts are of one height", async () => {
    await floor.signIn();
    await floor.go("Accounts");
    const accounts = floor.region("Accounts");
    await accounts.getByRole("button", { name: "Select all" }).click();
    const heights = [];
    for (const name of ["Select none", /^Change \d+…$/, /^Export \d+…$/, "CSV"])
      heights.push((await accounts.getByRole("button", { name }).boundingBox())!.height);
    expect(new Set(heights).size, heights.join()).toBe(1);
  });

  test("a fault is set, shown with what it struck, and removed", async () => {
    const { control } = floor;
    await floor.signIn();
    await floor.go("Forced events");
    const faults = floor.region("Faults");
    await faults.getByText("Nothing is made to go wrong.").waitFor();
    await faults.getByLabel("What goes wrong").selectOption("slow");
    await faults.getByRole("button", { name: "Set the fault" }).click();
    await faults.getByRole("alert").getByText("slow takes 1 to 60000").waitFor();
    expect(floor.wrong.splice(0)).toEqual([expect.stringContaining("400")]);
    await faults.getByLabel("Milliseconds, 1 to 60000").fill("20");
    await faults.getByLabel("Requests, such as orders.* (empty: all)").fill("orders.place, orders.cancel");
    await faults.getByLabel("When").selectOption("probability");
    await faults.getByLabel("Probability, such as 0.1").fill("0.25");
    await faults.getByLabel("Drawn by seed").fill("7");
    await faults.getByRole("button", { name: "Set the fault" }).click();
    await floor.noted("slow is set");
    await faults
      .getByText(/^answered piece by piece \(20 ms\): a share of 0\.25 of the requests to/)
      .waitFor();
    expect((await control.call("GET faults")).map(({ said }) => said)).toEqual([
      { kind: "slow", routes: ["orders.place", "orders.cancel"], ms: 20, probability: "0.25", seed: 7 },
    ]);
    await floor.go("Overview");
    await floor
      .region("Alerts")
      .getByText(/^Made to go wrong, fault 1: answered piece by piece/)
      .waitFor();
    await floor.go("Forced events");
    await faults.getByRole("button", { name: "Remove fault 1" }).click();
    await floor.noted("Fault 1 is removed");
    expect(await control.call("GET faults")).toEqual([]);
  });

  test("an order is told what to do, shown among what goes wrong, and the directive taken back", async () => {
    const { control } = floor;
    await floor.signIn();
    await floor.go("Forced events");
    const directives = floor.region("Directives");
    await directives.getByText("No order was told anything.").waitFor();
    await directives.getByLabel("What happens to them").selectOption("delay");
    await directives.getByLabel("How many to come").fill("3");
    await directives.getByLabel("Milliseconds of market time").fill("1500");
    await directives.getByRole("button", { name: "Direct", exact: true }).click();
    await directives.getByText("the next 3").waitFor();
    const [told] = await control.call("GET directives");
    expect(told).toMatchObject({ what: "delay", left: 3, ms: 1500 });
    await floor.go("Overview");
    await floor
      .region("Alerts")
      .getByText(/^Made to go wrong, directive \d+: delay: the next 3 orders/)
      .waitFor();
    await floor.go("Forced events");
    await directives.getByRole("button", { name: /^Take directive/ }).click();
    await directives.getByText("No order was told anything.").waitFor();
    expect(await control.call("GET directives")).toEqual([]);
  });

  test("an account's latency is set by a number or a column of samples, and taken away", async () => {
    const { control } = floor;
    await control.call("POST accounts/open", { name: "far", balance: "100" });
    const told = async () => (await control.call("GET accounts/show", { account: "far" })).latency;
    await floor.signIn();
    await floor.account("far");
    const latency = floor.region("Latency");
    const button = (label: string) => latency.getByRole("button", { name: label });
    expect(await button("Take the latency away").isDisabled()).toBe(true);
    await latency.getByLabel("To the book, ms").fill("12\n30\n18\n");
    await latency.getByLabel("From the book to its pushes, ms").fill("5");
    await latency.getByLabel("Drawn by seed").fill("3");
    await button("Set the latency").click();
    await floor.noted("The latency of far is set");
    await latency.getByText("12 to 30 ms, 20 on average of 3 samples").waitFor();
    expect(await told()).toEqual({
      toBook: { samples: 3, leastMs: 12, meanMs: 20, mostMs: 30 },
      toPush: { samples: 1, leastMs: 5, meanMs: 5, mostMs: 5 },
    });
    await latency.getByLabel("To the book, ms").fill("soon");
    await button("Set the latency").click();
    await latency.getByRole("alert").getByText("a delay must be a whole number of ms, got 'soon'").waitFor();
    await latency.getByLabel("To the book, ms").fill("");
    await button("Take the latency away").click();
    await floor.noted("far has no latency");
    expect((await told()).toBook.samples).toBe(0);
  });

  test("a movement is offered between who may take part in it, and announced only where it can be", async () => {
    const { page } = floor;
    await floor.signIn();
    await floor.go("Accounts");
    await page.getByRole("button", { name: "Move money…" }).click();
    const options = (label: string) => floor.dialog().getByLabel(label).locator("option").allInnerTexts();
    const choose = (movement: string) => floor.dialog().getByLabel("What").selectOption(movement);
    await expect.poll(() => options("From")).toEqual(expect.arrayContaining(["demo-1", "demo-2"]));
    expect(await options("From")).not.toContain("insurance fund");
    expect(await options("From")).not.toContain("the outside world");
    await floor.dialog().getByLabel("From").selectOption("demo-2");
    expect(await options("To")).not.toContain("demo-2");
    await choose("deposit");
    expect(await options("From")).toEqual(["the outside world"]);
    expect(await options("To")).toEqual(expect.arrayContaining(["demo-1", "insurance fund"]));
    expect(await options("To")).not.toContain("external");
    await choose("withdraw");
    expect(await options("To")).toEqual(["the outside world"]);
    await floor.dialog().getByLabel("When").selectOption("later");
    await floor.dialog().getByRole("button", { name: "Announce it" }).waitFor();
    await choose("gift");
    await floor.dialog().getByRole("button", { name: "Move it" }).waitFor();
    expect(await floor.dialog().getByLabel("When").count()).toBe(0);
  });

  test("margin tiers are added, changed and taken away; who would be in breach is shown before", async () => {
    const { control, page } = floor;
    await quote();
    await control.call("POST accounts/open", { name: "tall", balance: "3500" });
    await control.call("POST orders/place", { account: "tall", symbol, action: "open-long", size: "1" });
    await floor.signIn();
    await floor.go("Contracts");
    await floor.region("Contracts").getByRole("link", { name: symbol }).click();
    const tiers = floor.region("Margin tiers");
    const told = async () => (await control.call("GET contracts", { symbol }))[0]!.tiers;
    const before = await told();
    const field = (title: string, tier: number) =>
      tiers.getByLabel(`${title}, tier ${tier}`, { exact: true });
    expect(await tiers.getByRole("button", { name: "Preview" }).isDisabled()).toBe(true);

    await tiers.getByRole("button", { name: "Add a tier" }).click();
    const last = before.length + 1;
    await field("Notional up to, USDT", last).fill("90000000");
    await field("Maintenance rate", last).fill("0.2");
    await field("Leverage to", last).fill("2");
    await tiers.getByRole("button", { name: "Preview" }).click();
    await tiers.getByText("Nobody would be in breach.").waitFor();
    await tiers.getByRole("button", { name: "Apply", exact: true }).click();
    await floor.noted(`${symbol} is changed`);
    expect((await told()).at(-1)).toEqual({
      ...{ notionalMax: 90_000_000, maintenanceRate: "0.2", leverageMax: "2.00" },
    });

    await tiers.getByRole("button", { name: `Take away tier ${last}` }).click();
    for (const [tier, rate] of ["0.08", "0.085", "0.09", "0.095", "0.097"].entries())
      await field("Maintenance rate", tier + 1).fill(rate);
    await tiers.getByRole("button", { name: "Preview" }).click();
    await tiers
      .getByRole("table", { name: "Who would be in breach" })
      .getByRole("link", { name: "tall" })
      .waitFor();
    await tiers.getByRole("button", { name: "Apply", exact: true }).click();
    await tiers.getByRole("alert").getByText("would be in breach and liquidated").waitFor();
    expect(await told()).toHaveLength(last);
    for (const [tier, { maintenanceRate }] of before.entries())
      await field("Maintenance rate", tier + 1).fill(maintenanceRate);
    await field("Maintenance rate", 2).fill("0.001");
    await tiers.getByRole("button", { name: "Apply", exact: true }).click();
    await tiers.getByRole("alert").getByText("maintenance rates ascending").waitFor();
    await field("Maintenance rate", 2).fill(before[1]!.maintenanceRate);
    await tiers.getByRole("button", { name: "Apply", exact: true }).click();
    await expect.poll(told).toEqual(before);
    expect(floor.wrong.splice(0)).toEqual([expect.stringContaining("400"), expect.stringContaining("400")]);
    await control.call("POST positions/close", { account: "tall" });
    await page.keyboard.press("Escape");
  });

  test("an agent is named, and paid what is due", async () => {
    const { control, owner, page } = floor;
    await quote();
    await floor.signIn();
    await floor.go("Accounts");
    await page.getByRole("button", { name: "Name an agent…" }).click();
    await floor.dialog().getByLabel("User").selectOption("demo-1");
    await floor.dialog().getByLabel("Agent", { exact: true }).selectOption("demo-2");
    await floor.dialog().getByLabel("The agent's part").fill("0.25");
    await floor.dialog().getByRole("button", { name: "Name the agent" }).click();
    await floor.noted("demo-2 brought demo-1");
    await owner.orders.place({ ...book, match_price: "1", type: "1", size: "0.1" });
    await page.getByRole("button", { name: /^due of demo-1, 0\.9/ }).click(); // a quarter of 6000 · 0.06 %
    await floor.dialog().getByText("= ⌊fees · rebateRate⌋").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Pay what is due for demo-1" }).click();
    await floor.noted("What is due for demo-1 is paid");
    expect(await control.call("GET referrals", {})).toMatchObject([{ name: "demo-1", due: "0" }]);
    await page.getByRole("button", { name: "Name an agent…" }).click();
    await floor.dialog().getByLabel("User").selectOption("demo-1");
    await floor.dialog().getByRole("button", { name: "End it" }).click();
    await floor.region("Referrals").waitFor({ state: "detached" });
    await owner.positions.close();
  });

  test("a bot's own key is imported and signs; what it may is changed, and a time that is none is told", async () => {
    const { control, page, venue } = floor;
    const strings = { apiKey: "ownKey", secret: "ownSecret", passphrase: "ownPassphrase" };
    for (const kind of ["RSA", "Ed25519"] as const) await registered(venue, "demo-2", kind);
    await floor.signIn();
    await floor.account("demo-2");
    await page.getByRole("button", { name: "Import a key" }).click();
    for (const [name, text] of Object.entries(strings))
      await floor.dialog().getByLabel(name, { exact: true }).fill(text);
    await floor.dialog().getByRole("button", { name: "Import the key" }).click();
    await floor.noted("A key for demo-2 is imported");
    const bot = new V2Client({ baseUrl: venue.baseUrl, credentials: strings, limits: "off" });
    expect((await bot.account.assets()).length).toBeGreaterThan(0);
    bot.close();
    await page.getByRole("button", { name: "Change ownKey" }).click();
    await floor.dialog().getByLabel("Label").fill("of the bot");
    await floor.dialog().getByLabel("Ends, market time").fill("tomorrow");
    await floor.dialog().getByRole("button", { name: "Change the key" }).click();
    await floor.dialog().getByRole("alert").getByText("Ends: 'tomorrow' is no time").waitFor();
    await floor.dialog().getByLabel("Ends, market time").fill("2040-01-01 12:00");
    await floor.dialog().getByRole("button", { name: "Change the key" }).click();
    await floor.noted("The key is changed");
    const keys = await control.call("GET keys", { account: "demo-2" });
    expect(keys.find(({ apiKey }) => apiKey === "ownKey")).toMatchObject({
      label: "of the bot",
      expires: Date.UTC(2040, 0, 1, 12),
    });
    const rows = floor.region("API keys").getByRole("row");
    for (const kind of ["HMAC", "RSA", "Ed25519"])
      await rows.getByRole("cell", { name: kind, exact: true }).first().waitFor();
  });

  test("an order is placed with all that it may have, amended under its id, and told whole; one position is closed", async () => {
    const { control, page } = floor;
    await quote();
    await control.call("POST accounts/open", { name: "eve", balance: "9000" });
    const eve = () => control.call("GET accounts/show", { account: "eve" });
    await floor.signIn();
    await floor.account("eve");
    await page.getByRole("button", { name: "Place an order of eve" }).click();
    await floor.dialog().getByLabel("Size").fill("0.2");
    await floor.dialog().getByLabel("Limit price").fill("59000");
    await floor.dialog().getByLabel("Holds").selectOption("post-only");
    await floor.dialog().getByLabel("Stop loss at").fill("58000");
    await floor.dialog().getByRole("button", { name: "Place it" }).click();
    await floor.noted("An order of eve is placed");
    const { order } = (await eve()).orders[0]!;
    await page.getByRole("button", { name: `Amend order ${order}` }).click();
    await floor.dialog().getByLabel("Limit price").fill("59100");
    await floor.dialog().getByRole("button", { name: "Amend it" }).click();
    await floor.noted(`Order ${order} is amended`);
    expect((await eve()).orders).toMatchObject([{ order, price: "59100.0", size: "0.2000" }]);
    await page.getByRole("button", { name: `Order ${order}`, exact: true }).click();
    await floor.dialog().getByText("post-only").waitFor();
    await floor.dialog().getByText("58000.0").waitFor();
    await page.keyboard.press("Escape");

    await control.call("POST orders/place", { account: "eve", symbol, action: "open-long", size: "0.1" });
    await page.getByRole("button", { name: `Close the long of eve in ${symbol}` }).click();
    await floor.dialog().getByLabel("Type long to confirm").fill("long");
    await floor.dialog().getByRole("button", { name: "Close", exact: true }).last().click();
    await expect.poll(async () => (await eve()).positions).toEqual([]);
    expect((await eve()).orders).toHaveLength(1);
    await control.call("POST orders/cancel", { order }); // it would take what another test sells
  });

  test("a paper account begins anew, from the account that it belongs to", async () => {
    const { control, page } = floor;
    await floor.signIn();
    await floor.account("demo-2");
    await page.getByRole("button", { name: "Paper account of demo-2" }).click();
    await floor.dialog().getByLabel("Simulated USDT").fill("777");
    await floor.dialog().getByRole("button", { name: "Begin anew on paper" }).click();
    await floor.noted("demo-2 begins anew on paper");
    const paper = await control.call("GET accounts", { kind: "paper", money: true });
    expect(paper.map(({ wallet }) => wallet)).toEqual(["777"]);
  });

  test("what nobody takes is told as open still, and no account as reset that is not", async () => {
    const { control, page, maker, owner } = floor;
    await quote();
    await control.call("POST accounts/open", { name: "stuck", balance: "100000" });
    const long = { symbol, action: "open-long", size: "0.2", price: "60000" } as const;
    await control.call("POST orders/place", { account: "stuck", ...long });
    await Promise.all([maker.orders.cancelAll(), owner.orders.cancelAll()]);
    await maker.orders.place({ ...book, type: "1", size: "0.05", price: "59990" });
    await floor.signIn();
    await floor.account("stuck");
    const confirm = async (button: string, word: string) => {
      await page.getByRole("button", { name: button, exact: true }).click();
      await floor.dialog().getByLabel(`Type ${word} to confirm`).fill(word);
      await floor
        .dialog()
        .getByRole("button", { name: /^(?:Close|Close all|Reset)$/ })
        .last()
        .click();
      await floor.dialog().waitFor({ state: "detached" });
    };
    await confirm("Close all positions of stuck", "stuck");
    await floor.noted(`Open still: 0.1500 of 0.2000 of the long in ${symbol}, nobody takes it.`);
    await confirm(`Close the long of stuck in ${symbol}`, "long");
    await floor.noted(`Open still: 0.1500 of 0.1500 of the long in ${symbol}, nobody takes it.`);
    await confirm("Reset stuck", "stuck");
    await floor.noted(`stuck is not reset: nobody takes 0.1500 of its long in ${symbol}.`);
    await quote();
    await control.call("POST positions/close", { account: "stuck" });
  });

  test("an isolated position is picked out of those that the account has, with entry, margin and mode", async () => {
    const { control, maker, owner, page } = floor;
    await floor.signIn();
    await floor.go("Forced events");
    const liquidation = floor.region("Liquidation");
    const liquidate = liquidation.getByRole("button", { name: "Liquidate demo-1" });
    await quote();
    await owner.positions.setMode({ symbol, marginMode: 3 });
    await maker.orders.place({ ...book, type: "2", size: "0.1", price: "60000" });
    await owner.orders.place({ ...book, type: "1", size: "0.1", price: "60000", marginMode: 3 });
    const { positions } = await control.call("GET accounts/show", { account: "demo-1" });
    const { position } = positions.find(({ marginMode }) => marginMode === "isolated")!;
    await liquidation.getByLabel("Account").selectOption("demo-1");
    const picked = liquidation.getByLabel("Position");
    await expect
      .poll(() => picked.locator("option").allInnerTexts())
      .toContainEqual(expect.stringMatching(/^long 0\.1.*, entry 60 000.*, isolated with .* USDT at /));
    await picked.selectOption(String(position));
    await liquidate.click();
    await floor.dialog().getByText(`Position ${position} of demo-1 is closed now.`).waitFor();
    await page.keyboard.press("Escape");
    await control.call("POST positions/close", { account: "demo-1" });
    await owner.positions.setMode({ symbol, marginMode: 1 });
  });

  test("a source's price is reported and makes the index, until the feed is followed again", async () => {
    const { control, page, venue } = floor;
    const price = async () => (await control.call("GET prices"))[0]!;
    await quote();
    await floor.signIn();
    await floor.go("Market");
    await page.getByRole("button", { name: `Sources of ${symbol}` }).click();
    await floor.dialog().getByText("No outside source has reported.").waitFor();
    await floor.dialog().getByLabel("Source, a number").fill("7");
    await floor.dialog().getByLabel("Price", { exact: true }).fill("60123.4");
    await floor.dialog().getByLabel("Weight").fill("2x");
    await floor.dialog().getByRole("button", { name: "Report it" }).click();
    await floor.dialog().getByRole("alert").getByText("not a whole number").waitFor();
    expect(floor.wrong.splice(0)).toEqual([expect.stringContaining("400")]);
    await floor.dialog().getByLabel("Weight").fill("2");
    await floor.dialog().getByRole("button", { name: "Report it" }).click();
    await floor.dialog().getByRole("cell", { name: "60 123.400" }).waitFor();
    expect(await price()).toMatchObject({ source: "sources", index: "60123.400" });
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: `Follow feed, ${symbol}` }).click();
    await floor.noted(`${symbol} follows its feed again`);
    await venue.step(11_000); // until the source is silent
    expect(["sources", "pushed", "none"]).not.toContain((await price()).source);
  });

  test("a bundle is left for who was not there; the limits in force are told", async () => {
    const { control, page } = floor;
    await control.call("POST limits/use", { profile: "published" });
    const folder = temporaryDirectory();
    await floor.signIn();
    await page.getByRole("button", { name: "What they are" }).click();
    await floor
      .dialog()
      .getByRole("table", { name: "Budgets" })
      .getByText("Weight of an account", { exact: true })
      .waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Bundle…" }).click();
    await floor.dialog().getByLabel("Directory").fill(join(folder, "b"));
    await floor.dialog().getByRole("button", { name: "Leave the bundle" }).click();
    await floor.noted("It is in");
    for (const file of ["timeline.txt", "requests.ndjson", "data"])
      expect(existsSync(join(folder, "b", file)), file).toBe(true);
  });

  test("what a program uploaded of its decisions is there with what went in and came out", async () => {
    const { owner } = floor;
    await owner.contest.uploadLog({
      stage: "decide",
      model: "m-1",
      input: { spread: "1.5" },
      output: { buy: true },
      explanation: "The spread is wide.",
    });
    await floor.signIn();
    await floor.go("Uploads");
    const row = floor.region("Uploads").getByRole("row").filter({ hasText: "The spread is wide." });
    await row.getByText("m-1").waitFor();
    await row.getByRole("button", { name: /^Input and output/ }).click();
    await floor.dialog().getByText('"spread": "1.5"').waitFor();
    await floor.dialog().getByText('"buy": true').waitFor();
  });

  test("every operation has a form: a position is picked, the answer is shown, administrators' operations ask first", async () => {
    const { control, owner, page } = floor;
    const positions = async () => (await control.call("GET accounts/show", { account: "demo-1" })).positions;
    await quote();
    await owner.orders.place({ ...book, match_price: "1", type: "1", size: "0.1" });
    await owner.orders.place({ ...book, match_price: "1", type: "2", size: "0.2" });
    await floor.signIn();
    await floor.go("Operations");
    const operation = page.getByLabel("Operation", { exact: true });
    const send = page.getByRole("button", { name: "Do it" });
    await operation.selectOption("POST positions/close");
    await expect.poll(() => send.isDisabled()).toBe(true);
    await page.getByLabel("Account", { exact: true }).selectOption("demo-1");
    const held = page.getByLabel("Position", { exact: true });
    await expect
      .poll(() => held.locator("option").allInnerTexts())
      .toContainEqual(expect.stringMatching(/^short 0\.2/));
    const [short] = (await positions()).filter(({ leg }) => leg === "short");
    await held.selectOption(String(short!.position));
    await send.click();
    await floor.noted("positions/close: done");
    await floor.region("Answer").getByText('"symbol": "cmt_btcusdt"').waitFor();
    expect((await positions()).map(({ leg }) => leg)).toEqual(["long"]);
    await operation.selectOption("POST reset");
    expect(await send.isDisabled()).toBe(true);
    await page.getByLabel("Type reset to confirm").fill("reset");
    await expect.poll(() => send.isDisabled()).toBe(false);
    await owner.positions.close();
  });

  test("an amount in the journal says where it comes from", async () => {
    const { owner, page } = floor;
    await quote();
    await owner.orders.place({ ...book, match_price: "1", type: "1", size: "0.1" });
    await floor.signIn();
    await floor.go("Journal");
    await page.getByLabel("That led to").selectOption("traded");
    await floor
      .region("Journal")
      .getByRole("button", { name: /^Command \d+$/ })
      .first()
      .click();
    const value = floor.region(/^Command \d+: placeOrder$/).getByRole("button", { name: /^value of traded/ });
    await value.press("Enter");
    await floor.dialog().getByText("6 000 USDT").waitFor();
    await floor.dialog().getByText("= size · price, exact").waitFor();
    await floor.dialog().getByText("60000.0").waitFor();
    await page.keyboard.press("Escape");
    await expect.poll(() => value.evaluate((element) => element === document.activeElement)).toBe(true);
    await owner.positions.close();
  });
});
