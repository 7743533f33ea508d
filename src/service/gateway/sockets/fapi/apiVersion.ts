import { requests, sockets } from "../../../../interface/wire/fapi/sockets/index.ts";
import { fapiVersion } from "../../apiVersion.ts";
import type { SocketVersion } from "../apiVersion.ts";
import type { Liveness } from "../connection.ts";
import { RequestSession } from "./requests.ts";
import { FapiSession } from "./session.ts";
import { MarketStreams } from "./streams.ts";
import { UserStreams } from "./userStreams.ts";

/**
 * `/ws` and `/stream`, with names of streams after them; the same below `/public`, `/market` and `/private`.
 * Every stream is served at all of them.
 */
const PATH = /^(?:\/(?:public|market|private))?\/(?:ws|stream)(?:\/.*)?$/;
const BASES = ["", "/public", "/market", "/private"].flatMap((base) => [`${base}/ws`, `${base}/stream`]);

/**
 * Kinds of events of the user data stream that an address asks for:
 * `?listenKey=K&events=ORDER_TRADE_UPDATE/ACCOUNT_UPDATE`.
 */
function kindsOf(target: string): readonly string[] {
  const { searchParams } = new URL(target, "ws://venue");
  return (searchParams.get("events") ?? "").split("/").filter((kind) => kind !== "");
}

const liveness = (): Liveness => ({
  pingEveryMs: sockets.pings.everyMs,
  unansweredMax: sockets.pings.unansweredMax,
});

/**
 * The fapi dialect over WebSocket. The names of user data streams are secrets, so handshakes are not signed.
 */
export const fapiSockets: SocketVersion = {
  rest: fapiVersion,
  paths: BASES,
  accessAt: (path) => (PATH.test(path) ? "public" : undefined),
  takesAnyAgent: true,
  liveness,
  open(services) {
    const { limits, clock } = services;
    const streams = new MarketStreams(services);
    const users = new UserStreams(services);
    return {
      session(connection, entrance) {
        const { target } = entrance;
        const kinds = kindsOf(target);
        const book = { find: (name: string) => users.find(name, kinds, entrance) ?? streams.find(name) };
        return new FapiSession(connection, book, { target, limits, clock });
      },
      close: () => streams.close(),
    };
  },
};

/** Requests of the dialect as messages. */
export const fapiRequests: SocketVersion = {
  rest: fapiVersion,
  paths: [requests.paths.public],
  accessAt: (path) => (path === requests.paths.public ? "public" : undefined),
  takesAnyAgent: true,
  liveness,
  open: (services, ask) => ({
    session: (connection, entrance) => new RequestSession(connection, entrance, services, ask),
    close() {},
  }),
};
