import type { JsonObject } from "../../../../interface/wire/index.ts";
import { v2, WireError } from "../../../../interface/wire/index.ts";
import type {
  Pong,
  Refused,
  Stands,
  Subscribed,
  Unsubscribed,
} from "../../../../interface/wire/v2/sockets/index.ts";
import type { TimeMs } from "../../../../kernel/core/index.ts";
import type { Clock } from "../../../../kernel/host/clock.ts";
import { faultOf, parseBody } from "../../http/json.ts";
import type { Limits } from "../../limits/limits.ts";
import type { ChannelBook } from "../channels.ts";
import { ChannelError } from "../channels.ts";
import type { Connection, Session } from "../connection.ts";
import { CLOSE_UNREADABLE, UNREADABLE_MAX } from "../connection.ts";
import { momentOf } from "../moment.ts";
import { Subscriptions } from "../subscriptions.ts";

/** The longest name that is looked up as a channel, and that is echoed. */
const CHANNEL_CHARS_MAX = 128;
/** The longest `time` of a ping that is echoed. */
const TIME_CHARS_MAX = 32;

/**
 * The session of one V2 connection: one JSON object a message, `event` (or, of pings and pongs, `type`) says
 * what it is.
 *
 * | Message | Answer |
 * |---|---|
 * | `subscribe`, `unsubscribe` and `channel` | `subscribed`, `unsubscribed`, the name as it was sent; or `error` |
 * | `ping` | `pong`, under both keys |
 * | `pong` | none: the peer is there |
 * | `ready` | `ready`, once time stands for it again (clock run max) |
 * | anything else | `error`; more than {@link UNREADABLE_MAX} of these close the connection |
 *
 * To subscribe again to what is subscribed is acknowledged, and starts the channel anew: with a snapshot
 * where it has one. To unsubscribe from what is not is acknowledged too.
 */
export class V2Session implements Session {
  readonly #connection: Connection;
  readonly #channels: ChannelBook;
  readonly #clock: Clock;
  /** By the name under which the channel was asked for. */
  readonly #subscriptions: Subscriptions;
  #unreadable = 0;

  constructor(
    connection: Connection,
    channels: ChannelBook,
    { limits, clock }: { limits: Limits; clock: Clock },
  ) {
    this.#connection = connection;
    this.#channels = channels;
    this.#clock = clock;
    this.#subscriptions = new Subscriptions(connection, limits, clock);
  }

  received(message: Uint8Array): void {
    const fields = this.#read(message);
    if (fields === undefined) return;
    const { event = fields["type"], channel } = fields;
    if (event === "subscribe" || event === "unsubscribe") this.#operate(event, channel);
    else if (event === "ping") this.#answer(fields["time"]);
    else if (event === "pong") this.#connection.answered();
    else if (event === "ready") this.#ready(fields["until"]);
    else this.#refuseUnreadable(`unrecognized event${echoOf(event)}: one of ${EVENTS}`);
  }

  /** The fields of a message; `undefined` for one that is refused. */
  #read(message: Uint8Array): JsonObject | undefined {
    if (message.length === 0) {
      this.#refuseUnreadable("unrecognized message: not a JSON object in a text frame");
      return undefined;
    }
    try {
      return parseBody(message);
    } catch (cause) {
      this.#refuseUnreadable(`unrecognized message: not a JSON object in a text frame: ${faultOf(cause)}`);
      return undefined;
    }
  }

  stand(time: TimeMs): void {
    this.#send({ event: "ready", time: String(time) });
  }

  closed(): void {
    this.#subscriptions.leaveAll();
  }

  #ready(until: JsonObject[string]): void {
    const time = momentOf(until);
    if (until !== undefined && time === undefined) this.#refuseUnreadable("until must be Unix ms");
    else this.#connection.ready(time);
  }

  #operate(event: "subscribe" | "unsubscribe", channel: JsonObject[string]): void {
    if (typeof channel !== "string" || channel === "") {
      this.#refuseUnreadable("channel is required, one a message");
      return;
    }
    try {
      if (event === "subscribe") this.#subscriptions.count();
      if (channel.length > CHANNEL_CHARS_MAX) throw new ChannelError("invalid channel: the name is too long");
      if (event === "subscribe") this.#subscribe(channel);
      else this.#unsubscribe(channel);
    } catch (cause) {
      this.#refuse(channel, cause);
    }
  }

  #subscribe(channel: string): void {
    const found = this.#channels.find(channel);
    this.#subscriptions.checkRoom([channel]);
    this.#subscriptions.leave(channel);
    this.#send({ event: "subscribed", channel });
    this.#subscriptions.join(channel, found);
  }

  #unsubscribe(channel: string): void {
    this.#subscriptions.leave(channel);
    this.#send({ event: "unsubscribed", channel });
  }

  #answer(time: JsonObject[string]): void {
    const echo = typeof time === "string" && time.length <= TIME_CHARS_MAX ? time : undefined;
    this.#send({ event: "pong", type: "pong", time: echo ?? String(this.#clock.wallMs()) });
  }

  #refuseUnreadable(text: string): void {
    if (++this.#unreadable > UNREADABLE_MAX) {
      this.#connection.close(CLOSE_UNREADABLE, "unrecognized messages, several times");
      return;
    }
    this.#send({ event: "error", code: INVALID_CODE, msg: `INVALID_ARGUMENT: ${text}` });
  }

  #refuse(channel: string, cause: unknown): void {
    const echoed = channel.slice(0, CHANNEL_CHARS_MAX);
    if (cause instanceof ChannelError) {
      const msg = `INVALID_ARGUMENT: ${cause.message}`;
      this.#send({ event: "error", channel: echoed, code: INVALID_CODE, msg });
    } else if (cause instanceof WireError) {
      this.#send({ event: "error", channel: echoed, code: v2.errors[cause.kind].code, msg: cause.message });
    } else {
      throw cause;
    }
  }

  #send(message: Subscribed | Unsubscribed | Refused | Pong | Stands): void {
    this.#connection.send(JSON.stringify(message));
  }
}

const EVENTS = "subscribe, unsubscribe, ping, pong, ready";
/** The longest event that is echoed. */
const EVENT_CHARS_MAX = 32;

function echoOf(event: JsonObject[string]): string {
  return typeof event === "string" && event.length <= EVENT_CHARS_MAX ? ` '${event}'` : "";
}

const INVALID_CODE = v2.errors.parameterInvalid.code;
