import type { Static, TSchema } from "typebox";
import { Type } from "typebox";
import { decimal, flag, integer, oneOf, shape, text, timeNumber, word } from "../fields.ts";
import { orderTypes } from "../v3/words.ts";
import * as words from "./tradingWords.ts";

/** What the user data stream sends, field for field. */

const symbol = text("Symbol, such as BTCUSDT");
const side = word(words.sides, "Whether it buys or sells");
const positionSide = oneOf(words.positionSides, "BOTH in one-way mode, else the leg");
const timeInForce = oneOf(words.allTimesInForce, "How long it waits; GTX: only to rest");
const workingType = word(
  words.workingTypes,
  "Price that its trigger watches; CONTRACT_PRICE also without one",
);
const marginType = word(words.positionMarginTypes, "Whether all of the account backs it, or its own margin");
const priceMatch = word(
  words.priceMatches,
  "Level of the book that gave it its price; NONE: it was given one",
);
const priceProtect = flag("Whether it ends if last price and mark are far apart at its trigger");
const prevention = word(words.preventions, "Which of two orders of the account ends when they meet");

const sentAt = timeNumber("When it was sent, Unix ms");
const event = <const E extends string, P extends Record<string, TSchema>>(name: E, fields: P) =>
  shape({ e: Type.Literal(name, { description: "Kind of event" }), E: sentAt, ...fields });
/** An event of the market. */
const traded = <const E extends string, P extends Record<string, TSchema>>(name: E, fields: P) =>
  event(name, { T: timeNumber("When it happened, Unix ms"), ...fields });

export const OrderTradeUpdate = traded("ORDER_TRADE_UPDATE", {
  o: shape(
    {
      s: symbol,
      c: text(
        "The client's id, or the one that the venue gave it; of orders of the venue, a name that tells what it is",
      ),
      S: side,
      o: oneOf([...orderTypes, "LIQUIDATION"], "How it executes; LIQUIDATION of orders of the venue"),
      f: timeInForce,
      q: decimal("Quantity, base coin"),
      p: decimal("Limit price; 0 of market orders"),
      ap: decimal("Average price of its fills; 0 without"),
      sp: decimal("Trigger price; 0 without"),
      x: oneOf(words.executions, "What happened"),
      X: oneOf(words.orderStatuses, "What has become of it"),
      i: integer("Id of the order"),
      l: decimal("Quantity of this fill; 0 where it is none"),
      z: decimal("Quantity filled so far"),
      L: decimal("Price of this fill; 0 where it is none"),
      N: text("Coin of the fee"),
      n: decimal("Fee of this fill, positive where it was paid"),
      T: timeNumber("When it happened, Unix ms"),
      t: integer("Id of the trade; 0 where it is none"),
      b: decimal("Value of the account's orders that buy to open; always 0"),
      a: decimal("Value of the account's orders that sell to open; always 0"),
      m: flag("The order rested"),
      R: flag("It can only close"),
      wt: workingType,
      ot: oneOf([...orderTypes, "LIQUIDATION"], "Its type when it was placed"),
      ps: positionSide,
      cp: flag("It closes the whole position"),
      AP: Type.Optional(decimal("Price at which a trailing order begins to follow")),
      cr: Type.Optional(decimal("By how much a trailing order follows, per cent")),
      pP: priceProtect,
      si: integer("Always 0"),
      ss: integer("Always 0"),
      rp: decimal("Profit that this fill realized, before its fee"),
      V: prevention,
      pm: priceMatch,
      gtd: timeNumber("When it ends by itself, Unix ms; 0: never"),
      er: oneOf([words.NO_EXPIRY, ...Object.values(words.expiryReasons), "9", "10"], "Why it expired"),
    },
    "The order, and what happened to it",
  ),
});
export type OrderTradeUpdate = Static<typeof OrderTradeUpdate>;

export const AccountUpdateEvent = traded("ACCOUNT_UPDATE", {
  a: shape(
    {
      m: oneOf(words.updateReasons, "Why"),
      B: Type.Array(
        shape({
          a: text("Coin"),
          wb: decimal("Wallet: all but the profit of open positions"),
          cw: decimal("The same less what isolated positions hold"),
          bc: decimal("By how much it changed by money that came or went"),
        }),
        { description: "Balances that changed" },
      ),
      P: Type.Array(
        shape({
          s: symbol,
          pa: decimal("Quantity, base coin; below 0: short"),
          ep: decimal("Average price of what is held; 0 when flat"),
          bep: decimal("Price at which it would have earned its fees and funding; 0 when flat"),
          cr: decimal("Profit realized so far, before fees"),
          up: decimal("Profit at mark price"),
          mt: marginType,
          iw: decimal("What an isolated position has, without its profit; 0 of a cross one"),
          ps: positionSide,
        }),
        { description: "Positions that changed" },
      ),
    },
    "What changed of the account",
  ),
});
export type AccountUpdateEvent = Static<typeof AccountUpdateEvent>;

export const TradeLite = traded("TRADE_LITE", {
  s: symbol,
  q: decimal("Quantity of the order"),
  p: decimal("Limit price; 0 of market orders"),
  m: flag("The order rested"),
  c: text("The client's id, or the one that the venue gave it"),
  S: side,
  L: decimal("Price of the fill"),
  l: decimal("Quantity of the fill"),
  t: integer("Id of the trade"),
  i: integer("Id of the order"),
});
export type TradeLite = Static<typeof TradeLite>;

export const AccountConfigUpdate = traded("ACCOUNT_CONFIG_UPDATE", {
  ac: shape({ s: symbol, l: integer("Leverage") }, "The setting that changed"),
});
export type AccountConfigUpdate = Static<typeof AccountConfigUpdate>;

export const AlgoUpdate = traded("ALGO_UPDATE", {
  o: shape(
    {
      caid: text("The client's id, or the one that the venue gave it"),
      aid: integer("Id of the conditional order"),
      at: oneOf(["CONDITIONAL"], "Kind of order"),
      o: oneOf(orderTypes, "How it executes, and which way the price must go"),
      s: symbol,
      S: side,
      ps: positionSide,
      f: timeInForce,
      q: decimal("Quantity, base coin; 0: the whole position"),
      X: oneOf(words.algoStatuses, "What has become of it"),
      ai: text("The order that it became when it triggered; empty until then"),
      ap: decimal("Average price of that order's fills; 0 without"),
      aq: decimal("Filled quantity of that order"),
      act: text("Type of that order; empty until then"),
      tp: decimal("Trigger price"),
      p: decimal("Limit price; 0 of market orders"),
      V: prevention,
      wt: workingType,
      pm: priceMatch,
      cp: flag("It closes the whole position"),
      pP: priceProtect,
      R: flag("It can only close"),
      tt: timeNumber("When it triggered, Unix ms; 0 until then"),
      gtd: timeNumber("When it ends by itself, Unix ms; 0: never"),
      rm: text("Why it ended; empty where its client ended it"),
    },
    "The conditional order",
  ),
});
export type AlgoUpdate = Static<typeof AlgoUpdate>;

export const MarginCall = event("MARGIN_CALL", {
  cw: Type.Optional(decimal("Wallet less what isolated positions hold; where cross positions are meant")),
  p: Type.Array(
    shape({
      s: symbol,
      ps: positionSide,
      pa: decimal("Quantity, base coin; below 0: short"),
      mt: marginType,
      iw: decimal("What an isolated position has, without its profit; 0 of a cross one"),
      mp: decimal("Mark price"),
      up: decimal("Profit at mark price"),
      mm: decimal("Margin below which it is liquidated"),
    }),
    { description: "Positions that the margin is short for" },
  ),
});
export type MarginCall = Static<typeof MarginCall>;

export const ListenKeyExpired = event("listenKeyExpired", { listenKey: text("The key that has expired") });
export type ListenKeyExpired = Static<typeof ListenKeyExpired>;

/** Every event of the stream. */
export const UserEvent = Type.Union([
  OrderTradeUpdate,
  AccountUpdateEvent,
  TradeLite,
  AccountConfigUpdate,
  AlgoUpdate,
  MarginCall,
  ListenKeyExpired,
]);
export type UserEvent = Static<typeof UserEvent>;
