import * as declared from "../../../wire/control/operations/venue.ts";
import { controlOperation } from "../operation.ts";

/** `POST /control/stop`: a clean stop: what is under way is answered, then a snapshot, then the files are closed. */
export const stop = controlOperation(declared.stop, async ({ engine, stop, acting }) => {
  await acting.log(); // there is no later
  setImmediate(stop); // the answer goes first
  return { stopping: true as const, seq: engine.headSeq };
});
