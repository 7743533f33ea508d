import type { Json, JsonObject } from "../../../../interface/wire/index.ts";
import { v2, WireError } from "../../../../interface/wire/index.ts";
import type { SdkDone, SdkPong, SdkRefused } from "../../../../interface/wire/v2/sockets/index.ts";
import type { TimeMs } from "../../../../kernel/core/index.ts";
import type { Clock } from "../../../../kernel/host/clock.ts";
import { parseBody } from "../../http/json.ts";
import type { Limits } from "../../limits/limits.ts";
import type { ChannelBook } from "../channels.ts";
import { ChannelError } from "../channels.ts";
import type { Connection, Session } from "../connection.ts";
import { CLOSE_INTERNAL, CLOSE_POLICY, CLOSE_UNREADABLE, UNREADABLE_MAX } from "../connection.ts";
import { Subscriptions } from "../subscriptions.ts";

/** The longest name that is looked up as a channel, and that is echoed. */
const CHANNEL_CHARS_MAX = 128;

/** The parts of a session of the SDK. It has channels from the start, or once somebody has logged in. */
export interface SdkParts {
  readonly limits: Limits;
  readonly clock: Clock;
  /** The session of the interface's own words on the same connection, where it has one. */
  readonly plain: Session | undefined;
  readonly channels: ChannelBook | undefined;
  /** Verifies a login, and returns the channels that its key may read; throws a WireError. */
  login(args: Json | undefined): Promise<ChannelBook>;
}

/**
 * The session of the vendor's Go SDK: one JSON object a message, `op` says what it is. A message without `op`
 * is the interface's.
 *
 * | `op` | Answer |
 * |---|---|
 * | `login` and `args` | `login`; or `error`, and the connection is closed |
 * | `subscribe`, `unsubscribe` and `args` | the same event for each channel; or `error` |
 * | `ping` | `pong`; and a pong of the protocol, by which alone the SDK knows that the connection lives |
 *
 * What arrives while a login is verified waits for it: the SDK does not. A connection without a login is
 * closed at the first beat.
 */
export class SdkSession implements Session {
  readonly #connection: Connection;
  readonly #parts: SdkParts;
  readonly #subscriptions: Subscriptions;
  #channels: ChannelBook | undefined;
  /** Messages that came while a login is verified; the connection limits how many it takes. */
  #waiting: Uint8Array[] | undefined;
  #unreadable = 0;

  constructor(connection: Connection, parts: SdkParts) {
    this.#connection = connection;
    this.#parts = parts;
    this.#channels = parts.channels;
    this.#subscriptions = new Subscriptions(connection, parts.limits, parts.clock);
  }

  received(message: Uint8Array): void {
    if (this.#waiting !== undefined) {
      this.#waiting.push(message);
      return;
    }
    const fields = fieldsOf(message);
    const { op, args } = fields;
    if (op === undefined && this.#parts.plain !== undefined) this.#parts.plain.received(message);
    else if (op === "ping") this.#answer();
    else if (op === "login") this.#login(args);
    else if (op === "subscribe" || op === "unsubscribe") this.#operate(op, args);
    else this.#refuseUnreadable("unrecognized op: one of login, subscribe, unsubscribe, ping");
  }

  beat(): void {
    if (this.#channels === undefined) this.#connection.close(CLOSE_POLICY, "nobody logged in");
    else this.#parts.plain?.beat?.();
  }

  stand(time: TimeMs): void {
    this.#parts.plain?.stand(time);
  }

  closed(): void {
    this.#subscriptions.leaveAll();
    this.#parts.plain?.closed();
  }

  #answer(): void {
    this.#connection.answered();
    this.#connection.sendPong();
    this.#send({ event: "pong" });
  }

  #login(args: Json | undefined): void {
    if (this.#channels !== undefined) {
      this.#refuseUnreadable("a login is the first message of a private connection, and the only one");
      return;
    }
    this.#waiting = [];
    void this.#parts
      .login(args)
      .then((channels) => this.#loggedIn(channels))
      .catch((cause: unknown) => this.#refuseLogin(cause));
  }

  #loggedIn(channels: ChannelBook): void {
    this.#channels = channels;
    this.#send({ event: "login", code: "0", msg: "success" });
    const waiting = this.#waiting ?? [];
    this.#waiting = undefined;
    for (const message of waiting) this.received(message);
  }

  #refuseLogin(cause: unknown): void {
    if (!(cause instanceof WireError)) {
      this.#connection.close(CLOSE_INTERNAL, "internal error");
      return;
    }
    this.#send({ event: "error", code: v2.errors[cause.kind].code, msg: cause.message });
    this.#connection.close(CLOSE_POLICY, "the login was refused");
  }

  #operate(op: "subscribe" | "unsubscribe", args: Json | undefined): void {
    if (
      !Array.isArray(args) ||
      args.length === 0 ||
      !args.every((each) => typeof each === "string" && each !== "")
    ) {
      this.#refuseUnreadable("args must be names of channels");
      return;
    }
    for (const channel of args as readonly string[]) this.#operateOn(op, channel);
  }

  #operateOn(op: "subscribe" | "unsubscribe", channel: string): void {
    try {
      if (op === "subscribe") this.#subscriptions.count();
      if (channel.length > CHANNEL_CHARS_MAX) throw new ChannelError("invalid channel: the name is too long");
      if (this.#channels === undefined) throw new ChannelError("log in first");
      const found = op === "subscribe" ? this.#channels.find(channel) : undefined;
      if (found !== undefined) this.#subscriptions.checkRoom([channel]);
      this.#subscriptions.leave(channel);
      this.#send({ event: op, channel, code: "0", msg: "success" });
      if (found !== undefined) this.#subscriptions.join(channel, found);
    } catch (cause) {
      this.#refuse(channel.slice(0, CHANNEL_CHARS_MAX), cause);
    }
  }

  #refuse(channel: string, cause: unknown): void {
    if (cause instanceof ChannelError) {
      this.#send({ event: "error", channel, code: INVALID_CODE, msg: `INVALID_ARGUMENT: ${cause.message}` });
    } else if (cause instanceof WireError) {
      this.#send({ event: "error", channel, code: v2.errors[cause.kind].code, msg: cause.message });
    } else {
      throw cause;
    }
  }

  #refuseUnreadable(text: string): void {
    if (++this.#unreadable > UNREADABLE_MAX) {
      this.#connection.close(CLOSE_UNREADABLE, "unrecognized messages, several times");
      return;
    }
    this.#send({ event: "error", code: INVALID_CODE, msg: `INVALID_ARGUMENT: ${text}` });
  }

  #send(message: SdkDone | SdkRefused | SdkPong): void {
    this.#connection.send(JSON.stringify(message));
  }
}

const INVALID_CODE = v2.errors.parameterInvalid.code;
const NO_FIELDS: JsonObject = {};

/** The fields of a message; an unreadable message has none. */
function fieldsOf(message: Uint8Array): JsonObject {
  try {
    return parseBody(message);
  } catch {
    return NO_FIELDS;
  }
}
