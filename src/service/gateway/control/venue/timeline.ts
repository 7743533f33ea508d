import type { RequestEntry } from "../../requestLog/entry.ts";
import type { Entry } from "../journal/entries.ts";
import type { ShownFields, ShownValue } from "../journal/shownRecord.ts";

/** The most characters of a field's value in a line, and of all its fields together. */
const VALUE_MAX = 120;
const FIELDS_MAX = 400;

/**
 * Commands with their events, and requests, as lines for people, in order of host time. A request has the
 * time of its answer; a command the time when it was durable, which is before the request that it came with.
 *
 * ```
 * 14:03:22.118  2026-01-01T00:00:00.000Z  #17 placeOrder done (bot)  symbol=cmt_btcusdt, …
 * 14:03:22.118                              orderPlaced  order=…, …
 * 14:03:22.119  bot  POST /capi/v2/order/placeOrder 400 40015: size must be …
 * ```
 *
 * @param names of accounts, by id
 */
export function timeline(
  entries: readonly Entry[],
  requests: readonly RequestEntry[],
  names: ReadonlyMap<number, string>,
): string {
  const lines = [
    ...entries.map((entry) => ({ at: entry.durableAt, rank: 0, text: () => commandLines(entry) })),
    ...requests.map((request) => ({ at: request.time, rank: 1, text: () => requestLine(request, names) })),
  ];
  lines.sort((a, b) => a.at - b.at || a.rank - b.rank); // stable: each list keeps its own order
  return lines.map(({ text }) => text()).join("");
}

function commandLines({
  seq,
  time,
  durableAt,
  command,
  by,
  outcome,
  accounts,
  fields,
  events,
}: Entry): string {
  const market = new Date(time).toISOString();
  const who = by === undefined ? "" : ` by ${by}`;
  const whose = accounts.length === 0 ? "" : ` (${accounts.join(", ")})`;
  const head = `${clock(durableAt)}  ${market}  #${seq} ${command} ${outcome}${who}${whose}${shown(fields)}\n`;
  const indent = `${clock(durableAt)}  ${" ".repeat(market.length)}    `;
  // The command's own line has the refusal, in words.
  const caused = events.filter(({ event }) => event !== "commandRejected");
  return head + caused.map((each) => `${indent}${each.event}${shown(each.fields)}\n`).join("");
}

function requestLine(request: RequestEntry, names: ReadonlyMap<number, string>): string {
  const { time, account, method, path, status, code, reason } = request;
  const refusal = reason === "" ? "" : ` ${code}: ${reason}`;
  return `${clock(time)}  ${names.get(account) ?? "somebody"}  ${method} ${path} ${status}${refusal}\n`;
}

function clock(ms: number): string {
  return new Date(ms).toISOString().slice(11, 23);
}

function shown(fields: ShownFields): string {
  const words = Object.entries(fields).map(([name, value]) => `${name}=${valueText(value)}`);
  return words.length === 0 ? "" : `  ${clipped(words.join(", "), FIELDS_MAX)}`;
}

function valueText(value: ShownValue): string {
  return clipped(typeof value === "object" ? JSON.stringify(value) : String(value), VALUE_MAX);
}

function clipped(text: string, max: number): string {
  return text.length > max ? `${text.slice(0, max)}…` : text;
}
