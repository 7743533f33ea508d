import { hash } from "node:crypto";
import type { SecureClientSessionOptions, SecureServerOptions } from "node:http2";
import type { ClockState } from "../../engine/index.ts";
import type { Response, Share } from "../../gateway/index.ts";

/*
 * The link between nodes: HTTP/2 over TLS 1.3, keyed with a secret that all nodes of a cluster have, so that each side proves that
 * it is one of them and nobody else reads along. No certificates.
 *
 *   /request   a whole request of a client, answered by the node that leads
 *   /follow    open as long as both live; lines of JSON, from the leader what is durable, from the follower questions,
 *              from either what clients have used of their limits, which the leader passes on
 *
 * A node that does not lead answers either with 421, having done nothing.
 */
export const REQUEST_PATH = "/request";
export const FOLLOW_PATH = "/follow";
/** A request's head without its body, and an answer's; JSON in base64url. */
export const HEAD_FIELD = "outcry-head";
/** Who follows, `node address`. */
export const NODE_FIELD = "outcry-node";
export const NOT_LEADING = 421;

/** What the leader says of itself: the log is durable up to `seq`, and how market time runs. */
export interface Standing {
  readonly epoch: number;
  readonly seq: number;
  readonly clock: ClockState;
  /** The nodes that follow it; with a sign of life, not with each frame. */
  readonly followers?: readonly Follower[];
}

/** A node that follows the one that leads. */
export interface Follower {
  readonly node: string;
  readonly address: string;
  /** The last sequence number that it has said to have executed. */
  readonly seq: number;
}

/** What clients have used of their limits at the node that says it, or at one that it leads. */
export interface Used {
  readonly used: readonly Share[];
}

/** A line from the leader. */
export type LeaderLine = Standing | { readonly answer: number; readonly seq: number } | Used;

/** A line from a follower: a question for the durable head, how far it is, or what was used. */
export type FollowerLine = { readonly ask: number } | { readonly at: number } | Used;

/** The head of an answer, without its body. */
export type AnswerHead = Pick<Response, "status" | "version" | "headers" | "closes" | "code">;

export function packed(head: object): string {
  return Buffer.from(JSON.stringify(head)).toString("base64url");
}

export function unpacked<T>(field: unknown): T {
  return JSON.parse(Buffer.from(String(field), "base64url").toString()) as T;
}

const IDENTITY = "outcry node";
/** The one suite with the hash that keys given by hand have in TLS 1.3. */
const TLS = { ciphers: "TLS_AES_128_GCM_SHA256", minVersion: "TLSv1.3", maxVersion: "TLSv1.3" } as const;

/** @param key 32 bytes that only the nodes of the cluster have */
export function serverSecurity(key: Uint8Array): SecureServerOptions {
  return { ...TLS, pskCallback: (_socket, identity) => (identity === IDENTITY ? Buffer.from(key) : null) };
}

export function clientSecurity(key: Uint8Array): SecureClientSessionOptions {
  return {
    ...TLS,
    pskCallback: () => ({ psk: Buffer.from(key), identity: IDENTITY }),
    checkServerIdentity: () => undefined, // having the key is its identity
  };
}

/** A name for a key that tells nothing of it: nodes of two clusters see at once that they are. */
export function fingerprint(key: Uint8Array): string {
  return hash("sha256", key, "base64url").slice(0, 12);
}

/** Cuts a stream into lines. @returns what to feed the pieces to */
export function lines(take: (line: string) => void): (piece: string) => void {
  let rest = "";
  return (piece) => {
    const parts = (rest + piece).split("\n");
    rest = parts.pop()!;
    for (const part of parts) take(part);
  };
}
