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
      symbol: "odd",
      priceDecimals: 3,
      priceStep: 5,
      sizeDecimals: 2,
      lotStep: 3,
      makerRate: -15_001,
      takerRate: 60_007,
      orderLotsMin: 3,
      openOrdersMax: 5,
      orphanTriggersKeep: false,
      separatedCloseFifo: false,
      tiers: [
        { boundUnits: 400, maintenanceRate: 400_000, leverageMax: 12_500 },
        { boundUnits: 2_500, maintenanceRate: 500_000, leverageMax: 5_000 },
        { boundUnits: 12_000, maintenanceRate: 600_000, leverageMax: 2_000 },
      ],
    },
    anchor: 777,
    grid: 1,
    unit: 1_777,
  },
  {
    specification: {
      ...bitcoin,
      symbol: "small",
      priceDecimals: 2,
      sizeDecimals: 1,
      bandBuyRate: 3_000_000,
      bandSellRate: 2_000_000,
      orderLotsMax: 900,
      marketOpenLotsMax: 500,
      positionLotsMax: 700,
      openOrdersMax: 4,
      leverageMin: 200,
      leverageMax: 10_000,
    },
    anchor: 12_345,
    grid: 17,
    unit: 77,
  },
];

const FIRST = 4;
const USERS = 4;

const account = fc.oneof(
  { weight: 40, arbitrary: fc.integer({ min: FIRST, max: FIRST + USERS - 1 }) },
  { weight: 1, arbitrary: fc.constant(99) },
);
const contract = fc.oneof(
  { weight: 60, arbitrary: fc.constantFrom(0, 0, 0, 0, 1, 1, 1, 2) },
  { weight: 1, arbitrary: fc.constant(7) },
);
const pick = fc.integer({ min: 0, max: 60 });
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
  type: "leverage",
  account,
  contract,
  marginMode,
  switches: false,
  cross: leverage,
  isolatedLong: leverage,
  isolatedShort: leverage,
});
const leverage = fc.constantFrom(2_000, 500, 700, 5_000, 10_000, 10_000, 12_500, 12_500, 50, 30_000);
const source = fc.constantFrom("last" as const, "mark" as const);
const marginMode = fc.constantFrom("shared" as const, "isolated" as const);
const separatedMode = fc.constantFrom("combined" as const, "separated" as const);
const clientId = fc.constantFrom("", "", "", "", "", "", "", "", "", "", "a", "b", "ç€😀");

/** A price in ticks: `at` steps of the grid from the anchor; the far ends are out of every band. */
const around = fc.oneof(
  { weight: 25, arbitrary: fc.integer({ min: -2, max: 2 }) },
  { weight: 15, arbitrary: fc.integer({ min: -6, max: 6 }) },
  { weight: 5, arbitrary: fc.integer({ min: -14, max: 14 }) },
  { weight: 1, arbitrary: fc.constantFrom(-1_000_000, 1_000_000) },
);
function priceOf(index: number, steps: number): number {
  const { anchor, grid } = contracts[index] ?? contracts[0]!;
  return Math.max(1, steps === 1_000_000 ? anchor * 11 : anchor + grid * steps);
}
const size = fc.oneof(
  { weight: 20, arbitrary: fc.integer({ min: 1, max: 6 }).map((n) => [n, 0] as const) },
  { weight: 4, arbitrary: fc.tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 40 })) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      [0, 1] as const,
      [100, 0] as const,
      [1_000, 0] as const,
      [4_000_000, 0] as const,
    ),
  },
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
const away = fc.oneof(
  { weight: 12, arbitrary: fc.integer({ min: 1, max: 3 }) },
  { weight: 3, arbitrary: fc.integer({ min: 4, max: 8 }) },
  { weight: 1, arbitrary: fc.integer({ min: -2, max: 0 }) },
);

function placing(
  actions: fc.Arbitrary<Action>,
  at = around,
  of: { readonly account: fc.Arbitrary<number>; readonly contract: fc.Arbitrary<number> } = {
    account,
    contract,
  },
): fc.Arbitrary<TapeCommand> {
  return fc
    .record({
      ...of,
      action: actions,
      size,
      at: fc.option(at, { nil: undefined, freq: 5 }),
      timeInForce: fc.constantFrom("gtc", "gtc", "gtc", "gtc", "gtc", "ioc", "fok", "post-only"),
      clientId,
      marginMode: rarely(marginMode, 12),
      separatedMode: rarely(separatedMode, 12),
      takeProfit: rarely(away, 3),
      stopLoss: rarely(away, 3),
      takeProfitSource: source,
      stopLossSource: source,
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
          price: steps === undefined ? undefined : priceOf(draw.contract, steps),
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
    takeProfit: rarely(away, 3),
    stopLoss: rarely(away, 3),
    takeProfitSource: source,
    stopLossSource: source,
    position: pick,
    marginMode: rarely(marginMode, 12),
  })
  .map(({ at: steps, ...draw }) =>
    compact({
      ...draw,
      type: "plan" as const,
      size: lots(draw.contract, draw.size),
      price: steps === undefined ? undefined : priceOf(draw.contract, steps),
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
    away: fc.integer({ min: -1, max: 9 }),
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
      price: steps === undefined ? undefined : priceOf(draw.contract, steps),
      trigger: priceOf(draw.contract, draw.takeProfit === (draw.leg === "long") ? away : -away),
    }),
  ) as fc.Arbitrary<TapeCommand>;

const modify = fc
  .record({
    account,
    contract: fc.integer({ min: 0, max: 2 }),
    order: pick,
    trigger: around,
    source,
    at: rarely(around, 2),
  })
  .map(({ at: steps, contract: index, ...draw }) =>
    compact({
      ...draw,
      type: "modify" as const,
      trigger: priceOf(index, draw.trigger),
      price: steps === undefined ? undefined : priceOf(index, steps),
    }),
  ) as fc.Arbitrary<TapeCommand>;

/** Price, size or both; a trigger is drawn by {@link resolveAmend}. */
const amend = fc
  .record({
    account,
    contract: fc.integer({ min: 0, max: 2 }),
    order: pick,
    at: rarely(around, 2),
    lots: rarely(size, 2),
  })
  .map(({ at: steps, contract: index, lots: drawn, ...draw }) =>
    compact({
      ...draw,
      type: "amend" as const,
      price: steps === undefined ? undefined : priceOf(index, steps),
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
        at: fc.integer({ min: 0, max: 3 }),
        off: fc.oneof({ weight: 12, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: around }),
        size: fc.oneof(
          { weight: 3, arbitrary: fc.constant([0, 0] as const) },
          { weight: 16, arbitrary: size },
        ),
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
          { weight: 8, arbitrary: fc.integer({ min: -8, max: 8 }) },
          { weight: crash ? 6 : 1, arbitrary: fc.integer({ min: -40, max: 40 }) },
          { weight: crash ? 2 : 0, arbitrary: fc.integer({ min: -200, max: 200 }) },
        ),
        odd: fc.integer({ min: 0, max: 99 }),
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
  fc.integer({ min: 0, max: 19 }).map((n) => (n === 0 ? 1_000_000_000_000n * UNIT : BigInt(n))),
);
const money = fc.record({
  movement: fc.constantFrom(
    "deposit" as const,
    "withdraw",
    "withdraw",
    "transfer",
    "transfer",
    "gift",
    "gift back",
    "fee refund",
    "follow pay",
    "follow back",
    "trader income",
    "third-party share",
  ),
  from: account,
  to: account,
  amount,
});
/** Sends a deposit from outside and a withdrawal there, mostly. */
const movement = fc.tuple(money, fc.integer({ min: 0, max: 9 })).map(([draw, care]) => {
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
  .map(({ fee: fees, ...rest }) => ({
    ...fees,
    ...rest,
    marginCallPercent: 0,
    positionMode: "hedge" as const,
  }));

const terms = fc
  .record({
    index: fc.integer({ min: 0, max: 2 }),
    makerRate: fc.constantFrom(20_000, -12_345),
    orphanTriggersKeep: fc.boolean(),
    separatedCloseFifo: fc.boolean(),
    openOrdersMax: fc.constantFrom(3, 8, 20),
    apiTradable: fc.integer({ min: 0, max: 9 }).map((n) => n > 0),
  })
  .map(({ index: of, ...change }) => {
    return {
      type: "change" as const,
      contract: of,
      terms: { ...termsOf(contracts[of]!.specification), ...change },
    };
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
  fc.record({ type: fc.constant("funding" as const), contract, skip: fc.boolean() }),
  fc.record({ type: fc.constant("liquidate" as const), account, position: fc.integer({ min: 0, max: 12 }) }),
  fc
    .record({
      type: fc.constant("deleverage" as const),
      account,
      contract,
      leg: fc.constantFrom("long" as const, "short" as const),
      size,
    })
    .map((draw) => ({ ...draw, size: lots(draw.contract, draw.size) })),
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
  {
    weight: 6,
    arbitrary: fc
      .record({
        contract,
        said: fc.array(
          fc.record({
            source: fc.integer({ min: 0, max: 4 }),
            permille: fc.oneof(
              { weight: 6, arbitrary: fc.integer({ min: -9, max: 9 }) },
              { weight: 2, arbitrary: fc.integer({ min: -60, max: 60 }) },
            ),
            odd: fc.integer({ min: 0, max: 99 }),
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
  },
  {
    weight: 3,
    arbitrary: fc
      .record({
        contract,
        permille: fc.option(fc.integer({ min: -8, max: 8 }), { nil: undefined, freq: 2 }),
        rate: fc.option(fc.constantFrom(-400_000, -20_000, 0, 30_000), { nil: undefined, freq: 2 }),
        held: fc.constantFrom(false, false, true),
      })
      .map(({ contract: of, permille, rate, held }) => ({
        type: "follow" as const,
        contract: of,
        mark: permille === undefined ? undefined : Math.round(priceOf(of, 0) * (100 + permille / 10)),
        rate,
        held,
      })),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant("mark rule" as const),
      contract,
      method: fc.constantFrom("mean" as const, "exponential", "median"),
      window: fc.constantFrom(1, 3, 30, 150, 0),
      boundRate: fc.constantFrom(0, 0, 500_000, 20_000, 100_000_000),
      impactUnits: fc.constantFrom(1, 1, 1_000, 4_000, 0),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant("risk rule" as const),
      contract,
      rule: riskRule,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant("fund rule" as const),
      floor: fc.constantFrom(0n, 0n, 20n * UNIT, 1_000n * UNIT, -1n),
      notionalMax: fc.constantFrom(0n, 0n, 500n * UNIT, 20_000n * UNIT),
    }),
  },
);
const autoAppend: fc.Arbitrary<TapeCommand> = fc.record({
  type: fc.constant("auto append" as const),
  account,
  position: pick,
  on: fc.integer({ min: 0, max: 4 }).map((n) => n > 0),
});

const closingAll = fc
  .record({
    type: fc.constant("close all" as const),
    account,
    contract: rarely(contract, 2),
    position: rarely(pick, 3),
    cancelAttached: fc.boolean(),
  })
  .map(compact) as fc.Arbitrary<TapeCommand>;
const cancelling = fc.record({
  type: fc.constant("cancel" as const),
  account,
  order: pick,
  plansOnly: fc.boolean(),
});
const marginMoves = fc.record({
  type: fc.constant("margin" as const),
  account,
  position: pick,
  amount: fc.bigInt({ min: -80n * UNIT, max: 80n * UNIT }),
});
const modes = fc.record({ type: fc.constant("mode" as const), account, contract, marginMode, separatedMode });
const leverages = fc
  .record({
    type: fc.constant("leverage" as const),
    account,
    contract,
    marginMode,
    switches: fc.boolean(),
    cross: leverage,
    isolatedLong: leverage,
    isolatedShort: leverage,
    stays: fc.constantFrom("cross", "isolatedLong", "isolatedShort", undefined),
  })
  .map(({ stays, ...draw }) => (stays === undefined ? draw : { ...draw, [stays]: 0 }));

/** A command, or several that come together. */
const command = (crash: boolean): fc.Arbitrary<TapeCommand | TapeCommand[]> =>
  fc.oneof(
    { weight: 60, arbitrary: placing(opening) },
    { weight: 40, arbitrary: placing(closing) },
    { weight: 10, arbitrary: plan },
    { weight: 14, arbitrary: tpsl },
    { weight: 3, arbitrary: modify },
    { weight: 10, arbitrary: amend },
    { weight: 4, arbitrary: quotes },
    { weight: 8, arbitrary: mirrored },
    {
      weight: 8,
      arbitrary: cancelling,
    },
    {
      weight: 2,
      arbitrary: fc.record({
        type: fc.constant("cancel client" as const),
        account,
        clientId: fc.constantFrom("a", "b"),
      }),
    },
    {
      weight: 2,
      arbitrary: fc
        .record({
          type: fc.constant("cancel all" as const),
          account,
          contract: rarely(contract, 2),
          which: fc.constantFrom("normal" as const, "plan", "all"),
        })
        .map(compact) as fc.Arbitrary<TapeCommand>,
    },
    {
      weight: 6,
      arbitrary: closingAll,
    },
    { weight: 1, arbitrary: fc.record({ type: fc.constant("admin cancel" as const), order: pick }) },
    { weight: crash ? 24 : 12, arbitrary: index(crash) },
    { weight: crash ? 4 : 2, arbitrary: forced },
    { weight: crash ? 4 : 5, arbitrary: rules },
    { weight: crash ? 9 : 2, arbitrary: autoAppend },
    { weight: 1, arbitrary: wrongIndex },
    { weight: 4, arbitrary: fc.constant<TapeCommand>({ type: "time" }) },
    { weight: 1, arbitrary: fc.constant<TapeCommand>({ type: "proceed" }) },
    {
      weight: crash ? 5 : 12,
      arbitrary: leverages,
    },
    {
      weight: 4,
      arbitrary: modes,
    },
    {
      weight: 6,
      arbitrary: marginMoves,
    },
    { weight: 4, arbitrary: movement.map((draw) => ({ ...draw, type: "move" as const })) },
    { weight: 2, arbitrary: movement.map((draw) => ({ ...draw, type: "begin" as const })) },
    {
      weight: 2,
      arbitrary: fc.record({ type: fc.constant("settle" as const), movement: pick, complete: fc.boolean() }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        type: fc.constant("settings" as const),
        account: fc.integer({ min: FIRST, max: FIRST + USERS - 1 }),
        settings,
      }),
    },
    { weight: 2, arbitrary: fc.record({ type: fc.constant("symbol fee" as const), account, contract, fee }) },
    {
      weight: 1,
      arbitrary: fc.record({
        type: fc.constant("status" as const),
        contract,
        status: fc.constantFrom("cancel-only" as const, "halted"),
      }),
    },
    {
      weight: 5,
      arbitrary: fc.record({
        type: fc.constant("status" as const),
        contract,
        status: fc.constant("trading" as const),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        type: fc.constant("delist" as const),
        contract: fc.constantFrom(0, 1, 2, 2),
        at: fc.constantFrom(0, 1_000, 60_000),
      }),
    },
    { weight: 1, arbitrary: fc.constant<TapeCommand>({ type: "account", name: "user 1" }) },
    { weight: 1, arbitrary: terms },
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

function prelude(
  users: readonly {
    readonly units: number;
    readonly modes: readonly {
      readonly marginMode: "shared" | "isolated";
      readonly separatedMode: "combined" | "separated";
      readonly leverage: number;
    }[];
    readonly settings: AccountSettings;
  }[],
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
    commands.push({
      type: "move",
      movement: "deposit",
      from: EXTERNAL,
      to: id,
      amount: BigInt(user.units) * UNIT,
    });
    for (const [at0, mode] of user.modes.entries()) {
      const { leverage, ...modes } = mode;
      if (modes.marginMode === "shared" && modes.separatedMode === "combined" && leverage === 2_000) continue;
      commands.push({ type: "mode", account: id, contract: at0, ...modes });
      commands.push(setLeverage(id, mode.marginMode, leverage, at0));
    }
    if (user.settings !== DEFAULT_SETTINGS)
      commands.push({ type: "settings", account: id, settings: user.settings });
  }
  commands.push({
    type: "move",
    movement: "deposit",
    from: EXTERNAL,
    to: INSURANCE,
    amount: BigInt(fundUnits) * UNIT,
  });
  // The books of a tape are thin: small notionals move marks.
  for (const [contract, impactUnits] of [1, 1_000].entries())
    commands.push({
      type: "mark rule",
      contract,
      method: "mean",
      window: 30,
      boundRate: 500_000,
      impactUnits,
    });
  commands.push({
    type: "index",
    prices: contracts.map(({ anchor }, at0) => ({ contract: at0, points: anchor * 100 })),
  });
  return commands;
}

/** A contract without one keeps the default. */
function riskRules(rules: readonly (RiskRule | undefined)[]): TapeCommand[] {
  return rules.flatMap((rule, contract) =>
    rule === undefined ? [] : [{ type: "risk rule", contract, rule }],
  );
}

const step = (crash: boolean): fc.Arbitrary<Step[]> =>
  fc
    .record({
      wait: fc.oneof(
        { weight: 40, arbitrary: fc.constantFrom(0, 0, 0, 0, 40, 600, 1_000, 45_000) },
        { weight: 1, arbitrary: fc.constantFrom(-1, -1, -60_001, -60_002, 108_000_000) },
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
      fc.array(fc.option(riskRule, { nil: undefined, freq: 2 }), { minLength: 3, maxLength: 3 }),
      fc.array(step(crash), { minLength: 1, maxLength: commands, size: "max" }),
    )
    .map(([users, units, rules, steps]) => [
      ...prelude(users, units, crash ? inCrash : asListed).map((each) => ({ wait: 0, command: each })),
      ...riskRules(rules).map((each) => ({ wait: 0, command: each })),
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
  const near = fc.integer({ min: -1, max: 1 });
  const far = fc.integer({ min: -10, max: 10 });
  const of = {
    account: fc.integer({ min: FIRST, max: FIRST + USERS - 1 }),
    contract: fc.constantFrom(0, 0, 0, 0, 0, 0, 1, 2),
  };
  // Two trade at the index, and one sells out to the other as far from it as the band lets him.
  const ambush = fc
    .record({
      all: fc.shuffledSubarray([0, 1, 2, 3], { minLength: 2, maxLength: 2 }),
      units: fc.integer({ min: 1, max: 24 }),
      steps: fc.integer({ min: 6, max: 10 }),
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
    { weight: 60, arbitrary: placing(opening, near, of) },
    { weight: 30, arbitrary: placing(opening, far, of) },
    { weight: 60, arbitrary: placing(closing, far, of) },
    { weight: 6, arbitrary: plan },
    { weight: 6, arbitrary: tpsl },
    { weight: 4, arbitrary: quotes },
    { weight: 4, arbitrary: mirrored },
    { weight: 4, arbitrary: closingAll },
    { weight: 6, arbitrary: cancelling },
    { weight: 6, arbitrary: amend },
    { weight: 4, arbitrary: marginMoves },
    { weight: 4, arbitrary: leverages },
    { weight: 3, arbitrary: modes },
  );
  const wait = waits ? fc.constantFrom(0, 0, 0, 0, 0, 100, 1_000) : fc.constant(0);
  const step = fc.oneof(
    { weight: 10, arbitrary: fc.record({ wait, commands: single.map((each) => [each].flat()) }) },
    { weight: 1, arbitrary: fc.record({ wait, commands: ambush }) },
  );
  const drawn = fc
    .tuple(
      fc.array(user, { minLength: USERS, maxLength: USERS }),
      fc.constantFrom(0, 100),
      fc.array(fc.option(riskRule, { nil: undefined, freq: 2 }), { minLength: 3, maxLength: 3 }),
      fc.array(step, { minLength: 1, maxLength: commands, size: "max" }),
    )
    .map(([users, units, rules, steps]) => [
      ...prelude(users, units, atFullLeverage).map((each) => ({ wait: 0, command: each })),
      ...riskRules(rules).map((each) => ({ wait: 0, command: each })),
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
      return {
        ...drawn,
        order: among(
          v.orders.map((each) => each.id),
          drawn.order,
          v.ordersEver,
        ),
      };
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
      return {
        ...drawn,
        position: drawn.position < 5 ? 0 : among(isolated, drawn.position, v.positionsEver),
      };
    }
    case "deleverage": {
      const own = v.positions.filter(
        (each) => each.account === drawn.account && each.contract === drawn.contract,
      );
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
      return {
        ...drawn,
        movement: among(
          v.movements.map((each) => each.id),
          drawn.movement,
          v.movementsEver,
        ),
      };
    default:
      return drawn;
  }
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
  const order = among(
    meant.map((each) => each.id),
    drawn.order,
    v.ordersEver,
  );
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
  const own = v.positions.filter(
    (each) => each.account === drawn.account && each.contract === drawn.contract,
  );
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
  const own = v.positions.filter(
    (each) => each.account === drawn.account && each.contract === drawn.contract,
  );
  const fits = own.filter((each) => each.leg === leg || n % 7 === 6);
  const separated = fits.some((each) => each.separatedMode === "separated");
  if (n >= NOBODY) return { ...drawn, position: firstOf(v.positionsEver) };
  if (fits.length === 0 || (separated ? n % 3 === 0 : n % 8 !== 1)) return rest as T;
  return { ...drawn, position: fits[n % fits.length]!.id };
}
