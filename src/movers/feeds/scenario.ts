import type { TimeMs } from "../../kernel/core/index.ts";
import { LEVERAGE_ONE, RATE_ONE } from "../../kernel/core/index.ts";
import type { TraderSpec } from "../traders/index.ts";
import type { Listing, UsualTrading } from "./contracts.ts";
import { defaultContracts, usualTrading } from "./contracts.ts";
import type { SourceSpec } from "./follow/marketSource.ts";
import type { FeedSpec } from "./priceFeed.ts";

/** The house; `depth` and `flow` multiply the sizes of quotes and how often takers trade. */
export interface HouseSettings {
  readonly depth: number;
  readonly flow: number;
  /** Where the house in a contract differs from the coin's profile, by symbol. */
  readonly contracts: Readonly<Record<string, HouseContract>>;
}

/**
 * How the house quotes and trades in a contract; what is left out takes the coin's default. Money in the
 * quote coin.
 */
export interface HouseContract {
  /** Ticks between best bid and best ask in a calm market. */
  readonly spreadTicks?: number;
  /** Depth within 3 basis points of the touch on a side. */
  readonly nearUnits?: number;
  /** Further depth at the touch itself, on a side. */
  readonly touchUnits?: number;
  /** How far the book reaches, as a share of the price. */
  readonly reach?: number;
  /** About how many levels the book has on a side. */
  readonly levels?: number;
  /** How often the house looks at its quotes in a contract, per second on average. */
  readonly quotesPerSecond?: number;
  /** Trades per second on average. */
  readonly tradesPerSecond?: number;
  /** Share of the trades that follow another one at once. */
  readonly clustered?: number;
  /** Value of an average trade. */
  readonly tradeUnits?: number;
  /** How far the price may lean from its index, as a share. */
  readonly lean?: number;
  /** The most that the crowd holds, longs and shorts together, in the quote coin. */
  readonly crowdUnits?: number;
}

/** An account that a scenario needs. */
export interface ScenarioAccount {
  readonly name: string;
  /** USDT that it begins with; undefined: the venue's usual deposit. */
  readonly balance: string | undefined;
}

/** Parameters of an operation of control, as in JSON. */
export type Given = Readonly<Record<string, unknown>>;

/** What is done, must be so, or is said at a moment of a scenario. */
export type Moment = {
  /** Market time of the moment after the start, ms. */
  readonly atMs: number;
  /** Place of the moment in the file: `timeline.3`, `faults.0`. */
  readonly path: string;
} & (
  | { readonly type: "do"; readonly operation: string; readonly given: Given }
  | { readonly type: "expect"; readonly operation: string; readonly given: Given; readonly wanted: unknown }
  | { readonly type: "say"; readonly text: string }
);

/** A market as the venue starts it. */
export interface Scenario {
  /** What happens in it, in words; empty where nothing is said. */
  readonly about: string;
  /** Seed of the market; undefined: the venue's own. */
  readonly seed: number | undefined;
  /** Market time at the first start; undefined: the wall's. */
  readonly clockStart: TimeMs | undefined;
  /** Seconds of market time in one of the host's; undefined: the wall's clock; 0: frozen. */
  readonly clockSpeed: number | undefined;
  readonly listings: readonly Listing[];
  /** Feeds of index prices, by symbol. */
  readonly feeds: Readonly<Record<string, FeedSpec>>;
  readonly house: HouseSettings | undefined;
  /** Further traders, which use the same interface as clients. */
  readonly traders: readonly TraderSpec[];
  /** Accounts beside those of the options. */
  readonly accounts: readonly ScenarioAccount[];
  /** Moments in the order in which they happen. */
  readonly timeline: readonly Moment[];
  /**
   * The share of each of its positions that the insurance fund closes every ten seconds; undefined: it keeps
   * them.
   */
  readonly fundWorkOff: number | undefined;
  /** Least number of candles of each series of pre-history. */
  readonly prehistory: number;
  /** Another market that is shown in place of house traders. */
  readonly source?: SourceSpec;
}

export const DEFAULT_HOUSE: HouseSettings = { depth: 1, flow: 1, contracts: {} };
export const DEFAULT_PREHISTORY = 1_000;

/**
 * `simulated`: generated prices and house participants; `empty`: generated prices, and a book of the clients
 * alone.
 */
export function defaultScenario(market: "simulated" | "empty"): Scenario {
  return {
    about: "",
    seed: undefined,
    clockStart: undefined,
    clockSpeed: undefined,
    listings: defaultContracts.map(({ listing }) => listing),
    feeds: Object.fromEntries(
      defaultContracts.map(({ listing, price, volatility }) => [
        listing.symbol,
        { type: "generated", price, volatility },
      ]),
    ),
    house: market === "simulated" ? DEFAULT_HOUSE : undefined,
    traders: [],
    accounts: [],
    timeline: [],
    fundWorkOff: undefined,
    prehistory: DEFAULT_PREHISTORY,
  };
}

/** Something in a scenario that breaks a rule. */
export interface ScenarioProblem {
  /** The place: `feeds.cmt_btcusdt.price`; "" for the file as a whole. */
  readonly path: string;
  /** The value there, as JSON. */
  readonly value: string;
  /** The rule that must hold. */
  readonly rule: string;
}

/** A scenario that cannot be started; the message names everything that is wrong. */
export class ScenarioError extends Error {
  override readonly name = "ScenarioError";
  readonly problems: readonly ScenarioProblem[];

  /** @param options the `file` that holds the scenario, where it is known */
  constructor(problems: readonly ScenarioProblem[], options?: ErrorOptions & { readonly file?: string }) {
    const file = options?.file;
    super(
      problems
        .map(({ path, value, rule }) => {
          const place = file === undefined ? path || "scenario" : path === "" ? file : `${file}: ${path}`;
          return `${place}: ${rule}, got ${value}`;
        })
        .join("\n"),
      options,
    );
    this.problems = problems;
  }
}

/**
 * The scenario with other start prices.
 *
 * @param prices in the quote coin, by symbol or by coin (`btc`, `BTC`, `cmt_btcusdt`)
 * @throws ScenarioError for a coin that is not listed, a price not above 0, or a recorded feed, which has its
 * own prices
 */
export function withPrices(scenario: Scenario, prices: Readonly<Record<string, number>>): Scenario {
  const feeds: Record<string, FeedSpec> = { ...scenario.feeds };
  const problems: ScenarioProblem[] = [];
  for (const [name, price] of Object.entries(prices)) {
    const refuse = (rule: string): void => {
      problems.push({ path: `price ${name}`, value: String(price), rule });
    };
    const wanted = name.toLowerCase();
    const listing = scenario.listings.find(
      ({ symbol, baseCoin }) => symbol === wanted || baseCoin.toLowerCase() === wanted,
    );
    const feed = listing && scenario.feeds[listing.symbol];
    if (listing === undefined)
      refuse(`must name one of ${scenario.listings.map((each) => each.baseCoin).join(", ")}`);
    else if (!(price > 0 && price <= 1e9)) refuse("must be a price above 0");
    else if (feed === undefined) feeds[listing.symbol] = { type: "pushed", price };
    else if (feed.type === "recorded") refuse("must not be given: a recording has its own prices");
    else feeds[listing.symbol] = { ...feed, price };
  }
  if (problems.length > 0) throw new ScenarioError(problems);
  return { ...scenario, feeds };
}

/** The terms of a contract's pre-history: the volatility is its feed's, where that has one. */
export function prehistoryTerms(
  symbol: string,
  feed: FeedSpec | undefined,
): Pick<UsualTrading, "volatility" | "minuteUnits" | "minuteTrades"> {
  const { volatility, minuteUnits, minuteTrades } = usualTrading(symbol);
  return { volatility: feed?.type === "generated" ? feed.volatility : volatility, minuteUnits, minuteTrades };
}

/** A fraction as a rate in 1e-8. */
export const rateOf = (fraction: number): number => Math.round(fraction * RATE_ONE);
/** A factor as leverage in hundredths. */
export const leverageOf = (factor: number): number => Math.round(factor * LEVERAGE_ONE);
