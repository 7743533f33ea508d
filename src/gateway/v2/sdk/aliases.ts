import { Type } from "typebox";
import { ISOLATED, LONG, SHORT } from "../../../core/index.ts";
import {
  choice,
  flag,
  integer,
  open,
  optional,
  rateText,
  refusal,
  signed,
  time,
  WireError,
} from "../../../wire/index.ts";
import { Candles, SettledRates } from "../../../wire/v2/market.ts";
import { granularity, marginModeParameter, symbol, symbolParameter } from "../../../wire/v2/parameters.ts";
import type { Context, Operation } from "../../operation.ts";
import { privateOperation, publicOperation } from "../../operation.ts";
import { submitOrThrow } from "../../trading/submitOrThrow.ts";
import { candleRows } from "../market/candleRows.ts";
import { fundingTime } from "../market/fundingTime.ts";

/** Settlements that are looked through: a year of eight hours each. */
const SETTLEMENTS_MAX = 1_100;
const SOURCE = "sources of the vendor's Go SDK for V2";

/** By the name `interval`, and between both times. */
const historyKlines = publicOperation(
  open({
    path: "/capi/v2/market/history/klines",
    summary: "Candles of the past, as the Go SDK asks for them",
    meaning: "Candles of the past, as the Go SDK asks for them.",
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
  }),
  (context, { interval, startTime: from, endTime: to, ...input }) =>
    candleRows(context, { ...input, granularity: interval, priceType: "LAST", from, to }),
);

const fundingRateHistory = publicOperation(
  open({
    path: "/capi/v2/market/fundingRate/history",
    summary: "Past funding rates, as the Go SDK asks for them",
    meaning: "Past funding rates, as the Go SDK asks for them.",
    source: SOURCE,
    weight: 5,
    parameters: {
      symbol,
      startTime: optional(time("Settled at this time or later, Unix ms")),
      endTime: optional(time("Settled at this time or earlier, Unix ms")),
      limit: optional(integer("Rows", { min: 1, max: 1_000 }), 100),
    },
    response: SettledRates,
  }),
  async ({ contracts, history }, { symbol: name, startTime = 0, endTime = Number.MAX_VALUE, limit }) => {
    const { contract, symbol: shown } = contracts.of(name);
    const rates = await history.fundingRates({ contract, limit: SETTLEMENTS_MAX });
    return rates
      .filter((each) => each.time >= startTime && each.time <= endTime)
      .slice(0, limit)
      .map((each) => ({ symbol: shown, fundingRate: rateText(each.rate), fundingTime: each.time }));
  },
);

const settlementTime = publicOperation(
  open({
    path: "/capi/v2/market/settlementTime",
    summary: "Next funding time, as the Go SDK asks for it",
    meaning: "Next funding time, as the Go SDK asks for it.",
    source: SOURCE,
    weight: 1,
    parameters: { symbol },
    response: Type.Object({ symbol: Type.String(), settlementTime: Type.Integer() }),
  }),
  (context, input) => {
    const next = fundingTime.handle(context, input) as { symbol: string; fundingTime: number };
    return { symbol: next.symbol, settlementTime: next.fundingTime };
  },
);

/** By symbol and side, where `modifyAutoAppendMargin` names a position. */
const autoAddMargin = privateOperation(
  signed({
    method: "POST",
    path: "/capi/v2/account/autoAddMargin",
    summary: "Let the isolated positions of a side draw margin by themselves, or not",
    meaning: "Let the isolated positions of a side draw margin by themselves, or not.",
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
  }),
  async (context, { symbol: name, positionSide, autoAddMargin: on }) => {
    const { engine, account, contracts } = context;
    const { contract, symbol: shown } = contracts.of(name);
    const positions = await engine.query({ type: "positions", account, contract });
    const meant = positions.filter(({ leg, marginMode }) => leg === positionSide && marginMode === ISOLATED);
    if (meant.length === 0)
      throw refusal("FAILED_PRECONDITION", "there is no isolated position of that side");
    for (const { position } of meant)
      await submitOrThrow(context, { type: "setAutoAppend", account, position, on });
    return {
      symbol: shown,
      marginMode: "ISOLATED",
      positionSide: positionSide === LONG ? "LONG" : "SHORT",
      autoAddMargin: on,
    };
  },
);

/** The aliases; who does not speak the SDK's dialect does not find them. */
export const sdkAliases: readonly Operation[] = [
  historyKlines,
  fundingRateHistory,
  settlementTime,
  autoAddMargin,
].map((operation) => ({
  ...operation,
  hidden: true,
  handle(context: Context, input: unknown): unknown {
    if (context.profile.sdk !== "go") throw new WireError("pathNotFound");
    return operation.handle(context, input);
  },
}));
