import { Type } from "typebox";
import { LONG, SHORT } from "../../codes.ts";
import { open, signed } from "../../operation.ts";
import { choice, flag, integer, optional, time } from "../../parameter.ts";
import { Candles, SettledRates } from "../market.ts";
import { granularity, marginModeParameter, symbol, symbolParameter } from "../parameters.ts";

/**
 * Paths that only the vendor's Go SDK for V2 knows, each an alias of another operation under other words.
 * They are served where the wire profile has `sdk`; elsewhere they are not found.
 */

const SOURCE = "sources of the vendor's Go SDK for V2";

/** `market/candles` with the granularity as `interval`, between both times. */
export const historyKlines = open({
  path: "/capi/v2/market/history/klines",
  summary: "Candles of the past, as the Go SDK asks for them",
  meaning: "Candles of the past, as the Go SDK asks for them.",
  hidden: true,
  source: SOURCE,
  weight: 5,
  parameters: {
    symbol,
    interval: granularity,
    startTime: optional(time("Candles that open at this time or later, Unix ms")),
    endTime: optional(time("Candles that open at this time or earlier, Unix ms")),
    limit: optional(integer("Rows", { min: 1, max: 1_000 }), 100),
  },
  response: Candles,
});

/** `market/getHistoryFundRate`, between both times. */
export const fundingRateHistory = open({
  path: "/capi/v2/market/fundingRate/history",
  summary: "Past funding rates, as the Go SDK asks for them",
  meaning: "Past funding rates, as the Go SDK asks for them.",
  hidden: true,
  source: SOURCE,
  weight: 5,
  parameters: {
    symbol,
    startTime: optional(time("Settled at this time or later, Unix ms")),
    endTime: optional(time("Settled at this time or earlier, Unix ms")),
    limit: optional(integer("Rows", { min: 1, max: 1_000 }), 100),
  },
  response: SettledRates,
});

/** `market/funding_time` under another name. */
export const settlementTime = open({
  path: "/capi/v2/market/settlementTime",
  summary: "Next funding time, as the Go SDK asks for it",
  meaning: "Next funding time, as the Go SDK asks for it.",
  hidden: true,
  source: SOURCE,
  weight: 1,
  parameters: { symbol },
  response: Type.Object({ symbol: Type.String(), settlementTime: Type.Integer() }),
});

/** `account/modifyAutoAppendMargin` by symbol and side, where that names a position. */
export const autoAddMargin = signed({
  method: "POST",
  path: "/capi/v2/account/autoAddMargin",
  summary: "Let the isolated positions of a side draw margin by themselves, or not",
  meaning: "Let the isolated positions of a side draw margin by themselves, or not.",
  hidden: true,
  source: SOURCE,
  weight: { ip: 15, uid: 30 },
  access: "trade",
  parameters: {
    symbol: symbolParameter,
    marginMode: marginModeParameter,
    positionSide: choice("Side of the position", { LONG, SHORT }),
    autoAddMargin: flag("Whether margin is added automatically"),
  },
  response: Type.Object({
    symbol: Type.String(),
    marginMode: Type.String(),
    positionSide: Type.String(),
    autoAddMargin: Type.Boolean(),
  }),
});
