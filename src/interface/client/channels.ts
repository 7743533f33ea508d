import { VenueError } from "./failure.ts";
import { Feed } from "./feed.ts";
import type { LineState, SessionListener, SessionOptions } from "./socketSession.ts";
import { SocketSession } from "./socketSession.ts";
import { afterSilence, type Timing } from "./timing.ts";

/** The meaning of a venue's message about channels; `undefined` for other messages. */
export type ChannelEvent =
  | { readonly type: "pushed"; readonly channel: string }
  | { readonly type: "subscribed"; readonly channel: string }
  | { readonly type: "unsubscribed"; readonly channel: string }
  | { readonly type: "refused"; readonly channel: string; readonly code: string; readonly msg: string }
  /** The venue asks whether the client is still there; `answer` is the reply. */
  | { readonly type: "pinged"; readonly answer: string }
  /** The answer to a ping of this client. */
  | { readonly type: "echoed"; readonly time: string }
  | undefined;

/** How a version of the interface subscribes and answers. @typeParam M a message, read as JSON */
export interface Dialect<M> {
  subscribe(channel: string): string;
  unsubscribe(channel: string): string;
  /** @param time comes back with the answer; undefined where nobody waits for it */
  ping(time?: string): string;
  read(message: M): ChannelEvent;
  /** Whether a channel's snapshot comes before the acknowledgement of its subscription, and not after it. */
  readonly snapshotComesFirst: boolean;
  /**
   * Whether the venue closes a connection that has no subscriptions; then the next subscription opens one.
   */
  readonly venueClosesIdle: boolean;
}

/** Called with what comes on a channel. */
export interface ChannelReader<M> {
  /**
   * Pushes begin, or begin again after the connection was lost or the channel was renewed; earlier pushes no
   * longer count.
   *
   * @param isShared whether the channel had begun for others: then no snapshot comes before it is renewed
   */
  begun(isShared: boolean): void;
  push(message: M): void;
  /** Nothing was heard on the open connection for some seconds, or something was heard again. */
  doubted?(isDoubtful: boolean): void;
  /** The connection was lost; {@link begun} follows. */
  lost(): void;
  /** There will be no more pushes: the venue refused the channel, or this client was closed. */
  ended(error: Error | undefined): void;
}

/** The most channels that the venue allows on one connection. */
export const CHANNELS_MAX = 100;

/**
 * The channels of one socket: subscribes to the wanted ones, again after each reconnection, and passes pushes
 * to the channel's readers. Any number of readers share one subscription.
 */
export class Channels<M extends object> {
  readonly #session: SocketSession;
  readonly #connection: Connection;
  readonly #path: string;
  readonly #dialect: Dialect<M>;
  readonly #channels = new Map<string, Channel<M>>();
  readonly #echoes = new Map<string, (error?: Error) => void>();
  #lastEcho = 0;

  /**
   * @param path "/v2/ws/public"
   * @param options.timeoutMs how long an acknowledgement or an echo may take
   */
  constructor(
    path: string,
    options: Omit<SessionOptions, "ping"> & { readonly timeoutMs: number },
    dialect: Dialect<M>,
  ) {
    this.#path = path;
    this.#dialect = dialect;
    const { timing, timeoutMs } = options;
    this.#connection = { send: (text) => this.#session.send(text), timing, timeoutMs };
    const listener: SessionListener = {
      opened: () => this.#opened(),
      message: (text) => this.#message(text),
      doubted: (isDoubtful) => {
        for (const channel of this.#channels.values()) channel.doubted(isDoubtful);
      },
      lost: (reason) => this.#lost(reason),
      failed: (error) => this.#end(error),
    };
    this.#session = new SocketSession({ ...options, ping: () => dialect.ping() }, listener);
  }

  /** How the connection stands. */
  get line(): LineState {
    return this.#session.line;
  }

  /**
   * Reads a channel from the acknowledgement on.
   *
   * @returns how to stop
   * @throws VenueError if the venue refuses the channel
   */
  async read(name: string, reader: ChannelReader<M>): Promise<() => void> {
    await this.#session.open();
    if (this.#session.isClosed) throw new Error(`${name}: the client was closed`);
    let channel = this.#channels.get(name);
    if (channel === undefined) {
      if (this.#channels.size >= CHANNELS_MAX) {
        throw new Error(`${name}: a connection carries ${CHANNELS_MAX} channels at most; use another client`);
      }
      channel = new Channel(name, this.#dialect, this.#connection);
      this.#channels.set(name, channel);
    }
    const joined = channel.join(reader);
    if (this.#session.isOpen) channel.settle();
    try {
      await joined;
    } catch (error) {
      this.#leave(channel, reader);
      throw error;
    }
    return () => this.#leave(channel, reader);
  }

  /** Asks the venue to start a channel anew, with a snapshot if it has one. */
  renew(name: string): void {
    this.#channels.get(name)?.renew();
  }

  /**
   * Resolves when everything has arrived that the venue sent before it read this, with the round-trip time in
   * ms. Rejects if the connection is lost meanwhile ({@link ConnectionLost}).
   */
  async echo(): Promise<number> {
    await this.#session.open();
    if (this.#session.isClosed) throw new Error("the client was closed");
    const { send, timing, timeoutMs } = this.#connection;
    this.#lastEcho = Math.max(Math.round(timing.wallMs()), this.#lastEcho + 1);
    const time = String(this.#lastEcho);
    const sentMs = timing.monotonicMs();
    const echoed = new Promise<void>((resolve, reject) => {
      this.#echoes.set(time, (error) => (error === undefined ? resolve() : reject(error)));
    });
    const cancel = afterSilence(timing, timeoutMs, () =>
      this.#echoed(time, new Error(`no pong within ${timeoutMs} ms`)),
    );
    send(this.#dialect.ping(time));
    await echoed.finally(cancel);
    return timing.monotonicMs() - sentMs;
  }

  /** Drops the connection on purpose; it is opened again, as after any loss. */
  drop(): void {
    this.#session.drop("dropped by this client");
  }

  close(): void {
    this.#session.close();
    this.#end(undefined);
  }

  #leave(channel: Channel<M>, reader: ChannelReader<M>): void {
    channel.leave(reader);
    if (this.#session.isOpen) channel.settle();
    this.#tidy(channel);
  }

  #tidy(channel: Channel<M>): void {
    if (channel.isIdle && this.#channels.get(channel.name) === channel) this.#channels.delete(channel.name);
  }

  #opened(): void {
    for (const channel of this.#channels.values()) channel.settle();
  }

  #lost(reason: string): void {
    this.#endEchoes(new ConnectionLost(reason));
    for (const channel of this.#channels.values()) {
      channel.lost();
      this.#tidy(channel);
    }
    if (this.#dialect.venueClosesIdle && this.#channels.size === 0) this.#session.close();
  }

  #end(error: Error | undefined): void {
    this.#endEchoes(error ?? new Error("the client was closed"));
    const channels = [...this.#channels.values()];
    this.#channels.clear();
    for (const channel of channels) channel.end(error);
  }

  #endEchoes(error: Error): void {
    for (const time of [...this.#echoes.keys()]) this.#echoed(time, error);
  }

  #echoed(time: string, error?: Error): void {
    this.#echoes.get(time)?.(error);
    this.#echoes.delete(time);
  }

  #message(text: string): void {
    const message = parsed(text);
    if (message === undefined) return this.#session.drop("it carried what is no message");
    const event = this.#dialect.read(message as M);
    if (event === undefined) return;
    if (event.type === "pinged") return this.#session.send(event.answer);
    if (event.type === "echoed") return this.#echoed(event.time);
    const channel = this.#channels.get(event.channel);
    if (channel === undefined) return;
    if (event.type === "pushed") channel.push(message as M);
    else if (event.type === "subscribed") channel.subscribed();
    else if (event.type === "unsubscribed") channel.unsubscribed();
    else if (event.type === "refused") channel.refused(this.#refusal(event));
    this.#tidy(channel);
  }

  #refusal({ channel, code, msg }: Extract<ChannelEvent, { type: "refused" }>): VenueError {
    const request = { method: "subscribe", path: this.#path, query: channel, body: "" };
    return new VenueError({ code, msg, status: 0, request });
  }
}

/** A channel as a feed, once the venue has acknowledged it. @param fill adds what a message holds */
export async function feedOf<M extends object, T>(
  channels: Channels<M>,
  name: string,
  fill: (message: M, feed: Feed<T>) => void,
): Promise<Feed<T>> {
  let leave = (): void => {};
  const feed = new Feed<T>(name, () => leave());
  leave = await channels.read(name, {
    begun() {},
    push: (message) => fill(message, feed),
    lost() {},
    ended: (error) => feed.end(error),
  });
  return feed;
}

/** The connection is lost, and will be opened again. */
export class ConnectionLost extends Error {
  override readonly name = "ConnectionLost";

  constructor(reason: string) {
    super(`the connection was lost: ${reason}`);
  }
}

/**
 * A message as an object; `undefined` where it is no JSON object, which only something that is not a venue
 * sends.
 */
function parsed(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** What channels ask on, and how long they wait for an answer there. */
interface Connection {
  readonly send: (text: string) => void;
  readonly timeoutMs: number;
  readonly timing: Timing;
}

/**
 * One channel of the connection.
 *
 * ```
 *   off ──subscribe──▶ asked ──acknowledged──▶ on ──unsubscribe──▶ left ──acknowledged──▶ off
 *                        ▲                     │
 *                        └──subscribe again────┘     lost connection: from anywhere to off
 * ```
 */
class Channel<M> {
  readonly name: string;
  readonly #dialect: Dialect<M>;
  readonly #connection: Connection;
  /** Ends the wait for the acknowledgement of what was asked on the present connection. */
  #cancelWait = (): void => {};
  #state: "off" | "asked" | "on" | "left" = "off";
  readonly #readers = new Map<ChannelReader<M>, ((error?: Error) => void) | undefined>();
  /** Pushes that came before the acknowledgement, where the snapshot does. */
  #early: M[] = [];

  constructor(name: string, dialect: Dialect<M>, connection: Connection) {
    this.name = name;
    this.#dialect = dialect;
    this.#connection = connection;
  }

  get isIdle(): boolean {
    return this.#readers.size === 0 && this.#state === "off";
  }

  /** Resolves with the acknowledgement after which this reader's pushes begin. */
  join(reader: ChannelReader<M>): Promise<void> {
    if (this.#state === "on") {
      this.#readers.set(reader, undefined);
      reader.begun(true);
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      this.#readers.set(reader, (error) => (error === undefined ? resolve() : reject(error)));
    });
  }

  leave(reader: ChannelReader<M>): void {
    this.#readers.delete(reader);
  }

  /** Subscribes or unsubscribes as is wanted; called while a connection is open. */
  settle(): void {
    const isWanted = this.#readers.size > 0;
    if (this.#state === "off" && isWanted) this.#subscribe();
    else if (this.#state === "on" && !isWanted) {
      this.#state = "left";
      this.#ask(this.#dialect.unsubscribe(this.name));
    }
  }

  /**
   * Starts the channel anew by subscribing again. Pushes of the previous subscription that are still under
   * way are dropped.
   */
  renew(): void {
    if (this.#state === "on") this.#subscribe();
  }

  #subscribe(): void {
    this.#state = "asked";
    this.#early = [];
    this.#ask(this.#dialect.subscribe(this.name));
  }

  /**
   * Asks a question. A lost connection takes the question with it: it is asked again on the next, and has its
   * time anew.
   */
  #ask(text: string): void {
    const { send, timing, timeoutMs } = this.#connection;
    send(text);
    this.#cancelWait();
    this.#cancelWait = afterSilence(timing, timeoutMs, () => {
      this.#state = "off";
      const error = new Error(`${this.name}: no acknowledgement within ${timeoutMs} ms`);
      for (const [reader, waiting] of this.#readers) {
        if (waiting === undefined) continue;
        this.#readers.delete(reader);
        waiting(error);
      }
      this.settle(); // who had the channel before it was renewed still wants it
    });
  }

  push(message: M): void {
    if (this.#state === "asked" && this.#dialect.snapshotComesFirst) this.#early.push(message);
    if (this.#state !== "on") return;
    for (const [reader, waiting] of this.#readers) if (waiting === undefined) reader.push(message);
  }

  subscribed(): void {
    if (this.#state !== "asked") return;
    this.#cancelWait();
    this.#state = "on";
    for (const [reader, waiting] of this.#readers) {
      this.#readers.set(reader, undefined);
      reader.begun(false);
      for (const message of this.#early) reader.push(message);
      waiting?.();
    }
    this.#early = [];
    this.settle();
  }

  unsubscribed(): void {
    if (this.#state !== "left") return;
    this.#cancelWait();
    this.#state = "off";
    this.settle();
  }

  refused(error: Error): void {
    if (this.#state !== "asked") return;
    this.#state = "off";
    this.end(error);
  }

  doubted(isDoubtful: boolean): void {
    for (const [reader, waiting] of this.#readers) if (waiting === undefined) reader.doubted?.(isDoubtful);
  }

  lost(): void {
    this.#cancelWait();
    this.#state = "off";
    for (const [reader, waiting] of this.#readers) if (waiting === undefined) reader.lost();
  }

  end(error: Error | undefined): void {
    this.#cancelWait();
    const readers = [...this.#readers];
    this.#readers.clear();
    for (const [reader, waiting] of readers) {
      if (waiting === undefined) reader.ended(error);
      else waiting(error ?? new Error(`${this.name}: the client was closed`));
    }
  }
}
