import { WireError } from "../../../interface/wire/index.ts";
import type { Leaderboard as Board } from "../../../interface/wire/leaderboard.ts";
import type { TimeMs } from "../../../kernel/core/index.ts";
import type { Clock } from "../../../kernel/host/clock.ts";
import { MINUTE_MS } from "../../../kernel/host/clock.ts";
import { contestOn, phaseOf } from "../../contest/index.ts";
import type { History } from "../../readmodel/index.ts";
import { patiently } from "../../readmodel/index.ts";
import type { StandingsSource } from "./standings.ts";
import { Standings } from "./standings.ts";

/** Who may see the leaderboard. */
export interface LeaderboardRule {
  /** Whether everybody may see it; else operators only. */
  readonly isPublic: boolean;
  /** How old the board is that everybody sees, ms of market time. */
  readonly delayMs: number;
}

/** Which part of a board is asked for. */
export interface BoardCut {
  /** Number of teams, the best ones. */
  readonly limit: number;
  /** Number of points of each team's curve. */
  readonly points: number;
}

export interface LeaderboardServices extends StandingsSource {
  /** The host's. */
  readonly clock: Clock;
  /** Default: for operators only. */
  readonly rule?: LeaderboardRule | undefined;
}

/** How long one board is shown to all who ask, ms of the host; shorter while nothing has happened. */
const KEPT_MS = 1_000;

/**
 * Who is ahead in one market. Nothing is computed while nobody asks, and once for all who ask at the same
 * time.
 *
 * It follows from the journal alone: of the same commands, at the same market time, it is the same.
 */
export class Leaderboard {
  readonly isPublic: boolean;
  readonly #history: History;
  readonly #live: KeptBoard;
  readonly #shown: KeptBoard;

  constructor(services: LeaderboardServices) {
    const { isPublic, delayMs } = services.rule ?? { isPublic: false, delayMs: 0 };
    this.isPublic = isPublic;
    this.#history = services.history;
    this.#live = new KeptBoard(services, 0);
    this.#shown = delayMs === 0 ? this.#live : new KeptBoard(services, delayMs);
  }

  /** The board of this moment, for operators. */
  now(cut: BoardCut): Promise<Board> {
    return this.#live.read(cut);
  }

  /** The board as everybody may see it. @throws WireError 404 where only operators may */
  shown(cut: BoardCut): Promise<Board> {
    if (!this.isPublic)
      throw new WireError("pathNotFound", "Not found: this venue shows its leaderboard to operators alone");
    return this.#shown.read(cut);
  }

  /**
   * The whole board, as new as it may be shown, however long history takes; the same object while nothing
   * has changed.
   */
  fresh(): Promise<Board> {
    return patiently(this.#history, () => this.#shown.renew());
  }
}

/** The newest board with a given delay, and the one before it while that may still be shown. */
class KeptBoard {
  readonly #services: LeaderboardServices;
  readonly #delayMs: number;
  readonly #standings: Standings;
  #board: Board | undefined;
  /** Identifies the state from which {@link #board} was read. */
  #of = "";
  #readMs = Number.NEGATIVE_INFINITY;
  #reading: Promise<Board> | undefined;
  /** Identifies the state from which a board is being read. */
  #next = "";

  constructor(services: LeaderboardServices, delayMs: number) {
    this.#services = services;
    this.#delayMs = delayMs;
    this.#standings = new Standings(services, delayMs > 0);
  }

  async read({ limit, points }: BoardCut): Promise<Board> {
    const isYoung = this.#services.clock.monotonicMs() - this.#readMs < KEPT_MS && this.#isOfContestOn();
    const board = isYoung && this.#board !== undefined ? this.#board : await this.renew();
    const teams = board.teams.slice(0, limit);
    if (points === 0) return { ...board, teams };
    const curves = this.#standings.curves(points);
    return { ...board, teams: teams.map((each) => ({ ...each, curve: curves.get(each.team) ?? [] })) };
  }

  /**
   * Whether the board is of the present contest and phase: at a fast market time, much can change within
   * {@link KEPT_MS}.
   */
  #isOfContestOn(): boolean {
    const { time } = this.#moment();
    const contest = contestOn(this.#services.contests(), time);
    const shown = this.#board?.contest;
    return (
      shown?.name === contest?.name && (contest === undefined || shown?.phase === phaseOf(contest, time))
    );
  }

  /**
   * Reads the board anew if anything can have changed. Readings follow one another, and are shared by all
   * who wait for them.
   */
  renew(): Promise<Board> {
    const { of } = this.#moment();
    if (this.#reading !== undefined && of === this.#next) return this.#reading;
    if (this.#reading === undefined && of === this.#of && this.#board !== undefined)
      return Promise.resolve(this.#board);
    const read = (): Promise<Board> => this.#read();
    const reading = this.#reading === undefined ? read() : this.#reading.then(read, read);
    const done = (): void => {
      if (this.#reading === reading) this.#reading = undefined;
    };
    this.#reading = reading;
    this.#next = of;
    reading.then(done, done);
    return reading;
  }

  async #read(): Promise<Board> {
    const { time, of } = this.#moment();
    const standings = await this.#standings.at(time);
    this.#readMs = this.#services.clock.monotonicMs();
    this.#of = of;
    this.#board = { time, delayMs: this.#delayMs, ...standings };
    return this.#board;
  }

  /** The market time for which a board is read now, and what identifies the state that it is read from. */
  #moment(): { readonly time: TimeMs; readonly of: string } {
    const { engine, now } = this.#services;
    if (this.#delayMs === 0) return { time: now(), of: `${now()} ${engine.headSeq}` };
    const late = now() - this.#delayMs;
    const time = late - (late % MINUTE_MS);
    return { time, of: String(time) };
  }
}
