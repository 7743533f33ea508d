import { EXIT_INTERRUPTED } from "../exitCodes.ts";

/** The parts of the process that {@link onStopSignal} uses. */
export interface SignalProcess {
  on(signal: "SIGINT" | "SIGTERM", listener: (signal: NodeJS.Signals) => void): unknown;
  off(signal: "SIGINT" | "SIGTERM", listener: (signal: NodeJS.Signals) => void): unknown;
  exit(code: number): void;
}

/**
 * Calls `stop` at the first SIGINT or SIGTERM. The second may be the same one: npm passes a Ctrl-C on to its child, which also got it from the
 * terminal, and how long after is no measure on a busy machine. The third ends the process at once: everything acknowledged is on the disk anyway.
 * Returns how to stop listening.
 */
export function onStopSignal(stop: (signal: string) => void, target: SignalProcess = process): () => void {
  let heard = 0;
  const hear = (signal: NodeJS.Signals): void => {
    heard += 1;
    if (heard === 1) stop(signal);
    if (heard > 2) target.exit(EXIT_INTERRUPTED);
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
