import { expect, test } from "vitest";
import { SHARE_EVERY_MS } from "../../src/assembly/cluster/sharedCounters.ts";
import type { Venue } from "../../src/assembly/venue/index.ts";
import { ContactLost } from "../../src/kernel/journal/fenced/logStore.ts";
import { v2Version } from "../../src/service/gateway/apiVersion.ts";
import type { KnownAccount } from "../../src/service/gateway/auth/accounts.ts";
import { type LimitProfile, limitProfiles } from "../../src/service/gateway/index.ts";
import type { Operation } from "../../src/service/gateway/operation.ts";
import type { Client } from "../venue/client.ts";
import { pair } from "./nodes.ts";

/** What a key uses at one node counts at the others, a moment later. */

/** What `account/assets` weighs, which is read here. */
const WEIGHT = 10;
const ORDER_WEIGHT = 5;
const READS = 12;
const WINDOW_MS = 10_000;
const limits: LimitProfile = {
  ...limitProfiles.off,
  name: "few",
  uidWeight: { max: WEIGHT * READS, windowMs: WINDOW_MS },
};

/** The account's weight in the present window, as a node counts it. */
function used({ gateway }: Venue): number {
  const nothing = { api: v2Version, weight: { ip: 0, uid: 0 } } as Operation;
  const owner = { account: ACCOUNT } as KnownAccount;
  return gateway.limits.takeUidWeight(nothing, owner)!.used;
}
let ACCOUNT = 0;

async function open() {
  const opened = await pair({ limits });
  const accounts = await opened.a.engine.query({ type: "accounts" });
  ACCOUNT = accounts.find(({ name }) => name === "demo-1")!.account;
  return opened;
}

/** Reads as often as it is let. @returns how often that was */
async function reads(client: Client, most: number): Promise<number> {
  for (let done = 0; done < most; done++) {
    const { status } = await client.get("account/assets");
    if (status === 429) return done;
    expect(status).toBe(200);
  }
  return most;
}

test("reads spread over nodes are refused once together they pass the limit, and orders passed on count", async () => {
  const { nodes, a, b, clients } = await open();
  const c = await nodes.start("c", { limits });
  const [atA, atB] = clients as [Client, Client];
  expect(await reads(atA, 5)).toBe(5);
  expect(await reads(atB, 4)).toBe(4);
  const order = { symbol: "cmt_btcusdt", size: "0.0001", type: "1", order_type: "0", match_price: "0" };
  expect((await atB.post("order/placeOrder", { ...order, price: "30000" })).status).toBe(200);
  const both = 9 * WEIGHT + ORDER_WEIGHT;
  await nodes.until(() => [a, b, c].every((node) => used(node) === both));
  expect(await reads(atB, READS)).toBe(2);
  await nodes.until(() => used(a) === both + 2 * WEIGHT);
  expect(await reads(atA, READS)).toBe(0);
});

test("within one interval each node lets a whole limit through, and no more than once", async () => {
  const { nodes, a, b, clients } = await open();
  expect(await reads(clients[0]!, 2 * READS)).toBe(READS);
  expect(await reads(clients[1]!, 2 * READS)).toBe(READS);
  await nodes.clock.advance(SHARE_EVERY_MS);
  await nodes.until(() => used(a) === 2 * READS * WEIGHT && used(b) === 2 * READS * WEIGHT);
  expect(await reads(clients[0]!, 1)).toBe(0);
  expect(await reads(clients[1]!, 1)).toBe(0);
});

test("a leader that changes doubles nothing; what was used at a node that is gone ends with its window", async () => {
  const { nodes, a, b, clients } = await open();
  expect(await reads(clients[0]!, 3)).toBe(3);
  expect(await reads(clients[1]!, 4)).toBe(4);
  const startedMs = nodes.clock.monotonicMs();
  await nodes.until(() => used(a) === 7 * WEIGHT && used(b) === 7 * WEIGHT);
  let isCut = true;
  nodes.store.way = ({ name }) => {
    if (isCut && name === "a") throw new ContactLost("cut off");
  };
  await nodes.until(() => b.engine.state === "running");
  isCut = false;
  await nodes.until(() => a.engine.state === "following");
  await nodes.clock.advance(5 * SHARE_EVERY_MS);
  expect([used(a), used(b)]).toEqual([7 * WEIGHT, 7 * WEIGHT]);
  expect(await reads(clients[1]!, READS)).toBe(READS - 7);
  await nodes.until(() => used(a) === READS * WEIGHT);
  await nodes.clock.advance(startedMs + WINDOW_MS + SHARE_EVERY_MS - nodes.clock.monotonicMs());
  expect([used(a), used(b)]).toEqual([0, 0]);
  expect(await reads(clients[1]!, 1)).toBe(1);
});
