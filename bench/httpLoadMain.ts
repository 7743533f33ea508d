import { type HttpLoad, run } from "./httpLoad.ts";

// The process of a load generator: runs the loads that it is sent, one at a time.
process.on("message", (load: HttpLoad) => {
  run(load).then(
    (result) => process.send!(result),
    (error: unknown) => process.send!({ error: String(error) }),
  );
});
