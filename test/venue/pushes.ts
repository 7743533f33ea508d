import { createHmac } from "node:crypto";
import type { Key } from "./client.ts";
import { pongTo } from "./pong.ts";

/** A push as it came; of a private channel where it has a `msg`. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into pushes of every shape
export type Message = any;

/** A socket seen through Node's own client: every message but pings, which it answers, in order. */
export class Pushes {
  readonly messages: Message[] = [];
  /** Told of each as it comes. */
  onMessage: (message: Message) => void = () => {};
  readonly #socket: WebSocket;
  readonly #opened: Promise<void>;
  readonly closed: Promise<CloseEvent>;
  #wake: (() => void) | undefined;

  /** @param path with its beginning slash @param key of a private socket */
  constructor(wsUrl: string, path: string, key?: Key, timestamp = Date.now()) {
    const headers: Record<string, string> = { "User-Agent": "pushes" };
    if (key !== undefined) {
      headers["ACCESS-KEY"] = key.apiKey;
      headers["ACCESS-PASSPHRASE"] = key.passphrase;
      headers["ACCESS-TIMESTAMP"] = String(timestamp);
      headers["ACCESS-SIGN"] = createHmac("sha256", key.secret)
        .update(`${timestamp}${path}`)
        .digest("base64");
    }
    // Node's client takes headers, the browser's interface does not know them.
    this.#socket = new WebSocket(wsUrl + path, { headers } as unknown as string[]);
    this.#opened = new Promise((resolve, reject) => {
      this.#socket.addEventListener("open", () => resolve());
      this.#socket.addEventListener("error", () => reject(new Error(`no socket at ${path}`)));
    });
    this.closed = new Promise((resolve) => {
      this.#socket.addEventListener("close", (event) => {
        resolve(event);
        this.#wake?.();
      });
    });
    this.#socket.addEventListener("message", ({ data }) => {
      const message: Message = JSON.parse(data as string);
      const pong = pongTo(path, message);
      if (pong !== undefined) return this.send(pong);
      this.messages.push(message);
      this.onMessage(message);
      this.#wake?.();
    });
  }

  /** Subscribes, and resolves when every channel was acknowledged. */
  async subscribe(...channels: readonly string[]): Promise<this> {
    await this.#opened;
    for (const channel of channels) this.send({ event: "subscribe", channel });
    for (const channel of channels) {
      await this.until((each) => each.event === "subscribed" && each.channel === channel);
    }
    return this;
  }

  send(message: object | string): void {
    this.#socket.send(typeof message === "string" ? message : JSON.stringify(message));
  }

  /**
   * The first message that fits, of those that came and those to come. Rejects when the socket has ended
   * without one.
   */
  async until(fits: (message: Message) => boolean): Promise<Message> {
    for (let seen = 0; ; ) {
      for (; seen < this.messages.length; seen++) {
        if (fits(this.messages[seen])) return this.messages[seen];
      }
      if (this.#socket.readyState === WebSocket.CLOSED)
        throw new Error("the socket ended before that message");
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  /** Resolves when everything that left before the server answered this has come. */
  async caughtUp(): Promise<void> {
    const time = String(++Pushes.#pings);
    this.send({ event: "ping", time });
    await this.until((each) => each.event === "pong" && each.time === time);
  }
  static #pings = 0;

  close(): void {
    this.#socket.close();
  }
}
