import type { TSchema } from "typebox";
import type { ChannelDeclaration, SocketsDeclaration } from "../../sockets.ts";
import { klineIntervals } from "../parameters.ts";
import { UserEvent } from "../userStream.ts";
import { Refused, Request, Result, Stands } from "./control.ts";
import { PINGS } from "./pings.ts";
import * as streams from "./streams.ts";

const SYMBOL = "Symbol in lower case, such as btcusdt";
const intervals = Object.keys(klineIntervals);

/** Levels of a partial depth stream, and how often depth streams push, ms; the second where none is named. */
export const depthLevels = [5, 10, 20] as const;
export const depthSpeeds = [100, 250, 500] as const;
export const DEPTH_SPEED = 250;
const speeds = depthSpeeds.map((ms) => `${ms}ms`);

const stream = <const M extends Pick<Partial<ChannelDeclaration>, "everyMs" | "parameters">>(
  address: string,
  push: TSchema,
  summary: string,
  more?: M,
) => ({
  ...{ access: "public" as const, address, push, summary },
  ...(more as M),
  parameters: { ...(address.includes("{symbol}") && { symbol: SYMBOL }), ...more?.parameters },
});

/** The sockets of the dialect. */
export const sockets = {
  name: "fapi",
  summary:
    "The fapi dialect. Streams are named in the address (`/ws/a/b`, `/stream?streams=a/b`) or subscribed to; frames of a connection that came by " +
    '`/stream` are `{"stream":…,"data":…}`. Each address also exists under `/public`, `/market` and `/private`.',
  paths: { public: "/ws", private: "/private/ws" },
  pings: PINGS,
  session: {
    request: {
      from: "client",
      summary:
        "SUBSCRIBE and UNSUBSCRIBE name streams, all or none of which are taken. READY says that the client has dealt with everything that it was " +
        "sent: where market time runs as fast as it can, time waits for a client from its first READY on.",
      schema: Request,
      example: { method: "SUBSCRIBE", params: ["btcusdt@depth@100ms", "btcusdt@aggTrade"], id: 1 },
    },
    result: { from: "server", summary: "What became of a request, under its id.", schema: Result },
    refused: {
      from: "server",
      summary: "A request that was refused, under its id. The connection stays open.",
      schema: Refused,
      example: { error: { code: 2, msg: "Invalid request: unknown stream btcusdt@nothing" }, id: 2 },
    },
    stands: {
      from: "server",
      summary: "Market time stands until the client is ready.",
      schema: Stands,
      example: { e: "ready", E: 1767225660000 },
    },
  },
  channels: {
    aggTrade: stream(
      "{symbol}@aggTrade",
      streams.AggregateTradeEvent,
      "What each order takes at one price, at once.",
    ),
    trade: stream("{symbol}@trade", streams.TradeEvent, "Every trade, at once."),
    depth: stream(
      "{symbol}@depth@{speed}",
      streams.DepthEvent,
      "Every level of the book that changed. `pu` is `u` of the event before; a snapshot of REST fits the first event with U ≤ lastUpdateId ≤ u. Without @{speed} every 250 ms.",
      { parameters: { speed: speeds } },
    ),
    partialDepth: stream(
      "{symbol}@depth{levels}@{speed}",
      streams.DepthEvent,
      "The best levels of the book whenever one of them changed. Without @{speed} every 250 ms.",
      { parameters: { levels: depthLevels.map(String), speed: speeds } },
    ),
    bookTicker: stream("{symbol}@bookTicker", streams.BookTickerEvent, "Best bid and ask, at once."),
    allBookTickers: stream("!bookTicker", streams.BookTickerEvent, "The same of every contract.", {
      everyMs: 5_000,
    }),
    markPrice: stream(
      "{symbol}@markPrice@{speed}",
      streams.MarkPriceEvent,
      "Mark price, index price and funding, every second; without @1s every three.",
      { parameters: { speed: ["1s"] } },
    ),
    allMarkPrices: stream(
      "!markPrice@arr@{speed}",
      streams.MarkPriceEvents,
      "The same of every contract, every second; without @1s every three.",
      { parameters: { speed: ["1s"] } },
    ),
    kline: stream(
      "{symbol}@kline_{interval}",
      streams.KlineEvent,
      "The running candle, and each that is over.",
      {
        everyMs: 250,
        parameters: { interval: intervals },
      },
    ),
    continuousKline: stream(
      "{pair}_perpetual@continuousKline_{interval}",
      streams.ContinuousKlineEvent,
      "The same of a pair's perpetual contract.",
      { everyMs: 250, parameters: { pair: "Pair in lower case, such as btcusdt", interval: intervals } },
    ),
    miniTicker: stream("{symbol}@miniTicker", streams.MiniTickerEvent, "Figures of the rolling 24 hours.", {
      everyMs: 500,
    }),
    allMiniTickers: stream("!miniTicker@arr", streams.MiniTickerEvents, "The same of every contract.", {
      everyMs: 1_000,
    }),
    ticker: stream("{symbol}@ticker", streams.TickerEvent, "More figures of the rolling 24 hours.", {
      everyMs: 500,
    }),
    allTickers: stream("!ticker@arr", streams.TickerEvents, "The same of every contract.", {
      everyMs: 1_000,
    }),
    forceOrder: stream(
      "{symbol}@forceOrder",
      streams.ForceOrderEvent,
      "The latest order by which a position was liquidated.",
      { everyMs: 1_000 },
    ),
    allForceOrders: stream("!forceOrder@arr", streams.ForceOrderEvent, "The same of every contract.", {
      everyMs: 1_000,
    }),
    user: {
      access: "private",
      address: "{listenKey}",
      called: "userData",
      push: UserEvent,
      summary:
        "What happens to the account, at once: orders, trades, balances, positions, settings. The address names the key of POST listenKey, or a subscription does; " +
        "`?listenKey=K&events=A/B` sends some kinds of events alone.",
      parameters: { listenKey: "Name of the stream, from POST listenKey" },
    },
    contractInfo: stream(
      "!contractInfo",
      streams.ContractInfoEvent,
      "A contract that was listed, or whose status or tiers changed.",
      { everyMs: 1_000 },
    ),
  },
} as const satisfies SocketsDeclaration;
