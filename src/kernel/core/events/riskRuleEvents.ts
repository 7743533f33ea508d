import { encode } from "../data/encoding/layout.ts";
import type { Recorded } from "../data/messages/event.ts";
import { eventLayouts } from "../data/messages/event.ts";
import { writeRiskRuleChanged } from "../data/model/generated/eventRecords.ts";
import { riskRuleFields } from "../data/model/riskRules.ts";
import type { State } from "../data/state/state.ts";
import { fieldsOf } from "../data/units/kinds.ts";
import { NONE } from "../data/units/units.ts";

/** The functions that change the risk rule of a contract and the rule of the insurance fund. */

/** With `newOnly`, holders of positions keep the rule that they have until they hold none. */
export function riskRuleChanged(s: State, event: Recorded<"riskRuleChanged">): void {
  const { holdings } = s;
  const contract = s.contracts[event.contract];
  const kept = event.newOnly ? contract.keep(contract.riskRule) : 0;
  for (const h of s.holdingOf[event.contract].values()) {
    const holds = holdings.longHead[h] !== NONE || holdings.shortHead[h] !== NONE;
    if (!event.newOnly) holdings.keptRule[h] = 0;
    else if (holds && holdings.keptRule[h] === 0) holdings.keptRule[h] = kept;
  }
  contract.changeRiskRule(fieldsOf(riskRuleFields, event));
  writeRiskRuleChanged(s.events, s.index, event);
}

export function fundRuleChanged(s: State, { floor, notionalMax }: Recorded<"fundRuleChanged">): void {
  s.fundRule = { floor, notionalMax };
  encode(eventLayouts.fundRuleChanged, { floor, notionalMax }, s.events, s.index);
}
