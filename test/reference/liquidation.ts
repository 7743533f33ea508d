import type { MarginHealth } from "./breach.ts";
import { isBreach, isolatedHealth, sharedHealth } from "./breach.ts";
import { deleverageAgainst } from "./deleveraging.ts";
import { finishLiquidation, moveMoney, settleClose } from "./ledger.ts";
import { match, openPosition, tradeByValue } from "./matching.ts";
import { ended, systemOrder } from "./orders.ts";
import { giveWay } from "./reservations.ts";
import {
  ceilDiv,
  feeOf,
  floorDiv,
  legOf,
  marginOf,
  max,
  min,
  POINTS,
  priceCeiling,
  RATE_ONE,
  requirement,
  valueAt,
} from "./rules.ts";
import type { CommandOf, RiskRule } from "./tape.ts";
import { FIRST_USER, INSURANCE } from "./tape.ts";
import { collectTriggers } from "./triggers.ts";
import type { Contract, Entry, Holding, Position, Venue } from "./venue.ts";
import { Refused, signOf } from "./venue.ts";

/** Who cannot carry his positions, and the ladder that he is taken through. */

/** What a breach may be due to, each with the rule without it. */
const options: Readonly<Record<string, (rule: RiskRule) => RiskRule>> = {
  "flat tiers": (rule) => ({ ...rule, tiers: "bracketed" }),
  "the larger leg": (rule) => ({ ...rule, hedge: rule.hedge === "larger" ? "net" : rule.hedge }),
  "the sum of legs": (rule) => ({ ...rule, hedge: rule.hedge === "sum" ? "net" : rule.hedge }),
};

/**
 * Makes a change; takes it back and refuses it if it puts anybody in breach who was not, unless it is meant
 * anyway.
 */
export function carriedByAll(
  v: Venue,
  contract: Contract,
  anyway: boolean | undefined,
  change: () => () => void,
): void {
  const fallen = (): string[] => [
    ...v.accounts
      .filter(
        ({ id }) => id >= FIRST_USER && v.sharedPositions(id).length > 0 && isBreach(sharedHealth(v, id)),
      )
      .map(({ id }) => `account ${id}`),
    ...v.positions
      .filter((each) => each.contract === contract.index && each.marginMode === "isolated")
      .filter((each) => isBreach(isolatedHealth(v, each)))
      .map(({ id }) => `position ${id}`),
  ];
  const before = fallen();
  const back = change();
  if (anyway !== false || fallen().every((each) => before.includes(each))) return;
  back();
  throw new Refused("wouldBreach");
}

/**
 * Calls for margin where an entry has come to need as much of its equity as its account says; once, until it
 * needs less.
 */
function callForMargin(v: Venue): void {
  for (const { id: account, entry, settings } of v.accounts) {
    if (account < FIRST_USER) continue;
    const shared = v.sharedPositions(account).length > 0;
    judgeCall(v, entry, settings.marginCallPercent, shared ? sharedHealth(v, account) : undefined);
    for (const position of v.positions)
      if (position.account === account && position.marginMode === "isolated")
        judgeCall(v, position.entry, settings.marginCallPercent, isolatedHealth(v, position));
  }
}

function judgeCall(v: Venue, entry: Entry, percent: number, health: MarginHealth | undefined): void {
  const { equity = v.equity(entry.account), required = 0n } = health ?? {};
  const isShort = percent > 0 && required > 0n && required * 100n >= equity * BigInt(percent);
  if (isShort === entry.called) return;
  entry.called = isShort;
  const { account, position } = entry;
  v.say({ what: "margin called", account, position, called: isShort, equity, required });
}

/** Looks at everybody; those in breach join the queue by margin ratio, then account, then position. */
export function judge(v: Venue): void {
  callForMargin(v);
  const breaches: (MarginHealth & { readonly account: number; readonly position: number })[] = [];
  for (const { id: account } of v.accounts) {
    if (account < FIRST_USER) continue;
    const positions = v.sharedPositions(account);
    if (positions.length === 0) continue;
    const shared = sharedHealth(v, account);
    if (positions.every((each) => v.contract(each.contract).source.held)) {
      if (isBreach(shared)) v.notes.push("a breach that is held");
      continue;
    }
    if (!isBreach(shared)) {
      const byBoth = sharedHealth(v, account, (rule) => ({ ...rule, tierNotional: "both" }));
      if (isBreach(byBoth)) v.notes.push("healthy by tiers of the net");
      continue;
    }
    breaches.push({ account, position: 0, ...shared });
    for (const [name, without] of Object.entries(options)) {
      if (!isBreach(sharedHealth(v, account, without))) v.notes.push(`in breach by ${name}`);
    }
  }
  for (const position of v.positions) {
    if (position.marginMode === "shared" || v.contract(position.contract).source.held) continue;
    const health = isolatedHealth(v, position);
    if (isBreach(health) !== isBreach(isolatedHealth(v, position, position.size)))
      v.notes.push("in breach by the tier of the leg");
    if (isBreach(health)) breaches.push({ account: position.account, position: position.id, ...health });
  }
  breaches.sort((a, b) => {
    const [left, right] = [a.equity * max(1n, b.required), b.equity * max(1n, a.required)];
    if (left !== right) return left < right ? -1 : 1;
    return a.account - b.account || a.position - b.position;
  });
  for (const { account, position } of breaches) {
    const waits = v.liquidations.some((each) => each.account === account && each.position === position);
    if (!waits) enqueue(v, account, position, false);
  }
}

function enqueue(v: Venue, account: number, position: number, forced: boolean): void {
  v.liquidations.push({ account, position, forced });
  v.say({ what: "in breach", account, position, forced });
}

/** The first of the queue goes through the whole ladder. */
export function liquidateNext(v: Venue): void {
  const { account, position: id, forced } = v.liquidations.shift()!;
  const position = v.positions.find((each) => each.id === id && each.marginMode === "isolated");
  const open = id === 0 ? v.sharedPositions(account) : position === undefined ? [] : [position];
  const exists = open.some((each) => forced || !v.contract(each.contract).source.held);
  if (position !== undefined && !forced && exists && isBreach(isolatedHealth(v, position)))
    append(v, position);
  const health = position === undefined ? sharedHealth(v, account) : isolatedHealth(v, position);
  if (!exists || !(forced || isBreach(health))) {
    v.say({ what: "healthy again", account, position: id });
    return;
  }
  const entry = position?.entry ?? v.account(account).entry;
  entry.liquidating = true;
  const { equity, required: requirement } = health;
  const of = { account, position: id, forced, equity, requirement, balance: entry.amount };
  v.say({ what: "liquidation started", ...of });
  if (position === undefined) liquidateShared(v, account, forced);
  else liquidateIsolated(v, position, forced);
}

function liquidateIsolated(v: Venue, position: Position, forced: boolean): void {
  for (const order of v.ordersOf(position.account, position.contract)) {
    if (legOf(order.action) === position.leg) ended(v, order, "liquidate");
  }
  const whole = position.size;
  const isLong = position.leg === "long";
  const fee = v.rateOf(position.account, position.contract, true);
  // The price at which nothing is left, the closing fee included.
  const perTick = valueAt(v.contract(position.contract).specification, whole, POINTS);
  const { amount } = position.entry;
  const bankruptcy = isLong
    ? ceilDiv(-amount * RATE_ONE, perTick * (RATE_ONE - fee))
    : floorDiv(amount * RATE_ONE, perTick * (RATE_ONE + fee));
  closeInBook(v, position, whole, "burst", Number(bankruptcy));
  if (!v.positions.includes(position)) return;
  if (!forced && !isBreach(isolatedHealth(v, position))) {
    v.notes.push("isolated and healthy after a fill");
    finishLiquidation(v, position.entry);
    return;
  }
  handOver(v, position);
}

function liquidateShared(v: Venue, account: number, forced: boolean): void {
  const { entry, holdings } = v.account(account);
  const healthy = (): boolean => !forced && !isBreach(sharedHealth(v, account));
  const isSpared = (contract: number): boolean => {
    const spared = !forced && v.contract(contract).source.held;
    if (spared && v.sharedPositions(account).some((each) => each.contract === contract))
      v.notes.push("a ladder spares what is held");
    return spared;
  };
  const rungs = [
    (): void => {
      for (const { contract } of holdings) {
        for (const order of v.ordersOf(account, contract)) ended(v, order, "liquidate");
      }
    },
    (): void => net(v, account, { healthy, isSpared }),
    (): void => reduce(v, account, { healthy, isSpared }),
    (): void => {
      for (const position of byNotional(v, v.sharedPositions(account))) {
        if (healthy()) return;
        if (isSpared(position.contract)) continue;
        closeInBook(v, position, position.size, "burst", worstPrice(v, position));
        if (healthy()) return;
        if (v.positions.includes(position)) handOver(v, position);
      }
    },
  ];
  for (const rung of rungs) {
    rung();
    if (healthy()) break;
  }
  finishLiquidation(v, entry);
}

/** When a rung stops, and which contracts it leaves alone. */
interface Rung {
  readonly healthy: () => boolean;
  readonly isSpared: (contract: number) => boolean;
}

/** Pairs of opposite positions of a symbol close against each other at mark. */
function net(v: Venue, account: number, { healthy, isSpared }: Rung): void {
  for (const { contract, marginMode } of v.account(account).holdings) {
    if (marginMode !== "shared" || isSpared(contract)) continue;
    for (;;) {
      const long = v.legs(account, contract, "long")[0];
      const short = v.legs(account, contract, "short")[0];
      if (long === undefined || short === undefined) break;
      const lots = Math.min(long.size, short.size);
      const { specification, markPoints } = v.contract(contract);
      const price = Number(max(1n, markPoints / POINTS));
      const maker = systemOrder(v, { kind: "offset", position: long, lots, price });
      const taker = systemOrder(v, { kind: "offset", position: short, lots, price });
      tradeByValue(v, "netting", maker, taker, lots, valueAt(specification, lots, markPoints));
      settle(v, long);
      settle(v, short);
      ended(v, maker, "filled");
      ended(v, taker, "filled");
      if (healthy()) return;
    }
  }
}

/** Each symbol, the largest first, in the book, as its rule says; again while the book gives something. */
function reduce(v: Venue, account: number, { healthy, isSpared }: Rung): void {
  const found = new Map<Holding, number>();
  for (let gave = true; gave; ) {
    gave = false;
    const size = (holding: Holding): number =>
      v.legSize(account, holding.contract, "long") + v.legSize(account, holding.contract, "short");
    const value = (holding: Holding): bigint => {
      const { specification, markPoints } = v.contract(holding.contract);
      return valueAt(specification, size(holding), markPoints);
    };
    const shared = v.account(account).holdings.filter((each) => each.marginMode === "shared");
    const sorted = shared.map((holding) => ({ holding, value: value(holding) }));
    sorted.sort((a, b) => (a.value === b.value ? 0 : a.value < b.value ? 1 : -1));
    for (const { holding } of sorted) {
      if (isSpared(holding.contract)) continue;
      const now = size(holding);
      const before = found.get(holding);
      found.set(holding, before ?? now);
      let excess = now - target(v, holding, now, before);
      const held = v.sharedPositions(account).filter((each) => each.contract === holding.contract);
      for (const position of held) {
        if (excess <= 0) break;
        const lots = Math.min(excess, position.size);
        const before = position.size;
        excess -= lots;
        closeInBook(v, position, lots, "offset", worstPrice(v, position));
        if (position.size < before) gave = true;
        if (healthy()) return;
      }
    }
  }
}

/**
 * What is to be left of `lots` of a symbol, of which the rung found `found` if this is not its first order.
 */
function target(v: Venue, holding: Holding, lots: number, found: number | undefined): number {
  const contract = v.contract(holding.contract);
  const twoTiers = twoTiersDown(contract, lots);
  const { reduction } = contract.riskRule;
  if (reduction === "two tiers" || twoTiers === lots) return twoTiers;
  v.notes.push(`reduction by ${reduction}`);
  if (reduction === "fifth") return Math.max(0, lots - Math.ceil((found ?? lots) / 5));
  const least = leastThatDoes(v, holding, lots);
  if (least === 0) v.notes.push("no reduction does");
  if (least === 0 || found === undefined) return lots - least;
  v.notes.push("reduction to the minimum, again");
  return Math.max(0, lots - Math.max(least, Math.ceil(found / 100)));
}

/**
 * The fewest lots whose closing at mark would leave the account healthy, found by trying; 0 if it is, or no
 * part does.
 */
function leastThatDoes(v: Venue, { account, contract: index }: Holding, size: number): number {
  const { specification, markPoints, riskRule } = v.contract(index);
  const now = sharedHealth(v, account);
  if (!isBreach(now)) return 0;
  const [position] = v.sharedPositions(account).filter((each) => each.contract === index);
  const isLong = position!.leg === "long";
  const rate = v.rateOf(account, index, true);
  const needs = (lots: number): bigint => {
    const legs = { long: isLong ? lots : 0, short: isLong ? 0 : lots };
    return requirement(specification, v.requiredBy(account, index), legs, rate, markPoints);
  };
  const whole = bankruptcyValue(v, position!, size);
  const others = now.required - needs(size);
  for (let lots = 1; lots < size; lots++) {
    const value = valueAt(specification, lots, markPoints);
    const fee = feeOf(value, rate, riskRule.feeRounding);
    const due = whole * BigInt(lots);
    const left = isLong ? value - ceilDiv(due, BigInt(size)) : floorDiv(due, BigInt(size)) - value;
    const charged = max(0n, min((value * BigInt(specification.liquidationFeeRate)) / RATE_ONE, left - fee));
    const after = { equity: now.equity - fee - charged, required: others + needs(size - lots) };
    if (!isBreach(after)) return lots;
  }
  return 0;
}

/** Lots at the upper bound of tier max(1, k − 2); all of them in the first tier. */
function twoTiersDown({ specification, markPoints }: Contract, lots: number): number {
  const { tiers } = specification;
  const notional = valueAt(specification, lots, markPoints);
  const inside = tiers.findIndex((tier) => notional <= BigInt(tier.boundUnits) * RATE_ONE);
  const k = inside === -1 ? tiers.length - 1 : inside;
  if (k === 0) return lots;
  const target = BigInt(tiers[Math.max(0, k - 2)]!.boundUnits) * RATE_ONE;
  return Number(target / valueAt(specification, 1, markPoints));
}

function byNotional(v: Venue, positions: readonly Position[]): Position[] {
  return [...positions].sort((a, b) => {
    const [left, right] = [v.valueAtMark(a), v.valueAtMark(b)];
    return left === right ? a.id - b.id : left < right ? 1 : -1;
  });
}

/**
 * What is left of the account when each position is valued at `worth`, and what of it stands behind `value`:
 * in proportion, down.
 */
function shareOf(v: Venue, account: number, value: bigint, worth: (position: Position) => bigint): bigint {
  const { entry } = v.account(account);
  const all = v.sharedPositions(account);
  const equity = all.reduce((sum, each) => sum + signOf(each) * worth(each), entry.amount);
  return floorDiv(
    equity * value,
    all.reduce((sum, each) => sum + worth(each), 0n),
  );
}

/**
 * The value of lots of a position, and the account's equity behind them, at the index, which no order moves.
 */
function atIndex(v: Venue, position: Position, size = position.size) {
  const price = v.has("shares of a ladder") ? "index" : "mark";
  const value = v.valueOf({ ...position, size }, price);
  return { value, share: shareOf(v, position.account, value, (each) => v.valueOf(each, price)) };
}

/** The price that uses up the position's share of the equity, fee included. */
function worstPrice(v: Venue, position: Position): number {
  const { specification } = v.contract(position.contract);
  const fee = v.rateOf(position.account, position.contract, true);
  const perTick = valueAt(specification, position.size, POINTS);
  const { value, share } = atIndex(v, position);
  const price =
    position.leg === "long"
      ? ceilDiv((value - share) * RATE_ONE, perTick * (RATE_ONE - fee))
      : floorDiv((value + share) * RATE_ONE, perTick * (RATE_ONE + fee));
  return Math.min(priceCeiling(specification), Math.max(1, Number(price)));
}

/**
 * What the whole position must bring, or may cost, for its collateral to end at nothing; or all `size` lots
 * of a shared symbol.
 */
function bankruptcyValue(v: Venue, position: Position, size = position.size): bigint {
  const isLong = position.leg === "long";
  if (position.marginMode === "isolated") {
    return max(0n, isLong ? -position.entry.amount : position.entry.amount);
  }
  const { value, share } = atIndex(v, position, size);
  return max(0n, value + (isLong ? -share : share));
}

function closeInBook(
  v: Venue,
  position: Position,
  lots: number,
  kind: "offset" | "burst",
  limit: number,
): void {
  const contract = v.contract(position.contract);
  const whole = bankruptcyValue(v, position);
  const size = BigInt(position.size);
  const isLong = position.leg === "long";
  const order = systemOrder(v, { kind, position, lots, price: Math.max(1, limit) });
  match(v, order, (filled, value, fee) => {
    const needed = whole * BigInt(filled);
    const surplus = isLong ? value - fee - ceilDiv(needed, size) : floorDiv(needed, size) - value - fee;
    const full = (value * BigInt(contract.specification.liquidationFeeRate)) / RATE_ONE;
    return max(0n, min(full, surplus));
  });
  collectTriggers(v, contract);
}

/** What the book did not take: to the fund, or against the counterparties. */
function handOver(v: Venue, position: Position): void {
  const { markPoints } = v.contract(position.contract);
  const isLong = position.leg === "long";
  const isolated = position.marginMode === "isolated";
  const lots = position.size;
  const price = Number(max(1n, markPoints / POINTS));
  const whole = bankruptcyValue(v, position);
  const judged = v.has("what the fund may take") ? "index" : "mark";
  const notional = v.valueOf(position, judged);
  const loss = isolated
    ? isLong
      ? whole - notional
      : notional - whole
    : max(0n, -v.equity(position.account, judged));
  const { floor, notionalMax } = v.fundRule;
  const held = v.sharedPositions(INSURANCE).reduce((sum, each) => sum + v.valueOf(each, judged), notional);
  const mayTake = v.equity(INSURANCE, judged) - loss >= floor && (notionalMax === 0n || held <= notionalMax);
  const closer = systemOrder(v, { kind: "burst", position, lots, price });
  if (mayTake) {
    takeOver(v, position, closer, lots, isolated ? whole : lessCost(v, position));
  } else {
    let given = 0n;
    deleverageAgainst(v, closer, position, (part) => {
      const exact = whole * BigInt(part);
      const rounded = isLong ? ceilDiv(exact, BigInt(lots)) : floorDiv(exact, BigInt(lots));
      const value = part === closer.remaining ? whole - given : rounded;
      given += value;
      return value;
    });
    if (closer.remaining > 0) takeOver(v, position, closer, closer.remaining, whole - given);
  }
  settle(v, position);
  ended(v, closer, "filled");
}

/**
 * A shared position at mark or index, whichever is worse for its holder, less what closing it there in the
 * ladder would have cost, no more than its share of the equity.
 */
function lessCost(v: Venue, position: Position): bigint {
  const { specification, riskRule } = v.contract(position.contract);
  const worse = (each: Position): bigint => {
    const [atMark, atIndex] = [v.valueOf(each, "mark"), v.valueOf(each, "index")];
    if (!v.has("take-overs")) return atMark;
    return each.leg === "long" ? min(atMark, atIndex) : max(atMark, atIndex);
  };
  const notional = worse(position);
  if (notional !== v.valueAtMark(position)) v.notes.push("at the index: take-over");
  const rate = v.rateOf(position.account, position.contract, true);
  const liquidation = (notional * BigInt(specification.liquidationFeeRate)) / RATE_ONE;
  const share = shareOf(v, position.account, notional, worse);
  const cost = max(0n, min(share, feeOf(notional, rate, riskRule.feeRounding) + liquidation));
  return position.leg === "long" ? notional - cost : notional + cost;
}

function takeOver(
  v: Venue,
  from: Position,
  closer: Parameters<typeof tradeByValue>[3],
  lots: number,
  value: bigint,
): void {
  const opener = systemOrder(v, { kind: "burst", opens: from, lots, price: closer.price });
  if (v.legs(INSURANCE, from.contract, from.leg).length === 0) openPosition(v, opener);
  tradeByValue(v, "take-over", opener, closer, lots, max(1n, value));
  ended(v, opener, "filled");
}

function settle(v: Venue, position: Position): void {
  // Whole positions, or shared ones: nothing to release in proportion.
  settleClose(v, v.contract(position.contract), position, position.size, v.isolatedWallet(position));
}

/**
 * Before anything else an isolated position that asks for it gets what is available, up to the initial
 * margin.
 */
function append(v: Venue, position: Position): void {
  if (!position.autoAppend) return;
  const target = marginOf(position.openValue, position.leverage);
  const amount = min(target - v.isolatedEquity(position), v.givable(position.account));
  if (amount > 0n)
    moveMoney(v, "margin", v.account(position.account).entry, position.entry, amount, position.contract);
}

/** By command: the whole ladder, whatever the margin. */
export function liquidate(v: Venue, command: CommandOf<"liquidate">): void {
  const { account, position: id } = command;
  if (account < FIRST_USER) throw new Refused("unknownAccount");
  v.account(account);
  if (id === 0) {
    if (v.sharedPositions(account).length === 0) throw new Refused("nothingToClose");
  } else {
    const position = v.positions.find((each) => each.id === id && each.account === account);
    if (position === undefined) throw new Refused("unknownPosition");
    if (position.marginMode !== "isolated") throw new Refused("positionNotIsolated");
  }
  enqueue(v, account, id, true);
}

/** By command: part of an account's leg at mark against the first in the ranking. */
export function deleverage(v: Venue, command: CommandOf<"deleverage">): void {
  const { account, contract: index, leg, size } = command;
  if (account < FIRST_USER) throw new Refused("unknownAccount");
  v.account(account);
  const { specification, markPoints } = v.contract(index);
  const position = v.legs(account, index, leg)[0];
  if (position === undefined) throw new Refused("nothingToClose");
  if (size < 1 || size > position.size) throw new Refused("closeTooLarge");
  giveWay(v, position, size);
  const before = { size: position.size, wallet: v.isolatedWallet(position) };
  const price = Number(max(1n, markPoints / POINTS));
  const closer = systemOrder(v, { kind: "agreement", position, lots: size, price });
  deleverageAgainst(v, closer, position, (lots) => valueAt(specification, lots, markPoints));
  settleClose(v, v.contract(index), position, before.size, before.wallet);
  ended(v, closer, closer.remaining === 0 ? "filled" : "could not fill");
}
