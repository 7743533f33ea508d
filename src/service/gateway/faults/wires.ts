import { STATUS_CODES } from "node:http";
import { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { Clock } from "../../../kernel/host/clock.ts";
import type { Response } from "../http/respond.ts";
import { linesOf } from "../http/respond.ts";
import { SAFETY_LINES } from "../http/safety.ts";

/** The number of pieces of a slow body. */
const PIECES = 10;
/** How long a half-closed connection is kept for a client that does not leave, ms. */
const HALF_CLOSED_MS = 60_000;

/**
 * The reason phrase that an edge proxy in front of a venue gives for a status; nothing of its page is the
 * venue's.
 */
const EDGE_REASONS: Readonly<Record<number, string>> = {
  502: "Bad Gateway",
  504: "Gateway Timeout",
  521: "Web Server Is Down",
};

/**
 * Answers that are not written as usual: cut, slow, lost. Their connections serve no further request, and
 * end with them.
 */
export class BrokenAnswers {
  readonly #clock: Clock;
  /** Connections that are kept open for a while. */
  readonly #held = new Set<Duplex>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Cuts every connection that is still held. */
  close(): void {
    for (const wire of this.#held) wire.destroy();
  }

  /** The HTML page of an edge proxy that cannot reach the venue. */
  page(status: number): (wire: Duplex) => void {
    const title = `${status} ${EDGE_REASONS[status]}`;
    const body = `<!DOCTYPE html>\n<html lang="en-US">\n<head><title>${title}</title></head>\n<body><h1>Error ${title}</h1></body>\n</html>\n`;
    return (wire) => {
      const head = `HTTP/1.1 ${title}\r\nDate: ${dateText()}\r\nContent-Type: text/html; charset=UTF-8\r\nContent-Length: ${body.length}\r\nCache-Control: private, no-store\r\nConnection: close\r\n\r\n`;
      end(wire, head + body);
    };
  }

  /** The head at once, the body in pieces over `ms` of host time. */
  slow(response: Response, ms: number): Response {
    const { head, body } = whole(response);
    const onWire = (wire: Duplex): void => {
      let written = 0;
      const piece = Math.ceil(body.length / PIECES);
      const next = (): void => {
        if (wire.destroyed) return;
        const bytes = body.subarray(written, written + piece);
        written += piece;
        if (written >= body.length) {
          end(wire, bytes);
        } else {
          wire.write(bytes);
          this.#hold(wire, ms / PIECES, next);
        }
      };
      wire.write(head);
      this.#hold(wire, ms / PIECES, next);
    };
    return { ...response, onWire, lateMs: ms };
  }

  /**
   * The head, which gives the whole length, and a part of the body. @param bytes how much of it; left out:
   * half
   */
  cut(response: Response, bytes: number | undefined): Response {
    const { head, body } = whole(response);
    const part = body.subarray(0, Math.min(bytes ?? body.length >> 1, body.length - 1));
    return { ...response, onWire: (wire) => end(wire, Buffer.concat([head, part])) };
  }

  /** Nothing of the answer: the connection is reset. */
  lost(response: Response): Response {
    return {
      ...response,
      onWire: (wire) => void (wire instanceof Socket ? wire.resetAndDestroy() : wire.destroy()),
    };
  }

  /** Ends the venue's side without an answer, and leaves the client's open. */
  halfClosed(response: Response): Response {
    const onWire = (wire: Duplex): void => {
      wire.end();
      this.#hold(wire, HALF_CLOSED_MS, () => wire.destroy());
    };
    return { ...response, onWire };
  }

  /** Keeps a connection until `then`, or until it has gone. */
  #hold(wire: Duplex, ms: number, then: () => void): void {
    const forget = (): void => {
      timer.clear();
      this.#held.delete(wire);
      wire.off("close", forget);
    };
    const timer = this.#clock.setTimer(ms, () => {
      forget();
      then();
    });
    this.#held.add(wire);
    wire.once("close", forget);
  }
}

/** Writes the last of a connection, and closes it. */
function end(wire: Duplex, bytes: string | Uint8Array): void {
  wire.end(bytes, () => wire.destroy());
}

/** An answer as it is usually written, except that it closes the connection. */
function whole(response: Response): { readonly head: Buffer; readonly body: Buffer } {
  const { status } = response;
  const body = Buffer.from(response.body);
  const lines = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${SAFETY_LINES}${linesOf(response, body.length)}`;
  return { head: Buffer.from(`${lines}Date: ${dateText()}\r\nConnection: close\r\n\r\n`), body };
}

function dateText(): string {
  return new Date().toUTCString();
}
