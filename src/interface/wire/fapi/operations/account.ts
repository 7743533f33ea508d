import type { Parameter } from "../../parameter.ts";
import { choice, integer, optional } from "../../parameter.ts";
import * as shapes from "../account.ts";
import { signed } from "../declare.ts";
import { ExchangeInformation } from "../market.ts";
import { Order } from "../order.ts";
import { limitParameter } from "../orderParameters.ts";
import { span, symbolParameter } from "../parameters.ts";
import { type AskedIncomeType, incomeTypes, otherIncomeTypes } from "../tradingWords.ts";

const maybeSymbol = { symbol: optional(symbolParameter) };

/** Of v1 and v2. */
export const account = signed({
  method: "GET",
  path: "/fapi/v2/account",
  alsoIn: ["v1"],
  messages: ["account.status"],
  summary: "The account, its coins and positions",
  meaning: "What the account has, owes as margin and may use, and a row for every symbol.",
  weight: 5,
  access: "read",
  showsAccount: true,
  parameters: {},
  response: shapes.Account,
});

export const accountV3 = signed({
  method: "GET",
  path: "/fapi/v3/account",
  messages: ["v2/account.status"],
  summary: "The account, its coins and the positions in use",
  meaning:
    "What the account has, owes as margin and may use, and a row for every symbol with a position or an order.",
  weight: 5,
  access: "read",
  showsAccount: true,
  parameters: {},
  response: shapes.AccountV3,
});

/** Of all versions. */
export const balance = signed({
  method: "GET",
  path: "/fapi/v2/balance",
  alsoIn: ["v1", "v3"],
  messages: ["account.balance", "v2/account.balance"],
  summary: "Balances by coin",
  meaning: "What the account has of each coin, and what of it may be used.",
  weight: 5,
  access: "read",
  showsAccount: true,
  parameters: {},
  response: shapes.listOf(shapes.Balance, "One a coin"),
});

/** Of v1 and v2. */
export const positionRisk = signed({
  method: "GET",
  path: "/fapi/v2/positionRisk",
  alsoIn: ["v1"],
  messages: ["account.position"],
  summary: "Positions of every symbol, with their settings",
  meaning: "A row for every symbol, flat or not: one in one-way mode, one a leg besides in hedge mode.",
  weight: 5,
  access: "read",
  showsAccount: true,
  parameters: maybeSymbol,
  response: shapes.listOf(shapes.PositionRisk, "By symbol"),
});

export const positionRiskV3 = signed({
  method: "GET",
  path: "/fapi/v3/positionRisk",
  messages: ["v2/account.position"],
  summary: "Positions in use",
  meaning: "Positions of symbols that have one, or an order.",
  weight: 5,
  access: "read",
  showsAccount: true,
  parameters: maybeSymbol,
  response: shapes.listOf(shapes.PositionRiskV3, "By symbol"),
});

export const userIncome = signed({
  method: "GET",
  path: "/fapi/v1/income",
  summary: "What changed the account's money",
  meaning: "Profits, commissions, funding and transfers, oldest first; by default of the last 7 days.",
  weight: 30,
  access: "read",
  parameters: {
    ...maybeSymbol,
    incomeType: optional(
      choice(
        "What it is; of other types than those of the answer there is none",
        Object.fromEntries([...incomeTypes, ...otherIncomeTypes].map((type) => [type, type])),
      ),
    ) as Parameter<AskedIncomeType | undefined>,
    ...span,
    page: optional(integer("Page, from 1", { min: 1, max: 100 }), 1),
    limit: limitParameter(1_000, 100),
  },
  response: shapes.listOf(shapes.Income, "Oldest first"),
});

export const leverageBracket = signed({
  method: "GET",
  path: "/fapi/v1/leverageBracket",
  summary: "Tiers of a symbol, or of all",
  meaning: "Up to which value which leverage is permitted, and what margin is required.",
  weight: 1,
  access: "read",
  parameters: maybeSymbol,
  response: shapes.listOf(shapes.LeverageBrackets, "By symbol"),
});

export const commissionRate = signed({
  method: "GET",
  path: "/fapi/v1/commissionRate",
  summary: "Fee rates of a symbol, as the account pays them",
  meaning: "The fee rates that the account is charged in a symbol.",
  weight: 20,
  access: "read",
  parameters: { symbol: symbolParameter },
  response: shapes.CommissionRate,
});

export const accountConfig = signed({
  method: "GET",
  path: "/fapi/v1/accountConfig",
  summary: "What the account may do",
  meaning: "What the account may do, and in which mode it holds positions.",
  weight: 5,
  access: "read",
  parameters: {},
  response: shapes.AccountConfig,
});

export const symbolConfig = signed({
  method: "GET",
  path: "/fapi/v1/symbolConfig",
  summary: "Margin mode and leverage by symbol",
  meaning: "Margin mode and leverage of a symbol, or of all.",
  weight: 5,
  access: "read",
  parameters: maybeSymbol,
  response: shapes.listOf(shapes.SymbolConfig, "By symbol"),
});

export const adlQuantile = signed({
  method: "GET",
  path: "/fapi/v1/adlQuantile",
  summary: "Places in the queue of deleveraging",
  meaning: "How soon positions would be closed against losses of others.",
  weight: 5,
  access: "read",
  parameters: maybeSymbol,
  response: shapes.listOf(shapes.AdlQuantile, "Symbols with a position"),
});

export const marginHistory = signed({
  method: "GET",
  path: "/fapi/v1/positionMargin/history",
  summary: "Margin that was added and taken",
  meaning:
    "What was moved into isolated positions of a symbol and out of them, oldest first; by default in the last 30 days.",
  weight: 1,
  access: "read",
  parameters: {
    symbol: symbolParameter,
    type: optional(integer("1: added, 2: taken", { min: 1, max: 2 })),
    ...span,
    limit: limitParameter(1_000, 500),
  },
  response: shapes.listOf(shapes.MarginMove, "Oldest first"),
});

export const forceOrders = signed({
  method: "GET",
  path: "/fapi/v1/forceOrders",
  summary: "Orders by which the account was liquidated or deleveraged",
  meaning: "The orders that the venue placed for the account, oldest first; by default of the last 7 days.",
  weight: 20,
  heavier: { without: "symbol", weight: 50 },
  access: "read",
  showsAccount: true,
  parameters: {
    ...maybeSymbol,
    autoCloseType: optional(choice("By which way", { LIQUIDATION: "LIQUIDATION", ADL: "ADL" })),
    ...span,
    limit: limitParameter(100, 50),
  },
  response: shapes.listOf(Order, "Oldest first"),
});

export const orderLimits = signed({
  method: "GET",
  path: "/fapi/v1/rateLimit/order",
  summary: "How many orders the account may place",
  meaning: "How many orders the account may place in which time.",
  weight: 1,
  access: "read",
  parameters: {},
  response: ExchangeInformation.properties.rateLimits,
});

export const tradingStatus = signed({
  method: "GET",
  path: "/fapi/v1/apiTradingStatus",
  summary: "Restrictions of trading over the interface",
  meaning: "Which ratios of its orders restrict the account: none does here.",
  weight: 1,
  access: "read",
  parameters: maybeSymbol,
  response: shapes.TradingStatus,
});
