import type { ContractView, EventOf, TimeMs } from "../../kernel/core/index.ts";
import {
  CONTRACT_TRADING,
  fundingRateOf,
  nextSettlement,
  quantaPerTickLot,
} from "../../kernel/core/index.ts";

/** A contract's specification: what is needed to read and write its prices and sizes. */
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
  | "fundingRate"
  | "fundingDue"
  | "fundingForecast"
  | "delistingDue"
  | "pushed"
  | "sourceMark"
  | "sourceRate"
  | "held"
>;

/**
 * A specification with the rate and time of its next settlement; the other live figures are the market's
 * ({\@link ContractData}).
 */
export type FundedSpec = ContractSpec & Pick<ContractView, "fundingRate" | "fundingDue">;

/** The specification as the engine tells it, without the other live figures. */
export function specOf(view: ContractView): FundedSpec {
  const { index, mark, last, buyMax, sellMin, openInterest, bestBid, bestAsk, ...more } = view;
  const { fundingForecast, delistingDue, pushed, sourceMark, sourceRate, held, ...spec } = more;
  return spec;
}

/** The specification of a contract that was just listed: it trades from the start. */
export function specListed({ type, ...fields }: EventOf<"contractListed">): ContractSpec {
  return { ...fields, quantaPerTickLot: quantaPerTickLot(fields), status: CONTRACT_TRADING };
}

/** The specification with its first settlement. @param time at which the contract was listed */
export function fundedListed(event: EventOf<"contractListed">, time: TimeMs): FundedSpec {
  return {
    ...specListed(event),
    fundingRate: fundingRateOf(0, event),
    fundingDue: nextSettlement(event, time),
  };
}

/** The specification after a change. */
export function fundedChanged(spec: FundedSpec, event: EventOf<"contractChanged">, time: TimeMs): FundedSpec {
  const { type, ...fields } = event;
  return { ...spec, ...fields, fundingDue: nextSettlement(event, time) };
}
