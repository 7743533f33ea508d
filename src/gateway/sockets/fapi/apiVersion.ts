import { sockets } from "../../../wire/fapi/sockets/index.ts";
import { fapiVersion } from "../../apiVersion.ts";
import type { SocketVersion } from "../apiVersion.ts";
import { FapiSession } from "./session.ts";
import { MarketStreams } from "./streams.ts";

/** `/ws`, `/stream`, with streams behind them, and the same below each of three: any stream on any of them. */
const PATH = /^(?:\/(?:public|market|private))?\/(?:ws|stream)(?:\/.*)?$/;
const BASES = ["", "/public", "/market", "/private"].flatMap((base) => [`${base}/ws`, `${base}/stream`]);

/** The fapi dialect over WebSocket. Whose events a connection hears is said by its streams, so nobody signs a handshake. */
export const fapiSockets: SocketVersion = {
  rest: fapiVersion,
  paths: BASES,
  accessAt: (path) => (PATH.test(path) ? "public" : undefined),
  takesAnyAgent: true,
  liveness: () => ({ pingEveryMs: sockets.pings.everyMs, unansweredMax: sockets.pings.unansweredMax }),
  open(services) {
    const { limits, clock } = services;
    const streams = new MarketStreams(services);
    return {
      session: (connection, { target }) => new FapiSession(connection, streams, { target, limits, clock }),
      close: () => streams.close(),
    };
  },
};
