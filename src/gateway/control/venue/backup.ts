import * as declared from "../../../wire/control/operations/venue.ts";
import { controlOperation } from "../operation.ts";
import { asked } from "./asked.ts";

/** `POST /control/backup`: a consistent copy of everything durable, while the venue runs. */
export const backup = controlOperation(declared.backup, ({ backup }, { directory, secrets }) =>
  asked(backup(directory, { secrets })),
);
