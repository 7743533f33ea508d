import { commandLayouts, eventLayouts } from "../../../core/index.ts";
import { control } from "../../../wire/index.ts";
import { controlOperation } from "../operation.ts";

/** `GET /control/journal/kinds`: what a journal may hold, by its letters; what to filter for. */
export const journalKinds = controlOperation({
  method: "GET",
  role: "read",
  path: "/control/journal/kinds",
  summary: "List the kinds of commands and of events",
  answer: control.JournalKinds,
  parameters: {},
  handle: () => ({
    commands: Object.keys(commandLayouts).toSorted(),
    events: Object.keys(eventLayouts).toSorted(),
  }),
});
