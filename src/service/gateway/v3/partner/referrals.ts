import { invalidParameter } from "../../../../interface/wire/index.ts";
import { NAMED_MAX } from "../../../../interface/wire/v3/partnerParameters.ts";
import type { ReferralView } from "../../../../kernel/core/index.ts";
import type { PrivateContext } from "../../operation.ts";

/** The users whom the account of the request brought, by id; with a `uid`, that one if it is among them. */
export async function referralsOf(
  { engine, account }: PrivateContext,
  uid?: number,
): Promise<readonly ReferralView[]> {
  const referrals = await engine.query({ type: "referrals", agent: account });
  return uid === undefined ? referrals : referrals.filter((each) => each.account === uid);
}

/** Refuses to add up for more accounts than one question may name. */
export function checkCount(referrals: readonly unknown[], parameter: string): void {
  if (referrals.length > NAMED_MAX)
    throw invalidParameter(parameter, `there are ${referrals.length} referrals: name at most ${NAMED_MAX}`);
}
