import type { Check, Verdict } from "../check.ts";
import { COMES_WITHIN_MS, failed, notExamined, passed } from "../check.ts";
import type { Asked, Seen, Timed } from "../happening.ts";
import { at, heldUpMs, ofType, orderText, readsAccount, UNDER_WAY_MS, watchedMs } from "../happening.ts";

/** Attempts of any kind in this time while the venue is away: more are a storm. */
const ATTEMPTS_MAX = 30;
const ATTEMPTS_MS = 1_000;
/** So long a bot has to come back once it can, ms. */
const BACK_WITHIN_MS = 45_000;
/** Requests for one and the same order that may have been under way then, however long the bot was held up. */
const UNDER_WAY_MAX = 3;

/** A connection that breaks is opened again, with pauses; what was missed is read before anything is done. */
export const reconnect: Check = {
  name: "reconnect",
  comesWithinMs: COMES_WITHIN_MS,
  rule: "when its connections break it connects again with pauses, subscribes to what it had, and reads its account before it trades",
  judge(seen) {
    const away = awayOf(seen);
    if (away === undefined) return notExamined("no connection of it was broken");
    const had = channelsBefore(seen, away.fromMs);
    if (had.size === 0) return notExamined("it had subscribed to nothing");
    const again = away.untilMs === undefined ? "" : `, and could be opened again from ${at(away.untilMs)}`;
    const told = `its connections broke at ${at(away.fromMs)}${again}`;
    const wrong = stormOf(seen, away) ?? blindnessOf(seen, away);
    if (wrong !== undefined) return failed(away.fromMs, `${told}; ${wrong}`);
    if (isInDoubt(seen)) return notExamined(`${told}; ${DOUBT}`, away.fromMs);
    const missing = missingOf(seen, had, away.fromMs);
    if (missing.length === 0)
      return tradesKnowing(seen, away, `${told}; it subscribed to all ${had.size} channels again`);
    const which = `it has not subscribed again to ${missing.join(", ")}`;
    if (!hadTime(seen, away)) return notExamined(`${told}; ${which}`, away.fromMs);
    return failed(away.fromMs, `${told}; ${which}`);
  },
};

/** A venue that is away answers nobody, and is back after a while. */
export const restart: Check = {
  name: "restart",
  rule: "while the venue is away it asks with pauses; when it is back it reads its account before it trades, and goes on",
  judge(seen) {
    const away = awayOf(seen);
    if (away === undefined) return notExamined("the venue was not away");
    const { untilMs = Number.POSITIVE_INFINITY } = away;
    const told = `the venue was away from ${at(away.fromMs)}${away.untilMs === undefined ? " on" : ` to ${at(untilMs)}`}`;
    const wrong = stormOf(seen, away) ?? blindnessOf(seen, away);
    if (wrong !== undefined) return failed(away.fromMs, `${told}; ${wrong}`);
    if (isInDoubt(seen)) return notExamined(`${told}; ${DOUBT}`, away.fromMs);
    const next = ofType(seen, "asked").find(({ atMs, status }) => atMs > untilMs && status === 200);
    if (next !== undefined)
      return tradesKnowing(seen, away, `${told}; the bot went on with ${next.operation} at ${at(next.atMs)}`);
    if (!hadTime(seen, away)) return notExamined(told, away.fromMs);
    return failed(away.fromMs, `${told}, and the bot has not come back`);
  },
};

/** A bot that came back, and has not traded blindly so far: it has not as soon as it knows its account, or in all its time. */
function tradesKnowing(seen: Seen, away: Away, told: string): Verdict {
  const readMs = knewMs(seen, away);
  if (readMs < Number.POSITIVE_INFINITY)
    return passed(away.fromMs, `${told}, and knew its account at ${at(readMs)}`);
  if (!hadTime(seen, away)) return notExamined(`${told}, and has not read its account`, away.fromMs);
  return passed(away.fromMs, `${told}, and for ${BACK_WITHIN_MS / 1_000} s it placed no order`);
}

const DOUBT = "it traded without having read its account while it made up for time in which it was held up";

interface Away {
  readonly fromMs: number;
  /** Undefined while it lasts. */
  readonly untilMs: number | undefined;
}

/** Whether the venue has been back for as long as a bot may take. */
function hadTime(seen: Seen, { untilMs }: Away): boolean {
  return untilMs !== undefined && watchedMs(seen, untilMs) >= BACK_WITHIN_MS;
}

/** The latest time that it was away, from the first that could be noticed of it to the examiner's word. */
function awayOf(seen: Seen): Away | undefined {
  const deeds = ofType(seen, "did");
  const begin = deeds.findLast(({ deed }) => deed === "begin");
  if (begin === undefined) return undefined;
  const end = deeds.find(({ deed, atMs }) => deed === "end" && atMs >= begin.atMs);
  const first = seen.happenings.find(
    (each) =>
      each.atMs >= begin.atMs &&
      (each.type === "disconnected" ||
        each.type === "turnedAway" ||
        (each.type === "asked" && each.fault === "maintenance")),
  );
  return first && { fromMs: first.atMs, untilMs: end?.atMs };
}

function stormOf(seen: Seen, away: Away): string | undefined {
  const attempts = seen.happenings.filter(
    (each) => isRefused(each) && each.atMs >= away.fromMs && each.atMs <= (away.untilMs ?? seen.untilMs),
  );
  const storm = attempts.find((_, i) => {
    const last = attempts[i + ATTEMPTS_MAX];
    return last !== undefined && last.atMs - attempts[i]!.atMs < ATTEMPTS_MS;
  });
  return storm && `it tried more than ${ATTEMPTS_MAX} times within a second from ${at(storm.atMs)}`;
}

function blindnessOf(seen: Seen, away: Away): string | undefined {
  const blind = placedBlindly(seen, away);
  const placed = blind.find(({ atMs }) => heldUpMs(seen, atMs, atMs) === 0) ?? repeatedOf(blind);
  return placed && `at ${at(placed.atMs)} it traded (${placed.operation}) without having read its account`;
}

/** A request of those that ask for the same, where they are more than can have been under way; one that is sent again, by its client's id or byte for byte, is one. */
function repeatedOf(requests: readonly Extract<Timed, Asked>[]): Extract<Timed, Asked> | undefined {
  const alike = Map.groupBy(requests, ({ orders }) => orders.map(orderText).join());
  const idOf = ({ orders, signature }: Asked) => orders.map(({ clientId }) => clientId).join("") || signature;
  return [...alike.values()].find((same) => new Set(same.map(idOf)).size > UNDER_WAY_MAX)?.[0];
}

/** Whether what looks like blind trading, when the venue was away last, may have been under way: the machine held the bot up. The occasion is to come again. */
export function isInDoubt(seen: Seen): boolean {
  const away = awayOf(seen);
  return away !== undefined && blindnessOf(seen, away) === undefined && placedBlindly(seen, away).length > 0;
}

/**
 * The orders that it placed though it knew that the venue had gone, and before it read its account. It knows when it knocks. What comes about then, after or
 * before, was under way: a bot that was held up when its connection ended reads what had come before that first, and goes on with it.
 */
function placedBlindly(seen: Seen, away: Away) {
  const { fromMs } = away;
  const later = seen.happenings.filter(({ atMs }) => atMs > fromMs);
  const knock = later.find((each) => each.type === "connected" || each.type === "turnedAway");
  const knockMs = knock?.atMs ?? Number.POSITIVE_INFINITY;
  const readMs = knewMs(seen, away);
  return ofType({ ...seen, happenings: later }, "asked").filter(
    ({ does, atMs, fault }) =>
      does === "places" &&
      fault === undefined &&
      atMs > fromMs + UNDER_WAY_MS &&
      atMs <= readMs &&
      Math.abs(atMs - knockMs) > UNDER_WAY_MS &&
      (knockMs < atMs || watchedMs(seen, atMs) > UNDER_WAY_MS), // it may knock yet
  );
}

function isRefused(each: Timed): boolean {
  return each.type === "turnedAway" || (each.type === "asked" && each.status >= 400);
}

/** When it read its account, or joined a channel that begins with it, for the first time after the venue went. */
function knewMs({ happenings }: Seen, { fromMs }: Away): number {
  const knew = happenings.find((each) => each.atMs > fromMs && (readsAccount(each) || joinsAccount(each)));
  return knew?.atMs ?? Number.POSITIVE_INFINITY;
}

function joinsAccount(each: Timed): boolean {
  return each.type === "subscribed" && /^(?:account|orders?|positions?|fill)/i.test(each.channel);
}

function channelsBefore(seen: Seen, fromMs: number): ReadonlySet<string> {
  return new Set(
    ofType(seen, "subscribed")
      .filter(({ atMs }) => atMs < fromMs)
      .map(({ channel }) => channel),
  );
}

function missingOf(seen: Seen, had: ReadonlySet<string>, fromMs: number): readonly string[] {
  const again = new Set(
    ofType(seen, "subscribed")
      .filter(({ atMs }) => atMs >= fromMs)
      .map(({ channel }) => channel),
  );
  return [...had].filter((channel) => !again.has(channel));
}
