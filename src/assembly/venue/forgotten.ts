/** How often it is looked whether anything happens, ms of the host. */
const LOOK_MS = 30_000;

/**
 * Says once that a venue keeps its process alive: where nothing happened in its market between two looks, and
 * nobody waits for its end, the program may have forgotten to stop it.
 *
 * @param lastSeq the number of the last command
 * @returns ends the watch
 */
export function watchForgotten(baseUrl: string, lastSeq: () => number): () => void {
  let seen = lastSeq();
  const timer = setInterval(() => {
    const seq = lastSeq();
    if (seq !== seen) {
      seen = seq;
      return;
    }
    clearInterval(timer);
    process.emitWarning(
      `nothing has happened in the venue at ${baseUrl} for ${LOOK_MS / 1_000} s, and it keeps this process alive: end it by ` +
        "venue.stop(), begin it by `await using venue = await startVenue()`, or await venue.stopped where it is meant to go on",
      "VenueNotStopped",
    );
  }, LOOK_MS);
  timer.unref();
  return () => clearInterval(timer);
}
