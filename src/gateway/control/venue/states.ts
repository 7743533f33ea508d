import { control, text } from "../../../wire/index.ts";
import { controlOperation } from "../operation.ts";
import { asked } from "./asked.ts";

/** `GET /control/states`: the states saved so far, by name. */
export const listStates = controlOperation({
  method: "GET",
  role: "read",
  path: "/control/states",
  summary: "List the saved states",
  answer: control.SavedStates,
  parameters: {},
  handle: ({ states }) => states(),
});

/** `POST /control/states/save`: the market as it is now, history and all, to go back to with a reset. */
export const saveState = controlOperation({
  method: "POST",
  role: "operate",
  path: "/control/states/save",
  summary: "Save the market as it is under a name; a state of that name is replaced",
  answer: control.SavedState,
  parameters: {
    name: text("1 to 64 letters, digits, '-', '_' and '.', beginning with a letter or digit.", 64),
  },
  handle: ({ saveState }, { name }) => asked(saveState(name)),
});
