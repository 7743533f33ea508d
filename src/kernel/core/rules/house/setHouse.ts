import { ACCOUNT_HOUSE } from "../../data/codes.ts";
import type { Command } from "../../data/messages/command.ts";
import { rejections as R } from "../../data/messages/rejection.ts";
import { HOUSE_CROWD, HOUSE_MAKER, houseFields, houseLimits } from "../../data/model/houseFields.ts";
import { admitWhole, refuse, refuseField } from "../../data/state/refuse.ts";
import type { State } from "../../data/state/state.ts";
import { houseSet } from "../../events/houseEvents.ts";
import { isCode } from "../order/fields.ts";
import { openCrowd } from "./opening.ts";
import { withdrawQuotes } from "./quotes.ts";

/** The most accounts of one house. */
const ACCOUNTS_MAX = 1_000;

/**
 * `setHouse`: from now on these house accounts quote and trade in the contract by this rule; without accounts
 * the contract has no house, and the quotes are withdrawn. A house that acts already goes on from the present
 * market, with new random numbers.
 */
export function setHouse(s: State, command: Omit<Extract<Command, { type: "setHouse" }>, "type">): boolean {
  const { contract, accounts } = command;
  for (const { account } of accounts) {
    if (!s.accounts.has(account) || s.accounts.kind[account] !== ACCOUNT_HOUSE)
      return refuse(s, R.unknownAccount, { account });
  }
  if (s.contracts[contract] === undefined) return refuse(s, R.unknownContract, { contract });
  for (const name of Object.keys(houseFields) as (keyof typeof houseFields)[])
    if (accounts.length > 0 && !admitWhole(s, command, name, houseLimits[name])) return false;
  for (const row of accounts) {
    if (!isCode(row.role, HOUSE_MAKER, HOUSE_CROWD)) return refuseField(s, row, "role", "known");
    if (!admitWhole(s, row, "units")) return false;
  }
  if (accounts.length > 0 && !accounts.some(({ role }) => role === HOUSE_MAKER))
    return refuseField(s, command, "accounts", "maker");
  if (accounts.length > ACCOUNTS_MAX) return refuse(s, R.venueFull, { limit: ACCOUNTS_MAX });
  const before = s.house.get(contract);
  if (before !== undefined) withdrawQuotes(s, before);
  houseSet(s, command);
  const after = s.house.get(contract);
  if (after !== undefined) openCrowd(s, after, s.contracts[contract]);
  s.outcomeId = contract;
  return true;
}
