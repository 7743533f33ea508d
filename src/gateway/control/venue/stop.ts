import { controlOperation } from "../operation.ts";

/** `POST /control/stop`: a clean stop: what is under way is answered, then a snapshot, then the files are closed. */
export const stop = controlOperation({
  method: "POST",
  path: "/control/stop",
  summary: "Stop the venue cleanly",
  parameters: {},
  handle({ engine, stop }) {
    setImmediate(stop); // the answer goes first
    return { stopping: true, seq: engine.headSeq };
  },
});
