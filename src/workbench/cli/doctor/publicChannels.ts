import type { CandlePush, Feed, OrderBook, TickerPush, V2Client } from "../../../interface/client/index.ts";
import { klineIntervals } from "../../../interface/wire/v2/sockets/index.ts";
import type { Difference, Notes } from "./findings.ts";

/** The most channels of one connection; further ones are not watched. */
const CHANNELS_MAX = 95;
/** Stands for the candle of a contract that has none yet. */
const NO_CANDLE = ["(none yet)"] as const;
/** How often a moving market is compared, until pushes and REST show the same moment. */
const LOOKS_MAX = 20;
/** How many earlier states of the book are kept: REST, asked a moment ago, may still show one of them. */
const STATES_MAX = 50;

/** The public channels: all of one contract's, and the main ones of the others. */
export interface WatchedChannels {
  readonly books: readonly OrderBook[];
  readonly channels: number;
  /** Pushes received so far. */
  pushes(): number;
  /** Compares the pushes with REST. @param when is added to the names of the findings */
  compare(notes: Notes, when?: string): Promise<void>;
  close(): void;
}

/** Subscribes to all these channels. */
export async function watchPublicChannels(
  client: V2Client,
  symbol: string,
  others: readonly string[],
): Promise<WatchedChannels> {
  const feeds: Feed<unknown>[] = [];
  let pushes = 0;
  const follow = async <T>(feed: Promise<Feed<T>>, see: (item: T) => void = () => {}): Promise<void> => {
    const opened = await feed;
    feeds.push(opened);
    void (async () => {
      for await (const item of opened) {
        pushes++;
        see(item);
      }
    })().catch(() => {}); // the subscription itself reports a refusal
  };
  let ticker: TickerPush | undefined;
  let candle: CandlePush | undefined;
  await follow(client.watch.ticker(symbol), (item) => {
    ticker = item;
  });
  await follow(client.watch.trades(symbol));
  for (const price of ["LAST_PRICE", "MARK_PRICE"] as const) {
    for (const interval of klineIntervals) {
      await follow(client.watch.candles(symbol, interval, price), (item) => {
        if (price === "LAST_PRICE" && interval === "MINUTE_1") candle = item;
      });
    }
  }
  const books = [await client.orderBook(symbol, 15), await client.orderBook(symbol, 200)];
  for (const other of others) {
    if (feeds.length + books.length + 3 > CHANNELS_MAX) break;
    await follow(client.watch.ticker(other));
    await follow(client.watch.trades(other));
    books.push(await client.orderBook(other, 15));
  }
  return {
    books,
    channels: feeds.length + books.length,
    pushes: () => pushes,
    async compare(notes, when = "") {
      for (const book of books.filter((each) => each.symbol === symbol))
        await compareBook(client, book, notes, when);
      await compareTicker(client, symbol, () => ticker, notes, when);
      await compareCandle(client, symbol, () => candle, notes, when);
    },
    close() {
      for (const feed of feeds) feed.close();
      for (const book of books) book.close();
    },
  };
}

/** Compares a moving book with all its states since just before REST was asked. */
async function compareBook(client: V2Client, book: OrderBook, notes: Notes, when: string): Promise<void> {
  const check = `book of ${book.symbol}, ${book.depth} levels${when}`;
  const states: string[] = [];
  let done = false;
  const following = (async () => {
    for await (const { isLive, bids, asks } of book) {
      if (!isLive) continue;
      states.push(JSON.stringify([bids, asks]));
      if (states.length > STATES_MAX) states.shift();
      if (done) return;
    }
  })();
  let rest = "";
  for (let look = 0; look < LOOKS_MAX && !done; look++) {
    const { bids, asks } = await notes.timed(
      "GET market/depth",
      client.market.depth({ symbol: book.symbol, limit: book.depth }),
    );
    const level = ([price, size]: readonly [string, string]) => ({ price, size });
    rest = JSON.stringify([bids.map(level), asks.map(level)]);
    await Promise.race([book.until(() => states.includes(rest)), pause(300)]);
    done = states.includes(rest);
  }
  const isSame = done;
  done = true;
  void following.catch(() => {});
  const difference: Difference = { of: check, field: "levels", pushed: states.at(-1) ?? "(none)", rest };
  notes.compared(
    check,
    isSame ? [] : [difference],
    `as REST has it; ${book.bids.length} bids, ${book.asks.length} asks, ${book.gaps} gaps`,
  );
  if (book.gaps > 0) notes.wrong(check, `${book.gaps} pushes did not continue the version before them`);
}

async function compareTicker(
  client: V2Client,
  symbol: string,
  pushed: () => TickerPush | undefined,
  notes: Notes,
  when: string,
): Promise<void> {
  await compareMoving(notes, `ticker of ${symbol}${when}`, "lastPrice", async () => {
    const { last } = await notes.timed("GET market/ticker", client.market.ticker({ symbol }));
    return { rest: last, pushed: () => pushed()?.lastPrice };
  });
}

async function compareCandle(
  client: V2Client,
  symbol: string,
  pushed: () => CandlePush | undefined,
  notes: Notes,
  when: string,
): Promise<void> {
  await compareMoving(
    notes,
    `minute candle of ${symbol}${when}`,
    "time, open, high, low, close, volume",
    async () => {
      const rows = await notes.timed(
        "GET market/candles",
        client.market.candles({ symbol, granularity: "1m", limit: 2 }),
      );
      const [newest = NO_CANDLE] = rows.toSorted((a, b) => Number(b[0]) - Number(a[0]));
      return {
        rest: newest.slice(0, 6).join(" "),
        pushed: () => {
          const candle = pushed();
          if (candle === undefined) return NO_CANDLE[0];
          return [candle.klineTime, candle.open, candle.high, candle.low, candle.close, candle.size].join(
            " ",
          );
        },
      };
    },
  );
}

interface Look {
  readonly rest: string;
  readonly pushed: () => string | undefined;
}

/** Asks REST again until it agrees with the pushes, which follow with a delay. */
async function compareMoving(
  notes: Notes,
  check: string,
  field: string,
  look: () => Promise<Look>,
): Promise<void> {
  let seen: Look = { rest: "", pushed: () => undefined };
  for (let i = 0; i < LOOKS_MAX; i++) {
    seen = await look();
    for (let wait = 0; wait < 5 && seen.pushed() !== seen.rest; wait++) await pause(60);
    if (seen.pushed() === seen.rest) return notes.ok(check, `as REST has it: ${seen.rest}`);
  }
  const { rest, pushed } = seen;
  notes.compared(check, [{ of: check, field, pushed: pushed() ?? "(nothing)", rest }], "");
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
