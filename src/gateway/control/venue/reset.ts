import { control, optional, text } from "../../../wire/index.ts";
import { controlOperation } from "../operation.ts";
import { asked } from "./asked.ts";

/** `POST /control/reset`: the market starts over; requests that come meanwhile wait for it. */
export const reset = controlOperation({
  method: "POST",
  role: "admin",
  path: "/control/reset",
  summary: "Let the market start over, with the same accounts, keys and addresses; what happened is deleted",
  answer: control.ResetOutcome,
  parameters: { to: optional(text("Name of a saved state to go back to; without it, an empty market.", 64)) },
  handle: ({ reset }, { to }) => asked(reset({ to })),
});
