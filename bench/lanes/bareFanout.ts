import type { AddressInfo, Socket } from "node:net";
import { createServer } from "node:net";
import { encodeFrame } from "../../src/service/gateway/index.ts";
import { type FanoutArguments, FRAMES_A_TURN, fanout } from "../fanout.ts";
import type { Lane } from "../lane.ts";
import { forkReaders } from "../socketReaders.ts";

const TRADE =
  '{"event":"payload","channel":"trades.cmt_btcusdt","data":[{"time":"1764505776347","price":"60000.0",' +
  '"size":"0.0001","value":"6","buyerMaker":true}]}';

/**
 * The peer: ten frames, laid together beforehand, in one write to each socket. Nothing is encoded, nobody is
 * counted.
 */
export async function start(args: FanoutArguments): Promise<Lane> {
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.once("data", () => socket.write("HTTP/1.1 101 Switching Protocols\r\n\r\n"));
    socket.on("error", () => socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const endReaders = await forkReaders({ port, connections: args.connections, channels: [] });
  const frame = encodeFrame(TRADE);
  const frames = Buffer.concat(Array.from({ length: FRAMES_A_TURN }, () => frame));
  const send = (): void => {
    for (const socket of sockets) socket.write(frames);
  };
  const backlog = (): number => {
    let bytes = 0;
    for (const socket of sockets) bytes += socket.writableLength;
    return bytes;
  };
  await fanout(args, send, backlog);
  return {
    pass: () => fanout(args, send, backlog),
    close() {
      endReaders();
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
