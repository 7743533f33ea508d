import { afterEach, describe, expect, test, vi } from "vitest";
import { Leadership } from "../../src/assembly/cluster/leadership.ts";
import { LinkServer } from "../../src/assembly/cluster/link/linkServer.ts";
import { Engine } from "../../src/kernel/engine/index.ts";
import type { Clock } from "../../src/kernel/host/clock.ts";
import { ContactLost } from "../../src/kernel/journal/fenced/logStore.ts";
import { MemoryLogStore } from "../journal/memoryLogStore.ts";
import { Client, type Reply, send } from "../venue/client.ts";
import { check } from "./check/checker.ts";
import type { Observation, PlacementAnswer } from "./check/history.ts";
import { loggedOrders } from "./check/loggedOrders.ts";
import { type Nodes, nodesOfTest, pair } from "./nodes.ts";

/*
 * The checker finds nothing where the nodes are as they are, and finds what they would do with a bug: each is
 * planted where the right thing is done.
 */

afterEach(() => {
  vi.restoreAllMocks();
});

const ACCOUNT = "demo-1";

/** What a client sees, kept as the checker wants it. */
class Recorder {
  readonly seen: Observation[] = [];

  async place(client: Client, node: string, clientId: string): Promise<void> {
    const sentAt = performance.now();
    const body = { symbol: "cmt_btcusdt", size: "0.0001", type: "1", order_type: "0", match_price: "0" };
    const request = client.sign(
      "POST",
      "order/placeOrder",
      JSON.stringify({ ...body, price: "30000", client_oid: clientId }),
    );
    const reply = await send(request);
    const version = Number(reply.headers.get("outcry-account-version"));
    this.seen.push({
      type: "placed",
      account: ACCOUNT,
      clientId,
      node,
      sentAt,
      answeredAt: performance.now(),
      answer: answerOf(reply, version),
    });
  }

  async read(client: Client, node: string): Promise<void> {
    const sentAt = performance.now();
    const reply = await send(client.sign("GET", "order/current?symbol=cmt_btcusdt"));
    if (reply.status !== 200) return;
    const rows = reply.body as { readonly order_id: string; readonly client_oid: string }[];
    this.seen.push({
      type: "read",
      account: ACCOUNT,
      node,
      sentAt,
      answeredAt: performance.now(),
      version: Number(reply.headers.get("outcry-account-version")),
      orders: rows.map((row) => ({ order: row.order_id, clientId: row.client_oid })),
    });
  }
}

function answerOf(reply: Reply, version: number): PlacementAnswer {
  if (reply.status === 200) return { type: "acknowledged", order: reply.body.order_id, version };
  return reply.status < 500 ? { type: "refused", why: reply.text } : { type: "unknown" };
}

async function faultsOf({ seen }: Recorder, nodes: Nodes): Promise<string[]> {
  const { orders } = await loggedOrders(await nodes.store.open("the checker"));
  return check(seen, orders).map(({ type }) => type);
}

/** The leader loses its contact with the store for a while; orders and reads at both nodes go on. */
async function cutLeader(): Promise<string[]> {
  const { nodes, b, clients } = await pair();
  let isCut = true;
  const cut = ({ name }: { readonly name: string }): void => {
    if (isCut && name === "a") throw new ContactLost("cut off");
  };
  const [atA, atB] = clients as [Client, Client];
  const recorder = new Recorder();
  await recorder.place(atB, "b", "one");
  await recorder.read(atA, "a");
  nodes.store.way = cut;
  await nodes.until(() => b.engine.state === "running");
  await recorder.place(atB, "b", "two");
  const late = recorder.read(atA, "a");
  isCut = false;
  await nodes.passing(late);
  await recorder.read(atB, "b");
  return faultsOf(recorder, nodes);
}

describe("a leader that is cut off", () => {
  test("shows nobody the past", async () => {
    expect(await cutLeader()).toEqual([]);
  });

  test("would, if it read without a lease that is certain", async () => {
    vi.spyOn(Leadership.prototype, "isCertain", "get").mockReturnValue(true);
    vi.spyOn(Leadership.prototype, "lose").mockReturnValue();
    expect(await cutLeader()).toContain("stale");
  });
});

/** An order is answered, then its node dies. */
async function killAfterAnswer(): Promise<string[]> {
  const { nodes, b, clients } = await pair();
  const [atA, atB] = clients as [Client, Client];
  const recorder = new Recorder();
  await recorder.place(atA, "a", "one");
  nodes.cutOff("a");
  await nodes.until(() => b.engine.state === "running");
  await recorder.place(atB, "b", "two");
  return faultsOf(recorder, nodes);
}

describe("an order that was answered", () => {
  test("is in the log, whoever leads", async () => {
    expect(await killAfterAnswer()).toEqual([]);
  });

  test("would be lost, if it were answered before it is durable", async () => {
    vi.spyOn(LinkServer.prototype, "send").mockReturnValue(); // a node that had it would miss it, and stop
    const { append } = MemoryLogStore.prototype;
    vi.spyOn(MemoryLogStore.prototype, "append").mockImplementation(function (
      this: MemoryLogStore,
      epoch,
      frame,
    ) {
      const isOrder = Buffer.from(frame.bytes).includes("one");
      return isOrder ? true : append.call(this, epoch, frame);
    });
    expect(await killAfterAnswer()).toContain("lost");
  });
});

/** A machine's clock, until it stands still: so does everything that its node would do by itself. */
class Stoppable implements Clock {
  readonly #clock: Clock;
  #stoppedMs: number | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  stop(): void {
    this.#stoppedMs = this.#clock.monotonicMs();
  }

  wallMs(): number {
    return this.#clock.wallMs();
  }

  monotonicMs(): number {
    return this.#stoppedMs ?? this.#clock.monotonicMs();
  }

  setTimer(afterMs: number, fire: () => void) {
    return this.#clock.setTimer(afterMs, () => {
      if (this.#stoppedMs === undefined) fire();
    });
  }
}

/**
 * Another node has come to lead; the one before still takes itself for the leader when an order arrives, then
 * the new one is asked.
 */
async function orderAtFormerLeader(): Promise<string[]> {
  const nodes = nodesOfTest();
  const hostClock = new Stoppable(nodes.clock);
  const a = await nodes.start("a", { hostClock });
  const b = await nodes.start("b");
  const [atA, atB] = [a, b].map(
    (venue) => new Client(venue.baseUrl, a.accounts[0]!, () => nodes.clock.wallMs()),
  ) as [Client, Client];
  const recorder = new Recorder();
  await recorder.place(atA, "a", "one");
  hostClock.stop();
  await nodes.until(() => b.engine.state === "running");
  await nodes.passing(recorder.place(atA, "a", "two"));
  await nodes.passing(recorder.read(atB, "b"));
  return faultsOf(recorder, nodes);
}

describe("a leader that does not know that it was replaced", () => {
  test("acknowledges nothing more", async () => {
    expect(await orderAtFormerLeader()).toEqual([]);
  });

  test("would, if it appended whatever the fence says", async () => {
    const { append } = MemoryLogStore.prototype;
    vi.spyOn(MemoryLogStore.prototype, "append").mockImplementation(function (
      this: MemoryLogStore,
      _epoch,
      frame,
    ) {
      return append.call(this, this.stored.fence, frame);
    });
    expect(await orderAtFormerLeader()).toContain("stale");
  });

  test("would, if its successor took over without raising the fence", async () => {
    const { fence } = MemoryLogStore.prototype;
    vi.spyOn(MemoryLogStore.prototype, "fence").mockImplementation(function (
      this: MemoryLogStore,
      epoch,
      known,
    ) {
      return epoch === 1 ? fence.call(this, epoch, known) : this.head(known);
    });
    expect(await orderAtFormerLeader()).toContain("stale");
  });
});

/**
 * The node that leads has appended an order that another one passed on, and dies before it answers: the other
 * one sends it again.
 */
async function sentAgain(): Promise<string[]> {
  const { nodes, b, clients } = await pair();
  const recorder = new Recorder();
  let isAppended = false;
  nodes.store.way = ({ name, operation, leg }) => {
    if (name === "a" && operation === "append" && leg === "back") isAppended = true;
    return name === "a" && isAppended ? new Promise(() => undefined) : undefined; // it hears nothing more
  };
  const placing = recorder.place(clients[1]!, "b", "one");
  await nodes.until(() => b.engine.state === "running");
  await placing;
  return faultsOf(recorder, nodes);
}

describe("an order that nobody answered, and that is sent again", () => {
  test("is the same order", async () => {
    expect(await sentAgain()).toEqual([]);
  });

  test("would be refused though it is there, if the log did not hold what it is known by", async () => {
    const { submit } = Engine.prototype;
    vi.spyOn(Engine.prototype, "submit").mockImplementation(function (this: Engine, command) {
      return submit.call(this, "requestHash" in command ? { ...command, requestHash: 0 } : command);
    });
    expect(await sentAgain()).toContain("contradicted");
  });
});
