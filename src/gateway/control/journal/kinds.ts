import { commandLayouts, eventLayouts } from "../../../core/index.ts";
import * as declared from "../../../wire/control/operations/journal.ts";
import { controlOperation } from "../operation.ts";

/** `GET /control/journal/kinds`: what a journal may hold, by its letters; what to filter for. */
export const journalKinds = controlOperation(declared.journalKinds, () => ({
  commands: Object.keys(commandLayouts).toSorted(),
  events: Object.keys(eventLayouts).toSorted(),
}));
