const NEVER = new Int32Array(new SharedArrayBuffer(4));

/**
 * Holds this thread up, as a machine does that has other things to do: nothing in it runs meanwhile, and
 * nothing is computed.
 */
export function standStill(ms: number): void {
  Atomics.wait(NEVER, 0, 0, ms);
}
