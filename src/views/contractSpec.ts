import type { ContractView, EventOf, TimeMs } from "../core/index.ts";
import { CONTRACT_TRADING, fundingRateOf, nextSettlement } from "../core/index.ts";

/** What a contract is and may do; its live figures are the market's ({@link Market}). */
export type ContractSpec = Omit<
  ContractView,
  | "index"
  | "mark"
  | "last"
  | "buyMax"
  | "sellMin"
  | "openInterest"
  | "bestBid"
  | "bestAsk"
  | "fundingForecast"
  | "delistingDue"
  | "pushed"
  | "sourceMark"
  | "sourceRate"
  | "held"
>;

/** The spec as the engine tells it, without the live figures. */
export function specOf(view: ContractView): ContractSpec {
  const { index, mark, last, buyMax, sellMin, openInterest, bestBid, bestAsk, ...more } = view;
  const { fundingForecast, delistingDue, pushed, sourceMark, sourceRate, held, ...spec } = more;
  return spec;
}

/** The spec of a contract that was just listed: it trades from the start. */
export function specListed(event: EventOf<"contractListed">, time: TimeMs): ContractSpec {
  const { type, ...fields } = event;
  const decimals = MONEY_DECIMALS - event.priceDecimals - event.sizeDecimals;
  return {
    ...fields,
    quantaPerTickLot: event.priceStep * event.lotStep * 10 ** decimals,
    status: CONTRACT_TRADING,
    fundingRate: fundingRateOf(0, event),
    fundingDue: nextSettlement(event, time),
  };
}

/** The spec after a change. */
export function specChanged(
  spec: ContractSpec,
  event: EventOf<"contractChanged">,
  time: TimeMs,
): ContractSpec {
  const { type, ...fields } = event;
  return { ...spec, ...fields, fundingDue: nextSettlement(event, time) };
}

const MONEY_DECIMALS = 8;
