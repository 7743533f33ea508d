import type { ReferralView } from "../../../core/index.ts";
import type { Parameter } from "../../../wire/index.ts";
import { filterId, invalidParameter, optional, text } from "../../../wire/index.ts";
import type { PrivateContext } from "../../operation.ts";

/** Accounts that one question may name. */
const NAMED_MAX = 100;

export const uidParameter = optional(filterId("Only this account"));

/** Those whom the account of the request brought, by id; with a `uid`, that one if it is among them. */
export async function referralsOf(
  { engine, account }: PrivateContext,
  uid?: number,
): Promise<readonly ReferralView[]> {
  const referrals = await engine.query({ type: "referrals", agent: account });
  return uid === undefined ? referrals : referrals.filter((each) => each.account === uid);
}

/** Ids, separated by commas, at most 100. */
export function idList(description: string): Parameter<readonly number[]> {
  const { schema, read } = text(description, 20 * NAMED_MAX);
  const id = filterId("");
  return {
    schema,
    required: true,
    absent: [],
    read(value, name) {
      const ids = read(value, name).split(",");
      if (ids.length > NAMED_MAX) throw invalidParameter(name, `more than ${NAMED_MAX} ids`);
      return ids.map((each) => id.read(each.trim(), name));
    },
  };
}

/** Refuses to add up for more accounts than one question may name. */
export function checkCount(referrals: readonly unknown[], parameter: string): void {
  if (referrals.length > NAMED_MAX)
    throw invalidParameter(parameter, `there are ${referrals.length} referrals: name at most ${NAMED_MAX}`);
}
