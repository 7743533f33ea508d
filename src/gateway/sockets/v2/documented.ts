import { privateChannels } from "../../../wire/v2/sockets/accountPush.ts";
import * as wire from "../../../wire/v2/sockets/index.ts";
import type { DocumentedChannel, DocumentedMessage, DocumentedSockets } from "../documented.ts";
import { examples } from "./examples.ts";
import { CADENCE_MS } from "./publicChannels.ts";

const SYMBOL = "Symbol, such as cmt_btcusdt";
const channel = "depth.cmt_btcusdt.15";

const control: readonly DocumentedMessage[] = [
  {
    name: "subscribe",
    from: "client",
    summary: "Asks for a channel, one a message. Asked for again, the channel starts anew.",
    schema: wire.Subscribe,
    example: { event: "subscribe", channel },
  },
  {
    name: "subscribed",
    from: "server",
    summary: "The channel follows, with its snapshot first if it has one.",
    schema: wire.Subscribed,
    example: examples.subscribed,
  },
  {
    name: "unsubscribe",
    from: "client",
    summary: "Gives a channel up.",
    schema: wire.Unsubscribe,
    example: { event: "unsubscribe", channel },
  },
  {
    name: "unsubscribed",
    from: "server",
    summary: "Nothing of the channel follows.",
    schema: wire.Unsubscribed,
    example: examples.unsubscribed,
  },
  {
    name: "error",
    from: "server",
    summary: "What was asked is not possible, or not readable. The connection stays open.",
    schema: wire.Refused,
    example: examples.error,
  },
  {
    name: "ping",
    from: "server",
    summary: "Every 30 s. A connection that leaves five unanswered is cut.",
    schema: wire.Ping,
    example: { event: "ping", type: "ping", time: "1693208170000" },
  },
  {
    name: "pong",
    from: "client",
    summary: "Answers a ping, under either key.",
    schema: wire.ClientPong,
    example: { event: "pong", time: "1693208170000" },
  },
  {
    name: "ready",
    from: "client",
    summary:
      "The client is done with what it was told, where market time runs as fast as it can; from the first of these on, time waits for it.",
    schema: wire.Ready,
    example: { event: "ready", until: "1767225660000" },
  },
  {
    name: "stands",
    from: "server",
    summary: "Market time stands until the client is ready.",
    schema: wire.Stands,
    example: { event: "ready", time: "1767225660000" },
  },
  {
    name: "clientPing",
    from: "client",
    summary: "A client may ask too, under either key.",
    schema: wire.ClientPing,
    example: { event: "ping", time: "1693208170000" },
  },
  {
    name: "serverPong",
    from: "server",
    summary: "The answer, at once.",
    schema: wire.Pong,
    example: examples.serverPong,
  },
];

const channels: readonly DocumentedChannel[] = [
  {
    name: "ticker",
    access: "public",
    address: "ticker.{symbol}",
    summary: `Headline figures: at once, then whenever one of them changed, at most every ${CADENCE_MS.ticker} ms.`,
    parameters: { symbol: SYMBOL },
    push: wire.TickerPush,
    example: examples.ticker,
  },
  {
    name: "kline",
    access: "public",
    address: "kline.{priceType}.{symbol}.{interval}",
    summary:
      `The running candle: at once, then as it changes, at most every ${CADENCE_MS.kline} ms; ` +
      "each candle's last state before the next one begins.",
    parameters: { priceType: wire.klinePrices, symbol: SYMBOL, interval: wire.klineIntervals },
    push: wire.KlinePush,
    example: examples.kline,
  },
  {
    name: "depth",
    access: "public",
    address: "depth.{symbol}.{levels}",
    summary:
      `The best levels of the book: a snapshot, then what changes, at most every ${CADENCE_MS.depth} ms. ` +
      "The startVersion of a change is the endVersion before it plus 1.",
    parameters: { symbol: SYMBOL, levels: wire.depthLevels.map(String) },
    push: wire.DepthPush,
    example: examples.depth,
  },
  {
    name: "trades",
    access: "public",
    address: "trades.{symbol}",
    summary: "Every public trade, at once, oldest first.",
    parameters: { symbol: SYMBOL },
    push: wire.TradesPush,
    example: examples.trades,
  },
  own("account", "Collateral entries of the account that changed."),
  own("positions", "Positions that changed; one that was closed comes once with size 0. Alias: position."),
  own("fill", "The account's sides of trades. Alias: trade."),
  own("orders", "Orders that changed. Alias: order."),
];

function own(name: keyof typeof privateChannels, summary: string): DocumentedChannel {
  const { push } = privateChannels[name];
  return {
    name,
    access: "private",
    address: name,
    summary,
    parameters: {},
    push,
    example: examples[name],
  };
}

export const documentedV2: DocumentedSockets = {
  name: "v2",
  summary: "V2: one JSON object a text message; `event` says what it is.",
  paths: { public: "/v2/ws/public", private: "/v2/ws/private" },
  signing: "base64(HMAC-SHA256(secret, timestamp + path)): no method, no query, no body",
  control,
  channels,
};
