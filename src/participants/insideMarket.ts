import type { Command, ContractView } from "../core/index.ts";
import { HOUSE_CROWD, HOUSE_MAKER, HOUSE_TAKER, POINTS_PER_TICK, RATE_ONE } from "../core/index.ts";
import type { Seed } from "../host/seed.ts";
import { derivedSeed } from "../host/seed.ts";
import { houseLeverage } from "./liquidity.ts";

/** How a contract is quoted and traded by a house inside the exchange; whole units of the quote coin, shares of the price. */
export interface InsideMarket {
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
  /** What the index moves in a second on average. */
  readonly calm: number;
}

/**
 * Shares of the volume and the depth of large perpetual futures that one machine can carry, in proportion to each other as there
 * (docs/reference/market.md says from where). A crowd of three tenths of a day's volume.
 */
const OTHERS: InsideMarket = {
  spreadTicks: 1,
  nearUnits: 200_000,
  touchUnits: 12_000,
  reach: 0.011,
  levels: 150,
  quotesPerSecond: 3,
  tradesPerSecond: 1,
  clustered: 0.45,
  tradeUnits: 400,
  lean: 0.002_4,
  crowdUnits: 50_000_000,
  calm: 0.000_11,
};

const BY_COIN: ReadonlyMap<string, Partial<InsideMarket>> = new Map([
  [
    "BTC",
    {
      ...{
        spreadTicks: 2,
        nearUnits: 4_000_000,
        touchUnits: 60_000,
        quotesPerSecond: 8,
        tradesPerSecond: 2.6,
      },
      ...{ clustered: 0.6, tradeUnits: 1_700, lean: 0.001_2, crowdUnits: 280_000_000, calm: 0.000_066 },
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
        tradesPerSecond: 2.1,
      },
      ...{ clustered: 0.6, tradeUnits: 1_400, lean: 0.001_2, crowdUnits: 180_000_000, calm: 0.000_086 },
    },
  ],
  [
    "SOL",
    {
      ...{ nearUnits: 500_000, touchUnits: 12_000, quotesPerSecond: 5, tradesPerSecond: 1.6 },
      ...{ clustered: 0.55, tradeUnits: 700, lean: 0.001_8, crowdUnits: 90_000_000, calm: 0.000_113 },
    },
  ],
  [
    "BNB",
    {
      ...{ spreadTicks: 4, touchUnits: 6_000, quotesPerSecond: 4, tradesPerSecond: 1.1, tradeUnits: 600 },
      ...{ lean: 0.001_8, crowdUnits: 27_000_000, calm: 0.000_079 },
    },
  ],
  [
    "XRP",
    {
      ...{
        nearUnits: 250_000,
        touchUnits: 5_000,
        quotesPerSecond: 4,
        tradesPerSecond: 1,
        tradeUnits: 600,
      },
      ...{ lean: 0.001_8, crowdUnits: 36_000_000, calm: 0.000_106 },
    },
  ],
  [
    "DOGE",
    {
      ...{
        touchUnits: 4_000,
        quotesPerSecond: 4,
        tradesPerSecond: 1,
        tradeUnits: 550,
      },
      ...{ crowdUnits: 30_000_000, calm: 0.000_119 },
    },
  ],
]);

/** The usual move of a second passes by at least so many quotes. */
const QUOTES_A_SECOND = 8;
/** Near the touch: three basis points. */
const NEAR_RATE = 30_000;
/** What stands within one percent, in parts of what stands near: the cumulative depth grows with the power 0.67 beyond. */
const ONE_PERCENT_PARTS = 10.5;
/** A maker quotes both sides; together they stay this far below what its tiers let it hold. */
const SHARE_OF_TIER = 0.55;
const MAKERS_MAX = 8;
/** The leverages of the crowd, and how much of what it holds each of them has. */
const CROWD: readonly { readonly leverage: number; readonly weight: number }[] = [
  ...[3, 3, 5, 5, 5].map((leverage) => ({ leverage, weight: 1.3 })),
  ...[10, 10, 10, 10, 10].map((leverage) => ({ leverage, weight: 1 })),
  ...[20, 20, 20, 20].map((leverage) => ({ leverage, weight: 0.7 })),
  ...[50, 50].map((leverage) => ({ leverage, weight: 0.1 })),
];
/** A member of the crowd never fills its tier. */
const CROWD_SHARE_OF_TIER = 0.8;

/** A house account that a contract needs. */
export interface InsideRole {
  readonly name: string;
  readonly role: number;
  /** In hundredths. */
  readonly leverage: number;
  /** What it holds at most; 0 where that does not bind it. */
  readonly units: number;
  /** What it is given, and refilled to below a half of it. */
  readonly purseUnits: number;
}

/** The market of a contract: its coin's, the scenario's changes, and depth and flow over all. */
export function insideMarketOf(
  contract: Pick<ContractView, "baseCoin">,
  changes: Partial<InsideMarket>,
  { depth, flow }: { readonly depth: number; readonly flow: number },
): InsideMarket {
  const usual = { ...OTHERS, ...BY_COIN.get(contract.baseCoin), ...changes };
  return {
    ...usual,
    nearUnits: usual.nearUnits * depth,
    touchUnits: usual.touchUnits * depth,
    tradesPerSecond: usual.tradesPerSecond * flow,
  };
}

/** Who acts for the house in a contract. */
export function rolesOf(contract: ContractView, market: InsideMarket): readonly InsideRole[] {
  const coin = contract.baseCoin.toLowerCase();
  const leverage = houseLeverage(contract);
  const bothSides =
    2 * ONE_PERCENT_PARTS * (market.nearUnits + market.touchUnits) * (market.reach / 0.01) ** 0.67;
  const makers = Math.min(MAKERS_MAX, Math.ceil(bothSides / (boundAt(contract, leverage) * SHARE_OF_TIER)));
  const weights = CROWD.reduce((sum, { weight }) => sum + weight, 0);
  return [
    ...Array.from({ length: Math.max(1, makers) }, (_, i) => ({
      name: `house-maker-${coin}-${i + 1}`,
      role: HOUSE_MAKER,
      leverage,
      units: 0,
      purseUnits: 50_000_000,
    })),
    { name: `house-taker-${coin}`, role: HOUSE_TAKER, leverage, units: 0, purseUnits: 2_000_000 },
    ...CROWD.map((member, i) => {
      const wanted = Math.min(contract.leverageMax, member.leverage * 100);
      const most = boundAt(contract, wanted) * CROWD_SHARE_OF_TIER;
      const units = Math.floor(Math.min(most, (market.crowdUnits * member.weight) / weights));
      return {
        name: `house-crowd-${coin}-${i + 1}`,
        role: HOUSE_CROWD,
        leverage: wanted,
        units,
        purseUnits: Math.ceil((units * 120) / wanted),
      };
    }).filter(({ units }) => units > 0),
  ];
}

/** What an account may hold at a leverage. */
function boundAt({ tiers, leverageMax }: ContractView, leverage: number): number {
  return tiers.findLast((tier) => Math.min(tier.leverageMax, leverageMax) >= leverage)?.boundUnits ?? 0;
}

/** The command that lets the house act. @param accounts the roles' accounts, in their order */
export function setHouse(
  contract: ContractView,
  market: InsideMarket,
  seed: Seed,
  accounts: readonly { readonly role: number; readonly account: number; readonly units: number }[],
): Extract<Command, { type: "setHouse" }> {
  const [seedA, seedB, seedC, seedD] = derivedSeed(seed, `house ${contract.symbol}`);
  const ticks = contract.index / POINTS_PER_TICK;
  // A book of coarse ticks reaches as far as it must to have its levels.
  const reach = Math.max(market.reach, market.levels / ticks);
  const frontTicks = frontTicksFor(ticks * market.calm);
  return {
    type: "setHouse",
    contract: contract.contract,
    ...{ seedA, seedB, seedC, seedD },
    spreadTicks: market.spreadTicks,
    nearUnits: whole(market.nearUnits, 1, 10_000_000),
    touchUnits: whole(market.touchUnits, 0, 10_000_000),
    nearRate: NEAR_RATE,
    reachRate: whole(reach * RATE_ONE, 10_000, 50_000_000),
    thickness: thicknessFor(reach * ticks, market.levels, frontTicks),
    frontTicks,
    quoteMs: whole(1_000 / market.quotesPerSecond, 10, 60_000),
    tradeMs: whole(1_000 / market.tradesPerSecond, 10, 3_600_000),
    clusterShare: whole(market.clustered * 1_000, 0, 900),
    tradeUnits: whole(market.tradeUnits, 1, 10_000_000),
    calmRate: whole(market.calm * RATE_ONE, 1, 10_000_000),
    leanRate: whole(market.lean * RATE_ONE, 0, 500_000),
    accounts,
  };
}

function whole(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, Math.round(value)));
}

/**
 * How many ticks lie between two prices of a front, on average: one where ticks are coarse; where the index usually moves by many in a second,
 * so many that it passes by a handful of quotes.
 */
function frontTicksFor(ticksASecond: number): number {
  let ticks = 1;
  while (2 * ticks * QUOTES_A_SECOND <= ticksASecond) ticks *= 2;
  return ticks;
}

/** How thick a book is that has so many levels on its way to `reachTicks`. */
function thicknessFor(reachTicks: number, levels: number, frontTicks: number): number {
  let thickness = 1;
  while (thickness < 1_000 && levelsOf(reachTicks, thickness + 1, frontTicks) <= levels) thickness++;
  return thickness;
}

function levelsOf(reachTicks: number, thickness: number, frontTicks: number): number {
  let levels = 0;
  for (let step = frontTicks, from = 0; from < reachTicks; step *= 2) {
    const to = Math.min(reachTicks, 2 * step * thickness);
    levels += (to - from) / step;
    from = to;
  }
  return levels;
}
