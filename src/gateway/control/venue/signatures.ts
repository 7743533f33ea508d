import * as declared from "../../../wire/control/operations/venue.ts";
import { controlOperation } from "../operation.ts";

/**
 * `GET /control/requests/signatures`: the last requests whose signature did not match, newest first: the text that the
 * venue computed its signature over, and what the client signed instead where that is one of the usual mistakes.
 */
export const signatureFailures = controlOperation(declared.signatureFailures, (context) =>
  context.signatureFailures().toReversed(),
);
