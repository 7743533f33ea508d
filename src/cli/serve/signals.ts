import { EXIT_INTERRUPTED } from "../exitCodes.ts";

/**
 * npm passes a Ctrl-C on to its child, which also got it from the terminal: a second signal within this time, in ms,
 * is the same one.
 */
const SAME_SIGNAL_MS = 100;

/** The parts of the process that {@link onStopSignal} uses. */
export interface SignalProcess {
  on(signal: "SIGINT" | "SIGTERM", listener: (signal: NodeJS.Signals) => void): unknown;
  off(signal: "SIGINT" | "SIGTERM", listener: (signal: NodeJS.Signals) => void): unknown;
  exit(code: number): void;
}

/**
 * Calls `stop` at the first SIGINT or SIGTERM. A second signal, later than {@link SAME_SIGNAL_MS}, ends the process
 * at once: everything acknowledged is on the disk anyway. Returns how to stop listening.
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
      firstMs = now(); // a busy machine may take longer to begin to stop than a signal to come twice
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

/** Standard input, whose end the kernel reports when the process that started this one has gone, in whatever way. */
export interface ParentPipe {
  resume(): unknown;
  /** While it is read, it keeps the process alive. */
  pause(): unknown;
  once(event: "end" | "close", listener: () => void): unknown;
  off(event: "end" | "close", listener: () => void): unknown;
}

/**
 * Calls `stop` once, when standard input ends: the parent closed it, or died. What is written to it is read and
 * ignored. Returns how to stop listening.
 */
export function onParentGone(stop: (reason: string) => void, input: ParentPipe = process.stdin): () => void {
  const forget = (): void => {
    input.off("end", gone);
    input.off("close", gone);
    input.pause();
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
