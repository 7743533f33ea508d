import type { TSchema } from "typebox";

/**
 * What a version says over WebSocket, declared once: the addresses, the names by which channels are found,
 * how often they push, the AsyncAPI document, the tables of docs/reference and the check of the client's
 * feeds are made of it.
 */
export interface SocketsDeclaration {
  /** Such as "v2": begins the names in the document. */
  readonly name: string;
  readonly summary: string;
  readonly paths: Readonly<Record<SocketAccess, string>>;
  /** How a private handshake is signed; left out: an address that nobody else knows is enough. */
  readonly signing?: string;
  /** The venue's pings, and how many a client may leave unanswered. */
  readonly pings: { readonly everyMs: number; readonly unansweredMax: number };
  /** Messages that keep the session, on both addresses. */
  readonly session: Readonly<Record<string, MessageDeclaration>>;
  readonly channels: Readonly<Record<string, ChannelDeclaration>>;
}

export type SocketAccess = "public" | "private";

/** What a private channel shows of an account, by the interface's own names; `messages` is ours. */
export type PrivateChannel = "account" | "positions" | "fill" | "orders" | "messages";

export interface MessageDeclaration {
  readonly from: "client" | "server";
  readonly summary: string;
  readonly schema: TSchema;
  /** Of what is not recorded from a run: a client's message, and what the venue sends only after a while. */
  readonly example?: unknown;
}

export interface ChannelDeclaration {
  readonly access: SocketAccess;
  /** As clients name it, with parameters in braces. */
  readonly address: string;
  /** What faults and logs call it, where its address is a secret. */
  readonly called?: string;
  /** Other names by which clients ask for it. */
  readonly aliases?: readonly string[];
  readonly summary: string;
  /** Of the address: the words that each may be, or what it is. */
  readonly parameters: Readonly<Record<string, readonly string[] | string>>;
  /** At most one push in this many milliseconds of the host; absent: each push at once. */
  readonly everyMs?: number;
  readonly push: TSchema;
  /** Of a private channel: what it shows of the account, and whether that is the holder's paper account. */
  readonly shows?: PrivateChannel;
  readonly onPaper?: true;
  /** Its function among the client's feeds; left out of a dialect that has no client of ours. */
  readonly watch?: string;
}

/** How a private channel is declared: the same for each account, under names of its own on paper. */
export function privateChannel(
  shows: PrivateChannel,
  push: TSchema,
  own: Pick<ChannelDeclaration, "summary" | "watch" | "aliases">,
): ChannelDeclaration {
  return { ...own, access: "private", address: shows, parameters: {}, push, shows };
}

/** A private channel's twin for the holder's paper account: ours, the interface has none. */
export function onPaper(real: ChannelDeclaration, push: TSchema): ChannelDeclaration {
  const summary = `As ${real.address}, of the paper account (ours).`;
  return { ...real, aliases: [], address: `sim.${real.address}`, summary, push, onPaper: true };
}
