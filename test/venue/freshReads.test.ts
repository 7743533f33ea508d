import { describe, expect, test } from "vitest";
import type { Venue } from "../../src/assembly/venue/index.ts";
import type { AccountUpdate } from "../../src/kernel/core/index.ts";
import { FIRST_ID, STATE_CANCELED, STATE_FILLED } from "../../src/kernel/core/index.ts";
import { SeededRng } from "../../src/kernel/host/seededRng.ts";
import { HistoryBehindError, patiently } from "../../src/service/readmodel/index.ts";
import { temporaryDirectory } from "../host/temporaryDirectory.ts";
import { Client } from "./client.ts";
import { randomCommand } from "./tape.ts";
import { venueOfTest } from "./venueOfTest.ts";

/**
 * Whoever was told of something finds it where it can be read: after any push, whoever caused it, each list
 * agrees with the push at once. Lists that are put together from what lives and what has ended show every
 * order once.
 */

const COMMANDS = process.env.OUTCRY_LONG ? 20_000 : 300;
const ALL = { limit: 1_000_000 };
const hasEnded = (state: number): boolean => state === STATE_FILLED || state === STATE_CANCELED;

/** What an account was told so far. */
class Told {
  readonly ended = new Map<number, number>();
  readonly orders = new Set<number>();
  fills = 0;
  /** The entries after the last command that touched them, with that command. */
  readonly entries = new Map<number, { readonly version: number; readonly amount: bigint }>();

  take({ version, orders, fills, entries }: AccountUpdate): void {
    for (const { order, state } of orders) {
      this.orders.add(order);
      if (hasEnded(state)) this.ended.set(order, state);
    }
    this.fills += fills.length;
    for (const { position, amount } of entries) this.entries.set(position, { version, amount });
  }
}

/** Asks every list of history for what was told, and nothing later. */
async function agree(venue: Venue, account: number, told: Told): Promise<void> {
  const { history } = venue;
  const { fills } = told;
  const [ended, entries] = [new Map(told.ended), new Map(told.entries)];
  const [fillPage, orders, bills] = await Promise.all([
    history.fills({ account, ...ALL }),
    history.orders({ account, family: "all", ...ALL }),
    history.bills({ account, ...ALL }),
  ]);
  expect(fillPage.total).toBeGreaterThanOrEqual(fills);
  const states = new Map(orders.rows.map(({ order, state }) => [order, state]));
  for (const [order, state] of ended) expect([order, states.get(order)]).toEqual([order, state]);
  for (const [position, { version, amount }] of entries) {
    const moved = bills.rows.filter(({ entry, seq }) => entry === position && seq <= version);
    expect(moved.reduce((sum, bill) => sum + bill.amount, 0n)).toBe(amount);
  }
}

/** Through the interface: a list of live and ended orders together, and the lists of each. */
async function agreeOnTheWire(client: Client, told: Told): Promise<void> {
  const [known, ended] = [[...told.orders], new Set([...told.ended.keys()].map(String))];
  const history = await client.get("order/history?pageSize=100");
  expect(history.status, history.text).toBe(200);
  const all = history.body as { order_id: string; status: string }[];
  const listed = all.map(({ order_id }) => order_id);
  expect(new Set(listed).size).toBe(listed.length);
  const oldest = listed.length < 100 ? 0 : Number(listed.at(-1));
  expect(known.filter((order) => order >= oldest && !listed.includes(String(order)))).toEqual([]);
  for (const { order_id, status } of all)
    if (ended.has(order_id)) expect(["filled", "canceled"]).toContain(status);

  const newest = Math.max(...known);
  const [detail, algo] = await Promise.all([
    client.get(`order/detail?orderId=${newest}`),
    client.get("/capi/v3/allAlgoOrders?limit=1000"),
  ]);
  expect(detail.body.order_id).toBe(String(newest));
  const { orders } = algo.body as { orders: { algoId: number }[] };
  expect(new Set(orders.map(({ algoId }) => algoId)).size).toBe(orders.length);
}

describe.each([["in memory"], ["on disk"]])("%s", (where) => {
  test("after any push an immediate read of each list agrees", async () => {
    const venue = await venueOfTest({
      accounts: ["ann", "bob", "cid"].map((name) => ({ name })),
      prices: { btc: 60_000, eth: 3_000 },
      wire: "seed,history=all",
      data: where === "on disk" ? temporaryDirectory() : "memory",
    });
    const { engine } = venue;
    const users = (await engine.query({ type: "accounts" })).filter(({ name }) => /ann|bob|cid/.test(name));
    const rng = new SeededRng(3);
    const reads: Promise<void>[] = [];
    const reached = { pushes: 0, fills: 0, liquidations: 0, funding: 0, wire: 0, agreed: 0 };
    const clients = users.map((_, i) => new Client(venue.baseUrl, venue.accounts[i]!));
    for (const [i, { account }] of users.entries()) {
      const told = new Told();
      const { rows } = await patiently(venue.history, () => venue.history.bills({ account, ...ALL }));
      told.entries.set(0, { version: rows[0]!.seq, amount: rows[0]!.balance });
      engine.watch(account, (update) => {
        told.take(update);
        reached.pushes++;
        reached.fills += update.fills.length;
        if (update.cause === "funding") reached.funding++;
        if (update.cause === "startLiquidate") reached.liquidations++;
        // What one command changes comes in several updates at once: the read begins after the last of them.
        // On a machine too busy to commit within two seconds a read says so, which is no stale answer.
        const read = Promise.resolve()
          .then(() => agree(venue, account, told))
          .then(() => void reached.agreed++);
        reads.push(
          read.catch((error: Error) => {
            if (!(error instanceof HistoryBehindError)) throw error;
          }),
        );
        if (told.orders.size > 0 && rng.oneIn(8)) {
          reached.wire++;
          reads.push(agreeOnTheWire(clients[i]!, told));
        }
      });
    }
    const contracts = await engine.query({ type: "contracts" });
    let newest = FIRST_ID;
    const stage = {
      accounts: users.map(({ account }) => account),
      contracts: 2,
      priceOf: (contract: number) => Math.round(contracts[contract]!.index / 100),
      newestId: () => newest,
    };
    for (let n = 0; n < COMMANDS; n++) {
      const outcome = await engine.submit(
        n % 60 === 59
          ? { type: "forceFunding", contract: 0, skip: false }
          : n % 90 === 89
            ? { type: "liquidate", account: stage.accounts[rng.below(3)]!, position: 0 }
            : randomCommand(rng, stage),
      );
      newest = Math.max(newest, outcome.id);
      if (reads.length > 40) await Promise.all(reads.splice(0));
    }
    await Promise.all(reads);
    expect(Object.entries(reached).filter(([, count]) => count === 0)).toEqual([]);
    await venue.history.settle();
    let isProven = false;
    while (!isProven) isProven = await venue.history.proveSome(1_000);
  });
});
