import { randomUUID } from "node:crypto";
import { WireError } from "../../../../interface/wire/index.ts";
import type { Greeting, Result, Stands } from "../../../../interface/wire/v3/sockets/index.ts";
import { depthLevels, klinePrices } from "../../../../interface/wire/v3/sockets/index.ts";
import type { TimeMs } from "../../../../kernel/core/index.ts";
import type { Clock } from "../../../../kernel/host/clock.ts";
import { parseBody } from "../../http/json.ts";
import type { Limits } from "../../limits/limits.ts";
import type { SocketAccess } from "../apiVersion.ts";
import type { Channel, ChannelBook } from "../channels.ts";
import { ChannelError } from "../channels.ts";
import type { Connection, Session } from "../connection.ts";
import { CLOSE_POLICY, CLOSE_UNREADABLE, UNREADABLE_MAX } from "../connection.ts";
import { momentOf } from "../moment.ts";
import { Subscriptions } from "../subscriptions.ts";

/** The longest name that is looked up as a stream. */
const STREAM_CHARS_MAX = 128;
/** The longest id that is echoed, and the longest part of a text that is not understood. */
const ID_CHARS_MAX = 64;

/** `JSON` as it is in Node.js, which the types do not know yet: it can give a value's source text. */
interface RawJson {
  readonly rawJSON: string;
}
declare global {
  interface JSON {
    rawJSON(text: string): RawJson;
    isRawJSON(value: unknown): value is RawJson;
  }
}

/** The id of a request that is echoed, if there is one. */
interface Echo {
  readonly id?: string | RawJson;
}
type Echoed<T> = Omit<T, "id"> & Echo;

/**
 * The session of one V3 connection: `method`, `params`, `id`. A request that names several streams gets all
 * of them or, where one of them is refused, none.
 *
 * | Message | Answer |
 * |---|---|
 * | SUBSCRIBE, UNSUBSCRIBE and `params` | `{"result":true,"id":…}`; or `result` false and why |
 * | PING | `{"result":true,"id":…}` |
 * | PONG | the same where it has an id: clients exist that wait for it |
 * | READY and `until` | `{"event":"ready","time":…}`, once time stands for it again (clock run max) |
 * | anything else | `result` false; more than {@link UNREADABLE_MAX} of these close the connection |
 */
export class V3Session implements Session {
  readonly #connection: Connection;
  readonly #streams: ChannelBook;
  /** By the full name of the stream. */
  readonly #subscriptions: Subscriptions;
  #unreadable = 0;
  /** Whether the client has ever said that it is ready. */
  #isReady = false;

  constructor(
    connection: Connection,
    streams: ChannelBook,
    { access, limits, clock }: { access: SocketAccess; limits: Limits; clock: Clock },
  ) {
    this.#connection = connection;
    this.#streams = streams;
    this.#subscriptions = new Subscriptions(connection, limits, clock);
    const greeting = { cid: randomUUID(), time: String(clock.wallMs()) };
    this.#send(
      access === "public" ? { ...greeting, event: "connected" } : { ...greeting, type: "connected" },
    );
  }

  received(message: Uint8Array): void {
    const text = Buffer.from(message).toString("utf8");
    const { method, params, id, until } = read(message, text);
    const echo = echoOf(id);
    if (echo === undefined)
      this.#refuse(
        `INVALID_ARGUMENT: id must be a number or a text of at most ${ID_CHARS_MAX} characters`,
        {},
      );
    else if (method === "SUBSCRIBE" || method === "UNSUBSCRIBE") this.#operate(method, params, echo);
    else if (method === "PING") this.#send({ result: true, ...echo });
    else if (method === "PONG") {
      this.#connection.answered();
      if (echo.id !== undefined) this.#send({ result: true, ...echo });
    } else if (method === "READY") this.#ready(until, echo);
    else this.#refuseUnreadable(text, echo);
  }

  stand(time: TimeMs): void {
    this.#send({ event: "ready", time: String(time) });
  }

  /** Closes a connection without subscriptions, unless its client holds market time back. */
  beat(): void {
    if (this.#subscriptions.isEmpty && !this.#isReady)
      this.#connection.close(CLOSE_POLICY, "no subscription for a minute");
  }

  closed(): void {
    this.#subscriptions.leaveAll();
  }

  #ready(until: unknown, echo: Echo): void {
    const time = momentOf(until);
    if (until !== undefined && time === undefined) {
      this.#refuse("INVALID_ARGUMENT: until must be Unix ms", echo);
      return;
    }
    this.#isReady = true;
    this.#connection.ready(time);
  }

  #operate(method: "SUBSCRIBE" | "UNSUBSCRIBE", params: unknown, echo: Echo): void {
    const streams = streamsOf(params);
    if (streams === undefined) {
      this.#refuse("INVALID_ARGUMENT: params is required: an array of streams", echo);
      return;
    }
    try {
      if (method === "SUBSCRIBE") this.#subscribe(streams);
      else this.#unsubscribe(streams);
      this.#send({ result: true, ...echo });
    } catch (cause) {
      if (cause instanceof ChannelError) this.#refuse(`INVALID_ARGUMENT: ${cause.message}`, echo);
      else if (cause instanceof WireError) this.#refuse(cause.message, echo);
      else throw cause;
    }
  }

  #subscribe(streams: readonly string[]): void {
    const channels = new Map<string, Channel>();
    for (const stream of streams) {
      this.#subscriptions.count();
      channels.set(nameOf(stream), this.#find(stream));
    }
    this.#subscriptions.checkRoom(channels.keys());
    for (const [name, channel] of channels) this.#subscriptions.join(name, channel);
  }

  #unsubscribe(streams: readonly string[]): void {
    // One that is held may have gone meanwhile, with its contract; any other must be one.
    for (const stream of streams) if (!this.#subscriptions.has(nameOf(stream))) this.#find(stream);
    for (const stream of streams) this.#subscriptions.leave(nameOf(stream));
  }

  #find(stream: string): Channel {
    if (stream.length > STREAM_CHARS_MAX) throw new ChannelError("invalid event : the name is too long");
    return this.#streams.find(stream);
  }

  #refuseUnreadable(text: string, echo: Echo): void {
    if (++this.#unreadable > UNREADABLE_MAX) {
      this.#connection.close(CLOSE_UNREADABLE, "Unrecognized message sent multiple times");
      return;
    }
    const shown = text.slice(0, ID_CHARS_MAX);
    this.#refuse(`INVALID_ARGUMENT: unrecognized message : ${shown}`, echo);
  }

  #refuse(msg: string, echo: Echo): void {
    this.#send({ result: false, ...echo, msg });
  }

  #send(message: Echoed<Result> | Greeting | Stands): void {
    this.#connection.send(JSON.stringify(message));
  }
}

/** Reads a request; empty where the message is no JSON object, or one that a body may not be. */
function read(
  message: Uint8Array,
  text: string,
): {
  readonly method?: unknown;
  readonly params?: unknown;
  readonly id?: unknown;
  readonly until?: unknown;
} {
  try {
    parseBody(message); // refuses a name that is given twice, of which JSON.parse takes one
    const fields: unknown = JSON.parse(text, asSent);
    return typeof fields === "object" && fields !== null ? fields : {};
  } catch {
    return {};
  }
}

/**
 * A number under the name `id` stays its source text, which a double may not hold; other values are as they
 * are.
 */
const asSent = ((name: string, value: unknown, { source }: { readonly source: string }) =>
  name === "id" && typeof value === "number" ? JSON.rawJSON(source) : value) as (
  name: string,
  value: unknown,
) => unknown;

/** The echo of an id, empty where there is none; `undefined` for an id that is not allowed. */
function echoOf(id: unknown): Echo | undefined {
  if (id === undefined || id === null) return {};
  if (typeof id === "string") return id.length <= ID_CHARS_MAX ? { id } : undefined;
  return JSON.isRawJSON(id) && id.rawJSON.length <= ID_CHARS_MAX ? { id } : undefined;
}

function streamsOf(params: unknown): readonly string[] | undefined {
  if (!Array.isArray(params) || params.length === 0) return undefined;
  return params.every((each) => typeof each === "string") ? params : undefined;
}

/**
 * A stream's full name, of which a connection has one subscription: `btcusdt@kline_1m` is
 * `BTCUSDT@kline_1m_LAST_PRICE`. Case matters after the @, where `1m` is a minute and `1M` a month.
 */
function nameOf(stream: string): string {
  const at = stream.indexOf("@");
  if (at < 0) return stream;
  const symbol = stream.slice(0, at).toUpperCase();
  const event = stream.slice(at + 1);
  if (event === "depth") return `${symbol}@depth${depthLevels[0]}`;
  if (/^kline_[^_]+$/.test(event)) return `${symbol}@${event}_${klinePrices[0]}`;
  return `${symbol}@${event}`;
}
