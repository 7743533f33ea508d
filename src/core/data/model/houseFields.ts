/** How the house quotes and trades in a contract; logged as it is, so that the state knows it without the host's tables. */
export const houseFields = {
  contract: "ContractIndex",
  /** What the draws are made from, four words of 32 bits. */
  seedA: "int",
  seedB: "int",
  seedC: "int",
  seedD: "int",
  /** Between best bid and best ask in calm, in ticks. */
  spreadTicks: "int",
  /** What stands within `nearRate` of the touch on a side, and on top at the touch itself, in whole units of the quote coin. */
  nearUnits: "int",
  touchUnits: "int",
  /** How far near is, and how far the book reaches, in 1e-8 of the price. */
  nearRate: "int",
  reachRate: "int",
  /** One price in 2^k ticks is quoted from this many times 2^k ticks on. */
  thickness: "int",
  /** … and at the front one in so many ticks, rounded down to a power of two. */
  frontTicks: "int",
  /** Average time between two looks at the quotes, and between two trades, in ms. */
  quoteMs: "int",
  tradeMs: "int",
  /** Of a thousand trades, those that follow another at once. */
  clusterShare: "int",
  /** Average trade, in whole units of the quote coin. */
  tradeUnits: "int",
  /** What the index usually moves in a second, in 1e-8. */
  calmRate: "int",
  /** How far the contract's price may lean from its index, in 1e-8. */
  leanRate: "int",
} as const;

/** Who acts: its role (HOUSE_ codes), its account, and for the crowd what it holds at most, in whole units. */
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
  thickness: [1, 1_000],
  frontTicks: [1, 1_024],
  quoteMs: [10, 60_000],
  tradeMs: [10, 3_600_000],
  clusterShare: [0, 900],
  tradeUnits: [1, 10_000_000],
  calmRate: [1, 10_000_000],
  leanRate: [0, 500_000],
};
