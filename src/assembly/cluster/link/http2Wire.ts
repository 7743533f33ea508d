import { hash } from "node:crypto";
import type {
  ClientHttp2Session,
  ClientHttp2Stream,
  IncomingHttpHeaders,
  IncomingHttpStatusHeader,
  OutgoingHttpHeaders,
  SecureClientSessionOptions,
  SecureServerOptions,
  ServerHttp2Stream,
} from "node:http2";
import { connect, constants, createSecureServer } from "node:http2";
import type { AddressInfo } from "node:net";
import type { NodeAddress } from "../../../kernel/journal/clusterLog.ts";
import type { Response, WholeRequest } from "../../../service/gateway/index.ts";
import { CallerGone } from "../../../service/gateway/index.ts";
import { readObject } from "./protocol.ts";
import type { LinkConnection, LinkPeer, LinkService, Wire, WireListener } from "./wire.ts";
import { NotTaken, Unanswered } from "./wire.ts";

/*
 * HTTP/2 over TLS 1.3, keyed with a secret that all nodes of a cluster have, so that each side proves that it
 * is one of them and nobody else reads along. No certificates.
 *
 *   /request   a whole request of a client, answered by the node that leads
 *   /follow    open as long as both live; lines of text both ways
 *
 * A node that does not lead answers either with 421, having done nothing; one that speaks another version of
 * the link, with 426; one that cannot say whether a request was executed, with 502.
 *
 * Streams are ended, never reset: a reset that comes while others are read may end the process in an
 * assertion of Node.js (its issue 38964).
 */
/**
 * Version of all that goes over the link: this file, `protocol.ts`, and the heads of requests and answers. A
 * change of meaning is another version.
 */
const LINK_VERSION = "4";
const REQUEST_PATH = "/request";
const FOLLOW_PATH = "/follow";
/** Field with the head of a request, or of an answer, without its body: JSON in base64url. */
const HEAD_FIELD = "outcry-head";
/** Field that says who follows: `node address`. */
const NODE_FIELD = "outcry-node";
/** Field with the version of the link that a node speaks, in every request and answer. */
const VERSION_FIELD = "outcry-link";
const NOT_LEADING = 421;
const OTHER_LINK = 426;
const UNANSWERED = 502;

/** The largest request that is passed on; a client's body has 64 KiB at most. */
const BODY_MAX_BYTES = 1024 * 1024;

const IDENTITY = "outcry node";
/** The one suite with the hash that keys given by hand have in TLS 1.3. */
const TLS = { ciphers: "TLS_AES_128_GCM_SHA256", minVersion: "TLSv1.3", maxVersion: "TLSv1.3" } as const;

/** The network between nodes that have a key in common, 32 bytes that only they have. */
export class Http2Wire implements Wire {
  readonly #key: Uint8Array;

  constructor(key: Uint8Array) {
    this.#key = key;
  }

  async listen(
    { host, port }: { readonly host: string; readonly port: number },
    service: LinkService,
  ): Promise<WireListener> {
    const server = createSecureServer(serverSecurity(this.#key), undefined);
    const sessions = new Set<{ destroy(): void }>();
    server.on("session", (session) => {
      sessions.add(session);
      session.on("close", () => sessions.delete(session));
      session.on("error", () => session.destroy()); // the peer has gone: its streams say so
    });
    server.on("stream", (opened, headers) => {
      const stream = opened as ServerHttp2Stream; // the types know the server's kind only on `createServer`
      stream.on("error", () => stream.destroy());
      const path = headers[":path"];
      if (headers[VERSION_FIELD] !== LINK_VERSION) refuse(stream, OTHER_LINK);
      else if (path === REQUEST_PATH)
        // The answer rejects where the connection ends before the request has come whole: then nobody hears
        // it.
        answer(stream, service, headers[HEAD_FIELD]).catch(() => refuse(stream, UNANSWERED));
      else if (path === FOLLOW_PATH) follow(stream, service, String(headers[NODE_FIELD]));
      else refuse(stream, OTHER_LINK);
    });
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(port, host, () => {
        server.off("error", reject);
        resolve();
      });
    });
    return {
      port: (server.address() as AddressInfo).port,
      async close() {
        const closed = new Promise<void>((resolve) => server.close(() => resolve()));
        for (const session of sessions) session.destroy();
        await closed;
      },
    };
  }

  connect(address: string, self: NodeAddress, peer: LinkPeer): LinkConnection {
    return new Http2Connection(connect(`https://${address}`, clientSecurity(this.#key)), self, peer);
  }

  reaches(address: string, withinMs: number): Promise<boolean> {
    return new Promise((resolve) => {
      const session = connect(`https://${address}`, clientSecurity(this.#key));
      const settle = (isReached: boolean): void => {
        resolve(isReached);
        session.destroy();
      };
      session.setTimeout(withinMs, () => settle(false));
      session.on("error", () => settle(false));
      session.on("close", () => settle(false));
      session.on("connect", () => settle(true)); // it has the key
    });
  }
}

/** A name for a key that tells nothing of it: nodes of two clusters see at once that they are. */
export function fingerprint(key: Uint8Array): string {
  return hash("sha256", key, "base64url").slice(0, 12);
}

class Http2Connection implements LinkConnection {
  readonly #session: ClientHttp2Session;
  readonly #stream: ClientHttp2Stream;
  readonly #peer: LinkPeer;
  #isOver = false;

  constructor(session: ClientHttp2Session, { node, address }: NodeAddress, peer: LinkPeer) {
    this.#peer = peer;
    this.#session = session;
    session.on("error", (error) => this.#end(error.message));
    session.on("close", () => this.#end("the connection was closed"));
    session.on("goaway", () => this.#end("the node goes away"));
    this.#stream = session.request(
      { ...asked(FOLLOW_PATH), [NODE_FIELD]: `${node} ${address}` },
      { endStream: false },
    );
    this.#stream.on("error", (error) => this.#end(error.message));
    this.#stream.on("close", () => this.#end("the node does not lead"));
    this.#stream.on("response", (headers) => {
      const version = headers[VERSION_FIELD];
      if (version !== LINK_VERSION) this.#refused(String(version ?? "none"));
      else if (headers[":status"] !== 200) this.#end("the node does not lead");
    });
    this.#stream.on("end", () => this.#end("the node does not lead"));
    this.#stream.setEncoding("utf8");
    this.#stream.on(
      "data",
      lines((line) => {
        if (!this.#isOver) peer.onLine(line);
      }),
    );
  }

  send(line: string): void {
    this.#stream.write(`${line}\n`);
  }

  request({ body, gone, ...head }: WholeRequest): Promise<Response> {
    if (this.#session.destroyed) return Promise.reject(new NotTaken("the leader has gone")); // its end is told in a moment
    const stream = this.#session.request(
      { ...asked(REQUEST_PATH), [HEAD_FIELD]: packed(head) },
      { endStream: false },
    );
    stream.end(body);
    const cancel = (): void => stream.close(constants.NGHTTP2_CANCEL);
    gone?.addEventListener("abort", cancel);
    stream.once("close", () => gone?.removeEventListener("abort", cancel));
    return answerOf(stream);
  }

  close(): void {
    this.#isOver = true;
    this.#session.destroy();
  }

  #refused(version: string): void {
    if (this.#isOver) return;
    this.#peer.onOtherLink(
      `it speaks version ${version} of the link between nodes, and this one version ${LINK_VERSION}`,
    );
    this.#end("it speaks another version of the link");
  }

  #end(why: string): void {
    if (this.#isOver) return;
    this.close();
    this.#peer.onEnd(why);
  }
}

function asked(path: string): OutgoingHttpHeaders {
  return { ":method": "POST", ":path": path, [VERSION_FIELD]: LINK_VERSION };
}

function answerOf(stream: ClientHttp2Stream): Promise<Response> {
  return new Promise((resolve, reject) => {
    let headers: (IncomingHttpHeaders & IncomingHttpStatusHeader) | undefined;
    let body = "";
    stream.setEncoding("utf8");
    stream.on("response", (received) => {
      headers = received;
    });
    stream.on("data", (piece: string) => {
      body += piece;
    });
    stream.on("error", () => undefined); // `close` follows
    stream.on("end", () => {
      const head = headers?.[":status"] === 200 && unpacked<Omit<Response, "body">>(headers[HEAD_FIELD]);
      if (head) resolve({ ...head, body });
    });
    stream.on("close", () => {
      const isRefused = [NOT_LEADING, OTHER_LINK].includes(headers?.[":status"] ?? 0);
      reject(isRefused ? new NotTaken("the node does not lead") : new Unanswered("the leader has gone"));
    });
  });
}

function follow(stream: ServerHttp2Stream, service: LinkService, who: string): void {
  const [node = "", address = ""] = who.split(" ");
  const begin = (): void => {
    if (!stream.headersSent) stream.respond(answered(200));
  };
  const channel = {
    get backlogBytes() {
      return stream.writableLength;
    },
    send(line: string): void {
      begin();
      stream.write(`${line}\n`);
    },
    close(): void {
      if (stream.destroyed) return;
      begin();
      stream.end();
    },
    cut: () => stream.session?.destroy(),
  };
  const listener = service.follow({ node, address }, channel);
  if (listener === undefined) {
    refuse(stream, NOT_LEADING);
    return;
  }
  stream.on("close", () => listener.onClose());
  stream.setEncoding("utf8");
  stream.on(
    "data",
    lines((line) => listener.onLine(line)),
  );
}

async function answer(stream: ServerHttp2Stream, service: LinkService, field: unknown): Promise<void> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes <= BODY_MAX_BYTES) chunks.push(chunk);
  }
  const gone = new AbortController();
  stream.once("close", () => gone.abort(new CallerGone()));
  const head = unpacked<Omit<WholeRequest, "body" | "gone">>(field);
  if (bytes > BODY_MAX_BYTES || head === undefined) {
    refuse(stream, NOT_LEADING);
    return;
  }
  const answering = service.answer({ ...head, body: Buffer.concat(chunks), gone: gone.signal });
  if (answering === undefined) {
    refuse(stream, NOT_LEADING);
    return;
  }
  const response = await answering;
  if (stream.destroyed) return; // the node that asked has gone
  if (response === undefined) {
    refuse(stream, UNANSWERED);
    return;
  }
  const { body, status, version, headers, closes, code } = response;
  stream.respond({ ...answered(200), [HEAD_FIELD]: packed({ status, version, headers, closes, code }) });
  stream.end(body);
}

function refuse(stream: ServerHttp2Stream, status: number): void {
  if (stream.destroyed) return;
  stream.resume(); // one that nobody reads is reset once it is answered
  stream.respond(answered(status), { endStream: true });
}

function answered(status: number): OutgoingHttpHeaders {
  return { ":status": status, [VERSION_FIELD]: LINK_VERSION };
}

function packed(head: object): string {
  return Buffer.from(JSON.stringify(head)).toString("base64url");
}

/** The value of a head field; `undefined` where it is no head. */
function unpacked<T>(field: unknown): T | undefined {
  return readObject<T>(Buffer.from(String(field), "base64url").toString());
}

function serverSecurity(key: Uint8Array): SecureServerOptions {
  return { ...TLS, pskCallback: (_socket, identity) => (identity === IDENTITY ? Buffer.from(key) : null) };
}

function clientSecurity(key: Uint8Array): SecureClientSessionOptions {
  return {
    ...TLS,
    pskCallback: () => ({ psk: Buffer.from(key), identity: IDENTITY }),
    checkServerIdentity: () => undefined, // having the key is its identity
  };
}

/** Cuts a stream into lines. @returns what to feed the pieces to */
function lines(take: (line: string) => void): (piece: string) => void {
  let rest = "";
  return (piece) => {
    const parts = (rest + piece).split("\n");
    rest = parts.pop()!;
    for (const part of parts) take(part);
  };
}
