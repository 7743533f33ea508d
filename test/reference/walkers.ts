import fc from "fast-check";
import { leftByLeverage } from "./administration.ts";
import { mayLeave } from "./breach.ts";
import { min } from "./rules.ts";
import type { AccountSettings, Action, Leg, RiskRule, Specification, TapeCommand } from "./tape.ts";
import { DEFAULT_SETTINGS, EXTERNAL, INSURANCE } from "./tape.ts";
import type { Step } from "./tapes.ts";
import { atFullLeverage, deposit, contracts as listed, riskRule, setLeverage, thinMark } from "./tapes.ts";
import type { Position, Venue } from "./venue.ts";
import { worthAt } from "./worth.ts";

/**
 * Random tapes of colluders at an index that stands: they walk the mark, open and sell out at the edges of
 * the band, lean on one side of the book, wait for funding, and take out what they can. Two bystanders hold a
 * position each, and do nothing.
 */

const UNIT = 100_000_000n;
const ANCHOR = 600_000;
const UNIT_LOTS = 333;
/** Of a lot, in units. */
const UNIT_PRICE = 6;
const WALKER = 4;
/** Who plays: the walker, too, so that anybody may meet anybody. */
const PLAYERS = [4, 5, 6, 7];
const BYSTANDERS = [8, 9];

/** As by default; and one whose mark may go further than its highest leverage, and whose ladder is free. */
const specifications: readonly Specification[] = [
  atFullLeverage(listed[0]!.specification),
  { ...atFullLeverage(listed[0]!.specification), symbol: "free", liquidationFeeRate: 0 },
];
const BOUNDS = [500_000, 1_000_000];
const IMPACT_UNITS = 1_000;

const acting = <T extends string, M extends object>(act: T, model: { [K in keyof M]: fc.Arbitrary<M[K]> }) =>
  fc.record(model).map((drawn) => ({ act, ...drawn }));

const player = fc.constantFrom(...PLAYERS);
const pairOf = (...of: readonly number[]) => fc.shuffledSubarray([...of], { minLength: 2, maxLength: 2 });
const pair = pairOf(...PLAYERS);
const contract = fc.constantFrom<number[]>(0, 0, 1);
const leg = fc.constantFrom("long" as const, "short" as const);
const size = fc.integer({ min: 1, max: 24 }).map((units) => units * UNIT_LOTS);
/** In hundredths of a percent of the index. */
const walk = fc.constantFrom<number[]>(-100, -50, -50, -45, -20, 0, 20, 45, 50, 50, 100);
/** Prices beside the mark: at it, near it, and at the edges of the band. */
const beside = fc.oneof(
  { weight: 4, arbitrary: fc.constant(0) },
  { weight: 4, arbitrary: fc.integer({ min: -12, max: 12 }) },
  { weight: 3, arbitrary: fc.constantFrom(-149, 149) },
  { weight: 1, arbitrary: fc.integer({ min: -149, max: 149 }) },
);
const percent = fc.constantFrom<number[]>(100, 100, 99, 50);
const isolatedOrNot = fc.constantFrom("isolated" as const, "isolated" as const, "shared" as const);
const leverage = fc.constantFrom(2_000, 20_000, 20_000, 20_000);

const walks = acting("walk", { contract, by: walk, seconds: fc.constantFrom<number[]>(31, 31, 12) });
/** Two open against each other, or one closes what it has into the other's opening. */
const meets = acting("meet", { contract, who: pair, leg, size, at: beside });
const dumps = acting("dump", {
  contract,
  who: pair,
  at: fc.constantFrom<number[]>(149, 149, 80, 20),
  percent,
});
/** One order that rests beside an empty side. */
const leans = acting("lean", { contract, who: player, leg, at: fc.constantFrom(149, 149, 60, -60) });
const waits = acting("wait", { wait: fc.constantFrom(-1, -1, -1, 5_000, 60_000, 14_400_000) });
const removals = acting("remove", { who: player, nth: fc.nat(3), percent });
const gifts = acting("give", { who: player, nth: fc.nat(3), percent });
const appends = acting("append", { who: player, nth: fc.nat(3) });
const payouts = acting("pay out", {
  who: pair,
  percent,
  how: fc.constantFrom("withdraw" as const, "transfer" as const, "begin" as const),
});
const settles = acting("settle", { nth: fc.nat(3), complete: fc.constant(true) });
const modes = acting("mode", { who: player, contract, marginMode: isolatedOrNot, leverage });
const trio = fc.shuffledSubarray([5, 6, 7], { minLength: 3, maxLength: 3 });
const edge = fc.constantFrom<number[]>(149, 149, 80, 20);
const units = fc.constantFrom<number[]>(20_000, 2_000, 600, 300);
/**
 * The mark is walked, one opens there and sells out, or the mark is walked on first; or funding comes before
 * that.
 */
const pumps = acting("pump", {
  contract,
  by: fc.tuple(walk, walk),
  who: trio,
  marginMode: isolatedOrNot,
  units,
  leg,
  size,
  at: fc.oneof(fc.constant(0), fc.integer({ min: -12, max: 12 })),
  dumps: fc.option(edge, { nil: undefined, freq: 4 }),
  seasons: fc.constantFrom<number[]>(0, 2, 3, 5),
});
/** One opens at a walked mark with much margin, asks for more leverage, and takes out what that leaves. */
const strips = acting("strip", {
  contract: fc.constantFrom<number[]>(0, 1, 1, 1),
  by: fc.constantFrom<number[]>(50, 100, 100),
  who: trio,
  marginMode: fc.constantFrom("isolated" as const, "shared" as const),
  leg,
  size,
  how: fc.constantFrom("withdraw" as const, "transfer", "begin", "give", "append"),
});
/**
 * The walker quotes beside the index through some settlements: each pays the rate that the period before it
 * made.
 */
const seasons = acting("season", { contract, by: walk, periods: fc.integer({ min: 2, max: 5 }) });
/** One holds both legs and little else. */
const hedges = acting("hedge", { contract, who: pair, size, at: edge });
/**
 * One holds both contracts with hardly more than that takes. The mark of one is walked for him, of the other
 * against him; another bids for what the ladder sells of that, and for what he himself sells of the first.
 */
const straddles = acting("straddle", {
  who: pairOf(5, 6, 7),
  legs: fc.tuple(leg, leg),
  size,
  gains: fc.constantFrom<number[]>(0, 0, 0, 1),
  by: fc.tuple(fc.constantFrom<number[]>(45, 50, 100), fc.constantFrom<number[]>(50, 100, 100)),
  bid: fc.constantFrom(5, 10, 15, 20, 25),
  at: edge,
  percent: fc.constantFrom<number[]>(20, 50, 80),
});

/**
 * The fund is handed something, one opens isolated, and the index moves beside marks that were walked, while
 * the fund has only a part of what that makes lacking, or just enough.
 */
const moves = acting("index", {
  by: fc.constantFrom<number[]>(-300, -100, -60, -40, 40, 60, 100, 300),
  walked: fc.tuple(walk, walk),
  handed: fc.option(pumps, { nil: undefined }),
  opened: meets,
  /** In percent of what will be lacking. */
  fund: fc.constantFrom<number[]>(0, 50, 101, 120, 120, 1_000),
});

export type Act =
  | (typeof anyAct extends fc.Arbitrary<infer T> ? T : never)
  | (typeof moves extends fc.Arbitrary<infer T> ? T : never);
const anyAct = fc.oneof(
  { weight: 6, arbitrary: walks },
  { weight: 8, arbitrary: meets },
  { weight: 6, arbitrary: dumps },
  { weight: 3, arbitrary: leans },
  { weight: 4, arbitrary: waits },
  { weight: 4, arbitrary: removals },
  { weight: 2, arbitrary: gifts },
  { weight: 2, arbitrary: appends },
  { weight: 4, arbitrary: payouts },
  { weight: 2, arbitrary: settles },
  { weight: 2, arbitrary: modes },
  { weight: 4, arbitrary: straddles },
  { weight: 8, arbitrary: pumps },
  { weight: 4, arbitrary: strips },
  { weight: 4, arbitrary: seasons },
  { weight: 2, arbitrary: hedges },
);

export interface Siege {
  /** What each player starts with, and how he trades each contract. */
  readonly players: readonly {
    readonly units: number;
    readonly modes: readonly { readonly marginMode: "shared" | "isolated"; readonly leverage: number }[];
    readonly settings: AccountSettings;
  }[];
  readonly fundUnits: number;
  /** Of which side each bystander is, and whether isolated. */
  readonly bystander: Leg;
  readonly isolated: boolean;
  readonly rules: readonly (RiskRule | undefined)[];
  readonly acts: readonly Act[];
}

/** A tape of so many acts; where the index has `moved`, once, when some have been played. */
export function siege(acts: number, moved: boolean): fc.Arbitrary<Siege> {
  const players = fc.array(
    fc.record({
      units: fc.constantFrom(100_000, 20_000, 2_000, 600),
      modes: fc.array(fc.record({ marginMode: isolatedOrNot, leverage }), { minLength: 2, maxLength: 2 }),
      settings: fc.constantFrom(DEFAULT_SETTINGS, DEFAULT_SETTINGS, {
        ...DEFAULT_SETTINGS,
        selfTrade: "none" as const,
      }),
    }),
    { minLength: 4, maxLength: 4 },
  );
  const some = (most: number) => fc.array(anyAct, { minLength: 1, maxLength: most, size: "max" });
  const played: fc.Arbitrary<readonly Act[]> = moved
    ? fc
        .tuple(some(Math.ceil(acts / 2)), moves, some(acts))
        .map(([before, moved, after]) => [...before, moved, ...after])
    : some(acts);
  return fc.noBias(
    fc.record({
      players,
      fundUnits: fc.constantFrom(0, 20, 300, 100_000),
      bystander: leg,
      isolated: fc.boolean(),
      rules: fc.array(fc.option(riskRule, { nil: undefined, freq: 2 }), { minLength: 2, maxLength: 2 }),
      acts: played,
    }),
  );
}

/** What happens before anybody plays. */
export function* opening({ players, fundUnits, rules, bystander, isolated }: Siege): Generator<TapeCommand> {
  for (const specification of specifications) yield { type: "list", specification };
  const accounts = [...PLAYERS, ...BYSTANDERS];
  for (const id of accounts) yield { type: "account", name: `user ${id}` };
  for (const [i, { units, modes, settings }] of players.entries()) {
    const id = PLAYERS[i]!;
    yield deposit(id, id === WALKER ? 1_000_000 : units);
    yield { type: "settings", account: id, settings };
    for (const [of, { marginMode, leverage: asked }] of modes.entries())
      yield* traded(id, of, marginMode, id === WALKER ? 2_000 : asked);
  }
  for (const id of BYSTANDERS) {
    yield deposit(id, 50_000);
    if (isolated) for (const at of [0, 1]) yield* traded(id, at, "isolated", 2_000);
  }
  if (fundUnits > 0) yield deposit(INSURANCE, fundUnits);
  for (const [of, boundRate] of BOUNDS.entries()) yield thinMark(of, boundRate, IMPACT_UNITS);
  for (const [of, rule] of rules.entries())
    if (rule !== undefined) yield { type: "risk rule", contract: of, rule };
  yield { type: "index", prices: specifications.map((_, of) => ({ contract: of, points: ANCHOR * 100 })) };
  // Both face the walker, who is rich.
  for (const at of [0, 1]) {
    for (const id of BYSTANDERS) {
      const own = id === BYSTANDERS[at] ? bystander : other(bystander);
      const common = { type: "place" as const, contract: at, size: 10 * UNIT_LOTS, price: ANCHOR };
      yield { ...common, account: id, action: `open ${own}` };
      yield { ...common, account: WALKER, action: `open ${other(own)}` };
    }
  }
}

function* traded(
  account: number,
  of: number,
  marginMode: "shared" | "isolated",
  asked: number,
): Generator<TapeCommand> {
  yield { type: "mode", account, contract: of, marginMode, separatedMode: "combined" };
  yield setLeverage(account, marginMode, asked, of);
}

function other(own: Leg): Leg {
  return own === "long" ? "short" : "long";
}

/** The commands of an act at this moment; each may depend on what those before it came to. */
export function* commandsOf(v: Venue, act: Act): Generator<Step> {
  const now = (command: TapeCommand): Step => ({ wait: 0, command });
  switch (act.act) {
    case "index": {
      const [who, whom] = act.opened.who as [number, number];
      // While it holds nothing, its money can go.
      yield* endowed(v, INSURANCE, -v.withdrawable(INSURANCE)).map(now);
      if (act.handed !== undefined) yield* commandsOf(v, { ...act.handed, seasons: 0 });
      yield* fresh(v, who, { marginMode: "isolated", units: 2_000 }, act.opened.contract);
      yield* commandsOf(v, { ...act.opened, who: [who, whom], at: 0 });
      for (const [of, by] of act.walked.entries()) yield* quoted(v, of, by).map(now);
      yield { wait: 31_000, command: { type: "time" } };
      for (const { index: of } of v.contracts)
        yield now({ type: "cancel all", account: WALKER, contract: of, which: "all" });
      const points = v.contracts.map(({ indexPoints }) => (indexPoints * BigInt(10_000 + act.by)) / 10_000n);
      const then = worthAt(v, points);
      const wanted = (then.lacking * BigInt(act.fund)) / 100n;
      yield* endowed(v, INSURANCE, wanted - then.accounts.get(INSURANCE)!).map(now);
      const prices = v.contracts.map(({ index: of }) => ({ contract: of, points: Number(points[of]) }));
      yield now({ type: "index", prices });
      return;
    }
    case "walk":
      yield* quoted(v, act.contract, act.by).map(now);
      yield { wait: act.seconds * 1_000, command: { type: "time" } };
      yield now({ type: "cancel all", account: WALKER, contract: act.contract, which: "all" });
      return;
    case "pump": {
      const [one, another, buyer] = act.who as [number, number, number];
      yield* fresh(v, another, act, act.contract);
      yield* walked(v, act.contract, act.by[0]);
      yield* commandsOf(v, { ...act, act: "meet", who: [one, another] });
      yield* walked(v, act.contract, act.by[1]);
      if (act.dumps !== undefined)
        yield* commandsOf(v, { ...act, act: "dump", who: [another, buyer], at: act.dumps, percent: 100 });
      if (act.seasons > 0)
        yield* commandsOf(v, { act: "season", contract: act.contract, by: act.by[1], periods: act.seasons });
      return;
    }
    case "strip": {
      const [who, to] = act.who as [number, number];
      const { contract: of, how } = act;
      const gives = how === "give" || how === "append";
      // Of an isolated position's margin only what it itself can spare could be given.
      const marginMode = gives ? "shared" : act.marginMode;
      yield* fresh(v, who, { marginMode, leverage: 2_000, units: 20_000 }, of);
      yield* walked(v, of, act.leg === "long" ? act.by : -act.by);
      if (gives) {
        yield* fresh(v, who, { marginMode: "isolated", units: 20_000 }, 1 - of);
        const small = { size: UNIT_LOTS, at: 0, contract: 1 - of, leg: act.leg };
        yield* commandsOf(v, { ...small, act: "meet", who: [who, WALKER] });
      }
      yield* commandsOf(v, { ...act, act: "meet", who: [who, WALKER], at: 0 });
      yield now(setLeverage(who, marginMode, 20_000, of));
      for (const position of v.positions.filter(
        (each) => each.account === who && each.marginMode === "isolated",
      )) {
        const { id } = position;
        if (how === "give") yield now({ type: "margin", account: who, position: id, amount: v.givable(who) });
        else if (how === "append") yield now({ type: "auto append", account: who, position: id, on: true });
        else yield now({ type: "margin", account: who, position: id, amount: -removable(v, position, 100) });
      }
      if (gives) return;
      yield* commandsOf(v, { act: "pay out", who: [who, to], percent: 100, how });
      return;
    }
    case "season":
      for (let period = 0; period < act.periods; period++) {
        yield* quoted(v, act.contract, act.by).map(now);
        yield { wait: -1, command: { type: "time" } };
      }
      yield now({ type: "cancel all", account: WALKER, contract: act.contract, which: "all" });
      return;
    case "hedge": {
      const [holder, buyer] = act.who as [number, number];
      yield* fresh(v, holder, { marginMode: "shared", units: 600 }, act.contract);
      for (const own of ["long", "short"] as const)
        yield* commandsOf(v, { ...act, act: "meet", who: [holder, WALKER], leg: own, at: 0 });
      yield* commandsOf(v, { ...act, act: "dump", who: [holder, buyer], percent: 50 });
      return;
    }
    case "meet": {
      const [one, another] = act.who as [number, number];
      yield now({ type: "cancel all", account: one, contract: act.contract, which: "all" });
      const common = {
        type: "place" as const,
        contract: act.contract,
        size: act.size,
        price: nearMark(v, act.contract, act.at),
      };
      yield now({ ...common, account: one, action: `open ${act.leg}` });
      yield now({ ...common, account: another, action: `open ${other(act.leg)}` });
      return;
    }
    case "dump": {
      const [seller, buyer] = act.who as [number, number];
      for (const position of v.positions.filter(
        (each) => each.account === seller && each.contract === act.contract,
      ))
        yield* dumped(v, position, { buyer, at: act.at, percent: act.percent }).map(now);
      return;
    }
    case "lean": {
      for (const account of PLAYERS)
        yield now({ type: "cancel all", account, contract: act.contract, which: "all" });
      const away = act.leg === "long" ? act.at : -act.at;
      const price = nearMark(v, act.contract, away);
      yield now({
        type: "place",
        account: act.who,
        contract: act.contract,
        action: `open ${act.leg}`,
        size: 3 * UNIT_LOTS,
        price,
      });
      return;
    }
    case "wait":
      yield { wait: act.wait, command: { type: "time" } };
      return;
    case "remove":
    case "give":
    case "append": {
      const own = v.positions.filter((each) => each.account === act.who && each.marginMode === "isolated");
      const position = own[act.nth % Math.max(1, own.length)];
      if (position === undefined) return;
      const { account, id } = position;
      if (act.act === "append") yield now({ type: "auto append", account, position: id, on: true });
      else if (act.act === "give")
        yield now({
          type: "margin",
          account,
          position: id,
          amount: (v.givable(account) * BigInt(act.percent)) / 100n,
        });
      else yield now({ type: "margin", account, position: id, amount: -removable(v, position, act.percent) });
      return;
    }
    case "pay out": {
      const [from, to] = act.who as [number, number];
      const amount = (v.withdrawable(from) * BigInt(act.percent)) / 100n;
      const movement = act.how === "transfer" ? ("transfer" as const) : ("withdraw" as const);
      const command = { movement, from, to: act.how === "transfer" ? to : EXTERNAL, amount };
      yield now({ type: act.how === "begin" ? "begin" : "move", ...command });
      return;
    }
    case "settle": {
      const pending = v.movements[act.nth % Math.max(1, v.movements.length)];
      if (pending !== undefined) yield now({ type: "settle", movement: pending.id, complete: act.complete });
      return;
    }
    case "mode":
      yield* [...traded(act.who, act.contract, act.marginMode, act.leverage)].map(now);
      return;
    case "straddle": {
      const [holder, buyer] = act.who as [number, number];
      const { legs, gains, size: lots } = act;
      const loses = 1 - gains;
      const own = legs[loses]!;
      const by = [gains, loses].map((c, n) =>
        (legs[c] === "long") === (n === 0) ? act.by[n]! : -act.by[n]!,
      );
      // The margin of both, their fees, and a little.
      const units = Math.ceil(((2 * lots + UNIT_LOTS) * UNIT_PRICE * 6) / 1_000);
      for (const c of [gains, loses]) {
        yield* fresh(v, buyer, { marginMode: "shared", leverage: 2_000, units: 20_000 }, c);
        yield* fresh(v, holder, { marginMode: "shared", units }, c);
      }
      // The ladder begins with the larger.
      for (const [c, more] of [
        [gains, 0],
        [loses, UNIT_LOTS],
      ] as const) {
        const met = { contract: c, leg: legs[c]!, size: lots + more, at: 0 };
        yield* commandsOf(v, { ...met, act: "meet", who: [holder, WALKER] });
      }
      for (const [n, c] of [gains, loses].entries()) yield* quoted(v, c, by[n]!).map(now);
      const price = nearIndex(v, loses, by[1]! + (own === "long" ? -act.bid : act.bid));
      const bid = { type: "place" as const, action: `open ${own}` as const, size: lots + UNIT_LOTS, price };
      yield now({ ...bid, account: buyer, contract: loses });
      yield { wait: 31_000, command: { type: "time" } };
      for (const c of [gains, loses])
        yield now({ type: "cancel all", account: WALKER, contract: c, which: "all" });
      yield* commandsOf(v, { ...act, act: "dump", contract: gains });
      yield now({ type: "cancel all", account: buyer, contract: loses, which: "all" });
      return;
    }
  }
}

/** An account without orders and positions in a contract, in a mode there, and with so much money. */
function* fresh(
  v: Venue,
  account: number,
  terms: { readonly marginMode: "shared" | "isolated"; readonly leverage?: number; readonly units: number },
  of: number,
): Generator<Step> {
  const now = (command: TapeCommand): Step => ({ wait: 0, command });
  yield now({ type: "cancel all", account, contract: of, which: "all" });
  for (const position of v.positions.filter((each) => each.account === account && each.contract === of))
    yield* dumped(v, position, { buyer: WALKER, at: 0, percent: 100 }).map(now);
  yield* [...traded(account, of, terms.marginMode, terms.leverage ?? 20_000)].map(now);
  yield* endowed(v, account, BigInt(terms.units) * UNIT - v.wallet(account)).map(now);
}

/** More of outside for an account, or less. */
function endowed(v: Venue, account: number, amount: bigint): TapeCommand[] {
  if (amount > 0n) return [{ type: "move", movement: "deposit", from: EXTERNAL, to: account, amount }];
  const surplus = min(-amount, v.withdrawable(account));
  if (surplus === 0n) return [];
  return [{ type: "move", movement: "withdraw", from: account, to: EXTERNAL, amount: surplus }];
}

/**
 * The mark walked as far as the bound lets it: quotes for as long as the mark takes its samples, then none.
 */
function* walked(v: Venue, contract: number, by: number): Generator<Step> {
  yield* commandsOf(v, { act: "walk", contract, by, seconds: 31 });
}

/**
 * Quotes of the walker on both sides of a price, in hundredths of a percent from the index, of more than the
 * impact notional.
 */
function quoted(v: Venue, of: number, by: number): TapeCommand[] {
  const price = nearIndex(v, of, by);
  const quote = {
    type: "place",
    account: WALKER,
    contract: of,
    size: UNIT_LOTS,
    timeInForce: "post-only",
  } as const;
  return [
    { type: "cancel all", account: WALKER, contract: of, which: "all" },
    { ...quote, action: "open long", price: price - 1 },
    { ...quote, action: "open short", price: price + 1 },
  ];
}

/** One opens against a position as far from the mark as told, and the position is closed into that. */
function dumped(
  v: Venue,
  { account, contract: of, leg: own, size: lots }: Position,
  { buyer, at, percent: part }: { readonly buyer: number; readonly at: number; readonly percent: number },
): TapeCommand[] {
  const price = nearMark(v, of, own === "long" ? -at : at);
  const common = {
    type: "place" as const,
    contract: of,
    size: Math.max(1, Math.floor((lots * part) / 100)),
    price,
  };
  const action: Action = `close ${own}`;
  return [
    { type: "cancel all", account: buyer, contract: of, which: "all" },
    { ...common, account: buyer, action: `open ${own}` },
    { ...common, account, action, capped: true },
    { type: "cancel all", account: buyer, contract: of, which: "all" },
  ];
}

/** A price in ticks, in hundredths of a percent from the mark. */
function nearMark(v: Venue, of: number, by: number): number {
  return Math.round((Number(v.contract(of).markPoints) * (10_000 + by)) / 1_000_000);
}

function nearIndex(v: Venue, of: number, by: number): number {
  return Math.round((Number(v.contract(of).indexPoints) * (10_000 + by)) / 1_000_000);
}

/** Part of what an isolated position may part with. */
function removable(v: Venue, position: Position, part: number): bigint {
  const most = leftByLeverage(v, position);
  const spare = mayLeave(v, position, "margin removed");
  return ((most < spare ? most : spare) * BigInt(part)) / 100n;
}
