import { once } from "node:events";
import type { Socket } from "node:net";
import { connect } from "node:net";

/** A request as it goes onto the wire. */
export interface RawRequest {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

export interface RawReply {
  readonly status: number;
  /** The lines before the text, with the empty one. */
  readonly head: string;
  readonly text: string;
}

/**
 * A connection that sends requests without waiting for answers, which come in the same order. It listens from
 * its beginning: an answer that comes while nobody waits is there for whoever waits next.
 */
export class RawConnection {
  readonly socket: Socket;
  #received: Buffer = Buffer.alloc(0);
  #isOver = false;
  /** Called when bytes have come, or none will come any more. */
  #wake = () => {};

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.on("data", (chunk: Buffer) => {
      this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
      this.#wake();
    });
    socket.on("error", () => socket.destroy());
    socket.on("close", () => {
      this.#isOver = true;
      this.#wake();
    });
  }

  /** @param localAddress where it comes from */
  static async open(port: number, localAddress?: string): Promise<RawConnection> {
    const socket = connect({ port, host: "127.0.0.1", noDelay: true, ...(localAddress && { localAddress }) });
    await once(socket, "connect");
    return new RawConnection(socket);
  }

  /** Writes requests, does not read. */
  write(requests: readonly RawRequest[]): void {
    this.socket.write(Buffer.concat(requests.map(bytesOf)));
  }

  /** Reads the next answers. Rejects when the connection ends before. */
  async read(count: number): Promise<readonly RawReply[]> {
    const replies: RawReply[] = [];
    for (;;) {
      const reply = this.#next();
      if (reply !== undefined) {
        if (replies.push(reply) === count) return replies;
        continue;
      }
      if (this.#isOver) throw new Error(`the connection ended after ${replies.length} answers`);
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  close(): void {
    this.socket.destroy();
  }

  #next(): RawReply | undefined {
    const end = this.#received.indexOf("\r\n\r\n");
    if (end < 0) return undefined;
    const head = this.#received.toString("latin1", 0, end);
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
    if (this.#received.length < end + 4 + length) return undefined;
    const text = this.#received.toString("utf8", end + 4, end + 4 + length);
    this.#received = this.#received.subarray(end + 4 + length);
    return { status: Number(head.slice(9, 12)), head: `${head}\r\n\r\n`, text };
  }
}

function bytesOf({ method, path, headers, body }: RawRequest): Buffer {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const length = method === "GET" && body.length === 0 ? "" : `Content-Length: ${body.length}\r\n`;
  return Buffer.concat([
    Buffer.from(`${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${lines.join("")}${length}\r\n`, "latin1"),
    body,
  ]);
}
