/**
 * Runs what it is given one after the other, each when the one before has ended, however that ended; returns
 * what came of it.
 */
export function oneAfterOther(): <T>(run: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (run) => {
    const done = last.then(run);
    last = done.catch(() => undefined); // whoever asked has the rejection
    return done;
  };
}
