import type { ChannelDeclaration, SocketsDeclaration } from "../../sockets.ts";
import { onPaper, privateChannel } from "../../sockets.ts";
import { paperChannels, privateChannels } from "./account.ts";
import { Greeting, Ping, Request, Result, Stands } from "./control.ts";
import {
  DepthFrame,
  depthLevels,
  KlineFrame,
  klineIntervals,
  klinePrices,
  TickerFrame,
  TradeFrame,
} from "./streams.ts";

const SYMBOL = "Symbol, such as BTCUSDT, in either case";
const PINGS = { everyMs: 60_000, unansweredMax: 10 };

const own = {
  account: privateChannel("account", privateChannels.account, {
    summary: "Collateral entries of the account that changed.",
    watch: "collateral",
  }),
  positions: privateChannel("positions", privateChannels.positions, {
    summary: "Positions that changed; one that was closed comes once with size 0.",
    watch: "positions",
  }),
  fill: privateChannel("fill", privateChannels.fill, {
    summary: "The account's sides of trades.",
    watch: "fills",
  }),
  orders: privateChannel("orders", privateChannels.orders, {
    summary: "Orders that changed.",
    watch: "orders",
  }),
};

/** The sockets of V3, whose channels the interface calls streams. */
export const sockets = {
  name: "v3",
  summary: "V3: one JSON object a text message; `method` of a request, `e` of a frame say what it is.",
  paths: { public: "/v3/ws/public", private: "/v3/ws/private" },
  signing: "base64(HMAC-SHA256(secret, timestamp + path)): no method, no query, no body",
  pings: PINGS,
  session: {
    connected: {
      from: "server",
      summary: "The first message; `event` on the public address, `type` on the private one.",
      schema: Greeting,
    },
    request: {
      from: "client",
      summary:
        "SUBSCRIBE and UNSUBSCRIBE name streams, all or none of which are taken; PING asks, PONG answers. READY says that the client has " +
        "dealt with everything that it was sent: where market time runs as fast as it can, time waits for a client from its first READY on.",
      schema: Request,
      example: { method: "SUBSCRIBE", params: ["BTCUSDT@ticker", "BTCUSDT@depth15"], id: 1 },
    },
    result: {
      from: "server",
      summary: "What became of a request, under its id. The connection stays open.",
      schema: Result,
    },
    stands: {
      from: "server",
      summary: "Market time stands until the client is ready.",
      schema: Stands,
      example: { event: "ready", time: "1767225660000" },
    },
    ping: {
      from: "server",
      summary: `Every ${PINGS.everyMs / 1_000} s. A connection that leaves ${PINGS.unansweredMax} unanswered is cut.`,
      schema: Ping,
      example: { event: "ping", time: "1693208170000" },
    },
  },
  channels: {
    ticker: {
      access: "public",
      address: "{symbol}@ticker",
      summary: "Headline figures: at once, then whenever one of them changed.",
      parameters: { symbol: SYMBOL },
      everyMs: 200,
      push: TickerFrame,
      watch: "ticker",
    },
    kline: {
      access: "public",
      address: "{symbol}@kline_{interval}_{priceType}",
      summary:
        "Candles: a snapshot of the past, then what changes. Without _{priceType} they follow the last price.",
      parameters: { symbol: SYMBOL, interval: klineIntervals, priceType: klinePrices },
      everyMs: 200,
      push: KlineFrame,
      watch: "klines",
    },
    depth: {
      access: "public",
      address: "{symbol}@depth{levels}",
      summary:
        "The best levels of the book: a snapshot, then what changes. U of a frame is u of the one before. Without {levels} there are 15.",
      parameters: { symbol: SYMBOL, levels: depthLevels.map(String) },
      everyMs: 500,
      push: DepthFrame,
      watch: "depth",
    },
    trade: {
      access: "public",
      address: "{symbol}@trade",
      summary: "A snapshot of the latest trades, then every trade, at once, oldest first.",
      parameters: { symbol: SYMBOL },
      push: TradeFrame,
      watch: "trades",
    },
    ...own,
    "sim.account": onPaper(own.account, paperChannels["sim.account"]),
    "sim.positions": onPaper(own.positions, paperChannels["sim.positions"]),
    "sim.fill": onPaper(own.fill, paperChannels["sim.fill"]),
    "sim.orders": onPaper(own.orders, paperChannels["sim.orders"]),
  } satisfies Record<string, ChannelDeclaration>,
} as const satisfies SocketsDeclaration;
