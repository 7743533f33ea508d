import * as declared from "../../../wire/control/operations/cluster.ts";
import { controlOperation } from "../operation.ts";

/** `POST /control/cluster/step-down`: planned maintenance without waiting for a lease to end. */
export const stepDown = controlOperation(declared.stepDown, async ({ cluster, acting }) => {
  if (cluster === undefined) return { stepping: false };
  await acting.log(); // it writes no more afterwards
  setImmediate(() => cluster.stepDown()); // the answer goes first
  return { stepping: true };
});
