import { control } from "../../../wire/index.ts";
import { controlOperation } from "../operation.ts";

/** `POST /control/stop`: a clean stop: what is under way is answered, then a snapshot, then the files are closed. */
export const stop = controlOperation({
  method: "POST",
  role: "admin",
  path: "/control/stop",
  summary: "Stop the venue cleanly",
  answer: control.Stopping,
  parameters: {},
  async handle({ engine, stop, acting }) {
    await acting.log(); // there is no later
    setImmediate(stop); // the answer goes first
    return { stopping: true as const, seq: engine.headSeq };
  },
});
