import type { AccountSummary, Quanta, TimeMs } from "../../core/index.ts";
import { ACCOUNT_USER } from "../../core/index.ts";
import type { EnginePort } from "../../engine/index.ts";
import { MINUTE_MS } from "../../host/clock.ts";
import type { History } from "../../readmodel/index.ts";
import { moneyText } from "../../wire/index.ts";
import type { Ranked } from "../../wire/leaderboard.ts";
import { equityPoints, Marks } from "../trading/equityPoints.ts";
import { Course } from "./course.ts";
import { ranked } from "./rank.ts";

export interface StandingsSource {
  readonly engine: EnginePort;
  readonly history: History;
  /** Market time. */
  readonly now: () => TimeMs;
}

/** What is known of an account up to a whole minute. */
class Known {
  readonly course = new Course();
  /** The last minute that is in it; 0 before the first. */
  minute: TimeMs = 0;
  /** Sequence number of what touched the account last. */
  version = -1;
  /** What it did up to here: a time where the board is late, else a sequence number. */
  upTo = 0;
  trades = 0;
  liquidations = 0;
  fees: Quanta = 0n;
}

/** An account as it stands. */
interface Standing {
  readonly team: string;
  readonly result: bigint;
  readonly equity: Quanta;
  readonly drawdown: bigint;
  readonly trades: number;
  readonly liquidations: number;
  readonly fees: Quanta;
}

/**
 * How all clients' accounts stand. The first reading goes through all that they did, each later one through what happened since:
 * equity at every whole minute of market time from then on, exactly (trading/equityPoints.ts), and what of the last minute is over.
 */
export class Standings {
  readonly #source: StandingsSource;
  readonly #isLate: boolean;
  readonly #known = new Map<number, Known>();
  readonly #courses = new Map<string, Course>();

  /** @param isLate readings are of whole minutes that are over; else of this moment */
  constructor(source: StandingsSource, isLate: boolean) {
    this.#source = source;
    this.#isLate = isLate;
  }

  /** Readings follow one another, each of a later time. @param time of a late one, a whole minute; else now */
  async at(time: TimeMs): Promise<readonly Ranked[]> {
    const accounts = await this.#source.engine.query({ type: "accounts" });
    const clients = accounts.filter(({ kind }) => kind === ACCOUNT_USER);
    const now = this.#source.now();
    const first = clients.map(({ account }) => this.#known.get(account)?.minute ?? 0);
    const created = await Promise.all(
      clients.map(async ({ account }, i) =>
        first[i] === 0
          ? (await this.#source.engine.query({ type: "account", account }))!.createdTime
          : first[i]!,
      ),
    );
    const counts = created.map((from) => Math.ceil((now - from) / MINUTE_MS) + 1);
    const span = { intervalMs: MINUTE_MS, count: Math.max(1, ...counts), now };
    const marks = new Marks(this.#source.history, span);
    const standings: Standing[] = [];
    for (const [i, client] of clients.entries()) {
      const standing = await this.#read(client, time, { marks, count: counts[i]! });
      if (standing !== undefined) standings.push(standing);
    }
    return ranked(standings).map(shown);
  }

  /** Each team's equity from its beginning on, at most so many points, as it was last read. */
  curves(points: number): ReadonlyMap<string, readonly string[]> {
    return new Map([...this.#courses].map(([team, course]) => [team, course.curve(points).map(moneyText)]));
  }

  async #read(
    { account, name }: AccountSummary,
    time: TimeMs,
    { marks, count }: { readonly marks: Marks; readonly count: number },
  ): Promise<Standing | undefined> {
    const known = this.#known.get(account) ?? new Known();
    const still = this.#isLate ? undefined : await this.#stillEquity(known, account);
    if (still !== undefined) return this.#goOn(known, name, time, still);
    const { points, seq } = await equityPoints(
      { ...this.#source, account },
      { intervalMs: MINUTE_MS, count, marks, rowsMax: Number.POSITIVE_INFINITY },
    );
    // Of this instant there may be more to come, as long as market time stands.
    const end = this.#isLate ? time + 1 : points.at(-1)!.time;
    const unknown = points.filter((point) => point.time > known.minute);
    const past = unknown.filter((point) => point.time < end);
    if (this.#isLate && known.minute === 0 && past.length === 0) return undefined; // it began later
    for (const point of past) known.course.add(point);
    known.minute = past.at(-1)?.time ?? known.minute;
    const course = this.#isLate ? known.course : known.course.with(unknown.slice(past.length));
    await this.#addActivity(known, account, this.#isLate ? time : seq);
    this.#known.set(account, known);
    return this.#standing(name, known, course);
  }

  /** What an account is worth that holds no position and that nothing has touched since it was read; undefined of any other one. */
  async #stillEquity(known: Known, account: number): Promise<Quanta | undefined> {
    const { engine } = this.#source;
    const [assets, positions] = await Promise.all([
      engine.query({ type: "assets", account }),
      engine.query({ type: "positions", account, contract: undefined }),
    ]);
    const { version, equity } = assets!;
    const isStill = known.version === version && positions.length === 0 && known.minute > 0;
    known.version = version;
    return isStill ? equity : undefined;
  }

  /** Minutes in which nothing happened. */
  #goOn(known: Known, name: string, time: TimeMs, equity: Quanta): Standing {
    const point = { equity, deposited: 0n };
    for (let next = minuteAfter(known.minute); next < time; next += MINUTE_MS) {
      known.course.add(point);
      known.minute = next;
    }
    return this.#standing(name, known, known.course.with([point]));
  }

  #standing(team: string, { trades, liquidations, fees }: Known, course: Course): Standing {
    this.#courses.set(team, course);
    const { equity, drawdown } = course;
    return { team, result: course.return, equity, drawdown, trades, liquidations, fees };
  }

  async #addActivity(known: Known, account: number, to: number): Promise<void> {
    if (to <= known.upTo) return;
    const by = this.#isLate ? "time" : "seq";
    const done = await this.#source.history.activity({ account, by, from: known.upTo + 1, to });
    known.upTo = to;
    known.trades += done.fills;
    known.liquidations += done.liquidations;
    known.fees += done.fees;
  }
}

function minuteAfter(time: TimeMs): TimeMs {
  return time - (time % MINUTE_MS) + MINUTE_MS;
}

function shown({
  rank,
  team,
  result,
  equity,
  drawdown,
  trades,
  fees,
  liquidations,
}: Standing & { readonly rank: number | null }): Ranked {
  return {
    ...{ rank, team, return: moneyText(result), equity: moneyText(equity), drawdown: moneyText(drawdown) },
    ...{ trades, fees: moneyText(fees), liquidations },
  };
}
