/** The way to close what was opened. */
export type Stop = () => Promise<void> | void;

/** Last opened, first closed; a failure does not keep the rest open. */
export async function unwind(stops: Stop[]): Promise<void> {
  const errors: unknown[] = [];
  for (let stop = stops.pop(); stop !== undefined; stop = stops.pop()) {
    try {
      await stop();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length === 1) throw errors[0];
  if (errors.length > 1) throw new AggregateError(errors, "the venue did not stop cleanly");
}

/** A way to stop that may be taken more than once, and what tells those who did not take it. */
export function stopOnce(stop: () => Promise<void>) {
  let begin!: () => void;
  const stopped = new Promise<void>((resolve) => {
    begin = resolve;
  }).then(stop);
  stopped.catch(() => undefined); // who asked for the stop has the error
  return {
    stopped,
    stop(): Promise<void> {
      begin();
      return stopped;
    },
  };
}
