import type { Socket } from "node:net";

/** Seconds for which a client may take none of its answers' bytes. */
const STALLED_SECONDS = 5;

/**
 * What Node.js counts of a connection: bytes given to the system's writer, and those of them that wait there.
 */
interface Writer {
  readonly bytesWritten: number;
  readonly writeQueueSize: number;
}

/**
 * Whether a client takes its answers, by the seconds that the venue's loop counts. Between two of them the
 * loop writes on, so a time in which the venue itself stood still counts as one. (The socket's own timeout
 * would be due before that.)
 */
export class Stall {
  readonly #socket: Socket;
  #takenBytes = 0;
  #seconds = 0;

  constructor(socket: Socket) {
    this.#socket = socket;
  }

  /** Another second has passed. @returns whether the client has taken no byte for too long */
  second(): boolean {
    const takenBytes = takenOf(this.#socket);
    const isTaking = this.#socket.writableLength === 0 || takenBytes !== this.#takenBytes;
    this.#takenBytes = takenBytes;
    this.#seconds = isTaking ? 0 : this.#seconds + 1;
    return this.#seconds >= STALLED_SECONDS;
  }
}

/**
 * Bytes that the client's system has taken so far, 0 once it is closed. There is no public way to see how far
 * a write has come.
 */
function takenOf(socket: Socket): number {
  const { _handle: writer } = socket as unknown as { readonly _handle: Writer | null };
  return writer === null ? 0 : writer.bytesWritten - writer.writeQueueSize;
}
