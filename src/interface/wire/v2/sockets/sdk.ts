import type { Static, TSchema } from "typebox";
import { Type } from "typebox";
import { decimal, oneOf, shape, text, timeNumber } from "../../fields.ts";

/**
 * What the vendor's Go SDK sends over the sockets of V2 and how it reads what comes, field for field: words
 * of its own, not the interface's. Served under `sdk=go`. Times are Unix ms as numbers, ids are text. Source:
 * sources of the vendor's Go SDK for V2.
 */

/** What a login is signed over, after its timestamp in seconds. */
export const SDK_LOGIN = { method: "GET", path: "/users/self/verify" } as const;

/** Levels of each side that a push of the book has; the channel names none. */
export const SDK_DEPTH_LEVELS = 15;

/** Intervals of candles by the SDK's names. */
export const sdkIntervals = ["1m", "5m", "15m", "30m", "1h", "4h", "1d", "1w"] as const;
export type SdkInterval = (typeof sdkIntervals)[number];

const channel = text("Name of the channel, as the client asked for it");
const code = text("0, or a code of the interface's error table");

export const SdkDone = shape({
  event: Type.Union([Type.Literal("login"), Type.Literal("subscribe"), Type.Literal("unsubscribe")]),
  channel: Type.Optional(channel),
  code: Type.Literal("0"),
  msg: Type.Literal("success"),
});
export type SdkDone = Static<typeof SdkDone>;

export const SdkRefused = shape({
  event: Type.Literal("error"),
  channel: Type.Optional(channel),
  code,
  msg: text("What is wrong, and what would be right"),
});
export type SdkRefused = Static<typeof SdkRefused>;

export const SdkPong = shape({ event: Type.Literal("pong") });
export type SdkPong = Static<typeof SdkPong>;

const pushOf = <E extends TSchema>(item: E) =>
  shape({ channel, data: Type.Array(item, { minItems: 1, description: "What the channel shows" }) });
const symbol = text("Symbol, such as cmt_btcusdt");
const side = oneOf(["buy", "sell"], "Whether it bought or sold; of a public trade, the taker");
const marginMode = Type.Union([Type.Literal(1), Type.Literal(3)], { description: "1 shared, 3 isolated" });
const price = decimal("Price");
const timestamp = timeNumber("Unix ms");

const ticker = shape({
  symbol,
  lastPrice: price,
  bestBidPrice: decimal("0 while nobody bids"),
  bestAskPrice: decimal("0 while nobody asks"),
  high24h: price,
  low24h: price,
  volume24h: decimal("Base coin"),
  quoteVolume24h: decimal("Quote coin"),
  priceChange24h: decimal("Last price minus the one at which the rolling 24 hours opened"),
  priceChangePercent24h: decimal("The same as a fraction of that price"),
  timestamp,
});
const level = shape({ price, quantity: decimal("Base coin") });
const depth = shape({
  symbol,
  bids: Type.Array(level, { description: "Highest price first" }),
  asks: Type.Array(level, { description: "Lowest price first" }),
  timestamp,
});
const candle = shape({
  symbol,
  interval: Type.Enum(sdkIntervals, { description: "Length of a candle" }),
  openTime: timestamp,
  closeTime: timeNumber("When the next candle opens, Unix ms"),
  open: price,
  high: price,
  low: price,
  close: price,
  volume: decimal("Base coin"),
  quoteVolume: decimal("Quote coin"),
});
const trade = shape({
  symbol,
  tradeId: text("Id"),
  price,
  size: decimal("Base coin"),
  side,
  timestamp,
});

const asset = shape({
  coinName: text("USDT"),
  available: decimal("As account/assets has it"),
  frozen: decimal("Margin of opening orders"),
  equity: decimal("Of the shared entry"),
  unrealizedPnl: decimal("Of its positions"),
  realizedPnl: decimal("Of every close of a shared position so far, before fees and funding"),
  marginBalance: decimal("The equity"),
  updateTime: timestamp,
});
const position = shape({
  symbol,
  positionSide: oneOf(["LONG", "SHORT"], "Direction of the position"),
  size: decimal("0 once it has ended"),
  averageOpenPrice: price,
  markPrice: price,
  liquidatePrice: decimal("0 where no price liquidates it"),
  unrealizedPnl: decimal("At mark"),
  realizedPnl: decimal("Of its closes so far, before fees and funding"),
  leverage: decimal("Leverage"),
  marginMode,
  margin: decimal("At mark, or what an isolated position has"),
  marginRate: decimal("(margin + unrealizedPnl) / value at mark"),
  updateTime: timestamp,
});
const order = shape({
  orderId: text("Id"),
  clientOid: text("The client's id, or the order's"),
  symbol,
  type: Type.Integer({
    minimum: 1,
    maximum: 4,
    description: "1 open long, 2 open short, 3 close long, 4 close short",
  }),
  side,
  price: decimal("0 for a market order"),
  size: decimal("Base coin"),
  filledSize: decimal("Base coin"),
  avgFillPrice: decimal("0 before the first fill"),
  state: Type.Integer({
    minimum: -1,
    maximum: 4,
    description: "-1 not triggered, 0 pending, 1 partly filled, 2 filled, 3 canceling, 4 canceled",
  }),
  orderType: Type.Integer({ minimum: 0, maximum: 3, description: "0 normal, 1 post-only, 2 FOK, 3 IOC" }),
  matchPrice: Type.Union([Type.Literal(0), Type.Literal(1)], { description: "1 for a market order" }),
  marginMode,
  leverage: decimal("Leverage"),
  fee: decimal("Paid so far"),
  feeCoin: text("USDT"),
  realizedPnl: decimal("Of its closes, after their fees, as REST has it"),
  createTime: timestamp,
  updateTime: timestamp,
});
const fill = shape({
  fillId: text("The trade's id"),
  orderId: text("Id"),
  clientOid: text("The client's id, or the order's"),
  symbol,
  price,
  size: decimal("Base coin"),
  side,
  liquidity: oneOf(["maker", "taker"], "Whether the order rested or took"),
  fee: decimal("Positive where paid"),
  feeCoin: text("USDT"),
  realizedPnl: decimal("After its fee, as REST has it; 0 for an opening"),
  timestamp,
});

/** What each channel pushes. */
export const sdkPushes = {
  ticker: pushOf(ticker),
  depth: pushOf(depth),
  candlestick: pushOf(candle),
  trades: pushOf(trade),
  account: pushOf(asset),
  positions: pushOf(position),
  orders: pushOf(order),
  fill: pushOf(fill),
} as const;
export type SdkItem<C extends keyof typeof sdkPushes> = Static<(typeof sdkPushes)[C]>["data"][number];
