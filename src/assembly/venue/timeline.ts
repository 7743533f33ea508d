import type { MomentView } from "../../interface/wire/control/index.ts";
import type { TimeMs } from "../../kernel/core/index.ts";
import type { Schedule, VenueClock } from "../../kernel/engine/index.ts";
import type { Moment, Scenario, ScenarioProblem } from "../../movers/feeds/index.ts";
import { ScenarioError } from "../../movers/feeds/index.ts";
import type { Call } from "../../service/gateway/control/index.ts";
import { problemOf, requestOf } from "../../service/gateway/control/index.ts";
import type { Log, Response, WholeRequest } from "../../service/gateway/index.ts";
import { differenceOf } from "./expectation.ts";

/** The parts of the venue that a scenario's moments need. */
export interface TimelineVenue {
  readonly schedule: Schedule;
  readonly clock: Pick<VenueClock, "now">;
  readonly adminToken: string;
  readonly log: Log;
  /** Answers a request to control. */
  answer(request: WholeRequest): Promise<Response>;
}

type Outcome = Pick<MomentView, "state" | "note">;

/** How far a timeline has come. */
export interface TimelinePoint {
  /** Market time from which the moments are counted. */
  readonly origin: TimeMs;
  /** What became of the moments that are past, in their order. */
  readonly outcomes: readonly Outcome[];
}

/**
 * The moments of a scenario: what it makes happen, and what it expects, at its times. Each is an operation of
 * control, asked for as the first operator: so a scenario can do whatever an operator may, and it is logged
 * as an operator's act. A moment that is refused does not hold up the next.
 */
export class Timeline {
  readonly #moments: readonly Moment[];
  readonly #origin: TimeMs;
  readonly #venue: TimelineVenue;
  readonly #outcomes: Outcome[];

  constructor(moments: readonly Moment[], { origin, outcomes }: TimelinePoint, venue: TimelineVenue) {
    this.#moments = moments;
    this.#origin = origin;
    this.#outcomes = [...outcomes];
    this.#venue = venue;
  }

  /** How far the timeline has come, for a branch that goes on from here. */
  point(): TimelinePoint {
    return { origin: this.#origin, outcomes: [...this.#outcomes] };
  }

  /**
   * Carries out the moments that are due by now, before anybody is served, and has the schedule carry out the
   * others at their times.
   *
   * @param answer answers a request to control, also before the venue is open
   * @returns the faults of the scenario that were refused: at a start they are a mistake in the file
   */
  async begin(answer = this.#venue.answer): Promise<readonly ScenarioProblem[]> {
    const past = this.#outcomes.length;
    await this.#beat(this.#venue.clock.now(), answer);
    const times = this.#moments.slice(this.#outcomes.length).map(({ atMs }) => this.#origin + atMs);
    if (times.length > 0) this.#venue.schedule.at(times, (time) => this.#beat(time), "timeline");
    return this.#outcomes.slice(past).flatMap(({ state, note }, i) => {
      const moment = this.#moments[past + i]!;
      if (state !== "refused" || !moment.path.startsWith("faults.")) return [];
      return [{ path: moment.path, value: textOf(moment), rule: note! }];
    });
  }

  /** All moments, with what became of those that are past. */
  report(): readonly MomentView[] {
    return this.#moments.map((moment, i) => ({
      path: moment.path,
      time: this.#origin + moment.atMs,
      what: textOf(moment),
      ...(this.#outcomes[i] ?? { state: "waits", note: null }),
    }));
  }

  async #beat(time: TimeMs, answer = this.#venue.answer): Promise<void> {
    for (;;) {
      const next = this.#moments[this.#outcomes.length];
      if (next === undefined || this.#origin + next.atMs > time) return;
      const outcome = await this.#outcomeOf(next, answer);
      this.#outcomes.push(outcome);
      this.#report(next, outcome);
    }
  }

  async #outcomeOf(moment: Moment, answered: TimelineVenue["answer"]): Promise<Outcome> {
    if (moment.type === "say") return { state: "said", note: null };
    const request = requestOf(callOf(moment), this.#venue.adminToken);
    const { status, body } = await answered(request);
    const answer: unknown = JSON.parse(body);
    if (status !== 200) return { state: "refused", note: (answer as { readonly msg: string }).msg };
    if (moment.type === "do") return { state: "done", note: null };
    const difference = differenceOf(answer, moment.wanted);
    return { state: difference === undefined ? "met" : "broken", note: difference ?? null };
  }

  #report(moment: Moment, { state, note }: Outcome): void {
    const { log } = this.#venue;
    const isWrong = state === "refused" || state === "broken";
    log[isWrong ? "warn" : "info"](
      { moment: moment.path, state, ...(note !== null && { note }) },
      textOf(moment),
    );
  }
}

/**
 * Operations that no scenario may ask for: they move market time, end or branch the market, or write files.
 */
const NEVER = /^(?:clock\/|branch$|reset$|stop$|cluster\/|backup$|bundle$|accounts\/export$)/;

/** Whether an operation is one that no scenario may ask for. */
export const isNever = (operation: string): boolean => NEVER.test(operation);

/** @throws ScenarioError naming every moment that no market could carry out */
export function checkTimeline({ timeline }: Scenario): void {
  const checked = new Set<string>();
  const problems = timeline.flatMap((moment) => {
    if (moment.type === "say" || checked.has(moment.path)) return [];
    checked.add(moment.path);
    const { operation, given, path, type } = moment;
    if (isNever(operation)) {
      const rule = "must not move market time, end or branch the market, or write files";
      return [{ path: `${path}.${type}`, value: operation, rule }];
    }
    const problem = problemOf(callOf(moment));
    if (problem === undefined) return [];
    const { at, rule } = problem;
    return [
      at === "name"
        ? { path: `${path}.${type}`, value: operation, rule }
        : { path: placeOf(moment), value: JSON.stringify(given), rule },
    ];
  });
  if (problems.length > 0) throw new ScenarioError(problems);
}

/**
 * @throws ScenarioError for a scenario with moments: in a cluster each node that comes to lead would begin
 * them anew
 */
export function refuseTimeline({ timeline: [first] }: Scenario): void {
  if (first === undefined) return;
  const rule = "must be left out in a cluster, where every node that comes to lead would begin it anew";
  throw new ScenarioError([{ path: first.path, value: textOf(first), rule }]);
}

/** Where in the scenario's file the parameters of a moment's operation are. */
function placeOf({ path }: Moment): string {
  return path.startsWith("timeline.") ? `${path}.with` : path;
}

function callOf({ type, operation, given }: Exclude<Moment, { type: "say" }>): Call {
  return { method: type === "do" ? "POST" : "GET", name: operation, given };
}

function textOf(moment: Moment): string {
  if (moment.type === "say") return moment.text;
  const given = Object.entries(moment.given).map(([name, value]) => ` ${name} ${JSON.stringify(value)}`);
  const words = `${moment.operation}${given.join(",")}`;
  return moment.type === "do" ? words : `${words} is ${JSON.stringify(moment.wanted)}`;
}
