import type { Socket } from "node:net";
import { descriptorLimit } from "../../../kernel/host/machineLimits.ts";

/** Connections that a process holds at a time, however many descriptors it may have. */
const CONNECTIONS_MAX = 10_000;
/**
 * The least number of connections that a process may hold, however few descriptors it has: fewer would serve
 * nobody.
 */
const CONNECTIONS_MIN = 16;
/**
 * Descriptors that connections leave to journal, history, snapshots, logs, threads, backups and exports. A
 * venue on a disk has some 60 at rest.
 */
const RESERVED = 192;
/**
 * How many of the connections are for operators only, where control has a port of its own: so they get in
 * when clients no longer do.
 */
const OPERATORS = 32;

/** How many connections a process with this many descriptors holds at a time. */
export function connectionsFor(descriptors: number): number {
  return Math.max(CONNECTIONS_MIN, Math.min(CONNECTIONS_MAX, descriptors - RESERVED));
}

/** Counts the connections of all servers of a process, which share its descriptors. */
export class Connections {
  readonly max: number;
  #open = 0;
  #isFull = false;

  constructor(max: number) {
    this.max = max;
  }

  /**
   * Counts a connection until it is closed. False: there are too many, and it was closed.
   *
   * @param onFull called for the first that is closed, and again only once a tenth had left
   */
  admit(socket: Socket, isOperators: boolean, onFull: () => void): boolean {
    if (this.#open >= this.max + (isOperators ? OPERATORS : 0)) {
      socket.destroy();
      if (!this.#isFull) onFull();
      this.#isFull = true;
      return false;
    }
    this.#open++;
    socket.once("close", () => {
      this.#open--;
      if (this.#open < 0.9 * this.max) this.#isFull = false;
    });
    return true;
  }
}

let shared: Connections | undefined;

/** The connections of this process. */
export function processConnections(): Connections {
  shared ??= new Connections(connectionsFor(descriptorLimit()));
  return shared;
}

/**
 * A warning at a start, where the process may not have the descriptors for all connections; else undefined.
 */
export function fewConnections(descriptors = descriptorLimit()): string | undefined {
  const max = connectionsFor(descriptors);
  if (max === CONNECTIONS_MAX) return undefined;
  return (
    `the process may have ${descriptors} files and connections open at a time (ulimit -n), so ${max} connections are served at a time ` +
    `instead of ${CONNECTIONS_MAX}, and the rest is kept for the venue's own files`
  );
}
