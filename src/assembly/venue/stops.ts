/** A function that closes something that was opened. */
export type Stop = () => Promise<void> | void;

/** Runs the functions, the last one opened first; a failure does not keep the rest from being closed. */
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

/** A function that stops once, however often it is called, and a promise for those who only wait for that. */
export function stopOnce(stop: () => Promise<void>) {
  let begin!: () => void;
  const stopped = new Promise<void>((resolve) => {
    begin = resolve;
  }).then(stop);
  stopped.catch(() => undefined); // whoever called the stop has the rejection
  return {
    stopped,
    stop(): Promise<void> {
      begin();
      return stopped;
    },
  };
}
