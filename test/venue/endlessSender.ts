import { connect } from "node:net";
import { parentPort, workerData } from "node:worker_threads";

/** What a sender without end does, on one connection after the other. */
export interface EndlessSender {
  readonly name: string;
  readonly port: number;
  /** Sent once. */
  readonly first?: string | Uint8Array;
  /** Sent again and again, as fast as it goes. */
  readonly endless: string | Uint8Array;
  /** The venue need not close its connections while the test runs. */
  readonly lasts?: boolean;
  /** Reads what comes back, instead of nothing. */
  readonly reads?: boolean;
  /** Ends its side after so many bytes, and opens the next connection when this one is closed. */
  readonly endsAfter?: number;
}

const PIECE_BYTES = 64 * 1024;
/**
 * Who is closed at once needs no more than so many to show it; without end it would only keep the processor
 * busy.
 */
const CONNECTIONS_MAX = 50;

/** One connection after the other; each is reported when it has closed. */
function open(sender: EndlessSender, opened = 1): void {
  const { port, first = "", endless, reads = false, endsAfter = Number.POSITIVE_INFINITY } = sender;
  const unit = Buffer.from(endless);
  const piece = Buffer.concat(Array.from({ length: Math.ceil(PIECE_BYTES / unit.length) }, () => unit));
  const socket = connect({ port, host: "127.0.0.1", noDelay: true });
  let left = endsAfter;
  const send = (): void => {
    while (left > 0 && socket.writable) {
      left -= piece.length;
      if (!socket.write(piece)) break;
    }
    if (left <= 0) socket.end();
  };
  if (reads) socket.resume();
  else socket.pause();
  socket.on("error", () => undefined); // cut off, as it should be
  socket.on("drain", send);
  socket.once("connect", () => {
    socket.write(first);
    send();
  });
  socket.once("close", () => {
    parentPort!.postMessage(sender.name);
    if (opened < CONNECTIONS_MAX) open(sender, opened + 1);
  });
}

for (const sender of workerData as readonly EndlessSender[]) open(sender);
