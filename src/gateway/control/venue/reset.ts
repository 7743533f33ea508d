import * as declared from "../../../wire/control/operations/venue.ts";
import { controlOperation } from "../operation.ts";
import { asked } from "./asked.ts";

/** `POST /control/reset`: the market starts over; requests that come meanwhile wait for it. */
export const reset = controlOperation(declared.reset, ({ reset }, { to }) => asked(reset({ to })));
