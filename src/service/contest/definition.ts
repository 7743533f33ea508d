import type { TimeMs } from "../../kernel/core/index.ts";
import { HOUR_MS, MINUTE_MS } from "../../kernel/host/clock.ts";
import type { Valuation } from "../readmodel/index.ts";
import { MINUTES_KEPT_MS } from "../readmodel/index.ts";

/** What counts: each is a number in 1e-8 parts, the larger the better (score.ts). */
export const measures = ["return", "sharpe", "drawdown", "volume"] as const;
export type Measure = (typeof measures)[number];

/** What teams may do beside reading, canceling and closing, which they always may. */
export const activities = ["orders", "triggers", "leverage", "margin"] as const;
export type Activity = (typeof activities)[number];

/** From `start`, which belongs to it, to `end`, which does not; market time. */
export interface Round {
  readonly start: TimeMs;
  readonly end: TimeMs;
}

/**
 * How far apart the points of equity are that a round counts, ms. Hours where history does not keep the
 * minutes until the end of the round: from its beginning, so that no score changes on the way.
 */
export function pointsMsOf({ start, end }: Round): typeof HOUR_MS | typeof MINUTE_MS {
  return end - start > MINUTES_KEPT_MS ? HOUR_MS : MINUTE_MS;
}

/** One who takes part, with an account for the round and, where there is a practice round, one for that. */
export interface Team {
  /** The name of its account. */
  readonly team: string;
  /** What it is called on boards. */
  readonly title: string;
  readonly account: number;
  /** Its account for the practice round; 0: there is no such round. */
  readonly practice: number;
}

/** What a contest is, as its file says it, with everything that the file leaves out. */
export interface Rules extends Round {
  readonly name: string;
  readonly title: string;
  /** Symbols; teams trade no other contracts. */
  readonly contracts: readonly string[];
  readonly practice: Round | undefined;
  /** What each team begins with: a decimal of USDT. */
  readonly balance: string;
  /** The greatest leverage that a team may set, a whole number; 0: that of the contract. */
  readonly leverageMax: number;
  /** Placements of a team a minute; 0: no limit of its own. */
  readonly ordersPerMinute: number;
  /** Whether the budgets that the venue gives each address hold during the contest. */
  readonly addressBudgets: boolean;
  readonly operations: readonly Activity[];
  /** `house`: teams never meet each other in the book. */
  readonly book: "shared" | "house";
  /** The weight of each measure, a decimal. */
  readonly score: Readonly<Partial<Record<Measure, string>>>;
  /** A team that was liquidated: counts as any other, is ranked behind all others, or is not ranked. */
  readonly liquidated: "counts" | "last" | "out";
}

/** Why, and with what remedy, a venue for contests takes none whose teams would be alone in one book. */
export const HOUSE_WANTED =
  "without house participants teams alone would make the prices they trade at; start the venue with " +
  "--market simulated, or a scenario with participants";

/** A contest as the journal keeps it. */
export interface Contest extends Rules {
  readonly teams: readonly Team[];
  /** The group that the teams' accounts form where the book is the house's; 0: none. */
  readonly group: number;
  /** The venue's public key, in hex, whose signature the results bear. */
  readonly publicKey: string;
}

/** The text that the journal keeps. */
export function textOf(contest: Contest): string {
  return JSON.stringify(contest);
}

/** A contest that the journal keeps. */
export function contestOf(definition: string): Contest {
  return JSON.parse(definition) as Contest;
}

/** Where a contest stands. */
export type Phase = "before" | "practice" | "between" | "running" | "ended";

/** `before` the first round, `between` practice and round, and so on; a function of market time alone. */
export function phaseOf({ practice, start, end }: Contest, now: TimeMs): Phase {
  if (now >= end) return "ended";
  if (now >= start) return "running";
  if (practice === undefined || now < practice.start) return "before";
  return now < practice.end ? "practice" : "between";
}

/** When the phase changes, ascending. */
export function momentsOf({ practice, start, end }: Contest): readonly TimeMs[] {
  return practice === undefined ? [start, end] : [practice.start, practice.end, start, end];
}

/** Whether an account is one of a contest's, for either round. */
export function takesPart({ teams }: Pick<Contest, "teams">, account: number): boolean {
  return teams.some((team) => team.account === account || team.practice === account);
}

/** The contest in which an account takes part and that is not over. */
export function presentContest(
  contests: readonly Contest[],
  account: number,
  now: TimeMs,
): Contest | undefined {
  return contests.find((contest) => now < contest.end && takesPart(contest, account));
}

/**
 * How an account's positions are valued wherever it is told how it did: in statistics, on the board, in
 * results. Positions of those who take part in a contest count at the index, since whoever quotes moves the
 * mark within its bound; others at the mark.
 */
export function valuationOf(contests: readonly Pick<Contest, "teams">[], account: number): Valuation {
  return contests.some((contest) => takesPart(contest, account)) ? "index" : "mark";
}

/** The round that a board shows: the practice round until that of the contest begins. */
export function roundOn({ practice, ...contest }: Contest, now: TimeMs): Round {
  const isPractice = practice !== undefined && now >= practice.start && now < contest.start;
  return isPractice ? practice : contest;
}

/**
 * The contest that a board shows: of those that are not over the one that ends first, else the one that ended
 * last.
 */
export function contestOn(contests: readonly Contest[], now: TimeMs): Contest | undefined {
  const byEnd = contests.toSorted((a, b) => a.end - b.end);
  return byEnd.find(({ end }) => now < end) ?? byEnd.at(-1);
}
