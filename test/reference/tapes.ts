import fc from "fast-check";
import { btc, defaultTiers } from "../core/contracts.ts";
import { leftByLeverage } from "./administration.ts";
import type {
  AccountSettings,
  AccountStatus,
  Action,
  CommandOf,
  FeeSetting,
  Leg,
  MarginMode,
  RiskRule,
  Specification,
  TapeCommand,
  Terms,
  Tier,
} from "./tape.ts";
import { DEFAULT_SETTINGS, EXTERNAL, FEES, INSURANCE, NO_FEES } from "./tape.ts";
import type { Venue } from "./venue.ts";

/**
 * Random tapes over three contracts and five accounts. Prices lie on a coarse grid around each contract's
 * anchor, so that orders meet; orders, positions and movements are drawn as places in the list of live ones
 * ({@link resolve}).
 */

/**
 * A command and how long after the previous one it comes; negative: that many ms after the next funding
 * instant, less one.
 */
export interface Step {
  readonly wait: number;
  readonly command: TapeCommand;
}

/** When a step comes whose predecessor came at `time`. */
export function timeOf(time: number, { wait }: Step): number {
  const interval = 28_800_000;
  return wait >= 0 ? time + wait : (Math.floor(time / interval) + 1) * interval - wait - 1;
}

const UNIT = 100_000_000n;
const { type: _, ...listed } = btc;
const bitcoin: Specification = { ...listed, openOrdersMax: 8, tiers: defaultTiers.slice(0, 4) };

/**
 * BTC as everybody lists it; a coarse contract with odd steps, rebates and first-opened-first-closed; a small
 * one.
 */
export const contracts: readonly {
  readonly specification: Specification;
  readonly anchor: number;
  readonly grid: number;
  readonly unit: number;
}[] = [
  { specification: bitcoin, anchor: 600_000, grid: 900, unit: 333 },
  {
    specification: {
      ...bitcoin,
      ...{ symbol: "odd", priceDecimals: 3, priceStep: 5, sizeDecimals: 2, lotStep: 3 },
      ...{ makerRate: -15_001, takerRate: 60_007, orderLotsMin: 3, openOrdersMax: 5 },
      ...{ orphanTriggersKeep: false, separatedCloseFifo: false },
      tiers: [
        { boundUnits: 400, maintenanceRate: 400_000, leverageMax: 12_500 },
        { boundUnits: 2_500, maintenanceRate: 500_000, leverageMax: 5_000 },
        { boundUnits: 12_000, maintenanceRate: 600_000, leverageMax: 2_000 },
      ],
    },
    ...{ anchor: 777, grid: 1, unit: 1_777 },
  },
  {
    specification: {
      ...bitcoin,
      ...{ symbol: "small", priceDecimals: 2, sizeDecimals: 1, leverageMin: 200, leverageMax: 10_000 },
      ...{ bandBuyRate: 3_000_000, bandSellRate: 2_000_000, openOrdersMax: 4 },
      ...{ orderLotsMax: 900, marketOpenLotsMax: 500, positionLotsMax: 700 },
    },
    ...{ anchor: 12_345, grid: 17, unit: 77 },
  },
];

export const int = (min: number, max: number) => fc.integer({ min, max });
/** How often one of several is drawn. */
export const often = <T>(weight: number, arbitrary: fc.Arbitrary<T>) => ({ weight, arbitrary });
/** Left out once in so many times. */
const maybe = <T>(arbitrary: fc.Arbitrary<T>, freq: number) => fc.option(arbitrary, { nil: undefined, freq });
/** A command, what it says drawn. */
const asked = <T extends TapeCommand["type"], M extends object>(
  type: T,
  model: { [K in keyof M]: fc.Arbitrary<M[K]> },
) => fc.record(model).map((said) => ({ type, ...said }));

const FIRST = 4;
const USERS = 4;

const account = fc.oneof(often(40, int(FIRST, FIRST + USERS - 1)), often(1, fc.constant(99)));
const contract = fc.oneof(often(60, fc.constantFrom(0, 0, 0, 0, 1, 1, 1, 2)), often(1, fc.constant(7)));
const pick = int(0, 60);
const action = fc.constantFrom<Action>("open long", "open short", "close long", "close short");
const opening = fc.constantFrom<Action>("open long", "open short");
const closing = fc.constantFrom<Action>("close long", "close short");
/** The leverage of an account whose mode is known, of both sides and both modes. */
export const setLeverage = (
  account: number,
  marginMode: MarginMode,
  leverage: number,
  contract = 0,
): TapeCommand => ({
  ...{ type: "leverage", account, contract, marginMode, switches: false, ordersFollow: false },
  ...{ cross: leverage, isolatedLong: leverage, isolatedShort: leverage },
});
const leverage = fc.constantFrom(2_000, 500, 700, 5_000, 10_000, 10_000, 12_500, 12_500, 50, 30_000);
const source = fc.constantFrom("last" as const, "mark" as const);
const marginMode = fc.constantFrom("shared" as const, "isolated" as const);
const separatedMode = fc.constantFrom("combined" as const, "separated" as const);
const clientId = fc.constantFrom("", "", "", "", "", "", "", "", "", "", "a", "b", "ç€😀");

/** A price in ticks: `at` steps of the grid from the anchor; the far ends are out of every band. */
const around = fc.oneof(
  often(25, int(-2, 2)),
  often(15, int(-6, 6)),
  often(5, int(-14, 14)),
  often(1, fc.constantFrom(-1_000_000, 1_000_000)),
);
function priceOf(index: number, steps: number): number {
  const { anchor, grid } = contracts[index] ?? contracts[0]!;
  return Math.max(1, steps === 1_000_000 ? anchor * 11 : anchor + grid * steps);
}
function limitOf(index: number, steps: number | undefined): number | undefined {
  return steps === undefined ? undefined : priceOf(index, steps);
}
const size = fc.oneof(
  often(
    20,
    int(1, 6).map((n) => [n, 0] as const),
  ),
  often(4, fc.tuple(int(1, 3), int(1, 40))),
  often(1, fc.constantFrom([0, 1] as const, [100, 0] as const, [1_000, 0] as const, [4_000_000, 0] as const)),
);
function lots(index: number, [units, extra]: readonly [number, number]): number {
  return (contracts[index] ?? contracts[0]!).unit * units + extra;
}

/** Present once in `times`. */
function rarely<T>(arbitrary: fc.Arbitrary<T>, times: number): fc.Arbitrary<T | undefined> {
  return fc.oneof({ weight: times - 1, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });
}
/** Leaves out what is undefined. */
function compact<T extends object>(record: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as never;
}

/** How far a preset lies from the price, in steps of the grid; negative: on the wrong side. */
const away = fc.oneof(often(12, int(1, 3)), often(3, int(4, 8)), often(1, int(-2, 0)));

const presets = {
  ...{ takeProfit: rarely(away, 3), stopLoss: rarely(away, 3) },
  ...{ takeProfitSource: source, stopLossSource: source },
};

function placing(
  actions: fc.Arbitrary<Action>,
  at = around,
  of = { account, contract },
): fc.Arbitrary<TapeCommand> {
  return fc
    .record({
      ...of,
      action: actions,
      size,
      at: maybe(at, 5),
      timeInForce: fc.constantFrom("gtc", "gtc", "gtc", "gtc", "gtc", "ioc", "fok", "post-only"),
      clientId,
      marginMode: rarely(marginMode, 12),
      separatedMode: rarely(separatedMode, 12),
      ...presets,
      position: pick,
      capped: fc.boolean(),
      request: rarely(fc.constantFrom(11, 12, 13), 12),
    })
    .map(
      ({ at: steps, ...draw }) =>
        compact({
          ...draw,
          type: "place" as const,
          size: lots(draw.contract, draw.size),
          price: limitOf(draw.contract, steps),
          ...goingWith(draw, steps ?? 0),
        }) as TapeCommand,
    );
}

/**
 * What an order that opens attaches, away from the price that it would trade at; what one that closes is
 * bound to.
 */
function goingWith({ action, contract: index, takeProfit, stopLoss, position }: AttachedDraw, steps: number) {
  const opens = action.startsWith("open");
  const sign = action === "open long" ? 1 : -1;
  const preset = (away: number | undefined, side: number) =>
    opens && away !== undefined ? priceOf(index, steps + side * away) : undefined;
  return {
    takeProfit: preset(takeProfit, sign),
    stopLoss: preset(stopLoss, -sign),
    position: opens ? undefined : position,
  };
}
interface AttachedDraw {
  readonly action: Action;
  readonly contract: number;
  readonly takeProfit: number | undefined;
  readonly stopLoss: number | undefined;
  readonly position: number | undefined;
}

const plan = fc
  .record({
    account,
    contract,
    action,
    size,
    at: rarely(around, 2),
    trigger: around,
    source,
    clientId,
    ...presets,
    position: pick,
    marginMode: rarely(marginMode, 12),
  })
  .map(({ at: steps, ...draw }) =>
    compact({
      ...draw,
      type: "plan" as const,
      size: lots(draw.contract, draw.size),
      price: limitOf(draw.contract, steps),
      ...goingWith(draw, steps ?? draw.trigger),
      trigger: priceOf(draw.contract, draw.trigger),
    }),
  ) as fc.Arbitrary<TapeCommand>;

const tpsl = fc
  .record({
    account,
    contract,
    leg: fc.constantFrom("long" as const, "short" as const),
    takeProfit: fc.boolean(),
    size: fc.option(size, { nil: [0, 0] as const, freq: 2 }),
    at: rarely(around, 2),
    away: int(-1, 9),
    source,
    clientId,
    position: pick,
    marginMode: rarely(marginMode, 20),
  })
  .map(({ at: steps, away, ...draw }) =>
    compact({
      ...draw,
      type: "tpsl" as const,
      size: lots(draw.contract, draw.size),
      price: limitOf(draw.contract, steps),
      trigger: priceOf(draw.contract, draw.takeProfit === (draw.leg === "long") ? away : -away),
    }),
  ) as fc.Arbitrary<TapeCommand>;

const modify = fc
  .record({ account, contract: int(0, 2), order: pick, trigger: around, source, at: rarely(around, 2) })
  .map(({ at: steps, contract: index, ...draw }) =>
    compact({
      ...draw,
      type: "modify" as const,
      trigger: priceOf(index, draw.trigger),
      price: limitOf(index, steps),
    }),
  ) as fc.Arbitrary<TapeCommand>;

/** Price, size or both; a trigger is drawn by {@link resolveAmend}. */
const amend = fc
  .record({ account, contract: int(0, 2), order: pick, at: rarely(around, 2), lots: rarely(size, 2) })
  .map(({ at: steps, contract: index, lots: drawn, ...draw }) =>
    compact({
      ...draw,
      type: "amend" as const,
      price: limitOf(index, steps),
      size: drawn === undefined ? undefined : lots(index, drawn),
    }),
  ) as fc.Arbitrary<TapeCommand>;

/** Quotes in place of all that rest in a contract. */
const quotes = fc
  .record({ account, contract, quotes: fc.array(fc.record({ action, at: around, size }), { maxLength: 4 }) })
  .map(({ account: quoter, contract: index, quotes: drawn }): TapeCommand[] => {
    const of = { account: quoter, contract: index };
    const placed = drawn.map(({ at, size: units, ...each }): TapeCommand => {
      const [price, lotsOfIt] = [priceOf(index, at), lots(index, units)];
      return { ...of, ...each, type: "place", timeInForce: "post-only", price, size: lotsOfIt, capped: true };
    });
    return [{ ...of, type: "cancel all", which: "normal" }, ...placed];
  });

/**
 * Levels that do not cross, mostly; now and then one empties. Few accounts and prices, so that others stand
 * in between.
 */
const mirrored = fc
  .record({
    account,
    contract,
    proportional: fc.boolean(),
    rows: fc.array(
      fc.record({
        what: fc.constantFrom(
          ...(["bids", "bids", "bids", "asks", "asks", "asks", "bought", "bought"] as const),
          ...(["sold", "sold", "reported bought", "reported sold"] as const),
        ),
        at: int(0, 3),
        off: fc.oneof({ weight: 12, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: around }),
        size: fc.oneof(often(3, fc.constant([0, 0] as const)), often(16, size)),
      }),
      { minLength: 1, maxLength: 5 },
    ),
  })
  .map((draw) => ({
    ...draw,
    type: "mirror" as const,
    rows: draw.rows.map(({ what, at, off, size }) => {
      const isTrade = what !== "bids" && what !== "asks";
      const steps = (what === "bids" || what.endsWith("sold") ? -at : at) + off;
      const drawn = lots(draw.contract, size);
      return { what, price: priceOf(draw.contract, steps), size: isTrade && drawn === 0 ? 1 : drawn };
    }),
  }));

/** Mostly small moves, sometimes a jump; in a crash mostly jumps. */
const index = (crash: boolean) =>
  fc
    .array(
      fc.record({
        contract,
        permille: fc.oneof(
          often(8, int(-8, 8)),
          often(crash ? 6 : 1, int(-40, 40)),
          often(crash ? 2 : 0, int(-200, 200)),
        ),
        odd: int(0, 99),
      }),
      { minLength: 1, maxLength: 2 },
    )
    .map((draws) => ({
      type: "index" as const,
      prices: draws.map((draw) => ({
        contract: draw.contract,
        points: Math.round(priceOf(draw.contract, 0) * (100 + draw.permille / 10)) + draw.odd,
      })),
    }));
const wrongIndex = fc.constant<TapeCommand>({ type: "index", prices: [{ contract: 0, points: 99 }] });

const amount = fc.oneof(
  fc.bigInt({ min: 1n, max: 3_000n * UNIT }),
  fc.bigInt({ min: 0n, max: 30n }).map((n) => n * UNIT),
  // Rarely more than the venue may hold.
  int(0, 19).map((n) => (n === 0 ? 1_000_000_000_000n * UNIT : BigInt(n))),
);
const money = fc.record({
  movement: fc.constantFrom(
    ...(["deposit", "withdraw", "withdraw", "transfer", "transfer", "gift", "gift back"] as const),
    ...(["fee refund", "follow pay", "follow back", "trader income", "third-party share"] as const),
  ),
  from: account,
  to: account,
  amount,
});
/** Sends a deposit from outside and a withdrawal there, mostly. */
const movement = fc.tuple(money, int(0, 9)).map(([draw, care]) => {
  if (care === 0) return draw;
  if (draw.movement === "deposit") return { ...draw, from: EXTERNAL };
  if (draw.movement === "withdraw") return { ...draw, to: EXTERNAL };
  if (draw.movement === "fee refund") return { ...draw, from: FEES };
  return draw;
});

const rate = fc.constantFrom(60_000, 0, 33_333, 80_000, 1_000_000);
const factor = fc.constantFrom(100_000_000, 90_000_000, 0, 33_333_333);
const fee: fc.Arbitrary<FeeSetting> = fc
  .record({
    feeSet: fc.boolean(),
    takerRate: rate,
    makerRate: fc.constantFrom(20_000, 0, -33, 12_345),
    discountSet: fc.boolean(),
    discount: factor,
    sideDiscountSet: fc.boolean(),
    takerDiscount: factor,
    makerDiscount: factor,
  })
  .map((setting) => (setting.takerRate + setting.makerRate < 0 ? { ...setting, makerRate: 0 } : setting));

const settings: fc.Arbitrary<AccountSettings> = fc
  .record({
    fee: fc.option(fee, { nil: NO_FEES, freq: 2 }),
    status: fc
      .integer({ min: 0, max: 24 })
      .map((n) => (n === 24 ? "frozen" : n > 21 ? "restricted" : "normal") as AccountStatus),
    orderDelayMs: fc.constantFrom(0, 0, 0, 0, 0, 100, 1_000),
    cancelDelayMs: fc.constantFrom(0, 0, 0, 0, 100, 1_500),
    selfTrade: fc.constantFrom("expire maker" as const, "expire taker", "expire both", "decrement", "none"),
    group: fc.constantFrom(0, 0, 1),
  })
  .map(({ fee: fees, ...rest }) => ({ ...DEFAULT_SETTINGS, ...fees, ...rest }));

const terms = fc
  .record({
    index: int(0, 2),
    makerRate: fc.constantFrom(20_000, -12_345),
    orphanTriggersKeep: fc.boolean(),
    separatedCloseFifo: fc.boolean(),
    openOrdersMax: fc.constantFrom(3, 8, 20),
    apiTradable: int(0, 9).map((n) => n > 0),
  })
  .map(({ index: of, ...change }) => {
    const terms = { ...termsOf(contracts[of]!.specification), ...change };
    return { type: "change" as const, contract: of, terms };
  });

/** What of a specification may change. */
export function termsOf(specification: Specification): Terms {
  const {
    symbol,
    baseCoin,
    quoteCoin,
    priceDecimals,
    priceStep,
    sizeDecimals,
    lotStep,
    contractsPerLot,
    ...terms
  } = specification;
  return terms;
}

/** What the operator may force. */
const forced: fc.Arbitrary<TapeCommand> = fc.oneof(
  asked("funding", { contract, skip: fc.boolean() }),
  asked("liquidate", { account, position: int(0, 12) }),
  asked("deleverage", {
    account,
    contract,
    leg: fc.constantFrom("long" as const, "short" as const),
    size,
  }).map((draw) => ({ ...draw, size: lots(draw.contract, draw.size) })),
);
/** What a contract may do otherwise than by default. */
export const riskRule = fc.record<RiskRule>({
  fundingInFull: fc.boolean(),
  residualToFund: fc.boolean(),
  tiers: fc.constantFrom("bracketed", "flat"),
  tierNotional: fc.constantFrom("both", "net"),
  hedge: fc.constantFrom("net", "larger", "sum"),
  positionMargin: fc.constantFrom("mark", "entry"),
  fundingAverage: fc.constantFrom("weighted", "mean"),
  presets: fc.constantFrom("first fill", "filled"),
  feeRounding: fc.constantFrom("trunc", "up"),
  reduction: fc.constantFrom("two tiers", "minimum", "fifth"),
  adl: fc.constantFrom("score", "random"),
  exits: fc.constantFrom("make room", "make room", "yield"),
});

/**
 * How prices are made and losses dealt with; sources report near each other, one of them sometimes far off.
 */
const rules: fc.Arbitrary<TapeCommand> = fc.oneof(
  often(
    6,
    fc
      .record({
        contract,
        said: fc.array(
          fc.record({
            source: int(0, 4),
            permille: fc.oneof(often(6, int(-9, 9)), often(2, int(-60, 60))),
            odd: int(0, 99),
            weight: fc.constantFrom(1, 1, 1, 2, 2, 7, 7, 3, 5, 0),
          }),
          { minLength: 1, maxLength: 6 },
        ),
      })
      .map(({ contract: of, said }) => ({
        type: "report" as const,
        prices: said.map(({ permille, odd, ...draw }) => ({
          ...draw,
          contract: of,
          points: Math.round(priceOf(of, 0) * (100 + permille / 10)) + odd,
        })),
      })),
  ),
  often(
    3,
    fc
      .record({
        contract,
        permille: maybe(int(-8, 8), 2),
        rate: maybe(fc.constantFrom(-400_000, -20_000, 0, 30_000), 2),
        held: fc.constantFrom(false, false, true),
      })
      .map(({ contract: of, permille, rate, held }) => ({
        type: "follow" as const,
        contract: of,
        mark: permille === undefined ? undefined : Math.round(priceOf(of, 0) * (100 + permille / 10)),
        rate,
        held,
      })),
  ),
  often(
    4,
    asked("mark rule", {
      contract,
      method: fc.constantFrom("mean" as const, "exponential", "median"),
      window: fc.constantFrom(1, 3, 30, 150, 0),
      boundRate: fc.constantFrom(0, 0, 500_000, 20_000, 100_000_000),
      impactUnits: fc.constantFrom(1, 1, 1_000, 4_000, 0),
    }),
  ),
  often(2, asked("risk rule", { contract, rule: riskRule })),
  often(
    1,
    asked("fund rule", {
      floor: fc.constantFrom(0n, 0n, 20n * UNIT, 1_000n * UNIT, -1n),
      notionalMax: fc.constantFrom(0n, 0n, 500n * UNIT, 20_000n * UNIT),
    }),
  ),
);
const autoAppend: fc.Arbitrary<TapeCommand> = asked("auto append", {
  account,
  position: pick,
  on: int(0, 4).map((n) => n > 0),
});

const closingAll = asked("close all", {
  account,
  contract: rarely(contract, 2),
  position: rarely(pick, 3),
  cancelAttached: fc.boolean(),
}).map(compact) as fc.Arbitrary<TapeCommand>;
const cancelling = asked("cancel", { account, order: pick, plansOnly: fc.boolean() });
const marginMoves = asked("margin", {
  account,
  position: pick,
  amount: fc.bigInt({ min: -80n * UNIT, max: 80n * UNIT }),
});
const modes = asked("mode", { account, contract, marginMode, separatedMode });
const leverages = asked("leverage", {
  account,
  contract,
  marginMode,
  switches: fc.boolean(),
  cross: leverage,
  isolatedLong: leverage,
  isolatedShort: leverage,
  stays: fc.constantFrom("cross", "isolatedLong", "isolatedShort", undefined),
}).map(({ stays, ...drawn }) => {
  const draw = { ...drawn, ordersFollow: drawn.switches };
  return stays === undefined ? draw : { ...draw, [stays]: 0 };
});

/** A command, or several that come together. */
const command = (crash: boolean): fc.Arbitrary<TapeCommand | TapeCommand[]> =>
  fc.oneof(
    often(60, placing(opening)),
    often(40, placing(closing)),
    often(10, plan),
    often(14, tpsl),
    often(3, modify),
    often(10, amend),
    often(4, quotes),
    often(8, mirrored),
    often(8, cancelling),
    often(2, asked("cancel client", { account, clientId: fc.constantFrom("a", "b") })),
    often(
      2,
      asked("cancel all", {
        account,
        contract: rarely(contract, 2),
        which: fc.constantFrom("normal" as const, "plan", "all"),
      }).map(compact) as fc.Arbitrary<TapeCommand>,
    ),
    often(6, closingAll),
    often(1, asked("admin cancel", { order: pick })),
    often(crash ? 24 : 12, index(crash)),
    often(crash ? 4 : 2, forced),
    often(crash ? 4 : 5, rules),
    often(crash ? 9 : 2, autoAppend),
    often(1, wrongIndex),
    often(4, fc.constant<TapeCommand>({ type: "time" })),
    often(1, fc.constant<TapeCommand>({ type: "proceed" })),
    often(crash ? 5 : 12, leverages),
    often(4, modes),
    often(6, marginMoves),
    often(
      4,
      movement.map((draw) => ({ ...draw, type: "move" as const })),
    ),
    often(
      2,
      movement.map((draw) => ({ ...draw, type: "begin" as const })),
    ),
    often(2, asked("settle", { movement: pick, complete: fc.boolean() })),
    often(3, asked("settings", { account: int(FIRST, FIRST + USERS - 1), settings })),
    often(2, asked("symbol fee", { account, contract, fee })),
    often(1, asked("status", { contract, status: fc.constantFrom("cancel-only" as const, "halted") })),
    often(5, asked("status", { contract, status: fc.constant("trading" as const) })),
    often(
      1,
      asked("delist", { contract: fc.constantFrom(0, 1, 2, 2), at: fc.constantFrom(0, 1_000, 60_000) }),
    ),
    often(1, fc.constant<TapeCommand>({ type: "account", name: "user 1" })),
    often(1, terms),
  );

/** What a tape starts with: how much each user has, its mode in each contract, and its settings. */
const opening0 = (crash: boolean) =>
  fc.array(
    fc.record({
      units: crash
        ? fc.constantFrom(300_000, 20_000, 1_000, 300, 60)
        : fc.constantFrom(300_000, 100_000, 20_000, 3_000, 5),
      modes: fc.array(
        fc.record({ marginMode, separatedMode, leverage: fc.constantFrom(2_000, 5_000, 10_000) }),
        { minLength: 3, maxLength: 3 },
      ),
      settings: fc.option(settings, { nil: DEFAULT_SETTINGS, freq: 2 }),
    }),
    { minLength: USERS, maxLength: USERS },
  );

/** In a crash tiers are narrow and funding is dear, so that small accounts meet all of both. */
export const CRASH_CAP = 2_000_000;
function inCrash(specification: Specification): Specification {
  return {
    ...specification,
    interestRate: 800_000,
    fundingClampRate: 3_000_000,
    fundingCapRate: CRASH_CAP,
    tiers: [
      { boundUnits: 800, maintenanceRate: 400_000, leverageMax: 12_500 },
      { boundUnits: 3_000, maintenanceRate: 900_000, leverageMax: 10_000 },
      { boundUnits: 12_000, maintenanceRate: 2_000_000, leverageMax: 5_000 },
      { boundUnits: 10_000_000, maintenanceRate: 4_000_000, leverageMax: 2_000 },
    ],
  };
}

function asListed(specification: Specification): Specification {
  return specification;
}

/** As much leverage as there is. */
export function atFullLeverage(specification: Specification): Specification {
  const [first, ...others] = specification.tiers as readonly [Tier, ...Tier[]];
  return { ...specification, leverageMax: 20_000, tiers: [{ ...first, leverageMax: 20_000 }, ...others] };
}

/** What the insurance fund starts with. */
const fund = (crash: boolean) => (crash ? fc.constantFrom(5, 100, 2_000, 100_000) : fc.constant(100));

/** Money from outside, in whole units of the margin coin. */
export function deposit(to: number, units: number): TapeCommand {
  return { type: "move", movement: "deposit", from: EXTERNAL, to, amount: BigInt(units) * UNIT };
}

/** How thin books make a mark: small notionals move it. */
export function thinMark(contract: number, boundRate: number, impactUnits: number): TapeCommand {
  return { type: "mark rule", contract, method: "mean", window: 30, boundRate, impactUnits };
}

interface User {
  readonly units: number;
  readonly modes: readonly (Pick<CommandOf<"mode">, "marginMode" | "separatedMode"> & {
    readonly leverage: number;
  })[];
  readonly settings: AccountSettings;
}

function prelude(
  users: readonly User[],
  fundUnits: number,
  listed: (specification: Specification) => Specification,
): TapeCommand[] {
  const commands: TapeCommand[] = contracts.map(({ specification }) => ({
    type: "list",
    specification: listed(specification),
  }));
  for (const [i, user] of users.entries()) {
    const id = FIRST + i;
    commands.push({ type: "account", name: `user ${i + 1}` });
    commands.push(deposit(id, user.units));
    for (const [at0, mode] of user.modes.entries()) {
      const { leverage, ...modes } = mode;
      if (modes.marginMode === "shared" && modes.separatedMode === "combined" && leverage === 2_000) continue;
      commands.push({ type: "mode", account: id, contract: at0, ...modes });
      commands.push(setLeverage(id, mode.marginMode, leverage, at0));
    }
    if (user.settings !== DEFAULT_SETTINGS)
      commands.push({ type: "settings", account: id, settings: user.settings });
  }
  commands.push(deposit(INSURANCE, fundUnits));
  for (const [contract, impactUnits] of [1, 1_000].entries())
    commands.push(thinMark(contract, 500_000, impactUnits));
  const prices = contracts.map(({ anchor }, at0) => ({ contract: at0, points: anchor * 100 }));
  return [...commands, { type: "index", prices }];
}

/** A contract without one keeps the default. */
function* riskRules(rules: readonly (RiskRule | undefined)[]): Generator<TapeCommand> {
  for (const [contract, rule] of rules.entries())
    if (rule !== undefined) yield { type: "risk rule", contract, rule };
}

const threeRules = fc.array(maybe(riskRule, 2), { minLength: 3, maxLength: 3 });
/** Commands that come one right after the other. */
export const atOnce = (commands: Iterable<TapeCommand>): Step[] =>
  [...commands].map((each) => ({ wait: 0, command: each }));

const step = (crash: boolean): fc.Arbitrary<Step[]> =>
  fc
    .record({
      wait: fc.oneof(
        often(40, fc.constantFrom(0, 0, 0, 0, 40, 600, 1_000, 45_000)),
        often(1, fc.constantFrom(-1, -1, -60_001, -60_002, 108_000_000)),
      ),
      command: command(crash),
    })
    .map(({ wait, command: drawn }) => together(wait, [drawn].flat()));

/** Commands at one moment, after a wait. */
function together(wait: number, commands: readonly TapeCommand[]): Step[] {
  return commands.map((each, i) => ({ wait: i === 0 ? wait : 0, command: each }));
}

/**
 * A tape of up to `commands` random commands after its opening; long ones are as likely as short ones. In a
 * crash accounts are thin and the index jumps.
 */
export function tape(commands: number, crash: boolean): fc.Arbitrary<Step[]> {
  const drawn = fc
    .tuple(
      opening0(crash),
      fund(crash),
      threeRules,
      fc.array(step(crash), { minLength: 1, maxLength: commands, size: "max" }),
    )
    .map(([users, units, rules, steps]) => [
      ...atOnce([...prelude(users, units, crash ? inCrash : asListed), ...riskRules(rules)]),
      ...steps.flat(),
    ]);
  return fc.noBias(drawn);
}

/**
 * Thin accounts at full leverage that trade as far from an index that never moves as the band lets them.
 * Without `waits` the mark stands still too: no time passes, so no basis is sampled.
 */
export function duel(commands: number, waits: boolean): fc.Arbitrary<Step[]> {
  const mode = fc.record({
    marginMode,
    separatedMode,
    leverage: fc.constantFrom(2_000, 10_000, 20_000, 20_000),
  });
  const user = fc.record({
    units: fc.constantFrom(20_000, 600, 300, 200, 100),
    modes: fc.array(mode, { minLength: 3, maxLength: 3 }),
    // No discounts: with one a rebate may be more than the taker's fee, which is the operator's gift.
    settings: fc.option(
      settings.map((each) => ({ ...each, ...NO_FEES, frozen: false })),
      { nil: DEFAULT_SETTINGS, freq: 3 },
    ),
  });
  const near = int(-1, 1);
  const far = int(-10, 10);
  const of = {
    account: int(FIRST, FIRST + USERS - 1),
    contract: fc.constantFrom(0, 0, 0, 0, 0, 0, 1, 2),
  };
  // Two trade at the index, and one sells out to the other as far from it as the band lets him.
  const ambush = fc
    .record({
      all: fc.shuffledSubarray([0, 1, 2, 3], { minLength: 2, maxLength: 2 }),
      units: int(1, 24),
      steps: int(6, 10),
      leg: fc.constantFrom("long" as const, "short" as const),
    })
    .map(({ all: [first, second], units, steps, leg }): TapeCommand[] => {
      const [one, other] = [FIRST + first!, FIRST + second!];
      const facing = leg === "long" ? "short" : "long";
      const common = { type: "place" as const, contract: 0, size: lots(0, [units, 0]), capped: true };
      const [at, away] = [priceOf(0, 0), priceOf(0, leg === "long" ? -steps : steps)];
      return [
        { ...common, account: one, action: `open ${leg}`, price: at },
        { ...common, account: other, action: `open ${facing}`, price: at },
        { ...common, account: other, action: `close ${facing}`, price: away },
        { ...common, account: one, action: `close ${leg}`, price: away },
      ];
    });
  const single = fc.oneof(
    often(60, placing(opening, near, of)),
    often(30, placing(opening, far, of)),
    often(60, placing(closing, far, of)),
    often(6, plan),
    often(6, tpsl),
    often(4, quotes),
    often(4, mirrored),
    often(4, closingAll),
    often(6, cancelling),
    often(6, amend),
    often(4, marginMoves),
    often(4, leverages),
    often(3, modes),
  );
  const wait = waits ? fc.constantFrom(0, 0, 0, 0, 0, 100, 1_000) : fc.constant(0);
  const step = fc.oneof(
    often(10, fc.record({ wait, commands: single.map((each) => [each].flat()) })),
    often(1, fc.record({ wait, commands: ambush })),
  );
  const drawn = fc
    .tuple(
      fc.array(user, { minLength: USERS, maxLength: USERS }),
      fc.constantFrom(0, 100),
      threeRules,
      fc.array(step, { minLength: 1, maxLength: commands, size: "max" }),
    )
    .map(([users, units, rules, steps]) => [
      ...atOnce([...prelude(users, units, atFullLeverage), ...riskRules(rules)]),
      ...steps.flatMap(({ wait, commands }) => together(wait, commands)),
    ]);
  return fc.noBias(drawn);
}

/** Past this a pick names something that is not there. */
const NOBODY = 58;

/**
 * The command with its picks turned into names: an order becomes the n-th live order of the account, a
 * position the n-th of the account in the contract; the last picks name what is gone or another's.
 */
export function resolve(v: Venue, drawn: TapeCommand): TapeCommand {
  const among = (ids: readonly number[], n: number, ever: number): number =>
    n >= NOBODY || ids.length === 0 ? firstOf(ever) : ids[n % ids.length]!;
  switch (drawn.type) {
    case "cancel":
    case "modify": {
      const waiting = drawn.type === "modify";
      const ids = v.orders
        .filter((each) => each.account === drawn.account && (!waiting || each.state === "untriggered"))
        .map((each) => each.id);
      return { ...drawn, order: among(ids, drawn.order, v.ordersEver) };
    }
    case "amend":
      return resolveAmend(v, drawn, among);
    case "delist":
      return { ...drawn, at: v.time + drawn.at };
    case "admin cancel":
      return { ...drawn, order: among(idsOf(v.orders), drawn.order, v.ordersEver) };
    case "auto append":
    case "margin": {
      const own = v.positions.filter((each) => each.account === drawn.account);
      const isolated = own.filter((each) => each.marginMode === "isolated");
      const ids = (drawn.position % 5 === 0 ? own : isolated).map((each) => each.id);
      const position = among(ids, drawn.position, v.positionsEver);
      if (drawn.type === "auto append") return { ...drawn, position };
      const { share, ...margin } = drawn;
      const held = isolated.find((each) => each.id === position);
      if (share === undefined || held === undefined) return { ...margin, position };
      return { ...margin, position, amount: (-leftByLeverage(v, held) * BigInt(share)) / 100n };
    }
    case "liquidate": {
      const own = v.positions.filter((each) => each.account === drawn.account);
      const isolated = own.filter((each) => each.marginMode === "isolated").map((each) => each.id);
      const position = drawn.position < 5 ? 0 : among(isolated, drawn.position, v.positionsEver);
      return { ...drawn, position };
    }
    case "deleverage": {
      const own = held(v, drawn);
      const position = own[drawn.size % Math.max(1, own.length)];
      if (position === undefined || drawn.size % 9 === 0) return drawn;
      return { ...drawn, leg: position.leg, size: Math.min(drawn.size, position.size) };
    }
    case "place":
      return drawn.action.startsWith("close") ? resolveClose(v, drawn) : drawn;
    case "tpsl":
      return withPosition(v, drawn, drawn.leg);
    case "plan": {
      if (drawn.action.startsWith("close"))
        return withPosition(v, drawn, drawn.action === "close long" ? "long" : "short");
      const { position, ...rest } = drawn;
      return position === NOBODY ? { ...rest, position: firstOf(v.positionsEver) } : rest;
    }
    case "close all": {
      if (drawn.position === undefined) return drawn;
      const own = v.positions.filter((each) => each.account === drawn.account).map((each) => each.id);
      return { ...drawn, position: among(own, drawn.position, v.positionsEver) };
    }
    case "settle":
      return { ...drawn, movement: among(idsOf(v.movements), drawn.movement, v.movementsEver) };
    default:
      return drawn;
  }
}

function idsOf(all: readonly { readonly id: number }[]): number[] {
  return all.map(({ id }) => id);
}

/** The positions of an account in a contract. */
function held(v: Venue, { account, contract }: { readonly account: number; readonly contract: number }) {
  return v.positions.filter((each) => each.account === account && each.contract === contract);
}

/** The first of its kind, or one that the command itself cannot bring about. */
function firstOf(ever: number): number {
  return ever === 0 ? 1_000_000 : 1;
}

/** Mostly an order that rests, with a price in its own market, and often a size next to its own. */
function resolveAmend(
  v: Venue,
  drawn: CommandOf<"amend">,
  among: (ids: readonly number[], n: number, ever: number) => number,
): TapeCommand {
  const own = v.orders.filter((each) => each.account === drawn.account);
  const triggers = drawn.order % 4 === 3;
  const likely = own.filter((each) => each.state === (triggers ? "untriggered" : "open"));
  const meant = drawn.order % 7 === 0 || likely.length === 0 ? own : likely;
  const order = among(idsOf(meant), drawn.order, v.ordersEver);
  const live = own.find((each) => each.id === order);
  if (live === undefined) return { ...drawn, order };
  const nextSize = drawn.order % 3 === 0 ? { size: Math.max(1, live.size + (drawn.order % 5) - 3) } : {};
  const inMarket = drawn.order % 10 === 0 ? {} : { price: priceOf(live.contract, (drawn.order % 9) - 4) };
  const ahead = ((drawn.order % 9) - 1) * (live.atOrAbove ? 1 : -1);
  return {
    ...drawn,
    order,
    ...nextSize,
    ...(drawn.price === undefined ? {} : inMarket),
    ...(triggers && { trigger: priceOf(live.contract, ahead) }),
  };
}

/** A close of what there is: the other leg if the drawn one is empty, mostly an opening if both are. */
function resolveClose(v: Venue, drawn: CommandOf<"place">): TapeCommand {
  const own = held(v, drawn);
  const n = drawn.position ?? 0;
  const leg = drawn.action === "close long" ? "long" : "short";
  if (own.length === 0 && n % 8 !== 0) {
    const { position: _, ...rest } = drawn;
    return { ...rest, action: leg === "long" ? "open short" : "open long" };
  }
  const swap = own.length > 0 && n % 8 !== 0 && own.every((each) => each.leg !== leg);
  const closed = swap ? (leg === "long" ? "short" : "long") : leg;
  return withPosition(v, { ...drawn, action: `close ${closed}` }, closed);
}

/** In separated mode a close is mostly bound to a position of its leg, otherwise seldom. */
function withPosition<T extends CommandOf<"place"> | CommandOf<"plan"> | CommandOf<"tpsl">>(
  v: Venue,
  drawn: T,
  leg: Leg,
): T {
  const { position: n = 0, ...rest } = drawn;
  const own = held(v, drawn);
  const fits = own.filter((each) => each.leg === leg || n % 7 === 6);
  const separated = fits.some((each) => each.separatedMode === "separated");
  if (n >= NOBODY) return { ...drawn, position: firstOf(v.positionsEver) };
  if (fits.length === 0 || (separated ? n % 3 === 0 : n % 8 !== 1)) return rest as T;
  return { ...drawn, position: fits[n % fits.length]!.id };
}
