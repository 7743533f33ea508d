import type { Venue } from "../../assembly/venue/index.ts";
import type { Declaration, Grid } from "../../interface/wire/index.ts";
import { moneyText, sizeText } from "../../interface/wire/index.ts";
import type { EventOf } from "../../kernel/core/index.ts";
import { STATE_FILLED } from "../../kernel/core/index.ts";
import type { Clock } from "../../kernel/host/clock.ts";
import type { Operation, Response, TrafficEvent } from "../../service/gateway/index.ts";
import { follow } from "../../service/gateway/index.ts";
import { askedOrders, inWords } from "./askedOrders.ts";
import type { Asked, ExaminerAction, Happening, Seen, Stall, TimedHappening } from "./happening.ts";

/** Happenings that are kept. The examination of a bot that does more ends. */
export const HAPPENINGS_MAX = 20_000;
/** How often the bot's connections are pinged, ms of the bot; and the least time between, ms of the host. */
const PING_EVERY_MS = 100;
const PING_EVERY_HOST_MS = 5;
/** A round of pings, answers included, that takes more of these intervals shows that the bot was held up. */
const ROUND_INTERVALS_MAX = 3;

const ACTIONS = ["", "open long", "open short", "close long", "close short"];

/** Lists in one order what passes between a bot and its venue, and what becomes of the bot's orders. */
export class ExamObserver {
  readonly #clock: Clock;
  readonly #happenings: TimedHappening[] = [];
  readonly #stalls: Stall[] = [];
  /** When the round of pings under way began. */
  #roundBeganMs = Number.POSITIVE_INFINITY;
  #heardMs = Number.NEGATIVE_INFINITY;
  readonly #speed: number;
  readonly #pingEveryMs: number;
  #startMs: number;
  #stop = (): void => {};
  /** What is judged once the examination is over; undefined before. */
  #last: Seen | undefined;
  #wake: (() => void)[] = [];

  /**
   * @param clock the bot's
   * @param speed seconds of market time in one of the bot's
   * @param botSpeed seconds of the bot's time in one of the host's
   */
  constructor(clock: Clock, speed: number, botSpeed = 1) {
    this.#clock = clock;
    this.#speed = speed;
    this.#pingEveryMs = Math.max(PING_EVERY_MS, PING_EVERY_HOST_MS * botSpeed);
    this.#startMs = clock.wallMs();
  }

  /** Begins: happenings have their times from here. */
  begin(): void {
    this.#startMs = this.#clock.wallMs();
  }

  /**
   * Watches how the bot keeps up: when it answers a ping late, it read the ping late, and so maybe everything
   * before it. The time in which a busy machine held the bot up counts neither against the bot nor for it.
   *
   * @param pingAll pings the bot's connections, and resolves when all have answered
   */
  async keepTime(pingAll: () => Promise<void>): Promise<void> {
    while (this.#last === undefined) {
      this.#roundBeganMs = this.#clock.wallMs();
      await new Promise<void>((resolve) => this.#clock.setTimer(this.#pingEveryMs, resolve));
      await pingAll();
      this.#stalls.push(...this.#stall());
      this.#heardMs = this.#roundBeganMs - this.#startMs;
    }
  }

  /** Until when it is known how the bot kept up, ms after it was started. */
  get heardMs(): number {
    return this.#heardMs;
  }

  /** The time by which the round under way has taken too long so far, if it has. */
  #stall(): readonly Stall[] {
    const nowMs = this.#clock.wallMs();
    const tookMs = nowMs - this.#roundBeganMs;
    if (tookMs <= ROUND_INTERVALS_MAX * this.#pingEveryMs) return [];
    return [{ atMs: nowMs - this.#startMs, lostMs: tookMs - this.#pingEveryMs }];
  }

  /** Watches what happens to the account's orders, too. */
  async follow(venue: Venue, account: number): Promise<void> {
    const contracts = await venue.engine.query({ type: "contracts" });
    const grid = (contract: number): Grid => contracts[contract]!;
    const size = (contract: number, lots: number) => sizeText(grid(contract), lots);
    const ofAccount = <E extends { readonly account: number }>(
      happeningOf: (event: E) => Happening | undefined,
    ) => {
      return (event: E): void => {
        const happening = event.account === account ? happeningOf(event) : undefined;
        if (happening !== undefined) this.add(happening);
      };
    };
    this.#stop = follow(venue.engine, {
      traded: (event) => {
        for (const side of sidesOf(event)) {
          if (side.account !== account) continue;
          this.add({
            type: "filled",
            order: String(side.order),
            action: ACTIONS[side.action]!,
            size: size(event.contract, side.size),
            left: size(event.contract, side.remaining),
          });
        }
      },
      tradeTurned: ofAccount<EventOf<"tradeTurned">>((event) => ({
        type: "filled",
        order: String(event.order),
        action: ACTIONS[event.action]!,
        size: size(event.contract, event.size),
        left: size(event.contract, event.remaining),
      })),
      orderEnded: ofAccount<EventOf<"orderEnded">>(({ order, action, state, contract, remaining }) =>
        state === STATE_FILLED
          ? undefined
          : {
              type: "canceled",
              order: String(order),
              action: ACTIONS[action]!,
              left: size(contract, remaining),
            },
      ),
      orderTriggered: ofAccount<EventOf<"orderTriggered">>(({ order }) => ({
        type: "triggered",
        order: String(order),
      })),
      fundingSettled: ofAccount<EventOf<"fundingSettled">>(({ amount }) => ({
        type: "funded",
        amount: moneyText(amount),
      })),
      liquidationStarted: ofAccount<EventOf<"liquidationStarted">>(({ equity }) => ({
        type: "liquidated",
        equity: moneyText(equity),
      })),
    });
  }

  /** Adds what passed the gateway to the happenings. */
  readonly onTraffic = (seen: TrafficEvent): void => {
    switch (seen.type) {
      case "answered":
        this.#answered(seen);
        return;
      case "connected":
        this.add({ type: "connected", connection: seen.connection, isPrivate: seen.access === "private" });
        return;
      case "turnedAway":
        this.add({ type: "turnedAway", status: seen.status, isPrivate: seen.access === "private" });
        return;
      default:
        this.add(seen);
    }
  };

  /** Notes something that happens now. */
  add(happening: Happening, atMs = this.#clock.wallMs() - this.#startMs): void {
    if (this.#last !== undefined || this.#happenings.length >= HAPPENINGS_MAX) return;
    this.#happenings.push({ ...happening, atMs });
    for (const wake of this.#wake.splice(0)) wake();
  }

  did(deed: ExaminerAction, text: string): void {
    this.add({ type: "did", deed, text });
  }

  seen(): Seen {
    return (
      this.#last ?? {
        happenings: this.#happenings.toSorted((a, b) => a.atMs - b.atMs),
        untilMs: this.#clock.wallMs() - this.#startMs,
        stalls: [...this.#stalls, ...this.#stall()],
        speed: this.#speed,
      }
    );
  }

  /** Resolves when something more has happened, or after `ms`. */
  async more(ms: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = this.#clock.setTimer(ms, resolve);
      this.#wake.push(() => {
        timer.clear();
        resolve();
      });
    });
  }

  /**
   * Ends the watch: what happens from now on is no part of the examination.
   *
   * @param last what is judged; default: all that was seen
   */
  stop(last = this.seen()): void {
    this.#last ??= last;
    this.#stop();
  }

  #answered({
    operation,
    fields,
    signature,
    arrivedMs,
    response,
    faults,
  }: Extract<TrafficEvent, { type: "answered" }>): void {
    const { method, path } = operation;
    const { status, headers = [] } = response;
    const reason = reasonOf(operation, response);
    const does = doesOf(operation);
    const retryAfter = headerOf(headers, "retry-after");
    const asked: Asked = {
      type: "asked",
      operation: `${method} ${path}`,
      does,
      answeredMs: this.#clock.wallMs() - this.#startMs,
      status,
      reason,
      fault: faults[0],
      retryAfterMs: retryAfter === undefined ? undefined : Number(retryAfter) * 1_000,
      orders: does === "places" ? askedOrders(operation, fields, response.body, reason) : [],
      signature,
    };
    this.add(asked, arrivedMs - this.#startMs);
  }
}

/** @param headers name, value, name, value … */
function headerOf(headers: readonly string[], name: string): string | undefined {
  const at = headers.indexOf(name);
  return at === -1 ? undefined : headers[at + 1];
}

/** What a request is for: "reads" its own holdings, orders or fills, "looks" at anything else. */
function doesOf({ access, orders, showsAccount }: Declaration): Asked["does"] {
  if (access === "cancel") return "cancels";
  if (orders !== undefined) return "places";
  if (access === "trade") return "sets";
  return showsAccount === true ? "reads" : "looks";
}

/**
 * Why a request was refused, in the words of its dialect as a client that reads English is told them, and
 * their code; "" if it was not.
 */
function reasonOf({ api }: Operation, { error, code }: Response): string {
  return error === undefined ? "" : inWords(code, api.words(error));
}

/**
 * The sides of a trade. Where a one-way account's fill closes its leg and opens the other with the rest, this
 * is the part that closes; `tradeTurned` reports what opens.
 */
function sidesOf(event: EventOf<"traded">) {
  return (["maker", "taker"] as const).map((side) => ({
    account: event[`${side}Account`],
    order: event[`${side}Order`],
    action: event[`${side}Action`],
    size: event[`${side}Size`],
    remaining: event[`${side}Remaining`],
  }));
}
