import * as wire from "../../../wire/v3/sockets/index.ts";
import type { DocumentedChannel, DocumentedMessage, DocumentedSockets } from "../documented.ts";
import { examples } from "./examples.ts";
import { CADENCE_MS } from "./publicStreams.ts";

const SYMBOL = "Symbol, such as BTCUSDT, in either case";

const control: readonly DocumentedMessage[] = [
  {
    name: "connected",
    from: "server",
    summary: "The first message; `event` on the public address, `type` on the private one.",
    schema: wire.Greeting,
    example: examples.connected,
  },
  {
    name: "request",
    from: "client",
    summary:
      "SUBSCRIBE and UNSUBSCRIBE name streams, all or none of which are taken; PING asks, PONG answers. READY says that the client is " +
      "done with what it was told, where market time runs as fast as it can; from the first of these on, time waits for it.",
    schema: wire.Request,
    example: { method: "SUBSCRIBE", params: ["BTCUSDT@ticker", "BTCUSDT@depth15"], id: 1 },
  },
  {
    name: "result",
    from: "server",
    summary: "What became of a request, under its id. The connection stays open.",
    schema: wire.Result,
    example: examples.result,
  },
  {
    name: "stands",
    from: "server",
    summary: "Market time stands until the client is ready.",
    schema: wire.Stands,
    example: { event: "ready", time: "1767225660000" },
  },
  {
    name: "ping",
    from: "server",
    summary: "Every 60 s. A connection that leaves ten unanswered is cut.",
    schema: wire.Ping,
    example: { event: "ping", time: "1693208170000" },
  },
];

const channels: readonly DocumentedChannel[] = [
  {
    name: "ticker",
    access: "public",
    address: "{symbol}@ticker",
    summary: `Headline figures: at once, then whenever one changed, at most every ${CADENCE_MS.ticker} ms.`,
    parameters: { symbol: SYMBOL },
    push: wire.TickerFrame,
    example: examples.ticker,
  },
  {
    name: "kline",
    access: "public",
    address: "{symbol}@kline_{interval}_{priceType}",
    summary:
      `Candles: a snapshot of the past, then what changes, at most every ${CADENCE_MS.kline} ms. ` +
      "Without _{priceType} the last price.",
    parameters: { symbol: SYMBOL, interval: wire.klineIntervals, priceType: wire.klinePrices },
    push: wire.KlineFrame,
    example: examples.kline,
  },
  {
    name: "depth",
    access: "public",
    address: "{symbol}@depth{levels}",
    summary:
      `The best levels of the book: a snapshot, then what changes, at most every ${CADENCE_MS.depth} ms. ` +
      "U of a frame is u of the one before.",
    parameters: { symbol: SYMBOL, levels: wire.depthLevels.map(String) },
    push: wire.DepthFrame,
    example: examples.depth,
  },
  {
    name: "trade",
    access: "public",
    address: "{symbol}@trade",
    summary: "A snapshot of the latest trades, then every trade, at once, oldest first.",
    parameters: { symbol: SYMBOL },
    push: wire.TradeFrame,
    example: examples.trade,
  },
  own("account", "Collateral entries of the account that changed."),
  own("positions", "Positions that changed; one that was closed comes once with size 0."),
  own("fill", "The account's sides of trades."),
  own("orders", "Orders that changed."),
  onPaper("sim.account", "account"),
  onPaper("sim.positions", "positions"),
  onPaper("sim.fill", "fill"),
  onPaper("sim.orders", "orders"),
];

function onPaper(
  name: keyof typeof wire.paperChannels,
  like: keyof typeof wire.privateChannels,
): DocumentedChannel {
  return {
    ...own(like, `As ${like}, of the paper account (ours).`),
    name,
    address: name,
    push: wire.paperChannels[name],
    example: examples[name],
  };
}

function own(name: keyof typeof wire.privateChannels, summary: string): DocumentedChannel {
  return {
    name,
    access: "private",
    address: name,
    summary,
    parameters: {},
    push: wire.privateChannels[name],
    example: examples[name],
  };
}

export const documentedV3: DocumentedSockets = {
  name: "v3",
  summary: "V3: one JSON object a text message; `method` of a request, `e` of a frame say what it is.",
  paths: { public: "/v3/ws/public", private: "/v3/ws/private" },
  signing: "base64(HMAC-SHA256(secret, timestamp + path)): no method, no query, no body",
  control,
  channels,
};
