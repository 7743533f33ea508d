import type { SocketParts } from "../socketParts.ts";
import { openPrivate, openPublic } from "../socketParts.ts";
import { Channels } from "./channels.ts";
import { operations } from "./operations.ts";

const PUBLIC = "/v2/ws/public";
const PRIVATE = "/v2/ws/private";

/** The socket of market data. */
export function publicSocket(parts: SocketParts): Channels {
  const { timing, reconnection } = parts;
  return new Channels(PUBLIC, { connect: () => openPublic(parts, PUBLIC), timing, reconnection });
}

/** The socket of the key's account, or of its paper account. */
export function privateSocket(parts: SocketParts, isPaper: boolean): Channels {
  const { timing, reconnection } = parts;
  const connect = () => openPrivate(parts, PRIVATE, operations.account.settings);
  return new Channels(PRIVATE, { connect, timing, reconnection }, isPaper ? "sim." : "");
}
