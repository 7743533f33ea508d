import { CONTEST_CHARACTERS_MAX, CONTESTS_MAX } from "../../data/codes.ts";
import type { Body } from "../../data/messages/command.ts";
import { rejections as R } from "../../data/messages/rejection.ts";
import { refuse, refuseField } from "../../data/state/refuse.ts";
import type { State } from "../../data/state/state.ts";
import { contestSet } from "../../events/venueEvents.ts";

/**
 * `setContest`: stores the definition of a contest, so that it is in the journal and in the state. The core
 * keeps the text as it is: teams, times and rules are read by the parts of the venue that run the contest.
 */
export function setContest(s: State, command: Body<"setContest">): boolean {
  const { name, definition } = command;
  if (name === "") return refuseField(s, command, "name", "notEmpty");
  if (name.length + definition.length > CONTEST_CHARACTERS_MAX)
    return refuse(s, R.venueFull, { limit: CONTEST_CHARACTERS_MAX });
  if (!s.contests.has(name) && s.contests.size >= CONTESTS_MAX)
    return refuse(s, R.venueFull, { limit: CONTESTS_MAX });
  contestSet(s, command);
  return true;
}
