import type { control as answers } from "../../../../../interface/client/index.ts";

/** A command's request in a few of its own fields. */
export function summaryOf({ fields, events }: Pick<answers.JournalEntry, "fields" | "events">): string {
  const { action, size, price, market, contract, amount, to, from, name, symbol, clientId, order, given } =
    fields;
  const words = [
    text(action),
    text(size),
    text(symbol ?? contract),
    market === true ? "at market" : price === undefined ? "" : `@ ${text(price)}`,
    amount === undefined ? "" : `${text(amount)} USDT`,
    from === undefined || to === undefined ? "" : `from ${text(from)} to ${text(to)}`,
    text(name),
    order === undefined ? "" : `order ${text(order)}`,
    clientId === undefined ? "" : `“${text(clientId)}”`,
    text(given),
    rowsOf(fields),
    consequenceOf(events),
  ];
  return words.filter(Boolean).join(" ");
}

/** Index prices and quotes: how many, and the first. */
function rowsOf(fields: answers.RecordFields): string {
  const rows = Object.values(fields).find((value) => Array.isArray(value)) as
    | readonly answers.RecordFields[]
    | undefined;
  if (rows === undefined || rows.length === 0) return "";
  const [first] = rows;
  const shown =
    `${text(first?.["contract"] ?? "")} ${text(first?.["points"] ?? first?.["price"] ?? "")}`.trim();
  return rows.length === 1 ? shown : `${shown} and ${rows.length - 1} more`;
}

/** The events that an operator looks for first. */
const COUNTED = {
  liquidationStarted: "liquidation",
  liquidationFinished: "",
  fundingTurned: "funding",
  orderTriggered: "trigger",
  traded: "trade",
} as const;

function consequenceOf(events: answers.JournalEntry["events"]): string {
  const counted = Object.entries(COUNTED).flatMap(([kind, word]) => {
    const count = word === "" ? 0 : events.filter(({ event }) => event === kind).length;
    return count === 0 ? [] : [`${count} ${word}${count === 1 || word === "funding" ? "" : "s"}`];
  });
  return counted.length === 0 ? "" : `(${counted.join(", ")})`;
}

/**
 * The time from a command's stamp until it was durable, by the host's clock; only where market time is the
 * host's, since only then the two can be compared.
 */
export function delayOf({ time, durableAt }: Pick<answers.JournalEntry, "time" | "durableAt">): string {
  const delay = durableAt - time;
  return delay >= 0 && delay < 60_000 ? String(delay) : "";
}

function text(value: answers.RecordFields[string] | undefined): string {
  return value === undefined || typeof value === "object" ? "" : String(value);
}
