import type { Dialect } from "../channels.ts";

/** A message of V2's sockets, of either side. */
export interface Message {
  readonly event?: string;
  /** The name that the real exchange's private sockets were seen to use for `event`. */
  readonly type?: string;
  readonly channel?: string;
  readonly time?: string;
  readonly code?: string;
  readonly msg?: unknown;
  readonly data?: unknown;
}

/**
 * How V2 subscribes and answers. @param prefix of the channels' names at the venue: "sim." for the paper
 * account's
 */
export function v2Dialect(prefix = ""): Dialect<Message> {
  const requestText = (event: string, channel: string): string =>
    JSON.stringify({ event, channel: prefix + channel });
  return {
    subscribe: (channel) => requestText("subscribe", channel),
    unsubscribe: (channel) => requestText("unsubscribe", channel),
    ping: (time) => JSON.stringify({ event: "ping", time }),
    read(message) {
      const { event = message.type, time, code = "", msg = "" } = message;
      if (event === "ping") {
        const key = message.event === undefined ? "type" : "event";
        return { type: "pinged", answer: JSON.stringify({ [key]: "pong", time }) };
      }
      if (event === "pong") return { type: "echoed", time: time ?? "" };
      const channel = message.channel?.slice(prefix.length) ?? "";
      if (event === "payload") return { type: "pushed", channel };
      if (event === "subscribed" || event === "unsubscribed") return { type: event, channel };
      return event === "error" ? { type: "refused", channel, code, msg: String(msg) } : undefined;
    },
    snapshotComesFirst: false,
    venueClosesIdle: false,
  };
}
