import { ACCOUNT_HOUSE } from "../../data/codes.ts";
import type { Command } from "../../data/messages/command.ts";
import { rejections as R } from "../../data/messages/rejection.ts";
import { HOUSE_CROWD, HOUSE_MAKER, houseFields, houseLimits } from "../../data/model/houseFields.ts";
import { refuse } from "../../data/state/refuse.ts";
import type { State } from "../../data/state/state.ts";
import { houseSet } from "../../events/houseEvents.ts";
import { openCrowd } from "./opening.ts";
import { withdrawQuotes } from "./quotes.ts";

/** Rows of accounts at most. */
const ACCOUNTS_MAX = 1_000;

/**
 * `setHouse`: from now on these house accounts quote and trade in the contract by this rule; without accounts nobody
 * does, and the quotes are withdrawn. A house that acts already goes on from the present market, with new draws.
 */
export function setHouse(s: State, command: Omit<Extract<Command, { type: "setHouse" }>, "type">): boolean {
  const { contract, accounts } = command;
  for (const { account } of accounts) {
    if (!s.accounts.has(account) || s.accounts.kind[account] !== ACCOUNT_HOUSE)
      return refuse(s, R.unknownAccount, { account });
  }
  if (s.contracts[contract] === undefined) return refuse(s, R.unknownContract, { contract });
  for (const [i, name] of (Object.keys(houseFields) as (keyof typeof houseFields)[]).entries()) {
    const value = command[name];
    const [least, most] = houseLimits[name];
    if (accounts.length === 0 || (Number.isInteger(value) && value >= least && value <= most)) continue;
    return refuse(s, R.invalidValue, { field: i, value });
  }
  for (const { role, units } of accounts) {
    if (!Number.isInteger(role) || role < HOUSE_MAKER || role > HOUSE_CROWD)
      return refuse(s, R.invalidValue, { field: 0, value: role });
    if (!Number.isInteger(units) || units < 0) return refuse(s, R.invalidValue, { field: 2, value: units });
  }
  if (accounts.length > 0 && !accounts.some(({ role }) => role === HOUSE_MAKER))
    return refuse(s, R.invalidValue, { field: 0, value: HOUSE_MAKER });
  if (accounts.length > ACCOUNTS_MAX) return refuse(s, R.venueFull, { limit: ACCOUNTS_MAX });
  const before = s.house.get(contract);
  if (before !== undefined) withdrawQuotes(s, before);
  houseSet(s, command);
  const after = s.house.get(contract);
  if (after !== undefined) openCrowd(s, after, s.contracts[contract]);
  s.outcomeId = contract;
  return true;
}
