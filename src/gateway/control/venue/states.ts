import * as declared from "../../../wire/control/operations/venue.ts";
import { controlOperation } from "../operation.ts";
import { asked } from "./asked.ts";

/** `GET /control/states`: the states saved so far, by name. */
export const listStates = controlOperation(declared.listStates, ({ states }) => states());

/** `POST /control/states/save`: the market as it is now, history and all, to go back to with a reset. */
export const saveState = controlOperation(declared.saveState, ({ saveState }, { name }) =>
  asked(saveState(name)),
);
