import { EXIT_INTERRUPTED } from "../exitCodes.ts";

/** npm forwards a Ctrl-C to its child, which got it from the terminal already: a second signal within this time is the same one. */
const SAME_SIGNAL_MS = 100;

/** What {@link onStopSignal} touches of the process. */
export interface SignalProcess {
  on(signal: "SIGINT" | "SIGTERM", listener: (signal: NodeJS.Signals) => void): unknown;
  off(signal: "SIGINT" | "SIGTERM", listener: (signal: NodeJS.Signals) => void): unknown;
  exit(code: number): void;
}

/**
 * Calls `stop` at the first SIGINT or SIGTERM. One more, later than {@link SAME_SIGNAL_MS}, ends the process at once:
 * everything acknowledged is on the disk anyway. Returns the way to stop listening.
 *
 * @param now a monotonic clock, ms
 */
export function onStopSignal(
  stop: (signal: string) => void,
  target: SignalProcess = process,
  now: () => number = () => performance.now(),
): () => void {
  let firstMs: number | undefined;
  const hear = (signal: NodeJS.Signals): void => {
    if (firstMs === undefined) {
      firstMs = now();
      stop(signal);
    } else if (now() - firstMs > SAME_SIGNAL_MS) {
      target.exit(EXIT_INTERRUPTED);
    }
  };
  target.on("SIGINT", hear);
  target.on("SIGTERM", hear);
  return () => {
    target.off("SIGINT", hear);
    target.off("SIGTERM", hear);
  };
}

/** The end of standard input, which the kernel closes when whoever started this process is gone, however it went. */
export interface ParentPipe {
  resume(): unknown;
  once(event: "end" | "close", listener: () => void): unknown;
  off(event: "end" | "close", listener: () => void): unknown;
}

/**
 * Calls `stop` once, when standard input ends: the parent closed it, or died in whatever way. What is written there is
 * read and ignored. Returns the way to stop listening.
 */
export function onParentGone(stop: (reason: string) => void, input: ParentPipe = process.stdin): () => void {
  const forget = (): void => {
    input.off("end", gone);
    input.off("close", gone);
  };
  const gone = (): void => {
    forget();
    stop("standard input ended");
  };
  input.once("end", gone);
  input.once("close", gone);
  input.resume();
  return forget;
}
