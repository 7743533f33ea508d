import { setImmediate as nextTurn } from "node:timers/promises";
import { Pushes } from "../../venue/pushes.ts";
import type { Key } from "../../venue/stamp.ts";
import type { Observation } from "../check/history.ts";
import type { NodeProcess } from "./nodeProcess.ts";

const DEPTH = "depth.cmt_btcusdt.15";
/** After so many pushes it goes to another node by itself. */
const PUSHES_MAX = 60;

export interface ListenerOptions {
  readonly account: Key & { readonly name: string };
  /** The node that it connects to next. */
  readonly next: () => NodeProcess;
  readonly observe: (seen: Observation) => void;
}

/**
 * Follows an account's orders, and the book, over sockets of one node after the other: where they end, and
 * after some pushes.
 */
export class Listener {
  readonly #options: ListenerOptions;
  readonly #done: Promise<void>;
  #isOver = false;
  #sockets = 0;
  #leave = (): void => {};

  constructor(options: ListenerOptions) {
    this.#options = options;
    this.#done = this.#listen();
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    this.#leave();
    await this.#done;
  }

  async #listen(): Promise<void> {
    while (!this.#isOver) {
      const node = this.#options.next();
      const left = new Promise<void>((resolve) => {
        this.#leave = resolve;
      });
      const [orders, book] = [this.#orders(node), this.#book(node)];
      await Promise.race([left, orders.closed, book.closed]);
      for (const socket of [orders, book]) socket.close();
      await nextTurn();
    }
  }

  #orders(node: NodeProcess): Pushes {
    const { account, observe } = this.#options;
    const socket = `${account.name} ${++this.#sockets}`;
    const seen = { account: account.name, node: node.name, socket };
    const pushes = new Pushes(node.wsUrl, "/v2/ws/private", account);
    let left = PUSHES_MAX;
    pushes.onMessage = ({ event, msg }) => {
      const at = performance.now();
      if (event === "subscribed") observe({ type: "listening", ...seen, at });
      if (msg === undefined) return;
      for (const { id, clientOrderId } of msg.data.order)
        observe({
          type: "pushed",
          ...{ ...seen, at, version: msg.version, order: id, clientId: clientOrderId },
        });
      if (--left === 0) this.#leave();
    };
    pushes.subscribe("orders").catch(() => undefined); // it has closed
    return pushes;
  }

  #book(node: NodeProcess): Pushes {
    const { account, observe } = this.#options;
    const socket = `${account.name} ${++this.#sockets}`;
    const sides = { bids: new Map<number, string>(), asks: new Map<number, string>() };
    const pushes = new Pushes(node.wsUrl, "/v2/ws/public");
    pushes.onMessage = ({ event, data }) => {
      if (event !== "payload") return;
      for (const { depthType, startVersion, endVersion, bids, asks } of data) {
        const isWhole = depthType === "SNAPSHOT";
        for (const [side, levels] of [
          [sides.bids, bids],
          [sides.asks, asks],
        ]) {
          if (isWhole) side.clear();
          for (const { price, size } of levels)
            if (Number(size) === 0) side.delete(Number(price));
            else side.set(Number(price), size);
        }
        observe({
          type: "book",
          ...{ node: node.name, socket, version: Number(endVersion) },
          since: isWhole ? undefined : Number(startVersion) - 1,
          levels: JSON.stringify({
            bids: [...sides.bids].sort(([a], [b]) => b - a),
            asks: [...sides.asks].sort(([a], [b]) => a - b),
          }),
        });
      }
    };
    pushes.subscribe(DEPTH).catch(() => undefined); // it has closed
    return pushes;
  }
}
