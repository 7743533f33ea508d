import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readScenario } from "../../src/feeds/index.ts";
import type { Venue } from "../../src/venue/index.ts";
import { startVenue } from "../../src/venue/index.ts";
import { marketState } from "./marketState.ts";

/** The scenarios in `examples/scenarios` that make something happen: it does, what they expect is so, and the books balance. */

const FOLDER = join(import.meta.dirname, "../../examples/scenarios");
const PAGE = join(import.meta.dirname, "../../docs/scenarios.md");
const files = readdirSync(FOLDER).filter(
  (name) => name.endsWith(".json") && "timeline" in JSON.parse(readFileSync(join(FOLDER, name), "utf8")),
);

async function played(name: string): Promise<Venue> {
  const market = await readScenario(join(FOLDER, name));
  const venue = await startVenue({ market, prehistory: 0, clock: "test" });
  onTestFinished(() => venue.stop());
  await venue.step(Math.max(...market.timeline.map(({ atMs }) => atMs)));
  await venue.settle();
  return venue;
}

test("there are those that the documents show", () => {
  const shown = [...readFileSync(PAGE, "utf8").matchAll(/^`examples\/scenarios\/(.*)`$/gm)].map(
    ([, name]) => name,
  );
  expect(shown.toSorted()).toEqual(files.toSorted());
});

test.each(files)("%s", async (name) => {
  const venue = await played(name);
  const wrong = venue.scenario.moments.filter(({ state }) => !["said", "done", "met"].includes(state));
  expect(wrong).toEqual([]);
  expect(venue.scenario.moments.some(({ state }) => state === "met")).toBe(true);
  const headers = { authorization: `Bearer ${venue.adminToken}` };
  const audit = await fetch(`${venue.controlUrl}/control/audit`, { method: "POST", headers, body: "{}" });
  expect(await audit.json()).toMatchObject({ passed: true });
});

test("played twice it is the same market", async () => {
  const [first, second] = [await played("flash-crash.json"), await played("flash-crash.json")];
  expect(await marketState(first)).toBe(await marketState(second));
});
