import { control } from "../../../wire/index.ts";
import { controlOperation } from "../operation.ts";

/**
 * `GET /control/requests/signatures`: the last requests whose signature did not match, newest first: the text that the
 * venue computed its signature over, and what the client signed instead where that is one of the usual mistakes.
 */
export const signatureFailures = controlOperation({
  method: "GET",
  role: "read",
  path: "/control/requests/signatures",
  summary: "Show the last signature failures, and what was signed over",
  answer: control.SignatureFailures,
  parameters: {},
  handle: (context) => context.signatureFailures().toReversed(),
});
