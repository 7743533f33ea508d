import { setImmediate as nextTurn, setTimeout as wait } from "node:timers/promises";
import { Client, type Reply, type Signed, send } from "../../venue/client.ts";
import { LIMIT } from "../../venue/limitOrder.ts";
import type { Key } from "../../venue/stamp.ts";
import type { Observation, PlacementAnswer } from "../check/history.ts";
import { Listener } from "./listener.ts";
import type { NodeProcess } from "./nodeProcess.ts";

/** A signature counts for so long; after that the same bytes mean nothing any more, ms. */
const PERSIST_MS = 20_000;
/**
 * Code of a request whose signature counts no more: an attempt before that was not answered may have been
 * carried out.
 */
const EXPIRED = "40008";
/** A node that says nothing for so long stands still, ms. */
const PATIENCE_MS = 4_000;

export interface TraderOptions {
  readonly account: Key & { readonly name: string };
  readonly nodes: readonly NodeProcess[];
  readonly observe: (seen: Observation) => void;
  /** A node has answered a request that was sent then, or has not. */
  readonly onAttempt: (node: NodeProcess, sentAt: number) => void;
  /** How long the trader waits between an order and the next, ms. */
  readonly thinkMs: number;
}

/**
 * Trades as a careful bot does: places an order at some node, reads its orders at another, cancels it at a
 * third. A request without an answer is sent again byte for byte, at whichever node, until there is one.
 * Meanwhile it listens to what it is pushed.
 */
export class Trader {
  readonly #options: TraderOptions;
  readonly #client: Client;
  readonly #done: Promise<void>;
  readonly #listener: Listener;
  #isOver = false;
  #turn = 0;

  constructor(options: TraderOptions) {
    this.#options = options;
    this.#client = new Client("", options.account);
    this.#done = this.#trade();
    const { account, observe } = options;
    this.#listener = new Listener({ account, observe, next: () => this.#next() });
  }

  /** Resolves when it has the answers that it waits for, or has given them up. */
  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#done;
    await this.#listener.stop();
  }

  async #trade(): Promise<void> {
    const { name } = this.#options.account;
    for (let number = 1; !this.#isOver; number++) {
      const clientId = `${name}-${number}`;
      const order = await this.#place(clientId);
      await this.#read();
      if (order !== undefined) await this.#persist(this.#sign("order/cancel_order", { orderId: order }));
      await this.#read();
      await wait(this.#options.thinkMs);
    }
  }

  #sign(path: string, body: object): Signed {
    return this.#client.sign("POST", path, JSON.stringify(body));
  }

  async #place(clientId: string): Promise<string | undefined> {
    const sentAt = performance.now();
    const request = this.#sign("order/placeOrder", {
      ...LIMIT,
      client_oid: clientId,
      size: "0.0001",
      price: "30000",
    });
    const { node, reply } = await this.#persist(request);
    const answer = answerOf(reply);
    const { observe, account } = this.#options;
    const answeredAt = performance.now();
    observe({ type: "placed", account: account.name, clientId, node, sentAt, answeredAt, answer });
    return answer.type === "acknowledged" ? answer.order : undefined;
  }

  async #read(): Promise<void> {
    const { observe, account } = this.#options;
    const sentAt = performance.now();
    const asked = this.#client.sign("GET", "order/current?symbol=cmt_btcusdt");
    const node = this.#next();
    const reply = await this.#attempt(asked, node);
    if (reply?.status !== 200) return;
    const rows = reply.body as { readonly order_id: string; readonly client_oid: string }[];
    observe({
      type: "read",
      account: account.name,
      node: node.name,
      sentAt,
      answeredAt: performance.now(),
      version: versionOf(reply),
      orders: rows.map((row) => ({ order: row.order_id, clientId: row.client_oid })),
    });
  }

  /** Sends the same bytes to one node after the other until one of them answers for certain. */
  async #persist(request: Signed): Promise<{ readonly node: string; readonly reply: Reply | undefined }> {
    const untilMs = performance.now() + PERSIST_MS;
    for (;;) {
      const node = this.#next();
      const reply = await this.#attempt(request, node);
      const isOver = performance.now() > untilMs;
      if ((reply !== undefined && reply.status !== 503) || isOver) return { node: node.name, reply };
      await nextTurn();
    }
  }

  /** The answer of a node; undefined where the connection broke, or the node stands still. */
  async #attempt(request: Signed, node: NodeProcess): Promise<Reply | undefined> {
    const sentAt = performance.now();
    try {
      return await send({ ...request, url: node.baseUrl + request.url }, AbortSignal.timeout(PATIENCE_MS));
    } catch {
      return undefined;
    } finally {
      this.#options.onAttempt(node, sentAt);
    }
  }

  /** Every node in turn, of those that may answer. */
  #next(): NodeProcess {
    const { nodes } = this.#options;
    const there = nodes.filter(isThere);
    const among = there.length === 0 ? nodes : there;
    return among[this.#turn++ % among.length]!;
  }
}

/** Whether a node may answer. */
export function isThere({ state }: NodeProcess): boolean {
  return state !== "dead" && state !== "starting" && state !== "paused";
}

function answerOf(reply: Reply | undefined): PlacementAnswer {
  if (reply === undefined || reply.status >= 500 || reply.body?.code === EXPIRED) return { type: "unknown" };
  if (reply.status !== 200) return { type: "refused", why: reply.text };
  return { type: "acknowledged", order: reply.body.order_id, version: versionOf(reply) };
}

function versionOf(reply: Reply): number {
  return Number(reply.headers.get("outcry-account-version") ?? 0);
}
