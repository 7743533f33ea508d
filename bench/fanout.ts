import { performance } from "node:perf_hooks";
import { setImmediate, setTimeout } from "node:timers/promises";
import { SLICE_CONNECTIONS } from "../src/service/gateway/sockets/flusher.ts";
import type { Reading } from "./lane.ts";

export interface FanoutArguments {
  readonly connections: number;
  /** Turns of the loop in a pass, each with {@link FRAMES_A_TURN} messages to every connection. */
  readonly turns: number;
}

/** Messages to a connection that come together in one turn of the loop. */
export const FRAMES_A_TURN = 10;
/** Readers catch up after so many turns: what waits for one stays far below any bound. */
const TURNS_TOGETHER = 20;

/**
 * Sends, and reads `rate`: messages a second of the time that sending took. Time on the clock, since the
 * kernel does much of the work of a write without putting it down to the process; what is waited for readers
 * is left out. The next turn begins when everybody was written to, so that a write never holds more than one
 * turn's messages.
 *
 * @param send sends one turn's messages to every connection
 * @param backlog bytes that have not left this process
 */
export async function fanout(
  { connections, turns }: FanoutArguments,
  send: () => void,
  backlog: () => number,
): Promise<Reading> {
  let sendingMs = 0;
  for (let sent = 0; sent < turns; sent += TURNS_TOGETHER) {
    const begun = performance.now();
    for (let turn = 0; turn < TURNS_TOGETHER; turn++) {
      send();
      for (let written = 0; written < connections; written += SLICE_CONNECTIONS) await setImmediate();
    }
    sendingMs += performance.now() - begun;
    while (backlog() > 0) await setTimeout(1);
  }
  return { rate: (connections * FRAMES_A_TURN * turns) / (sendingMs / 1_000) };
}
