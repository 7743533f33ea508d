import type { NodeAddress } from "../../../kernel/journal/clusterLog.ts";
import type { Response, Share, StreamsTold, WholeRequest } from "../../../service/gateway/index.ts";
import type { Follower, FollowerLine, Heartbeat, LeaderLine } from "./protocol.ts";
import { readObject } from "./protocol.ts";
import type { Channel, ChannelListener, LinkService } from "./wire.ts";

/** What a node does for the others while it leads. */
export interface LeaderService {
  heartbeat(): Heartbeat;
  /** How long all user data streams live. */
  streams(): StreamsTold;
  /** The last durable sequence number; `undefined` while it is not certain that this node leads. */
  head(): number | undefined;
  answer(request: WholeRequest): Promise<Response>;
}

/** Bytes that may wait for a follower to read them: some ten thousand announcements. */
const BACKLOG_MAX_BYTES = 1024 * 1024;

/** Frames of more bytes are not sent: a follower reads them from the log. */
const FRAME_SENT_MAX_BYTES = 64 * 1024;

/**
 * What a node does for those that reach it. It serves while it has a {@link LeaderService}; else everybody is
 * told that it does not lead.
 */
export class LinkServer implements LinkService {
  readonly #followers = new Map<Channel, Follower & { seq: number }>();
  readonly #onUsed: (shares: readonly Share[]) => void;
  #service: LeaderService | undefined;
  #isAnnouncing = false;

  /** @param onUsed called with what clients have used at a node that follows */
  constructor(onUsed: (shares: readonly Share[]) => void) {
    this.#onUsed = onUsed;
  }

  /** The nodes that follow this one. */
  get followers(): readonly Follower[] {
    return [...this.#followers.values()].map((each) => ({ ...each }));
  }

  /** Serves the others from now on; with `undefined` no more, and who follows is told. */
  serve(service: LeaderService | undefined): void {
    this.#service = service;
    if (service !== undefined) return;
    for (const channel of this.#followers.keys()) channel.close();
    this.#followers.clear();
  }

  /**
   * Tells the followers that something is durable, or that the clock has changed, once for all that happens
   * in a turn of the loop.
   */
  announce(): void {
    if (this.#isAnnouncing || this.#followers.size === 0) return;
    this.#isAnnouncing = true;
    setImmediate(() => {
      this.#isAnnouncing = false;
      if (this.#service === undefined) return;
      this.#broadcast(lineOf(this.#service.heartbeat()));
    });
  }

  /** Sends the followers a frame that was appended, as it is stored. */
  send(stored: Uint8Array): void {
    if (this.#followers.size === 0 || stored.length > FRAME_SENT_MAX_BYTES) return;
    const { buffer, byteOffset, length } = stored;
    this.#broadcast(lineOf({ frame: Buffer.from(buffer, byteOffset, length).toString("base64") }));
  }

  /** Sends a sign of life, and who follows. */
  sendHeartbeat(): void {
    if (this.#service === undefined) return;
    this.#broadcast(lineOf({ ...this.#service.heartbeat(), followers: this.followers }));
  }

  /** Tells the followers what clients have used here. */
  share(used: readonly Share[]): void {
    this.#broadcast(lineOf({ used }));
  }

  /** Tells the followers how long user data streams live that were prolonged or ended here. */
  tellStreams(streams: StreamsTold): void {
    this.#broadcast(lineOf({ streams }));
  }

  follow(who: NodeAddress, channel: Channel): ChannelListener | undefined {
    const service = this.#service;
    if (service === undefined) return undefined;
    // A node that comes again has left its former connection without a word.
    for (const [former, { node }] of this.#followers) if (node === who.node) former.cut();
    const follower = { ...who, seq: 0 };
    this.#followers.set(channel, follower);
    channel.send(lineOf(service.heartbeat()));
    channel.send(lineOf({ streams: service.streams() }));
    return {
      onClose: () => this.#followers.delete(channel),
      onLine: (line) => {
        const message = readObject<FollowerLine>(line);
        if (message === undefined) {
          channel.cut();
          return;
        }
        if ("at" in message) {
          follower.seq = message.at;
          return;
        }
        if ("used" in message) {
          this.#onUsed(message.used);
          this.#broadcast(line, channel);
          return;
        }
        const seq = this.#service?.head();
        // Whoever asks waits until this node is certain again, or has lost the lead, which ends the channel.
        if (seq !== undefined) channel.send(lineOf({ answer: message.ask, seq }));
      },
    };
  }

  answer(request: WholeRequest): Promise<Response | undefined> | undefined {
    const service = this.#service;
    // What is known of the request goes with the lead, where that is lost meanwhile.
    return service?.answer(request).then((response) => (this.#service === service ? response : undefined));
  }

  /**
   * Sends a line to the followers. A follower that does not read is let go; it connects again when it can.
   *
   * @param but the follower that the line came from
   */
  #broadcast(line: string, but?: Channel): void {
    for (const channel of this.#followers.keys()) {
      if (channel === but) continue;
      if (channel.backlogBytes > BACKLOG_MAX_BYTES) channel.cut();
      else channel.send(line);
    }
  }
}

function lineOf(line: LeaderLine): string {
  return JSON.stringify(line);
}
