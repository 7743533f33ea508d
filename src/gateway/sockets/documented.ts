import type { TSchema } from "typebox";
import type { SocketAccess } from "./apiVersion.ts";

/** What a version says over WebSocket, as its documentation shows it: schemas and words, nothing that acts. */
export interface DocumentedSockets {
  /** Such as "v2": begins the names in the document. */
  readonly name: string;
  readonly summary: string;
  readonly paths: Readonly<Record<SocketAccess, string>>;
  /** How a private handshake is signed. */
  readonly signing: string;
  /** Messages that keep the session, on both addresses. */
  readonly control: readonly DocumentedMessage[];
  readonly channels: readonly DocumentedChannel[];
}

export interface DocumentedMessage {
  readonly name: string;
  readonly from: "client" | "server";
  readonly summary: string;
  readonly schema: TSchema;
  readonly example: unknown;
}

export interface DocumentedChannel {
  readonly name: string;
  readonly access: SocketAccess;
  /** As clients name it, with parameters in braces. */
  readonly address: string;
  readonly summary: string;
  /** Of the address: the words that each may be, or what it is. */
  readonly parameters: Readonly<Record<string, readonly string[] | string>>;
  readonly push: TSchema;
  readonly example: unknown;
}
