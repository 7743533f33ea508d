import type { Dialect } from "../channels.ts";

/** A message of V3's sockets, of either side: the result of a request, or a frame of a stream. */
export interface Message {
  readonly event?: string;
  readonly type?: string;
  readonly result?: boolean;
  readonly id?: string | number;
  readonly msg?: string;
  /** What kind of frame it is. */
  readonly e?: string;
  /** The symbol of a public stream. */
  readonly s?: string;
  /** Levels of a depth stream. */
  readonly l?: number;
  /** Price that a kline stream follows. */
  readonly p?: string;
  readonly d?: unknown;
}

/** How V3 speaks of streams. A request's id says what it asked, since a result repeats nothing else. */
export const v3Dialect: Dialect<Message> = {
  subscribe: (stream) => JSON.stringify({ method: "SUBSCRIBE", params: [stream], id: `+${stream}` }),
  unsubscribe: (stream) => JSON.stringify({ method: "UNSUBSCRIBE", params: [stream], id: `-${stream}` }),
  ping: (time = "") => JSON.stringify({ method: "PING", id: `=${time}` }),
  read(message) {
    const { event = message.type, result, id, msg = "" } = message;
    if (event === "ping") return { type: "pinged", answer: JSON.stringify({ method: "PONG" }) };
    if (result === undefined) {
      const channel = streamOf(message);
      return channel === undefined ? undefined : { type: "pushed", channel };
    }
    if (typeof id !== "string") return undefined;
    const channel = id.slice(1);
    if (id.startsWith("=")) return { type: "echoed", time: channel };
    if (!result) return { type: "refused", channel, code: "", msg };
    return { type: id.startsWith("+") ? "subscribed" : "unsubscribed", channel };
  },
  snapshotComesFirst: true,
  venueClosesIdle: true,
};

/** The stream that a frame is of, as {@link V3Watch} names them. */
function streamOf({ e, s, l, p, d }: Message): string | undefined {
  if (e === undefined || s === undefined) return e;
  const kind = e.replace("Snapshot", "");
  if (kind === "depth") return `${s}@depth${l}`;
  if (kind !== "kline") return `${s}@${kind}`;
  const [candle] = d as readonly { readonly i: string }[];
  return `${s}@kline_${candle?.i}_${p}`;
}
