import { createPublicKey, verify } from "node:crypto";
import { moneyText } from "../../interface/wire/index.ts";
import type { Quanta } from "../../kernel/core/index.ts";
import type { Contest } from "./definition.ts";
import type { Origin, PairTrades, Receiver } from "./passed.ts";
import type { Scored } from "./score.ts";
import { measuresOf, rankingOf, scoreOf } from "./score.ts";

/** One line of the results; amounts are decimals of USDT, measures decimals of the score's unit. */
export interface Standing {
  /** Place in the ranking; null: not ranked. */
  readonly rank: number | null;
  readonly team: string;
  readonly title: string;
  readonly score: string;
  readonly return: string;
  readonly sharpe: string;
  readonly drawdown: string;
  readonly volume: string;
  /** Equity at the end, with positions valued at the index. */
  readonly equity: string;
  readonly traded: string;
  readonly fees: string;
  readonly trades: number;
  readonly liquidations: number;
}

/** What an operator did to teams during a round. */
export interface OperatorAct {
  /** Sequence number of the command in the journal. */
  readonly seq: number;
  /** Market time, Unix ms. */
  readonly time: number;
  readonly operator: string;
  /** What control was asked for, such as `money/deposit`, and the parameters, as JSON. */
  readonly action: string;
  readonly given: string;
  readonly teams: readonly string[];
}

/** The results of a round: what the journal up to its end comes to. */
export interface Results {
  readonly round: "contest" | "practice";
  readonly contest: Contest;
  /**
   * The last command before the end, and the running digest of everything that commands led to up to there,
   * in hex.
   */
  readonly journal: { readonly seq: number; readonly digest: string };
  /** The index of the end by symbol, in hundredths of a tick. */
  readonly indexes: Readonly<Record<string, number>>;
  readonly standings: readonly Standing[];
  readonly pairs: readonly PairTrades[];
  readonly origins: readonly Origin[];
  /** Ascending by `seq`. */
  readonly acts: readonly OperatorAct[];
}

/** Results with the venue's signature of {@link signedText}, in hex. */
export interface SignedResults extends Results {
  readonly signature: string;
}

/** A team at the end of a round. */
export interface Finished extends Scored, Receiver {
  readonly title: string;
  readonly fees: Quanta;
  readonly trades: number;
  readonly liquidations: number;
}

/** The standings of a round. */
export function standingsOf(contest: Contest, teams: readonly Finished[]): readonly Standing[] {
  const scored = teams.map((each) => {
    const found = measuresOf(contest, each);
    return { ...each, found, drawdown: found.drawdown, score: scoreOf(contest, each) };
  });
  return rankingOf(scored, contest.liquidated).map((each) => ({
    rank: each.rank,
    team: each.team,
    title: each.title,
    score: moneyText(each.score),
    return: moneyText(each.found.return),
    sharpe: moneyText(each.found.sharpe),
    drawdown: moneyText(each.drawdown),
    volume: moneyText(each.found.volume),
    equity: moneyText(each.performance.last.equity),
    traded: moneyText(each.volume),
    fees: moneyText(each.fees),
    trades: each.trades,
    liquidations: each.liquidations,
  }));
}

/** The text that is signed. */
export function signedText(results: Results): string {
  return JSON.stringify(results);
}

/** What stands before the 32 bytes of an Ed25519 public key in SPKI. */
const SPKI = Buffer.from("302a300506032b6570032100", "hex");

/** Whether a signature of results is that of the holder of a key (hex). */
export function isSignedBy(publicKey: string, { signature, ...results }: SignedResults): boolean {
  if (!/^[0-9a-f]{64}$/.test(publicKey) || !/^[0-9a-f]{128}$/.test(signature)) return false;
  const key = createPublicKey({
    key: Buffer.concat([SPKI, Buffer.from(publicKey, "hex")]),
    format: "der",
    type: "spki",
  });
  return verify(null, Buffer.from(signedText(results), "utf8"), key, Buffer.from(signature, "hex"));
}

/** Where two results differ. */
export interface Difference {
  readonly path: string;
  readonly said: string;
  readonly found: string;
}

/** Every place where what results say is not what was found, by its path. */
export function differencesOf(said: unknown, found: unknown, path = ""): readonly Difference[] {
  if (isTree(said) && isTree(found)) {
    const names = new Set([...Object.keys(said), ...Object.keys(found)]);
    return [...names].flatMap((name) =>
      differencesOf(said[name], found[name], path === "" ? name : `${path}.${name}`),
    );
  }
  const [a, b] = [textOf(said), textOf(found)];
  return a === b ? [] : [{ path, said: a, found: b }];
}

const isTree = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;
const textOf = (value: unknown): string => (value === undefined ? "nothing" : JSON.stringify(value));
