import { operations } from "../../service/gateway/index.ts";
import { ACCOUNT_CHANNELS, CHANGED_BOOKS } from "./channels.ts";
import type { Check } from "./check.ts";
import { funding, liquidation, partialFill, trigger } from "./checks/fills.ts";
import { lostAnswer } from "./checks/lostAnswer.ts";
import { isInDoubt, reconnect, restart } from "./checks/lostVenue.ts";
import { depthGap, duplicate } from "./checks/pushes.ts";
import { rateLimit } from "./checks/rateLimit.ts";
import { REFUSALS, refusalChecks, rounding } from "./checks/refusals.ts";
import type { Examiner } from "./examiner.ts";
import type { Seen } from "./happening.ts";
import { ofType } from "./happening.ts";

/** A short scenario that brings some occasions about, and the checks of how the bot deals with them. */
export interface ExamCase {
  readonly name: string;
  /** What happens in it. */
  readonly about: string;
  readonly checks: readonly Check[];
  /** Where the contract's grid is not the usual one; `market.ts` has them. */
  readonly grid?: "coarse" | "fine";
  /** Whether the venue is killed in it, so that it needs files to recover from. */
  readonly kills?: true;
  /** Makes it happen: waits for the bot, and acts. */
  readonly conduct: (examiner: Examiner) => Promise<void>;
}

/** Routes by which orders are placed, in every dialect. */
const PLACING = operations
  .filter(({ commands = {}, orders }) => "placeOrder" in commands && orders !== undefined)
  .map(({ method, path }) => `${method} ${path}`);
/** How long the venue is away, once the bot has noticed, ms. */
const AWAY_MS = 3_000;
/** Pushes of a book before the one that is dropped. */
const DEPTH_BEFORE = 5;

const hasPlaced = (seen: Seen) => ofType(seen, "asked").some(({ orders }) => orders.length > 0);
const nothing = async () => {};

/**
 * Takes the venue away until the check has a verdict; and once more where the bot was held up, so that there
 * can be none.
 */
async function untilExamined(check: Check, examiner: Examiner, takeAway: () => Promise<void>): Promise<void> {
  let seen: Seen;
  do {
    await takeAway();
    seen = await examiner.untilSure((now) => check.judge(now).result !== "not examined" || isInDoubt(now));
  } while (isInDoubt(seen));
}

export const examCases: readonly ExamCase[] = [
  {
    name: "throttled",
    about: "the first two requests that place orders are answered with 429, Retry-After: 2",
    checks: [rateLimit],
    async conduct(examiner) {
      await examiner.fault({ kind: "rate-limited", routes: PLACING, count: 2, retryAfter: 2 });
    },
  },
  {
    name: "lost",
    about: "an order is placed, and its answer lost",
    checks: [lostAnswer],
    async conduct(examiner) {
      await examiner.fault({ kind: "answer-lost", routes: PLACING, nth: 1 });
    },
  },
  {
    name: "refused",
    about: "orders are refused in every way, one after the other",
    checks: refusalChecks,
    async conduct(examiner) {
      let end: () => Promise<unknown> = nothing;
      for (const [i, { name, by }] of REFUSALS.entries()) {
        const isExamined = (seen: Seen) => refusalChecks[i]!.judge(seen).result !== "not examined";
        examiner.did("set", `from now on orders are refused: ${name}`);
        const next =
          "text" in by
            ? await examiner.refuse(by.text)
            : await examiner.fault({
                kind: by.fault,
                routes: PLACING,
                ...(by.status && { status: by.status }),
              });
        // Only now that the next way has begun: otherwise a bot that opens only once would open in between.
        await end();
        end = next;
        await examiner.untilSure(isExamined);
      }
    },
  },
  {
    name: "partial",
    about: "an order is filled by the smallest size there is, and no further",
    checks: [partialFill],
    async conduct(examiner) {
      const { venue, name, lot, symbol } = examiner;
      await venue.direct(name, "fill", { symbol, size: lot });
      examiner.did("set", `the next order is filled by ${lot} and no further`);
      await examiner.holdOrders();
    },
  },
  {
    name: "pushes",
    about: "a push of the book is dropped, and every other push comes twice while orders are filled",
    checks: [duplicate, depthGap],
    async conduct(examiner) {
      await examiner.fault({ kind: "push-dropped", channels: CHANGED_BOOKS, nth: DEPTH_BEFORE });
      await examiner.fault({
        kind: "push-duplicated",
        channels: ACCOUNT_CHANNELS,
      });
      await examiner.position();
    },
  },
  {
    name: "disconnected",
    about: "all connections are closed, and handshakes refused for three seconds",
    checks: [reconnect],
    async conduct(examiner) {
      await examiner.until(hasPlaced);
      await untilExamined(reconnect, examiner, async () => {
        const { untilMs: sinceMs } = examiner.seen();
        const routes = examiner.venue.gateway.socketPaths.map((path) => `${path}*`);
        const isOver = await examiner.fault({ kind: "maintenance", channels: ["*"], routes });
        examiner.did("begin", "the sockets are closed");
        await examiner.until((seen) => ofType(seen, "turnedAway").some(({ atMs }) => atMs >= sinceMs));
        await examiner.wait(AWAY_MS);
        await isOver();
        examiner.did("end", "sockets are served again");
      });
    },
  },
  {
    name: "restarted",
    about:
      "the venue is killed, and recovers from its journal after three seconds in which every connection is reset",
    checks: [restart],
    kills: true,
    async conduct(examiner) {
      await examiner.until(hasPlaced);
      await untilExamined(restart, examiner, () => examiner.kill(AWAY_MS));
    },
  },
  {
    name: "funding",
    about: "funding is settled while the bot holds a position",
    checks: [funding],
    async conduct(examiner) {
      do {
        await examiner.position();
        await examiner.settleFunding();
      } while (ofType(examiner.seen(), "funded").length === 0);
    },
  },
  {
    name: "triggered",
    about: "an order of the bot that waits for a price is triggered, wherever the price is",
    checks: [trigger],
    async conduct(examiner) {
      await examiner.until(async () => (await examiner.waiting()).length > 0);
      await examiner.position();
      await examiner.until(async () => {
        const [order] = await examiner.waiting();
        return order !== undefined && (await examiner.trigger(String(order.order)));
      });
      await examiner.holdOrders();
    },
  },
  {
    name: "liquidated",
    about: "the bot is liquidated while it holds a position",
    checks: [liquidation],
    async conduct(examiner) {
      await examiner.position();
      await examiner.noticed();
      await examiner.position();
      await examiner.holdOrders();
      await examiner.liquidate();
    },
  },
  {
    name: "coarse",
    about: "the contract has ticks ten times and lots fifty times the usual",
    grid: "coarse",
    checks: rounding.filter(({ name }) => name === "rounding-coarse"),
    conduct: nothing,
  },
  {
    name: "fine",
    about: "the contract has ticks of a tenth of the usual",
    grid: "fine",
    checks: rounding.filter(({ name }) => name === "rounding-fine"),
    conduct: nothing,
  },
];
