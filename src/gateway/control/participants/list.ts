import { control } from "../../../wire/index.ts";
import type { ControlContext } from "../operation.ts";
import { controlOperation } from "../operation.ts";

/** `GET /control/participants`: what acts in the market by itself, in the order in which it acts at a beat. */
export const listParticipants = controlOperation({
  method: "GET",
  role: "read",
  path: "/control/participants",
  summary: "List what moves the market by itself, and whether it is on",
  answer: control.Participants,
  parameters: {},
  handle: shownParticipants,
});

export function shownParticipants({ schedule }: ControlContext) {
  return schedule.tasks.map(({ name, intervalMs, isOn }) => ({ name, everyMs: intervalMs, on: isOn }));
}
