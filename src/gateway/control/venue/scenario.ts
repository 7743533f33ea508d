import * as declared from "../../../wire/control/operations/venue.ts";
import { controlOperation } from "../operation.ts";

/** `GET /control/scenario`: the moments of the scenario that the venue was started with; none where it was started without. */
export const showScenario = controlOperation(declared.showScenario, ({ venue: { scenario } }) => scenario());
