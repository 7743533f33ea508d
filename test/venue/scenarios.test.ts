import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Venue } from "../../src/assembly/venue/index.ts";
import { readScenario } from "../../src/movers/feeds/index.ts";
import { Client } from "./client.ts";
import { operate } from "./control.ts";
import { venueOfTest } from "./venueOfTest.ts";

/**
 * The scenarios in `examples/scenarios` that make something happen: it does, what they expect is so, and the
 * books balance.
 */

const FOLDER = join(import.meta.dirname, "../../examples/scenarios");
const PAGE = join(import.meta.dirname, "../../docs/scenarios.md");
const files = readdirSync(FOLDER).filter(
  (name) => name.endsWith(".json") && "timeline" in JSON.parse(readFileSync(join(FOLDER, name), "utf8")),
);

/** When the last moment of a scenario is, ms after its beginning. */
const endOf = ({ timeline }: Awaited<ReturnType<typeof readScenario>>): number =>
  Math.max(...timeline.map(({ atMs }) => atMs));

async function played(name: string): Promise<Venue> {
  const market = await readScenario(join(FOLDER, name));
  const venue = await venueOfTest({ market, prehistory: 0, clock: "test" });
  await venue.step(endOf(market));
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
  expect(await operate(venue, "audit", {})).toMatchObject({ passed: true });
});

const STEP_MS = 10_000;

/**
 * Two bots in lock step with the market: after each step of it one after the other asks for its account,
 * places an order and cancels what it has, and waits for the end of each. What they were told, and a digest
 * of all that happened, wherever frames begin and end.
 */
async function botsIn(name: string): Promise<{ readonly told: readonly string[]; readonly events: string }> {
  const market = await readScenario(join(FOLDER, name));
  const accounts = ["one", "other"].map((account) => ({
    name: account,
    apiKey: account,
    secret: "s",
    passphrase: "p",
  }));
  const venue = await venueOfTest({ market, prehistory: 0, clock: "test", accounts });
  const events = createHash("sha256");
  venue.engine.subscribe((frame) => void events.update(frame.events));
  const clients = accounts.map((key) => new Client(venue.baseUrl, key, () => venue.clock.now()));
  const told: string[] = [];
  const hear = async (reply: ReturnType<Client["get"]>): Promise<void> => {
    const { status, text } = await reply.catch((error: unknown) =>
      error instanceof SyntaxError ? { status: "page", text: "" } : { status: "nothing", text: "" },
    );
    told.push(`${status} ${text}`);
  };
  const order = { symbol: "cmt_btcusdt", size: "0.01", order_type: "0", match_price: "1", price: "0" };
  for (let atMs = 0; atMs < endOf(market); atMs += STEP_MS) {
    await venue.step(STEP_MS);
    for (const [i, client] of clients.entries()) {
      await hear(client.get("account/position/allPosition"));
      const type = String(1 + ((i + atMs / STEP_MS) % 4));
      await hear(client.post("order/placeOrder", { ...order, client_oid: `${atMs}-${i}`, type }));
      await hear(client.post("order/cancelAllOrders", { cancelOrderType: "normal" }));
    }
  }
  await venue.settle();
  return { told, events: events.digest("hex") };
}

test.each(["api-storm.json", "flash-crash.json", "fat-finger.json"])(
  "%s: bots in lock step are told the same twice, and the same happens",
  async (name) => {
    const first = await botsIn(name);
    const second = await botsIn(name);
    expect(second.told).toEqual(first.told);
    expect(second.events).toBe(first.events);
    const heard = first.told.map((line) => line.slice(0, line.indexOf(" ")));
    expect(heard).toContain("200");
    if (name === "api-storm.json") {
      expect(new Set(heard)).toEqual(new Set(["200", "400", "429", "503", "nothing", "page"]));
    }
  },
);
