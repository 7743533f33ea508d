import { expect, onTestFinished, test, vi } from "vitest";
import { LinkServer } from "../../src/assembly/cluster/link/linkServer.ts";
import { ContestClock } from "../../src/assembly/venue/contestClock.ts";
import type { Venue } from "../../src/assembly/venue/index.ts";
import { LeaderPart } from "../../src/assembly/venue/leaderPart.ts";
import { ControlClient } from "../../src/interface/client/index.ts";
import type { Engine } from "../../src/kernel/engine/index.ts";
import { LogError } from "../../src/kernel/journal/commandLog.ts";
import { MarketViews } from "../../src/service/views/index.ts";
import { look, send } from "../venue/client.ts";
import { LIMIT } from "../venue/limitOrder.ts";
import { LEASE_MS, nodesOfTest, pair } from "./nodes.ts";

const order = (id: string) => JSON.stringify({ ...LIMIT, size: "0.0001", price: "30000", client_oid: id });

test("an order placed at a follower is everybody's, and outlives the leader", async () => {
  const { nodes, a, b, clients } = await pair();
  const placement = clients[1]!.sign("POST", "order/placeOrder", order("one"));
  const first = await send(placement);
  expect(first).toMatchObject({ status: 200, body: { client_oid: "one" } });
  for (const client of clients) {
    const { body } = await client.get("order/current?symbol=cmt_btcusdt");
    expect(body).toMatchObject([{ order_id: first.body.order_id, client_oid: "one" }]);
  }
  const depths = await Promise.all([a, b].map(({ baseUrl }) => look(baseUrl, "depth?symbol=cmt_btcusdt")));
  expect(depths[0]!.body.bids).toEqual([["30000.0", "0.0001"]]);
  expect(depths[1]!.body).toEqual({ ...depths[0]!.body, timestamp: depths[1]!.body.timestamp });

  nodes.cutOff("a");
  // Waits for somebody to lead, and is answered by the core's memory of the signature.
  const waiting = send(placement);
  await nodes.until(() => b.engine.state === "running");
  const again = await waiting;
  expect([again.status, again.body]).toEqual([200, first.body]);
  expect((await clients[1]!.get("order/current?symbol=cmt_btcusdt")).body).toHaveLength(1);
  const second = await clients[1]!.post("order/placeOrder", order("two"));
  expect(second.status).toBe(200);
});

test("a leader that is cut off gives out nothing more, and follows again", async () => {
  const { nodes, a, b, clients } = await pair();
  nodes.cutOff("a");
  const [placing, reading] = [
    clients[0]!.post("order/placeOrder", order("lost")),
    nodes
      .until(() => a.engine.state === "halted")
      .then(() => clients[0]!.get("order/current?symbol=cmt_btcusdt")),
  ];
  const placed = await placing;
  expect(placed).toMatchObject({ status: 503, body: { msg: expect.stringContaining("unknown. Query") } });
  expect(placed.headers.get("outcry-outcome")).toBe("unknown");
  await nodes.until(() => b.engine.state === "running");
  expect((await clients[1]!.post("order/placeOrder", order("kept"))).status).toBe(200);

  nodes.reconnect("a");
  // The read waited while the market was opened anew, and sees what the new leader has.
  expect((await nodes.passing(reading)).body).toMatchObject([{ client_oid: "kept" }]);
  expect(a.engine.state).toBe("following");
  expect((await clients[0]!.post("order/placeOrder", order("again"))).status).toBe(200);
  expect(a.engine.digest).toEqual(b.engine.digest);
});

test("a node that has lost the lead and reaches nobody refuses what waits for it, after the lease and a second", async () => {
  const { nodes, a, clients } = await pair();
  nodes.cutOff("a");
  await nodes.until(() => a.engine.state === "halted");
  const { clock } = nodes;
  const sentMs = clock.monotonicMs();
  const waiting = [
    clients[0]!.get("order/current?symbol=cmt_btcusdt"),
    clients[0]!.post("order/placeOrder", order("none")),
  ];
  for (const { status, body } of await nodes.passing(Promise.all(waiting))) {
    expect(status).toBe(503);
    expect(body.msg).toMatch(/nothing was done/);
  }
  expect(clock.monotonicMs() - sentMs).toBeGreaterThanOrEqual(LEASE_MS + 1_000);
});

test("a node whose market cannot be opened anew halts, and says why", async () => {
  const nodes = nodesOfTest();
  let isRefused = false;
  const halts: string[] = [];
  const a = await nodes.start("a", {
    onHalt: ({ message }) => halts.push(message),
    cluster: {
      log: async (known) => {
        if (isRefused) throw new LogError("failed", "data_checksums is off");
        return nodes.store.open("a", known);
      },
    },
  });
  isRefused = true;
  nodes.cutOff("a");
  await nodes.passing(a.stopped);
  expect(halts).toEqual(["data_checksums is off"]);
});

test("a leader that is stopped gives the lead up: nobody waits for its lease to end", async () => {
  const { nodes, a, b } = await pair();
  await nodes.clock.advance(LEASE_MS);
  const stoppedMs = nodes.clock.monotonicMs();
  await nodes.passing(a.stop());
  await nodes.until(() => b.engine.state === "running");
  expect(nodes.clock.monotonicMs() - stoppedMs).toBeLessThan(LEASE_MS / 2);
});

test("what is opened for a lead that is lost meanwhile is closed", async () => {
  const { nodes, a, b } = await pair();
  let goOn = (): void => {};
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const start = ContestClock.start.bind(ContestClock);
  const starting = vi.spyOn(ContestClock, "start").mockImplementationOnce(async (venue) => {
    const clock = await start(venue);
    await held;
    return clock;
  });
  const ended = vi.spyOn(LeaderPart.prototype, "stop");
  const closed = vi.spyOn(ContestClock.prototype, "stop");
  onTestFinished(() => {
    vi.restoreAllMocks();
  });
  await nodes.passing(a.stop());
  await nodes.until(() => starting.mock.calls.length > 0);
  const { engine } = b;
  ended.mockClear();
  closed.mockClear();
  nodes.cutOff("b");
  await nodes.until(() => ended.mock.calls.length > 0 && engine.state !== "running");
  expect(closed).not.toHaveBeenCalled();
  goOn();
  await nodes.until(() => closed.mock.calls.length > 0);
  expect(closed.mock.contexts).toEqual([await starting.mock.results[0]!.value]);
});

test.each([
  ["that one is closed, too", 100],
  ["it is not waited for for ever, and closed once it is open", 1_000],
])("a node is told to stop while its market is opened anew: %s", async (_, turnsMax) => {
  const { nodes, a } = await pair();
  let goOn = (): void => {};
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const open = MarketViews.open.bind(MarketViews);
  const opening = vi.spyOn(MarketViews, "open").mockImplementationOnce(async (engine) => {
    await held;
    return open(engine);
  });
  onTestFinished(() => opening.mockRestore());
  const control = new ControlClient({ baseUrl: a.controlUrl, token: a.adminToken });
  await control.call("POST cluster/step-down");
  await nodes.until(() => opening.mock.calls.length > 0);
  const engine = opening.mock.calls[0]![0] as Engine;
  let isStopped = false;
  const stopping = a.stop().then(() => {
    isStopped = true;
  });
  let turns = 0;
  await nodes.until(() => isStopped || ++turns === turnsMax); // 20 ms each
  expect(isStopped).toBe(turnsMax === 1_000);
  goOn();
  await nodes.passing(stopping);
  await nodes.until(() => engine.state === "stopped");
});

test("an account's read at a follower waits for what the leader knew when it arrived; the market's does not", async () => {
  const { b, clients } = await pair();
  const release = hold(b);
  expect((await clients[0]!.post("order/placeOrder", order("new"))).status).toBe(200);
  let isRead = false;
  const reading = clients[1]!.get("order/current?symbol=cmt_btcusdt").then((reply) => {
    isRead = true;
    return reply;
  });
  expect((await look(b.baseUrl, "depth?symbol=cmt_btcusdt")).body.bids).toEqual([]);
  expect(isRead).toBe(false);
  release();
  expect((await reading).body).toMatchObject([{ client_oid: "new" }]);
  expect((await look(b.baseUrl, "depth?symbol=cmt_btcusdt")).body.bids).toHaveLength(1);
});

/** Lets a node execute nothing, until the function returned is called. */
function hold({ engine }: Venue): () => void {
  let release = (): void => {};
  let held: Promise<void> | undefined = new Promise((resolve) => {
    release = resolve;
  });
  const lift = engine.slow(() => held);
  return () => {
    held = undefined;
    lift();
    release();
  };
}

test("what the leader has appended reaches who follows without the log; what it did not send is read there", async () => {
  const { nodes, b, clients } = await pair();
  const release = nodes.holdReads("b");
  expect((await clients[0]!.post("order/placeOrder", order("sent"))).status).toBe(200);
  expect((await clients[1]!.get("order/current?symbol=cmt_btcusdt")).body).toMatchObject([
    { client_oid: "sent" },
  ]);
  release();
  const lost = vi.spyOn(LinkServer.prototype, "send").mockReturnValueOnce();
  onTestFinished(() => lost.mockRestore());
  for (const name of ["lost", "late"])
    expect((await clients[0]!.post("order/placeOrder", order(name))).status).toBe(200);
  expect(lost.mock.calls.length).toBeGreaterThan(1);
  expect((await clients[1]!.get("order/current?symbol=cmt_btcusdt")).body).toHaveLength(3);
  expect(b.engine.state).toBe("following");
});

test("the past before the market is the same at each node", async () => {
  const nodes = nodesOfTest();
  const a = await nodes.start("a", { prehistory: 20 });
  await a.step(1_800_000); // the second node comes later, at another price
  const b = await nodes.start("b", { prehistory: 20 });
  for (const interval of ["1m", "1h"]) {
    const path = `candles?symbol=cmt_btcusdt&granularity=${interval}&limit=20`;
    const [one, other] = await Promise.all([a, b].map(({ baseUrl }) => look(baseUrl, path)));
    expect(one!.body).toHaveLength(20);
    expect(other!.body).toEqual(one!.body);
  }
});

test("a first start that waits for a leader that nobody reaches is called off", async () => {
  const nodes = nodesOfTest();
  const log = await nodes.store.open("nobody", 0);
  await log.lease.take({ node: "nobody", address: "127.0.0.1:1" }, 600_000);
  const stop = new AbortController();
  const warned: string[] = [];
  const said = { info() {}, error() {}, warn: (_: object, text: string) => void warned.push(text) };
  const starting = nodes.start("a", { signal: stop.signal, log: said });
  starting.catch(() => undefined);
  await nodes.until(() => warned.some((text) => text.includes("is not reached where it says")));
  stop.abort(new Error("SIGTERM"));
  await expect(starting).rejects.toThrow("SIGTERM");
});
