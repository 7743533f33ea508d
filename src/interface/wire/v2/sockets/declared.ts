import type { ChannelDeclaration, SocketsDeclaration } from "../../sockets.ts";
import { onPaper, privateChannel } from "../../sockets.ts";
import { privateChannels } from "./accountPush.ts";
import {
  ClientPing,
  ClientPong,
  Ping,
  Pong,
  Ready,
  Refused,
  Stands,
  Subscribe,
  Subscribed,
  Unsubscribe,
  Unsubscribed,
} from "./control.ts";
import {
  DepthPush,
  depthLevels,
  KlinePush,
  klineIntervals,
  klinePrices,
  LeaderboardPush,
  TickerPush,
  TradesPush,
} from "./market.ts";

const SYMBOL = "Symbol, such as cmt_btcusdt";
const channel = "depth.cmt_btcusdt.15";
const PINGS = { everyMs: 30_000, unansweredMax: 5 };

const own = {
  account: privateChannel("account", privateChannels.account.push, {
    summary: "Collateral entries of the account that changed.",
    watch: "collateral",
  }),
  positions: privateChannel("positions", privateChannels.positions.push, {
    summary: "Positions that changed; one that was closed comes once with size 0.",
    watch: "positions",
    aliases: ["position"],
  }),
  fill: privateChannel("fill", privateChannels.fill.push, {
    summary: "The account's sides of trades.",
    watch: "fills",
    aliases: ["trade"],
  }),
  orders: privateChannel("orders", privateChannels.orders.push, {
    summary: "Orders that changed.",
    watch: "orders",
    aliases: ["order"],
  }),
  messages: privateChannel("messages", privateChannels.messages.push, {
    summary: "What the operator tells the account's owner (ours).",
    watch: "messages",
  }),
};

/**
 * The sockets of V2. The interface says that the ticker comes every 100 to 300 ms, and the same of candles; a
 * depth channel sends no more than one push in its interval.
 */
export const sockets = {
  name: "v2",
  summary: "V2: one JSON object a text message; `event` says what it is.",
  paths: { public: "/v2/ws/public", private: "/v2/ws/private" },
  signing: "base64(HMAC-SHA256(secret, timestamp + path)): no method, no query, no body",
  pings: PINGS,
  session: {
    subscribe: {
      from: "client",
      summary: "Asks for a channel, one a message. Asked for again, the channel starts anew.",
      schema: Subscribe,
      example: { event: "subscribe", channel },
    },
    subscribed: {
      from: "server",
      summary: "The channel follows, with its snapshot first if it has one.",
      schema: Subscribed,
    },
    unsubscribe: {
      from: "client",
      summary: "Gives a channel up.",
      schema: Unsubscribe,
      example: { event: "unsubscribe", channel },
    },
    unsubscribed: {
      from: "server",
      summary: "Nothing of the channel follows.",
      schema: Unsubscribed,
    },
    error: {
      from: "server",
      summary: "What was asked is not possible, or not readable. The connection stays open.",
      schema: Refused,
    },
    ping: {
      from: "server",
      summary: `Every ${PINGS.everyMs / 1_000} s. A connection that leaves ${PINGS.unansweredMax} unanswered is cut.`,
      schema: Ping,
      example: { event: "ping", type: "ping", time: "1693208170000" },
    },
    pong: {
      from: "client",
      summary: "Answers a ping, under either key.",
      schema: ClientPong,
      example: { event: "pong", time: "1693208170000" },
    },
    ready: {
      from: "client",
      summary:
        "The client has dealt with everything that it was sent. Where market time runs as fast as it can, time waits for a client from its first such message on.",
      schema: Ready,
      example: { event: "ready", until: "1767225660000" },
    },
    stands: {
      from: "server",
      summary: "Market time stands until the client is ready.",
      schema: Stands,
      example: { event: "ready", time: "1767225660000" },
    },
    clientPing: {
      from: "client",
      summary: "A client may ask too, under either key.",
      schema: ClientPing,
      example: { event: "ping", time: "1693208170000" },
    },
    serverPong: {
      from: "server",
      summary: "The answer, at once.",
      schema: Pong,
    },
  },
  channels: {
    ticker: {
      access: "public",
      address: "ticker.{symbol}",
      summary: "Headline figures: at once, then whenever one of them changed.",
      parameters: { symbol: SYMBOL },
      everyMs: 200,
      push: TickerPush,
      watch: "ticker",
    },
    kline: {
      access: "public",
      address: "kline.{priceType}.{symbol}.{interval}",
      summary:
        "The running candle: at once, then as it changes; each candle's last state comes before the next one begins.",
      parameters: { priceType: klinePrices, symbol: SYMBOL, interval: klineIntervals },
      everyMs: 200,
      push: KlinePush,
      watch: "candles",
    },
    depth: {
      access: "public",
      address: "depth.{symbol}.{levels}",
      summary:
        "The best levels of the book: a snapshot, then what changes. The startVersion of a change is the endVersion before it plus 1.",
      parameters: { symbol: SYMBOL, levels: depthLevels.map(String) },
      everyMs: 100,
      push: DepthPush,
      watch: "depth",
    },
    trades: {
      access: "public",
      address: "trades.{symbol}",
      summary: "Every public trade, at once, oldest first.",
      parameters: { symbol: SYMBOL },
      push: TradesPush,
      watch: "trades",
    },
    leaderboard: {
      access: "public",
      address: "leaderboard",
      summary:
        "Who is ahead: at once, then whenever it changed; curves are left out (ours; refused where the operator shows it to nobody).",
      parameters: {},
      everyMs: 1_000,
      push: LeaderboardPush,
      watch: "leaderboard",
    },
    ...own,
    "sim.account": onPaper(own.account, own.account.push),
    "sim.positions": onPaper(own.positions, own.positions.push),
    "sim.fill": onPaper(own.fill, own.fill.push),
    "sim.orders": onPaper(own.orders, own.orders.push),
  } satisfies Record<string, ChannelDeclaration>,
} as const satisfies SocketsDeclaration;
