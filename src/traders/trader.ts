/*
 * What a trader of a scenario is: a small file that says what to do at one of its turns. The venue opens its account, calls it at moments
 * that its seed draws, and submits what it wants as commands, as anybody's. The traders beside this file are written against these types and
 * nothing else, as is a user's own (docs/traders.md).
 *
 * Prices and values are in the quote coin, sizes in the base coin, as numbers: what a trader wants is rounded to the contract's grid.
 */

/** A kind of trader: what a file exports by default. */
export interface TraderKind<P extends Parameters = Parameters> {
  /** What it does, in a sentence. */
  readonly about: string;
  /** Its numbers, which the scenario may change. */
  readonly parameters?: P;
  /** Makes one that has its own account and seed. What it remembers ends with the process. */
  start(values: Values<P>): Trader;
}

export type Parameters = Readonly<Record<string, Parameter>>;

/** A number that a scenario may set. */
export interface Parameter {
  /** What it is where the scenario does not say. */
  readonly usual: number;
  readonly least: number;
  readonly most: number;
  /** What it means, with its unit. */
  readonly says: string;
}

export type Values<P extends Parameters> = { readonly [K in keyof P]: number };

export interface Trader {
  /** What it wants to be done now, in this order. One that throws does nothing at this turn, and the log says so. */
  act(turn: Turn): readonly Instruction[];
}

/** What a trader sees at one of its turns. */
export interface Turn {
  /** Market time, Unix ms. */
  readonly time: number;
  /** Market time from one turn to the next on average, ms. */
  readonly everyMs: number;
  /** The contracts that it trades in and that trade now. */
  readonly markets: readonly MarketView[];
  /** What its account is worth. */
  readonly equity: number;
  /** What the venue refused of the turn before, in words. */
  readonly refused: readonly string[];
  /** The next random number, 0 ≤ x < 1: the same ones for the same seed and turn. */
  readonly random: () => number;
}

/** A contract as its trader sees it. */
export interface MarketView {
  readonly symbol: string;
  /** Smallest steps of price and size, and the least size of an order. */
  readonly tick: number;
  readonly lot: number;
  readonly sizeMin: number;
  /** Best bid and ask, last price, index and mark; 0 where there is none. */
  readonly bid: number;
  readonly ask: number;
  readonly last: number;
  readonly index: number;
  readonly mark: number;
  /** The best twenty levels of each side, best first. */
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
  /** What it holds: above 0 long, below 0 short. */
  readonly position: number;
  /** What it wins (below 0: loses) on that at the mark. */
  readonly unrealized: number;
  /** Its orders in the book, newest first. */
  readonly orders: readonly OwnOrder[];
  /** Leverage of its account in this contract. */
  readonly leverage: number;
}

export interface Level {
  readonly price: number;
  readonly size: number;
}

export interface OwnOrder extends Level {
  readonly id: number;
  readonly side: Side;
}

export type Side = "buy" | "sell";

/** What a trader wants to be done. */
export type Instruction =
  | {
      readonly do: "order";
      readonly symbol: string;
      readonly side: Side;
      /** Rounded down to the lot; below the least size nothing is placed. */
      readonly size: number;
      /** A bid is rounded down to the tick, an ask up. Without it the order takes what there is inside the price band. */
      readonly price?: number;
      /** `gtc` (default): rests until canceled; `ioc`: takes at once or goes; `post`: never takes. */
      readonly as?: "gtc" | "ioc" | "post";
    }
  | { readonly do: "cancel"; readonly order: number }
  /** Cancels all of its orders in a contract. */
  | { readonly do: "cancelAll"; readonly symbol: string };

/** Lets the compiler know the names of a kind's parameters. */
export function traderKind<const P extends Parameters>(kind: TraderKind<P>): TraderKind<P> {
  return kind;
}
