import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** Requests that one connection sent ahead and that are answered at the same time. */
export const AHEAD_MAX = 16;
/** A client that takes no byte of its answers for so long is cut off. */
export const STALLED_MS = 5_000;

/** What a connection has sent ahead. */
interface Line {
  /** Being answered. */
  busy: number;
  readonly waiting: (() => void)[];
}

/**
 * Answers requests that a connection sends ahead of its answers (pipelining) a few at a time; while more wait, nothing is
 * read from it. Without that, one client that sends and does not read has the venue compute and keep every answer.
 *
 * A request that is not ahead, as nearly all are, goes straight to `serve`.
 */
export function inTurn<Request extends IncomingMessage>(
  serve: (request: Request, reply: ServerResponse) => void,
): (request: Request, reply: ServerResponse) => void {
  const lines = new WeakMap<Socket, Line>();
  const begin = (line: Line, request: Request, reply: ServerResponse): void => {
    line.busy++;
    reply.once("close", () => {
      line.busy--;
      const { socket } = request;
      if (socket.destroyed) return; // whoever asked is gone
      line.waiting.shift()?.();
      if (line.waiting.length === 0) socket.resume();
    });
    serve(request, reply);
  };
  return (request, reply) => {
    // Node.js gives an answer its connection when those before it are written.
    if (reply.socket !== null) return serve(request, reply);
    const { socket } = request;
    let line = lines.get(socket);
    if (line === undefined) {
      line = { busy: 0, waiting: [] };
      lines.set(socket, line);
    }
    cutIfStalled(socket);
    if (line.busy < AHEAD_MAX) return begin(line, request, reply);
    line.waiting.push(() => begin(line, request, reply));
    socket.pause();
  };
}

/** Closes a connection on which nothing moves; to be called when there is more to write than it takes at once. */
export function cutIfStalled(socket: Socket): void {
  if (socket.timeout !== STALLED_MS) socket.setTimeout(STALLED_MS);
}
