import type { Static, TSchema } from "typebox";
import Type from "typebox";

/*
 * The scenario file: what a venue lists, how its market moves and who trades in it. docs/reference/market.md
 * explains it. Prices are in the quote coin, rates are fractions (0.0006 is 0.06 %), leverage is a factor.
 */

const strict = { additionalProperties: false } as const;

const Price = Type.Number({ exclusiveMinimum: 0, maximum: 1e9 });
const FeeRate = Type.Number({ minimum: -0.01, maximum: 0.05 });
const Leverage = Type.Number({ minimum: 1, maximum: 500, multipleOf: 0.01 });

const TierSchema = Type.Object(
  {
    /** Notional up to which the tier reaches, in whole USDT. */
    notionalMax: Type.Integer({ minimum: 1 }),
    maintenanceRate: Type.Number({ exclusiveMinimum: 0, exclusiveMaximum: 1 }),
    leverageMax: Leverage,
  },
  strict,
);

/** A default contract needs only its symbol; a new one its coin and its grid too. */
const ContractSchema = Type.Object(
  {
    symbol: Type.String({ pattern: "^cmt_[a-z0-9]{2,20}usdt$" }),
    baseCoin: Type.Optional(Type.String({ pattern: "^[A-Z0-9]{1,16}$" })),
    /** tick = 10^−priceDecimals. */
    priceDecimals: Type.Optional(Type.Integer({ minimum: 0, maximum: 8 })),
    /** lot = lotStep × 10^−sizeDecimals. */
    sizeDecimals: Type.Optional(Type.Integer({ minimum: 0, maximum: 6 })),
    lotStep: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
    orderLotsMax: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000_000 })),
    leverageMax: Type.Optional(Leverage),
    leverageDefault: Type.Optional(Leverage),
    makerFeeRate: Type.Optional(FeeRate),
    takerFeeRate: Type.Optional(FeeRate),
    /** How far a limit price may be from the mark on the side where it trades, as a share. */
    bandRate: Type.Optional(Type.Number({ exclusiveMinimum: 0, exclusiveMaximum: 1 })),
    fundingIntervalMs: Type.Optional(Type.Integer({ minimum: 60_000, maximum: 86_400_000 })),
    openOrdersMax: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
    apiTradable: Type.Optional(Type.Boolean()),
    tiers: Type.Optional(Type.Array(TierSchema, { minItems: 1, maxItems: 32 })),
  },
  strict,
);

const Milliseconds = Type.Integer({ minimum: 0 });

/** One of price, gap and ramp; `overMs` goes with ramp. */
const StepSchema = Type.Object(
  {
    atMs: Milliseconds,
    price: Type.Optional(Price),
    gap: Type.Optional(Type.Number({ exclusiveMinimum: -1, maximum: 10 })),
    ramp: Type.Optional(Price),
    overMs: Type.Optional(Type.Integer({ minimum: 1 })),
  },
  strict,
);

/** The feeds by type; what is left out takes the contract's default. */
export const feedSchemas = {
  generated: Type.Object(
    {
      type: Type.Literal("generated"),
      price: Type.Optional(Price),
      /** Deviation of a year: 0.5 is 50 %. */
      volatility: Type.Optional(Type.Number({ minimum: 0, maximum: 5 })),
    },
    strict,
  ),
  constant: Type.Object({ type: Type.Literal("constant"), price: Type.Optional(Price) }, strict),
  scripted: Type.Object(
    {
      type: Type.Literal("scripted"),
      price: Type.Optional(Price),
      steps: Type.Array(StepSchema, { minItems: 1, maxItems: 10_000 }),
    },
    strict,
  ),
  recorded: Type.Object(
    {
      type: Type.Literal("recorded"),
      /** A CSV file; its path is relative to the scenario's. */
      file: Type.String({ minLength: 1 }),
      layout: Type.Union([Type.Literal("klines"), Type.Literal("aggTrades")]),
      /** Whether it starts again at its end (default) or keeps its last price. */
      loop: Type.Optional(Type.Boolean()),
    },
    strict,
  ),
  pushed: Type.Object({ type: Type.Literal("pushed"), price: Type.Optional(Price) }, strict),
} as const satisfies Record<string, TSchema>;

const Units = Type.Integer({ minimum: 1, maximum: 10_000_000 });

/** The market that the house makes of a contract. */
const HouseContractSchema = Type.Object(
  {
    /** Between best bid and ask in calm. */
    spreadTicks: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000 })),
    /** USDT within 3 basis points of the touch, on a side. */
    nearUnits: Type.Optional(Units),
    /** USDT at the touch itself, in addition. */
    touchUnits: Type.Optional(Units),
    /** Share of the price to which the book reaches. */
    reach: Type.Optional(Type.Number({ minimum: 0.0005, maximum: 0.5 })),
    /** About how many levels a side has. */
    levels: Type.Optional(Type.Integer({ minimum: 5, maximum: 200 })),
    quotesPerSecond: Type.Optional(Type.Number({ minimum: 0.02, maximum: 50 })),
    tradesPerSecond: Type.Optional(Type.Number({ minimum: 0.001, maximum: 50 })),
    /** Share of the trades that follow another at once. */
    clustered: Type.Optional(Type.Number({ minimum: 0, maximum: 0.9 })),
    /** USDT of an average trade. */
    tradeUnits: Type.Optional(Units),
    /** How far the price may lean from its index, as a share. */
    lean: Type.Optional(Type.Number({ minimum: 0, maximum: 0.005 })),
    /** USDT that the crowd holds at most, longs and shorts together. */
    crowdUnits: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000_000 })),
  },
  strict,
);

const HouseSchema = Type.Object(
  {
    /** How it quotes and trades in a contract, by symbol. */
    contracts: Type.Optional(Type.Record(Type.String(), HouseContractSchema)),
    /** Multiplies the size of every quote. */
    depth: Type.Optional(Type.Number({ minimum: 0.01, maximum: 100 })),
    /** Multiplies how often takers trade. */
    flow: Type.Optional(Type.Number({ minimum: 0, maximum: 100 })),
  },
  strict,
);

/** A trader: of a built-in kind, or from a file. */
const TraderSchema = Type.Object(
  {
    /** Name of the trader; its account is called trader-NAME. */
    name: Type.String({ pattern: "^[a-z0-9][a-z0-9-]{0,23}$" }),
    /** Either a kind (docs/traders.md), or a TypeScript or JavaScript file, relative to the scenario's. */
    kind: Type.Optional(Type.String({ minLength: 1 })),
    file: Type.Optional(Type.String({ minLength: 1 })),
    on: Type.Optional(Type.Boolean()),
    count: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
    symbols: Type.Optional(Type.Array(Type.String(), { minItems: 1, maxItems: 1_000 })),
    everyMs: Type.Optional(Type.Integer({ minimum: 50, maximum: 3_600_000 })),
    /** In whole USDT. */
    balance: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000_000 })),
    leverage: Type.Optional(Leverage),
    refill: Type.Optional(Type.Boolean()),
    seed: Type.Optional(Type.Integer({ minimum: 0, maximum: 4_294_967_295 })),
    parameters: Type.Optional(Type.Record(Type.String(), Type.Number())),
  },
  strict,
);

/** An account that is there when the market begins, with a key of all permissions. */
const AccountSchema = Type.Object(
  {
    name: Type.String({ pattern: "^[a-z0-9][a-z0-9-]{0,31}$" }),
    /** In whole USDT. */
    balance: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000_000 })),
  },
  strict,
);

/** What an operation of control is given. */
const With = Type.Record(Type.String(), Type.Unknown());

/** One of do, expect and say; `everyMs` and `times` go with do, `is` with expect. */
const MomentSchema = Type.Object(
  {
    /** Market time of the moment after the start, ms. */
    atMs: Milliseconds,
    /** An operation of control that does something: "accounts/liquidate". */
    do: Type.Optional(Type.String({ minLength: 1 })),
    with: Type.Optional(With),
    /** Does it every `everyMs` from then on, `times` times in all. */
    everyMs: Type.Optional(Type.Integer({ minimum: 1 })),
    times: Type.Optional(Type.Integer({ minimum: 2, maximum: 10_000 })),
    /** An operation of control that reads: "accounts/show". */
    expect: Type.Optional(Type.String({ minLength: 1 })),
    /**
     * What its answer has: of an object these fields, of a list each; "> 5" and the like compare decimals.
     */
    is: Type.Optional(Type.Unknown()),
    /** What whoever watches is told. */
    say: Type.Optional(Type.String({ minLength: 1, maxLength: 500 })),
  },
  strict,
);

/** The file; the content of its feeds is checked by {@link feedSchemas}. */
export const ScenarioSchema = Type.Object(
  {
    /** For editors: where the published schema is. */
    $schema: Type.Optional(Type.String()),
    /** What happens in it. */
    about: Type.Optional(Type.String({ maxLength: 1_000 })),
    seed: Type.Optional(Type.Integer({ minimum: 0, maximum: 4_294_967_295 })),
    clock: Type.Optional(
      Type.Object(
        {
          /** Market time at the first start, "2026-01-01T00:00:00Z". */
          start: Type.Optional(
            Type.String({ pattern: "^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{1,3})?Z$" }),
          ),
          /** Seconds of market time per second; 0 is frozen. */
          speed: Type.Optional(Type.Number({ minimum: 0, maximum: 100_000 })),
        },
        strict,
      ),
    ),
    /** Left out: the default contracts. Given: only these. */
    contracts: Type.Optional(Type.Array(ContractSchema, { minItems: 1, maxItems: 1_000 })),
    /** By symbol; "*" stands for every contract that is not named. */
    feeds: Type.Optional(Type.Record(Type.String(), Type.Object({ type: Type.String() }))),
    /** false: only clients trade. */
    participants: Type.Optional(Type.Union([Type.Literal(false), HouseSchema])),
    /** Further traders. */
    traders: Type.Optional(Type.Array(TraderSchema, { maxItems: 100 })),
    /** Left out: those of the options. */
    accounts: Type.Optional(Type.Array(AccountSchema, { minItems: 1, maxItems: 1_000 })),
    /** What is made to happen, and what must be so, in any order. */
    timeline: Type.Optional(Type.Array(MomentSchema, { maxItems: 10_000 })),
    /**
     * The insurance fund closes this share of each of its positions every ten seconds; left out: it keeps
     * them.
     */
    fund: Type.Optional(Type.Object({ workOff: Type.Number({ exclusiveMinimum: 0, maximum: 1 }) }, strict)),
    /**
     * What is made to go wrong between clients and the market from the start on: moments of the timeline at 0
     * that do `faults/add`.
     */
    faults: Type.Optional(Type.Array(Type.Record(Type.String(), Type.Unknown()), { maxItems: 32 })),
    /** Least number of candles of each series of pre-history; 0 for none. */
    prehistory: Type.Optional(Type.Integer({ minimum: 0, maximum: 20_000 })),
  },
  strict,
);

export type ScenarioFile = Static<typeof ScenarioSchema>;
export type TraderFile = Static<typeof TraderSchema>;
export type MomentFile = Static<typeof MomentSchema>;
export type ContractFile = Static<typeof ContractSchema>;
export type FeedFile = {
  [K in keyof typeof feedSchemas]: Static<(typeof feedSchemas)[K]>;
}[keyof typeof feedSchemas];
