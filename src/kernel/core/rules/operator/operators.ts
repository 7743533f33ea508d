import { OPERATORS_MAX, ROLE_ADMIN } from "../../data/codes.ts";
import type { Body } from "../../data/messages/command.ts";
import { rejections as R } from "../../data/messages/rejection.ts";
import { refuse, refuseField } from "../../data/state/refuse.ts";
import type { State } from "../../data/state/state.ts";
import { operatorAdded, operatorRemoved, operatorRotated } from "../../events/operatorEvents.ts";
import { isCode } from "../order/fields.ts";

/**
 * Commands about the venue's operators. The core knows only a hash of a token. Each returns false when
 * refused.
 */

export function addOperator(s: State, command: Body<"addOperator">): boolean {
  const { name, role } = command;
  if (s.operators.has(name)) return refuse(s, R.operatorTaken);
  if (name === "") return refuseField(s, command, "name", "notEmpty");
  if (!isCode(role, 0, ROLE_ADMIN)) return refuseField(s, command, "role", "known");
  if (s.operators.size >= OPERATORS_MAX) return refuse(s, R.venueFull, { limit: OPERATORS_MAX });
  operatorAdded(s, { ...command, time: s.time });
  return true;
}

export function rotateOperator(s: State, command: Body<"rotateOperator">): boolean {
  if (!s.operators.has(command.name)) return refuse(s, R.unknownOperator);
  operatorRotated(s, { ...command, time: s.time });
  return true;
}

export function removeOperator(s: State, command: Body<"removeOperator">): boolean {
  if (!s.operators.has(command.name)) return refuse(s, R.unknownOperator);
  operatorRemoved(s, command);
  return true;
}
