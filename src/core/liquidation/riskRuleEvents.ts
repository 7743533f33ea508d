import { encode } from "../encoding/layout.ts";
import type { EventOf } from "../event.ts";
import { eventLayouts } from "../event.ts";
import type { State } from "../state.ts";
import { riskRuleFrom } from "./riskRules.ts";

/** The functions that change how losses are dealt with. */

type Body<T extends "riskRuleChanged" | "fundRuleChanged"> = Omit<EventOf<T>, "type">;

export function riskRuleChanged(s: State, event: Body<"riskRuleChanged">): void {
  s.contracts[event.contract]!.changeRiskRule(riskRuleFrom((field) => Number(event[field])));
  encode(eventLayouts.riskRuleChanged, event, s.events, s.index);
}

export function fundRuleChanged(s: State, { floor, notionalMax }: Body<"fundRuleChanged">): void {
  s.fundRule = { floor, notionalMax };
  encode(eventLayouts.fundRuleChanged, { floor, notionalMax }, s.events, s.index);
}
