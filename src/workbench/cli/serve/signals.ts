import { EXIT_INTERRUPTED } from "../exitCodes.ts";

/** The parts of the process that {@link onSignals} uses. */
export interface SignalProcess {
  on(signal: NodeJS.Signals, listener: (signal: NodeJS.Signals) => void): unknown;
  off(signal: NodeJS.Signals, listener: (signal: NodeJS.Signals) => void): unknown;
  exit(code: number): void;
}

/**
 * Calls `hear` at each of these signals. Returns a function that stops listening, unless a signal was heard.
 * One Ctrl-C under npm is two signals, one from the terminal and one that npm passes on, and the second may
 * come when the work that the first ended is over. With the listener still in place, the second signal does
 * not kill the process while it finishes the rest.
 */
export function onSignals(
  signals: readonly NodeJS.Signals[],
  hear: (signal: NodeJS.Signals) => void,
  target: Pick<SignalProcess, "on" | "off"> = process,
): () => void {
  let isHeard = false;
  const listener = (signal: NodeJS.Signals): void => {
    isHeard = true;
    hear(signal);
  };
  for (const signal of signals) target.on(signal, listener);
  return () => {
    if (isHeard) return;
    for (const signal of signals) target.off(signal, listener);
  };
}

/**
 * Calls `stop` at the first SIGINT or SIGTERM. The second is ignored, since it may come of the same key press
 * (see {@link onSignals}); the time between two signals does not tell, on a busy machine. The third ends
 * the process at once: everything acknowledged is on the disk anyway. Returns what {@link onSignals}
 * returns.
 */
export function onStopSignal(stop: (signal: string) => void, target: SignalProcess = process): () => void {
  let heard = 0;
  const hear = (signal: NodeJS.Signals): void => {
    heard += 1;
    if (heard === 1) stop(signal);
    if (heard > 2) target.exit(EXIT_INTERRUPTED);
  };
  return onSignals(["SIGINT", "SIGTERM"], hear, target);
}

/**
 * Standard input. The operating system reports its end when the process that started this one has gone, in
 * whatever way.
 */
export interface ParentPipe {
  resume(): unknown;
  /** While it is read, it keeps the process alive. */
  pause(): unknown;
  once(event: "end" | "close", listener: () => void): unknown;
  off(event: "end" | "close", listener: () => void): unknown;
}

/**
 * Calls `stop` once, when standard input ends: the parent closed it, or died. What is written to it is read
 * and ignored. Returns a function that stops listening.
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
