import type { Socket } from "node:net";
import { shakeHands } from "./rawHandshake.ts";

/** A frame as it came. */
export interface RawFrame {
  readonly opcode: number;
  readonly payload: Buffer;
}

export const TEXT = 1;
export const CLOSE = 8;
export const PING = 9;
export const PONG = 10;

/** A client on the bare socket, which reads when it is told to. */
export class RawReader {
  readonly socket: Socket;
  #bytes: Buffer;
  #isOver = false;
  #wake = (): void => {};

  static async open(
    port: number,
    path = "/v2/ws/public",
    headers: Readonly<Record<string, string>> = {},
  ): Promise<RawReader> {
    const handshake = await shakeHands(port, path, headers);
    if (handshake.type !== "upgraded") throw new Error(`the handshake was refused: ${handshake.status}`);
    return new RawReader(handshake.socket, handshake.head);
  }

  private constructor(socket: Socket, head: Buffer) {
    this.socket = socket;
    this.#bytes = head;
    socket.on("data", (chunk: Buffer) => {
      this.#bytes = Buffer.concat([this.#bytes, chunk]);
      this.#wake();
    });
    socket.on("error", () => socket.destroy());
    socket.on("close", () => {
      this.#isOver = true;
      this.#wake();
    });
  }

  /** Subscribes, takes the acknowledgement, and reads no more. */
  async subscribeAndStall(channel: string): Promise<void> {
    this.send(TEXT, JSON.stringify({ event: "subscribe", channel }));
    await this.next();
    this.socket.pause();
  }

  /** A frame whose mask is zero, so that its bytes are the payload's; at most 125 of them. */
  send(opcode: number, payload: string): void {
    const bytes = Buffer.from(payload);
    this.socket.write(Buffer.concat([Buffer.from([0x80 | opcode, 0x80 | bytes.length, 0, 0, 0, 0]), bytes]));
  }

  /** The next frame; `undefined` when the socket has closed and everything was read. */
  async next(): Promise<RawFrame | undefined> {
    for (;;) {
      const frame = this.#frame();
      if (frame !== undefined || this.#isOver) return frame;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  #frame(): RawFrame | undefined {
    const bytes = this.#bytes;
    if (bytes.length < 2) return undefined;
    const short = bytes[1]!;
    const start = short < 126 ? 2 : short === 126 ? 4 : 10;
    if (bytes.length < start) return undefined;
    const length = short < 126 ? short : short === 126 ? bytes.readUInt16BE(2) : bytes.readUInt32BE(6);
    if (bytes.length < start + length) return undefined;
    this.#bytes = bytes.subarray(start + length);
    return { opcode: bytes[0]! & 0x0f, payload: bytes.subarray(start, start + length) };
  }
}
