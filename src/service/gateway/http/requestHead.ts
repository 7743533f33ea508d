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
  /** A browser's own word on whose page asks; no page can set it. */
  readonly "sec-fetch-site"?: string | string[] | undefined;
  readonly locale?: string | string[] | undefined;
}

/** That a request came as a message on a socket, its parameters as the JSON of its body. */
export interface AskedByMessage {
  /** The key that logged on there, whose requests need no signature; "" if none has. */
  readonly loggedOn: string;
  /** Its own id as it was sent, by which unsigned messages that ask for the same are told apart. */
  readonly id: string;
}

/** What operations are told of a request besides its body. */
export interface RequestHead {
  /** HEAD of a GET whose answer's body is not asked for: the signature covers it. */
  readonly method: string;
  /** As it was asked for, with its query. */
  readonly url: string;
  readonly headers: HeadersRead;
  /** Of the client, as {@link ClientAddresses} tells it. */
  readonly address: string;
  /** Left out of a request of HTTP. */
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
