import fs from "node:fs";
import { expect, test } from "vitest";
import type { Venue } from "../../src/assembly/venue/index.ts";
import { startVenue } from "../../src/assembly/venue/index.ts";
import { temporaryDirectory } from "../host/temporaryDirectory.ts";
import { imagesOf } from "./imagesOf.ts";
import { venueOfTest } from "./venueOfTest.ts";

/** A reset that dies at any step: whoever was an operator right before is one afterwards, and nobody else. */

async function operators(venue: Venue): Promise<readonly string[]> {
  const list = await venue.engine.query({ type: "operators" });
  return list.map(({ name, tokenHash }) => `${name} ${tokenHash}`).sort();
}

test("a reset to a state with other operators, killed at each step", async () => {
  const data = temporaryDirectory();
  const images = temporaryDirectory();
  const options = { prices: { btc: 60_000 }, adminToken: "first", backgroundAudit: false };
  const venue = await venueOfTest({ ...options, data });
  const call = async (path: string, body: object) => {
    const headers = { authorization: "Bearer first" };
    const request = { method: "POST", headers, body: JSON.stringify(body) };
    expect((await fetch(`${venue.controlUrl}/control/${path}`, request)).status, path).toBe(200);
  };
  await call("operators/add", { name: "alice", role: "operate" });
  await call("operators/add", { name: "bob", role: "admin" });
  await venue.saveState("with-bob");
  await call("operators/rotate", { name: "alice" });
  await call("operators/remove", { name: "bob" });
  await call("operators/add", { name: "carol", role: "read" });
  await call("accounts/open", { name: "later", balance: "1" });
  const wanted = await operators(venue);
  expect(wanted.map((each) => each.split(" ")[0])).toEqual(["alice", "carol"]);

  const taken = await imagesOf(data, images, () => venue.reset({ to: "with-bob" }));
  expect(await operators(venue)).toEqual(wanted);
  await venue.stop();

  const markets = { old: 0, new: 0 };
  for (const image of [...taken, data]) {
    const again = await startVenue({ ...options, data: image });
    try {
      expect(await operators(again), image).toEqual(wanted);
      const accounts = await again.engine.query({ type: "accounts" });
      markets[accounts.some(({ name }) => name === "later") ? "old" : "new"]++;
      expect(fs.readdirSync(image).filter((name) => /^next|operators/.test(name))).toEqual([]);
    } finally {
      await again.stop();
    }
  }
  expect(markets.old).toBeGreaterThan(3);
  expect(markets.new).toBeGreaterThan(10);
});
