import { Type } from "typebox";
import * as billWords from "../../billWords.ts";
import { COIN_USDT, COMBINED, HEDGE, ONE_WAY, SEPARATED } from "../../codes.ts";
import { beforeId } from "../../commonParameters.ts";
import { signed } from "../../operation.ts";
import { choice, decimal, filterId, flag, id, integer, optional, text, time } from "../../parameter.ts";
import { equityHistoryParameters, performanceParameters } from "../../performance.ts";
import * as v2 from "../index.ts";
import { granularity, marginModeParameter, symbolParameter } from "../parameters.ts";

export const account = signed({
  method: "GET",
  path: "/capi/v2/account/account",
  summary: "The account of one coin, retired form",
  meaning: "The retired form of the account list, for one coin.",
  call: "account.retiredOfCoin",
  source: "published documentation, retired single account",
  weight: { ip: 1, uid: 1 },
  access: "read",
  showsAccount: true,
  parameters: { coinId: optional(integer("Coin id", { min: COIN_USDT, max: COIN_USDT }), COIN_USDT) },
  response: v2.RetiredAccount,
});

export const accounts = signed({
  method: "GET",
  path: "/capi/v2/account/accounts",
  summary: "Account list, retired form",
  meaning: "The account list in its retired form: other names, positions included.",
  call: "account.retired",
  source: "published documentation, retired account list",
  weight: { ip: 5, uid: 5 },
  access: "read",
  showsAccount: true,
  parameters: {},
  response: v2.RetiredAccount,
});

export const adjustMargin = signed({
  method: "POST",
  path: "/capi/v2/account/adjustMargin",
  summary: "Add margin to an isolated position, or take some out",
  meaning: "Adds margin to an isolated position, or takes what it can spare.",
  call: "positions.adjustMargin",
  isForgotten: true,
  source: "published documentation, adjust margin",
  weight: { ip: 15, uid: 30 },
  access: "trade",
  parameters: {
    coinId: optional(integer("Coin id", { min: COIN_USDT, max: COIN_USDT }), COIN_USDT),
    isolatedPositionId: id("Id of the isolated position"),
    collateralAmount: decimal("Positive adds, negative takes"),
  },
  commands: { adjustMargin: { position: "isolatedPositionId", amount: "collateralAmount" } },
  response: v2.Acknowledgement,
});

export const assets = signed({
  method: "GET",
  path: "/capi/v2/account/assets",
  summary: "Balances by coin",
  meaning: "What the account is worth, and what of it may back new orders.",
  call: "account.assets",
  source: "published documentation, assets",
  weight: { ip: 5, uid: 10 },
  access: "read",
  showsAccount: true,
  parameters: {},
  response: Type.Array(v2.Asset),
});

export const bills = signed({
  method: "POST",
  path: "/capi/v2/account/bills",
  summary: "Account bills, newest first",
  meaning: "What changed the account's money and by how much, newest first; one page at a time.",
  call: "account.bills",
  source: "interface document, endpoint 6",
  weight: { ip: 2, uid: 5 },
  access: "read",
  parameters: {
    coin: optional(choice("Currency name", { USDT: COIN_USDT, usdt: COIN_USDT })),
    symbol: optional(text("Trading pair")),
    businessType: optional(choice("Business type", billWords.typeCodes)),
    startTime: optional(time("Start, Unix ms")),
    endTime: optional(time("End, Unix ms")),
    limit: optional(integer("Records returned", { min: 1, max: 100 }), 20),
    beforeId,
  },
  response: v2.Bills,
});

export const equitySeries = signed({
  method: "GET",
  path: "/capi/v2/account/equitySeries",
  summary: "Own equity over time (an operation of this venue's own)",
  meaning:
    "What the key's own account was worth at the end of each interval, and now: its money, and its positions at the mark. An operation of this venue.",
  call: "account.equity",
  weight: { ip: 10, uid: 20 },
  access: "read",
  parameters: {
    granularity,
    limit: optional(integer("Points before the present one", { min: 1, max: 500 }), 200),
  },
  response: v2.EquitySeries,
});

export const equityHistory = signed({
  method: "GET",
  path: "/capi/v2/account/equityHistory",
  summary: "Own equity at whole minutes, then hours, as it is kept (an operation of this venue's own)",
  meaning:
    "What the key's own account was worth when minutes of market time began, each time that it changed, and now. An operation of this venue.",
  call: "account.equityHistory",
  weight: { ip: 5, uid: 10 },
  access: "read",
  parameters: equityHistoryParameters,
  response: v2.EquityHistory,
});

export const performance = signed({
  method: "GET",
  path: "/capi/v2/account/performance",
  summary: "Own PnL by contract and day, return, drawdown, Sharpe (an operation of this venue's own)",
  meaning:
    "What the key's own account made of its money in a span: PnL by contract and day, return without deposits, drawdown, Sharpe, win rate, fees, funding, turnover, maker share. An operation of this venue.",
  call: "account.performance",
  weight: { ip: 10, uid: 20 },
  access: "read",
  parameters: performanceParameters,
  response: v2.Performance,
});

export const explain = signed({
  method: "GET",
  path: "/capi/v2/account/explain",
  summary: "Own numbers, formula by formula, and ADL lights (an operation of this venue's own)",
  meaning:
    "The account's numbers at this instant, each with its formula and the terms that went into it, and where its positions stand in the queues of auto-deleveraging. An operation of this venue.",
  call: "account.explain",
  weight: { ip: 5, uid: 10 },
  access: "read",
  parameters: {},
  response: v2.Explanation,
});

export const explainLiquidation = signed({
  method: "GET",
  path: "/capi/v2/account/explainLiquidation",
  summary: "Own last liquidation, its fills and bills in order (an operation of this venue's own)",
  meaning:
    "The last liquidation of the key's own account step by step: its fills, and each bill with the amount after it; null where there was none. An operation of this venue.",
  call: "account.explainLiquidation",
  weight: { ip: 5, uid: 10 },
  access: "read",
  parameters: {
    positionId: optional(
      filterId("Only the liquidation of this isolated position; 0: of the shared positions"),
    ),
  },
  response: v2.LiquidationExplanation,
});

export const getAccount = signed({
  method: "GET",
  path: "/capi/v2/account/getAccount",
  summary: "The account list of one coin",
  meaning: "The same as the account list, for one coin.",
  call: "account.ofCoin",
  source: "published documentation, single account",
  weight: { ip: 1, uid: 1 },
  access: "read",
  showsAccount: true,
  parameters: { coin: choice("Coin name", { USDT: COIN_USDT, usdt: COIN_USDT }) },
  response: v2.SingleAccount,
});

export const getAccounts = signed({
  method: "GET",
  path: "/capi/v2/account/getAccounts",
  summary: "Account list: settings and collateral",
  meaning:
    "Settings of the account, of each symbol, and everything that it holds as collateral. Fee rates are those that are charged.",
  call: "account.list",
  source: "interface document, endpoint 1",
  weight: { ip: 5, uid: 5 },
  access: "read",
  showsAccount: true,
  parameters: {},
  response: v2.AccountList,
});

export const leverage = signed({
  method: "POST",
  path: "/capi/v2/account/leverage",
  summary: "Change the leverage of a symbol",
  meaning: "Sets the leverage of a symbol in the margin mode that it is in. Refused while orders rest.",
  call: "account.setLeverage",
  source: "published documentation, change leverage",
  weight: { ip: 10, uid: 20 },
  access: "trade",
  parameters: {
    symbol: symbolParameter,
    marginMode: marginModeParameter,
    longLeverage: optional(decimal("Leverage of the long side")),
    shortLeverage: optional(decimal("Leverage of the short side")),
  },
  commands: {
    setLeverage: { cross: "longLeverage", isolatedLong: "longLeverage", isolatedShort: "shortLeverage" },
  },
  response: v2.Acknowledgement,
});

export const modifyAutoAppendMargin = signed({
  method: "POST",
  path: "/capi/v2/account/modifyAutoAppendMargin",
  summary: "Let an isolated position draw margin by itself, or not",
  meaning:
    "Decides whether an isolated position draws margin from the account before it would be liquidated.",
  call: "positions.setAutoAppend",
  source: "published documentation, auto-append margin",
  weight: { ip: 15, uid: 30 },
  access: "trade",
  parameters: {
    positionId: id("Id of the isolated position"),
    autoAppendMargin: flag("Whether margin is added automatically"),
  },
  commands: { setAutoAppend: { position: "positionId", on: "autoAppendMargin" } },
  response: v2.Acknowledgement,
});

export const allPosition = signed({
  method: "GET",
  path: "/capi/v2/account/position/allPosition",
  summary: "All open positions",
  meaning: "Every open position.",
  call: "positions.all",
  source: "interface document, endpoint 2",
  weight: { ip: 10, uid: 15 },
  access: "read",
  showsAccount: true,
  parameters: {},
  response: Type.Array(v2.Position),
});

export const changeHoldModel = signed({
  method: "POST",
  path: "/capi/v2/account/position/changeHoldModel",
  summary: "Change margin mode and position segregation of a symbol",
  meaning:
    "Changes margin mode and segregation of a symbol. Refused while the account has a position or an order in it.",
  call: "positions.setMode",
  source: "published documentation, change hold model",
  weight: { ip: 20, uid: 50 },
  access: "trade",
  parameters: {
    symbol: symbolParameter,
    marginMode: marginModeParameter,
    separatedMode: optional(choice("1 combined; 2 separated", { "1": COMBINED, "2": SEPARATED }), COMBINED),
  },
  commands: { setMode: {} },
  response: v2.Acknowledgement,
});

export const positionMode = signed({
  method: "POST",
  path: "/capi/v2/account/positionMode",
  summary: "Change the position mode of the account (an operation of this venue's own)",
  meaning:
    "Whether the account holds a leg each way or one net position a contract. Refused while it, or its paper account, has an order or a position, waiting orders included. An operation of this venue.",
  call: "account.setPositionMode",
  weight: { ip: 20, uid: 50 },
  access: "trade",
  parameters: {
    positionMode: choice("HEDGE: a leg each way; ONE_WAY: one net position a contract", { HEDGE, ONE_WAY }),
  },
  commands: { setPositionMode: {} },
  response: v2.Acknowledgement,
});

export const closedPositions = signed({
  method: "GET",
  path: "/capi/v2/account/position/closed",
  summary: "Positions that have ended, one row each, newest first (an operation of this venue's own)",
  meaning:
    "Positions that have ended, one row each: what was opened and closed, fees, funding, and what it came to. An operation of this venue.",
  call: "positions.closed",
  weight: { ip: 5, uid: 5 },
  access: "read",
  showsAccount: true,
  parameters: {
    symbol: optional(text("Trading pair")),
    startTime: optional(time("Ended at or after, Unix ms")),
    endTime: optional(time("Ended at or before, Unix ms")),
    limit: optional(integer("Records returned", { min: 1, max: 100 }), 100),
    beforeId,
  },
  response: v2.PastPositions,
});

export const singlePosition = signed({
  method: "GET",
  path: "/capi/v2/account/position/singlePosition",
  summary: "The open positions of one symbol",
  meaning: "The open positions of a symbol.",
  call: "positions.ofSymbol",
  source: "published documentation, single position",
  weight: { ip: 2, uid: 3 },
  access: "read",
  showsAccount: true,
  parameters: { symbol: symbolParameter },
  response: Type.Array(v2.Position),
});

export const messages = signed({
  method: "GET",
  path: "/capi/v2/account/messages",
  summary: "What the operator told the account's owner (an operation of this venue's own)",
  meaning:
    "What the operator told the key's own account, as far as it is kept: the latest 200 messages to anybody. An operation of this venue.",
  call: "account.messages",
  weight: { ip: 1, uid: 1 },
  access: "read",
  parameters: { after: optional(filterId("Only messages after this id")) },
  response: v2.Messages,
});

export const requestLog = signed({
  method: "GET",
  path: "/capi/v2/account/requestLog",
  summary: "Own requests and why they were refused (an operation of this venue's own)",
  meaning: "The account's own requests and why they were refused. An operation of this venue.",
  call: "account.requestLog",
  weight: { ip: 2, uid: 2 },
  access: "read",
  parameters: {
    after: optional(filterId("Only entries after this id, oldest first; without it the newest")),
    limit: optional(integer("Number of entries", { min: 1, max: 100 }), 100),
    refused: optional(flag("Only refused requests"), false),
  },
  response: v2.Requests,
});

export const settings = signed({
  method: "GET",
  path: "/capi/v2/account/settings",
  summary: "Leverage by symbol",
  meaning: "The leverages of a symbol, or of all.",
  call: "account.settings",
  source: "published documentation, settings",
  weight: { ip: 1, uid: 1 },
  access: "read",
  parameters: { symbol: optional(text("Trading pair; all without it")) },
  response: v2.Settings,
});

export const snapshot = signed({
  method: "GET",
  path: "/capi/v2/account/snapshot",
  summary: "The whole account in one answer (an operation of this venue's own)",
  meaning:
    "What account list, assets, positions, live orders, waiting plan orders, fills and messages answer, the first page of each list: what a program begins with. An operation of this venue.",
  call: "account.snapshot",
  weight: { ip: 15, uid: 25 },
  access: "read",
  showsAccount: true,
  parameters: {},
  response: v2.Snapshot,
});

export const socketTicket = signed({
  method: "POST",
  path: "/capi/v2/account/socketTicket",
  summary: "A ticket for one private socket, for browsers (an operation of this venue's own)",
  meaning:
    "A ticket that opens one private socket where the handshake cannot carry headers. An operation of this venue.",
  call: "account.socketTicket",
  weight: { ip: 1, uid: 1 },
  access: "read",
  isLeaders: true,
  parameters: {},
  response: v2.SocketTicket,
});
