import { EXIT_INTERRUPTED } from "../exitCodes.ts";

/** The parts of the process that {@link hearSignals} uses. */
export interface SignalProcess {
  on(signal: NodeJS.Signals, listener: (signal: NodeJS.Signals) => void): unknown;
  off(signal: NodeJS.Signals, listener: (signal: NodeJS.Signals) => void): unknown;
  exit(code: number): void;
}

/**
 * Calls `hear` at each of these signals. Returns how to stop listening. Once a signal was heard, that does
 * nothing: npm passes a Ctrl-C on to its child, which also got it from the terminal, and the second of the
 * two may come when the work that the first one ended is over. It must not kill the process before that has
 * cleaned up.
 */
export function hearSignals(
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
 * Calls `stop` at the first SIGINT or SIGTERM. A second signal may be the same one delivered twice, and is
 * ignored, however late it comes on a busy machine. The third ends the process at once: everything
 * acknowledged is on the disk anyway. Returns how to stop listening, as {@link hearSignals} does.
 */
export function onStopSignal(stop: (signal: string) => void, target: SignalProcess = process): () => void {
  let heard = 0;
  const hear = (signal: NodeJS.Signals): void => {
    heard += 1;
    if (heard === 1) stop(signal);
    if (heard > 2) target.exit(EXIT_INTERRUPTED);
  };
  return hearSignals(["SIGINT", "SIGTERM"], hear, target);
}

/**
 * Standard input, whose end the kernel reports when the process that started this one has gone, in whatever
 * way.
 */
export interface ParentPipe {
  resume(): unknown;
  /** While it is read, it keeps the process alive. */
  pause(): unknown;
  once(event: "end" | "close", listener: () => void): unknown;
  off(event: "end" | "close", listener: () => void): unknown;
}

/**
 * Calls `stop` once, when standard input ends: the parent closed it, or died. Input is read and ignored.
 * Returns how to stop listening.
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
