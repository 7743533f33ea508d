import { moneyText } from "../../interface/wire/index.ts";
import type { Quanta } from "../../kernel/core/index.ts";
import { INSURANCE_ACCOUNT } from "../../kernel/core/index.ts";
import type { PassedRow } from "../readmodel/index.ts";
import {
  PASSED_COVER,
  PASSED_FUNDING,
  PASSED_MARKET,
  PASSED_MOVED,
  PASSED_TRADES,
} from "../readmodel/index.ts";

/** What came to a team in a round, and from whom. */
export interface Receiver {
  readonly team: string;
  /** The team's account for the round. */
  readonly account: number;
  readonly passed: readonly PassedRow[];
}

/** What two teams passed between each other by the trades between them. */
export interface PairTrades {
  readonly a: string;
  readonly b: string;
  readonly fills: number;
  readonly traded: string;
  /**
   * What `a` gained against the index at each fill, and `b` lost: (index − price) · size for a buyer, without
   * fees.
   */
  readonly toA: string;
  readonly feesA: string;
  readonly feesB: string;
  /** The value passed, whichever way, as a part of what each began with. */
  readonly ofBalance: string;
}

/** Out of what a team's result came: all but `fees` together, less those, is `rise`, to the quantum. */
export interface Origin {
  readonly team: string;
  /** Trades with other teams, against the index. */
  readonly teams: string;
  /** Trades with all others: the house, and accounts that take no part. */
  readonly others: string;
  /** Trades with the insurance fund, and what it paid for a loss beyond what there was. */
  readonly fund: string;
  readonly funding: string;
  /** Money from outside, less what went there, and trades with the house of directives. */
  readonly operators: string;
  /** What moves of the index brought on what was held. */
  readonly market: string;
  readonly fees: string;
  /** What the team had more at the end than at the beginning. */
  readonly rise: string;
}

/**
 * The pairs of teams that traded, by the value passed, the greatest first. @param began what each team began
 * with
 */
export function pairsOf(teams: readonly Receiver[], began: Quanta): readonly PairTrades[] {
  const byAccount = new Map(teams.map((each) => [each.account, each]));
  const pairs = teams.flatMap(({ team: a, account, passed }) =>
    tradesOf(passed).flatMap((ofA) => {
      const other = byAccount.get(ofA.counterparty);
      if (other === undefined || a >= other.team) return [];
      const ofB = tradesOf(other.passed).find(({ counterparty }) => counterparty === account)!;
      return [{ a, b: other.team, ofA, ofB }];
    }),
  );
  const sorted = pairs.toSorted((x, y) => {
    const more = size(y.ofA.amount) - size(x.ofA.amount);
    return more !== 0n ? (more > 0n ? 1 : -1) : x.a < y.a || (x.a === y.a && x.b < y.b) ? -1 : 1;
  });
  return sorted.map(({ a, b, ofA, ofB }) => ({
    ...{ a, b, fills: ofA.count, traded: moneyText(ofA.value), toA: moneyText(ofA.amount) },
    ...{ feesA: moneyText(ofA.fees), feesB: moneyText(ofB.fees) },
    ofBalance: moneyText((size(ofA.amount) * 100_000_000n) / began),
  }));
}

/** Where each team's result came from. @param directed the accounts that filled orders by directives */
export function originsOf(teams: readonly Receiver[], directed: ReadonlySet<number>): readonly Origin[] {
  const accounts = new Set(teams.map(({ account }) => account));
  const columnOf = ({ kind, counterparty }: PassedRow): Column => {
    if (kind !== PASSED_TRADES) return COLUMNS[kind]!;
    if (accounts.has(counterparty)) return "teams";
    if (counterparty === INSURANCE_ACCOUNT) return "fund";
    return directed.has(counterparty) ? "operators" : "others";
  };
  return teams.map(({ team, passed }) => {
    const sums = {
      teams: 0n,
      others: 0n,
      fund: 0n,
      funding: 0n,
      operators: 0n,
      market: 0n,
      fees: 0n,
      rise: 0n,
    };
    for (const row of passed) {
      sums[columnOf(row)] += row.amount;
      sums.fees += row.fees;
      sums.rise += row.amount - row.fees;
    }
    const texts = Object.entries(sums).map(([column, sum]) => [column, moneyText(sum)]);
    return { team, ...(Object.fromEntries(texts) as Record<Column | "fees" | "rise", string>) };
  });
}

type Column = Exclude<keyof Origin, "team" | "fees" | "rise">;
const COLUMNS: Readonly<Record<number, Column>> = {
  [PASSED_FUNDING]: "funding",
  [PASSED_COVER]: "fund",
  [PASSED_MOVED]: "operators",
  [PASSED_MARKET]: "market",
};

function tradesOf(passed: readonly PassedRow[]): readonly PassedRow[] {
  return passed.filter(({ kind }) => kind === PASSED_TRADES);
}

function size(amount: Quanta): Quanta {
  return amount < 0n ? -amount : amount;
}
