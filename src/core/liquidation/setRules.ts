import { watchAgain } from "../account/accountEvents.ts";
import { HEDGE_NET, HEDGE_SUM, NONE, REDUCE_BY_FIFTHS, REDUCE_BY_TWO_TIERS } from "../codes.ts";
import type { Command } from "../command.ts";
import { commandLayouts } from "../command.ts";
import { offsetsOf } from "../encoding/layout.ts";
import { isCode } from "../order/fields.ts";
import { refuse } from "../refuse.ts";
import { rejections as R } from "../rejection.ts";
import type { State } from "../state.ts";
import { fundRuleChanged, riskRuleChanged } from "./riskRuleEvents.ts";

const RULE = offsetsOf(commandLayouts.setRiskRule);

type Body<T extends Command["type"]> = Extract<Command, { type: T }>;

/**
 * `setRiskRule`: holds from the next event on that it has a say in; what margin it asks for, at once: whoever it puts in breach is
 * liquidated in the steps that follow.
 */
export function setRiskRule(s: State, command: Body<"setRiskRule">): boolean {
  if (s.contracts[command.contract] === undefined) return refuse(s, R.unknownContract.code, command.contract);
  const { reduction, hedge } = command;
  if (!isCode(hedge, HEDGE_NET, HEDGE_SUM)) return refuse(s, R.invalidValue.code, RULE.hedge, hedge);
  if (!isCode(reduction, REDUCE_BY_TWO_TIERS, REDUCE_BY_FIFTHS))
    return refuse(s, R.invalidValue.code, RULE.reduction, reduction);
  s.outcomeId = command.contract;
  riskRuleChanged(s, command);
  for (const account of s.holdingOf[command.contract]!.keys()) watchAgain(s, account);
  return true;
}

/** `setFundRule`: holds from the next take-over on; what the fund has it keeps. Neither figure may be below 0. */
export function setFundRule(s: State, command: Body<"setFundRule">): boolean {
  if (command.floor < 0n) return refuse(s, R.invalidValue.code, 1, NONE);
  if (command.notionalMax < 0n) return refuse(s, R.invalidValue.code, 3, NONE);
  fundRuleChanged(s, command);
  return true;
}
