import * as declared from "../../../wire/control/operations/participants.ts";
import type { ControlContext } from "../operation.ts";
import { controlOperation } from "../operation.ts";

/** `GET /control/participants`: what acts in the market by itself, in the order in which it acts at a beat. */
export const listParticipants = controlOperation(declared.listParticipants, shownParticipants);

export function shownParticipants({ schedule }: ControlContext) {
  return schedule.tasks.map(({ name, intervalMs, isOn }) => ({ name, everyMs: intervalMs, on: isOn }));
}
