import type { Clock, Timer } from "../../../kernel/host/clock.ts";
import type { NodeAddress } from "../../../kernel/journal/clusterLog.ts";
import type { Response, Share, StreamsTold, WholeRequest } from "../../../service/gateway/index.ts";
import type { FollowerLine, Heartbeat, LeaderLine } from "./protocol.ts";
import { readObject } from "./protocol.ts";
import type { LinkConnection, Wire } from "./wire.ts";
import { NotTaken } from "./wire.ts";

export interface LeaderLinkOptions {
  readonly wire: Wire;
  readonly leader: NodeAddress;
  readonly self: NodeAddress;
  readonly clock: Clock;
  /** A leader that says nothing for this long, ms, is not reached, whatever the connection looks like. */
  readonly silentMs: number;
  /** Called with each thing that the leader says of itself; the link is up from the first on. */
  readonly onHeartbeat: (heartbeat: Heartbeat) => void;
  /**
   * Called with each frame that the leader has appended, as the log stores it, before the leader says that
   * the frame is durable.
   */
  readonly onFrame: (stored: Uint8Array) => void;
  /** Called with what clients have used at other nodes. */
  readonly onUsed: (shares: readonly Share[]) => void;
  /** Called with how long user data streams live. */
  readonly onStreams: (told: StreamsTold) => void;
  /** See {@link LinkPeer.onOtherLink}. */
  readonly onOtherLink: (why: string) => void;
  /** Called once when the link has ended, for whatever reason, and not after {@link LeaderLink.close}. */
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
  readonly #connection: LinkConnection;
  #isUp = false;
  #isOver = false;
  #heardMs: number;
  #watching: Timer;
  #asked = 0;
  readonly #questions = new Map<number, Question>();
  /** The question for the durable head that all callers in this turn of the event loop share. */
  #next: Promise<number> | undefined;

  constructor(options: LeaderLinkOptions) {
    const { wire, leader, self, clock } = options;
    this.#options = options;
    this.leader = leader;
    this.#heardMs = clock.monotonicMs();
    this.#connection = wire.connect(leader.address, self, {
      onLine: (line) => this.#heard(readObject(line)),
      onOtherLink: (why) => options.onOtherLink(why),
      onEnd: (why) => this.#end(why),
    });
    this.#watching = this.#watch(options.silentMs);
  }

  /** Whether the leader has said that it leads. */
  get isUp(): boolean {
    return this.#isUp && !this.#isOver;
  }

  /**
   * The leader's durable head, as it is after this call. All who ask in one turn of the loop share a
   * question.
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
        this.#send({ ask: id });
      });
    });
    return this.#next;
  }

  /** Tells the leader how far this node is. */
  report(seq: number): void {
    if (this.isUp) this.#send({ at: seq });
  }

  /**
   * Tells the leader, and by it the other nodes, what clients have used here; false while the link is not up.
   */
  share(used: readonly Share[]): boolean {
    if (this.isUp) this.#send({ used });
    return this.isUp;
  }

  /** Passes a client's request on to the leader. @throws NotTaken, Unanswered */
  request(request: WholeRequest): Promise<Response> {
    return this.isUp ? this.#connection.request(request) : Promise.reject(new NotTaken("no node leads"));
  }

  /** Ends the link; whoever waits for an answer hears that there is none. */
  close(): void {
    this.#isOver = true;
    this.#watching.clear();
    this.#connection.close();
    for (const { reject } of this.#questions.values()) reject(new NotTaken("the leader has gone"));
    this.#questions.clear();
  }

  #send(line: FollowerLine): void {
    this.#connection.send(JSON.stringify(line));
  }

  #heard(line: LeaderLine | undefined): void {
    if (this.#isOver) return;
    if (line === undefined) {
      this.#end("it has said what this node cannot read");
      return;
    }
    this.#heardMs = this.#options.clock.monotonicMs();
    if ("answer" in line) {
      const { answer, seq } = line;
      const question = this.#questions.get(answer);
      this.#questions.delete(answer);
      question?.resolve(seq);
      return;
    }
    if ("frame" in line) {
      this.#options.onFrame(Buffer.from(line.frame, "base64"));
      return;
    }
    if ("used" in line) {
      this.#options.onUsed(line.used);
      return;
    }
    if ("streams" in line) {
      this.#options.onStreams(line.streams);
      return;
    }
    this.#isUp = true;
    this.#options.onHeartbeat(line);
  }

  /**
   * Ends the link once the leader has given no sign of life for `silentMs`: where no data comes through, this
   * side may never be told that the connection ended.
   */
  #watch(leftMs: number): Timer {
    const { clock, silentMs } = this.#options;
    return clock.setTimer(leftMs, () => {
      const moreMs = this.#heardMs + silentMs - clock.monotonicMs();
      if (moreMs > 0) this.#watching = this.#watch(moreMs);
      else this.#end(`it has said nothing for ${silentMs} ms`);
    });
  }

  #end(why: string): void {
    if (this.#isOver) return;
    this.close();
    this.#options.onEnd(why);
  }
}
