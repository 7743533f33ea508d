import { createHmac, sign } from "node:crypto";
import type { Message } from "../sockets/listener.ts";
import { Listener } from "../sockets/listener.ts";
import type { Key } from "./stamp.ts";
import { stamp } from "./stamp.ts";

type Params = Readonly<Record<string, unknown>>;

/** The signature of a text: HMAC in hex digits with a secret, else base64 with the private half of a key. */
export function signatureOf(text: string, { secret }: Pick<Key, "secret">): string {
  if (!secret.includes("PRIVATE KEY")) return createHmac("sha256", secret).update(text).digest("hex");
  const isRsa = secret.length > 200;
  return sign(isRsa ? "sha256" : null, Buffer.from(text), secret).toString("base64");
}

/** A client of the WebSocket API of the fapi dialect, as small as they come. */
export class RequestSocket {
  readonly listener: Listener;
  readonly key: Key;
  readonly #now: () => number;
  #id = 0;

  private constructor(listener: Listener, key: Key, now: () => number) {
    this.listener = listener;
    this.key = key;
    this.#now = now;
  }

  /**
   * @param query of its address, with "?"
   * @param now what its requests are stamped with; wall time unless said
   */
  static async open(
    { port }: { readonly port: number },
    key: Key,
    { query = "", now = Date.now }: { readonly query?: string; readonly now?: () => number } = {},
  ): Promise<RequestSocket> {
    return new RequestSocket(await Listener.open(`ws://127.0.0.1:${port}/ws-fapi/v1${query}`), key, now);
  }

  /** Asks as it is, and waits for the answer. */
  async ask(method: string, params?: Params): Promise<Message> {
    const id = ++this.#id;
    this.listener.send({ id, method, ...(params && { params }) });
    return this.listener.find((message) => message.id === id || message.id === null); // null: it could not be read
  }

  /** Asks with a signature over the parameters. */
  askSigned(method: string, params: Params = {}): Promise<Message> {
    return this.ask(method, this.signed(params));
  }

  /** Parameters with key, time and signature. */
  signed(params: Params = {}): Params {
    const { apiKey } = this.key;
    const stamped = { apiKey, timestamp: stamp(this.key, this.#now), recvWindow: 30_000 };
    // What is sent: JSON leaves out what is undefined.
    const whole: Params = JSON.parse(JSON.stringify({ ...params, ...stamped }));
    const text = Object.keys(whole)
      .toSorted()
      .map((name) => `${name}=${textOf(whole[name])}`)
      .join("&");
    return { ...whole, signature: signatureOf(text, this.key) };
  }
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
