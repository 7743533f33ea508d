import { afterEach, describe, expect, test, vi } from "vitest";
import { Leadership } from "../../src/cluster/leadership.ts";
import { LinkServer } from "../../src/cluster/link/linkServer.ts";
import { ContactLost } from "../../src/journal/fenced/logStore.ts";
import { MemoryLogStore } from "../journal/memoryLogStore.ts";
import type { Client } from "../venue/client.ts";
import { send } from "../venue/client.ts";
import { check } from "./check/checker.ts";
import type { Observation } from "./check/history.ts";
import { loggedOrders } from "./check/loggedOrders.ts";
import { type Nodes, pair } from "./nodes.ts";

/*
 * The checker finds nothing where the nodes are as they are, and finds what they would do with a bug: each is planted where the right thing
 * is done.
 */

afterEach(() => {
  vi.restoreAllMocks();
});

const ACCOUNT = "demo-1";

/** What a client sees, kept as the checker wants it. */
class Witness {
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
      answer:
        reply.status === 200
          ? { type: "acknowledged", order: reply.body.order_id, version }
          : { type: "unknown" },
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

async function faultsOf({ seen }: Witness, nodes: Nodes): Promise<string[]> {
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
  const witness = new Witness();
  await witness.place(atB, "b", "one");
  await witness.read(atA, "a");
  nodes.store.way = cut;
  await nodes.until(() => b.engine.state === "running");
  await witness.place(atB, "b", "two");
  const late = witness.read(atA, "a");
  isCut = false;
  await nodes.passing(late);
  await witness.read(atB, "b");
  return faultsOf(witness, nodes);
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
  const witness = new Witness();
  await witness.place(atA, "a", "one");
  nodes.cutOff("a");
  await nodes.until(() => b.engine.state === "running");
  await witness.place(atB, "b", "two");
  return faultsOf(witness, nodes);
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
