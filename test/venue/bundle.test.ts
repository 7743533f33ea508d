import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { VenueOptions } from "../../src/assembly/venue/index.ts";
import { outcry } from "../cli/inProcess.ts";
import { temporaryDirectory } from "../host/temporaryDirectory.ts";
import { Client } from "./client.ts";
import { venueOfTest } from "./venueOfTest.ts";

/** What a failed test leaves behind: enough to see, and to go on from. */

/** Without it the copy is read, but not served: its keys are encrypted. */
const MASTER_KEY = new Uint8Array(32);

async function venueWithAPast(options: VenueOptions = {}) {
  const venue = await venueOfTest({
    accounts: [{ name: "bot" }],
    prices: { btc: 60_000 },
    requests: "all",
    masterKey: MASTER_KEY,
    ...options,
  });
  const [bot] = venue.accounts;
  const order = { symbol: "cmt_btcusdt", type: "1", order_type: "0", match_price: "0", price: "59000" };
  const client = new Client(venue.baseUrl, bot!);
  const place = (size: string, client_oid: string) =>
    client.post("/capi/v2/order/placeOrder", { ...order, size, client_oid });
  await place("0.01", "rests");
  await venue.price("btc", "61000");
  await place("90", "too-big");
  return { venue, bot: bot! };
}

const linesOf = (path: string) => readFileSync(path, "utf8").trimEnd().split("\n");

test.each([
  ["in memory", false],
  ["with a data directory", true],
])("of a venue %s: requests, timeline, and a copy that opens where it stood", async (_, isKept) => {
  const directory = temporaryDirectory();
  const { venue, bot } = await venueWithAPast(isKept ? { data: join(directory, "venue") } : {});
  const left = await venue.bundle(join(directory, "bundle"));
  expect(left).toBe(join(directory, "bundle"));
  expect(readdirSync(left).sort()).toEqual(["data", "requests.ndjson", "timeline.txt"]);
  const copy = readdirSync(join(left, "data")).sort();
  expect(copy).toEqual(["backup.json", "format", "history.db", "journal"]);

  const requests = linesOf(join(left, "requests.ndjson")).map((line) => JSON.parse(line));
  expect(requests.map(({ status, code }) => [status, code])).toEqual([
    [200, ""],
    [400, "40015"],
  ]);

  const timeline = linesOf(join(left, "timeline.txt"));
  const at = (pattern: RegExp) => timeline.findIndex((line) => pattern.test(line));
  const story = [
    at(/ #\d+ placeOrder done \(bot\) {2}.*clientId=rests/),
    at(/ {4}orderPlaced {2}.*contract=cmt_btcusdt/),
    at(/ bot {2}POST \/capi\/v2\/order\/placeOrder 200$/),
    at(/ #\d+ \w+ done by \w+.*61000/),
    at(/ #\d+ placeOrder (?!done)\w+ \(bot\) {2}.*clientId=too-big/),
    at(/ bot {2}POST \/capi\/v2\/order\/placeOrder 400 40015: .*not enough/),
  ];
  expect(story, timeline.join("\n")).not.toContain(-1);
  expect(story).toEqual(story.toSorted((a, b) => a - b));

  const files = readdirSync(left, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
  for (const { parentPath, name } of files) {
    const text = readFileSync(join(parentPath, name), "latin1");
    for (const secret of [bot.secret, bot.passphrase, venue.adminToken])
      expect(text.includes(secret), name).toBe(false);
  }

  const there = await venue.account("bot");
  const again = await venueOfTest({ data: join(left, "data"), accounts: [], masterKey: MASTER_KEY });
  expect(await again.account("bot")).toEqual(there);
  expect(there.liveOrders).toBe(1);
});

test("one after the other, each in a directory of its own", async () => {
  const { venue } = await venueWithAPast();
  const directory = join(temporaryDirectory(), "bundle");
  expect(await venue.bundle(directory)).toBe(directory);
  await venue.deposit("bot", "7");
  expect(await venue.bundle(directory)).toBe(`${directory}-2`);
  expect(readFileSync(join(`${directory}-2`, "timeline.txt"), "utf8")).toContain("amount=7");
  const { code, stdout } = await outcry("audit", "--journal", join(`${directory}-2`, "data"));
  expect({ code, stdout }).toMatchObject({ code: 0 });
});

test("a directory that cannot be made is the operator's to read, and the venue goes on", async () => {
  const { venue } = await venueWithAPast();
  await expect(venue.bundle("/proc/bundle")).rejects.toThrow("/proc/bundle");
  await venue.deposit("bot", "1");
});
