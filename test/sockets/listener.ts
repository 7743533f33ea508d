import { createHmac } from "node:crypto";
import { once } from "node:events";
import type { Key } from "../venue/client.ts";
import { pongTo } from "../venue/pong.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests look into messages of every shape
export type Message = any;

/** How a socket ended. */
export interface Ended {
  readonly code: number;
  readonly reason: string;
}

export interface ListenerOptions {
  /**
   * Whether the venue's pings are kept as other messages are; without it they are answered, as every client
   * does, however long a test takes.
   */
  readonly keepsPings?: boolean;
}

/**
 * A client on the WebSocket of the platform, which shares no code with the server's library. It keeps what it
 * receives until somebody asks for it.
 */
export class Listener {
  readonly ended: Promise<Ended>;
  readonly socket: WebSocket;
  readonly #received: Message[] = [];
  #wanted: (() => void) | undefined;

  static async open(
    url: string,
    headers: Readonly<Record<string, string>> = {},
    options: ListenerOptions = {},
  ): Promise<Listener> {
    const listener = new Listener(url, headers, options);
    await Promise.race([once(listener.socket, "open"), once(listener.socket, "error").then(refused)]);
    return listener;
  }

  private constructor(
    url: string,
    headers: Readonly<Record<string, string>>,
    { keepsPings = false }: ListenerOptions,
  ) {
    this.socket = new WebSocket(url, { headers: { "User-Agent": "test", ...headers } } as never);
    this.socket.addEventListener("message", ({ data }) => {
      const message: Message = JSON.parse(data as string);
      const pong = keepsPings ? undefined : pongTo(url, message);
      if (pong !== undefined) return this.send(pong);
      this.#received.push(message);
      this.#wanted?.();
    });
    this.ended = new Promise((resolve) => {
      this.socket.addEventListener("close", ({ code, reason }) => {
        resolve({ code, reason });
        this.#wanted?.();
      });
    });
  }

  send(message: object | string): void {
    this.socket.send(typeof message === "string" ? message : JSON.stringify(message));
  }

  /** Subscribes, and takes the acknowledgement. */
  async subscribe(channel: string): Promise<void> {
    this.send({ event: "subscribe", channel });
    await this.find((message) => message.event === "subscribed" && message.channel === channel);
  }

  async unsubscribe(channel: string): Promise<void> {
    this.send({ event: "unsubscribe", channel });
    await this.find((message) => message.event === "unsubscribed" && message.channel === channel);
  }

  /** The next message. */
  next(): Promise<Message> {
    return this.find(() => true);
  }

  /** The first message yet unread that is meant; what came before it stays unread. */
  async find(isMeant: (message: Message) => boolean): Promise<Message> {
    for (;;) {
      const at = this.#received.findIndex(isMeant);
      if (at >= 0) return this.#received.splice(at, 1)[0];
      if (this.socket.readyState >= WebSocket.CLOSING)
        throw new Error("the socket closed before that message");
      await new Promise<void>((resolve) => {
        this.#wanted = resolve;
      });
    }
  }

  /** Everything yet unread, at once. */
  take(): readonly Message[] {
    return this.#received.splice(0);
  }

  async close(): Promise<void> {
    this.socket.close();
    await this.ended;
  }
}

/** The headers of a private handshake. */
export function signed(
  { apiKey, secret, passphrase }: Key,
  time = Date.now(),
  path = "/v2/ws/private",
): Record<string, string> {
  const signature = createHmac("sha256", secret).update(`${time}${path}`).digest("base64");
  return {
    "ACCESS-KEY": apiKey,
    "ACCESS-PASSPHRASE": passphrase,
    "ACCESS-TIMESTAMP": String(time),
    "ACCESS-SIGN": signature,
  };
}

function refused(): never {
  throw new Error("the handshake was refused");
}
