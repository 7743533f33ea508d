import { commandLayouts } from "../../data/messages/command.ts";
import { eventLayouts } from "../../data/messages/event.ts";
import { executeSpecimen } from "./specimen.ts";

/**
 * Everything of the core that lies on disks, part by part: the layouts of its records, and what a specimen market
 * makes of them under these rules, event by event and as a snapshot. A digest of these parts changes with every
 * layout and every rule that the specimen uses, so that nobody has to count a version up.
 */
export function storedForm(): readonly (string | Uint8Array)[] {
  const parts: (string | Uint8Array)[] = [JSON.stringify({ commandLayouts, eventLayouts })];
  executeSpecimen({
    command: (_type, _isAccepted, events) => parts.push(events),
    state: (snapshot) => parts.push(snapshot),
  });
  return parts;
}
