import { fork } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { entryOf } from "./entry.ts";

/** Connections that read whatever comes and throw it away. */
export interface SocketReaders {
  readonly port: number;
  readonly connections: number;
  /** What each asks for; none: it only connects. */
  readonly channels: readonly string[];
}

/** Opens them all in this process. Resolves when each has been answered. */
export async function openReaders({ port, connections, channels }: SocketReaders): Promise<void> {
  const asked = channels.map((channel) => masked(JSON.stringify({ event: "subscribe", channel })));
  const handshake =
    `GET /v2/ws/public HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nUser-Agent: bench\r\nUpgrade: websocket\r\n` +
    "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
  for (let opened = 0; opened < connections; opened++) {
    const socket = connect({ port, host: "127.0.0.1" });
    socket.on("error", (error) => {
      throw error;
    });
    socket.write(handshake);
    await once(socket, "data");
    for (const message of asked) socket.write(message);
    if (asked.length > 0) await once(socket, "data");
    socket.on("data", () => {});
  }
}

/** Opens the connections in a process of its own. @returns the way to end it */
export async function forkReaders(readers: SocketReaders): Promise<() => void> {
  const child = fork(entryOf("socketReadersMain"));
  child.send(readers);
  await once(child, "message");
  return () => child.disconnect();
}

/** A text frame of a client: its mask is zero, so that its bytes are the text's. */
function masked(text: string): Buffer {
  return Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), Buffer.from(text)]);
}
