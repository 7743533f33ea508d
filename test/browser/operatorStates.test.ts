/// <reference lib="dom" />
import { describe, expect, test } from "vitest";
import { axe } from "./axe.ts";
import { isMissing, TEST_TIMEOUT_MS } from "./chromium.ts";

import { holdAnswers } from "./holdAnswers.ts";
import { OperatorFloor } from "./operatorFloor.ts";

/**
 * What the operator's page says before the venue has answered, when there is nothing, and when there is no
 * answer any more.
 */

const floor = new OperatorFloor();

/** Views with what they ask for first, and what they say when there is none. */
const VIEWS = [
  ["Overview", "Open interest", /\/control\/(contracts|fund|states)/, "No contract is listed."],
  ["Accounts", "Accounts", /\/control\/accounts/, "There is no account of this kind."],
  ["Contracts", "Contracts", /\/control\/contracts/, "No contract is listed."],
  ["Market", "Index prices", /\/control\/prices/, "No contract is listed."],
  ["Market", "Participants", /\/control\/participants/, "Nothing moves this market by itself."],
  ["Forced events", "Funding", /\/control\/funding/, "No contract is listed."],
  ["Requests", "Requests", /\/control\/requests/, "No request was logged."],
  ["Journal", "Journal", /\/control\/journal\?/, "No command that is still kept is like this."],
  ["Uploads", "Uploads", /\/control\/uploads/, "No program has uploaded anything"],
  ["Operators", "Operators", /\/control\/operators/, "Nobody."],
  ["Nodes", "Nodes", /\/control\/cluster/, "This venue is one process"],
] as const;

const hashes: Readonly<Record<string, string>> = {
  ...{ Overview: "overview", Accounts: "accounts", Contracts: "contracts", Market: "market" },
  ...{ "Forced events": "forced", Requests: "requests", Journal: "journal", Uploads: "uploads" },
  ...{ Operators: "operators", Nodes: "nodes" },
};

describe.skipIf(isMissing)("what the operator's page does not know", { timeout: TEST_TIMEOUT_MS }, () => {
  floor.use();

  test.each(VIEWS)("%s, %s: being asked for is not being empty", async (view, region, path, nothing) => {
    const { page } = floor;
    // Its own view is the first that is looked at: another would have asked for the same. Until somebody has
    // signed in none is.
    const name = hashes[view];
    await page.goto(`${floor.venue.controlUrl}/operator#/${name}`);
    const isForSignIn = view === "Operators";
    if (isForSignIn) await floor.signIn().then(() => page.getByRole("navigation").waitFor());
    const letGo = await holdAnswers(page, path);
    if (isForSignIn) {
      await floor.go("Journal");
      await floor.go(view);
    } else {
      await floor.signIn();
    }
    const asked = floor.region(region);
    await asked.getByText("Asking…", { exact: true }).first().waitFor();
    expect(await asked.getByText(nothing).count()).toBe(0);
    expect(await asked.getByRole("table").count()).toBe(0);
    letGo();
    await asked.locator("table, .empty").first().waitFor();
    expect(await asked.getByText("Asking…").count()).toBe(0);
  });

  test("nothing is said to want attention before everything was looked at", async () => {
    const { page } = floor;
    const letGo = await holdAnswers(page, /\/control\/participants/);
    await floor.signIn();
    const alerts = floor.region("Alerts");
    await alerts.getByText("Asking…").waitFor();
    expect(await alerts.getByText("Nothing wants attention.").count()).toBe(0);
    letGo();
    await alerts.getByText("Nothing wants attention.").waitFor();
  });

  test("an account that is opened is asked for, and one that is not there is told", async () => {
    const { page } = floor;
    await floor.signIn();
    const letGo = await holdAnswers(page, /\/control\/accounts\/show/);
    await floor.go("Accounts");
    await floor.region("Accounts").getByRole("link", { name: "demo-1", exact: true }).click();
    await page.locator(".op-main").getByText("Asking…", { exact: true }).first().waitFor();
    letGo();
    await floor.region("API keys").waitFor();
    await page.goto(`${floor.venue.controlUrl}/operator#/accounts/nobody`);
    await page.locator(".op-main .wait").getByText("nobody").waitFor();
    expect(floor.wrong.splice(0).every((text) => /40[04]/.test(text))).toBe(true);
  });

  test("without an answer what was known stays, told as old; with one again all is well", async () => {
    const { page } = floor;
    await floor.signIn();
    await floor.go("Contracts");
    const contracts = floor.region("Contracts");
    await contracts.getByRole("link", { name: "cmt_btcusdt" }).waitFor();
    await page.route(/\/control\//, (route) => route.abort());
    await contracts.getByText(/^Not up to date: /).waitFor();
    await contracts.getByRole("link", { name: "cmt_btcusdt" }).waitFor();
    await page.locator(".op-header").getByText("No answer").waitFor();
    expect(await axe(page)).toEqual([]);
    await page.unroute(/\/control\//);
    await page.locator(".op-header").getByText("Running").waitFor();
    await contracts.getByText(/^Not up to date: /).waitFor({ state: "detached" });
    expect(floor.wrong.splice(0).every((text) => /ERR_FAILED/.test(text))).toBe(true);
  });
});
