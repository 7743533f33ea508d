import type { Http2SecureServer, ServerHttp2Stream } from "node:http2";
import { constants, createSecureServer } from "node:http2";
import type { AddressInfo } from "node:net";
import type { Response, Share, WholeRequest } from "../../gateway/index.ts";
import type { Follower, FollowerLine, LeaderLine, Standing } from "./protocol.ts";
import {
  FOLLOW_PATH,
  HEAD_FIELD,
  lines,
  NODE_FIELD,
  NOT_LEADING,
  packed,
  REQUEST_PATH,
  serverSecurity,
  unpacked,
} from "./protocol.ts";

/** What a node does for the others while it leads. */
export interface Office {
  standing(): Standing;
  /** The last durable sequence number; `undefined` while it is not certain that this node leads. */
  head(): number | undefined;
  answer(request: WholeRequest): Promise<Response>;
}

/** The largest request that is passed on; a client's body has 64 KiB at most. */
const BODY_MAX_BYTES = 1024 * 1024;

/** What may wait for a follower to read it: some ten thousand announcements. */
const BACKLOG_MAX_BYTES = 1024 * 1024;

/** Where the other nodes reach this one. It serves while it has an {@link Office}; else everybody is told that it does not lead. */
export class LinkServer {
  readonly #server: Http2SecureServer;
  readonly #sessions = new Set<{ destroy(): void }>();
  readonly #followers = new Map<ServerHttp2Stream, Follower & { seq: number }>();
  readonly #onUsed: (shares: readonly Share[]) => void;
  #office: Office | undefined;
  #isAnnouncing = false;

  /**
   * @param key the cluster's secret, 32 bytes
   * @param onUsed called with what clients have used at a node that follows
   */
  constructor(key: Uint8Array, onUsed: (shares: readonly Share[]) => void) {
    this.#onUsed = onUsed;
    this.#server = createSecureServer(serverSecurity(key), undefined);
    this.#server.on("session", (session) => {
      this.#sessions.add(session);
      session.on("close", () => this.#sessions.delete(session));
      session.on("error", () => session.destroy()); // the peer has gone: its streams say so
    });
    this.#server.on("stream", (opened, headers) => {
      const stream = opened as ServerHttp2Stream; // the types know the server's kind only on `createServer`
      stream.on("error", () => stream.destroy());
      const office = this.#office;
      const path = headers[":path"];
      if (office === undefined) refuse(stream);
      else if (path === REQUEST_PATH) void this.#answer(stream, office, headers[HEAD_FIELD]);
      else if (path === FOLLOW_PATH) this.#follow(stream, office, String(headers[NODE_FIELD]));
      else stream.close(constants.NGHTTP2_REFUSED_STREAM);
    });
  }

  /** @returns the port */
  async listen(host: string, port: number): Promise<number> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once("error", reject);
      this.#server.listen(port, host, () => {
        this.#server.off("error", reject);
        resolve();
      });
    });
    return (this.#server.address() as AddressInfo).port;
  }

  /** The nodes that follow this one. */
  get followers(): readonly Follower[] {
    return [...this.#followers.values()].map((each) => ({ ...each }));
  }

  /** Serves the others from now on; with `undefined` no more, and who follows is told. */
  serve(office: Office | undefined): void {
    this.#office = office;
    if (office !== undefined) return;
    for (const stream of this.#followers.keys()) stream.close(constants.NGHTTP2_CANCEL);
    this.#followers.clear();
  }

  /** Something is durable, or the clock has changed: tells the followers, once for all that happens in a turn of the loop. */
  announce(): void {
    if (this.#isAnnouncing || this.#followers.size === 0) return;
    this.#isAnnouncing = true;
    setImmediate(() => {
      this.#isAnnouncing = false;
      if (this.#office === undefined) return;
      this.#tell(lineOf(this.#office.standing()));
    });
  }

  /** A sign of life, and who follows. */
  beat(): void {
    if (this.#office === undefined) return;
    const line = lineOf({ ...this.#office.standing(), followers: this.followers });
    this.#tell(line);
  }

  /** Tells the followers what clients have used here. */
  share(used: readonly Share[]): void {
    this.#tell(lineOf({ used }));
  }

  /** Whoever does not read is let go; it comes back when it does. @param but who has said it itself */
  #tell(line: string, but?: ServerHttp2Stream): void {
    for (const stream of this.#followers.keys()) {
      if (stream === but) continue;
      if (stream.writableLength > BACKLOG_MAX_BYTES) stream.close(constants.NGHTTP2_CANCEL);
      else stream.write(line);
    }
  }

  async close(): Promise<void> {
    this.serve(undefined);
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    for (const session of this.#sessions) session.destroy();
    await closed;
  }

  #follow(stream: ServerHttp2Stream, office: Office, who: string): void {
    const [node = "", address = ""] = who.split(" ");
    const follower = { node, address, seq: 0 };
    this.#followers.set(stream, follower);
    stream.on("close", () => this.#followers.delete(stream));
    stream.respond({ ":status": 200 });
    stream.write(lineOf(office.standing()));
    stream.setEncoding("utf8");
    stream.on(
      "data",
      lines((line) => {
        const said = JSON.parse(line) as FollowerLine;
        if ("at" in said) {
          follower.seq = said.at;
          return;
        }
        if ("used" in said) {
          this.#onUsed(said.used);
          this.#tell(lineOf(said), stream);
          return;
        }
        const seq = this.#office?.head();
        // Whoever asks waits until this node is certain again, or has lost the lead, which ends the stream.
        if (seq !== undefined) stream.write(lineOf({ answer: said.ask, seq }));
      }),
    );
  }

  async #answer(stream: ServerHttp2Stream, office: Office, field: unknown): Promise<void> {
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > BODY_MAX_BYTES) {
        stream.close(constants.NGHTTP2_REFUSED_STREAM);
        return;
      }
      chunks.push(chunk);
    }
    const request = unpacked<Omit<WholeRequest, "body">>(field);
    const response = await office.answer({ ...request, body: Buffer.concat(chunks) });
    if (stream.destroyed) return; // the node that asked has gone
    if (this.#office !== office) {
      stream.close(constants.NGHTTP2_CANCEL); // the lead was lost: it is not known what became of it
      return;
    }
    const { body, status, version, headers, closes, code } = response;
    stream.respond({ ":status": 200, [HEAD_FIELD]: packed({ status, version, headers, closes, code }) });
    stream.end(body);
  }
}

function lineOf(line: LeaderLine): string {
  return `${JSON.stringify(line)}\n`;
}

function refuse(stream: ServerHttp2Stream): void {
  stream.respond({ ":status": NOT_LEADING }, { endStream: true });
}
