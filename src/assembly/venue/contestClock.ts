import type { Engine, Schedule } from "../../kernel/engine/index.ts";
import type { Contest } from "../../service/contest/index.ts";
import { contestOf, momentsOf } from "../../service/contest/index.ts";
import { requestOf } from "../../service/gateway/control/index.ts";
import type { Log, Response, WholeRequest } from "../../service/gateway/index.ts";
import { follow } from "../../service/gateway/index.ts";

/** The parts of the venue that the rounds of contests need. */
export interface ContestVenue {
  readonly engine: Engine;
  readonly schedule: Schedule;
  readonly adminToken: string;
  readonly log: Log;
  /** Answers a request to control. */
  answer(request: WholeRequest): Promise<Response>;
}

/**
 * Lets the rounds of contests begin and end: at each of these times it asks control, as the first operator,
 * to let teams in or freeze them, so that this is logged as an operator's act. A time that passed while
 * nobody led is made up for at once; what was refused is asked for again; what was done is not repeated.
 */
export class ContestClock {
  readonly #venue: ContestVenue;
  readonly #stop: () => void;

  private constructor(venue: ContestVenue) {
    this.#venue = venue;
    this.#stop = follow(venue.engine, { contestSet: ({ definition }) => this.#watch(definition) });
  }

  static async start(venue: ContestVenue): Promise<ContestClock> {
    const clock = new ContestClock(venue);
    for (const { definition } of await venue.engine.query({ type: "contests" })) clock.#watch(definition);
    return clock;
  }

  stop(): void {
    this.#stop();
  }

  #watch(definition: string): void {
    if (definition === "") return;
    const contest = contestOf(definition);
    this.#venue.schedule.at(momentsOf(contest), () => this.#advance(contest), `contest ${contest.name}`);
  }

  async #advance({ name }: Contest): Promise<void> {
    const { adminToken, log, answer } = this.#venue;
    const call = { method: "POST", name: "contests/advance", given: { contest: name } } as const;
    const { status, body } = await answer(requestOf(call, adminToken));
    // Thrown, so that the schedule tells the operator and tries again: the venue may have been busy, or a
    // team's last position may just have been closed.
    if (status !== 200) throw new Error(`the contest ${name} could not be advanced: ${body}`);
    log.info({ contest: name, ...(JSON.parse(body) as object) }, "a contest has come to its next moment");
  }
}
