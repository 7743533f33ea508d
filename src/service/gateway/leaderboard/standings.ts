import { moneyText } from "../../../interface/wire/index.ts";
import type { Leaderboard as Board, Ranked } from "../../../interface/wire/leaderboard.ts";
import type { Quanta, TimeMs } from "../../../kernel/core/index.ts";
import { ACCOUNT_USER } from "../../../kernel/core/index.ts";
import type { EnginePort } from "../../../kernel/engine/index.ts";
import { HOUR_MS, MINUTE_MS } from "../../../kernel/host/clock.ts";
import type { Contest, Placed, Team } from "../../contest/index.ts";
import {
  contestOn,
  momentsOf,
  phaseOf,
  pointsMsOf,
  rankingOf,
  roundOn,
  scoreOf,
  valuationOf,
} from "../../contest/index.ts";
import type { ActivityRow, EquityHistory, EquityRow, History } from "../../readmodel/index.ts";
import { pointsIn, RunningPerformance } from "../../readmodel/index.ts";
import { EquityCurve } from "./equityCurve.ts";

export interface StandingsSource {
  readonly engine: EnginePort;
  readonly history: History;
  /** Market time. */
  readonly now: () => TimeMs;
  /** The venue's contests, in the order in which they were created. */
  readonly contests: () => readonly Contest[];
}

/** An account that is on the board. */
type Entrant = Omit<Team, "practice">;

/** The accounts on the board, and the span of time that counts. */
interface Field {
  readonly contest: Contest | undefined;
  readonly entrants: readonly Entrant[];
  /** From when on results count; undefined: from each account's opening. */
  readonly from: TimeMs | undefined;
  /** Until when results count. */
  readonly to: TimeMs;
  /** How far apart the points are that count, ms, as long as history has them. */
  readonly pointsMs: number;
}

/** The results of an account. */
interface Done {
  trades: number;
  liquidations: number;
  fees: Quanta;
  volume: Quanta;
}

/** What earlier readings have found out about an account. */
class Known {
  readonly sampledMs: number;
  readonly performance: RunningPerformance;
  readonly curve = new EquityCurve();
  /** Everything before this time is included. */
  upTo: TimeMs;
  readonly done: Done = { trades: 0, liquidations: 0, fees: 0n, volume: 0n };
  /** The account's last reading: the number of the command that touched it last, and its standing then. */
  version = -1;
  read: Standing | undefined;

  constructor(first: EquityRow, sampledMs: number) {
    this.performance = new RunningPerformance(first);
    this.upTo = first.time;
    this.sampledMs = sampledMs;
    if (first.equity !== 0n) this.curve.add(first);
  }
}

/** An account as it stands. */
interface Standing extends Placed, Entrant {
  readonly fees: Quanta;
  readonly volume: Quanta;
  readonly performance: RunningPerformance;
}

/**
 * The standings of teams: those of the contest that is shown, else all clients. The first reading goes
 * through all samples of their equity, each later one only through those since; present equity is added to a
 * copy.
 */
export class Standings {
  readonly #source: StandingsSource;
  readonly #isLate: boolean;
  #known = new Map<number, Known>();
  #key = "";
  #shown: readonly Standing[] = [];

  /** @param isLate whether readings are of whole minutes that are over; else of the present moment */
  constructor(source: StandingsSource, isLate: boolean) {
    this.#source = source;
    this.#isLate = isLate;
  }

  /**
   * Readings follow one another, each of a later time. @param time of a late reading, a whole minute; else
   * now
   */
  async at(time: TimeMs): Promise<Pick<Board, "contest" | "teams">> {
    const field = await this.#field(time);
    const { contest, from, entrants } = field;
    const key = `${contest?.name} ${from}`;
    if (key !== this.#key) this.#known = new Map();
    this.#key = key;
    const standings: Standing[] = [];
    for (const entrant of entrants) {
      const standing = await this.#read(entrant, field, time);
      if (standing !== undefined) standings.push(standing);
    }
    this.#shown = standings;
    return {
      contest: contest === undefined ? null : contestShown(contest, time),
      teams: rankingOf(standings, contest?.liquidated).map(shown),
    };
  }

  /** Each team's equity from its beginning on, at most `points` values, as it was last read. */
  curves(points: number): ReadonlyMap<string, readonly string[]> {
    return new Map(
      this.#shown.map(({ team, account, performance }) => {
        const curve = this.#known.get(account)?.curve.to(performance.last, points) ?? [];
        return [team, curve.map(moneyText)];
      }),
    );
  }

  async #field(time: TimeMs): Promise<Field> {
    const contest = contestOn(this.#source.contests(), time);
    if (contest === undefined) {
      const accounts = await this.#source.engine.query({ type: "accounts" });
      const entrants = accounts
        .filter(({ kind }) => kind === ACCOUNT_USER)
        .map(({ account, name }) => ({ account, team: name, title: name }));
      return { contest, entrants, from: undefined, to: Number.MAX_SAFE_INTEGER, pointsMs: MINUTE_MS };
    }
    const round = roundOn(contest, time);
    const entrants = contest.teams.map(({ practice, ...team }) =>
      round === contest.practice ? { ...team, account: practice } : team,
    );
    return { contest, entrants, from: round.start, to: round.end, pointsMs: pointsMsOf(round) };
  }

  async #read(entrant: Entrant, field: Field, time: TimeMs): Promise<Standing | undefined> {
    const { engine, history } = this.#source;
    const { account } = entrant;
    const before = this.#known.get(account);
    const [assets, positions] = await Promise.all([
      engine.query({ type: "assets", account }),
      engine.query({ type: "positions", account, contract: undefined }),
    ]);
    const end = endOf(field, time);
    const isWithinMinute = before !== undefined && end < before.upTo - (before.upTo % MINUTE_MS) + MINUTE_MS;
    const isStill = !this.#isLate && before?.version === assets!.version && positions.length === 0;
    if (isWithinMinute && isStill && before.read !== undefined) {
      const { performance, ...rest } = before.read;
      return standing(
        entrant,
        field.contest,
        rest,
        extended(performance, { ...performance.last, time: end }),
      );
    }
    const from = before?.performance.from ?? field.from ?? (await this.#opened(account));
    const valuedAt = field.contest === undefined ? "mark" : valuationOf([field.contest], account);
    // A late reading is of what was before its minute.
    if (field.from === undefined && (from > time || (this.#isLate && from === time))) return undefined;
    if (from > time) {
      const none = { trades: 0, liquidations: 0, fees: 0n, volume: 0n };
      // A late reading has the account as it stood then: its round may have begun since.
      const span = { from: time, to: time };
      const equity = this.#isLate
        ? pointsIn(await history.equity({ account, ...span, valuedAt }), span)[0]!.equity
        : assets!.equity;
      return standing(entrant, field.contest, none, new RunningPerformance({ time, equity, deposited: 0n }));
    }
    const equity = await history.equity({ account, from: before?.upTo ?? from, to: field.to, valuedAt });
    const sampledMs = from >= equity.minutesFrom ? field.pointsMs : HOUR_MS;
    if (before !== undefined && before.sampledMs !== sampledMs) {
      this.#known.delete(account);
      return this.#read(entrant, field, time);
    }
    const known = before ?? new Known(pointsIn(equity, { from, to: field.to })[0]!, sampledMs);
    this.#known.set(account, known);
    const whole = Math.max(known.upTo, end - (end % sampledMs));
    await this.#goOn(known, account, equity, whole);
    const { present, samples } = equity;
    const isNow = present !== undefined && (!this.#isLate || present.time < end);
    const newest = isNow ? present : samples.findLast((sample) => sample.time <= end);
    const last = { ...(newest ?? known.performance.last), time: end };
    const rest = { ...known.done };
    const to = this.#isLate ? end - 1 : Math.min(time, field.to - 1);
    if (whole <= to) add(rest, await history.activity({ account, by: "time", from: whole, to }));
    known.version = assets!.version;
    known.read = standing(entrant, field.contest, rest, extended(known.performance, last));
    return known.read;
  }

  /**
   * Adds everything before a time: all of it, or nothing while history is behind, so that nothing is added
   * twice.
   */
  async #goOn(known: Known, account: number, { samples }: EquityHistory, whole: TimeMs): Promise<void> {
    if (whole === known.upTo) return;
    const span = { account, by: "time", from: known.upTo, to: whole - 1 } as const;
    const activity = await this.#source.history.activity(span);
    const past = samples.filter(({ time }) => time > known.upTo && time <= whole);
    for (const [i, point] of past.entries()) {
      const next = past[i + 1];
      const ends = (time: TimeMs): number => Math.ceil(time / known.sampledMs);
      if (next !== undefined && ends(next.time) === ends(point.time)) continue;
      known.performance.add(point);
      known.curve.add(point);
    }
    add(known.done, activity);
    known.upTo = whole;
  }

  async #opened(account: number): Promise<TimeMs> {
    return (await this.#source.engine.query({ type: "account", account }))!.createdTime;
  }
}

/** Up to when an account counts. */
function endOf({ to }: Field, time: TimeMs): TimeMs {
  return Math.min(time, to);
}

function standing(
  entrant: Entrant,
  contest: Contest | undefined,
  { trades, liquidations, fees, volume }: Readonly<Done>,
  performance: RunningPerformance,
): Standing {
  const score = contest === undefined ? performance.return : scoreOf(contest, { performance, volume });
  return {
    ...entrant,
    performance,
    score,
    drawdown: -performance.drawdown,
    trades,
    liquidations,
    fees,
    volume,
  };
}

function extended(performance: RunningPerformance, point: EquityRow): RunningPerformance {
  const copy = performance.copy();
  copy.add(point);
  return copy;
}

function add(done: Done, { fills, liquidations, fees, takerValue, makerValue }: ActivityRow): void {
  done.trades += fills;
  done.liquidations += liquidations;
  done.fees += fees;
  done.volume += takerValue + makerValue;
}

function contestShown(contest: Contest, time: TimeMs): Board["contest"] {
  const { name, title } = contest;
  const next = momentsOf(contest).find((moment) => moment > time) ?? time;
  return { name, title, phase: phaseOf(contest, time), leftMs: next - time };
}

function shown({
  rank,
  team,
  title,
  score,
  performance,
  ...rest
}: Standing & { readonly rank: number | null }): Ranked {
  const { drawdown, trades, fees, liquidations } = rest;
  return {
    ...{ rank, team, title, score: moneyText(score), return: moneyText(performance.return) },
    ...{ equity: moneyText(performance.last.equity), drawdown: moneyText(drawdown) },
    ...{ trades, fees: moneyText(fees), liquidations },
  };
}
