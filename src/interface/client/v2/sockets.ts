import { Channels } from "../channels.ts";
import type { SocketParts } from "../socketParts.ts";
import { openPrivate, openPublic } from "../socketParts.ts";
import type { Message } from "./dialect.ts";
import { v2Dialect } from "./dialect.ts";
import { operations } from "./generated/operations.ts";

const PUBLIC = "/v2/ws/public";
const PRIVATE = "/v2/ws/private";

/** The socket of market data. */
export function publicSocket(parts: SocketParts): Channels<Message> {
  const { timing, reconnection, timeoutMs } = parts;
  return new Channels(
    PUBLIC,
    { connect: () => openPublic(parts, PUBLIC), timing, reconnection, timeoutMs },
    v2Dialect(),
  );
}

/** The socket of the key's account, or of its paper account. */
export function privateSocket(parts: SocketParts, isPaper: boolean): Channels<Message> {
  const { timing, reconnection, timeoutMs } = parts;
  const connect = () => openPrivate(parts, PRIVATE, operations.account.settings);
  return new Channels(
    PRIVATE,
    { connect, timing, reconnection, timeoutMs },
    v2Dialect(isPaper ? "sim." : ""),
  );
}
