import { join } from "node:path";
import { expect, test } from "vitest";
import type { Venue, VenueOptions } from "../../src/assembly/venue/index.ts";
import { outcry, told } from "../cli/inProcess.ts";
import { temporaryDirectory } from "../host/temporaryDirectory.ts";
import { Client } from "./client.ts";
import { placeLimit } from "./placeLimit.ts";
import { venueOfTest } from "./venueOfTest.ts";

/** A branch executes what its source went through after the fork: as it was, or with changes. */

function start(options: VenueOptions): Promise<Venue> {
  return venueOfTest({ prices: { btc: 60_000 }, ...options });
}

async function cancel(venue: Venue, who: number, orderId: string): Promise<void> {
  const { status, text } = await new Client(venue.baseUrl, venue.accounts[who]!).post("order/cancel_order", {
    orderId,
  });
  expect(status, text).toBe(200);
}

/** A market with a bit of everything; returns the command after which it is to be forked. */
async function live(venue: Venue): Promise<number> {
  await placeLimit(venue, 0, { type: "1", client_oid: "first" });
  await placeLimit(venue, 1, { type: "2", client_oid: "first" });
  await venue.step(1_500);
  const { headSeq } = venue.engine;
  await placeLimit(venue, 0, { type: "1", price: "59000", client_oid: "extra" });
  const { order_id: kept } = await placeLimit(venue, 0, { type: "1", price: "58900" });
  const { order_id: given } = await placeLimit(venue, 0, { type: "1", price: "58800" });
  await placeLimit(venue, 0, { type: "1", client_oid: "preset", presetStopLossPrice: "59500", size: "0.02" });
  await placeLimit(venue, 1, { type: "2", client_oid: "taker", size: "0.02" });
  await cancel(venue, 0, given);
  await venue.step(1_500);
  await venue.deposit("demo-2", "10", { reference: "d-1" });
  await venue.cancel(kept);
  await venue.price("btc", "-2%");
  await placeLimit(venue, 1, { type: "1", price: "58700", client_oid: "last" });
  await placeLimit(venue, 0, { type: "3", price: "58700", client_oid: "out" }); // a trade there sets the stop-loss off
  await venue.step(2_000);
  await venue.settle();
  return headSeq;
}

const digests = async (data: string) => {
  const { stateDigest, eventsDigest } = await told("journal replay", data);
  return { stateDigest, eventsDigest };
};

test.each(["empty", "simulated"] as const)(
  "of a market that is %s: as it was, it leads to the same state, digest for digest",
  async (market) => {
    const data = temporaryDirectory();
    const venue = await start({ data, market });
    const at = await live(venue);
    await venue.stop();
    const target = join(temporaryDirectory(), "same");
    const { rest } = await told("branch", target, "--data", data, "--at", String(at), "--rest");
    expect(rest).toMatchObject({ seq: venue.engine.headSeq, changed: 0, leftOut: 0, pointless: 0 });
    expect(await digests(target)).toEqual(await digests(data));
    expect((await outcry("diff", data, target)).stdout).toBe("no difference\n");
  },
);

test("with changes: an order left out, another price of one, a fee, the path of prices, and what came of each", async () => {
  const data = temporaryDirectory();
  const venue = await start({ data });
  const at = String(await live(venue));
  await venue.stop();
  const branch = async (...words: readonly string[]) => {
    const target = join(temporaryDirectory(), "branch");
    const made = await told("branch", target, "--data", data, "--at", at, ...words);
    const { differences } = (await outcry("diff", data, target, "--json")).json();
    const found = differences.map(
      ({ list, account, which, b }: Record<string, unknown>) =>
        `${list} ${account} ${which}${b === null ? " is missing" : ""}`,
    );
    return { made, told: found, differences, target };
  };

  // All later ids are others; the order that was canceled by its id is canceled still, and by the operator,
  // too.
  const less = await branch("--without", "demo-1:extra");
  expect(less.made.rest).toMatchObject({ leftOut: 1, changed: 0, pointless: 0 });
  expect(less.told).toEqual(["order demo-1 client id extra is missing"]);

  const other = await branch("--set", "demo-1:extra,price=58500");
  expect(other.made.rest).toMatchObject({ leftOut: 0, changed: 1 });
  expect(other.differences[0]).toMatchObject({ which: "client id extra", changed: ["price"] });

  // The price does not fall: no stop-loss, and whoever is long has more.
  const calm = await branch("--price", "btc=60000");
  expect(calm.told).toContain("balance demo-1 USDT");
  const stopped = calm.differences.filter(
    ({ list, a }: { list: string; a: Record<string, string> | null }) =>
      list === "order" && a?.["trigger_price"] === "59500.0",
  );
  expect(stopped).toHaveLength(1);
  const until = await branch("--until", at);
  expect(until.made.rest).toMatchObject({ executed: 0, seq: Number(at) });

  // Rules and fees are changed as on any venue, between the fork and the rest.
  const target = join(temporaryDirectory(), "dear");
  await told("branch", target, "--data", data, "--at", at);
  const dear = await start({ data: target });
  await told("account set demo-2 takerFeeRate=0.01 makerFeeRate=0.0002 --data", target);
  await dear.stop();
  await told("branch", target, "--data", data, "--rest");
  const { differences } = (await outcry("diff", data, target, "--json")).json();
  const fills = differences.filter(({ list }: { list: string }) => list === "fill");
  expect(fills).toMatchObject([{ account: "demo-2", which: "client id taker", changed: ["fee"] }]);
});

test("what cannot be is refused with the reason", async () => {
  const data = temporaryDirectory();
  const venue = await start({ data });
  await venue.stop();
  const head = venue.engine.headSeq;
  const refused = async (words: readonly string[], code: number, why: string) => {
    const target = join(temporaryDirectory(), "branch");
    const result = await outcry("branch", target, "--data", data, "--at", "3", ...words);
    expect([result.code, result.stderr]).toEqual([code, expect.stringContaining(why)]);
  };
  await refused(["--without", "nobody"], 5, "without: there is no account 'nobody'");
  await refused(
    ["--without", "demo-1:none"],
    5,
    `client id none of demo-1 is of no command from 4 to ${head}`,
  );
  await refused(["--without", "2"], 5, `without: command 2 is of no command from 4 to ${head}`);
  await refused(["--price", "xyz=1"], 5, "price: there is no contract 'xyz'");
  await refused(
    ["--price", "btc=much"],
    5,
    "btc must be a decimal such as 58800, or a move such as -10%, got 'much'",
  );
  await refused(["--set", "4,leverage=3"], 2, "FIELD one of price, size, triggerPrice");
  await refused(["--until", "2"], 5, "until must be a command from 3 on, got 2");
  const none = await outcry("branch", data, "--data", data, "--rest");
  expect([none.code, none.stderr]).toEqual([5, expect.stringContaining("is no branch")]);
  const late = join(temporaryDirectory(), "late");
  await told("branch", late, "--data", data, "--at", String(head - 1));
  const running = await start({ data: late });
  await running.step(60_000);
  await running.price("btc", "61000");
  await running.stop();
  const passed = await outcry("branch", late, "--data", data, "--rest");
  expect([passed.code, passed.stderr]).toEqual([5, expect.stringContaining("let no time pass on it before")]);
});
