import type { IncomingMessage } from "node:http";
import type { ClientAddresses } from "./clientAddresses.ts";

/** The headers that the interface reads; of several with one name Node.js may make a list. */
export interface HeadersRead {
  readonly host?: string | undefined;
  readonly "content-type"?: string | undefined;
  readonly "access-key"?: string | string[] | undefined;
  readonly "access-sign"?: string | string[] | undefined;
  readonly "access-timestamp"?: string | string[] | undefined;
  readonly "access-passphrase"?: string | string[] | undefined;
  /** The fapi dialect's `access-key`. */
  readonly "x-mbx-apikey"?: string | string[] | undefined;
  readonly "user-agent"?: string | undefined;
  /** Set by a browser, and by no page: from which site the request comes. */
  readonly "sec-fetch-site"?: string | string[] | undefined;
  readonly locale?: string | string[] | undefined;
}

/**
 * The fields of a request that came as a message on a socket, with its parameters as the JSON of its body.
 */
export interface AskedByMessage {
  /** The key that logged on at the connection, whose requests need no signature; "" if none has. */
  readonly loggedOn: string;
  /** The message's own id as it was sent: by it, equal messages without a signature are told apart. */
  readonly id: string;
}

/** What operations know of a request besides its body. */
export interface RequestHead {
  /** HEAD of a GET whose answer's body is not asked for: the signature covers it. */
  readonly method: string;
  /** As it was asked for, with its query. */
  readonly url: string;
  readonly headers: HeadersRead;
  /** Of the client, as {@link ClientAddresses} tells it. */
  readonly address: string;
  /** Only where the request came as a message on a socket. */
  readonly message?: AskedByMessage | undefined;
}

/** The head of a request that Node.js has read. */
export function headOf(request: IncomingMessage, addresses: ClientAddresses): RequestHead {
  const { method = "", url = "", headers } = request;
  return { method, url, headers, address: addresses.of(request) };
}

/** The key that a request names, in the words of any dialect; "" if none, or several. */
export function keyNamedBy(headers: HeadersRead): string {
  const name = headers["access-key"] ?? headers["x-mbx-apikey"];
  return typeof name === "string" ? name : "";
}
