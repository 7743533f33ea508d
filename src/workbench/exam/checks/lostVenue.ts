import type { Check, Verdict } from "../check.ts";
import { COMES_WITHIN_MS, failed, notExamined, passed } from "../check.ts";
import type { Asked, Seen, TimedHappening } from "../happening.ts";
import { at, heldUpMs, ofType, orderText, readsAccount, UNDER_WAY_MS, watchedMs } from "../happening.ts";

/** While the venue is away, more requests and connections than this within `ATTEMPTS_MS` are a storm. */
const ATTEMPTS_MAX = 30;
const ATTEMPTS_MS = 1_000;
/** How long a bot may take to connect or ask again once it can, ms. */
const BACK_WITHIN_MS = 45_000;
/**
 * Requests for one and the same order that may be under way when the venue goes, however long the bot was
 * held up.
 */
const UNDER_WAY_MAX = 3;

/** A bot opens a broken connection again, with pauses, and reads what it missed before it does anything. */
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
    const happened = `its connections broke at ${at(away.fromMs)}${again}`;
    const wrong = stormOf(seen, away) ?? blindnessOf(seen, away);
    if (wrong !== undefined) return failed(away.fromMs, `${happened}; ${wrong}`);
    if (isInDoubt(seen)) return notExamined(`${happened}; ${DOUBT}`, away.fromMs);
    const missing = missingOf(seen, had, away.fromMs);
    if (missing.length === 0)
      return tradesKnowing(seen, away, `${happened}; it subscribed to all ${had.size} channels again`);
    const which = `it has not subscribed again to ${missing.join(", ")}`;
    if (!hadTime(seen, away)) return notExamined(`${happened}; ${which}`, away.fromMs);
    return failed(away.fromMs, `${happened}; ${which}`);
  },
};

/** A bot outlives a venue that answers nobody for a while, and recovers. */
export const restart: Check = {
  name: "restart",
  rule: "while the venue is away it asks with pauses; when it is back it reads its account before it trades, and goes on",
  judge(seen) {
    const away = awayOf(seen);
    if (away === undefined) return notExamined("the venue was not away");
    const { untilMs = Number.POSITIVE_INFINITY } = away;
    const happened = `the venue was away from ${at(away.fromMs)}${away.untilMs === undefined ? " on" : ` to ${at(untilMs)}`}`;
    const wrong = stormOf(seen, away) ?? blindnessOf(seen, away);
    if (wrong !== undefined) return failed(away.fromMs, `${happened}; ${wrong}`);
    if (isInDoubt(seen)) return notExamined(`${happened}; ${DOUBT}`, away.fromMs);
    const next = ofType(seen, "asked").find(({ atMs, status }) => atMs > untilMs && status === 200);
    if (next !== undefined)
      return tradesKnowing(
        seen,
        away,
        `${happened}; the bot went on with ${next.operation} at ${at(next.atMs)}`,
      );
    if (!hadTime(seen, away)) return notExamined(happened, away.fromMs);
    return failed(away.fromMs, `${happened}, and the bot has not come back`);
  },
};

/**
 * The verdict on a bot that has come back and has not traded blindly (without having read its account) so
 * far. It is passed once it has read its account, or once {@link BACK_WITHIN_MS} are over without an order.
 */
function tradesKnowing(seen: Seen, away: Away, happened: string): Verdict {
  const readMs = knewMs(seen, away);
  if (readMs < Number.POSITIVE_INFINITY)
    return passed(away.fromMs, `${happened}, and knew its account at ${at(readMs)}`);
  if (!hadTime(seen, away)) return notExamined(`${happened}, and has not read its account`, away.fromMs);
  return passed(away.fromMs, `${happened}, and for ${BACK_WITHIN_MS / 1_000} s it placed no order`);
}

const DOUBT = "it traded without having read its account while it made up for time in which it was held up";

interface Away {
  readonly fromMs: number;
  /** Undefined while the venue is away. */
  readonly untilMs: number | undefined;
}

/** Whether the venue has been back for as long as a bot may take. */
function hadTime(seen: Seen, { untilMs }: Away): boolean {
  return untilMs !== undefined && watchedMs(seen, untilMs) >= BACK_WITHIN_MS;
}

/**
 * The latest time that the venue was away: from the first thing by which the bot could notice it until the
 * examiner says that it is back.
 */
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

/** In words, when the bot tried to connect or asked too often while the venue was away; undefined: never. */
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

/** In words, which order the bot placed without having read its account; undefined: certainly none. */
function blindnessOf(seen: Seen, away: Away): string | undefined {
  const blind = placedBlindly(seen, away);
  const placed = blind.find(({ atMs }) => heldUpMs(seen, atMs, atMs) === 0) ?? repeatedOf(blind);
  return placed && `at ${at(placed.atMs)} it traded (${placed.operation}) without having read its account`;
}

/**
 * The first of several requests for the same order, where there are more of them than can have been under way
 * when the venue went. One that is sent again, under its client id or byte for byte, counts once.
 */
function repeatedOf(
  requests: readonly Extract<TimedHappening, Asked>[],
): Extract<TimedHappening, Asked> | undefined {
  const alike = Map.groupBy(requests, ({ orders }) => orders.map(orderText).join());
  const idOf = ({ orders, signature }: Asked) => orders.map(({ clientId }) => clientId).join("") || signature;
  return [...alike.values()].find((same) => new Set(same.map(idOf)).size > UNDER_WAY_MAX)?.[0];
}

/**
 * Whether orders that look as if they were placed blindly may have been under way when the venue went, since
 * the machine held the bot up. Then the case takes the venue away once more.
 */
export function isInDoubt(seen: Seen): boolean {
  const away = awayOf(seen);
  return away !== undefined && blindnessOf(seen, away) === undefined && placedBlindly(seen, away).length > 0;
}

/**
 * The orders that the bot placed before it read its account, though it knew that the venue had gone: it knows
 * once it has tried to connect (the knock). Requests just before the knock, or just after, were under way: a
 * bot that is held up when its connection ends first reads what had come before, and acts on that.
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
      (knockMs < atMs || watchedMs(seen, atMs) > UNDER_WAY_MS), // without a knock so far, one may still come
  );
}

function isRefused(each: TimedHappening): boolean {
  return each.type === "turnedAway" || (each.type === "asked" && each.status >= 400);
}

/**
 * When the bot first read its account after the venue went, or joined a channel that begins with it;
 * Infinity: not yet.
 */
function knewMs({ happenings }: Seen, { fromMs }: Away): number {
  const knew = happenings.find((each) => each.atMs > fromMs && (readsAccount(each) || joinsAccount(each)));
  return knew?.atMs ?? Number.POSITIVE_INFINITY;
}

function joinsAccount(each: TimedHappening): boolean {
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
