/*
 * The interface of a scenario's trader: a small file that says what to do at each of its turns. The venue
 * opens its account, calls it at moments drawn from its seed, and submits its instructions as commands like
 * any client's. The traders beside this file use these types and nothing else, and so does a user's own
 * (docs/traders.md).
 *
 * Prices and values are in the quote coin, sizes in the base coin, as numbers; instructions are rounded to
 * the contract's grid.
 */

/** A kind of trader: what a file exports by default. */
export interface TraderKind<P extends Parameters = Parameters> {
  /** What it does, in one sentence. */
  readonly about: string;
  /** Its parameters, which a scenario may set. */
  readonly parameters?: P;
  /** Makes a trader with its own account and seed. What it remembers is lost when the process ends. */
  start(values: Values<P>): Trader;
}

export type Parameters = Readonly<Record<string, Parameter>>;

/** A parameter that a scenario may set. */
export interface Parameter {
  /** Value of the parameter where a scenario does not set it. */
  readonly usual: number;
  readonly least: number;
  readonly most: number;
  /** Meaning of the parameter, with its unit. */
  readonly says: string;
}

export type Values<P extends Parameters> = { readonly [K in keyof P]: number };

export interface Trader {
  /**
   * The instructions to carry out now, in this order. A trader that throws does nothing at this turn, and the
   * log says so.
   */
  act(turn: Turn): readonly Instruction[];
}

/** What a trader sees at one of its turns. */
export interface Turn {
  /** Market time, Unix ms. */
  readonly time: number;
  /** Market time from one turn to the next on average, ms. */
  readonly everyMs: number;
  /** The contracts that it trades in and that are trading now. */
  readonly contracts: readonly TradedContract[];
  /** The equity of its account. */
  readonly equity: number;
  /** The refusals of the previous turn's instructions, in words. */
  readonly refused: readonly string[];
  /** The next random number, 0 ≤ x < 1: the same sequence for the same seed and turn. */
  readonly random: () => number;
}

/** A contract as its trader sees it. */
export interface TradedContract {
  readonly symbol: string;
  /**
   * Smallest steps of price and size, and the least size of an order; one that closes all of a position may
   * be smaller.
   */
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
  /** Its position: above 0 long, below 0 short. */
  readonly position: number;
  /** The unrealized profit of that position at the mark; below 0: a loss. */
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

/** Something that a trader wants done. */
export type Instruction =
  | {
      readonly do: "order";
      readonly symbol: string;
      readonly side: Side;
      /** Size of the order, rounded down to the lot; below the smallest size no order is placed. */
      readonly size: number;
      /**
       * Limit price, rounded to the tick, a bid down and an ask up. Without a price the order takes whatever
       * is inside the price band.
       */
      readonly price?: number;
      /**
       * How the order behaves: `gtc` (default) rests until canceled; `ioc`: what does not trade at once is
       * canceled; `post` never takes.
       */
      readonly as?: "gtc" | "ioc" | "post";
    }
  | { readonly do: "cancel"; readonly order: number }
  /** Cancels all of its orders in a contract. */
  | { readonly do: "cancelAll"; readonly symbol: string };

/**
 * Declares a kind, so that the compiler knows the names of its parameters. @throws RangeError saying what is
 * wrong with it
 */
export function traderKind<const P extends Parameters>(kind: TraderKind<P>): TraderKind<P> {
  const problem = problemOf(kind, "kind");
  if (problem !== undefined) throw new RangeError(`traderKind: ${problem}`);
  return kind;
}

/** What is wrong with a kind, in a sentence of the value's name, its rule and itself; undefined: nothing. */
function problemOf(kind: unknown, name: string): string | undefined {
  const { about, start, parameters = {} } = (kind ?? {}) as Partial<TraderKind>;
  if (typeof start !== "function")
    return `${name} must be an object with a function start, got ${shown(kind)}`;
  if (typeof parameters !== "object" || parameters === null)
    return `${name}.parameters must be an object, got ${shown(parameters)}`;
  for (const [each, parameter] of Object.entries(parameters)) {
    const { usual, least, most } = (parameter ?? {}) as Partial<Parameter>;
    if ([usual, least, most].every(Number.isFinite) && least! <= usual! && usual! <= most!) continue;
    const got = [least, usual, most].map(shown).join(", ");
    return `${name}.parameters.${each} must have numbers least ≤ usual ≤ most, got ${got}`;
  }
  return typeof about === "string" ? undefined : `${name}.about must be text, got ${shown(about)}`;
}

function shown(value: unknown): string {
  return typeof value === "object" && value !== null ? "an object" : String(value);
}
