import type { Refused, Stands } from "../../../../interface/wire/fapi/sockets/index.ts";
import { WireError } from "../../../../interface/wire/index.ts";
import type { TimeMs } from "../../../../kernel/core/index.ts";
import type { Clock } from "../../../../kernel/host/clock.ts";
import { DAY_MS } from "../../../../kernel/host/clock.ts";
import type { Limits } from "../../limits/limits.ts";
import type { Channel, ChannelBook } from "../channels.ts";
import { ChannelError } from "../channels.ts";
import type { Connection, Session } from "../connection.ts";
import { CLOSE_GOING_AWAY, CLOSE_POLICY, CLOSE_UNREADABLE, UNREADABLE_MAX } from "../connection.ts";
import type { Frame } from "../frame.ts";
import { encodeFrame, textOfFrame } from "../frame.ts";
import { momentOf } from "../moment.ts";
import type { Pushing } from "../outbox.ts";
import { Subscriptions } from "../subscriptions.ts";
import { echoOf, ID_CHARS_MAX, ID_RULE, readMessage } from "./message.ts";

/** The longest name that is looked up as a stream. */
const STREAM_CHARS_MAX = 256;

const INVALID = 2;
const UNREADABLE = 3;

/**
 * The session of one connection of the dialect. Streams that its address names are joined at once, of which
 * those that do not exist are passed over; a request that names several gets all of them or, where one of
 * them is refused, none.
 *
 * | Message | Answer |
 * |---|---|
 * | SUBSCRIBE, UNSUBSCRIBE and `params` | `{"result":null,"id":…}`, or an error |
 * | LIST_SUBSCRIPTIONS | `{"result":[…],"id":…}` |
 * | SET_PROPERTY `["combined",true]`, GET_PROPERTY `["combined"]` | null, or the value |
 * | READY | `{"e":"ready","E":…}`, once time stands for it again (clock run max) |
 * | anything else | an error; more than {@link UNREADABLE_MAX} of these close the connection |
 */
export class FapiSession implements Session {
  readonly #connection: Connection;
  readonly #streams: ChannelBook;
  readonly #subscriptions: Subscriptions;
  readonly #limits: Limits;
  readonly #clock: Clock;
  readonly #openedMs: number;
  /** Whether frames name the stream that they are of. */
  #isCombined: boolean;
  #unreadable = 0;
  #windowEndsMs = Number.NEGATIVE_INFINITY;
  #messages = 0;

  constructor(
    connection: Connection,
    streams: ChannelBook,
    { target, limits, clock }: { target: string; limits: Limits; clock: Clock },
  ) {
    this.#connection = connection;
    this.#streams = streams;
    this.#limits = limits;
    this.#clock = clock;
    this.#openedMs = clock.monotonicMs();
    this.#subscriptions = new Subscriptions(connection, limits, clock, ({ fapi }) => fapi?.sockets);
    const { isCombined, names } = readTarget(target);
    this.#isCombined = isCombined;
    for (const name of names) this.#joinIfThere(name);
  }

  received(message: Uint8Array): void {
    if (!this.#takesMessage()) return;
    const request = readMessage(message);
    if (request === undefined) return this.#refuseUnreadable();
    const { method, params, id } = request;
    const echo = echoOf(id);
    if (echo === undefined) return this.#refuse(INVALID, `id must be ${ID_RULE}`, null);
    try {
      this.#send({ result: this.#do(method, params), id: echo });
    } catch (cause) {
      if (cause instanceof ChannelError) this.#refuse(INVALID, `Invalid request: ${cause.message}`, echo);
      else if (cause instanceof WireError) this.#refuse(429, cause.message, echo);
      else throw cause;
    }
  }

  stand(time: TimeMs): void {
    const stands: Stands = { e: "ready", E: time };
    this.#send(stands);
  }

  /** Closes a connection that has lived for a day. */
  beat(): void {
    endAfterDay(this.#connection, this.#clock.monotonicMs() - this.#openedMs);
  }

  closed(): void {
    this.#subscriptions.leaveAll();
  }

  /** Carries out a request and returns its result; throws to refuse it. */
  #do(method: unknown, params: unknown): unknown {
    switch (method) {
      case "SUBSCRIBE":
        this.#subscribe(streamsOf(params));
        return null;
      case "UNSUBSCRIBE":
        for (const name of streamsOf(params)) this.#subscriptions.leave(name);
        return null;
      case "LIST_SUBSCRIPTIONS":
        return this.#subscriptions.names;
      case "SET_PROPERTY":
        this.#isCombined = combinedOf(params);
        return null;
      case "GET_PROPERTY":
        if (!Array.isArray(params) || params[0] !== "combined")
          throw new ChannelError("the property is combined");
        return this.#isCombined;
      case "READY":
        this.#connection.ready(untilOf(params));
        return null;
    }
    throw new ChannelError(`unknown method ${String(method).slice(0, ID_CHARS_MAX)}`);
  }

  #subscribe(names: readonly string[]): void {
    const channels = new Map<string, Channel>();
    for (const name of names) {
      this.#subscriptions.count();
      if (name.length > STREAM_CHARS_MAX) throw new ChannelError("the name of a stream is too long");
      channels.set(name, this.#streams.find(name));
    }
    this.#subscriptions.checkRoom(channels.keys());
    for (const [name, channel] of channels) this.#join(name, channel);
  }

  /**
   * Joins a stream that the address names; other texts there are ignored, since clients write more than
   * streams.
   */
  #joinIfThere(name: string): void {
    try {
      this.#subscribe([name]);
    } catch (cause) {
      if (!(cause instanceof ChannelError || cause instanceof WireError)) throw cause;
      if (!/^\d*$/.test(name)) this.#refuse(INVALID, `Invalid request: ${cause.message}`, null);
    }
  }

  #join(name: string, channel: Channel): void {
    this.#subscriptions.join(name, (outbox) => channel(this.#named(name, outbox)), channel.called);
  }

  /** Passes on what a stream pushes, with its name where frames name it. */
  #named(name: string, outbox: Pushing): Pushing {
    const form = (frame: Frame): Frame => (this.#isCombined ? wrapped(name, frame) : frame);
    return {
      push: (frame) => outbox.push(form(frame)),
      offer: (frame, drained) => outbox.offer(form(frame), drained),
    };
  }

  /** Counts a message; returns false, and has closed the connection, once there are too many. */
  #takesMessage(): boolean {
    const budget = this.#limits.profile.fapi?.sockets?.messages;
    if (budget === undefined) return true;
    const nowMs = this.#clock.monotonicMs();
    if (nowMs >= this.#windowEndsMs) {
      this.#windowEndsMs = nowMs + budget.windowMs;
      this.#messages = 0;
    }
    if (++this.#messages <= budget.max) return true;
    const text = `Too many requests: more than ${budget.max} messages in ${budget.windowMs / 1_000} s`;
    this.#connection.close(CLOSE_POLICY, text);
    return false;
  }

  #refuseUnreadable(): void {
    if (++this.#unreadable > UNREADABLE_MAX)
      this.#connection.close(CLOSE_UNREADABLE, "Unrecognized message sent multiple times");
    else this.#refuse(UNREADABLE, "Invalid JSON: an object is expected", null);
  }

  #refuse(code: number, msg: string, id: unknown): void {
    const error: Refused["error"] = { code, msg };
    this.#send({ error, id });
  }

  #send(message: object): void {
    this.#connection.send(JSON.stringify(message));
  }
}

/** For each frame the one with a stream's name: all who follow the stream under that name share it. */
const named = new WeakMap<Frame, { readonly name: string; readonly frame: Frame }>();

function wrapped(name: string, bare: Frame): Frame {
  const known = named.get(bare);
  if (known?.name === name) return known.frame;
  const frame = encodeFrame(`{"stream":${JSON.stringify(name)},"data":${textOfFrame(bare)}}`);
  named.set(bare, { name, frame });
  return frame;
}

/** The streams that an address names: `/ws/a/b`, `/stream?streams=a/b`, `?listenKey=K`. */
function readTarget(target: string): { readonly isCombined: boolean; readonly names: readonly string[] } {
  const { pathname, searchParams } = new URL(target, "ws://venue");
  const [, kind, rest = ""] = /\/(ws|stream)(?:\/(.*))?$/.exec(pathname) ?? [];
  const lists = [rest.replaceAll("%40", "@").replaceAll("%21", "!"), searchParams.get("streams") ?? ""];
  const names = [...lists.flatMap((list) => list.split("/")), searchParams.get("listenKey") ?? ""];
  return { isCombined: kind === "stream", names: names.filter((name) => name !== "") };
}

function streamsOf(params: unknown): readonly string[] {
  const isList =
    Array.isArray(params) && params.length > 0 && params.every((each) => typeof each === "string");
  if (!isList) throw new ChannelError("params is required: an array of streams");
  return params;
}

function combinedOf(params: unknown): boolean {
  const [name, value] = Array.isArray(params) ? params : [];
  if (name === "combined" && typeof value === "boolean") return value;
  throw new ChannelError('params of a property: ["combined", true] or ["combined", false]');
}

function untilOf(params: unknown): TimeMs | undefined {
  if (params === undefined) return undefined;
  const until = momentOf(Array.isArray(params) ? params[0] : undefined);
  if (until === undefined)
    throw new ChannelError("params of READY: the market time until which it is ready, Unix ms");
  return until;
}

/** Closes a connection that has lived for a day. */
export function endAfterDay(connection: Connection, livedMs: number): void {
  if (livedMs >= DAY_MS)
    connection.close(CLOSE_GOING_AWAY, "a connection is closed after 24 hours: connect again");
}
