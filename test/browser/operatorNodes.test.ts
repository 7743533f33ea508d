/// <reference lib="dom" />
import { describe, expect, onTestFinished, test } from "vitest";
import { LEASE_MS, pair } from "../cluster/nodes.ts";
import { operate } from "../venue/control.ts";
import { axe } from "./axe.ts";
import { borrowBrowser, giveBack, isMissing, TEST_TIMEOUT_MS } from "./chromium.ts";
import { OperatorFloor } from "./operatorFloor.ts";

/**
 * The nodes in the operator's page: of two, one of which gives up the lead, and of a venue that is one
 * process.
 */

describe.skipIf(isMissing)("the view of the nodes", { timeout: TEST_TIMEOUT_MS }, () => {
  test("shows who leads and how far the others are, and lets another node lead", async () => {
    const { nodes, a, b } = await pair();
    await nodes.clock.advance(LEASE_MS);
    const floor = new OperatorFloor();
    floor.venue = b;
    floor.browser = await borrowBrowser();
    onTestFinished(() => giveBack(floor.browser));
    floor.page = await floor.open();
    onTestFinished(() => floor.page.close());
    await floor.signIn();
    await floor.go("Nodes");
    const seen = floor.region("Nodes");
    await seen.getByText("follows").waitFor();
    const { leader } = await operate(b, "cluster");
    const row = (part: string) => seen.getByRole("row").filter({ hasText: part });
    expect(await row("leads").textContent()).toContain(leader);
    expect(await row("follows").textContent()).toContain("this one");
    expect(await floor.region("Takeovers").getByRole("row").count()).toBe(2);
    expect(await axe(floor.page)).toEqual([]);

    await seen.getByRole("button", { name: "Step down…" }).click();
    const go = floor.dialog().getByRole("button", { name: "Step down…" });
    expect(await go.isDisabled()).toBe(true);
    await floor.dialog().getByLabel(`Type ${leader} to confirm`).fill(leader);
    await go.click();
    await floor.noted(`${leader} gives up the lead`);
    await nodes.until(() => a.engine.state === "following" && b.engine.state === "running");
    await nodes.clock.advance(LEASE_MS);
    await row("leads").getByText("this one").waitFor();
    expect(await floor.region("Takeovers").getByRole("row").count()).toBe(3);
    expect(floor.wrong).toEqual([]);
  });
});

describe.skipIf(isMissing)("of one process", { timeout: TEST_TIMEOUT_MS }, () => {
  const floor = new OperatorFloor().use();

  test("the view says that it is one", async () => {
    await floor.signIn();
    await floor.go("Nodes");
    await floor.region("Nodes").getByText("This venue is one process on its own files").waitFor();
    expect(await floor.page.getByRole("button", { name: "Step down…" }).count()).toBe(0);
  });
});
