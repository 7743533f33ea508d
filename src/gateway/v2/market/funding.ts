import type { Rate, TimeMs } from "../../../core/index.ts";
import type { ContractSpec } from "../../contracts.ts";

type Cycle = Pick<ContractSpec, "fundingIntervalMs" | "fundingOffsetMs">;

const DAY_MS = 86_400_000;

/** The first settlement after `now`: settlements are at offset + k × interval since the epoch. */
export function nextSettlement({ fundingIntervalMs, fundingOffsetMs }: Cycle, now: TimeMs): TimeMs {
  const settled = Math.floor((now - fundingOffsetMs) / fundingIntervalMs);
  return (settled + 1) * fundingIntervalMs + fundingOffsetMs;
}

/** Times of day of the settlements of the running UTC day, "00:00:00" first; the same every day if they divide it. */
export function settlementTimesOfDay(cycle: Cycle, now: TimeMs): string[] {
  const midnight = now - (now % DAY_MS);
  const times: string[] = [];
  const first = nextSettlement(cycle, midnight - 1);
  for (let time = first; time < midnight + DAY_MS; time += cycle.fundingIntervalMs) {
    times.push(new Date(time).toISOString().slice(11, 19));
  }
  return times;
}

/**
 * The funding rate while the perpetual trades at its index: the interest, within clamp and cap of the contract.
 *
 * @see docs/reference/market-data.md#currentfundrate
 */
export function rateWithoutPremium(
  spec: Pick<ContractSpec, "interestRate" | "fundingClampRate" | "fundingCapRate">,
): Rate {
  return within(within(spec.interestRate, spec.fundingClampRate), spec.fundingCapRate);
}

function within(rate: Rate, bound: Rate): Rate {
  return Math.min(Math.max(rate, -bound), bound);
}
