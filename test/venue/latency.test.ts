import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Venue, VenueOptions } from "../../src/assembly/venue/index.ts";
import { startVenue } from "../../src/assembly/venue/index.ts";
import { told } from "../cli/inProcess.ts";
import { temporaryDirectory } from "../host/temporaryDirectory.ts";
import { Client } from "./client.ts";
import { control } from "./control.ts";
import { marketState } from "./marketState.ts";
import { placeFor } from "./placeLimit.ts";
import { Pushes } from "./pushes.ts";
import { venueOfTest } from "./venueOfTest.ts";

/*
 * An account whose messages take market time, over the wire: its orders reach the book later, and what
 * becomes of them is pushed later still.
 */

const OPTIONS = { prices: { btc: 60_000 }, accounts: [{ name: "slow" }, { name: "quick" }] } as const;

function started(options: VenueOptions = {}): Promise<Venue> {
  return venueOfTest({ ...OPTIONS, ...options });
}

const place = async (client: Client, price: string, client_oid: string) =>
  (await placeFor(client, { price, client_oid })).order_id;

/** States of an order as they were pushed. */
const pushed = (pushes: Pushes, id: string): readonly string[] =>
  pushes.messages
    .filter(({ channel, msg }) => channel === "orders" && msg !== undefined)
    .flatMap(({ msg }) => msg.data.order ?? msg.data)
    .filter((each: { readonly id: string }) => String(each.id) === id)
    .map(({ status }: { readonly status: string }) => status);

test("both delays apply, one after the other; the account beside it has none", async () => {
  const venue = await started();
  const [slow, quick] = venue.accounts.map((key) => new Client(venue.baseUrl, key));
  await control(venue, "accounts/latency", { account: "slow", toBook: [200], toPush: [50] });
  const pushes = await new Pushes(venue.wsUrl, "/v2/ws/private", venue.accounts[0]!).subscribe("orders");
  const others = await new Pushes(venue.wsUrl, "/v2/ws/private", venue.accounts[1]!).subscribe("orders");
  const id = await place(slow!, "59000", "a");
  const quickId = await place(quick!, "59000", "b");
  await others.until(
    (each) => JSON.stringify(each).includes(quickId) && JSON.stringify(each).includes("OPEN"),
  );
  const inBook = async () =>
    (await venue.engine.query({ type: "depth", contract: 0, limit: 1 }))!.bids[0]!.size;
  const one = await inBook();
  const seen = async () => {
    await pushes.caughtUp();
    return pushed(pushes, id);
  };
  expect(await seen()).toEqual([]);
  await venue.step(50);
  const pending = await seen();
  expect(pending).toHaveLength(1);
  await venue.step(149);
  expect(await inBook()).toBe(one);
  await venue.step(1);
  expect(await inBook()).toBe(2 * one);
  expect(await seen()).toEqual(pending);
  await venue.step(49);
  expect(await seen()).toEqual(pending);
  await venue.step(1);
  expect((await seen()).at(-1)).toBe("OPEN");
  pushes.close();
  others.close();
});

/** When each order rested, by its price. */
const arrivals = async ({ engine }: Venue) =>
  (await engine.query({ type: "allOrders" })).map(({ price, state, createdTime, updatedTime }) => ({
    price,
    state,
    took: updatedTime - createdTime,
  }));

test("the same seed and orders have the same delays; a profile and what is under way outlast a crash", async () => {
  const data = temporaryDirectory();
  const keys = OPTIONS.accounts.map(({ name }) => ({
    name,
    apiKey: `key-${name}`,
    secret: "secret",
    passphrase: "passphrase",
  }));
  const profile = { account: "slow", toBook: [30, 70, 110, 190], toPush: [5, 9], seed: 7 };
  const play = async (venue: Venue, from: number): Promise<void> => {
    const slow = new Client(venue.baseUrl, venue.accounts[0]!);
    for (let i = from; i < from + 4; i++) {
      await venue.step(20);
      await place(slow, String(59_000 - i), `order-${i}`);
    }
  };
  const whole = await started({ accounts: keys });
  await control(whole, "accounts/latency", profile);
  await play(whole, 0);
  const first = await startVenue({ ...OPTIONS, accounts: keys, data: join(data, "a") });
  await control(first, "accounts/latency", profile);
  await play(first, 0);
  expect(await marketState(first)).toBe(await marketState(whole));
  await first.backup(join(data, "b"), { secrets: true });
  await first.stop();
  const again = await started({ accounts: keys, data: join(data, "b") });
  expect(await marketState(again)).toBe(await marketState(whole));
  for (const venue of [whole, again]) {
    await play(venue, 4);
    await venue.step(500);
  }
  // A start logs commands of its own, so sequence numbers are others; when each order arrived is not.
  expect(await arrivals(again)).toEqual(await arrivals(whole));
  expect((await arrivals(again)).length).toBe(8);
  const { body } = await control(again, "accounts/show?account=slow");
  expect(body.latency).toEqual({
    toBook: { samples: 4, leastMs: 30, meanMs: 100, mostMs: 190 },
    toPush: { samples: 2, leastMs: 5, meanMs: 7, mostMs: 9 },
  });
});

describe("an operator", () => {
  test("sets it by one number or by a file of samples, and takes it away", async () => {
    const venue = await started();
    const folder = temporaryDirectory();
    const file = join(folder, "samples.txt");
    writeFileSync(file, "12\n\n30\n18\n");
    const ask = (...words: readonly string[]) =>
      told(...words, "--url", venue.controlUrl, "--token", venue.adminToken);
    expect(await ask("account latency slow --to-book", file, "--to-push", "5", "--seed", "3")).toEqual({
      account: expect.any(Number),
      seed: 3,
      toBook: { samples: 3, leastMs: 12, meanMs: 20, mostMs: 30 },
      toPush: { samples: 1, leastMs: 5, meanMs: 5, mostMs: 5 },
    });
    await ask("account latency slow");
    const slow = new Client(venue.baseUrl, venue.accounts[0]!);
    const id = await place(slow, "59000", "a");
    expect(
      (await venue.engine.query({ type: "allOrders" })).map(({ order, state }) => [String(order), state]),
    ).toEqual([[id, 2]]);
  });

  test.each([
    [{ toBook: [0] }, /toBook.*0 is not within 1 to 60000/],
    [{ toBook: [1.5] }, /toBook.*not a whole number/],
    [{ toPush: 5 }, /toPush.*a list/],
    [{ toPush: "5" }, /toPush.*a list/],
    [{ seed: -1 }, /seed/],
    [{ account: "nobody" }, /nobody/],
  ])("%j is refused in words", async (change, words) => {
    const venue = await started();
    const { status, body } = await control(venue, "accounts/latency", { account: "slow", ...change });
    expect(status).toBeLessThan(500);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(JSON.stringify(body)).toMatch(words);
  });
});
