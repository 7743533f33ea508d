import type { SourceMessage } from "./marketSource.ts";

/**
 * The books and trades that came in one beat, in the order in which they happened at the source if it gives
 * the time of each, else in that of their arrival. The two differ when this process was held up: then the
 * newest book may arrive before older trades. A book shows the trades of its own millisecond, so these go
 * first.
 */
export function inSourceOrder(messages: readonly SourceMessage[]): readonly SourceMessage[] {
  const timed = messages.flatMap((message) => {
    const time = timeOf(message);
    return time === undefined ? [] : [{ message, time }];
  });
  if (timed.length < messages.length) return messages;
  timed.sort((a, b) => a.time - b.time || rank(a.message) - rank(b.message));
  return timed.map(({ message }) => message);
}

function timeOf(message: SourceMessage): number | undefined {
  if (message.type === "book") return message.sourceTime;
  return message.type === "trade" ? message.trade.sourceTime : undefined;
}

function rank({ type }: SourceMessage): number {
  return type === "book" ? 1 : 0;
}
