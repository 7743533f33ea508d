import type { TimeMs } from "../../../kernel/core/index.ts";
import { nextSettlement } from "../../../kernel/core/index.ts";
import { DAY_MS } from "../../../kernel/host/clock.ts";
import type { ContractSpec } from "../contracts.ts";

type Cycle = Pick<ContractSpec, "fundingIntervalMs" | "fundingOffsetMs">;

/**
 * Times of day of the settlements of the running UTC day, "00:00:00" first; the same every day if the
 * interval divides the day.
 */
export function settlementTimesOfDay(cycle: Cycle, now: TimeMs): string[] {
  const midnight = now - (now % DAY_MS);
  const times: string[] = [];
  const first = nextSettlement(cycle, midnight - 1);
  for (let time = first; time < midnight + DAY_MS; time += cycle.fundingIntervalMs) {
    times.push(new Date(time).toISOString().slice(11, 19));
  }
  return times;
}
