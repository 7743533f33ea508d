import { fork } from "node:child_process";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { entryOf } from "./entry.ts";
import { addressOfTeam, ORDER_PATH, orderOf, signed } from "./httpLoad.ts";
import { SIGNERS } from "./served.ts";

/** Clients that take and do not give: each connection that the server cuts off is opened again. */
export interface Greedy {
  readonly port: number;
  /** Connections that send the head of a request a byte at a time and never end it. */
  readonly dripping: number;
  /** Connections that ask for a long answer thousands of times over and read none. */
  readonly deaf: number;
  /** Connections that send short requests without end and read no answer. */
  readonly endless: number;
  /**
   * Connections that send short requests and read no answer, each of which ends its side after {@link
   * HALF_CLOSED_BYTES}.
   */
  readonly halfClosing: number;
  /**
   * Connections of one team, from an address of its own: each sends a signed order as soon as the one before
   * is answered, however.
   */
  readonly flooding: number;
}

const DRIP_EVERY_MS = 250;
const ASKED = 2_000;
const PIECE_BYTES = 64 * 1024;
const HALF_CLOSED_BYTES = 4 * 1024 * 1024;
/** The signer of the team that floods: none of those whose answers are measured. */
const FLOODER = 200;

/**
 * Opens them all in this process; resolves when each is connected.
 *
 * @returns the way to close them, which says how many orders the flooding team sent
 */
export async function besiege({
  port,
  dripping,
  deaf,
  endless,
  halfClosing,
  flooding,
}: Greedy): Promise<() => number> {
  const drips = new Set<Socket>();
  const head = (path: string) => `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n`;
  const drip = (socket: Socket): void => {
    socket.write(`${head("/capi/v2/market/time")}X-Slow: `);
    drips.add(socket.once("close", () => drips.delete(socket)));
  };
  const ask = (socket: Socket): void => {
    socket.pause().write(`${head("/capi/v2/market/contracts")}\r\n`.repeat(ASKED));
  };
  const request = `${head("/capi/v2/market/time")}\r\n`;
  const piece = request.repeat(Math.ceil(PIECE_BYTES / request.length));
  const flood =
    (bytes: number) =>
    (socket: Socket): void => {
      let left = bytes;
      const send = (): void => {
        while (left > 0 && socket.writable) {
          left -= piece.length;
          if (!socket.write(piece)) break;
        }
        if (left <= 0) socket.end();
      };
      socket.pause().on("drain", send);
      send();
    };
  const signing = signed(port, SIGNERS[FLOODER]!);
  let orders = 0;
  const order = (socket: Socket): void => {
    const send = (): void => {
      const now = Date.now();
      socket.write(signing(now, "POST", ORDER_PATH, orderOf(orders, `flood-${now}-${orders++}`)));
    };
    socket.on("data", send); // an answer comes in one piece
    send();
  };
  const timer = setInterval(() => {
    for (const socket of drips) socket.write("a");
  }, DRIP_EVERY_MS);
  const ends = await Promise.all([
    ...Array.from({ length: dripping }, () => keepOpen(port, drip)),
    ...Array.from({ length: deaf }, () => keepOpen(port, ask)),
    ...Array.from({ length: endless }, () => keepOpen(port, flood(Number.POSITIVE_INFINITY))),
    ...Array.from({ length: halfClosing }, () => keepOpen(port, flood(HALF_CLOSED_BYTES))),
    ...Array.from({ length: flooding }, () => keepOpen(port, order, addressOfTeam(FLOODER))),
  ]);
  return () => {
    clearInterval(timer);
    for (const end of ends) end();
    return orders;
  };
}

/** A connection, and the next one whenever it is closed. */
async function keepOpen(
  port: number,
  use: (socket: Socket) => void,
  localAddress?: string,
): Promise<() => void> {
  let hasEnded = false;
  let socket: Socket;
  const open = (): Socket => {
    socket = connect({ port, host: "127.0.0.1", localAddress });
    socket.on("error", () => {}); // being cut off is what it is for
    socket.once("connect", () => use(socket));
    socket.once("close", () => {
      if (!hasEnded) open();
    });
    return socket;
  };
  await once(open(), "connect");
  return () => {
    hasEnded = true;
    socket.destroy();
  };
}

/**
 * Opens greedy clients in a process of its own. @returns what lets them in, and what sends them away again
 */
export async function forkGreedy(greedy: Greedy) {
  const child = fork(entryOf("greedyMain"));
  const tell = async (word: Greedy | "leave"): Promise<number> => {
    child.send(word);
    const [orders] = (await once(child, "message")) as [number];
    return orders;
  };
  return { come: () => tell(greedy), leave: () => tell("leave"), end: () => child.disconnect() };
}
