import { EXIT_INTERRUPTED } from "../exitCodes.ts";

/** npm hands a Ctrl-C on to its child, which the terminal has told already: the second within this is the same one. */
const SAME_SIGNAL_MS = 100;

/**
 * Calls `stop` at the first SIGINT or SIGTERM. One more, later than {@link SAME_SIGNAL_MS}, ends the process at once:
 * everything acknowledged is on the disk anyway. Returns the way to stop listening.
 */
export function onStopSignal(stop: (signal: string) => void): () => void {
  let firstMs: number | undefined;
  const hear = (signal: NodeJS.Signals): void => {
    const now = performance.now();
    if (firstMs === undefined) {
      firstMs = now;
      stop(signal);
    } else if (now - firstMs > SAME_SIGNAL_MS) {
      process.exit(EXIT_INTERRUPTED);
    }
  };
  process.on("SIGINT", hear);
  process.on("SIGTERM", hear);
  return () => {
    process.off("SIGINT", hear);
    process.off("SIGTERM", hear);
  };
}
