import { createRequire } from "node:module";
import { type FlowArguments, type FlowEngine, flowLane } from "../flowEngine.ts";
import type { Lane } from "../lane.ts";

/** The peer: the npm package `nodejs-order-book`, by its documented calls. */
export function start(args: FlowArguments): Lane {
  return flowLane(args, () => new Peer(), { passes: 2, secondsMax: 4 });
}

/** What is called here of the package, which names a file of types that it does not contain. */
interface OrderBook {
  limit(options: {
    side: "buy" | "sell";
    id: string;
    size: number;
    price: number;
    timeInForce: "GTC" | "IOC";
  }): unknown;
  modify(id: string, update: { price: number }): unknown;
  cancel(id: string): unknown;
  depth(): [asks: [number, number][], bids: [number, number][]];
}

const { OrderBook } = createRequire(import.meta.url)("nodejs-order-book") as {
  readonly OrderBook: new () => OrderBook;
};

class Peer implements FlowEngine {
  readonly #book = new OrderBook();

  place(number: number, _account: number, side: number, price: number, lots: number, mayRest: boolean): void {
    this.#book.limit({
      side: side === 0 ? "buy" : "sell",
      id: idOf(number),
      size: lots,
      price,
      timeInForce: mayRest ? "GTC" : "IOC",
    });
  }

  cancel(number: number): void {
    this.#book.cancel(idOf(number));
  }

  move(number: number, price: number): void {
    this.#book.modify(idOf(number), { price });
  }

  levels(): [side: number, price: number, lots: number][] {
    const [asks, bids] = this.#book.depth();
    return [
      ...bids.map(([price, lots]): [number, number, number] => [0, price, lots]),
      ...asks.map(([price, lots]): [number, number, number] => [1, price, lots]),
    ];
  }
}

/** Ids of orders, which are text there; made once, so that their making is not charged to the peer. */
const ids: string[] = [];
function idOf(number: number): string {
  const id = ids[number] ?? `order-${number}`;
  ids[number] = id;
  return id;
}
