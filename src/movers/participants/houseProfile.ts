import type { Command, ContractView, Leverage } from "../../kernel/core/index.ts";
import { HOUSE_CROWD, HOUSE_MAKER, HOUSE_TAKER, RATE_ONE } from "../../kernel/core/index.ts";
import type { Seed } from "../../kernel/host/seed.ts";
import { derivedSeed } from "../../kernel/host/seed.ts";

/**
 * How the house inside the exchange quotes and trades in a contract: whole units of the quote coin, shares of
 * the price.
 */
export interface HouseProfile {
  readonly spreadTicks: number;
  readonly nearUnits: number;
  readonly touchUnits: number;
  readonly reach: number;
  readonly levels: number;
  readonly quotesPerSecond: number;
  readonly tradesPerSecond: number;
  readonly clustered: number;
  readonly tradeUnits: number;
  readonly lean: number;
  readonly crowdUnits: number;
  /** How far the index moves in a second on average, as a share. */
  readonly calm: number;
}

/**
 * The volume and depth of large perpetual futures, scaled down in proportion to what one machine can carry
 * (docs/reference/realism.md names the sources).
 */
const OTHERS: HouseProfile = {
  spreadTicks: 1,
  nearUnits: 200_000,
  touchUnits: 5_000,
  reach: 0.011,
  levels: 150,
  quotesPerSecond: 3,
  tradesPerSecond: 1.3,
  clustered: 0.45,
  tradeUnits: 400,
  lean: 0.001_8,
  crowdUnits: 42_000_000,
  calm: 0.000_11,
};

const BY_COIN: ReadonlyMap<string, Partial<HouseProfile>> = new Map([
  [
    "BTC",
    {
      ...{
        spreadTicks: 2,
        nearUnits: 4_600_000,
        touchUnits: 60_000,
        quotesPerSecond: 8,
        tradesPerSecond: 5.7,
      },
      ...{ clustered: 0.6, tradeUnits: 950, lean: 0.001_2, crowdUnits: 280_000_000, calm: 0.000_066 },
    },
  ],
  [
    "ETH",
    {
      ...{
        spreadTicks: 2,
        nearUnits: 2_600_000,
        touchUnits: 45_000,
        quotesPerSecond: 7,
        tradesPerSecond: 3.3,
      },
      ...{ clustered: 0.6, tradeUnits: 1_150, lean: 0.001_2, crowdUnits: 240_000_000, calm: 0.000_086 },
    },
  ],
  [
    "SOL",
    {
      ...{ spreadTicks: 2, nearUnits: 540_000, touchUnits: 12_000, quotesPerSecond: 5, tradesPerSecond: 1.6 },
      ...{ clustered: 0.55, tradeUnits: 700, lean: 0.001_6, crowdUnits: 75_000_000, calm: 0.000_113 },
    },
  ],
  [
    "BNB",
    {
      ...{ spreadTicks: 6, touchUnits: 6_000, quotesPerSecond: 4, tradesPerSecond: 1.5, tradeUnits: 520 },
      ...{ lean: 0.001_6, crowdUnits: 22_000_000, calm: 0.000_079 },
    },
  ],
  [
    "XRP",
    {
      ...{
        spreadTicks: 3,
        nearUnits: 250_000,
        touchUnits: 5_000,
        quotesPerSecond: 4,
        tradesPerSecond: 1.2,
        tradeUnits: 600,
      },
      ...{ lean: 0.001_6, crowdUnits: 30_000_000, calm: 0.000_106 },
    },
  ],
  ["LTC", { nearUnits: 226_000 }],
  ["ADA", { nearUnits: 296_000 }],
  [
    "DOGE",
    {
      ...{
        spreadTicks: 2,
        nearUnits: 216_000,
        touchUnits: 4_000,
        quotesPerSecond: 4,
        tradesPerSecond: 1.2,
        tradeUnits: 550,
      },
      ...{ reach: 0.011_4, crowdUnits: 25_000_000, calm: 0.000_119 },
    },
  ],
]);

/** Leverage of the house, in hundredths: low, because a tier's largest position grows as leverage falls. */
const HOUSE_LEVERAGE: Leverage = 5_00;
/** The share of the price that counts as near the touch: three basis points. */
const NEAR_RATE = 30_000;
/**
 * Depth within one percent, as a multiple of the depth near the touch: beyond, the cumulative depth grows
 * with the power 0.67.
 */
const ONE_PERCENT_PARTS = 10.5;
/** A maker quotes both sides; together they are at most this share of what its tiers let it hold. */
const SHARE_OF_TIER = 0.55;
const MAKERS_MAX = 8;
/**
 * The crowd, by leverage: as many members want long as short of each. What is at 25 times is within five
 * percent of its liquidation where it is fully used, also in the large contracts, whose tiers allow 20 times
 * and keep more: it is as much as a fall of 5 % in an hour is to liquidate a tenth of what is open
 * (docs/reference/realism.md). What is above goes day by day, what is at ten times in a crash. Careful
 * members are refilled when half of their money is lost, the others only after they have lost their position.
 */
const CROWD: readonly {
  readonly leverage: number;
  readonly members: number;
  /** Share of `crowdUnits` of all these members together, in 1/10 000. */
  readonly share: number;
  readonly isCareful: boolean;
}[] = [
  { leverage: 3, members: 4, share: 4_200, isCareful: true },
  { leverage: 5, members: 4, share: 3_600, isCareful: true },
  { leverage: 10, members: 4, share: 1_038, isCareful: false },
  { leverage: 25, members: 16, share: 1_100, isCareful: false },
  { leverage: 50, members: 4, share: 40, isCareful: false },
  { leverage: 100, members: 4, share: 20, isCareful: false },
  { leverage: 200, members: 2, share: 2, isCareful: false },
];
/** A member of the crowd has money for at most this share of its tier's largest position. */
const CROWD_SHARE_OF_TIER = 0.8;

/** An account that the house needs in a contract. */
export interface HouseRole {
  readonly name: string;
  readonly role: number;
  /** Leverage of the account, in hundredths. */
  readonly leverage: number;
  /**
   * For a member of the crowd, the position that its money is enough for, in whole units of the quote coin;
   * else 0.
   */
  readonly units: number;
  /**
   * What the account is given, in whole units. Below half of it, it is refilled; above twice of it, what it
   * has won is withdrawn.
   */
  readonly purseUnits: number;
  /** Whether the account is refilled only while it holds next to nothing. */
  readonly isReckless: boolean;
}

/** The profile of a contract: that of its coin, changed by the scenario, and multiplied by depth and flow. */
export function houseProfileOf(
  contract: Pick<ContractView, "baseCoin">,
  changes: Partial<HouseProfile>,
  { depth, flow }: { readonly depth: number; readonly flow: number },
): HouseProfile {
  const usual = { ...OTHERS, ...BY_COIN.get(contract.baseCoin), ...changes };
  return {
    ...usual,
    nearUnits: usual.nearUnits * depth,
    touchUnits: usual.touchUnits * depth,
    tradesPerSecond: usual.tradesPerSecond * flow,
  };
}

/** The house's accounts in a contract. */
export function rolesOf(contract: ContractView, profile: HouseProfile): readonly HouseRole[] {
  const coin = contract.baseCoin.toLowerCase();
  const leverage = houseLeverage(contract);
  const bothSides =
    2 * ONE_PERCENT_PARTS * (profile.nearUnits + profile.touchUnits) * (profile.reach / 0.01) ** 0.67;
  const makers = Math.min(MAKERS_MAX, Math.ceil(bothSides / (boundAt(contract, leverage) * SHARE_OF_TIER)));
  return [
    ...Array.from({ length: Math.max(1, makers) }, (_, i) => ({
      name: `house-maker-${coin}-${i + 1}`,
      role: HOUSE_MAKER,
      leverage,
      units: 0,
      purseUnits: 50_000_000,
      isReckless: false,
    })),
    {
      name: `house-taker-${coin}`,
      role: HOUSE_TAKER,
      leverage,
      units: 0,
      purseUnits: 2_000_000,
      isReckless: false,
    },
    ...CROWD.flatMap((each) => Array.from({ length: each.members }, () => each))
      .map(({ leverage: most, members, share, isCareful }, i) => {
        const wanted = (profile.crowdUnits * share) / (10_000 * members);
        const tier =
          contract.tiers.find(({ boundUnits }) => wanted <= boundUnits * CROWD_SHARE_OF_TIER) ??
          contract.tiers.at(-1)!;
        const leverage = Math.min(most * 100, tier.leverageMax, contract.leverageMax);
        const units = Math.floor(Math.min(wanted, tier.boundUnits * CROWD_SHARE_OF_TIER));
        return {
          name: `house-crowd-${coin}-${i + 1}`,
          role: HOUSE_CROWD,
          leverage,
          units,
          purseUnits: Math.ceil((units * 102) / leverage),
          isReckless: !isCareful,
        };
      })
      .filter(({ units }) => units > 0),
  ];
}

/** The leverage that the house sets in a contract. */
function houseLeverage({ leverageMin, leverageMax, tiers }: ContractView): Leverage {
  const tierMax = tiers[0]?.leverageMax ?? leverageMax;
  return Math.max(leverageMin, Math.min(HOUSE_LEVERAGE, leverageMax, tierMax));
}

/** The most that an account may hold at a leverage. */
function boundAt({ tiers, leverageMax }: ContractView, leverage: number): number {
  return tiers.findLast((tier) => Math.min(tier.leverageMax, leverageMax) >= leverage)?.boundUnits ?? 0;
}

/** The command that lets the house act. @param accounts the roles' accounts, in their order */
export function setHouse(
  contract: ContractView,
  profile: HouseProfile,
  seed: Seed,
  accounts: readonly { readonly role: number; readonly account: number; readonly units: number }[],
): Extract<Command, { type: "setHouse" }> {
  const [seedA, seedB, seedC, seedD] = derivedSeed(seed, `house ${contract.symbol}`);
  return {
    type: "setHouse",
    contract: contract.contract,
    ...{ seedA, seedB, seedC, seedD },
    spreadTicks: profile.spreadTicks,
    nearUnits: whole(profile.nearUnits, 1, 10_000_000),
    touchUnits: whole(profile.touchUnits, 0, 10_000_000),
    nearRate: NEAR_RATE,
    reachRate: whole(profile.reach * RATE_ONE, 10_000, 50_000_000),
    levels: whole(profile.levels, 5, 200),
    quoteMs: whole(1_000 / profile.quotesPerSecond, 10, 60_000),
    tradeMs: whole(1_000 / profile.tradesPerSecond, 10, 3_600_000),
    clusterShare: whole(profile.clustered * 1_000, 0, 900),
    tradeUnits: whole(profile.tradeUnits, 1, 10_000_000),
    calmRate: whole(profile.calm * RATE_ONE, 1, 10_000_000),
    leanRate: whole(profile.lean * RATE_ONE, 0, 500_000),
    accounts,
  };
}

function whole(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, Math.round(value)));
}
