import { expect, test } from "vitest";
import { withDefaults } from "../../src/assembly/venue/options.ts";
import { asSettings, sharedOptions } from "../../src/assembly/venue/sharedOptions.ts";
import { readScenario } from "../../src/movers/feeds/index.ts";
import { LEASE_MS, nodesOfTest } from "./nodes.ts";

/** What the leader goes by is one for all nodes, and kept in the store. */

test.each([
  [{ limits: "published" }, "--limits is published here, and off in the cluster"],
  [{ balance: "5" }, "--balance is 5 here, and 100000 in the cluster"],
  [{ seed: 7 }, "--seed is 7 here, and 1 in the cluster"],
  [{ market: "simulated" }, "--market is simulated here, and empty in the cluster"],
  [
    { prehistory: 20, wire: "observed" },
    "--prehistory is 20 here, and 0 in the cluster; --wire is observed here",
  ],
] as const)("a node with %j is refused by name", async (options, says) => {
  const nodes = nodesOfTest();
  const a = await nodes.start("a");
  await expect(nodes.start("b", options)).rejects.toThrow(says);
  await expect(nodes.start("b", options)).rejects.toThrow("outcry cluster options set");
  expect(a.engine.state).toBe("running");
  expect((await nodes.start("c")).engine.state).toBe("following");
});

test("changed, they count for whoever starts from then on, and who runs is told", async () => {
  const nodes = nodesOfTest();
  const told: string[] = [];
  const log = { info() {}, error() {}, warn: (_: object, text: string) => void told.push(text) };
  const a = await nodes.start("a", { log });
  const operator = await nodes.store.open("operator", 0);
  await operator.settings.set(asSettings(new Map([["limits", "published"]])));
  await nodes.clock.advance(2 * LEASE_MS);
  const ofOptions = told.filter((text) => text.includes("options"));
  expect(ofOptions).toEqual([
    "the cluster's options were changed: --limits is off here, and published in the cluster. Start this node again, with what is there",
  ]);
  await expect(nodes.start("b")).rejects.toThrow("--limits is off here, and published in the cluster");
  const b = await nodes.start("b", { limits: "published" });
  await nodes.passing(a.stop());
  await nodes.until(() => b.engine.state === "running");
});

test("they tell no secret, and mean the same wherever their files lie", async () => {
  const account = { name: "mine", apiKey: "key", secret: "CANARY", passphrase: "CANARY" };
  expect(JSON.stringify([...sharedOptions(withDefaults({ accounts: [account] }))])).not.toContain("CANARY");
  const scenario = await readScenario("examples/scenarios/calm.json");
  const market = { ...scenario, feeds: { cmt_btcusdt: { type: "recorded", file: "/here/btc.csv" } } };
  const elsewhere = { ...scenario, feeds: { cmt_btcusdt: { type: "recorded", file: "/there/btc.csv" } } };
  const text = (each: object) =>
    sharedOptions(withDefaults({ market: each as typeof scenario })).get("market");
  expect(text(market)).toBe(text(elsewhere));
  expect(text(market)).not.toBe(text(scenario));
});
