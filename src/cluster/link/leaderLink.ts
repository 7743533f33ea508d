import type {
  ClientHttp2Session,
  ClientHttp2Stream,
  IncomingHttpHeaders,
  IncomingHttpStatusHeader,
} from "node:http2";
import { connect, constants } from "node:http2";
import type { Response, Share, WholeRequest } from "../../gateway/index.ts";
import type { NodeAddress } from "../../journal/clusterLog.ts";
import type { AnswerHead, FollowerLine, LeaderLine, Standing } from "./protocol.ts";
import {
  clientSecurity,
  FOLLOW_PATH,
  HEAD_FIELD,
  lines,
  NODE_FIELD,
  NOT_LEADING,
  packed,
  REQUEST_PATH,
  unpacked,
} from "./protocol.ts";

/** The leader did not take a request: it did nothing. */
export class NotTaken extends Error {
  override readonly name = "NotTaken";
}

/** A request was sent and not answered: whether it was carried out is not known. */
export class Unanswered extends Error {
  override readonly name = "Unanswered";
}

export interface LeaderLinkOptions {
  readonly leader: NodeAddress;
  readonly self: NodeAddress;
  readonly key: Uint8Array;
  /** Called with each thing that the leader says of itself; the link is up from the first on. */
  readonly onStanding: (standing: Standing) => void;
  /** Called with what clients have used at other nodes. */
  readonly onUsed: (shares: readonly Share[]) => void;
  /** The link has ended, for whatever reason; called once, and not after {@link LeaderLink.close}. */
  readonly onEnd: (why: string) => void;
}

interface Question {
  readonly resolve: (seq: number) => void;
  readonly reject: (reason: Error) => void;
}

/** A follower's connection to the node that leads. */
export class LeaderLink {
  readonly leader: NodeAddress;
  readonly #options: LeaderLinkOptions;
  readonly #session: ClientHttp2Session;
  readonly #stream: ClientHttp2Stream;
  #isUp = false;
  #isOver = false;
  #asked = 0;
  readonly #questions = new Map<number, Question>();
  /** The question that those who ask in this turn of the loop share. */
  #next: Promise<number> | undefined;

  constructor(options: LeaderLinkOptions) {
    this.#options = options;
    this.leader = options.leader;
    this.#session = connect(`https://${options.leader.address}`, clientSecurity(options.key));
    this.#session.on("error", (error) => this.#end(error.message));
    this.#session.on("close", () => this.#end("the connection was closed"));
    this.#session.on("goaway", () => this.#end("the node goes away"));
    const { node, address } = options.self;
    this.#stream = this.#session.request(
      { ":method": "POST", ":path": FOLLOW_PATH, [NODE_FIELD]: `${node} ${address}` },
      { endStream: false },
    );
    this.#stream.on("error", (error) => this.#end(error.message));
    this.#stream.on("close", () => this.#end("the node does not lead"));
    this.#stream.on("response", (headers) => {
      if (headers[":status"] !== 200) this.#end("the node does not lead");
    });
    this.#stream.setEncoding("utf8");
    this.#stream.on(
      "data",
      lines((line) => this.#heard(JSON.parse(line) as LeaderLine)),
    );
  }

  /** Whether the leader has said that it leads. */
  get isUp(): boolean {
    return this.#isUp && !this.#isOver;
  }

  /**
   * The leader's durable head, as it is after this call. All who ask in one turn of the loop share a question.
   */
  head(): Promise<number> {
    this.#next ??= new Promise((resolve, reject) => {
      setImmediate(() => {
        this.#next = undefined;
        if (!this.isUp) {
          reject(new NotTaken("no node leads"));
          return;
        }
        const id = ++this.#asked;
        this.#questions.set(id, { resolve, reject });
        this.#say({ ask: id });
      });
    });
    return this.#next;
  }

  /** Tells the leader how far this node is. */
  report(seq: number): void {
    if (this.isUp) this.#say({ at: seq });
  }

  /** Tells the leader, and by it the other nodes, what clients have used here; false while the link is not up. */
  share(used: readonly Share[]): boolean {
    if (this.isUp) this.#say({ used });
    return this.isUp;
  }

  /** @throws NotTaken, Unanswered */
  request({ body, ...head }: WholeRequest): Promise<Response> {
    if (!this.isUp) return Promise.reject(new NotTaken("no node leads"));
    const stream = this.#session.request(
      { ":method": "POST", ":path": REQUEST_PATH, [HEAD_FIELD]: packed(head) },
      { endStream: false },
    );
    stream.end(body);
    return answerOf(stream);
  }

  /** Ends it; who waits for an answer hears that there is none. */
  close(): void {
    this.#isOver = true;
    this.#session.destroy();
    this.#refuseQuestions();
  }

  #say(line: FollowerLine): void {
    this.#stream.write(`${JSON.stringify(line)}\n`);
  }

  #heard(line: LeaderLine): void {
    if (this.#isOver) return;
    if ("answer" in line) {
      const { answer, seq } = line;
      const question = this.#questions.get(answer);
      this.#questions.delete(answer);
      question?.resolve(seq);
      return;
    }
    if ("used" in line) {
      this.#options.onUsed(line.used);
      return;
    }
    this.#isUp = true;
    this.#options.onStanding(line);
  }

  #end(why: string): void {
    if (this.#isOver) return;
    this.close();
    this.#options.onEnd(why);
  }

  #refuseQuestions(): void {
    for (const { reject } of this.#questions.values()) reject(new NotTaken("the leader has gone"));
    this.#questions.clear();
  }
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
      if (headers?.[":status"] === 200) resolve({ ...unpacked<AnswerHead>(headers[HEAD_FIELD]), body });
    });
    stream.on("close", () => {
      const isRefused =
        headers?.[":status"] === NOT_LEADING || stream.rstCode === constants.NGHTTP2_REFUSED_STREAM;
      reject(isRefused ? new NotTaken("the node does not lead") : new Unanswered("the leader has gone"));
    });
  });
}
