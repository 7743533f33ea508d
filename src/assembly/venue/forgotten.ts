/** How often it is asked whether anything has happened, ms of the host. */
const ASKED_EVERY_MS = 30_000;

/**
 * Warns once that a venue keeps its process alive, as soon as no command came for {@link ASKED_EVERY_MS}: the
 * program may have forgotten to stop it.
 *
 * @param lastSeq the number of the last command
 * @returns ends the watch, for a venue that stops or whose end somebody waits for
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
      `nothing has happened in the venue at ${baseUrl} for ${ASKED_EVERY_MS / 1_000} s, and it keeps this process alive: end it by ` +
        "venue.stop(), begin it by `await using venue = await startVenue()`, or await venue.stopped where it is meant to go on",
      "VenueNotStopped",
    );
  }, ASKED_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
