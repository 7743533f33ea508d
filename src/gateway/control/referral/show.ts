import type { ReferralView } from "../../../core/index.ts";
import { moneyText, rateText } from "../../../wire/index.ts";

/** A user that an agent brought, as control shows it. */
export function showReferral({ account, name, agent, rebateRate, referredTime, fees, due }: ReferralView) {
  return {
    account,
    name,
    agent,
    rebateRate: rateText(rebateRate),
    referredTime,
    fees: moneyText(fees),
    due: moneyText(due),
  };
}
