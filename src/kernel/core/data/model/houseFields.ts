/**
 * How the house quotes and trades in a contract. All of it is logged, so that a replay needs none of the
 * host's tables.
 */
export const houseFields = {
  contract: "ContractIndex",
  /** What the draws are made from, four words of 32 bits. */
  seedA: "int",
  seedB: "int",
  seedC: "int",
  seedD: "int",
  /** The spread between best bid and best ask in a calm market, in ticks. */
  spreadTicks: "int",
  /**
   * Depth of a side within `nearRate` of the touch, and further depth at the touch itself, in whole units of
   * the quote coin.
   */
  nearUnits: "int",
  touchUnits: "int",
  /**
   * How far near is, and how far the book reaches, in 1e-8 of the price; farther where that has fewer ticks
   * than `levels`.
   */
  nearRate: "int",
  reachRate: "int",
  /** About so many prices of a side are quoted, at any price of the contract. */
  levels: "int",
  /** Average time between two looks at the quotes, and between two trades, in ms. */
  quoteMs: "int",
  tradeMs: "int",
  /** How many of a thousand trades follow another at once. */
  clusterShare: "int",
  /** Size of an average trade, in whole units of the quote coin. */
  tradeUnits: "int",
  /** How far the index usually moves in a second, in 1e-8 of it. */
  calmRate: "int",
  /** How far the contract's price may lean from its index, in 1e-8. */
  leanRate: "int",
} as const;

/**
 * What the house remembers from one act to the next (data/house/contractHouse.ts), in the order of its
 * record.
 */
export const houseProgressFields = {
  acts: "int",
  quoteDue: "int",
  tradeDue: "int",
  index: "int",
  centre: "int",
  heat: "int",
  drift: "int",
  runSide: "int",
  runLeft: "int",
} as const;

/**
 * Who acts: a role (HOUSE_ codes), an account, and for a member of the crowd the most that it begins with, in
 * whole units of the quote coin; later it holds what its margin carries.
 */
export const houseAccounts = { name: "accounts", columns: ["role", "account", "units"] } as const;

export const HOUSE_MAKER = 0;
export const HOUSE_TAKER = 1;
export const HOUSE_CROWD = 2;

/** The least and the most that each field may be. */
export const houseLimits: Readonly<Record<keyof typeof houseFields, readonly [number, number]>> = {
  contract: [0, Number.MAX_SAFE_INTEGER],
  seedA: [-(2 ** 31), 2 ** 31 - 1],
  seedB: [-(2 ** 31), 2 ** 31 - 1],
  seedC: [-(2 ** 31), 2 ** 31 - 1],
  seedD: [-(2 ** 31), 2 ** 31 - 1],
  spreadTicks: [1, 1_000],
  nearUnits: [1, 10_000_000],
  touchUnits: [0, 10_000_000],
  nearRate: [1_000, 10_000_000],
  reachRate: [10_000, 50_000_000],
  levels: [5, 200],
  quoteMs: [10, 60_000],
  tradeMs: [10, 3_600_000],
  clusterShare: [0, 900],
  tradeUnits: [1, 10_000_000],
  calmRate: [1, 10_000_000],
  leanRate: [0, 500_000],
};

/**
 * What a row that lacks a field has, where 0 is below the least: a contract of usual depth, until the venue's
 * own market says otherwise at its next start.
 */
export const houseDefaults: Readonly<Partial<Record<keyof typeof houseFields, number>>> = {
  spreadTicks: 1,
  nearUnits: 200_000,
  nearRate: 30_000,
  reachRate: 1_100_000,
  levels: 150,
  quoteMs: 333,
  tradeMs: 769,
  tradeUnits: 400,
  calmRate: 11_000,
};
