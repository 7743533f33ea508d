import { Type } from "typebox";
import * as billWords from "../../billWords.ts";
import { COIN_SUSDT, COIN_USDT, COMBINED, SEPARATED } from "../../codes.ts";
import { signed } from "../../operation.ts";
import { choice, decimal, filterId, flag, id, integer, numbered, optional, time } from "../../parameter.ts";
import * as v3 from "../index.ts";
import { marginTypeParameter, symbolParameter } from "../parameters.ts";

export const asset = optional(choice("Coin", { USDT: COIN_USDT, usdt: COIN_USDT, SUSDT: COIN_SUSDT }));

export const accountConfig = signed({
  method: "GET",
  path: "/capi/v3/account/accountConfig",
  summary: "What the account may do",
  meaning: "What the account may do.",
  call: "account.accountConfig",
  weight: { ip: 5, uid: 10 },
  access: "read",
  parameters: {},
  response: v3.AccountConfig,
});

export const balance = signed({
  method: "GET",
  path: "/capi/v3/account/balance",
  summary: "Balances by coin",
  meaning:
    "What the account is worth, and how that divides into available and frozen: the two add up to the balance.",
  call: "account.balance",
  weight: { ip: 5, uid: 10 },
  access: "read",
  showsAccount: true,
  parameters: {},
  response: Type.Array(v3.Balance),
});

export const commissionRate = signed({
  method: "GET",
  path: "/capi/v3/account/commissionRate",
  summary: "Fee rates of a symbol, as the account pays them",
  meaning: "The fee rates that the account is charged in a symbol.",
  call: "account.commissionRate",
  weight: { ip: 5, uid: 10 },
  access: "read",
  parameters: { symbol: symbolParameter },
  response: v3.CommissionRate,
});

export const income = signed({
  method: "POST",
  path: "/capi/v3/account/income",
  summary: "Account bills",
  meaning: "What changed the account's money and by how much, newest first; nextKey leads to the next page.",
  call: "account.income",
  weight: { ip: 2, uid: 5 },
  access: "read",
  parameters: {
    asset,
    currency: asset,
    symbol: optional(symbolParameter),
    incomeType: optional(choice("What it was", billWords.typeCodes)),
    startTime: optional(time("Start, Unix ms; with endTime")),
    endTime: optional(time("End, Unix ms; with startTime, at most 100 days later")),
    limit: optional(integer("Rows", { min: 1, max: 100 }), 20),
    nextKeyId: optional(id("From nextKey of the page before; with nextKeyTime")),
    nextKeyTime: optional(time("From nextKey of the page before; with nextKeyId")),
  },
  response: v3.Incomes,
});

export const leverage = signed({
  method: "POST",
  path: "/capi/v3/account/leverage",
  summary: "Change the leverages of a symbol, and its margin mode",
  meaning:
    "Sets leverages of a symbol, and its margin mode where marginType names the other one: all of it or nothing. What is left out stays.",
  call: "account.leverage",
  weight: { ip: 10, uid: 20 },
  access: "trade",
  parameters: {
    symbol: symbolParameter,
    marginType: optional(marginTypeParameter),
    crossLeverage: optional(decimal("Leverage under cross margin")),
    isolatedLongLeverage: optional(decimal("Leverage of an isolated long position")),
    isolatedShortLeverage: optional(decimal("Leverage of an isolated short position")),
  },
  commands: {
    setLeverage: {
      marginMode: "marginType",
      cross: "crossLeverage",
      isolatedLong: "isolatedLongLeverage",
      isolatedShort: "isolatedShortLeverage",
    },
  },
  response: v3.Leverage,
});

export const marginType = signed({
  method: "POST",
  path: "/capi/v3/account/marginType",
  summary: "Change margin mode and position segregation of a symbol",
  meaning:
    "Changes margin mode and segregation of a symbol. Refused while the account has a position or an order in it.",
  call: "account.marginType",
  weight: { ip: 20, uid: 50 },
  access: "trade",
  parameters: {
    symbol: symbolParameter,
    marginType: marginTypeParameter,
    separatedType: optional(choice("One position a side, or one an opening order", { COMBINED, SEPARATED })),
  },
  commands: { setMode: { marginMode: "marginType", separatedMode: "separatedType" } },
  response: v3.Acknowledgement,
});

export const modifyAutoAppendMargin = signed({
  method: "POST",
  path: "/capi/v3/account/modifyAutoAppendMargin",
  summary: "Let an isolated position draw margin by itself, or not",
  meaning:
    "Decides whether an isolated position draws margin from the account before it would be liquidated.",
  call: "account.modifyAutoAppendMargin",
  weight: { ip: 15, uid: 30 },
  access: "trade",
  parameters: {
    positionId: filterId("Id of the isolated position"),
    autoAppendMargin: flag("Whether margin is added automatically"),
  },
  commands: { setAutoAppend: { position: "positionId", on: "autoAppendMargin" } },
  response: v3.Acknowledgement,
});

export const positionMargin = signed({
  method: "POST",
  path: "/capi/v3/account/positionMargin",
  summary: "Add margin to an isolated position, or take some out",
  meaning: "Adds margin to an isolated position, or takes what it can spare.",
  call: "account.positionMargin",
  isForgotten: true,
  weight: { ip: 15, uid: 30 },
  access: "trade",
  parameters: {
    isolatedPositionId: filterId("Id of the isolated position"),
    amount: decimal("Amount, above 0"),
    type: numbered(choice("1 adds, 2 takes", { "1": 1, "2": -1 })),
  },
  commands: { adjustMargin: { position: "isolatedPositionId" } },
  response: v3.Acknowledgement,
});

export const allPosition = signed({
  method: "GET",
  path: "/capi/v3/account/position/allPosition",
  summary: "All open positions",
  meaning: "Every open position.",
  call: "account.allPosition",
  weight: { ip: 10, uid: 15 },
  access: "read",
  showsAccount: true,
  parameters: {},
  response: Type.Array(v3.Position),
});

export const singlePosition = signed({
  method: "GET",
  path: "/capi/v3/account/position/singlePosition",
  summary: "The open positions of one symbol",
  meaning: "The open positions of a symbol.",
  call: "account.singlePosition",
  weight: { ip: 2, uid: 3 },
  access: "read",
  showsAccount: true,
  parameters: { symbol: symbolParameter },
  response: Type.Array(v3.Position),
});

export const symbolConfig = signed({
  method: "GET",
  path: "/capi/v3/account/symbolConfig",
  summary: "Margin mode, segregation and leverage by symbol",
  meaning: "Margin mode, segregation and leverages of a symbol, or of all.",
  call: "account.symbolConfig",
  weight: { ip: 5, uid: 10 },
  access: "read",
  parameters: { symbol: optional(symbolParameter) },
  response: Type.Array(v3.SymbolConfig),
});
