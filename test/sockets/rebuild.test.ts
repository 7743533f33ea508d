import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Venue } from "../../src/assembly/venue/index.ts";
import { startVenue } from "../../src/assembly/venue/index.ts";
import { Client, look } from "../venue/client.ts";
import { LIMIT } from "../venue/limitOrder.ts";
import type { Message } from "./listener.ts";
import { Listener } from "./listener.ts";
import { RawReader, TEXT } from "./rawReader.ts";
import { Depth, Klines } from "./rebuilt.ts";

/**
 * A market of random orders, seen through sockets that come and go at any moment: whoever is there at the end
 * has rebuilt exactly the book and the candles that REST shows.
 */

const SYMBOL = "cmt_btcusdt";
const INTERVALS = { MINUTE_1: "1m", MINUTE_5: "5m", HOUR_1: "1h" } as const;
const CHANNELS = [
  `depth.${SYMBOL}.15`,
  `depth.${SYMBOL}.200`,
  ...Object.keys(INTERVALS).flatMap((interval) => [
    `kline.LAST_PRICE.${SYMBOL}.${interval}`,
    `kline.MARK_PRICE.${SYMBOL}.${interval}`,
  ]),
];

const action = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      what: fc.constant("place" as const),
      who: fc.boolean(),
      side: fc.constantFrom("1", "2"),
      offset: fc.integer({ min: -40, max: 40 }),
      lots: fc.integer({ min: 1, max: 50 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ what: fc.constant("cancel" as const), who: fc.boolean() }) },
  {
    weight: 3,
    arbitrary: fc.record({ what: fc.constant("step" as const), ms: fc.integer({ min: 1, max: 400_000 }) }),
  },
  { weight: 2, arbitrary: fc.record({ what: fc.constant("join" as const) }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant("leave" as const), waits: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant("stray" as const) }) },
);
type Action = typeof action extends fc.Arbitrary<infer A> ? A : never;

/** A client that keeps what it can from what it is told. */
class Watcher {
  readonly listener: Listener;
  readonly depths = new Map<string, Depth>();
  readonly klines = new Map<string, Klines>();

  static async join(venue: Venue): Promise<Watcher> {
    const watcher = new Watcher(await Listener.open(`${venue.wsUrl}/v2/ws/public`));
    for (const channel of CHANNELS) watcher.listener.send({ event: "subscribe", channel });
    return watcher;
  }

  private constructor(listener: Listener) {
    this.listener = listener;
    for (const channel of CHANNELS) {
      if (channel.startsWith("depth")) this.depths.set(channel, new Depth(Number(channel.split(".")[2])));
      else this.klines.set(channel, new Klines());
    }
  }

  /** Reads on until it has been told what it should know. */
  async expect(channel: string, shown: () => unknown, expected: () => unknown): Promise<void> {
    const known = () => {
      for (const message of this.listener.take()) this.#read(message);
      return isDeepStrictEqual(shown(), expected());
    };
    await expect
      .poll(known, { interval: 20 })
      .toBe(true)
      .catch(() => {});
    expect(shown(), channel).toEqual(expected());
  }

  #read(message: Message): void {
    if (message.event === "payload") {
      this.depths.get(message.channel)?.apply(message.data[0]);
      this.klines.get(message.channel)?.apply(message);
    } else {
      expect(message.event).toBe("subscribed");
    }
  }
}

class Run {
  readonly #venue: Venue;
  readonly #clients: readonly Client[];
  #watchers: Watcher[] = [];
  /** Subscribed to everything, gone with the next one: no word, nothing read. */
  #stray: RawReader | undefined;
  #orders = 0;

  constructor(venue: Venue) {
    this.#venue = venue;
    this.#clients = venue.accounts.map((account) => new Client(venue.baseUrl, account));
  }

  async act(each: Action): Promise<void> {
    switch (each.what) {
      case "place": {
        const { who, side, offset, lots } = each;
        const price = (60_000 + offset / 10).toFixed(1);
        await this.#clients[Number(who)]!.post("order/placeOrder", {
          ...LIMIT,
          symbol: SYMBOL,
          client_oid: `r${++this.#orders}`,
          size: (lots / 10_000).toFixed(4),
          type: side,
          price,
        });
        return;
      }
      case "cancel":
        await this.#clients[Number(each.who)]!.post("order/cancelAllOrders", { symbol: SYMBOL });
        return;
      case "step":
        await this.#venue.step(each.ms);
        return;
      case "join":
        this.#watchers.push(await Watcher.join(this.#venue));
        return;
      case "stray":
        this.#stray?.socket.destroy();
        this.#stray = await RawReader.open(this.#venue.port);
        this.#stray.socket.pause();
        for (const channel of CHANNELS)
          this.#stray.send(TEXT, JSON.stringify({ event: "subscribe", channel }));
        return;
      case "leave": {
        const watcher = this.#watchers.shift();
        if (watcher === undefined) return;
        if (each.waits) await watcher.listener.close();
        else watcher.listener.socket.close();
        return;
      }
    }
  }

  /** Every watcher ends up with what REST shows. */
  async compare(): Promise<void> {
    // The last frame is of this very moment, so that no candle ends between it and the answers of REST.
    await this.act({ what: "place", who: true, side: "1", offset: -500, lots: 1 });
    await this.#venue.settle();
    const [few, many] = [await this.#depth(15), await this.#depth(200)];
    for (const watcher of this.#watchers) {
      await watcher.expect(
        `depth.${SYMBOL}.15`,
        () => watcher.depths.get(`depth.${SYMBOL}.15`)!.shown(),
        () => few,
      );
      await watcher.expect(
        `depth.${SYMBOL}.200`,
        () => watcher.depths.get(`depth.${SYMBOL}.200`)!.shown(),
        () => many,
      );
      for (const [channel, klines] of watcher.klines) {
        const [, price, , interval] = channel.split(".") as [string, string, string, keyof typeof INTERVALS];
        const rows = await this.#candles(price, INTERVALS[interval]);
        await watcher.expect(
          channel,
          () => klines.shown(),
          () => klines.since(rows),
        );
      }
    }
    this.#stray?.socket.destroy();
    await Promise.all(this.#watchers.map(({ listener }) => listener.close()));
    await expect.poll(() => this.#venue.gateway.socketFigures().connections).toBe(0);
  }

  async #depth(levels: number) {
    const { body } = await look(this.#venue.baseUrl, `depth?symbol=${SYMBOL}&limit=${levels}`);
    return { asks: body.asks, bids: body.bids };
  }

  async #candles(price: string, granularity: string): Promise<readonly (readonly string[])[]> {
    const priceType = price === "MARK_PRICE" ? "MARK" : "LAST";
    const query = `candles?symbol=${SYMBOL}&granularity=${granularity}&limit=1000&priceType=${priceType}`;
    return (await look(this.#venue.baseUrl, query)).body;
  }
}

test("random trading seen through the sockets rebuilds what REST shows", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 10, maxLength: 60 }), async (actions) => {
      const venue = await startVenue({ prices: { btc: 60_000 } });
      try {
        const run = new Run(venue);
        await run.act({ what: "join" });
        for (const each of actions) await run.act(each);
        await run.compare();
      } finally {
        await venue.stop();
      }
    }),
    // Each run starts a venue: a failure is shown as it is found, not made smaller.
    { numRuns: process.env["OUTCRY_LONG"] === undefined ? 12 : 200, endOnFailure: true },
  );
});
