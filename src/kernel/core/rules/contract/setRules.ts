import { HEDGE_NET, HEDGE_SUM, REDUCE_BY_FIFTHS, REDUCE_BY_TWO_TIERS } from "../../data/codes.ts";
import type { Body } from "../../data/messages/command.ts";
import { rejections as R } from "../../data/messages/rejection.ts";
import { refuse, refuseField } from "../../data/state/refuse.ts";
import type { State } from "../../data/state/state.ts";
import { watchAgain } from "../../events/accountEvents.ts";
import type { Trial } from "../../events/marginHealth.ts";
import { fundRuleChanged, riskRuleChanged } from "../../events/riskRuleEvents.ts";
import { breachesOf, trialOfRule } from "../../events/trial.ts";
import { isCode } from "../order/fields.ts";

/**
 * `setRiskRule`: the margin requirements change at once, everything else from the next event that it
 * concerns. So the rule is refused where it would put anybody in breach, unless `anyway` is set: then these
 * accounts are liquidated in the steps that follow. With `newOnly` it applies to new positions only.
 */
export function setRiskRule(s: State, command: Body<"setRiskRule">): boolean {
  const contract = s.contracts[command.contract];
  if (contract === undefined) return refuse(s, R.unknownContract, { contract: command.contract });
  const { reduction, hedge } = command;
  if (!isCode(hedge, HEDGE_NET, HEDGE_SUM)) return refuseField(s, command, "hedge", "known");
  if (!isCode(reduction, REDUCE_BY_TWO_TIERS, REDUCE_BY_FIFTHS))
    return refuseField(s, command, "reduction", "known");
  const asks = !command.anyway && !command.newOnly;
  if (asks && !carried(s, trialOfRule(s, contract, command))) return false;
  s.outcomeId = command.contract;
  riskRuleChanged(s, command);
  for (const account of s.holdingOf[command.contract].keys()) watchAgain(s, account);
  return true;
}

/**
 * Whether every entry could meet a contract's requirements under a trial of new rules; else the refusal says
 * how many could not, and names the first.
 */
export function carried(s: State, trial: Trial): boolean {
  const breaches = breachesOf(s, trial);
  const [first] = breaches;
  return (
    first === undefined ||
    refuse(s, R.wouldBreach, { entries: breaches.length, account: first.account, position: first.position })
  );
}

/**
 * `setFundRule`: applies from the next take-over on; the fund keeps the positions that it has. Neither
 * figure may be below 0.
 */
export function setFundRule(s: State, command: Body<"setFundRule">): boolean {
  for (const name of ["floor", "notionalMax"] as const)
    if (command[name] < 0n) return refuseField(s, command, name, "atLeast", 0);
  fundRuleChanged(s, command);
  return true;
}
